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
    """Whether most columns with a step in a wide stretch have their greatest one at this row; where
    the sky ends above it, in a column, noise has no say.
    """
    low = max(0, row - 8 * span)
    near = np.nan_to_num(step[low : row + 8 * span + 1], nan=-1.0)
    at = near.argmax(axis=0)[near.max(axis=0) > _STEP / 2] + low
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


#: Over this share of its columns a sky must not end at white clouds, which reach so far down.
_CLOUDED, _DEEP = 0.42, 10
_LIGHTER, _PALE = 0.02, 0.05


def ends_at_clouds(lab: F32, held: Bools) -> bool:
    """Whether a sky by day was found only as far as its first clouds: below most of it lies something
    white and lighter that goes on. To change the blue alone would leave a seam there.
    """
    rows = held.shape[0]
    deep = max(4, rows // _DEEP)
    light, chroma = lab[..., 0], np.hypot(lab[..., 1], lab[..., 2])
    white = (chroma < _PALE) & (light > 0.62)
    clouded = 0
    for column, end in _ends(held):
        below = slice(end + 4, end + 4 + deep)
        if end < 9 or end + 4 + deep > rows or float(white[below, column].mean()) < 0.8:
            continue
        above = float(light[end - 6 : end, column].mean())
        clouded += float(light[below, column].mean()) > above + _LIGHTER
    return clouded > _CLOUDED * max(1, len(_ends(held)))


def _ends(held: Bools) -> list[tuple[int, int]]:
    """Where the sky that begins at the upper edge ends, as pairs of a column and its row."""
    ends = np.logical_and.accumulate(held[3:], axis=0).sum(axis=0) + 3
    return [(int(column), int(ends[column])) for column in np.flatnonzero(held[3])]


#: Over this share of its columns a sky must not end where nothing does: it is as near in OKLab above
#: as below.
_NOWHERE, _NEAR = 0.38, 0.045


def ends_nowhere(lab: F32, held: Bools) -> bool:
    """Whether a sky was found only as far as its colour changes softly (dusk, fog, a wall in a room):
    what goes on below it is as much sky as it is.
    """
    soft = 0
    for column, end in _ends(held):
        if end < 12 or end + 10 > held.shape[0]:
            continue
        above = lab[end - 6 : end - 2, column].mean(axis=0)
        away = np.linalg.norm(lab[end - 2 : end + 6, column] - above, axis=1)
        # A cable or a branch at the end hides the seam.
        soft += float(away[4:].mean()) < _NEAR and float(away.max()) < 2 * _NEAR
    return soft > _NOWHERE * max(1, len(_ends(held)))


def without_pale_things(lab: F32, found: Bools) -> Bools:
    """What of a blue sky is no pale thing of a warm tint that stands at its lower edge (a concrete
    bowl, a white wall): next to blue and white it is cream, and no sky goes on below it.
    """
    inside = lab[found]
    if not inside.size or float(np.median(inside[:, 2])) > -0.005:
        return found
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    cream = found & (lab[..., 2] > 0.008) & (chroma < 0.05)
    below = np.logical_or.accumulate((found & ~cream)[::-1], axis=0)[::-1]
    thing = cream & ~below
    if not 0 < float(thing.sum()) < 0.1 * float(found.sum()):
        return found
    return found & ~thing


def up_to_things(lab: F32, found: Bools, coloured: Bools, steps: int = 3) -> Bools:
    """A sky grown into what is of its colour along its bounds, which roughness left out: else a light
    rim stays round towers and trees when the sky is darkened.
    """
    held = found
    for _ in range(steps):
        weight = held.astype(np.float32)
        count, total = _around(weight), _around(lab * weight[..., None])
        near = total / np.maximum(count, 1)[..., None]
        alike = np.sqrt(((lab - near) ** 2).sum(axis=-1)) < _ALIKE
        held = held | ((count > 0) & alike & coloured)
    return held


#: How far in OKLab a place may be from the sky beside it and be sky.
_ALIKE = 0.045


def _around(values: F32) -> F32:
    """The sums of each place with its eight neighbours."""
    padded = np.pad(values, ((1, 1), (1, 1), *((0, 0),) * (values.ndim - 2)))
    rows, columns = values.shape[:2]
    shifts = [(y, x) for y in range(3) for x in range(3)]
    return np.asarray(sum(padded[y : y + rows, x : x + columns] for y, x in shifts), np.float32)


__all__ = [
    "above_horizon",
    "ends_at_clouds",
    "goes_on_below",
    "up_to_things",
    "without_pale_things",
]
