"""Where a sky ends: water, mist and far land below a horizon are often of the sky's own colour."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .canvas import F32

Bools = NDArray[np.bool_]

#: How far a camera may lean: rows that a horizon falls for each column.
_LEANS = (0.0, -0.02, 0.02, -0.04, 0.04)
#: How much darker it is below a horizon than above (OKLab lightness), at least, in four columns of
#: five: clouds are darker below too, but seldom at one height all along.
_STEP, _SHARE = 0.028, 20
#: A horizon is seen over this share of a picture's columns, at least; and how much more of a step it
#: must be where it is that narrow, since a narrow cloud may well be level.
_WIDTH, _NARROW = 0.15, (0.05, 0.06)
#: So many columns that see the step at all see it at the same height.
_LEVEL = 0.6


def above_horizon(lab: F32, found: Bools) -> Bools:
    """What of a sky found by its colour lies above the horizon; all of it where none is seen in it.

    ``lab`` is (rows, columns, 3) OKLab, ``found`` (rows, columns). A horizon is a straight line, level
    but for how the camera leans, at which it gets darker suddenly all along: no cloud is so straight.
    """
    rows, columns = found.shape
    span = max(2, rows // 70)
    if rows < 8 * span:
        return found
    step, seen = _steps(lab[..., 0], found, span)
    best, cut = 0.0, found
    at = np.arange(columns) - columns / 2
    down = np.arange(rows)[:, None]
    for lean in _LEANS:
        offset = np.round(at * lean).astype(int)
        row = down + offset[None, :]
        inside = (row >= 0) & (row < rows)
        row = np.clip(row, 0, rows - 1)
        here = seen[row, np.arange(columns)[None, :]] & inside
        sheared = np.where(here, step[row, np.arange(columns)[None, :]], np.nan)
        width = here.mean(axis=1)
        wide = np.flatnonzero(width >= _WIDTH)
        if not wide.size:
            continue
        least = np.nanpercentile(sheared[wide], _SHARE, axis=1)
        clear = least - np.maximum(_STEP, _NARROW[0] - _NARROW[1] * width[wide])
        first = int(clear.argmax())
        if float(clear[first]) > best and _is_level(sheared, int(wide[first]), span):
            best, cut = float(clear[first]), found & (down - offset[None, :] < wide[first])
    return cut


def _steps(light: F32, found: Bools, span: int) -> tuple[F32, Bools]:
    """How much darker it is just below each place than just above, beyond how it darkens there
    already; and where there is sky's colour on both sides to tell it by.
    """
    rows = light.shape[0]
    table = np.cumsum(np.pad(light.astype(np.float64), ((1, 0), (0, 0))), axis=0)
    mean = (table[span:] - table[:-span]) / span
    held = np.cumsum(np.pad(found.astype(np.int32), ((1, 0), (0, 0))), axis=0)
    full = held[span:] - held[:-span] == span
    first, last = 3 * span, rows - 2 * span
    y = np.arange(first, last + 1)
    step = np.zeros(light.shape, np.float32)
    seen = np.zeros(light.shape, np.bool_)
    fall = mean[y - 3 * span] - mean[y - span]
    step[y] = mean[y - span] - mean[y + span] - np.maximum(fall, 0)
    seen[y] = full[y - 3 * span] & full[y - span] & full[y + span]
    return step, seen


def _is_level(step: F32, row: int, span: int) -> bool:
    """Whether most columns have their greatest step of a wide stretch at this row."""
    low = max(0, row - 8 * span)
    near = np.nan_to_num(step[low : row + 8 * span + 1], nan=-1.0)
    at = near.argmax(axis=0)[near.max(axis=0) > 0] + low
    return at.size > 0 and float((np.abs(at - row) <= 2 * span).mean()) >= _LEVEL


def goes_on_below(lab: F32, found: Bools) -> bool:
    """Whether what was found goes on to the lower edge below something darker that stands in it: a
    lake round an island in fog, or the ground of a product shot. No part of it is surely sky then.
    """
    rows = found.shape[0]
    high = max(3, rows // 50)
    table = np.cumsum(np.pad(~found, ((1, 0), (0, 0))).astype(np.int32), axis=0)
    dark = ~found & (lab[..., 0] < float(lab[found][:, 0].mean()) - 0.05)
    run = np.zeros_like(found)
    run[: rows - high + 1] = table[high:] - table[:-high] == high
    started = np.logical_or.accumulate(found, axis=0)
    covered = np.logical_or.accumulate(run & started & dark, axis=0)
    edge = found[-1]
    return float(edge.mean()) > 0.4 and float(covered[-1][edge].mean()) > 0.2


__all__ = ["above_horizon", "goes_on_below"]
