"""The last step of a drawn picture: tone and grade, a little grain, and 8 bits without banding."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from brandstudio.pixels import colour

from .canvas import F32, Strip
from .grading import Grading
from .manners import Manner

_STEPS = 8192
_TILE = 512


@lru_cache(maxsize=1)
def _encoded() -> F32:
    """sRGB 0 to 255 of the square root of linear light, finely: the root spends the table's steps
    where eyes do.
    """
    root = np.linspace(0, 1, _STEPS + 1)
    table = (colour.linear_to_srgb(root * root) * 255).astype(np.float32)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=1)
def _dither() -> F32:
    """Triangular noise of one 8-bit step, high-passed so that it is fine rather than blotchy."""
    rng = np.random.default_rng(20201123)
    noise = rng.random((_TILE, _TILE)) + rng.random((_TILE, _TILE)) - 1
    noise -= 0.25 * (
        np.roll(noise, 1, 0) + np.roll(noise, -1, 0) + np.roll(noise, 1, 1) + np.roll(noise, -1, 1)
    )
    table = (noise * 0.8).astype(np.float32)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=2)
def _grain(size: int) -> F32:
    """A tile of film grain, deviation 1, of grains about ``size`` / 2 pixels wide."""
    rng = np.random.default_rng(770)
    noise = rng.standard_normal((_TILE, _TILE))
    for _ in range(max(0, size - 1)):
        for axis in (0, 1):
            noise = 0.5 * noise + 0.25 * (np.roll(noise, 1, axis) + np.roll(noise, -1, axis))
    table: F32 = np.asarray(noise / noise.std(), dtype=np.float32)
    table.setflags(write=False)
    return table


@dataclass(frozen=True, slots=True)
class Finish:
    """How a scene ends: the grading towards the brand, grain in OKLab lightness, and how the whole
    picture is said to be.
    """

    grading: Grading
    grain: float = 0.006
    manner: Manner | None = None


def rolled(tile: F32, y0: int, rows: int, width: int, salt: int) -> F32:
    """A tile repeated over rows of a picture; every repetition is shifted, so that no pattern is
    seen.
    """
    ys = np.arange(y0, y0 + rows)
    xs = np.arange(width)
    line = (ys % _TILE)[:, None]
    shift = ((ys // _TILE) * 197 + salt * 131)[:, None]
    column = (xs[None, :] + (xs[None, :] // _TILE) * 89 + shift) % _TILE
    return np.asarray(tile[line, column])


def encode(lab: F32, y0: int, salt: int = 0) -> np.ndarray:
    """OKLab planes (3, rows, width) as uint8 (rows, width, 3), dithered."""
    rows, width = lab.shape[1:]
    linear = colour.oklab_planes_to_linear(lab)
    np.clip(linear, 0, 1, out=linear)
    np.sqrt(linear, out=linear)
    linear *= np.float32(_STEPS)
    linear += np.float32(0.5)
    values = np.take(_encoded(), linear.astype(np.int32))
    values += rolled(_dither(), y0, rows, width, salt) + np.float32(0.5)
    np.clip(values, 0, 255, out=values)
    return np.ascontiguousarray(np.moveaxis(values.astype(np.uint8), 0, -1))


def finish(strip: Strip, how: Finish, salt: int) -> np.ndarray:
    """A painted strip as pixels."""
    how.grading.apply(strip.lab)
    if how.manner is not None:
        how.manner.apply(strip.lab)
    if how.grain > 0:
        size = max(1, round(strip.unit / 900))
        tile = _grain(min(4, size))
        # Grain sits in the midtones, as in film.
        weight = np.float32(how.grain) * (
            np.float32(0.45) + np.float32(2.2) * strip.lab[0] * (1 - strip.lab[0])
        )
        strip.lab[0] += weight * rolled(tile, strip.y0, strip.lab.shape[1], strip.width, salt)
    return encode(strip.lab, strip.y0, salt)
