"""A part of the frame that goes, or that alone stays: "oberes Drittel weg", "crop to the right half",
"solo la mitad derecha".

A half, a third, a quarter or a figure tells how much; a bare side does only with a word for a piece
("cut a bit off the right").
"""

from __future__ import annotations

from collections.abc import Sequence

from .edit_amounts import size_of
from .edit_made import Made
from .edit_values import Edit, is_side
from .forms import Reading
from .senses import Token

_OTHER = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
#: What may stand beside the part that alone stays.
_BESIDE = frozenset({"filler", "pronoun", "only", "keep", "region", "make"})


def cut_off(reading: Reading) -> Made | None:
    """A side of the frame less by a share, or by a piece."""
    found = _one_stretch(reading)
    if found is None:
        return None
    side, share = found
    size = size_of(reading)
    if size is None:
        return None
    if share:
        plain = "amount" not in reading.slots
        return Made((Edit("crop", 1.0, side, exact=share),)) if plain and share < 1 else None
    pieces = reading.slots.get("amount", ())
    edge = any(str(s.get("value")).endswith("-edge") for s in reading.slots["region"])
    if not edge and not (pieces and size < 1):
        return None
    return Made((Edit("crop", size, side),))


def crop_to(reading: Reading) -> Made | None:
    """A crop to a half, a third or a quarter: what lies beyond it goes."""
    found = _one_stretch(reading)
    if found is None or not 0 < found[1] < 1 or "amount" in reading.slots:
        return None
    side, share = found
    return Made((Edit("crop", 1.0, _OTHER[side], exact=1 - share),))


def _one_stretch(reading: Reading) -> tuple[str, float] | None:
    """The one side that is named, and the share of the frame that is; 0 for none."""
    named = reading.slots.get("region", ())
    if len(named) != 1 or not is_side(str(named[0].get("value"))):
        return None
    value = str(named[0].get("value"))
    if "&" in value:
        return None
    share = _share_of(value, half=bool(named[0].get("half")))
    figure = reading.figure
    if figure is None:
        return value.partition("-")[0], share
    if share or figure.part not in ("percent", "share") or figure.get("unit"):
        return None
    return value.partition("-")[0], float(figure.get("number"))


def _share_of(value: str, *, half: bool) -> float:
    stretch = value.partition("-")[2]
    if stretch.isdigit():
        return int(stretch) / 100
    return 1 / 3 if stretch == "third" else 0.5 if half else 0.0


def only_part(clause: Sequence[Token]) -> Edit | None:
    """The crop that a clause is where it names one part that stays and nothing else ("only the right
    half", "quédate con la mitad derecha"); None where it is none. Beside another edit it tells where that
    is done, or what it leaves alone.
    """
    regions = [s for t in clause for s in t.senses if s.part == "region"]
    named = [s for s in regions if is_side(s.get("value"))]
    stays = any(t.has("only") or t.has("keep") for t in clause)
    plain = all(any(s.part in _BESIDE for s in t.senses) for t in clause)
    only = any(t.has("only") for t in clause)
    if only and plain and [s.get("value") for s in regions] == ["faces"]:
        return Edit("crop", 1.0, "", "faces")
    if len(named) != 1 or not stays or not plain or "&" in named[0].get("value"):
        return None
    share = _share_of(named[0].get("value"), half=bool(named[0].get("half")))
    if not share:
        return None
    side = str(named[0].get("value")).partition("-")[0]
    return Edit("crop", 1.0, _OTHER[side], exact=1 - share)


__all__ = ["crop_to", "cut_off", "only_part"]
