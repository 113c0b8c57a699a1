"""References with known answers, as figures and as pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.domain.extraction import PhotoReference
from brandstudio.pixels import colour
from brandstudio.pixels.measure import measure


@dataclass(frozen=True)
class Look:
    """What every reference of a look has in common: OKLab lightness, its spread, mean chroma's a
    and b, a palette.
    """

    lightness: float = 0.6
    spread: float = 0.15
    a: float = 0.0
    b: float = 0.0
    palette: tuple[str, ...] = field(default=())


def picture(look: Look, seed: int, size: tuple[int, int] = (240, 160)) -> Image.Image:
    """A picture of that look: soft shapes of the given tone and tint, no two seeds alike."""
    rng = np.random.default_rng(seed)
    width, height = size
    if look.palette:
        # Every colour has the same area in every picture; only the places differ.
        cells = rng.permutation(np.arange(96) % len(look.palette)).reshape(8, 12)
        rgb = np.array([colour.parse_hex(value) for value in look.palette], dtype=np.uint8)[cells]
        return Image.fromarray(rgb).resize(size, Image.Resampling.NEAREST)
    y, x = np.mgrid[0:height, 0:width] / np.array([height, width]).reshape(2, 1, 1)
    field_ = sum(
        np.sin(2 * np.pi * (rng.uniform(1, 3) * x + rng.uniform(1, 3) * y) + rng.uniform(0, 6))
        for _ in range(6)
    )
    shade: NDArray[np.float64] = (field_ - field_.mean()) / field_.std()
    lab = np.stack(
        [
            np.clip(look.lightness + look.spread * shade, 0.02, 0.98),
            np.full_like(shade, look.a),
            np.full_like(shade, look.b),
        ],
        -1,
    )
    return Image.fromarray(colour.oklab_to_u8(lab.astype(np.float32)))


@lru_cache(maxsize=256)
def reference(look: Look, seed: int, name: str = "") -> PhotoReference:
    """That picture, measured."""
    return PhotoReference(f"ref{seed:03d}", measure(picture(look, seed)), name or f"{seed}.png")


def references(look: Look, count: int = 5, first: int = 0) -> list[PhotoReference]:
    return [reference(look, first + n) for n in range(count)]
