"""How lively the part of a picture is that lies behind a logo: stripes and grain, edges that run through
it, and things that end at it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.render.geometry import Rect

U8 = NDArray[np.uint8]

#: An edge runs through a logo where, of cells that are an eighth of its height, this part and the
#: rest differ by more than this (of grey, 0 to 1).
_CELLS: Final = 8
_MOST, _EDGE = 0.97, 0.07
#: How far round a logo things touch it, in its own heights, and from which share of the cells of any
#: square part of it and what is round it on.
ROUND: Final = 0.3
_TOUCHED: Final = 0.06
#: The same of the cells that are as far from it as it is high.
_NEAR: Final = 0.012
#: And how uneven it may be there (standard deviation of the cells).
_UNEVEN: Final = 0.06


def restless(behind: U8) -> float:
    """The mean step of grey (0 to 1) between neighbours two pixels apart."""
    grey = behind[::2, ::2, 1].astype(np.int16)
    if grey.shape[0] < 2 or grey.shape[1] < 2:
        return 0.0
    steps = np.abs(np.diff(grey, axis=1)).mean() + np.abs(np.diff(grey, axis=0)).mean()
    return float(steps) / 2 / 255


def crossed(behind: U8) -> bool:
    """True where an edge of the picture runs through a box: what reads there looks like a part of it."""
    part = _in_cells(behind, _CELLS)
    if part is None:
        return False
    steps = [np.abs(np.diff(part, axis=axis)).ravel() for axis in (0, 1)]
    return float(np.quantile(np.concatenate(steps), _MOST)) > _EDGE


def is_calm(canvas: Image.Image, box: Rect) -> bool:
    """True of a place for a logo that is even, and that things keep off by its own height."""
    around = np.asarray(canvas.crop(box.inset(-box.height).pixels(*canvas.size)))
    cells = _in_cells(around, 3 * _CELLS)
    even = cells is None or float(cells.std()) < _UNEVEN
    return even and not touched(around, 1.0, _NEAR)


def touched(around: U8, apart: float = ROUND, most: float = _TOUCHED) -> bool:
    """True where something ends at a logo: a roof below it, a tip between its letters. ``around`` is what
    is shown of ``apart`` round it, in its own heights.
    """
    rows = round(_CELLS * (1 + 2 * apart))
    part = _in_cells(around, rows)
    if part is None:
        return False
    edges = np.zeros(part.shape, np.bool_)
    edges[:, 1:] = np.abs(np.diff(part, axis=1)) > _EDGE
    edges[1:] |= np.abs(np.diff(part, axis=0)) > _EDGE
    windows = np.convolve(edges.sum(axis=0), np.ones(rows), mode="valid")
    return float(windows.max()) > most * rows * rows


def _in_cells(behind: U8, rows: int) -> NDArray[np.float32] | None:
    """A box in so many rows of square cells of grey (0 to 1); None for one that is too small."""
    tall, wide = behind.shape[:2]
    if tall < rows or wide < rows:
        return None
    cells = max(round(rows * wide / tall), 2), rows
    grey = Image.fromarray(np.ascontiguousarray(behind[..., 1])).resize(cells, Image.Resampling.BOX)
    return np.asarray(grey, np.float32) / np.float32(255)
