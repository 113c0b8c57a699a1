"""Where a photo melts into the field of words beside it: in which colour, and what joins the two."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from brandstudio.models.designs import PhotoLayer, ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import pictures
from brandstudio.render.layout import colours, logos
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.aside import melted
from brandstudio.render.layout.draft import Draft

Oklab = tuple[float, float, float]

#: A pale field that is farther from the photo than this looks like fog on it (OKLab), and from this
#: lightness on a photo melts into a pale one.
_FAR: Final = 0.2
_PALE: Final = 0.72
#: A dark field may be so light (OKLab) and takes a photo that is no lighter than this: on a lighter one
#: it looks like soot.
_DEEP: Final = 0.36
_DARKENED: Final = 0.55
#: On a photo lighter than this no field is worth a plate behind the logo.
_DUSK: Final = 0.5
#: From this chroma on the photo's, or the brand's, dark has a hue.
_HUE: Final = 0.012
#: And from this one on a pale one is vivid.
_VIVID: Final = 0.06
#: A pale one whose hue and chroma are farther from the photo's than this stains it (OKLab).
_STAIN: Final = 0.08


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


def melting_fill(draft: Draft, chosen: str | None) -> str | None:
    """The colour that the photo goes over into: a dark of the brand's, or of the photo's own hue; of a
    light photo the pale one of both that is nearest. None where each would look like fog or soot on it,
    or the logo would need a plate on a photo that is not dark. ``chosen`` is a person's.
    """
    own = beside_field(draft)
    if own is None or _DARKENED < own[0] < _PALE:
        return None
    setting = draft.setting
    look, files, needed = setting.brief.look, setting.brief.logos, setting.limits.contrast
    named = (*look.all_colours, look.role("background"), look.role("surface"), look.role("text"))
    wanted = [chosen] if chosen is not None else dict.fromkeys(named)
    bearing = [c for c in wanted if colours.text_on(c, look, needed) is not None]
    fitting = sorted((c for c in bearing if _suits(own, c)), key=lambda c: _liking(own, c))
    if chosen is None:
        # The brand's dark before the photo's own, unless it is a grey.
        tone = colours.readable_ground(_own_tone(own), look, needed)[0]
        before = own[0] < _PALE or math.hypot(*own[1:]) < _VIVID
        fitting = [c for c in fitting if before and _has_hue(c)] + [tone] + fitting
    reads = (c for c in fitting if not files or logos.reads_on(files, c, look, setting.assets))
    found = next(reads, None)
    tabbed = own[0] <= _DUSK and not draft.nudges.for_logo
    return next(iter(fitting), None) if found is None and tabbed else found


def _suits(own: Oklab, fill: str) -> bool:
    light = _oklab(fill)[0]
    if own[0] >= _PALE:
        stain = math.dist(own[1:], _oklab(fill)[1:])
        return light >= _PALE and stain <= _STAIN and math.dist(own, _oklab(fill)) <= _FAR
    return light <= _DEEP


def _liking(own: Oklab, fill: str) -> float:
    """How little a colour is liked: by how far it is from the photo's, of darks their lightness apart."""
    ground = _oklab(fill)
    return math.dist(own, ground) if own[0] >= _PALE else math.dist(own[1:], ground[1:])


def _own_tone(own: Oklab) -> str:
    """The photo's own dark, or its own pale."""
    chroma = math.hypot(*own[1:])
    hue = round(math.degrees(math.atan2(own[2], own[1])) % 360)
    if own[0] >= _PALE:
        # A vivid wall goes on as it is, a grey one as paper.
        light = own[0] if chroma >= _VIVID else max(own[0], 0.9)
        return colours.tone(round(light, 2), round(chroma, 3), hue)
    return colours.tone(0.2, round(min(0.8 * chroma, 0.06), 2), hue)


def _has_hue(fill: str) -> bool:
    return math.hypot(*_oklab(fill)[1:]) >= _HUE


def _oklab(fill: str) -> Oklab:
    light, a, b = colour.u8_to_oklab(np.array([[colour.parse_hex(fill)]], np.uint8)).ravel()
    return float(light), float(a), float(b)


def near(own: Oklab, fill: str) -> float:
    """How far a colour is from one of a photo (OKLab)."""
    return math.dist(own, _oklab(fill))


def beside_field(draft: Draft) -> Oklab | None:
    """The mean colour (OKLab) of the part of a photo next to the field of words that left it; None where
    none did.
    """
    arrangement = draft.place.arrangement
    layer = next((x for x in draft.layers if isinstance(x, PhotoLayer)), None)
    if arrangement.joint not in ("melt", "edge") or layer is None:
        return None
    photo, box = pictures.photo(layer, draft.setting.assets), arrangement.photo
    part = melted(arrangement).moved(-box.x, -box.y).pixels(*photo.size)
    pixels = np.asarray(photo.crop(part)).reshape(-1, 3)
    some = pixels[:: max(1, pixels.shape[0] // 2048)]
    light, a, b = (float(v) for v in colour.u8_to_oklab(some).reshape(-1, 3).mean(axis=0))
    return light, a, b
