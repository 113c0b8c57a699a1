"""A photo whose plain ground goes on beyond its edges: the outermost colours, spread smoothly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels.resize import scaled

F32 = NDArray[np.float32]

#: The frame is this many cells along its longer side where colours are spread.
_CELLS: Final = 96
#: How far a rim's own colours are smoothed along it, of its length: grain would be drawn out to streaks.
_SMOOTHED: Final = 0.03
#: And how far they reach into the ground, of the frame's longer side, before its spread ones take over.
_REACH: Final = 0.025
#: Every so many pixels of a rim tell its trend.
_EVERY: Final = 4
#: A pattern of thresholds (Bayer 1973) of an eighth of a level and finer: a tone that changes by less
#: than a level over a hundred pixels would stand in bars.
_QUARTER: Final = np.array([[0, 2], [3, 1]], dtype=np.float32)


def _thresholds(steps: int) -> F32:
    found = np.zeros((1, 1), dtype=np.float32)
    for _ in range(steps):
        found = np.block([[4 * found + value for value in row] for row in _QUARTER]).astype(
            np.float32
        )
    # Just under half a level each way: a whole one stays itself.
    return np.asarray(((found + 0.5) / found.size - 0.5) * 0.98, dtype=np.float32)


_BAYER: Final = _thresholds(3)


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
    out = np.empty((height, width, 3), np.uint8)
    seen = scaled(photo, (x1 - x0, y1 - y0), box, swift=True).convert("RGB")
    out[y0:y1, x0:x1] = np.asarray(seen)
    part = (x0, y0, x1, y1)
    over = {"left": x0 > 0, "right": x1 < width, "top": y0 > 0, "bottom": y1 < height}
    rims = {
        side: _smooth(_rim(photo, side, box, part)) for side, is_over in over.items() if is_over
    }
    across_frame, down_frame = _trend(rims, part, size)
    own = {
        side: rim - _trend_at(side, part, across_frame, down_frame) for side, rim in rims.items()
    }
    ground = _Ground(across_frame, down_frame, _spread(own, part, size))
    if x0 > 0:
        out[:, :x0] = _beside(ground, own["left"], (y0, y1), (0, x0), x0 - 0.5)
    if x1 < width:
        out[:, x1:] = _beside(ground, own["right"], (y0, y1), (x1, width), x1 - 0.5)
    # Corners belong to the sides.
    for side, rows, at in (("top", (0, y0), y0 - 0.5), ("bottom", (y1, height), y1 - 0.5)):
        if side in own:
            made = _beside(ground.turned(), own[side], (x0, x1), rows, at)
            out[rows[0] : rows[1], x0:x1] = made.swapaxes(0, 1)[:, x0:x1]
    return Image.fromarray(out)


@dataclass(frozen=True, slots=True)
class _Ground:
    """What goes on: the rims' trend across the frame and down it (n, 3), which add up, and what they
    differ from it by, spread as cells (rows, columns, 3).
    """

    across: F32
    down: F32
    spread: F32

    def turned(self) -> _Ground:
        return _Ground(self.down, self.across, self.spread.swapaxes(0, 1))

    def cell(self) -> float:
        return max(len(self.across), len(self.down)) / _CELLS


def _trend(
    rims: dict[str, F32], part: tuple[int, int, int, int], size: tuple[int, int]
) -> tuple[F32, F32]:
    """What of the rims' colours changes slowly along them (a parabola each way, by least squares), for
    each column and each row of the frame; beyond the photo it stays what it is at its edge.
    """
    x0, y0, x1, y1 = part
    longer = float(max(size))
    columns = (np.clip(np.arange(size[0]), x0, x1 - 1) - size[0] / 2) / longer
    rows = (np.clip(np.arange(size[1]), y0, y1 - 1) - size[1] / 2) / longer
    places = {
        "left": (np.full(y1 - y0, columns[x0]), rows[y0:y1]),
        "right": (np.full(y1 - y0, columns[x1 - 1]), rows[y0:y1]),
        "top": (columns[x0:x1], np.full(x1 - x0, rows[y0])),
        "bottom": (columns[x0:x1], np.full(x1 - x0, rows[y1 - 1])),
    }
    there = [np.stack(places[side], axis=1)[::_EVERY] for side in rims]
    colours = np.concatenate([rim[::_EVERY] for rim in rims.values()])
    xs, ys = np.concatenate(there).T
    terms = np.stack((np.ones_like(xs), xs, xs**2, ys, ys**2), axis=1)
    found = np.linalg.lstsq(terms, colours, rcond=1e-6)[0]
    across = found[0] + columns[:, None] * found[1] + columns[:, None] ** 2 * found[2]
    down = rows[:, None] * found[3] + rows[:, None] ** 2 * found[4]
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _trend_at(side: str, part: tuple[int, int, int, int], across: F32, down: F32) -> F32:
    """The trend along a rim (n, 3)."""
    x0, y0, x1, y1 = part
    found: dict[str, F32] = {
        "left": across[x0] + down[y0:y1],
        "right": across[x1 - 1] + down[y0:y1],
        "top": across[x0:x1] + down[y0],
        "bottom": across[x0:x1] + down[y1 - 1],
    }
    return found[side]


def _inside(start: float, length: float, side: int, pixels: int) -> tuple[int, int]:
    """The first pixel of a side of the crop that the photo fills, and the first that it doesn't."""
    first = (0.0 - start) / length * pixels
    last = (side - start) / length * pixels
    return max(int(np.ceil(first - 1e-6)), 0), min(int(np.floor(last + 1e-6)), pixels)


