"""What scenes look like that were ugly or of the wrong thing: clouds, smoke, woods, dunes, dusks, coasts."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio.engines.local.create import create
from brandstudio.engines.protocols import CreateRequest
from brandstudio.pixels import colour


def lab(prompt: str, seed: int = 1) -> np.ndarray:
    """A drawn picture as OKLab."""
    made = create(CreateRequest(prompt, 320, 180, seed))
    return np.asarray(colour.u8_to_oklab(made.pixels))


def chroma(seen: np.ndarray) -> np.ndarray:
    return np.asarray(np.hypot(seen[..., 1], seen[..., 2]))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_clouds_have_a_lit_side_and_one_in_shade(seed: int) -> None:
    sky = lab("blue sky with white clouds", seed)
    white = sky[chroma(sky) < 0.03]
    assert len(white) > 0.05 * sky[..., 0].size
    assert np.percentile(white[:, 0], 95) > 0.95 > 0.86 > np.percentile(white[:, 0], 5)
    assert np.median(sky[..., 2]) < -0.02


@pytest.mark.parametrize(
    "prompt", ["green hills under clouds", "Weizenfeld unter Wolken", "mer sous des nuages"]
)
def test_clouds_stand_over_a_land_too(prompt: str) -> None:
    over = lab(prompt)[:60]
    plain = lab(prompt.split(" under ")[0].split(" unter ")[0].split(" sous ")[0])[:60]
    assert over[..., 0].std(axis=1).mean() > 1.5 * plain[..., 0].std(axis=1).mean()


def test_smoke_is_wisps_on_a_deep_ground() -> None:
    smoke = lab("smoke on a dark background")
    assert np.percentile(smoke[..., 0], 30) < 0.25 < 0.45 < np.percentile(smoke[..., 0], 99)
    left = lab("blue smoke, space on the left")[:, :60]
    assert left[..., 0].std() < 0.05


def test_woods_are_as_dark_as_they_are() -> None:
    walnut, oak, birch = (
        float(np.median(lab(f"{wood} texture")[..., 0]))
        for wood in ("walnut", "oak wood", "birch wood")
    )
    assert walnut + 0.15 < oak < birch - 0.05
    dark, pale = (lab(f"{said} wooden table")[150:] for said in ("dark", "light"))
    assert dark[..., 0].mean() < pale[..., 0].mean() - 0.15


def test_the_colour_of_veins_is_none_of_the_stone() -> None:
    stone = lab("dark marble with copper veins").reshape(-1, 3)
    assert np.hypot(*np.median(stone, axis=0)[1:]) < 0.03
    assert np.percentile(stone[:, 1], 99) > 0.03
    assert np.median(lab("marbre noir veines blanches")[..., 0]) < 0.35


def test_flowers_of_a_green_meadow_are_none_of_them_green() -> None:
    near = lab("spring meadow with wild flowers, fresh green")[120:]
    assert (near[..., 1] > 0.03).mean() > 0.02


def test_a_colour_of_shadows_is_none_of_the_sand() -> None:
    dunes = lab("desert dunes by day, purple shadows")[80:]
    sand = dunes[dunes[..., 0] > 0.78]
    assert sand[:, 2].mean() > 0.02


def test_overhead_a_warm_dusk_is_no_mud() -> None:
    top = lab("beach at sunset in peach and coral")[:10].reshape(-1, 3).mean(axis=0)
    assert top[2] < 0.01 < top[1]


def test_clear_water_is_turquoise() -> None:
    water = lab("tropical beach with clear water")[115:130]
    assert water[..., 1].mean() < -0.03


def test_golden_light_lies_on_a_lawn() -> None:
    golden, plain = (
        lab(f"a dog in the park{light}")[:80, :, 2].mean() for light in (", golden light", "")
    )
    assert golden > plain + 0.01


def test_a_low_sun_through_a_window_is_warm() -> None:
    wall = lab("white wall with window shadow, late afternoon light")
    lit = wall[wall[..., 0] > np.percentile(wall[..., 0], 92)]
    assert lit[:, 2].mean() > 0.02


def test_a_road_along_a_coast_has_the_sea_beside_it() -> None:
    near = lab("coastal road on a sunny day")[120:]
    sides = (near[:, :60], near[:, -60:])
    assert (
        min(side[..., 2].mean() for side in sides) < 0 < max(side[..., 2].mean() for side in sides)
    )


def test_a_corridor_is_bright_at_its_end() -> None:
    seen = lab("Krankenhausflur")[..., 0]
    assert seen[70:95, 140:180].mean() > 0.95 > seen.mean()


def test_a_studio_lamp_leaves_the_rest_in_shade() -> None:
    seen = lab("grey studio backdrop with a spotlight from the right")[..., 0]
    assert np.percentile(seen, 99) > np.percentile(seen, 20) + 0.2


def test_over_a_harbour_fireworks_have_lamps_and_water_below() -> None:
    seen = lab("fireworks over a harbour")
    shore = seen[138:160]
    assert (shore[..., 0] > 0.5).mean() > 0.002
    assert shore[..., 0].mean() < 0.35


def test_leaves_fall_before_slopes_in_fog() -> None:
    slopes, plain = (
        lab(f"autumn leaves{before}")[:60] for before in (" before a foggy hillside", "")
    )
    assert slopes[..., 0].mean() > plain[..., 0].mean() - 0.05
    assert chroma(slopes).mean() < chroma(plain).mean()


def test_a_red_sofa_stands_before_a_wall_that_is_not_red() -> None:
    seen = lab("Katze auf einem roten Sofa")
    red = (seen[..., 1] > 0.1).mean()
    assert 0.02 < red < 0.3


def test_the_firs_of_a_wood_stand_dark_under_the_stars() -> None:
    seen = lab("Sternenhimmel über einem Wald")
    assert seen[172:, :, 0].mean() < 0.2 < seen[60:120, :, 0].mean()
