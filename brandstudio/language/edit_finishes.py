"""What forms make of finishes ("vintage"), and of warm or cold tones beside them."""

from __future__ import annotations

from .colour_names import NEUTRAL
from .edit_amounts import size_of
from .edit_made import Made, target, toned
from .edit_values import Edit
from .forms import Reading
from .senses import Sense


def tone(reading: Reading) -> Made | None:
    """Warm or cold tones: of light or strength a tone says too little."""
    core = reading.first("quality") or reading.first("change")
    if core is None or core.get("kind") != "temperature":
        return None
    return toned(reading, "temperature", core.get("sign"))


def look(reading: Reading) -> Made | None:
    core, place, size = _finish(reading), target(reading), size_of(reading)
    if core is None or place is None or size is None:
        return None
    exact = None
    if reading.figure is not None:
        exact = float(reading.figure.get("number"))
        if reading.figure.part in ("signed", "points") or not 0 < exact <= 1:
            return None
    return Made((Edit("look", size, core.get("value"), place.target, exact, place.without),))


def look_and_tone(reading: Reading) -> Made | None:
    """ "A warm retro look": the finish, and warmer or cooler."""
    finish, warmth = look(reading), tone(reading)
    if finish is None or warmth is None or reading.figure is not None:
        return None
    return Made((*finish.edits, *warmth.edits))


def look_and_colour(reading: Reading) -> Made | None:
    """ "Moody teal": the finish, and its tone."""
    finish, ink = look(reading), reading.first("colour")
    if finish is None or ink is None or ink.get("value") == "brand" or reading.regions:
        return None
    if reading.figure is not None or str(ink.get("value")) in NEUTRAL:
        return None
    return Made((*finish.edits, Edit("colour", finish.edits[0].amount, str(ink.get("value")))))


def _finish(reading: Reading) -> Sense | None:
    """The finish that is named; of film and the seventies it is the older one."""
    named = [s for s in reading.core if s.part == "look"]
    kinds = {s.get("value") for s in named}
    if len(kinds) > 1 and kinds != {"film", "vintage"}:
        return None
    return next((s for s in named if s.get("value") == "vintage"), next(iter(named), None))


__all__ = ["look", "look_and_colour", "look_and_tone", "tone"]
