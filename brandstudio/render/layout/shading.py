"""A photo shaded from the side that its words stand at: all of it is seen, under a dark of the brand's that
is densest at the banner's edge and gone before the other one.
"""

from __future__ import annotations

import math
from typing import Final

from brandstudio.models.designs import ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import contrast, veils
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import colours, scrims
from brandstudio.render.layout.backing import Backing, texture
from brandstudio.render.layout.behind import Behind

#: How dense a shade is at its edge and over which part of the words' reach it is whole, the lightest first:
#: the first under which words are at rest is laid. One that is whole under all words bears bright specks at
#: their ends with less than one that is dense at the edge alone: most of the photo is seen through it.
_SHADES: Final = ((0.72, 0.42), (0.64, 0.95), (0.72, 0.95), (0.82, 0.8), (0.92, 0.62))
#: How far it eases out beyond them, of the side.
_BEYOND: Final = 0.36
#: The texture (see `backing.texture`) that words are at rest on.
_AT_REST: Final = 0.012
#: From this share of a banner on a bright band above or below the words is kept out of a shade; how far the
#: band is from them, and over how much the shade eases out to it, of the banner's mean side.
_BRIGHT: Final = 0.02
_APART: Final = 0.06
_EASE: Final = 0.14
#: And how dark a photo is beside the words (mean grey) where such a field is none that is seen.
_DIM: Final = 80.0
#: Words wider than this part of the banner are shaded from above or below.
_ACROSS: Final = 0.62
#: A dark that a brand names is laid on where it is no lighter than this and no farther in hue and chroma from the
#: photo's own (OKLab).
_DARK: Final = 0.32
_NEAR: Final = 0.07


def shaded(behind: Behind, denser: float = 0.0) -> Backing | None:
    """The lightest shade under which light words are readable and at rest, of those that are ``denser``; None where
    none is.
    """
    text = behind.text or colours.light_text(behind.look)
    target = behind.required * contrast.MARGIN
    for density, whole in _SHADES:
        if density <= denser:
            continue
        layer = _off_the_bright(behind, _shade(behind, density, whole, _fill(behind, text)))
        canvas = behind.canvas.copy()
        veils.paint(canvas, layer)
        calm = texture(canvas, behind.words) <= _AT_REST or (density, whole) == _SHADES[-1]
        if calm and contrast.reaches(behind.measured(canvas), text, target):
            return Backing(
                text,
                scrim=layer,
                repair="scrim",
                shade=True,
                texture=texture(canvas, behind.words),
                planned=layer,
            )
    return None


def is_shade(layer: ScrimLayer | None) -> bool:
    """True of a scrim that is such a shade: as dense as one and gone before the other side."""
    if layer is None or layer.shape != "linear" or layer.lights is not None:
        return False
    return layer.opacity_start >= _SHADES[0][0] and layer.opacity_end == 0


def _shade(behind: Behind, density: float, whole: float, fill: str) -> ScrimLayer:
    """The shade itself, from the side that is nearer to the words."""
    words, frame = behind.words, behind.frame
    sideways, begins, reach = _side(words, frame)
    low, high = (frame.x, frame.right) if sideways else (frame.y, frame.bottom)
    side = high - low
    full = min(reach + _BEYOND * side, side)
    angle = (0 if begins else 180) if sideways else (90 if begins else 270)
    start = low if begins else high - full
    box = (
        Rect(start, frame.y, full, frame.height)
        if sideways
        else Rect(frame.x, start, frame.width, full)
    )
    return ScrimLayer(
        box=box.common(frame).snapped(),
        colour=fill,
        angle=angle,
        opacity_start=density,
        opacity_end=0.0,
        hold=whole * reach / full,
    )


def _off_the_bright(behind: Behind, shade: ScrimLayer) -> ScrimLayer:
    """The shade as a field that eases out above the words, or below them, where it would lie on a bright sky
    there: a sun in the dark is a grey one. As it is where there is none, or where the words stand in it.
    """
    words, frame, box = behind.words, behind.frame, Rect(*shade.box)
    if box.height < frame.height - 1 or box.width > frame.width - 1:
        return shade  # from above or below it lies on all of that side
    apart = _APART * behind.space.mean
    above = Rect(box.x, frame.y, box.width, words.y - apart - frame.y)
    below = Rect(box.x, words.bottom + apart, box.width, frame.bottom - words.bottom - apart)
    bright = [_dulled(behind, band) for band in (above, below)]
    if max(bright) < _BRIGHT:
        return shade
    feather = round(_EASE * behind.space.mean)
    ends = Rect(box.x, words.y, box.width, words.height)  # where it eases out beside the words, too
    if _dulled(behind, ends) > _BRIGHT or _light(behind, ends) > _DIM:
        return shade  # in the light it would be a stain
    top = words.y - apart / 4 if bright[0] >= _BRIGHT else frame.y - feather
    foot = words.bottom + apart / 4 if bright[1] >= _BRIGHT else frame.bottom + feather
    at_left = box.x - frame.x < 1
    left = frame.x - feather if at_left else words.x
    right = words.right if at_left else frame.right + feather
    core = Rect(left, top, right - left, foot - top).snapped()
    return scrims.soft(core, feather, shade.colour, shade.opacity_start)


def _dulled(behind: Behind, band: Rect) -> float:
    """How much of a banner is a bright part of a band that the dark would grey."""
    if band.width <= 0 or band.height <= 0:
        return 0.0
    x0, y0, x1, y1 = behind.reduced(band)
    return float(behind.dulls[y0:y1, x0:x1].sum()) / max(behind.dulls.size, 1)


def _light(behind: Behind, part: Rect) -> float:
    """The mean grey of a part of the photo (0 to 255)."""
    x0, y0, x1, y1 = behind.reduced(part.common(behind.frame))
    return float(behind.grey[y0:y1, x0:x1].mean()) if x1 > x0 and y1 > y0 else 255.0


def _side(words: Rect, frame: Rect) -> tuple[bool, bool, float]:
    """The side of a photo that words on it are shaded from: whether across, whether from its left or top,
    and how far the words reach from there (px).
    """
    across = frame.width > 1.1 * frame.height and words.width <= _ACROSS * frame.width
    first, last, low, high = (
        (words.x, words.right, frame.x, frame.right)
        if across
        else (words.y, words.bottom, frame.y, frame.bottom)
    )
    begins = first + last <= low + high
    return across, begins, last - low if begins else high - first


def _fill(behind: Behind, text: str) -> str:
    """A dark that the brand names, where the photo bears its hue, else the photo's own darkest."""
    if behind.veil is not None:
        return behind.veil
    own = behind.veil_for(text)
    look = behind.look
    named = [
        c
        for c in dict.fromkeys((*look.all_colours, colours.dark_text(look)))
        if colour.hex_to_oklab(c)[0] <= _DARK
    ]
    near = [
        c
        for c in named
        if math.dist(colour.hex_to_oklab(c)[1:], colour.hex_to_oklab(own)[1:]) <= _NEAR
    ]
    if behind.hueless:
        near = named
    return near[0] if near else own
