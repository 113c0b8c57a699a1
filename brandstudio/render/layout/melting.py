"""Where a photo melts into the field of words beside it: the field's colour, and what joins the two."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from brandstudio.models.designs import PanelLayer, PhotoLayer, ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import pictures
from brandstudio.render.layout import colours, logos
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.aside import melted
from brandstudio.render.layout.draft import Draft

#: Below this chroma a photo has no hue that a field could take on (OKLab).
_GREYISH: Final = 0.012
#: Up to this lightness a photo may go over into a deep tone, from this one on into a pale one.
_DARK, _LIGHT = 0.72, 0.5
#: A field of a colour that is farther from the photo's looks like fog on it (OKLab).
_FAR: Final = 0.27


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


def tone_of_photo(draft: Draft) -> str | None:
    """A deep or a pale tone of the photo's own hue, for a field that the photo melts into: the
    first that is not far from it and on which words and logo read; None where none is.
    """
    setting = draft.setting
    own = _melting_part(draft)
    if own is None:
        return None
    light, a, b = own
    chroma, hue = math.hypot(a, b), round(math.degrees(math.atan2(b, a)) % 360)
    if chroma < _GREYISH:
        return None
    deep = colours.tone(0.24, round(min(0.8 * chroma, 0.055), 3), hue)
    pale = colours.tone(0.955, round(min(0.45 * chroma, 0.026), 3), hue)
    fills = [fill for fill, near in ((deep, light < _DARK), (pale, light > _LIGHT)) if near]
    look, files, needed = setting.brief.look, setting.brief.logos, setting.limits.contrast
    for fill in fills:
        bears = colours.readable_ground(fill, look, needed)[0] == fill
        if bears and (not files or logos.reads_on(files, fill, look, setting.assets)):
            return fill
    return None


def foggy(draft: Draft) -> bool:
    """True of a photo that melts into a colour far from its own."""
    own = _melting_part(draft)
    field = next((x for x in draft.layers if isinstance(x, PanelLayer)), None)
    if own is None or field is None or field.colour == tone_of_photo(draft):
        return False
    ground = colour.u8_to_oklab(np.array([[colour.parse_hex(field.colour)]], np.uint8)).ravel()
    return math.dist(own, [float(v) for v in ground]) > _FAR


def _melting_part(draft: Draft) -> tuple[float, float, float] | None:
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
