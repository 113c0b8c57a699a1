"""A sky that is told by its lower edge: one step of colour in each column that runs across the whole picture.

A sky of dusk goes from blue to cream, and a night's is full of stars: no range of colours holds it, and it is no
smooth place. What is above the first strong step from the upper edge is it, where the step that parts the picture
best (Shen and Wang 2013) is as clear all along, and land lies below all of it: a wall ends at the picture's foot, or
beside a thing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio.pixels import colour

from .canvas import F32
from .horizon import up_to_things

U8 = NDArray[np.uint8]
Bools = NDArray[np.bool_]
#: It is looked for on a picture of this size without its stars, over so many rows, with steps of OKLab from and to.
_SIDE, _STARS, _ROWS, _STEPS = 200, 5, 4, np.geomspace(0.02, 0.35, 22)
_EVEN = 1e-5
#: A sky takes so much of a picture, and begins at the upper edge nearly all along.
_SHARE, _ALONG, _TOP = (0.08, 0.92), 0.95, 0.08
#: What is above and below the step differs by so much in the middle, and in all but so many columns of a hundred.
_MIDDLE, _LEAST, _ALL_BUT = 0.09, 0.05, 15
#: In hardly a column does it reach so far down.
_DEEP, _FEW = 0.8, 0.02
#: Its upper edge has a colour: teal, blue or violet.
_HUES, _CHROMA = (185.0, 345.0), 0.025
#: Columns that are narrower than this share, and reach down without an edge, are glare.
_GLARE = 0.05


def above_skyline(pixels: U8) -> Bools | None:
    """The sky above the skyline of a picture, on a small copy; None where no such line parts it."""
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    lab = colour.u8_to_oklab(np.asarray(image.filter(ImageFilter.MedianFilter(_STARS))))
    rows, columns = lab.shape[:2]
    if min(rows, columns) < 8 * _ROWS:
        return None
    line = _best_line(lab)
    if line is None or not _is_sky(lab, line):
        return None
    line = _without_glare(line, max(1, round(_GLARE * columns)))
    held = np.arange(rows)[:, None] < line[None, :]
    return np.asarray(up_to_things(lab, held, np.ones_like(held)), np.bool_)


def _best_line(lab: F32) -> NDArray[np.float64] | None:
    """The row of the step in each column that parts the picture into two of which each is the most alike."""
    rows, columns = lab.shape[:2]
    step = np.zeros((rows, columns), np.float32)
    half = _ROWS // 2
    step[half:-half] = np.sqrt(((lab[_ROWS:] - lab[:-_ROWS]) ** 2).sum(axis=-1))
    step[: max(3, rows // 20)] = 0
    best, found = 0.0, None
    for least in _STEPS:
        strong = step > least
        line = np.where(strong.any(axis=0), strong.argmax(axis=0), rows)
        padded = np.pad(line, _STARS, mode="edge")
        windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * _STARS + 1)
        line = np.median(windows, axis=1)
        held = np.arange(rows)[:, None] < line[None, :]
        if not _SHARE[0] < float(held.mean()) < _SHARE[1]:
            continue
        (own, widest), (other, wide) = (_spread(lab[part]) for part in (held, ~held))
        parted = 1 / (2 * own + other + 2 * widest + wide)
        if parted > best:
            best, found = parted, line
    return found


def _spread(some: F32) -> tuple[float, float]:
    """How far colours are from each other, in all ways and in the widest one."""
    values = np.linalg.eigvalsh(np.cov(some.T) + np.eye(3) * _EVEN)
    return float(np.prod(values) ** (1 / 3)), float(values.max())


def _is_sky(lab: F32, line: NDArray[np.float64]) -> bool:
    rows, columns = lab.shape[:2]
    if float((line > _TOP * rows).mean()) <= _ALONG or float((line > _DEEP * rows).mean()) >= _FEW:
        return False
    _, a, b = lab[: max(3, rows // 8)].reshape(-1, 3).mean(axis=0)
    hue = float(np.degrees(np.arctan2(b, a)) % 360)
    if float(np.hypot(a, b)) < _CHROMA or not _HUES[0] <= hue <= _HUES[1]:
        return False
    steps = []
    for x in range(columns):
        y = int(line[x])
        if 5 < y < rows - 5:
            apart = lab[y - 4 : y - 1, x].mean(axis=0) - lab[y + 1 : y + 5, x].mean(axis=0)
            steps.append(float(np.sqrt((apart**2).sum())))
    if len(steps) < columns // 2:
        return False
    return float(np.median(steps)) >= _MIDDLE and float(np.percentile(steps, _ALL_BUT)) >= _LEAST


def _without_glare(line: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """The line without what reaches down in narrow columns."""
    wide = np.lib.stride_tricks.sliding_window_view
    least = wide(np.pad(line, reach, mode="edge"), 2 * reach + 1).min(axis=1)
    return np.asarray(wide(np.pad(least, reach, mode="edge"), 2 * reach + 1).max(axis=1))


__all__ = ["above_skyline"]
