"""Numbers, money, dates and units.

Where a figure could be read in two ways (03/04/2026, 10.000) a person decides; only its dress is
changed on its own.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence

from ..tables import either, table
from .marks import Marks
from .typography import NBSP, Manners

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


def dates(marks: Marks, language: str) -> None:
    """Days that don't exist, weekdays that don't fit their date, orders that two countries read
    differently.
    """
    text = marks.document.masked
    for match in _DAY_MONTH.finditer(text):
        weekday, day, suffix, month, year = match.groups()
        if _check_day(
            marks, match.start(2), match.end(), weekday, match.start(), day, month, year, language
        ) and (suffix and suffix != "." and language.startswith("en")):
            marks.advise(
                "dates.ordinal",
                "date",
                f"Write the day as {day}, without {suffix}.",
                match.start(3),
                match.end(3),
                "",
                "hint",
            )
    for match in _MONTH_DAY.finditer(text):
        weekday, month, day, suffix, year = match.groups()
        if (
            month.lower() in ("mar", "may", "mars", "mai")
            and not year
            and not suffix
            and not month[0].isupper()
        ):
            continue
        fine = _check_day(
            marks, match.start(2), match.end(), weekday, match.start(), day, month, year, language
        )
        if fine and language in ("en-GB", "en-AU", "en-IN") and month[0].isupper() and int(day) > 0:
            marks.advise(
                "dates.order",
                "date",
                "British order puts the day first.",
                match.start(2),
                match.end(),
                f"{int(day)} {month}{' ' + year if year else ''}",
                "hint",
            )
        elif fine and suffix:
            marks.advise(
                "dates.ordinal",
                "date",
                f"Write the day as {day}, without {suffix}.",
                match.start(4),
                match.end(4),
                "",
                "hint",
            )
    for match in _NUMERIC.finditer(text):
        first, separator, second, year = (
            int(match.group(1)),
            match.group(2),
            int(match.group(3)),
            match.group(4),
        )
        if separator == "." and (language.startswith("en") or len(year) == 2):
            continue  # a version or a section number
        whole = match.span()
        if first == 0 or second == 0 or (first > 12 and second > 12) or max(first, second) > 31:
            if separator == "/":
                marks.advise(
                    "dates.real", "date", f"{match.group()} is no date.", *whole, severity="error"
                )
        elif separator == "/" and first <= 12 and second <= 12 and first != second:
            marks.advise(
                "dates.ambiguous",
                "date",
                f"{match.group()} is read as two different days; write the month as a word.",
                *whole,
            )
        elif separator == ".":
            _real(marks, whole, first, second, year)
    for match in _ISO.finditer(text):
        _real(marks, match.span(), int(match.group(3)), int(match.group(2)), match.group(1))


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


def _check_day(
    marks: Marks,
    start: int,
    end: int,
    weekday: str | None,
    weekday_at: int,
    day: str,
    month: str,
    year: str | None,
    language: str,
) -> bool:
    number = _MONTHS[month.lower()]
    try:
        date = datetime.date(
            int(year) if year else 2024, number, int(day)
        )  # a leap year where none is named
    except ValueError:
        if int(day) > 31 and not year:
            return False  # "May 45 people come?" is no date at all
        end -= marks.document.text[start:end].endswith(".")
        marks.advise(
            "dates.real",
            "date",
            f"{marks.document.text[start:end]} is no date.",
            start,
            end,
            severity="error",
        )
        return False
    said = _WEEKDAYS.get((weekday or "").lower())
    if year and weekday and said is not None and said != date.weekday():
        names = _DAY_NAMES.get(language.split("-")[0], _DAY_NAMES["en"])
        right = names[date.weekday()]
        marks.advise(
            "dates.weekday",
            "date",
            f"{marks.document.text[start:end]} is a {right}.",
            weekday_at,
            weekday_at + len(weekday),
            right,
            "error",
        )
    return True


_MONEY_PLAIN = re.compile(r"(?<![\w.,])([£$€¥])(\d{4,12})(?![\d]|[.,]\d{3})")
_MONEY_SPACED = re.compile(r"(?<![\w])([£$€¥])[ \u00a0\u202f](?=\d)")
_MONEY_TIGHT = re.compile(r"(?<=\d)(?=[€])")
_CODE_TIGHT = re.compile(rf"(?<!\w)({either('proofread', 'currency_codes')})(\d)")
_MONEY_TWICE = re.compile(
    rf"([£$€])\d[\d.,]*+[ \u00a0]?({either('proofread', 'currency_names')})(?!\w)", re.IGNORECASE
)
_LONG = re.compile(r"(?<![\w.,#/:+-])(\d{5,9})(?![\w/:-]|[.,]\d)")
_NOT_A_COUNT = re.compile(rf"(?:\b(?:{either('proofread', 'not_a_count')})\.?:?\s)$", re.IGNORECASE)
_ENGLISH_GROUPS = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,])")
_EUROPEAN_GROUPS = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\w.]\d|\w)")
_UNIT_TIGHT = re.compile(
    rf"(?<![\w.,])(\d+(?:[.,]\d+)?)({either('proofread', 'units_set_tight')})(?!\w)"
)
_PERCENT_TIGHT = re.compile(r"(?<=\d)%(?!\w)")


def money(marks: Marks, language: str) -> None:
    """Symbols stand at the figure in English and after it in most of Europe; codes take a space;
    thousands part.
    """
    text, english = marks.document.masked, language.startswith("en")
    if english:
        for match in _MONEY_PLAIN.finditer(text):
            grouped = f"{int(match.group(2)):,}"
            if not match.group(2).startswith("0"):
                marks.apply(
                    "numbers.thousands",
                    "number",
                    "Thousands are parted by a comma.",
                    match.start(2),
                    match.end(2),
                    grouped,
                    "hint",
                )
        for match in _MONEY_SPACED.finditer(text):
            marks.apply(
                "currency.space",
                "currency",
                "No space between the symbol and the figure.",
                match.start(),
                match.end(),
                match.group(1),
                "hint",
            )
    else:
        for match in _MONEY_TIGHT.finditer(text):
            at = match.start()
            marks.apply(
                "currency.space",
                "currency",
                "A space that can't break stands before the symbol.",
                at,
                at + 1,
                NBSP + text[at],
                "hint",
            )
    for match in _CODE_TIGHT.finditer(text):
        marks.apply(
            "currency.code",
            "currency",
            "A space stands between a currency's code and the figure.",
            match.start(1),
            match.end(1),
            match.group(1) + NBSP,
            "hint",
        )
    for match in _MONEY_TWICE.finditer(text):
        marks.advise(
            "currency.twice",
            "currency",
            "The currency is named twice.",
            match.start(2),
            match.end(2),
            None,
            "warning",
        )


def numbers(marks: Marks, language: str) -> None:
    """Thousands that are not parted, and separators of another country."""
    text, english = marks.document.masked, language.startswith("en")
    for match in _LONG.finditer(text):
        digits = match.group(1)
        if digits.startswith("0") or _NOT_A_COUNT.search(
            text[max(0, match.start() - 14) : match.start()]
        ):
            continue
        if marks.changed(*match.span()) or text[match.start() - 1 : match.start()] in (
            "£",
            "$",
            "€",
        ):
            continue
        grouped = f"{int(digits):,}"
        wanted = (
            grouped
            if english
            else grouped.replace(
                ",", "." if language[:2] in ("de", "es", "it", "nl", "pt") else "\u202f"
            )
        )
        marks.advise(
            "numbers.thousands",
            "number",
            "If this is a count, part its thousands.",
            *match.span(),
            wanted,
            "hint",
        )
    for match in (_EUROPEAN_GROUPS if english else _ENGLISH_GROUPS).finditer(text):
        reader = "an English reader" if english else "a reader of this language"
        digits = match.group()
        swapped = digits.translate(str.maketrans(".,", ",."))
        marks.advise(
            "numbers.separators",
            "number",
            f"{reader[0].upper()}{reader[1:]} takes {digits} for another figure.",
            *match.span(),
            swapped,
        )


def units(marks: Marks, set_as: Manners | None, language: str) -> None:
    """A space that can't break stands between a figure and its unit; per cent goes by the
    language.
    """
    text = marks.document.masked
    for match in _UNIT_TIGHT.finditer(text):
        marks.apply(
            "units.space",
            "unit",
            "A space that can't break stands between a figure and its unit.",
            match.start(2),
            match.end(2),
            NBSP + match.group(2),
            "hint",
        )
    if set_as and set_as.percent:
        for match in _PERCENT_TIGHT.finditer(text):
            marks.apply(
                "units.percent",
                "unit",
                "A space that can't break stands before the per cent sign.",
                match.start(),
                match.end(),
                set_as.percent + "%",
                "hint",
            )
