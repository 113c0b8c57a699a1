"""Crops that reach over a photo's edges where its plain ground goes on: a product stays whole."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.attention import Attention

F64 = NDArray[np.float64]

#: How many sizes the photo is set in, from the largest that fills the frame to one by so much smaller
#: than where it stands in it whole, or than that largest.
_SIZES: Final = 9
_SMALLER: Final = 0.8
_SMALLEST: Final = 0.45
#: The most of a frame's side beyond one edge.
_MOST: Final = 0.66
_STEPS: Final = 9
#: Things this near to an edge of the frame look as if they touched it, and what they count of those
#: that are cut off.
_AIR: Final = 0.035
_NEAR: Final = 0.3
#: How much more ground beside people counts than beside things.
_PEOPLE: Final = 3.0
#: From this share of the frame on such ground is blank and its photo a stamp, and what each further share
#: of it counts then.
_HALF: Final = 0.45
_BLANK: Final = 4.0
#: Less than this of all that a photo shows in a crop that leaves it is no reason to leave it, and what each
#: part counts that is missing to it: ground that goes on is there for what stands on it.
_SHOWN: Final = 0.5
_BARE: Final = 16.0
#: From this far from a frame's middle on a subject stands at a side, beside words; and what ground above or
#: below somebody counts, of that at the sides.
_MIDDLE: Final = 0.08
_UPRIGHT: Final = 0.5
#: A photo is left by less than this (px) through rounding alone.
_ROUNDED: Final = 1.0


@lru_cache(maxsize=64)
def reaching(photo: tuple[int, int], frame: tuple[float, float], plain: tuple[str, ...]) -> F64:
    """Crops of a frame's ratio that leave the photo at its plain edges alone, as rows (x, y, width,
    height) in its pixels; not to be changed.
    """
    ratio = frame[0] / frame[1]
    largest = min(photo[0], photo[1] * ratio)
    whole = max(photo[0], photo[1] * ratio)
    rows: list[tuple[float, float, float, float]] = []
    for w in np.geomspace(largest, max(whole / _SMALLER, largest / _SMALLEST), _SIZES):
        h = float(w) / ratio
        xs = _starts(photo[0], float(w), before="left" in plain, behind="right" in plain)
        ys = _starts(photo[1], h, before="top" in plain, behind="bottom" in plain)
        rows += [(x, y, float(w), h) for y in ys for x in xs if _leaves((x, y, float(w), h), photo)]
    found = np.array(rows, dtype=np.float64).reshape(-1, 4)
    found.flags.writeable = False
    return found


def _starts(side: int, length: float, *, before: bool, behind: bool) -> list[float]:
    """Where a crop of a length may begin along a side of the photo; none where it would leave it at an
    edge that is not plain.
    """
    low = -_MOST * length if before else 0.0
    high = side - length + (_MOST * length if behind else 0.0)
    if before and behind:
        low, high = max(low, min(side - length, 0.0)), min(high, max(side - length, 0.0))
    if low > high + 1e-6:
        return []
    if high - low <= 1:
        return [low]
    # With the photo's own edge as far from the frame's as things should be, too.
    aired = (v for v in (-_AIR * length, side - (1 - _AIR) * length) if low < v < high)
    return [*(float(v) for v in np.linspace(low, high, _STEPS)), *aired]


def _leaves(box: tuple[float, float, float, float], photo: tuple[int, int]) -> tuple[str, ...]:
    x, y, w, h = box
    over = {"left": -x, "right": x + w - photo[0], "top": -y, "bottom": y + h - photo[1]}
    return tuple(edge for edge, by in over.items() if by > _ROUNDED)


def edges_left(box: Rect, photo: Photo) -> tuple[str, ...]:
    """The edges of its photo that a crop reaches over."""
    return _leaves((box.x, box.y, box.width, box.height), (photo.width, photo.height))


def ground_added(attention: Attention, boxes: F64, *, beside: bool) -> F64:
    """What the ground that goes on in each crop counts: the share of the crop squared, so that a little
    is next to nothing. Where no words stand ``beside`` the subject it is only there to show that whole:
    people get small in it, and a crop that leaves the photo at one edge cuts nothing at the other.
    """
    x, y, w, h = boxes.T
    right, bottom = x + w - attention.width, y + h - attention.height
    across = w - np.clip(-x, 0, None) - np.clip(right, 0, None)
    down = h - np.clip(-y, 0, None) - np.clip(bottom, 0, None)
    share = 1 - across * down / (w * h)
    bare = np.zeros(len(boxes))
    if attention.borders is not None:
        bare = _BARE * np.maximum(_SHOWN - attention.borders.shown(boxes), 0) * (share > 0)
    if beside:
        return np.asarray(share**2 + _BLANK * np.maximum(share - _HALF, 0) + bare)
    edge = _ROUNDED
    moved = ((x < -edge) & (right < -edge)) | ((x > edge) & (right > edge))
    moved |= ((y < -edge) & (bottom < -edge)) | ((y > edge) & (bottom > edge))
    return np.asarray(share**2 * (_PEOPLE if attention.faces else 1.0) + moved + bare)


def lopsided(attention: Attention, boxes: F64, target: tuple[float, float]) -> F64:
    """The share of each crop by which more ground goes on at one side than at the other, but at the side from
    which its subject is to stand away: what nobody wrote on looks left empty. Above and below it counts half.
    """
    x, y, w, h = boxes.T
    right, bottom = x + w - attention.width, y + h - attention.height
    across = (np.clip(-x, 0, None) - np.clip(right, 0, None)) / w
    down = (np.clip(-y, 0, None) - np.clip(bottom, 0, None)) / h
    if abs(target[0] - 0.5) > _MIDDLE:
        across = np.clip(across if target[0] < 0.5 else -across, 0, None)
    if abs(target[1] - 0.5) > _MIDDLE:
        down = np.clip(down if target[1] < 0.5 else -down, 0, None)
    return np.asarray(np.abs(across) + (_UPRIGHT * np.abs(down) if attention.faces else 0.0))


def cut_at_plain(attention: Attention, boxes: F64) -> F64:
    """The share of all that a photo shows that each crop leaves out at the plain edges, where it need
    not; what only touches the frame there counts in part.
    """
    if attention.borders is None:
        return np.zeros(len(boxes))
    air = boxes[:, 2:] * _AIR
    whole = attention.borders.shown(_open(attention, boxes, np.zeros_like(air)))
    aired = attention.borders.shown(_open(attention, boxes, air))
    return np.asarray((1 - whole) + _NEAR * (whole - aired))


def _open(attention: Attention, boxes: F64, air: F64) -> F64:
    """Crops within their air at plain edges, and as far as the photo goes at the others."""
    x, y, w, h = boxes.T
    plain, far = attention.plain, float(max(attention.width, attention.height))
    left = x + air[:, 0] if "left" in plain else x * 0 - far
    top = y + air[:, 1] if "top" in plain else y * 0 - far
    right = x + w - air[:, 0] if "right" in plain else x * 0 + 2 * far
    bottom = y + h - air[:, 1] if "bottom" in plain else y * 0 + 2 * far
    return np.stack((left, top, right - left, bottom - top), axis=1)
