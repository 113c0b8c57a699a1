"""A face without what is about it: the part of its ellipse that has its skin's colour, so that hair and
walls beside it are no part of "the face".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brandstudio.pixels import colour, masks

from .canvas import F32, smooth

U8 = NDArray[np.uint8]
#: How far a place may be from the middle of a face in colour and in lightness and be of it: all of it
#: up to the first, nothing from the second on.
_COLOUR, _LIGHT = (0.045, 0.085), (0.62, 0.45)
#: Eyes, brows and lips are closed over: what is this much of a face's width from its skin all round.
_CLOSED = 0.13


def skin_of(pixels: U8, left: float, top: float, w: float, h: float) -> tuple[F32, int, int]:
    """The mask of the face in a box, and where its upper left corner lies on the picture."""
    height, width = pixels.shape[:2]
    x0, x1 = max(0, int(left - 0.35 * w)), min(width, int(left + 1.35 * w) + 1)
    y0, y1 = max(0, int(top - 0.35 * h)), min(height, int(top + 1.35 * h) + 1)
    x = np.arange(x0, x1, dtype=np.float32)[None, :]
    y = np.arange(y0, y1, dtype=np.float32)[:, None]
    across, down = (x - (left + w / 2)) / (w * 0.62), (y - (top + h / 2)) / (h * 0.62)
    oval = np.asarray(smooth(np.hypot(across, down), 1.15, 0.75), np.float32)
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[y0:y1, x0:x1, :3]))
    inner = lab[np.hypot(across, down) < 0.6]
    if inner.shape[0] < 16:
        return oval, x0, y0
    own = np.median(inner, axis=0)
    away = np.hypot(lab[..., 1] - own[1], lab[..., 2] - own[2])
    darker = lab[..., 0] / np.float32(max(float(own[0]), 0.05))
    alike = smooth(away, _COLOUR[1], _COLOUR[0]) * smooth(darker, _LIGHT[1], _LIGHT[0])
    alike = np.asarray(alike, np.float32)
    within = smooth(np.hypot(across, down), 0.85, 0.65)
    closed = np.maximum(alike, within * _closed(alike, max(1, round(_CLOSED * w))))
    return (oval * masks.feather(closed, max(0.8, 0.035 * w))).astype(np.float32), x0, y0


def _closed(mask: F32, reach: int) -> F32:
    """A mask with the holes closed that are smaller than a reach."""
    small = max(1, reach // 6)
    rows, columns = -(-mask.shape[0] // small), -(-mask.shape[1] // small)
    coarse = masks.resize(mask, max(4, columns), max(4, rows))
    steps = max(1, round(reach / small))
    wide = 1 - masks.grow(1 - masks.grow(coarse, steps), steps)
    return np.maximum(mask, masks.resize(wide, mask.shape[1], mask.shape[0])).astype(np.float32)


__all__ = ["skin_of"]
