"""The one light that a picture is lit by: a sun above a hill, a moon, a lamp in a dark room."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

#: The long side of the picture that is looked at.
_SIDE: Final = 96
#: How light it is at least (0 to 255), and how much lighter than the picture on the whole.
_LIGHTEST: Final = 236
_ABOVE: Final = 70
#: The most of the picture that it takes, and how much of what is as light may lie elsewhere.
_MOST: Final = 0.03
_ELSEWHERE: Final = 0.3
#: How far its parts lie from its middle, as a share of the long side.
_REACH: Final = 0.13
#: How light its core and its glow are at least: a highlight on what shines has no glow.
_CORE: Final = 235
_HALO: Final = 205
#: How far from the picture's edges it is, as a share of the short side.
_EDGE: Final = 0.06


def one_light(grey: Image.Image) -> tuple[float, float] | None:
    """The middle of a picture's one light in fractions of it; None where it has none or several.

    A sky that is white all over is no light, nor are the highlights on what shines.
    """
    scale = _SIDE / max(grey.size)
    size = max(round(grey.width * scale), 1), max(round(grey.height * scale), 1)
    small = grey.resize(size, Image.Resampling.BOX).filter(ImageFilter.BoxBlur(1))
    pixels: NDArray[np.int64] = np.asarray(small, dtype=np.int64)
    top = int(pixels.max())
    if top < _LIGHTEST or top - int(np.median(pixels)) < _ABOVE:
        return None
    rows, columns = np.nonzero(pixels >= max(_LIGHTEST, top - 12))
    if not 0 < rows.size <= _MOST * pixels.size:
        return None
    y, x = float(np.median(rows)), float(np.median(columns))
    near = (np.abs(rows - y) <= _REACH * _SIDE) & (np.abs(columns - x) <= _REACH * _SIDE)
    if near.mean() < 1 - _ELSEWHERE or not _glows(pixels, round(y), round(x)):
        return None
    y, x = float(rows[near].mean()), float(columns[near].mean())
    return round((x + 0.5) / size[0], 4), round((y + 0.5) / size[1], 4)


def _glows(pixels: NDArray[np.int64], y: int, x: int) -> bool:
    """True where a spot off the edges has a wide glow, darker step by step, as round a light."""
    height, width = pixels.shape
    if min(y, x, height - 1 - y, width - 1 - x) < _EDGE * min(height, width):
        return False
    around = []
    for reach in (3, 7, 13):
        part = pixels[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1]
        around.append(float(part.mean()))
    return around[0] >= _CORE and _HALO <= around[1] < around[0] and around[2] < around[1] - 2
