"""Lengths as people say them: "50 words", "half", "under 280 characters", "a tweet"."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from ...errors import ValidationError
from ..segments import count_words, paragraphs, sentences
from ..tables import either, table
from . import counting

Unit = Literal[
    "words", "characters", "sentences", "paragraphs",
    "weighted", "utf16", "sms", "pixels", "title pixels",
]  # fmt: skip
#: Units of channels, and what people call them.
_NAMED: Mapping[str, str] = {
    "weighted": "characters as X counts them",
    "utf16": "characters (UTF-16)",
    "sms": "characters of SMS",
    "pixels": "pixels",
    "title pixels": "pixels",
}

#: Limits of channels as the channels publish them, the longest name first where one holds another.
CHANNELS: tuple[tuple[str, Unit, int], ...] = tuple(
    (row["named"], row["unit"], row["most"]) for row in table("lengths")["channel"]
)

_UNITS: Mapping[str, Unit] = table("lengths")["units"]
_WORDED: Mapping[str, int] = table("lengths")["numbers"]
_NUMBER = (
    r"(\d{1,3}(?:[,.\u00a0 ]\d{3})+|\d{1,7}|"
    + "|".join(sorted(_WORDED, key=len, reverse=True))
    + r")"
)
_UNIT = r"(" + "|".join(sorted(_UNITS, key=len, reverse=True)) + r")"
_BETWEEN = re.compile(
    rf"(?:between )?\b{_NUMBER}\s*(?:{_UNIT}\s*)?(?:and|to|-|\u2013|bis|à|a|y)\s*{_NUMBER}[\s-]*{_UNIT}?(?!\w)",
    re.IGNORECASE,
)
_PLAIN = re.compile(rf"\b{_NUMBER}[\s-]*{_UNIT}\b", re.IGNORECASE)
_BARE = re.compile(r"^\W*(\d{1,6})\W*$")
_UNDER = re.compile(rf"\b(?:{either('lengths', 'under')})\b|<(?!=)", re.IGNORECASE)
_ABOUT = re.compile(rf"\b(?:{either('lengths', 'about')})\b|~", re.IGNORECASE)
_LEAST = re.compile(rf"\b(?:{either('lengths', 'least')})\b|>", re.IGNORECASE)
_PERCENT = re.compile(rf"(\d{{1,4}}(?:\.\d+)?)\s*(?:{either('lengths', 'percent')})", re.IGNORECASE)
_BY = re.compile(rf"{either('lengths', 'by_how_much')}", re.IGNORECASE)
_LONGER = re.compile(rf"\b(?:{either('lengths', 'longer')})\b", re.IGNORECASE)
_SHORTER = re.compile(rf"\b(?:{either('lengths', 'shorter')})\b", re.IGNORECASE)
_FRACTIONS = tuple(
    (re.compile(rf"\b(?:{row['said']})\b", re.IGNORECASE), row["share"][0] / row["share"][1])
    for row in table("lengths")["fraction"]
)

UNDERSTOOD = (
    "a number of words, characters, sentences or paragraphs (at most, under, about, between a and b), a share "
    "(half, 50 %, 20 % shorter), \u201cshorter\u201d, or a channel (tweet, LinkedIn post, Instagram "
    "caption, SMS, meta description, "
    "Google Ads headline, e-mail subject, push title)"
)


@dataclass(frozen=True, slots=True)
class Target:
    """A length: at most ``most`` and, where asked, at least ``least`` of ``unit``. ``longer`` wants
    more than there is.
    """

    unit: Unit
    most: int | None
    least: int | None = None
    channel: str | None = None
    longer: bool = False

    def said(self) -> str:
        """The target in words."""
        if self.most is None:
            return f"at least {counted(self.least or 0, self.unit)}"
        if self.least is not None:
            return f"{self.least} to {counted(self.most, self.unit)}"
        return f"at most {counted(self.most, self.unit)}"


def counted(number: int, unit: Unit) -> str:
    """``1 word``, ``2 words``."""
    if unit in _NAMED:
        return f"{number} {_NAMED[unit]}"
    return f"{number} {unit[:-1] if number == 1 else unit}"


def length(text: str, unit: Unit) -> int:
    """How long ``text`` is; characters are code points, words as ``segments.count_words`` counts,
    and the units of channels as ``counting`` says.
    """
    if unit == "words":
        return count_words(text)
    if unit == "sentences":
        return len(sentences(text))
    return len(paragraphs(text)) if unit == "paragraphs" else _MEASURED[unit](text)


_MEASURED: Mapping[Unit, Callable[[str], int]] = {
    "characters": len,
    "weighted": counting.on_x,
    "utf16": counting.in_utf16,
    "sms": counting.in_sms,
    "pixels": lambda text: counting.in_pixels(text, counting.DESCRIPTION_SIZE),
    "title pixels": lambda text: counting.in_pixels(text, counting.TITLE_SIZE),
}


def parse(target: str, draft: str) -> Target:
    """The length that ``target`` asks for, of this draft. Raises ``errors.ValidationError`` when it
    names none.
    """
    said = " ".join(target[:400].split())
    found = _counted_abroad(said) or _counted(said) or _share(said, draft) or channel(said)
    if found is None and (bare := _BARE.match(said)):
        found = Target("words", int(bare.group(1)))
    if found is None and _LONGER.search(said):
        found = Target("words", None, count_words(draft) + 1, longer=True)
    if found is None and _SHORTER.search(said):
        found = Target("words", max(1, math.floor(count_words(draft) * 0.7)))
    if found is None:
        raise ValidationError.of(
            "target", f"no length in it; understood are {UNDERSTOOD}", value=target
        )
    if found.most is not None and found.most < 1:
        raise ValidationError.of("target", "the length must be at least 1", value=target)
    return found


def channel(said: str) -> Target | None:
    """The limit of the channel that is named, if any."""
    for pattern, unit, most in CHANNELS:
        match = re.search(
            rf"(?<![\w]){pattern}(?!\w)" if not pattern.endswith("$") else pattern,
            said,
            re.IGNORECASE,
        )
        if match:
            if unit == "sms" and (parts := _SMS_PARTS.search(said)):
                most = counting.sms_room(int(parts[1]))
            return Target(unit, most, channel=match.group().strip())
    return None


_SMS_PARTS = re.compile(r"\b([1-9])\s+(?:sms|text messages|parts)", re.IGNORECASE)


def _figure(word: str) -> int:
    return _WORDED.get(word.lower()) or int(re.sub(r"\D", "", word) or 0)


def _counted(said: str) -> Target | None:
    between = _BETWEEN.search(said)
    if between and (
        between.group(2) or between.group(4) or between.group().lower().startswith("between")
    ):
        low, high = sorted((_figure(between.group(1)), _figure(between.group(3))))
        word = (between.group(4) or between.group(2) or "words").lower()
        return Target(_UNITS[word], high, low)
    plain = _PLAIN.search(said)
    if not plain:
        return None
    number, unit = _figure(plain.group(1)), _UNITS[plain.group(2).lower()]
    before = said[: plain.start()]
    if _UNDER.search(before):
        return Target(unit, number - 1)
    if _LEAST.search(before):
        return Target(unit, None, number, longer=True)
    if _ABOUT.search(before):
        return Target(unit, number, math.ceil(number * 0.8))
    return Target(unit, number)


_ABROAD: tuple[tuple[Unit, re.Pattern[str]], ...] = tuple(
    (
        row["unit"],
        re.compile(rf"(\d{{1,6}})\s*[个個]?\s*(?:{'|'.join(row['words'])})", re.IGNORECASE),
    )
    for row in table("lengths")["abroad"]
)
_UNDER_ABROAD = re.compile(rf"{either('lengths', 'under_abroad')}")
_LEAST_ABROAD = re.compile(rf"{either('lengths', 'least_abroad')}")


def _counted_abroad(said: str) -> Target | None:
    """A number of units as Japanese, Chinese, Korean, Arabic, Hebrew, Hindi, Thai and Russian say
    it: ``50文字以内``.
    """
    for unit, pattern in _ABROAD:
        if match := pattern.search(said):
            number = int(match.group(1))
            if _LEAST_ABROAD.search(said):
                return Target(unit, None, number, longer=True)
            return Target(unit, number - 1 if _UNDER_ABROAD.search(said) else number)
    return None


def _share(said: str, draft: str) -> Target | None:
    total = count_words(draft)
    unit: Unit = "characters" if re.search(r"(?i)charact|zeichen", said) or total < 2 else "words"
    total = length(draft, unit)
    percent = _PERCENT.search(said)
    share: float | None = None
    if percent:
        share = float(percent.group(1)) / 100
        if _BY.search(said) and not re.search(r"(?i)\bto\b|\bauf\b|\bof\b", said):
            share = 1 + share if _LONGER.search(said) else 1 - share
    else:
        share = next((value for pattern, value in _FRACTIONS if pattern.search(said)), None)
        if share is not None and re.search(r"(?i)\bby a (?:third|quarter)\b", said):
            share = 1 - share
    if share is None:
        return None
    if share > 1:
        return Target(unit, None, math.ceil(total * share), longer=True)
    return Target(unit, max(1, math.floor(total * share + 1e-9)))
