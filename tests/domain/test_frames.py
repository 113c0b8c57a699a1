"""Frames: sizes in pixels from ratio and resolution."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brandstudio.domain.frames import LONG_SIDES, RATIOS, frame, nearest_ratio, nearest_resolution
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


@given(st.sampled_from(get_args(AspectRatio)), st.sampled_from(get_args(Resolution)))
def test_a_frame_is_nearest_to_its_own_ratio(ratio: AspectRatio, resolution: Resolution) -> None:
    assert nearest_ratio(*frame(ratio, resolution)) == ratio


@pytest.mark.parametrize(
    ("size", "ratio"),
    [
        ((4000, 3000), "5:4"),
        ((6000, 4000), "16:9"),
        ((3024, 4032), "4:5"),
        ((1, 60000), "9:16"),
        ((60000, 1), "16:9"),
    ],
)
def test_a_picture_takes_the_nearest_ratio(size: tuple[int, int], ratio: AspectRatio) -> None:
    assert nearest_ratio(*size) == ratio


def test_a_picture_takes_the_resolution_that_holds_it() -> None:
    assert [nearest_resolution(side, 10) for side in (1, 1024, 1025, 2048, 4000, 9000)] == [
        "1K",
        "1K",
        "2K",
        "2K",
        "4K",
        "4K",
    ]
