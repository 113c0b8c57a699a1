from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from brandstudio.pixels import colour
from brandstudio.render import contrast
from brandstudio.render.layout import colours
from brandstudio.render.type.paint import TextMask

from .conftest import LOOKS
from .proof import MACHADO, _seen


def test_one_bright_pixel_decides() -> None:
    pixels = np.zeros((100_000, 3), np.uint8)
    pixels[77_777] = 255
    ratio = contrast.measure(pixels, "#ffffff")["normal"]
    assert ratio.worst == pytest.approx(1.0)
    assert ratio.median == pytest.approx(21.0, abs=0.01)
    assert ratio.pixel == "#ffffff"


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    low=st.integers(0, 200),
    spread=st.integers(1, 55),
    text=st.sampled_from(["#ffffff", "#14161a", "#d90429", "#808080"]),
)
def test_the_worst_is_that_of_every_pixel_in_every_vision(
    seed: int, low: int, spread: int, text: str
) -> None:
    chance = np.random.default_rng(seed)
    pixels = chance.integers(low, low + spread, (6000, 3)).astype(np.uint8)
    own = np.array([colour.parse_hex(text)], np.uint8)
    got = contrast.measure(pixels, text)
    for vision in MACHADO:
        a, b = _seen(own, vision)[0], _seen(pixels, vision)
        wanted = ((np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)).min()
        assert got[vision].worst == pytest.approx(wanted, rel=0.02)  # type: ignore[index]


def test_what_glyphs_cover_is_widened_by_two_pixels_each_way() -> None:
    canvas = np.zeros((20, 20, 3), np.uint8)
    canvas[..., 0] = np.arange(20)[None, :]
    canvas[..., 1] = np.arange(20)[:, None]
    under = contrast.under_text(
        Image.fromarray(canvas), contrast.widened(TextMask(np.full((1, 1), 9, np.uint8), 10, 8))
    )
    assert {(int(r), int(g)) for r, g, _ in under} == {
        (x, y) for x in range(8, 13) for y in range(6, 11)
    }


def test_text_off_the_canvas_is_left_out() -> None:
    canvas = np.zeros((10, 10, 3), np.uint8) + np.arange(10, dtype=np.uint8)[:, None, None]
    away = contrast.widened(TextMask(np.full((3, 3), 255, np.uint8), 40, 40))
    corner = contrast.widened(TextMask(np.full((1, 1), 255, np.uint8), 0, 0))
    assert contrast.under_text(Image.fromarray(canvas), away).shape == (0, 3)
    assert len(contrast.under_text(Image.fromarray(canvas), corner)) == 9


@pytest.mark.parametrize(
    ("size", "weight", "needed"),
    [(24, 400, 3.0), (23.9, 400, 4.5), (18.66, 700, 3.0), (18.66, 600, 4.5), (18, 700, 4.5)],
)
def test_what_is_large_text(size: float, weight: float, needed: float) -> None:
    assert contrast.required_ratio(size, weight) == needed


@settings(max_examples=60, deadline=None)
@given(rgb=st.tuples(*[st.integers(0, 255)] * 3), look=st.sampled_from(sorted(LOOKS)))
def test_any_ground_can_be_made_to_bear_words(rgb: tuple[int, int, int], look: str) -> None:
    ground, text = colours.readable_ground(colour.format_hex(rgb), LOOKS[look])
    assert contrast.pair_ratio(text, ground) >= 4.5
