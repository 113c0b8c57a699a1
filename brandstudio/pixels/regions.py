"""Connected regions of a picture, by runs: vectorised, so that a photo's hundred thousand specks
take milliseconds.

Rows are cut into runs of equal value; runs of neighbouring rows that touch are joined by hooking
and pointer jumping (Shiloach and Vishkin 1982). Touching is by sides and corners (8-connected).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Region:
    """A region's box in pixels (exclusive ends), how many pixels it has, its value (1 in a mask)
    and its mean tone.
    """

    x0: int
    y0: int
    x1: int
    y1: int
    area: int
    value: int = 1
    tone: float = 0.0

    @property
    def width(self) -> int:
        return self.x1 - self.x0

    @property
    def height(self) -> int:
        return self.y1 - self.y0


def connected(
    mask: NDArray[np.bool_], tones: NDArray[np.float32], least_area: int = 4
) -> list[Region]:
    """The regions of the true pixels of an (h, w) mask; ``tones`` (h, w) are what their mean tone
    is the mean of.
    """
    return _regions(mask.astype(np.int64), least_area, ground=0, tones=tones)


def connected_by_value(values: NDArray[Any], least_area: int = 64) -> list[Region]:
    """The regions of equal value of an (h, w) array of integers >= 0, from the top down."""
    return _regions(np.asarray(values, dtype=np.int64), least_area, ground=None)


def _regions(
    values: Ints, least_area: int, ground: int | None, tones: NDArray[np.float32] | None = None
) -> list[Region]:
    rows, starts, ends, kinds = _runs(values, ground)
    if rows.size == 0:
        return []
    roots = _roots(rows.size, *_touching(rows, starts, ends, kinds))
    _, owner = np.unique(roots, return_inverse=True)
    owner = owner.ravel()
    count = int(owner.max()) + 1
    area = np.bincount(owner, ends - starts, count).astype(np.int64)
    x0, y0 = (np.full(count, np.iinfo(np.int64).max) for _ in range(2))
    x1, y1 = (np.zeros(count, np.int64) for _ in range(2))
    kind = np.zeros(count, np.int64)
    np.minimum.at(x0, owner, starts)
    np.minimum.at(y0, owner, rows)
    np.maximum.at(x1, owner, ends)
    np.maximum.at(y1, owner, rows + 1)
    kind[owner] = kinds
    tone = np.zeros(count)
    if tones is not None:
        sums = np.concatenate([[0.0], np.cumsum(tones, dtype=np.float64)])
        width = values.shape[1]
        tone = (
            np.bincount(owner, sums[rows * width + ends] - sums[rows * width + starts], count)
            / area
        )
    kept = np.flatnonzero(area >= least_area)
    columns = [column[kept].tolist() for column in (x0, y0, x1, y1, area, kind, tone)]
    return [Region(*entry) for entry in zip(*columns, strict=True)]


def _runs(values: Ints, ground: int | None) -> tuple[Ints, Ints, Ints, Ints]:
    """Row, start, end (exclusive) and value of each run of equal values, in reading order."""
    height, width = values.shape
    begins = np.ones((height, width), dtype=bool)
    begins[:, 1:] = values[:, 1:] != values[:, :-1]
    at = np.flatnonzero(begins)
    rows, starts = at // width, at % width
    ends = np.append(at[1:], height * width) - rows * width
    kinds = values.ravel()[at]
    if ground is not None:
        kept = kinds != ground
        rows, starts, ends, kinds = rows[kept], starts[kept], ends[kept], kinds[kept]
    return rows, starts, ends, kinds


def _touching(rows: Ints, starts: Ints, ends: Ints, kinds: Ints) -> tuple[Ints, Ints]:
    """Pairs of runs of the same value in neighbouring rows that share a column or a corner."""
    span = int(ends.max()) + 2
    first_key, last_key = rows * span + starts, rows * span + ends
    # In the row above, the first run that ends at or after our start and the last that starts at or
    # before our end.
    above_from = np.searchsorted(last_key, first_key - span, side="left")
    above_to = np.searchsorted(first_key, last_key - span, side="right")
    counts = np.maximum(above_to - above_from, 0)
    below = np.repeat(np.arange(rows.size), counts)
    offset = np.arange(below.size) - np.repeat(np.cumsum(counts) - counts, counts)
    above = np.repeat(above_from, counts) + offset
    same = (kinds[below] == kinds[above]) & (rows[above] == rows[below] - 1)
    return below[same], above[same]


def _roots(count: int, one: Ints, other: Ints) -> Ints:
    """For each of ``count`` nodes the smallest node that it is joined with by the edges."""
    parent = np.arange(count)
    while one.size:
        a, b = parent[one], parent[other]
        apart = a != b
        if not apart.any():
            break
        one, other, a, b = one[apart], other[apart], a[apart], b[apart]
        np.minimum.at(parent, np.maximum(a, b), np.minimum(a, b))
        while True:
            jumped = parent[parent]
            if np.array_equal(jumped, parent):
                break
            parent = jumped
    return parent
