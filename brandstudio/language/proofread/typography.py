"""Quotes, apostrophes, dashes, ellipses and spaces, as each language sets them.

All of it is mechanical and changes no meaning, so it is applied. Where a straight quote can't be
paired it is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..tables import either
from .blocks import Block
from .markdown import MASK
from .marks import Marks

NBSP, NARROW = "\u00a0", "\u202f"


@dataclass(frozen=True, slots=True)
class Manners:
    """How a language sets its marks; ``spaced`` are the marks that French keeps a space before."""

    double: tuple[str, str] = ("\u201c", "\u201d")
    single: tuple[str, str] = ("\u2018", "\u2019")
    percent: str = ""
    spaced: str = ""


MANNERS: dict[str, Manners] = {
    "en": Manners(),
    "de": Manners(("\u201e", "\u201c"), ("\u201a", "\u2018"), NBSP),
    "de-CH": Manners(("\u00ab", "\u00bb"), ("\u2039", "\u203a"), NBSP),
    "fr": Manners((f"\u00ab{NBSP}", f"{NBSP}\u00bb"), ("\u2018", "\u2019"), NBSP, ";:!?"),
    "es": Manners(("\u201c", "\u201d"), ("\u2018", "\u2019"), NBSP),
    "it": Manners(("\u201c", "\u201d"), ("\u2018", "\u2019")),
    "nl": Manners(),
    "pt": Manners(),
    "sv": Manners(("\u201d", "\u201d"), ("\u2019", "\u2019"), NBSP),
    "da": Manners(("\u201d", "\u201d"), ("\u2019", "\u2019"), NBSP),
    "fi": Manners(("\u201d", "\u201d"), ("\u2019", "\u2019"), NBSP),
    "pl": Manners(("\u201e", "\u201d"), ("\u201a", "\u2019")),
    "cs": Manners(("\u201e", "\u201c"), ("\u201a", "\u2018"), NBSP),
}


def manners(language: str) -> Manners | None:
    """The manners of a language tag; None where marks are set in other ways (Hebrew, Japanese,
    ...).
    """
    return MANNERS.get(language) or MANNERS.get(language.split("-")[0])


_ELIDED = re.compile(
    rf"'(?=(?:(?:{either('proofread', 'elided')})\b|n['\u2019](?!\w)))|(?<=['\u2019]n)'(?!\w)",
    re.IGNORECASE,
)
_OPENS_AFTER = set(" \t\r\n\u00a0\u202f([{-\u2013\u2014/|" + "\u201c\u2018\u201e\u00ab\"'")
_MARKERS = "*_~"


def quotes(marks: Marks, set_as: Manners) -> None:
    """Straight quotes to typographic ones, pair by pair within a paragraph."""
    masked = marks.document.masked
    for block in marks.document.blocks:
        if masked.find('"', block.start, block.end) >= 0:
            _doubles(marks, block, set_as)
        if masked.find("'", block.start, block.end) >= 0:
            _singles(marks, block, set_as)


def _before(text: str, at: int, floor: int) -> str:
    """The character before ``at``, past emphasis marks; empty at the start of the block."""
    at -= 1
    low = max(floor, at - 4)
    while at >= low and text[at] in _MARKERS:
        at -= 1
    return text[at] if at >= floor else ""


def _after(text: str, at: int, ceiling: int) -> str:
    at += 1
    high = min(ceiling, at + 4)
    while at < high and text[at] in _MARKERS:
        at += 1
    return text[at] if at < ceiling else ""


def _doubles(marks: Marks, block: Block, set_as: Manners) -> None:
    text = marks.document.masked
    opened = -1
    at = text.find('"', block.start, block.end)
    while at >= 0:
        before, after = _before(text, at, block.start), _after(text, at, block.end)
        may_open = (
            (not before or before in _OPENS_AFTER or before == MASK)
            and after
            and not after.isspace()
        )
        may_close = bool(before) and not before.isspace() and before not in "([{"
        if opened >= 0 and may_close and not (may_open and before in "-\u2013\u2014/"):
            message = "Typographic quotation marks instead of straight ones."
            marks.apply(
                "typography.quotes", "quotes", message, opened, opened + 1, set_as.double[0], "hint"
            )
            marks.apply(
                "typography.quotes", "quotes", message, at, at + 1, set_as.double[1], "hint"
            )
            opened = -1
        elif may_open:
            if opened >= 0:
                marks.advise(
                    "typography.quotes",
                    "quotes",
                    "This quotation mark is never closed.",
                    opened,
                    opened + 1,
                )
            opened = at
        elif not before.isdigit():  # 27" is a screen, not a quotation
            marks.advise(
                "typography.quotes", "quotes", "This quotation mark has no partner.", at, at + 1
            )
        at = text.find('"', at + 1, block.end)
    if opened >= 0:
        marks.advise(
            "typography.quotes",
            "quotes",
            "This quotation mark is never closed.",
            opened,
            opened + 1,
        )


def _singles(marks: Marks, block: Block, set_as: Manners) -> None:
    text = marks.document.masked
    opened = -1
    at = text.find("'", block.start, block.end)
    message = "A typographic apostrophe instead of a straight one."
    while at >= 0:
        before, after = _before(text, at, block.start), _after(text, at, block.end)
        if (
            before.isalpha()
            and after.isalpha()
            and text[at - 1].isalpha()
            and text[at + 1 : at + 2].isalnum()
        ) or (_ELIDED.match(text, at) and (not before.isalnum() or before in "nN")):
            marks.apply("typography.apostrophe", "quotes", message, at, at + 1, "\u2019", "hint")
        elif (not before or before in _OPENS_AFTER) and after and not after.isspace():
            opened = at
        elif before and not before.isspace() and not after.isalnum():
            if opened >= 0:
                for place, mark in zip((opened, at), set_as.single, strict=True):
                    marks.apply(
                        "typography.quotes",
                        "quotes",
                        "Typographic quotation marks instead of straight ones.",
                        place,
                        place + 1,
                        mark,
                        "hint",
                    )
                opened = -1
            elif before.isalpha():
                marks.apply(
                    "typography.apostrophe", "quotes", message, at, at + 1, "\u2019", "hint"
                )
        at = text.find("'", at + 1, block.end)


_ELLIPSIS = re.compile(r"(?<!\.)\.\.\.(?!\.)")
_HYPHEN_DASH = re.compile(r"(?<=[^\s|>-]) (-{1,3}) (?=[^\s|-])")
_DOUBLE_HYPHEN = re.compile(r"(?<=[^\W\d_])(-{2,3})(?=[^\W\d_])")
_YEARS = re.compile(r"(?<![\d-])((?:19|20)\d\d)-((?:19|20)?\d\d)(?![\d-])")
_RANGE = re.compile(r"(?<![\w.,/:+-])(\d{1,4})-(\d{1,4})(?![\w/:-]|[.,]\d)")


#: A pattern that holds one mark or one group to be set, its rule, kind, message and the mark.
_SET_AS = (
    (_ELLIPSIS, 0, "ellipsis", "One ellipsis instead of three full stops.", "\u2026"),
    (_HYPHEN_DASH, 1, "dash", "A dash between phrases, not a hyphen.", "\u2013"),
    (_DOUBLE_HYPHEN, 1, "dash", "A dash, not hyphens.", "\u2014"),
)


def dashes(marks: Marks) -> None:
    """Hyphens that stand for dashes, and three dots that stand for an ellipsis."""
    text = marks.document.masked
    for pattern, group, kind, message, mark in _SET_AS:
        for match in pattern.finditer(text):
            beside = text[match.start() - 1] + text[match.end() : match.end() + 1]
            if kind == "dash" and beside.isdigit() and len(beside) == 2:
                continue  # a sum, not a sentence
            marks.apply(f"typography.{kind}", kind, message, *match.span(group), mark, "hint")
    for match in _YEARS.finditer(text):
        first, last = match.group(1), match.group(2)
        if len(last) == 2 and not (int(last) > int(first[2:]) and int(last) > 12):
            continue  # 2026-03 may be a month
        hyphen = (match.end(1), match.end(1) + 1)
        message = "An en dash between years."
        marks.apply("typography.range", "dash", message, *hyphen, "\u2013", "hint")
    for match in _RANGE.finditer(text):
        hyphen = (match.end(1), match.end(1) + 1)
        if int(match.group(1)) < int(match.group(2)) and not marks.changed(*hyphen):
            message = "A range takes an en dash."
            marks.advise("typography.range", "dash", message, *hyphen, "\u2013", "hint")
