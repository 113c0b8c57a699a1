"""What an edit leaves as it is: a picture that it did not change, and a brightness that was to stay."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from brandstudio.language.edits import Edit
from brandstudio.pixels import colour

from . import pixelwork
from .grading import Grading
from .hues import hue
from .light import sampled

U8 = NDArray[np.uint8]
#: Where all but a few places differ by less than this (of 255), nobody sees it.
_SEEN, _MOST = 2.0, 99.5
#: A small place that changes by so much is seen too.
_CLEARLY, _ALMOST_ALL = 5.0, 99.98


def unchanged(before: U8, after: U8) -> bool:
    """Whether an edit leaves the picture as it is to the eye."""
    if before is after:
        return True
    if before.shape != after.shape:
        return False
    step = max(1, min(before.shape[:2]) // 1024)
    one, two = (p[::step, ::step].astype(np.int16) for p in (before, after))
    away = np.abs(one - two).max(axis=2)
    most, nearly_all = np.percentile(away, (_MOST, _ALMOST_ALL))
    return float(most) < _SEEN and float(nearly_all) < _CLEARLY


def as_bright_as(pixels: U8, before: U8) -> U8:
    """A picture with the mean lightness that another has, its black and white as they are."""
    wanted = float(sampled(before)[:, 0].mean())
    seen = sampled(pixels)[:, 0]
    low, high = 0.4, 2.5
    for _ in range(24):
        power = (low * high) ** 0.5
        if float((seen**power).mean()) > wanted:
            low = power
        else:
            high = power
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    curve = np.asarray(x ** np.float32(power), dtype=np.float32)
    return pixelwork.in_oklab(pixels, [pixelwork.graded(Grading(curve), None)], 0)


def no_stronger(pixels: U8, before: U8) -> U8:
    """A picture whose colours are nowhere stronger than they were in another."""
    out = pixels.copy()
    for y0 in range(0, pixels.shape[0], _ROWS):
        rows = slice(y0, y0 + _ROWS)
        new, old = (
            colour.u8_to_oklab(np.ascontiguousarray(some[rows, :, :3])) for some in (pixels, before)
        )
        chroma, most = (np.hypot(lab[..., 1], lab[..., 2]) for lab in (new, old))
        new[..., 1:] *= np.minimum(1, most / np.maximum(chroma, 1e-6))[..., None]
        out[rows, :, :3] = colour.oklab_to_u8(new)
    return out


_ROWS = 256

#: A thing that is told by its colour has hardly more of the hues beside it than of its own.
_BESIDE, _MOST_BESIDE = 16.0, 1.6


def between_hues(pixels: U8, edits: Sequence[Edit]) -> str:
    """Why a thing can't be told by its colour: most of it may be of a hue beside that; empty where it
    can.
    """
    named = (part for e in edits for some in (e.target, *e.without) for part in some.split("&"))
    for name in (p.removeprefix("colour-") for p in named if p.startswith("colour-")):
        own, wide = hue(pixels, name), hue(pixels, name, _BESIDE)
        if own is None or wide is None or float(wide.mean()) > _MOST_BESIDE * float(own.mean()):
            return (
                f"The {name} parts can't be told from the hues beside them, so nothing was changed."
            )
    return ""


__all__ = ["as_bright_as", "between_hues", "unchanged"]
