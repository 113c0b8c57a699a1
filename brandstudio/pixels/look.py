"""How a picture looks, as a vector: pictures whose vectors lie close look alike.

Four parts, each of length 1 and weighed: where which colour lies, which colours there are, which way
the edges run where, and where the subject stands (the mask that the vision model found). The dot
product of two vectors is then the weighed mean of how alike the parts are, -1 to 1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour
from brandstudio.pixels.decode import on_background

F32 = NDArray[np.float32]

SPACE: Final = "look:1"
"""Vectors of another version of this module are made anew."""
_SIDE: Final = 64
_GRID: Final = 8
_TURNS: Final = 8
_WEIGHTS: Final = {"arrangement": 0.3, "colours": 0.3, "edges": 0.25, "subject": 0.15}


def look(image: Image.Image, mask: NDArray[np.uint8] | None = None) -> F32:
    """The vector of a picture of any size, of length 1; ``mask`` is its subject."""
    small = on_background(image).convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    lab = colour.u8_to_oklab(np.asarray(small, dtype=np.uint8))
    parts = {
        "arrangement": _arrangement(lab),
        "colours": _colours(lab),
        "edges": _edges(lab[..., 0]),
        "subject": _subject(mask),
    }
    joined = [np.sqrt(_WEIGHTS[name]) * _unit(part) for name, part in parts.items()]
    return _unit(np.concatenate(joined).astype(np.float32))


def _arrangement(lab: F32) -> F32:
    """The mean colour of each of 8 x 8 fields, about the mean of a picture; hue counts double."""
    fields = lab.reshape(_GRID, _SIDE // _GRID, _GRID, _SIDE // _GRID, 3).mean(axis=(1, 3))
    return np.asarray((fields - (0.6, 0.0, 0.0)) * (1.0, 2.0, 2.0), dtype=np.float32).ravel()


def _colours(lab: F32) -> F32:
    """The square roots of a histogram of 5 x 9 x 9 cells, each pixel in its own and, by halves, in
    those beside it.
    """
    pixels = lab.reshape(-1, 3)
    cells = np.stack(
        [
            np.clip(pixels[:, 0] * 5, 0, 4.999),
            np.clip(pixels[:, 1] * 15 + 4.5, 0, 8.999),
            np.clip(pixels[:, 2] * 15 + 4.5, 0, 8.999),
        ],
        axis=1,
    ).astype(np.intp)
    counts = np.zeros((5, 9, 9), dtype=np.float32)
    np.add.at(counts, (cells[:, 0], cells[:, 1], cells[:, 2]), 1)
    for axis in range(3):
        padded = np.moveaxis(counts, axis, 0)
        spread = padded.copy()
        spread[1:] += padded[:-1] / 2
        spread[:-1] += padded[1:] / 2
        counts = np.moveaxis(spread, 0, axis)
    return np.asarray(np.sqrt(counts), dtype=np.float32).ravel()


def _edges(lightness: F32) -> F32:
    """How strongly edges run each of eight ways in each of 4 x 4 fields."""
    down, across = np.gradient(lightness)
    strength = np.hypot(down, across)
    turn = ((np.arctan2(down, across) % np.pi) / np.pi * _TURNS).astype(np.intp) % _TURNS
    fields = np.arange(_SIDE) * 4 // _SIDE
    found = np.zeros((4, 4, _TURNS), dtype=np.float32)
    np.add.at(found, (fields[:, None], fields[None, :], turn), strength)
    return np.asarray(np.sqrt(found), dtype=np.float32).ravel()


def _subject(mask: NDArray[np.uint8] | None) -> F32:
    """Where the subject stands, in 6 x 6 fields; an even field where there is none."""
    if mask is None:
        return np.full(36, 1 / 6, dtype=np.float32)
    small = Image.fromarray(mask).resize((6, 6), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32).ravel() + 1


def _unit(vector: F32) -> F32:
    length = float(np.linalg.norm(vector))
    return vector if length < 1e-9 else np.asarray(vector / length, dtype=np.float32)
