"""A duotone: lightness as a way from one ink to another, of the folder's palette or as they are named."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.engines.protocols import BrandLook
from brandstudio.language.colour_names import hex_of
from brandstudio.pixels import colour

from . import pixelwork
from .canvas import F32, Lab
from .paints import at_lightness, lab_of, paints, ramp

U8 = NDArray[np.uint8]
#: The inks of the darks, of the middle and of the lights.
Inks: TypeAlias = tuple[Lab, Lab, Lab]
#: A dark ink is at most so light, a light one at least; paper is white with a breath of the ink.
_DARK, _LIGHT, _PAPER = 0.34, 0.82, 0.97


def inks_of(look: BrandLook, value: str) -> Inks:
    """The inks that are named, the darker one for the darks; those of the palette where none is."""
    if not value:
        return _of_palette(look)
    named = sorted((_lab(look, name) for name in value.split("+")), key=lambda lab: lab[0])
    dark = at_lightness(named[0], min(_DARK, named[0][0]))
    if len(named) == 1:
        middle = at_lightness(named[0], 0.58) if named[0][0] < 0.5 else named[0]
        return dark, middle, at_lightness(named[0], _PAPER, 0.2)
    light = at_lightness(named[1], max(_LIGHT, named[1][0]))
    between = [(a + b) / 2 for a, b in zip(dark, light, strict=True)]
    return dark, (between[0], between[1], between[2]), light


def _lab(look: BrandLook, name: str) -> Lab:
    if name == "brand":
        return paints(look.palette, "calm").primary
    return lab_of(name if name.startswith("#") else hex_of(name) or "#808080")


def _of_palette(look: BrandLook) -> Inks:
    """The palette's dark voice in the shadows, its light in the lights, the voice itself between."""
    p = paints(look.palette, "night" if not look.palette else "calm")
    dark = at_lightness(p.primary, 0.22) if p.primary[0] > 0.3 else p.primary
    warm = (
        p.accent
        if p.accent != p.primary and float(np.hypot(p.accent[1], p.accent[2])) > 0.05
        else p.light
    )
    return dark, at_lightness(p.primary, 0.45), at_lightness(warm, 0.93, 1.0)


def step(pixels: U8, inks: Inks) -> pixelwork.Step:
    """A picture in these inks, from its darkest tone to its lightest."""
    colours = ramp(*inks)
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.thumbnail((256, 256), Image.Resampling.BOX)
    lightness = colour.u8_to_oklab(np.asarray(image))[..., 0]
    low, high = (float(v) for v in np.percentile(lightness, [1, 99]))

    def inked(lab: F32, y0: int, width: int, height: int) -> None:
        del y0, width, height
        t = np.clip((lab[0] - np.float32(low)) / np.float32(max(high - low, 0.2)), 0, 1)
        planes = colours(t)
        for k in range(3):
            lab[k] = planes[k]

    return inked


__all__ = ["Inks", "inks_of", "step"]
