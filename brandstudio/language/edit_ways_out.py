"""What can be said instead of a wish that was understood and can't be carried out on its picture."""

from __future__ import annotations

from collections.abc import Sequence

from .edit_found import value_of
from .edit_values import Edit, Parsed, is_side, spoken

_OUTLINE = (
    'Light and colour can be changed without an outline: of the whole picture, a side ("the left half") or a colour '
    '("the reds").'
)
#: Of what could not be told by its colour a colour is no way out.
_UNTOLD = (
    'Light and colour can be changed without it: of the whole picture, or a side ("the left half").'
)
_BY_ITSELF = 'Named without its colour ("the {}") it is looked for as a thing of its own.'
_SHARPNESS = (
    "Sharpness can be changed without an outline: of the whole picture, or a side "
    '("blur the left half").'
)
_OF_SHARPNESS = ("blur", "soften", "sharpen", "clarity", "tilt_shift", "denoise")
_SCENERY = 'What has a colour of its own is found by that ("the blues"), or a side by its name ("the lower half").'
_ALIKE = "told from the hues beside them"
_SCENE = ("sky", "water", "plants", "clothes", "hair", "skin")
_OF_A_FRAME = ("crop", "straighten", "rotate", "flip", "space", "border", "rounded")


def way_out(parsed: Parsed, why: str = "") -> str:
    """One other way to say what failed, by what its places needed; "" where the reason itself says it. A colour that was
    not told from those beside it is no other way.
    """
    edits = [e for e in parsed.edits if e.kind not in _OF_A_FRAME]
    hue = next((hue for e in edits if e.thing and (hue := _hue_of(e))), "")
    if hue and _ALIKE in why:
        noun = next(e.thing for e in edits if e.thing and _hue_of(e))
        return _BY_ITSELF.format(noun) if value_of(noun) else _UNTOLD
    if hue:
        return f'To change all of that colour, say "the {spoken(hue)}".'
    if any(e.kind in ("cutout", "background_colour") for e in edits):
        return ""
    parts = set(_parts(edits))
    if edits and all(e.kind in _OF_SHARPNESS for e in edits):
        return _SHARPNESS
    if edits and (parsed.presumed or parts & {"subject", "background"}):
        return _OUTLINE
    return _SCENERY if parts & set(_SCENE) or any(p.startswith("thing") for p in parts) else ""


def _parts(edits: Sequence[Edit]) -> list[str]:
    places = (place for e in edits for place in (e.target, *e.without))
    return [part for place in places for part in place.split("&") if not is_side(part)]


def _hue_of(edit: Edit) -> str:
    return next((part for part in _parts([edit]) if part.startswith("colour-")), "")


__all__ = ["way_out"]
