"""Lengths as people say them: "50 words", "half", "under 280 characters", "a tweet"."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from ...errors import ValidationError
from ..patterns import Patterns, Reading, signs
from ..segments import count_words, paragraphs, sentences
from ..tables import table
from . import counting

Unit = Literal[
    "words", "characters", "sentences", "paragraphs",
    "weighted", "utf16", "ads", "sms", "pixels", "title pixels",
]  # fmt: skip
#: Units of channels, and what people call them.
_NAMED: Mapping[str, str] = {
    "weighted": "characters as X counts them",
    "utf16": "characters (UTF-16)",
    "ads": "characters as Google Ads counts them",
    "sms": "characters of SMS",
    "pixels": "pixels",
    "title pixels": "pixels",
}

LENGTHS = Patterns("lengths")
_UNITS: Mapping[str, Unit] = table("lengths")["units"]
#: A length in the middle of a sentence, with what stands before it: "in at most 60 characters".
MEASURE = signs("lengths", "signs")["measure"]
_WORDED: Mapping[str, int] = table("lengths")["numbers"]

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
    an emoji alone is no sentence, and the units of channels as ``counting`` says.
    """
    if unit == "words":
        return count_words(text)
    if unit == "sentences":
        return sum(any(map(str.isalnum, text[a:b])) for a, b in sentences(text))
    return len(paragraphs(text)) if unit == "paragraphs" else _MEASURED[unit](text)


_MEASURED: Mapping[Unit, Callable[[str], int]] = {
    "characters": len,
    "weighted": counting.on_x,
    "utf16": counting.in_utf16,
    "ads": counting.in_ads,
    "sms": counting.in_sms,
    "pixels": lambda text: counting.in_pixels(text, counting.DESCRIPTION_SIZE),
    "title pixels": lambda text: counting.in_pixels(text, counting.TITLE_SIZE),
}


def parse(target: str, draft: str) -> Target:
    """The length that ``target`` asks for, of this draft. Raises ``errors.ValidationError`` when it
    names none.
    """
    said = " ".join(target[:400].split())
    readings = (MADE[length.makes](length, draft) for length in LENGTHS.read("length", said))
    found = next((target for target in readings if target is not None), None)
    if found is None:
        raise ValidationError.of(
            "target", f"no length in it; understood are {UNDERSTOOD}", value=target
        )
    if found.most is not None and found.most < 1:
        raise ValidationError.of("target", "the length must be at least 1", value=target)
    return found


def channel(said: str) -> Target | None:
    """The limit of the channel that is named, if any: as the channels publish them."""
    found = next(LENGTHS.read("channel", said), None)
    if found is None:
        return None
    most, unit = int(found["most"]), cast(Unit, found.makes)
    parts = next(LENGTHS.read("parts", said), None)
    if unit == "sms" and parts:
        most = counting.sms_room(int(parts["parts"]))
    return Target(unit, most, channel=found["channel"].strip())


def _figure(word: str) -> int:
    return _WORDED.get(word.lower()) or int(re.sub(r"\D", "", word) or 0)


def _abroad(length: Reading, draft: str) -> Target:
    """A number of units as Japanese, Chinese, Korean, Arabic, Hebrew, Hindi, Thai and Russian say
    it: ``50文字以内``.
    """
    return _bounded(length, cast(Unit, length["unit"]), _bound("bound abroad", length.said))


def _counted(length: Reading, draft: str) -> Target:
    bound = _bound("bound behind", length["after"]) or _bound("bound", length["before"])
    return _bounded(length, _UNITS[length["unit"].lower()], bound)


def _bound(where: str, said: str) -> str:
    """The side of a figure that the words say; empty where they say none."""
    return next((bound.makes for bound in LENGTHS.read(where, said)), "")


def _bounded(length: Reading, unit: Unit, bound: str) -> Target:
    """The number of units, on that side of it."""
    number = _figure(length["number"])
    if bound == "under":
        return Target(unit, number - 1)
    if bound == "least":
        return Target(unit, None, number, longer=True)
    return Target(unit, number, math.ceil(number * 0.8) if bound == "about" else None)


def _between(length: Reading, draft: str) -> Target | None:
    unit = length["unit"] or length["unit_of_low"]
    if not (unit or length["between"]):
        return None
    low, high = sorted((_figure(length["low"]), _figure(length["high"])))
    return Target(_UNITS[(unit or "words").lower()], high, low)


def _percent(length: Reading, draft: str) -> Target:
    share = float(length["percent"]) / 100
    said = _shares(length)
    goes = "percent that goes" in said
    if goes:
        share = 1 + share if "longer" in said else 1 - share
    return _of_all(share, draft, said, least=_least(length, goes=goes))


def _least(length: Reading, *, goes: bool) -> bool:
    """Whether a share is the least that stays: "at least half", "cut no more than 20 %"."""
    return _bound("bound", length.said) == ("most" if goes else "least")


def _fraction(length: Reading, draft: str) -> Target:
    share = int(length["take"]) / int(length["of"])
    said = _shares(length)
    goes = "fraction that goes" in said
    return _of_all(1 - share if goes else share, draft, said, least=_least(length, goes=goes))


def _shares(length: Reading) -> set[str]:
    return {reading.makes for reading in LENGTHS.read("share", length.said)}


def _of_all(share: float, draft: str, said: set[str], *, least: bool = False) -> Target:
    """A share of a draft in words; of one that can't be counted so, in characters."""
    unit: Unit = "characters" if "of characters" in said or count_words(draft) < 2 else "words"
    total = length(draft, unit)
    if share > 1 or least:
        return Target(unit, None, math.ceil(total * share), longer=True)
    return Target(unit, max(1, math.floor(total * share + 1e-9)))


def _longer(length: Reading, draft: str) -> Target:
    return Target("words", None, count_words(draft) + 1, longer=True)


def _shorter(length: Reading, draft: str) -> Target:
    return Target("words", max(1, math.floor(count_words(draft) * 0.7)))


#: The length that a form of the table asks for.
MADE: Mapping[str, Callable[[Reading, str], Target | None]] = {
    "abroad": _abroad,
    "between": _between,
    "counted": _counted,
    "percent": _percent,
    "fraction": _fraction,
    "channel": lambda length, draft: channel(length.said),
    "words": lambda length, draft: Target("words", int(length["number"])),
    "longer": _longer,
    "shorter": _shorter,
}
