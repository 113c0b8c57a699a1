"""A photo whose plain ground goes on beyond its edges: the outermost pixels, smoothed, drawn on."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels.resize import scaled

F32 = NDArray[np.float32]

#: An edge whose colours differ by no more than this in so much of it goes on in one (0 to 255).
_ALIKE: Final = 5.0
_MOST: Final = 0.97
#: How far its colours are smoothed along the edge, of its length: grain would be drawn out to streaks.
_SMOOTHED: Final = 0.03


def going_on(
    photo: Image.Image, crop: tuple[float, float, float, float], size: tuple[int, int]
) -> Image.Image:
    """A crop (x, y, width, height in pixels of ``photo``) at a size in px; where it lies outside the
    photo the ground at that edge goes on. Raises ValueError for a crop wholly outside.
    """
    x, y, across, down = crop
    width, height = size
    x0, x1 = _inside(x, across, photo.width, width)
    y0, y1 = _inside(y, down, photo.height, height)
    if x1 <= x0 or y1 <= y0:
        raise ValueError("the crop lies outside the photo")
    box = (
        max(x + x0 * across / width, 0.0),
        max(y + y0 * down / height, 0.0),
        min(x + x1 * across / width, float(photo.width)),
        min(y + y1 * down / height, float(photo.height)),
    )
    seen = np.asarray(scaled(photo, (x1 - x0, y1 - y0), box, swift=True).convert("RGB"))
    out = np.empty((height, width, 3), np.uint8)
    out[y0:y1, x0:x1] = seen
    upright, level = (box[1], box[3]), (box[0], box[2])
    if x0 > 0:
        out[y0:y1, :x0] = _ground(_rim(photo, "left", upright, y1 - y0))[:, None]
    if x1 < width:
        out[y0:y1, x1:] = _ground(_rim(photo, "right", upright, y1 - y0))[:, None]
    if y0 > 0:
        out[:y0] = _across(_ground(_rim(photo, "top", level, x1 - x0)), x0, width - x1)
    if y1 < height:
        out[y1:] = _across(_ground(_rim(photo, "bottom", level, x1 - x0)), x0, width - x1)
    return Image.fromarray(out)


def _inside(start: float, length: float, side: int, pixels: int) -> tuple[int, int]:
    """The first pixel of a side of the crop that the photo fills, and the first that it doesn't."""
    first = (0.0 - start) / length * pixels
    last = (side - start) / length * pixels
    return max(int(np.ceil(first - 1e-6)), 0), min(int(np.floor(last + 1e-6)), pixels)


def _rim(photo: Image.Image, side: str, part: tuple[float, float], pixels: int) -> F32:
    """The outermost colours of a part of an edge, as so many (n, 3)."""
    width, height = photo.size
    first, last = part
    box, size = {
        "left": ((0.0, first, 1.0, last), (1, pixels)),
        "right": ((width - 1.0, first, float(width), last), (1, pixels)),
        "top": ((first, 0.0, last, 1.0), (pixels, 1)),
        "bottom": ((first, height - 1.0, last, float(height)), (pixels, 1)),
    }[side]
    # Made RGB when it is a line: what a whole photo takes to copy is most of the work.
    line = photo.resize(size, Image.Resampling.BOX, box=box).convert("RGB")
    return np.asarray(line, dtype=np.float32).reshape(-1, 3)


def _ground(rim: F32) -> NDArray[np.uint8]:
    """The colours (n, 3) that a rim goes on in: its own one, or smoothed along it."""
    usual = np.median(rim, axis=0)
    if float(np.quantile(np.abs(rim - usual).max(axis=1), _MOST)) <= _ALIKE:
        return np.broadcast_to((usual + 0.5).astype(np.uint8), rim.shape)
    reach = max(round(_SMOOTHED * len(rim)), 1)
    padded = np.pad(rim, ((reach, reach), (0, 0)), mode="edge")
    sums = np.cumsum(np.pad(padded, ((1, 0), (0, 0))), axis=0, dtype=np.float64)
    window = 2 * reach + 1
    smooth = (sums[window:] - sums[:-window]) / window
    return np.asarray((smooth + 0.5).astype(np.uint8))


def _across(colours: NDArray[np.uint8], before: int, behind: int) -> NDArray[np.uint8]:
    """A row with its ends drawn on."""
    return np.pad(colours, ((before, behind), (0, 0)), mode="edge")
