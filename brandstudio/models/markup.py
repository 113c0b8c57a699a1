"""Rich words: the few marks that a slot may hold where its template says so, read into plain words
and runs of them.

``**bold**``, ``*italic*`` and ``[accent]words[/]`` (any role of the palette), in each other as one
likes; a backslash before a mark makes it a character. A mark without its other half is a character
too, so that ``5 * 3`` stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

ROLES: Final = ("background", "surface", "primary", "secondary", "accent", "text")
_MARK: Final = re.compile(r"\\[\\*\[\]]|\*{1,3}|\[/\]|\[([a-z]{1,20})\]")


class Run(NamedTuple):
    """Characters ``start`` to ``end`` of plain words that are set otherwise than the rest.
    ``colour`` is a role of the palette or ``#rrggbb``.
    """

    start: int
    end: int
    bold: bool = False
    italic: bool = False
    colour: str | None = None


Runs = tuple[Run, ...]


class RichWords(NamedTuple):
    """Plain words and the runs in them, in their order and apart from each other."""

    text: str
    runs: Runs = ()

    def mapped(self, change: Callable[[str], str]) -> RichWords:
        """The words with every stretch changed on its own: capitals may be more letters."""
        if not self.runs:
            return RichWords(change(self.text))
        parts, runs, at, length = list[str](), list[Run](), 0, 0
        for run in (*self.runs, Run(len(self.text), len(self.text))):
            plain, said = change(self.text[at : run.start]), change(self.text[run.start : run.end])
            start = length + len(plain)
            length, at = start + len(said), run.end
            parts += (plain, said)
            if said:
                runs.append(run._replace(start=start, end=length))
        return RichWords("".join(parts), tuple(runs))


class _Open(NamedTuple):
    """A mark that waits for its other half: where it stands, and what it stands for."""

    start: int
    end: int
    what: str


class _Reading:
    """One text while its marks are paired."""

    def __init__(self, text: str) -> None:
        self.text, self.waiting = text, list[_Open]()
        self.dropped, self.spans = list[tuple[int, int]](), list[tuple[int, int, str]]()

    def stars(self, start: int, end: int) -> None:
        """Up to three asterisks: those that close something first, the rest open."""
        while start < end:
            if self._closes(start) and self._close_stars(start, end):
                start += 2 if self.spans[-1][2] == "bold" else 1
                continue
            width = 2 if end - start >= 2 else 1
            if end < len(self.text) and not self.text[end].isspace():
                what = "bold" if width == 2 else "italic"
                self.waiting.append(_Open(start, start + width, what))
            start += width

    def _closes(self, at: int) -> bool:
        return at > 0 and not self.text[at - 1].isspace()

    def _close_stars(self, start: int, end: int) -> bool:
        for number in range(len(self.waiting) - 1, -1, -1):
            opened = self.waiting[number]
            width = {"bold": 2, "italic": 1}.get(opened.what)
            if width is None or width > end - start or opened.end >= start:
                continue
            self._pair(number, start, start + width)
            return True
        return False

    def colour_ends(self, start: int, end: int) -> None:
        for number in range(len(self.waiting) - 1, -1, -1):
            if self.waiting[number].what in ROLES:
                self._pair(number, start, end)
                return

    def _pair(self, number: int, start: int, end: int) -> None:
        opened = self.waiting[number]
        # What was opened within and not closed there is no mark.
        del self.waiting[number:]
        self.dropped += [(opened.start, opened.end), (start, end)]
        self.spans.append((opened.end, start, opened.what))


def read(text: str) -> RichWords:
    """The plain words of a marked text, and their runs."""
    if not any(mark in text for mark in "*[\\"):
        return RichWords(text)
    return _without_marks(text, _read(text))


def _read(text: str) -> _Reading:
    reading = _Reading(text)
    for mark in _MARK.finditer(text):
        said = mark.group()
        if said.startswith("\\"):
            reading.dropped.append((mark.start(), mark.start() + 1))
        elif said.startswith("*"):
            reading.stars(*mark.span())
        elif said == "[/]":
            reading.colour_ends(*mark.span())
        elif mark.group(1) in ROLES:
            reading.waiting.append(_Open(mark.start(), mark.end(), mark.group(1)))
    return reading


def _hidden(reading: _Reading) -> list[bool]:
    """Which characters of a marked text are marks."""
    hidden = [False] * len(reading.text)
    for start, end in reading.dropped:
        hidden[start:end] = [True] * (end - start)
    return hidden


def _without_marks(text: str, reading: _Reading) -> RichWords:
    hidden = _hidden(reading)
    looks: list[tuple[bool, bool, str | None]] = [(False, False, None)] * len(text)
    # Outer spans were paired last: what is inside keeps its own colour.
    for start, end, what in reversed(reading.spans):
        for at in range(start, end):
            bold, italic, colour = looks[at]
            looks[at] = (
                bold or what == "bold",
                italic or what == "italic",
                what if what in ROLES else colour,
            )
    words, runs = list[str](), list[Run]()
    for character, gone, look in zip(text, hidden, looks, strict=True):
        if gone:
            continue
        at = len(words)
        words.append(character)
        if look == (False, False, None):
            continue
        last = runs[-1] if runs else None
        if last is not None and last.end == at and last[2:] == look:
            runs[-1] = last._replace(end=at + 1)
        else:
            runs.append(Run(at, at + 1, *look))
    return RichWords("".join(words), tuple(runs))


def places(text: str) -> list[int]:
    """Where each character of the plain words stands in the marked text; its length comes last."""
    hidden = _hidden(_read(text))
    return [*(at for at, gone in enumerate(hidden) if not gone), len(text)]


def unknown_role(text: str) -> str | None:
    """The first word in brackets that is closed like a colour and is none; None where all are."""
    if "[/]" not in text:
        return None
    found = (mark.group(1) for mark in _MARK.finditer(text))
    return next((name for name in found if name is not None and name not in ROLES), None)


def at_once(entries: list[RichWords]) -> RichWords:
    """Entries of a list each on a line, as one text."""
    runs, length = list[Run](), 0
    for entry in entries:
        runs += (run._replace(start=run.start + length, end=run.end + length) for run in entry.runs)
        length += len(entry.text) + 1
    return RichWords("\n".join(entry.text for entry in entries), tuple(runs))


def part_of(runs: Runs, start: int, end: int) -> Runs:
    """The runs of a part of a text, counted from the part's start."""
    inside = (r._replace(start=max(r.start, start), end=min(r.end, end)) for r in runs)
    return tuple(r._replace(start=r.start - start, end=r.end - start) for r in inside if r.start < r.end)  # fmt: skip
