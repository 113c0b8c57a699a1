"""Frames: the sizes in pixels of generated pictures.

The resolution is the long side, the short side follows from the ratio and is rounded to the nearest
even number (decisions: Figures).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import get_args

from ..models.images import AspectRatio, Resolution

LONG_SIDES: MappingProxyType[Resolution, int] = MappingProxyType(
    {"1K": 1024, "2K": 2048, "4K": 4096}
)
RATIOS: MappingProxyType[AspectRatio, tuple[int, int]] = MappingProxyType(
    {"1:1": (1, 1), "4:5": (4, 5), "9:16": (9, 16), "16:9": (16, 9), "2:3": (2, 3), "5:4": (5, 4)}
)
assert set(RATIOS) == set(get_args(AspectRatio))


def frame(aspect_ratio: AspectRatio, resolution: Resolution) -> tuple[int, int]:
    """Width and height in pixels."""
    across, down = RATIOS[aspect_ratio]
    long_side = LONG_SIDES[resolution]
    # Integers alone: half of the short side, rounded, twice.
    short_side = 2 * (
        (long_side * min(across, down) + max(across, down)) // (2 * max(across, down))
    )
    return (long_side, short_side) if across >= down else (short_side, long_side)


def has_ratio(ratio: AspectRatio, width: int, height: int) -> bool:
    """Whether a picture has that ratio, but for the rounding of its sides to even pixels."""
    across, down = RATIOS[ratio]
    return abs(width * down - height * across) <= 2 * max(across, down)


def ratio_of(width: int, height: int) -> AspectRatio | None:
    """The ratio of the contract that a picture has, or None when it has none of them."""
    return next((name for name in RATIOS if has_ratio(name, width, height)), None)
