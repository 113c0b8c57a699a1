"""How well the rim of a mask is told by the picture: where a thing ends its colour does, and a mask that ends in the
middle of one colour was cut off there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks

from .canvas import F32

U8 = NDArray[np.uint8]
#: The rim is looked at on a picture of this size, so many pixels to both sides of it.
_SIDE, _INSIDE, _OUTSIDE = 400, (1.0, 2.0, 3.0), (1.5, 2.5, 3.5)
#: Colours that are nearer than this in OKLab show no edge, below a middle lightness the nearer the darker.
_ALIKE, _MIDDLE, _IN_THE_DARK = 0.03, 0.5, 0.1
#: A rim of fewer places tells nothing.
_LEAST = 8


def untold(pixels: U8, mask: F32) -> float:
    """The share of a mask's rim (0..1) on both sides of which the picture has one colour; what lies along the
    picture's own edge is no rim.
    """
    height, width = mask.shape
    scale = min(1.0, _SIDE / max(height, width))
    rows, columns = max(8, round(height * scale)), max(8, round(width * scale))
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    lab = colour.u8_to_oklab(np.asarray(image.resize((columns, rows), Image.Resampling.BOX)))
    held = masks.resize(mask, columns, rows) > 0.5
    ys, xs = np.nonzero(_rim(held))
    if len(ys) < _LEAST:
        return 0.0
    slopes = np.gradient(masks.feather(held.astype(np.float32), 2.0))
    down, across = (np.asarray(slope, np.float32) for slope in slopes)
    length = np.asarray(np.hypot(down, across), np.float32)[ys, xs] + np.float32(1e-6)
    dy, dx = down[ys, xs] / length, across[ys, xs] / length

    def seen(step: float) -> F32:
        at_y = np.clip(np.rint(ys + step * dy), 0, rows - 1).astype(np.int64)
        at_x = np.clip(np.rint(xs + step * dx), 0, columns - 1).astype(np.int64)
        return np.asarray(lab[at_y, at_x], np.float32)

    own = np.asarray(np.mean([seen(step) for step in _INSIDE], axis=0), np.float32)
    # A wire or a twig is passed over by the mean of what lies beyond it.
    apart = np.max([np.sqrt(((own - seen(-step)) ** 2).sum(axis=-1)) for step in _OUTSIDE], axis=0)
    return float((apart < _ALIKE * np.clip(own[:, 0] / _MIDDLE, _IN_THE_DARK, 1) ** 2).mean())


def _rim(held: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The places of a mask beside what is none of it, away from the picture's edge."""
    rim = np.zeros_like(held)
    rim[1:] |= held[1:] & ~held[:-1]
    rim[:-1] |= held[:-1] & ~held[1:]
    rim[:, 1:] |= held[:, 1:] & ~held[:, :-1]
    rim[:, :-1] |= held[:, :-1] & ~held[:, 1:]
    near = round(_OUTSIDE[-1])
    rim[:near], rim[-near:], rim[:, :near], rim[:, -near:] = False, False, False, False
    return rim


__all__ = ["untold"]
