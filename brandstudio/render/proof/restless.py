"""What bare words stand among, on the picture as it is behind them: things that run through their lines,
or that their ends run into.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.render.geometry import Rect, union

F32 = NDArray[np.float32]

#: A cell of the picture, of the banner's mean side: finer than that is grain, which `backing.texture`
#: tells.
_CELL: Final = 1 / 128
#: The step of grey (0 to 1) from one cell to the next from which on something has an edge there, and the
#: one from which on that is hard.
_EDGE: Final = 0.08
_HARD: Final = 0.14
#: Words lie among things from this share of cells with an edge on.
_AMONG: Final = 0.16
#: How far a line keeps off things at its ends and above and below it, in its own heights, and the share
#: of the cells there from which on it touches them.
_APART: Final = (0.5, 0.22)
_TOUCHED: Final = 0.012


def runs_into(canvas: Image.Image, lines: Sequence[Rect]) -> bool:
    """True of lines (their ink's boxes) among things that a canvas shows, or so close to some that they
    run into each other.
    """
    boxes = [line for line in lines if line.area > 0]
    if not boxes:
        return False
    steps, cell, x, y = _steps(canvas, boxes)
    on, round_about = (np.zeros(steps.shape, bool) for _ in range(2))
    for box in boxes:
        across, down = (part * box.height for part in _APART)
        apart = Rect(box.x - across, box.y - down, box.width + 2 * across, box.height + 2 * down)
        _mark(on, box, cell, x, y)
        _mark(round_about, apart, cell, x, y)
    under, beside = steps[on], steps[round_about & ~on]
    if under.size and float((under > _EDGE).mean()) > _AMONG:
        return True
    return bool(beside.size) and float((beside > _HARD).mean()) > _TOUCHED


def _steps(canvas: Image.Image, boxes: Sequence[Rect]) -> tuple[F32, float, float, float]:
    """The steps of grey from each cell to its neighbours, the side of a cell (px), and where the first
    one begins.
    """
    cell = max((canvas.width * canvas.height) ** 0.5 * _CELL, 2.0)
    most = max(box.height for box in boxes)
    area = union(boxes).inset(-(most + 2 * cell)).common(Rect(0, 0, *canvas.size)).snapped()
    size = max(round(area.width / cell), 2), max(round(area.height / cell), 2)
    part = canvas.crop(area.pixels(*canvas.size)).getchannel("G")
    grey = np.asarray(part.resize(size, Image.Resampling.BOX), np.float32) / np.float32(255)
    steps = np.zeros(grey.shape, np.float32)
    across, down = np.abs(np.diff(grey, axis=1)), np.abs(np.diff(grey, axis=0))
    steps[:, 1:] = across
    steps[1:] = np.maximum(steps[1:], down)
    return steps, cell, area.x, area.y


def _mark(cells: NDArray[np.bool_], box: Rect, cell: float, x: float, y: float) -> None:
    """The cells that a box of the canvas touches."""
    rows, columns = cells.shape
    x0, x1 = (box.x - x) / cell, (box.right - x) / cell
    y0, y1 = (box.y - y) / cell, (box.bottom - y) / cell
    left, right = max(int(np.floor(x0)), 0), min(int(np.ceil(x1)), columns)
    top, bottom = max(int(np.floor(y0)), 0), min(int(np.ceil(y1)), rows)
    cells[top:bottom, left:right] = True
