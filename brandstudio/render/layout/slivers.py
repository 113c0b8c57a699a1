"""People whom a frame's upright border leaves a strip of: a back, an arm with a telephone, half of somebody
whom the photo itself cuts. Such a strip reads as a slip, so whoever is cut so stands in the frame or is out
of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from brandstudio.render.geometry import Rect

F64 = NDArray[np.float64]
Box = tuple[float, float, float, float]
_UNPLACED: Final = Rect(0.0, 0.0, 1.0, 1.0)

#: Up to so much of somebody's width in the frame is a strip, and so much where the head is outside of it.
_STRIP: Final = 0.5
_HEADLESS: Final = 0.6
#: Whom the photo's own edge cuts is one where this part of the height that is seen is not reached.
_NARROW: Final = 0.3
#: If it takes so much of the photo's height: a hand that reaches in is none.
_STANDS: Final = 0.36
#: From so much of its height on that it keeps up to the photo's edge something is an arm or a back that this
#: cuts, and nobody who sits beside it.
_ARM: Final = 0.5
#: What two people share of a column, of the map's height, who only touch each other.
_TOUCHING: Final = 0.045
#: How much wider (in cells) than they are known to be those at the photo's rim are: a hat's brim, a hand.
_BRIM: Final = 3
#: A head so near to the photo's edge is cut by it.
_AT_EDGE: Final = 0.004
#: The part of a border's height that somebody is cut on: up to so much is not seen, and so much more is all.
_UNSEEN: Final = 0.05
_ALL: Final = 0.2


@dataclass(frozen=True, slots=True)
class _Run:
    """People in one column of the map, from ``y0`` to ``y1``, and how far what belongs to them reaches on
    from there: to which column, between which rows, whether a head is there, and how high it is where it is
    least high on its way to the photo's edge.
    """

    y0: int
    y1: int
    reach: int
    top: int
    foot: int
    head: bool
    neck: int


@dataclass(frozen=True, eq=False)
class Slivers:
    """For every column of a map of people how many of its rows, from the top down, a border there leaves a
    strip of: one for a left border, one for a right one. The map lies at ``area`` of the photo.
    """

    left: F64
    right: F64
    area: Rect = _UNPLACED

    @classmethod
    def of(
        cls, people: NDArray[np.bool_], rim: NDArray[np.bool_] | None, heads: Sequence[Box]
    ) -> Self | None:
        """The strips of ``people`` (a map) whose ``heads`` are known, in fractions of the photo; None where
        no border leaves any. Those at its ``rim`` are strips as they are.
        """
        right = _strips(people, heads)
        flipped = [(1 - x1, y0, 1 - x0, y1) for x0, y0, x1, y1 in heads]
        left = _strips(people[:, ::-1], flipped)[::-1]
        if rim is not None:
            rim = _wider(rim)
            left, right = np.maximum(left, rim.T), np.maximum(right, rim.T)
        if not (left.any() or right.any()):
            return None
        empty = np.zeros((people.shape[1], 1))
        tables = [np.hstack((empty, np.cumsum(cut, axis=1))) for cut in (left, right)]
        return cls(tables[0], tables[1])

    def placed(self, area: Rect) -> Self:
        """The same of a photo that lies at ``area``."""
        return replace(self, area=area)

    def shown(self, crops: F64) -> F64:
        """How much of somebody cut to a strip stands at each crop's borders: 1 for one at a fifth of the
        height of one of them.
        """
        x, y, w, h = crops.T
        columns, rows = self.left.shape[0], self.left.shape[1] - 1
        across, down = columns / self.area.width, rows / self.area.height
        top, foot = (y - self.area.y) * down, (y + h - self.area.y) * down
        total = np.zeros(len(crops))
        first = np.rint((x - self.area.x) * across).astype(np.intp)
        last = np.rint((x + w - self.area.x) * across).astype(np.intp) - 1
        for table, column in ((self.left, first), (self.right, last)):
            inside = (column >= 0) & (column < columns)
            lines = table[np.clip(column, 0, columns - 1)]
            cut = _at(lines, foot, rows) - _at(lines, top, rows)
            share = np.where(inside, cut / np.maximum(h * down, 1.0), 0.0)
            total += np.clip((share - _UNSEEN) / _ALL, 0, 1)
        return total


def _wider(rim: NDArray[np.bool_]) -> NDArray[np.bool_]:
    found = rim.copy()
    for by in range(1, _BRIM + 1):
        found[:, by:] |= rim[:, :-by]
        found[:, :-by] |= rim[:, by:]
    return found


def _at(lines: F64, where: F64, rows: int) -> F64:
    """What each line holds up to a row."""
    row = np.clip(np.rint(where).astype(np.intp), 0, rows)
    return np.asarray(lines[np.arange(len(lines)), row])


def _strips(people: NDArray[np.bool_], heads: Sequence[Box]) -> F64:
    """Where a right border leaves a strip of somebody: a line for each column, 1 in the rows of one."""
    rows, columns = people.shape
    inside = _runs(people, heads, range(columns))
    outside = _runs(people, heads, range(columns - 1, -1, -1))
    found = np.zeros((columns, rows))
    for column in range(columns):
        for run in inside[column]:
            beyond = outside[column + 1] if column + 1 < columns else ()
            if _is_strip(run, [o for o in beyond if _joined(run, o, rows)], column, people.shape):
                found[column, run.y0 : run.y1] = 1.0
    return found


def _is_strip(run: _Run, beyond: Sequence[_Run], column: int, shape: tuple[int, int]) -> bool:
    rows, columns = shape
    wide = column - run.reach + 1
    if column == columns - 1:
        tall = run.foot - run.top
        return tall > _STANDS * rows and wide < _NARROW * tall
    if not beyond or wide < 2:
        return False  # a hair's breadth is not seen
    if run.head:
        return False
    end = max(other.reach for other in beyond)
    part = wide / (wide + end - column)
    # An arm that the photo itself cuts is an arm in any frame.
    lost = any(other.head for other in beyond)
    arm = max(other.neck for other in beyond) > _ARM * (run.y1 - run.y0)
    return part < _HEADLESS if lost else part < _STRIP and not arm


def _joined(one: _Run, other: _Run, rows: int) -> bool:
    """True of runs side by side that are of one body: two people touch by less."""
    both = min(one.y1, other.y1) - max(one.y0, other.y0)
    return both > 0 and both >= min(_TOUCHING * rows, one.y1 - one.y0, other.y1 - other.y0)


def _runs(people: NDArray[np.bool_], heads: Iterable[Box], order: range) -> list[list[_Run]]:
    """The runs of each column with what hangs together with them in the columns before it, in an order."""
    rows, columns = people.shape
    found = [list[_Run]() for _ in range(columns)]
    middles = [
        (int((x0 + x1) / 2 * columns), y0 * rows, y1 * rows)
        for x0, y0, x1, y1 in heads
        if min(x0, y0, 1 - x1) > _AT_EDGE
    ]
    edges = np.diff(np.pad(people, ((1, 1), (0, 0))).astype(np.int8), axis=0)
    before: list[_Run] = []
    for column in order:
        starts, ends = np.flatnonzero(edges[:, column] == 1), np.flatnonzero(edges[:, column] == -1)
        own = [head for head in middles if head[0] == column]
        for y0, y1 in zip(starts.tolist(), ends.tolist(), strict=True):
            own_run = _Run(y0, y1, column, y0, y1, False, 0)
            there = [run for run in before if _joined(own_run, run, rows)]
            reach = [run.reach for run in there]
            furthest = (min if order.step > 0 else max)([column, *reach])
            neck = y1 - y0 if column == order[0] else max((run.neck for run in there), default=0)
            held = any(y0 < foot and top < y1 for _, top, foot in own)
            found[column].append(
                _Run(
                    y0,
                    y1,
                    furthest,
                    min([y0, *(run.top for run in there)]),
                    max([y1, *(run.foot for run in there)]),
                    held or any(run.head for run in there),
                    min(neck, y1 - y0),
                )
            )
        before = found[column]
    return found
