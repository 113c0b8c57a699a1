"""What another ground would erase: a part of what stands before a plain ground that no mask has, such as the dark
box behind a bright bow.

A plain ground goes softly over the picture; what is neither of it nor a shadow on it, and hangs together with what is
kept, was not found.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks

from .canvas import F32

U8 = NDArray[np.uint8]
#: It is looked for on a picture of this size.
_SIDE = 200
#: So much of what is not kept must be within so much of the soft ground (OKLab), or there is none.
_OF_GROUND, _WITHIN = 0.7, 0.055
#: The least of a picture that is not kept, for a ground to be told by it.
_LEAST = 0.15
#: From here on a place is another thing: by its hue, by being lighter, and by being darker than a shadow.
_HUE, _LIGHTER, _DARKER = 0.07, 0.12, 0.24


def erased(pixels: U8, matte: F32) -> float:
    """How large what would be erased is beside what is kept; 0 where the ground is not plain."""
    scale = _SIDE / max(pixels.shape[:2])
    rows, columns = (max(16, round(side * scale)) for side in pixels.shape[:2])
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    lab = colour.u8_to_oklab(np.asarray(image.resize((columns, rows), Image.Resampling.BOX)))
    own = masks.resize(matte, columns, rows)
    held, rest = own > 0.5, masks.grow(own, 2) < 0.2
    if not held.any() or float(rest.mean()) < _LEAST:
        return 0.0
    y, x = np.meshgrid(np.linspace(-1, 1, rows), np.linspace(-1, 1, columns), indexing="ij")
    basis = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    kept = rest.copy()
    away = np.zeros(rest.shape)
    off = lab
    for share in (0.85, 0.75, 0.7, 0.7):
        terms = np.linalg.lstsq(basis[kept], lab[kept], rcond=None)[0]
        off = (lab - basis @ terms).astype(np.float32)
        away = np.sqrt((off**2).sum(axis=-1))
        kept = rest & (away <= np.quantile(away[rest], share))
    if float((away[rest] < _WITHIN).mean()) < _OF_GROUND:
        return 0.0
    hued = np.hypot(off[..., 1], off[..., 2]) > _HUE
    other = rest & (hued | (off[..., 0] > _LIGHTER) | (off[..., 0] < -_DARKER))
    near = masks.grow(own, 4) > 0.2
    return float(masks.reached(other & near, other).sum()) / float(held.sum())


__all__ = ["erased"]
