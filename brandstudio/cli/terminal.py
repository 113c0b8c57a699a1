"""How things look in a terminal: whether a person looks on, colours, widths, tables."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import IO, Any, Literal

import click

Tone = Literal["head", "faint", "good", "bad", "warn", "name"]
_TONES: dict[Tone, dict[str, Any]] = {
    "head": {"bold": True},
    "faint": {"dim": True},
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
    "warn": {"fg": "yellow"},
    "name": {"fg": "cyan"},
}
_STATES: dict[str, Tone] = {
    "completed": "good",
    "delivered": "good",
    "issued": "good",
    "running": "warn",
    "processing": "warn",
    "queued": "warn",
    "waiting": "warn",
    "failed": "bad",
    "dead": "bad",
    "revoked": "bad",
    "expired": "faint",
}
"""Words of state that are seen sooner in their colour."""

_NARROWEST = 12
_WHOLE = ("id", "path", "key", "job")
GAP = "  "


def is_terminal(stream: IO[Any] | None = None) -> bool:
    """Whether a person reads what goes out there."""
    stream = stream or sys.stdout
    return hasattr(stream, "isatty") and stream.isatty()


def has_colour(stream: IO[Any] | None = None, environment: Mapping[str, str] | None = None) -> bool:
    """Colours go to a terminal alone, and to none that asks for none (https://no-color.org)."""
    environment = os.environ if environment is None else environment
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def paint(text: str, tone: Tone, stream: IO[Any] | None = None) -> str:
    """The text in a tone, where there is colour."""
    return click.style(text, **_TONES[tone]) if has_colour(stream) else text


class Note(str):
    """A line to be known of a result that is no part of it: it goes to standard error."""

    __slots__ = ()


def noted(text: str) -> Note:
    """What is to be known of a result, as people read it."""
    return Note(paint(f"note: {text}", "warn", sys.stderr))


def columns() -> int:
    """The terminal's width in cells."""
    return shutil.get_terminal_size((80, 24)).columns


def width(text: str) -> int:
    """Cells that the text takes: wide characters two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def elided(text: str, cells: int) -> str:
    """The text in at most that many cells, with an ellipsis where something was cut off."""
    if width(text) <= cells:
        return text
    kept = ""
    for character in text:
        if width(kept + character) > cells - 1:
            break
        kept += character
    return kept.rstrip() + "…"


def credits(amount: float) -> str:
    """An amount of credits as people write it."""
    text = f"{amount:,.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def priced(amount: float) -> str:
    """An amount with its unit: ``1 credit``, ``2.5 credits``."""
    return f"{credits(amount)} {'credit' if amount == 1 else 'credits'}"


def size(count: int) -> str:
    """A number of bytes as people write it."""
    if count < 1000:
        return f"{count} bytes"
    return f"{count / 1000:.0f} KB" if count < 999_500 else f"{count / 1e6:.1f} MB"


def cell(value: object) -> str:
    """A value as one line."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, float):
        return credits(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {cell(part)}" for name, part in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(cell(part) for part in value) or "-"
    return " ".join(str(value).split())


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Rows under a head, aligned: figures to the right, and no wider than a terminal.

    What does not fit is cut in the widest columns, never in an id, which people copy; then columns
    that say the same in every row are left out, then those at the end.
    """
    values = [list(row) for row in rows]
    places = list(range(len(head)))
    cells = [[cell(value) for value in row] for row in values]
    widths = [max(width(line[place]) for line in [head, *cells]) for place in places]
    if is_terminal():
        places, widths = _fitted(head, cells, widths, columns())
    right = {place for place in places if _are_figures([row[place] for row in values])}
    lines = [[title.upper() for title in head], *cells]
    return [
        _line(line, places, widths, right, heading=number == 0) for number, line in enumerate(lines)
    ]


def _are_figures(values: Sequence[object]) -> bool:
    said = [value for value in values if value is not None]
    return bool(said) and all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in said
    )


def _fitted(
    head: Sequence[str], cells: list[list[str]], natural: list[int], room: int
) -> tuple[list[int], list[int]]:
    """Which columns are shown, and the widths of all."""
    places = list(range(len(head)))
    while True:
        widths = list(natural)
        may = [place for place in places if head[place] not in _WHOLE]

        def over(widths: list[int] = widths) -> int:
            return sum(widths[place] + len(GAP) for place in places) - len(GAP) - room

        while over() > 0 and may:
            widest = max(may, key=lambda place: widths[place])
            if widths[widest] <= _NARROWEST:
                break
            widths[widest] -= 1
        if over() <= 0 or len(may) <= 1:
            return places, widths
        alike = [place for place in may if len({line[place] for line in cells}) == 1]
        places.remove(alike[0] if alike and len(cells) > 1 else may[-1])


def _line(
    texts: Sequence[str],
    places: list[int],
    widths: Sequence[int],
    right: set[int],
    heading: bool,
) -> str:
    parts = []
    for place in places:
        text = elided(texts[place], widths[place])
        pad = " " * (widths[place] - width(text))
        last = place == places[-1]
        shown = paint(text, "faint") if heading else _toned(text)
        parts.append(pad + shown if place in right else shown + ("" if last else pad))
    return GAP.join(parts).rstrip()


def _toned(text: str) -> str:
    tone = _STATES.get(text)
    return text if tone is None else paint(text, tone)


def facts(pairs: Iterable[tuple[str, object]]) -> list[str]:
    """Names and values under each other, without those that say nothing."""
    said = [(name, cell(value)) for name, value in pairs if value not in (None, "", [], {}, ())]
    wide = max((width(name) for name, _ in said), default=0)
    return [
        f"{paint(name + ' ' * (wide - width(name)), 'faint')}{GAP}{_toned(value)}"
        for name, value in said
    ]
