"""What a clause asks for, as every maker gives it, and the edit of a tone that several of them make."""

from __future__ import annotations

from dataclasses import dataclass

from .edit_amounts import measured, size_of
from .edit_places import Place, fits, place_of
from .edit_values import Ban, Edit
from .forms import Reading


@dataclass(frozen=True, slots=True)
class Made:
    """What a clause asks for. ``softens`` marks what steps back from an edit before it ("but not
    too warm").
    """

    edits: tuple[Edit, ...] = ()
    bans: tuple[Ban, ...] = ()
    keeps: tuple[str, ...] = ()
    softens: bool = False
    #: The parts that were spoken of, where they are not those of the edits.
    named: tuple[str, ...] | None = None
    #: The only place where anything may change.
    scope: Place | None = None


#: What light has none of: "boost the exposure" saturates nothing.
_NOT_OF_LIGHT = frozenset({"saturation", "soften", "sharpen", "clarity"})


def target(reading: Reading) -> Place | None:
    """The place that is meant; None when its parts make none, or none that can be found."""
    return place_of(reading.placing)


def toned(
    reading: Reading, kind: str, sign: float, value: str = "", *, directed: bool = True
) -> Made | None:
    """An edit of light, colour or detail with its sign, size and part."""
    place, size = target(reading), size_of(reading)
    if place is None or size is None or not fits(kind, place):
        return None
    if "light" in reading.regions and kind in _NOT_OF_LIGHT:
        return None
    found = measured(reading, kind, sign, directed)
    if found is None:
        return None
    turned, exact = found
    if exact is None and (kind, turned) == ("saturation", -1) and _by_half(reading):
        exact = 0.5
    amount = turned * size * (reading.form.scale if exact is None else 1.0)
    return Made((Edit(kind, amount, value, place.target, exact, place.without),))  # type: ignore[arg-type]


def _by_half(reading: Reading) -> bool:
    """ "Desaturate it halfway" takes half of the colour."""
    return any(s.get("half") for s in reading.slots.get("amount", ()))


def stops(reading: Reading) -> Made | None:
    """Exposure in stops, by the way that is said alone: "down half a stop", "-1 EV"."""
    if reading.figure is None or reading.figure.get("unit") != "stops":
        return None
    return toned(reading, "brightness", reading.form.sign, directed=reading.form.needs != "signed")
