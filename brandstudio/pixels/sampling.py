"""A few of a picture's pixels, evenly spread: what a mean needs, at none of the cost of all of them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour

#: About so many pixels give a mean within a thousandth.
_ENOUGH: Final = 2048


def some_oklab(picture: Image.Image, box: tuple[int, int, int, int]) -> NDArray[np.float32]:
    """OKLab (n, 3) of at most about 2,048 pixels of a part (x0, y0, x1, y1) of an RGB or RGBA picture;
    n is 0 where the part is empty.
    """
    width, height = box[2] - box[0], box[3] - box[1]
    if width <= 0 or height <= 0:
        return np.zeros((0, 3), np.float32)
    step = max((width * height / _ENOUGH) ** 0.5, 1.0)
    size = (max(round(width / step), 1), max(round(height / step), 1))
    few = picture.resize(size, Image.Resampling.NEAREST, box=box).convert("RGB")
    return colour.u8_to_oklab(np.asarray(few)).reshape(-1, 3)
