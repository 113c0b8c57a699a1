"""Whether two versions of one banner would look like the same one."""

from __future__ import annotations

import math
from typing import Final

from brandstudio.models.designs import DesignSpec, PanelLayer, PhotoLayer, TextLayer
from brandstudio.pixels import colour
from brandstudio.render.geometry import Rect, union

#: Of what two photos' boxes, two fields or two versions' bare words take together so much is common to both where
#: they stand in the same place. On one field a headline in another line more is no other look.
_SAME_BOX: Final = 0.8
_SAME_WORDS: Final = 0.55
#: Two fields no further apart (OKLab) are one colour to a viewer.
_SAME_COLOUR: Final = 0.05


def alike(one: DesignSpec, other: DesignSpec) -> bool:
    """True of two banners of one size whose photo and words stand in the same places, on fields of one
    colour: who asked for versions got one of them twice.
    """
    if (one.width, one.height) != (other.width, other.height):
        return False
    words = _words(one), _words(other)
    photos = _photo(one), _photo(other)
    if words[0] is None or words[1] is None or (photos[0] is None) is not (photos[1] is None):
        return False
    if photos[0] and photos[1] and _common(photos[0], photos[1]) < _SAME_BOX:
        return False
    fields = _field(one, words[0]), _field(other, words[1])
    if fields[0] is None or fields[1] is None:
        return fields[0] is fields[1] and _common(words[0], words[1]) >= _SAME_WORDS
    if _common(Rect(*fields[0].box), Rect(*fields[1].box)) < _SAME_BOX:
        return False
    inks = fields[0].colour, fields[1].colour
    return math.dist(*map(colour.hex_to_oklab, inks)) < _SAME_COLOUR


def _words(spec: DesignSpec) -> Rect | None:
    boxes = [Rect(*layer.box) for layer in spec.layers if isinstance(layer, TextLayer)]
    return union(boxes) if boxes else None


def _photo(spec: DesignSpec) -> Rect | None:
    return next((Rect(*x.box) for x in spec.layers if isinstance(x, PhotoLayer)), None)


def _field(spec: DesignSpec, words: Rect) -> PanelLayer | None:
    """What the words stand on; None on the photo itself."""
    panels = [
        layer
        for layer in spec.layers
        if isinstance(layer, PanelLayer) and Rect(*layer.box).holds(words, 2.0)
    ]
    return panels[-1] if panels else None


def _common(one: Rect, other: Rect) -> float:
    """What two boxes have in common, of what they take together."""
    common = one.common(other).area
    return common / max(one.area + other.area - common, 1.0)
