"""Sky that is seen through things: between leaves and struts, cut off from what reaches the upper edge.

What has the sky's own colours at its height belongs to it where it is a small opening, or lies above
the lowest place of the sky; what may be water, or a wall, is left, and that is said.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brandstudio.pixels.regions import Region, connected

from .canvas import F32

Bools = NDArray[np.bool_]
#: How far in OKLab an opening may be from the sky at its height.
_ALIKE = 0.065
#: How much of the sky's chroma it must have: a pale cloth beside it has less.
_AS_BLUE, _BLUISH = 0.55, 0.015
#: An opening of less than this share of a picture is a gap between leaves; from so much on, what is
#: not taken is told.
_GAP, _TOLD = 0.004, 0.02
#: The chroma of a sky that gaps are told by, at least: grey gaps may be anything.
_BLUE = 0.035


def with_openings(lab: F32, held: Bools, coloured: Bools) -> tuple[Bools, bool]:
    """A sky with its openings, and whether something of its colours was left."""
    rows, columns = held.shape
    mean = _at_height(lab, held)
    near = coloured & ~held & (np.linalg.norm(lab - mean, axis=-1) < _ALIKE)
    near &= _chroma(lab) > _AS_BLUE * _chroma(mean)
    lowest = int(np.flatnonzero(held.any(axis=1)).max()) + 1
    found = connected(near, np.ascontiguousarray(lab[..., 0]), least_area=3)
    blue = float(np.hypot(*np.median(lab[held], axis=0)[1:])) >= _BLUE
    large = [r for r in found if r.area > _GAP * held.size]
    doubtful = [r for r in large if _may_be_water(r, columns, rows)]
    limit = lowest if doubtful else round(0.92 * rows)
    out, left = held.copy(), 0
    for region in found:
        if blue and region not in doubtful and region.y1 <= limit:
            out[region.y0 : region.y1, region.x0 : region.x1] |= near[
                region.y0 : region.y1, region.x0 : region.x1
            ]
        elif region.y0 < lowest:
            left += region.area
    return out, left > _TOLD * held.size or _bluish_beside(lab, out, coloured, lowest)


def _bluish_beside(lab: F32, held: Bools, coloured: Bools, lowest: int) -> bool:
    """Whether much that is as blue as a sky stands beside it: another part of it, with clouds."""
    angle = np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360
    blue = coloured & ~held & (angle > 215) & (angle < 290) & (_chroma(lab) > _BLUISH)
    blue &= lab[..., 0] > float(lab[held][:, 0].mean()) - 0.1
    found = connected(blue, np.ascontiguousarray(lab[..., 0]), least_area=round(_GAP * held.size))
    return sum(r.area for r in found if r.y0 < lowest) > 2 * _TOLD * held.size


def _may_be_water(region: Region, columns: int, rows: int) -> bool:
    """Whether a region is no gap that things close: it reaches a side of the picture, or is wide."""
    at_a_side = region.x0 == 0 or region.x1 == columns or region.y1 == rows
    return at_a_side or region.width > 0.25 * columns


def _chroma(lab: F32) -> F32:
    return np.asarray(np.hypot(lab[..., 1], lab[..., 2]), np.float32)


def _at_height(lab: F32, held: Bools) -> F32:
    """The mean colour of the sky at each height; below it that of its lowest rows."""
    rows = held.shape[0]
    count = held.sum(axis=1).astype(np.float32)
    total = (lab * held[..., None]).sum(axis=1)
    # Rows in which little of it is seen take the mean of those about them.
    reach = max(2, rows // 24)
    kernel = np.ones(2 * reach + 1, np.float32)
    count = np.convolve(count, kernel, mode="same")
    total = np.stack([np.convolve(total[:, k], kernel, mode="same") for k in range(3)], axis=1)
    seen = np.flatnonzero(count > 4)
    nearest = seen[np.abs(np.arange(rows)[:, None] - seen[None, :]).argmin(axis=1)]
    mean = total[nearest] / count[nearest][:, None]
    return np.asarray(mean[:, None, :], dtype=np.float32)


__all__ = ["with_openings"]
