"""What a crop's borders cut through, and how much of all that a photo shows stays in the frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from brandstudio.pixels import masks
from brandstudio.pixels.outlines import LEVELS, Outlines
from brandstudio.render.geometry import Rect

F64 = NDArray[np.float64]

#: How far beside a border (in cells) edges count as crossed by it.
_BESIDE: Final = 0.6
#: How deep inside a border, of the crop's side, an edge along it looks like something that was just
#: cut, or just touched.
_JUST: Final = 0.03
#: What such an edge counts, of one that is crossed.
_TOUCHED: Final = 0.45
#: A photo whose outlines cover this share of it is taken as it comes: where everything is lively
#: every border cuts, and none looks cut.
_LIVELY: Final = 0.14
#: A border so near to the photo's own edge (in cells) cuts nothing that the photo does not, which
#: counts less, as whoever took it chose it.
_OWN: Final = 0.75
_CHOSEN: Final = 0.4


@dataclass(frozen=True, eq=False)
class Borders:
    """Tables of a photo's outlines (integral images), ``width`` x ``height`` px of the photo; the
    part that is known of begins at (``x``, ``y``) and is ``wide`` x ``tall`` px.
    """

    upright: F64
    level: F64
    things: F64
    area: Rect

    @classmethod
    def of(cls, found: Outlines, area: Rect) -> Self:
        """The tables for outlines of a photo that lies at ``area``."""
        upright, level = (m.astype(np.float32) / LEVELS for m in (found.upright, found.level))
        things = np.maximum(upright, level)
        return cls(masks.integral(upright), masks.integral(level), masks.integral(things), area)

    def cut(self, boxes: F64) -> F64:
        """How much of each crop's border (x, y, width, height) runs through things or touches them,
        of half its length: 0 where it is calm all round.
        """
        x, y, w, h = self._cells(boxes)
        rows, columns = self.upright.shape[0] - 1, self.upright.shape[1] - 1
        right, bottom = x + w, y + h
        dx, dy = np.maximum(_JUST * w, _BESIDE), np.maximum(_JUST * h, _BESIDE)
        inner = (x > _OWN, right < columns - _OWN, y > _OWN, bottom < rows - _OWN)
        # Left, right, top and bottom: what crosses each edge, and what touches it from within.
        left_x, right_x, top_x, low_x = _densities(
            self.upright,
            (x - _BESIDE, y, x + _BESIDE, bottom),
            (right - _BESIDE, y, right + _BESIDE, bottom),
            (x, y, right, y + dy),
            (x, bottom - dy, right, bottom),
        )
        left_y, right_y, top_y, low_y = _densities(
            self.level,
            (x, y, x + dx, bottom),
            (right - dx, y, right, bottom),
            (x, y - _BESIDE, right, y + _BESIDE),
            (x, bottom - _BESIDE, right, bottom + _BESIDE),
        )
        across, along = (left_x, right_x, top_y, low_y), (left_y, right_y, top_x, low_x)
        total = np.zeros(len(boxes))
        for inside, crossed, touched in zip(inner, across, along, strict=True):
            total += np.where(inside, 1.0, _CHOSEN) * crossed
            total += _TOUCHED * inside * touched
        return np.asarray(self.calm * total / np.maximum(w + h, 1.0))

    @property
    def calm(self) -> float:
        """How much a cut counts on this photo: 1 on a calm one, less the livelier it is all over."""
        rows, columns = self.things.shape[0] - 1, self.things.shape[1] - 1
        lively = float(self.things[-1, -1]) / (rows * columns) / _LIVELY
        return float(1.0 / (1.0 + lively * lively))

    def shown(self, boxes: F64) -> F64:
        """The share of all the photo's outlines that each crop shows."""
        x, y, w, h = self._cells(boxes)
        whole = max(float(self.things[-1, -1]), 1e-9)
        return np.asarray(masks.sums(self.things, x, y, x + w, y + h) / whole)

    def around(self, box: Rect) -> tuple[float, float]:
        """How much the edge of something laid on the photo cuts through things, as `cut`, and how
        much of what lies under it they are (0 to 1).
        """
        boxes = np.array([tuple(box)], dtype=np.float64)
        x, y, w, h = self._cells(boxes)
        under = masks.sums(self.things, x, y, x + w, y + h) / np.maximum(w * h, 1.0)
        return float(self.cut(boxes)[0]), float(under[0])

    def density(self, boxes: F64) -> F64:
        """How strong the outlines in boxes (x, y, width, height) are in the mean (0 to 1)."""
        x, y, w, h = self._cells(boxes)
        return np.asarray(masks.sums(self.things, x, y, x + w, y + h) / np.maximum(w * h, 0.25))

    def _cells(self, boxes: F64) -> tuple[F64, F64, F64, F64]:
        rows, columns = self.upright.shape[0] - 1, self.upright.shape[1] - 1
        across, down = columns / self.area.width, rows / self.area.height
        x, y, w, h = boxes.T
        return (x - self.area.x) * across, (y - self.area.y) * down, w * across, h * down


def _densities(table: F64, *boxes: tuple[F64, F64, F64, F64]) -> F64:
    """The sums of narrow boxes, of their shorter side; a row for each, reckoned in one go."""
    x0, y0, x1, y1 = (np.array([box[at] for box in boxes]) for at in range(4))
    found = masks.sums(table, x0.ravel(), y0.ravel(), x1.ravel(), y1.ravel()).reshape(x0.shape)
    return np.asarray(found / np.minimum(x1 - x0, y1 - y0))