def _rim(
    photo: Image.Image,
    side: str,
    box: tuple[float, float, float, float],
    part: tuple[int, int, int, int],
) -> F32:
    """The outermost colours of the part of an edge that a box (x0, y0, x1, y1) of the photo has, for
    each pixel of the part of the frame that shows it (n, 3).
    """
    x0, y0, x1, y1 = box
    width, height = photo.size
    down, across = (1, part[3] - part[1]), (part[2] - part[0], 1)
    lying, size = {
        "left": ((0.0, y0, 1.0, y1), down),
        "right": ((width - 1.0, y0, float(width), y1), down),
        "top": ((x0, 0.0, x1, 1.0), across),
        "bottom": ((x0, height - 1.0, x1, float(height)), across),
    }[side]
    # Made RGB when it is a line: what a whole photo takes to copy is most of the work.
    line = photo.resize(size, Image.Resampling.BOX, box=lying).convert("RGB")
    return np.asarray(line, dtype=np.float32).reshape(-1, 3)


def _smooth(rim: F32) -> F32:
    """The means of a rim's colours (n, 3) along it."""
    reach = max(round(_SMOOTHED * len(rim)), 1)
    padded = np.pad(rim, ((reach, reach), (0, 0)), mode="edge")
    sums = np.cumsum(np.pad(padded, ((1, 0), (0, 0))), axis=0, dtype=np.float64)
    window = 2 * reach + 1
    return np.asarray((sums[window:] - sums[:-window]) / window, dtype=np.float32)


def _spread(rims: dict[str, F32], seen: tuple[int, int, int, int], size: tuple[int, int]) -> F32:
    """The rims' colours spread over the frame as cells (rows, columns, 3), the smoother the farther
    from them: filled in from a pyramid of means (Gortler and others, The Lumigraph, 1996, pull-push).
    """
    x0, y0, x1, y1 = seen
    cell = max(size) / _CELLS
    columns, rows = (max(int(np.ceil(side / cell)), 1) for side in size)
    known = np.zeros((rows, columns, 4), dtype=np.float32)
    lines = {"left": x0, "right": x1 - 1, "top": y0, "bottom": y1 - 1}
    for side, rim in rims.items():
        begins = y0 if side in ("left", "right") else x0
        along = ((begins + np.arange(len(rim))) / cell).astype(np.intp)
        at = np.full_like(along, int(lines[side] / cell))
        cells = (along, at) if side in ("left", "right") else (at, along)
        np.add.at(known, cells, np.concatenate((rim, np.ones((len(rim), 1), np.float32)), axis=1))
    return _filled(known)


