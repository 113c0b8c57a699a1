"""The things that a photo's subject is made of, and what it costs a crop to slice them.

How much of a subject is seen says little about how a crop looks: a car without its wheels and bumpers
is nine tenths of a car, and looks like a mistake. So each end of each thing counts by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from brandstudio.pixels import regions
from brandstudio.render.geometry import Rect

F64 = NDArray[np.float64]

#: A part of a subject that is smaller than this share of it is a speck.
_SPECK: Final = 0.04
_MOST: Final = 12
#: So much of a thing's side may be lost unseen, and with so much more it is cut.
_UNSEEN: Final = 0.006
_CUT: Final = 0.03
#: What an end counts that the photo itself does not show.
_CUT_BEFORE: Final = 0.3
#: A thing that is nearer to the photo's edge than this part of its side ends at it.
_AT_EDGE: Final = 0.012
#: People are framed by half: what is lost below counts nothing, and a shoulder less than a bumper.
_SHOULDER: Final = 0.45
#: But somebody whose face can't be seen is a figure, of which a viewer misses the legs.
_FIGURE: Final = 0.4
#: What it counts that a thing is cut at two opposite ends, beside both cuts.
_BOTH: Final = 0.5
#: What it counts that a thing is left out altogether, of the share that it has in the subject; and the
#: part of it that must be seen for none of that to count.
_LEFT_OUT: Final = 2.0
_ENOUGH: Final = 0.5
#: Less than this part of a thing in the frame is none.
_NOTHING: Final = 0.015
#: The value of a region of people.
_SOMEBODY: Final = 2
_LEAST: Final = 4
#: White between a thing and the frame (of its side) from which on it does not touch it, and what a
#: touch counts, of a cut.
_AIR: Final = 0.045
_TOUCH: Final = 0.35


@dataclass(frozen=True, eq=False)
class Things:
    """Boxes of things (x, y, width, height in px of the photo, one in a row), what each weighs, its
    share of all, and what a cut at its left, right, upper and lower end counts.
    """

    boxes: F64
    weights: F64
    shares: F64
    ends: F64

    @classmethod
    def of(
        cls,
        mask: NDArray[np.float32],
        area: Rect,
        faces: tuple[Rect, ...],
        people: NDArray[np.bool_] | None = None,
    ) -> Self | None:
        """The things in a subject's mask (0 to 1) that lies at ``area`` of the photo, the largest
        first; None where there are none. ``people`` are told from what they hold or sit on.
        """
        sure = mask >= 0.5
        found = regions.connected(sure, np.zeros(mask.shape, np.float32))
        if people is not None:
            found = regions.connected_by_value(np.where(sure, 1 + people, 0), _LEAST)
            found = [region for region in found if region.value]
        whole = sum(region.area for region in found)
        large = sorted((r for r in found if r.area >= _SPECK * whole), key=lambda r: -r.area)
        if not large:
            return None
        rows, columns = mask.shape
        across, down = area.width / columns, area.height / rows
        boxes, shares, ends = list[Rect](), list[float](), list[tuple[float, ...]]()
        for r in large[:_MOST]:
            box = Rect(
                area.x + r.x0 * across, area.y + r.y0 * down, r.width * across, r.height * down
            )
            gaps = (r.x0 / columns, 1 - r.x1 / columns, r.y0 / rows, 1 - r.y1 / rows)
            known = any(box.common(face).area > 0.5 * face.area for face in faces)
            usual = (1.0, 1.0, 1.0, 1.0)
            if known or r.value == _SOMEBODY:
                usual = (_SHOULDER, _SHOULDER, 1.0, 0.0 if known else _FIGURE)
            if max(gaps[:2]) < _AT_EDGE:
                continue  # a sky, a sea, a range: it has no ends that anyone misses
            boxes.append(box)
            shares.append(r.area / whole)
            ends.append(
                tuple(
                    min(end, _CUT_BEFORE) if gap < _AT_EDGE else end
                    for end, gap in zip(usual, gaps, strict=True)
                )
            )
        if not boxes:
            return None
        share = np.array(shares)
        return cls(np.array([tuple(b) for b in boxes]), np.sqrt(share), share, np.array(ends))

    def sliced(self, crops: F64) -> F64:
        """What each crop (x, y, width, height) slices off things: 1 for one end of a subject that is
        one thing; less where it is one of many, where it only touches the frame, and where the photo
        has cut it before.
        """
        x, y, w, h = (column[None] for column in crops.T)
        tx, ty, tw, th = (column[:, None] for column in self.boxes.T)
        lost = np.stack(
            ((x - tx) / tw, (tx + tw - x - w) / tw, (y - ty) / th, (ty + th - y - h) / th)
        )
        seen = np.clip(1 - np.clip(lost[0], 0, 1) - np.clip(lost[1], 0, 1), 0, 1)
        seen = seen * np.clip(1 - np.clip(lost[2], 0, 1) - np.clip(lost[3], 0, 1), 0, 1)
        cut = np.clip((lost - _UNSEEN) / (_CUT - _UNSEEN), 0, 1)
        sides = np.stack((w / tw, w / tw, h / th, h / th))
        near = _TOUCH * np.clip(1 + (lost - _UNSEEN) / (_AIR * sides), 0, 1)
        ends = self.ends.T[:, :, None]
        one = (ends * np.maximum(cut, near)).sum(axis=0)
        one += _BOTH * (np.minimum(*(ends[:2] * cut[:2])) + np.minimum(*(ends[2:] * cut[2:])))
        missed = _LEFT_OUT * self.shares[:, None] * np.clip(1 - seen / _ENOUGH, 0, 1)
        each = missed + np.where(seen <= _NOTHING, 0.0, one * self.weights[:, None])
        return np.asarray(each.sum(axis=0))
