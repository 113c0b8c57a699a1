"""Numbers, money, dates and units.

Where a figure could be read in two ways (03/04/2026, 10.000) a person decides; only its dress is
changed on its own.
"""

from __future__ import annotations

import re

from ..tables import either
from .marks import Marks
from .typography import NBSP, Manners

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
