"""Where a photo melts into the field of words beside it: whether it may, and what joins the two."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from brandstudio.models.designs import PanelLayer, PhotoLayer, ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import pictures
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.aside import melted
from brandstudio.render.layout.crop import judged
from brandstudio.render.layout.draft import Draft

Oklab = tuple[float, float, float]

#: A field of a colour that is farther from the photo's looks like fog on it (OKLab).
_FAR: Final = 0.2
#: From this share of a subject on in the part that melts it would dissolve.
_DISSOLVED: Final = 0.04


def melting(arrangement: Arrangement, fill: str) -> ScrimLayer:
    """What lets a photo go over into the colour of the field next to it."""
    box, field = melted(arrangement), arrangement.ground
    assert field is not None
    if box.width >= arrangement.photo.width - 1:
        angle = 270 if field.y > arrangement.photo.y else 90
    else:
        angle = 0 if field.x < arrangement.photo.x else 180
    return ScrimLayer(
        box=box, colour=fill, angle=angle, opacity_start=1.0, opacity_end=0.0, purpose="joint"
    )


def may_melt(draft: Draft, field: PanelLayer) -> bool:
    """True of a photo that goes over into the field beside it without fog and without taking its
    subject with it.
    """
    own, place, attention = melting_part(draft), draft.place, draft.setting.attention
    if own is None or far(own, field.colour) > _FAR:
        return False
    if attention is None or place.crop is None:
        return True
    arrangement = place.arrangement
    inside = judged(attention, arrangement.photo, (melted(arrangement),), place.crop.box)
    return inside.covered <= _DISSOLVED and not inside.faces_covered


def far(own: Oklab, fill: str) -> float:
    """How far a colour is from one of a photo (OKLab)."""
    ground = colour.u8_to_oklab(np.array([[colour.parse_hex(fill)]], np.uint8)).ravel()
    return math.dist(own, [float(v) for v in ground])


def melting_part(draft: Draft) -> Oklab | None:
    """The mean colour (OKLab) of the part of the photo that melts; None where none does."""
    arrangement = draft.place.arrangement
    layer = next(iter(draft.layers), None)
    if arrangement.joint != "melt" or not isinstance(layer, PhotoLayer):
        return None
    photo, box = pictures.photo(layer, draft.setting.assets), arrangement.photo
    part = melted(arrangement).moved(-box.x, -box.y).pixels(*photo.size)
    pixels = np.asarray(photo.crop(part)).reshape(-1, 3)
    some = pixels[:: max(1, pixels.shape[0] // 2048)]
    light, a, b = (float(v) for v in colour.u8_to_oklab(some).reshape(-1, 3).mean(axis=0))
    return light, a, b
