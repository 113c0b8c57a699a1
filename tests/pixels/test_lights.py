"""The one light that a picture is lit by."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from brandstudio.pixels.lights import one_light


def _evening(*suns: tuple[float, float], glow: float = 60.0) -> Image.Image:
    """A dusky sky of 480 x 320 px with suns at places in fractions."""
    down, across = np.mgrid[0:320, 0:480].astype(np.float64)
    grey = np.full((320, 480), 70.0)
    for x, y in suns:
        away = np.hypot(across - x * 480, down - y * 320)
        grey += 235 * np.exp(-((away / glow) ** 2))
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))


def test_a_low_sun_is_found_where_it_stands() -> None:
    found = one_light(_evening((0.3, 0.4)))
    assert found == pytest.approx((0.3, 0.4), abs=0.02)


@pytest.mark.parametrize(
    "picture",
    [
        _evening(),
        _evening((0.2, 0.5), (0.8, 0.5)),
        _evening((0.3, 0.4), glow=6.0),
        _evening((0.0, 0.4)),
        Image.new("L", (480, 320), 250),
    ],
    ids=["none", "two lamps", "a glint", "at the edge", "a white sky"],
)
def test_what_is_no_single_light_is_not_taken_for_one(picture: Image.Image) -> None:
    assert one_light(picture) is None