def _filled(known: F32) -> F32:
    """Colours for every cell of sums of colours and their counts (rows, columns, 4)."""
    colours = np.asarray(known[..., :3] / np.maximum(known[..., 3:], 1e-6), dtype=np.float32)
    if max(known.shape[:2]) <= 1:
        return colours
    rows, columns = known.shape[:2]
    weighed = known.copy()
    weighed[..., :3] = colours * np.minimum(known[..., 3:], 1)
    weighed[..., 3] = np.minimum(known[..., 3], 1)
    even = np.pad(weighed, ((0, rows % 2), (0, columns % 2), (0, 0)))
    halved = even.reshape(even.shape[0] // 2, 2, even.shape[1] // 2, 2, 4).sum(axis=(1, 3))
    coarse = _enlarged(_filled(halved), (rows, columns))
    there = weighed[..., 3:]
    return np.asarray(colours * there + coarse * (1 - there))


def _enlarged(cells: F32, shape: tuple[int, int]) -> F32:
    """Cells (rows, columns, 3) at twice their size or a little less, with straight steps between."""
    for axis, length in enumerate(shape):
        at = np.clip((np.arange(length) + 0.5) / 2 - 0.5, 0, cells.shape[axis] - 1)
        low = at.astype(np.intp)
        high = np.minimum(low + 1, cells.shape[axis] - 1)
        part = (at - low).astype(np.float32).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        cells = cells.take(low, axis) * (1 - part) + cells.take(high, axis) * part
    return cells


def _at(ground: _Ground, rows: F32, columns: F32) -> F32:
    """The ground's colours at rows and columns of the frame in px (len(rows), len(columns), 3)."""
    found, cell = ground.spread, ground.cell()
    for axis, places in enumerate((rows, columns)):
        at = np.clip((places + 0.5) / cell - 0.5, 0, found.shape[axis] - 1)
        low = np.minimum(at.astype(np.intp), max(found.shape[axis] - 2, 0))
        high = np.minimum(low + 1, found.shape[axis] - 1)
        part = (at - low).astype(np.float32).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        found = found.take(low, axis) * (1 - part) + found.take(high, axis) * part
    return np.asarray(found, dtype=np.float32)


def _beside(
    ground: _Ground, rim: F32, rim_rows: tuple[int, int], columns: tuple[int, int], rim_at: float
) -> NDArray[np.uint8]:
    """The ground (height, columns, 3) of a part of the frame's columns beside an upright rim at a
    column, given by what it differs by from the trend: the spread colours, and near the rim its own. It
    is worked out for every other pixel each way: nothing in it is as fine.
    """
    height, width = len(ground.down), len(ground.across)
    ys = np.arange(0.5, height, 2, dtype=np.float32)
    xs = np.arange(columns[0] + 0.5, columns[1], 2, dtype=np.float32)
    made = _at(ground, ys, xs)
    rows = np.clip(ys.astype(np.intp) - rim_rows[0], 0, len(rim) - 1)
    spread_there = _at(
        ground, np.asarray(rows + rim_rows[0], np.float32), np.full(1, rim_at, np.float32)
    )
    own = np.asarray(rim[rows] - spread_there[:, 0], dtype=np.float32)
    reach = _REACH * max(width, height)
    beyond = np.maximum(np.maximum(rim_rows[0] - ys, ys - rim_rows[1] + 1), 0)
    own *= np.exp(-beyond / reach)[:, None]
    near = np.flatnonzero(np.abs(xs - rim_at) < 6 * reach)
    fading = np.exp(-np.abs(xs[near] - rim_at) / reach)
    made[:, near] += own[:, None] * fading[None, :, None]
    made += ground.across[xs.astype(np.intp)] + ground.down[ys.astype(np.intp), None] + 0.5
    tile = np.tile(_BAYER, (-(-len(ys) // len(_BAYER)), -(-len(xs) // len(_BAYER))))
    made += tile[: len(ys), : len(xs), None]
    found = np.clip(made, 0, 255).astype(np.uint8)
    return found.repeat(2, axis=0).repeat(2, axis=1)[:height, : columns[1] - columns[0]]
