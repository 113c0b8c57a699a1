"""Days that don't exist, weekdays that don't fit their date, orders that two countries read
differently.

Where a date could be read in two ways (03/04/2026) a person decides.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..tables import table
from .marks import Marks

_MONTH_NAMES: Mapping[str, Sequence[str]] = table("proofread")["months"]
#: The number of each month by its name in any of the languages, and by its English short form.
_MONTHS = {
    name: number
    for names in (*_MONTH_NAMES.values(), [name[:3] for name in _MONTH_NAMES["en"]])
    for number, name in enumerate(names, 1)
} | {"sept": 9}
#: The names of weekdays by language, Monday first.
_DAY_NAMES: Mapping[str, Sequence[str]] = table("proofread")["weekdays"]
_WEEKDAYS = {
    name.lower(): number for names in _DAY_NAMES.values() for number, name in enumerate(names)
}
_MONTH = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY_MONTH = re.compile(
    rf"(?:\b([^\W\d_]{{5,10}}),? (?:the |den |dem |le )?)?(?<![\d.,/-])(\d{{1,2}})(st|nd|rd|th|\.)? (?:of "
    rf"|de )?{_MONTH}"
    rf"(?:,?(?: de)? (\d{{4}}))?(?!\w)",
    re.IGNORECASE,
)
_MONTH_DAY = re.compile(
    rf"(?:\b([^\W\d_]{{5,10}}),? )?\b{_MONTH} (\d{{1,2}})(st|nd|rd|th)?(?:,? (\d{{4}}))?(?![\w.:-]\d|\d)",
    re.IGNORECASE,
)
_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])")
_ISO = re.compile(r"(?<![\d/-])(\d{4})-(\d{2})-(\d{2})(?![\d-])")


@dataclass(frozen=True, slots=True)
class _Day:
    """A day as a text names it: its parts, and where it stands; the weekday may stand before."""

    day: str
    month: str
    year: str | None
    start: int
    end: int
    weekday: str | None
    weekday_at: int


def dates(marks: Marks, language: str) -> None:
    """Advise on every date of a text."""
    text = marks.document.masked
    for match in _DAY_MONTH.finditer(text):
        _day_first(marks, match, language)
    for match in _MONTH_DAY.finditer(text):
        _month_first(marks, match, language)
    for match in _NUMERIC.finditer(text):
        _in_figures(marks, match, language)
    for match in _ISO.finditer(text):
        _real(marks, match.span(), int(match.group(3)), int(match.group(2)), match.group(1))


def _day_first(marks: Marks, match: re.Match[str], language: str) -> None:
    weekday, day, suffix, month, year = match.groups()
    said = _Day(day, month, year, match.start(2), match.end(), weekday, match.start())
    fine = _check_day(marks, said, language)
    if fine and suffix and suffix != "." and language.startswith("en"):
        _without_suffix(marks, day, suffix, *match.span(3))


def _month_first(marks: Marks, match: re.Match[str], language: str) -> None:
    weekday, month, day, suffix, year = match.groups()
    bare = not year and not suffix and not month[0].isupper()
    if bare and month.lower() in ("mar", "may", "mars", "mai"):
        return  # "may 3 people come?"
    said = _Day(day, month, year, match.start(2), match.end(), weekday, match.start())
    if not _check_day(marks, said, language):
        return
    if language in ("en-GB", "en-AU", "en-IN") and month[0].isupper() and int(day) > 0:
        marks.advise(
            "dates.order",
            "date",
            "British order puts the day first.",
            match.start(2),
            match.end(),
            f"{int(day)} {month}{' ' + year if year else ''}",
            "hint",
        )
    elif suffix:
        _without_suffix(marks, day, suffix, *match.span(4))


def _without_suffix(marks: Marks, day: str, suffix: str, start: int, end: int) -> None:
    message = f"Write the day as {day}, without {suffix}."
    marks.advise("dates.ordinal", "date", message, start, end, "", "hint")


def _in_figures(marks: Marks, match: re.Match[str], language: str) -> None:
    first, second = int(match.group(1)), int(match.group(3))
    separator, year = match.group(2), match.group(4)
    if separator == "." and (language.startswith("en") or len(year) == 2):
        return  # a version or a section number
    whole = match.span()
    if first == 0 or second == 0 or (first > 12 and second > 12) or max(first, second) > 31:
        if separator == "/":
            marks.advise(
                "dates.real", "date", f"{match.group()} is no date.", *whole, severity="error"
            )
    elif separator == ".":
        _real(marks, whole, first, second, year)
    elif first <= 12 and second <= 12 and first != second:
        marks.advise(
            "dates.ambiguous",
            "date",
            f"{match.group()} is read as two different days; write the month as a word.",
            *whole,
        )


def _real(marks: Marks, span: tuple[int, int], day: int, month: int, year: str) -> None:
    try:
        datetime.date(int(year), month, day)
    except ValueError:
        marks.advise(
            "dates.real",
            "date",
            f"{marks.document.text[span[0] : span[1]]} is no date.",
            *span,
            severity="error",
        )


def _check_day(marks: Marks, said: _Day, language: str) -> bool:
    """Whether the day is one; advises where it is none, or where its weekday is another."""
    text = marks.document.text[said.start : said.end]
    year = int(said.year) if said.year else 2024  # a leap year where none is named
    try:
        date = datetime.date(year, _MONTHS[said.month.lower()], int(said.day))
    except ValueError:
        if int(said.day) > 31 and not said.year:
            return False  # "May 45 people come?" is no date at all
        end = said.end - text.endswith(".")
        text = marks.document.text[said.start : end]
        marks.advise("dates.real", "date", f"{text} is no date.", said.start, end, severity="error")
        return False
    named = _WEEKDAYS.get((said.weekday or "").lower())
    if said.year and said.weekday and named is not None and named != date.weekday():
        names = _DAY_NAMES.get(language.split("-")[0], _DAY_NAMES["en"])
        right = names[date.weekday()]
        end = said.weekday_at + len(said.weekday)
        marks.advise(
            "dates.weekday", "date", f"{text} is a {right}.", said.weekday_at, end, right, "error"
        )
    return True
