"""Where a picture has edges, on a small copy: what a crop's border would cut through.

An edge that runs down a picture is cut by a level border, one that runs across it by an upright one.
So there are two maps, and a border is calm where the map of the edges that cross it is low.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour
from brandstudio.pixels.decode import on_background
from brandstudio.pixels.resize import fit_size

U8 = NDArray[np.uint8]
_SIDE: Final = 96
#: A step of OKLab from one cell to the next but one that is a hard edge.
_HARD: Final = 0.16
#: Steps under this share of it are noise, light that falls off, or texture far away.
_FAINT: Final = 0.12
#: How many strengths of edges are kept.
LEVELS: Final = 7


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Strengths (0 to 7) of the edges of a picture, long side 96: those that an upright border cuts,
    and those that a level one does.
    """

    upright: U8
    level: U8

    def to_json(self) -> list[object]:
        """Height, width, and both maps, packed and in base64."""
        height, width = self.upright.shape
        packed = zlib.compress(self.upright.tobytes() + self.level.tobytes(), 9)
        return [height, width, base64.b64encode(packed).decode("ascii")]

    @classmethod
    def from_json(cls, value: tuple[int, int, str]) -> Self:
        """The outlines that `to_json` wrote."""
        height, width, text = value
        cells = np.frombuffer(zlib.decompress(base64.b64decode(text)), np.uint8)
        upright, level = cells.reshape(2, height, width)
        return cls(upright, level)


def outlines(image: Image.Image) -> Outlines:
    """The outlines of a picture."""
    width, height = fit_size(image.width, image.height, _SIDE)
    small = on_background(image).resize((max(3, width), max(3, height)), Image.Resampling.BOX)
    cells = colour.u8_to_oklab(np.asarray(small))
    return Outlines(_strength(np.gradient(cells, axis=0)), _strength(np.gradient(cells, axis=1)))


def _strength(steps: NDArray[np.floating]) -> U8:
    """How hard the edges are whose steps (half of those from one cell to the next but one) these
    are.
    """
    hard = 2 * np.sqrt(np.square(steps).sum(axis=2)) / _HARD
    kept = np.clip((hard - _FAINT) / (1 - _FAINT), 0, 1)
    return np.asarray(np.round(kept * LEVELS), dtype=np.uint8)
