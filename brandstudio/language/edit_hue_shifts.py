"""What forms make of a hue that is to lean to another, or away from one: "less yellow in the greens", "reds more
orange", "Rottöne ins Orange schieben".

Away from its neighbour on one side a hue leans towards that on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from .colour_names import HUES
from .edit_made import Made, toned
from .forms import Reading

_RING = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")
#: Hues farther from each other than this have nothing of one another.
_MOST_APART = 125.0


#: Names without bounds of their own, by the one that they lie in.
_LIES_IN = {
    "cyan": "teal",
    "turquoise": "teal",
    "aqua": "teal",
    "magenta": "pink",
    "violet": "purple",
}


def _middle(name: str) -> float | None:
    name = _LIES_IN.get(name, name)
    if name not in HUES:
        return None
    first, last = HUES[name]
    return (first + ((last - first) % 360) / 2) % 360


def _turn(one: float, other: float) -> float:
    """How far one hue is from another, by the shorter way, in degrees with its sign."""
    return (other - one + 180) % 360 - 180


def _hued(reading: Reading) -> str:
    """The one hue that is to lean; "" for none, or several."""
    named = [r.removeprefix("colour-") for r in reading.regions if r.startswith("colour-")]
    return named[0] if len(named) == 1 else ""


def _other(reading: Reading) -> str:
    core = reading.first("colour")
    return "" if core is None else str(core.get("value"))


def hue_to(reading: Reading) -> Made | None:
    """ "Reds more orange": a neighbour is leant to; another colour is painted over."""
    here, there = _middle(_hued(reading)), _middle(_other(reading))
    if here is None or there is None or _hued(reading) == _other(reading):
        return None
    if abs(_turn(here, there)) > _MOST_APART or reading.figure is not None:
        return None
    return toned(reading, "colour", 1, _other(reading))


def hue_from(reading: Reading) -> Made | None:
    """ "Less yellow in the greens": they lean to what is on their other side."""
    here, there = _middle(_hued(reading)), _middle(_other(reading))
    if here is None or there is None or _hued(reading) == _other(reading):
        return None
    away = _turn(here, there)
    if abs(away) > _MOST_APART or reading.figure is not None:
        return None
    beyond = [
        (abs(turn), name)
        for name in _RING
        if (middle := _middle(name)) is not None
        and (turn := _turn(here, middle)) * away < 0
        and abs(turn) > _NEAR
    ]
    return toned(reading, "colour", 1, min(beyond)[1]) if beyond else None


#: A name so near a hue is that hue.
_NEAR = 14.0
SHIFTS: Mapping[str, Callable[[Reading], Made | None]] = MappingProxyType(
    {"hue-to": hue_to, "hue-from": hue_from}
)

__all__ = ["SHIFTS"]
