"""Spaces: doubled ones, those before and inside marks, those that must not break, and missing ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..tables import either
from .markdown import MASK
from .marks import Marks
from .typography import NARROW, NBSP, Manners

_SPACES = re.compile(r"[ \t\u00a0\u202f]++")
# Units that keep to their figure: a line must never end between the two.
_UNIT = re.compile(rf"(?:{either('proofread', 'units')})(?!\w)")
# One-letter units count only where the figure is plainly a measure.
_UNIT_SURE = re.compile(rf"(?:{either('proofread', 'units_sure')})(?=[\s.,;:)!?]|$)")
_FRENCH = "typography.frenchSpacing"
_BEFORE_MARK = "French keeps a space that can't break before this mark."


class _Gap(NamedTuple):
    """A run of spaces, and what stands on either side."""

    text: str
    start: int
    end: int
    run: str
    before: str
    after: str

    @property
    def fixed(self) -> bool:
        """Whether it is one space that can't break."""
        return self.run in (NBSP, NARROW)


class _Verdict(NamedTuple):
    """What should stand there, why, and by which rule."""

    wanted: str
    message: str
    rule: str


def spaces(marks: Marks, set_as: Manners | None) -> None:
    """Doubled spaces, spaces before marks, and spaces that must not break. One decision per run of
    spaces.
    """
    for gap in _gaps(marks):
        wanted, message, rule = _verdict(gap, set_as)
        if wanted == gap.run or ("\t" in gap.run and wanted == " "):
            continue  # tabs are somebody's layout
        marks.apply(rule, "spaces", message, gap.start, gap.end, wanted, "hint")
    if set_as is None or not set_as.spaced:
        return
    missing = rf"(?<=[^\W\d_])[{re.escape(set_as.spaced)}](?=[\s\"\u00bb\u201d)]|$)"
    for match in re.finditer(missing, marks.document.masked):
        marks.apply(_FRENCH, "spaces", _BEFORE_MARK, *match.span(), NBSP + match.group(), "hint")


def _gaps(marks: Marks) -> Iterator[_Gap]:
    """The runs of spaces between words; not indents, not those that break a line in Markdown, not
    those of a table.
    """
    text = marks.document.masked
    rows = [(block.start, block.end) for block in marks.document.blocks if block.kind == "row"]
    table_at = 0
    for match in _SPACES.finditer(text):
        start, end = match.span()
        before, after = text[start - 1 : start], text[end : end + 1]
        if not before or before in "\r\n" or not after or after in "\r\n":
            continue
        while table_at < len(rows) and rows[table_at][1] <= start:
            table_at += 1
        if table_at < len(rows) and rows[table_at][0] <= start:
            continue
        if not before == after == MASK:
            yield _Gap(text, start, end, match.group(), before, after)


def _verdict(gap: _Gap, set_as: Manners | None) -> _Verdict:
    """The first custom that speaks of the place, otherwise one space."""
    if set_as is not None:
        for custom in (_before_mark, _in_french_quotes, _in_brackets):
            if verdict := custom(gap, set_as):
                return verdict
    if gap.before.isdigit() and not gap.fixed and _UNIT.match(gap.text, gap.end):
        return _before_unit(gap, set_as)
    return _Verdict(gap.run if gap.fixed else " ", "One space is enough.", "typography.spaces")


def _before_mark(gap: _Gap, set_as: Manners) -> _Verdict | None:
    if (
        gap.after not in ",.;:!?"
        or gap.before in MASK + ",.;:!?([{"
        or not _closes(gap.text, gap.end)
    ):
        return None
    if gap.after in set_as.spaced:
        return _Verdict(gap.run if gap.fixed else NBSP, _BEFORE_MARK, _FRENCH)
    return _Verdict("", "No space before this mark.", "typography.spaceBeforeMark")


def _in_french_quotes(gap: _Gap, set_as: Manners) -> _Verdict | None:
    if not set_as.spaced or not (gap.after == "\u00bb" or gap.before == "\u00ab"):
        return None
    message = "French keeps a space that can't break inside quotation marks."
    return _Verdict(gap.run if gap.fixed else NBSP, message, _FRENCH)


def _in_brackets(gap: _Gap, set_as: Manners) -> _Verdict | None:
    if gap.before in "([" and gap.after not in "xX ])":
        return _Verdict("", "No space after an opening bracket.", "typography.spaces")
    if gap.after in ")]" and gap.before not in "[(xX":
        return _Verdict("", "No space before a closing bracket.", "typography.spaces")
    return None


def _before_unit(gap: _Gap, set_as: Manners | None) -> _Verdict:
    if gap.after == "%" and set_as is not None and not set_as.percent:
        return _Verdict("", "No space before the per cent sign.", "units.percent")
    sure = gap.after not in "mslthg" or _UNIT_SURE.match(gap.text, gap.end)
    message = "A space that can't break keeps a figure and its unit together."
    return _Verdict(NBSP if sure else " ", message, "units.space")


def _closes(text: str, at: int) -> bool:
    """Whether the mark at ``at`` ends something, rather than begins (``.5``, ``...``, ``:-)``,
    ``?!``, ``.NET``).
    """
    following = text[at + 1 : at + 2]
    return (
        not following
        or following.isspace()
        or (following in "\"'\u201d\u2019)]*_!?" and text[at] not in ":;")
    )


def space_after(marks: Marks) -> None:
    """A missing space after a comma or a full stop between words; only advice, for it may be a name
    or an address.
    """
    text = marks.document.masked
    for match in re.finditer(r"(?<=[a-zà-ÿ])([,;!?])(?=[A-Za-zÀ-ÿ])", text):
        marks.apply(
            "typography.spaceAfterMark",
            "spaces",
            "A space after this mark.",
            match.start(),
            match.end(),
            match.group() + " ",
            "hint",
        )
    for match in re.finditer(r"(?<=[a-zà-ÿ]{3})\.(?=[A-ZÀ-Þ][a-zà-ÿ]{2})", text):
        marks.advise(
            "typography.spaceAfterMark",
            "spaces",
            "A space after a full stop?",
            match.start(),
            match.end(),
            ". ",
            "hint",
        )
