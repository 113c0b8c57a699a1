"""Skies have the colours of their hour in every brand, a lone colour has no complement beside it, and what
is kept free is free in bands too.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sampling import one_row_of

from brandstudio.engines.local.create import create
from brandstudio.engines.protocols import BrandLook, BrandSwatch, CreateRequest
from brandstudio.pixels import colour

_BRANDS = {
    "green": ("#2F5D3A", "#A7C4A0", "#F7F7F2"),
    "rust": ("#B5533C", "#E9C46A", "#FBF6EF"),
    "navy": ("#12355B", "#2A9D8F", "#F4F1EA"),
}


def drawn(prompt: str, brand: str = "green", size: tuple[int, int] = (192, 108)) -> np.ndarray:
    look = BrandLook(palette=tuple(BrandSwatch(code) for code in _BRANDS[brand]))
    return np.asarray(colour.u8_to_oklab(create(CreateRequest(prompt, *size, 3, look)).pixels))


DAYS = ["rolling hills", "Meer am Mittag", "champ de blé", "montañas nevadas", "a lake by night"]


@pytest.mark.parametrize(("prompt", "brand"), one_row_of(2, product(DAYS, sorted(_BRANDS))))
def test_the_zenith_is_blue_whatever_the_brand_is(prompt: str, brand: str) -> None:
    top = drawn(prompt, brand)[:6].reshape(-1, 3).mean(0)
    assert top[2] < -0.01


@pytest.mark.parametrize("brand", sorted(_BRANDS))
@pytest.mark.parametrize(
    "prompt", ["sunset over the sea", "Dünen am Abend", "collines, coucher de soleil"]
)
def test_the_low_sun_lights_the_horizon_warm(prompt: str, brand: str) -> None:
    lab = drawn(prompt, brand)
    warm = (lab[..., 1] > 0.015) & (lab[..., 2] > 0.015)
    assert warm[:70].mean() > 0.08
    assert lab[:4, :, 2].mean() < 0.0


def test_a_sky_that_is_given_a_colour_has_it() -> None:
    assert drawn("dunes under a pink sky", "navy")[:30, :, 1].mean() > 0.02


@pytest.mark.parametrize(
    "prompt", ["ribbons in electric blue", "Wellen in Petrol", "degradado azul"]
)
def test_one_colour_has_no_complement_beside_it(prompt: str) -> None:
    lab = drawn(prompt)
    assert ((lab[..., 1] > 0.02) & (lab[..., 2] > 0.05)).mean() < 0.005


@pytest.mark.parametrize("prompt", ["waves", "silk ribbons", "glowing lines of light on black"])
def test_bands_leave_the_free_side_calm(prompt: str) -> None:
    light = drawn(f"{prompt}, copy on the left", "navy")[..., 0]
    busy = np.abs(np.diff(light, axis=0)).mean(0)
    assert busy[:50].mean() < 0.75 * busy[110:].mean()
