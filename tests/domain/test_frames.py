"""Frames: sizes in pixels from ratio and resolution."""

from __future__ import annotations

from typing import get_args

import pytest

from brandstudio.domain.frames import LONG_SIDES, RATIOS, frame
from brandstudio.models.images import AspectRatio, Resolution


@pytest.mark.parametrize(
    ("ratio", "resolution", "size"),
    [
        ("1:1", "2K", (2048, 2048)),
        ("16:9", "1K", (1024, 576)),
        ("9:16", "1K", (576, 1024)),
        ("4:5", "1K", (820, 1024)),
        ("5:4", "2K", (2048, 1638)),
        ("2:3", "4K", (2730, 4096)),
        ("2:3", "1K", (682, 1024)),
    ],
)
def test_known_sizes(ratio: AspectRatio, resolution: Resolution, size: tuple[int, int]) -> None:
    assert frame(ratio, resolution) == size


@pytest.mark.parametrize("ratio", get_args(AspectRatio))
@pytest.mark.parametrize("resolution", get_args(Resolution))
def test_the_long_side_is_exact_and_the_short_side_even_and_within_a_pixel(
    ratio: AspectRatio, resolution: Resolution
) -> None:
    width, height = frame(ratio, resolution)
    across, down = RATIOS[ratio]
    assert max(width, height) == LONG_SIDES[resolution]
    assert width % 2 == height % 2 == 0
    assert (
        abs(min(width, height) - LONG_SIDES[resolution] * min(across, down) / max(across, down))
        <= 1
    )
