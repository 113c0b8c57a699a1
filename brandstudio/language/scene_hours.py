"""The hour of a scene by its words, and the colours that are its light's and not its own."""

from __future__ import annotations

import re
from typing import cast

from .colour_things import without_night_blues
from .scene_choice import UNDER_THE_SKY
from .scene_plan import Family, TimeOfDay
from .tables import either, lists_of, table
from .words import blanked, contains, find, weigh

_BLUE_SKY = re.compile(rf"\b(?:{either('scenes', 'blue_sky')})(?![^\W_])")
_GOLDEN_HOUR = re.compile(rf"\b(?:{either('scenes', 'golden_hour')})\b")
_GOLDEN_LIGHT = re.compile(rf"\b(?:{either('scenes', 'golden_light')})\b")
_NO_COLOUR = re.compile(rf"\b(?:{either('scenes', 'no_colour')})\b")


def is_blue_above(rest: str) -> bool:
    """Whether a text asks for a blue sky."""
    return bool(_BLUE_SKY.search(rest))


def is_golden(rest: str) -> bool:
    """Whether a text asks for golden light."""
    return bool(_GOLDEN_LIGHT.search(rest) or _GOLDEN_HOUR.search(rest))


def hour(rest: str) -> TimeOfDay | None:
    """The hour that a text names."""
    times = weigh(without_night_blues(rest), lists_of("times"))
    return cast(TimeOfDay, max(times, key=lambda t: times[t])) if times else None


def hour_of_its_things(rest: str, family: Family) -> TimeOfDay | None:
    """The hour that a scene under the sky has for what is seen in it: stars, or a blue sky."""
    if family not in UNDER_THE_SKY:
        return None
    if contains(rest, (*lists_of("motifs")["stars"], *table("scenes")["lit_at_night"])):
        return "night"
    if _BLUE_SKY.search(rest):
        return "day"
    return "dusk" if _GOLDEN_LIGHT.search(rest) else None


def hueless(rest: str, family: Family) -> str:
    """The text without the words of a colour that ask for none of it."""
    hours = _NO_COLOUR.sub(" ", _GOLDEN_HOUR.sub(" ", rest))
    if family == "field":
        hours = blanked(hours, find(hours, lists_of("families")["field"]))  # lavender has its own
    if family not in (*UNDER_THE_SKY, "forest"):
        return hours
    return _GOLDEN_LIGHT.sub(" ", _BLUE_SKY.sub(" ", hours))
