"""What stands beside a free side, and colours that light does not bleach."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio.engines.local.create import create
from brandstudio.engines.local.seen import has
from brandstudio.engines.protocols import CreateRequest, Picture
from brandstudio.pixels import colour


def drawn(prompt: str, seed: int = 3) -> Picture:
    return create(CreateRequest(prompt, 240, 160, seed))


def lab(picture: Picture) -> np.ndarray:
    return np.asarray(colour.u8_to_oklab(picture.pixels), np.float32)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_firs_stand_below_a_free_top(seed: int) -> None:
    light = lab(drawn("Pine forest in the fog, clear space at the top", seed))[..., 0]
    across = np.abs(np.diff(light, axis=1)).mean(axis=1)
    top, trees = across[:56].mean(), across[64:130].mean()
    assert trees > 3 * top


def test_a_leafy_wood_is_lost_in_light_above_where_the_top_is_free() -> None:
    light = lab(drawn("Beech forest in spring, space for a headline at the top"))[..., 0]
    across = np.abs(np.diff(light, axis=1)).mean(axis=1)
    assert across[90:140].mean() > 2 * across[:40].mean()


@pytest.mark.parametrize(
    "prompt", ["poppies on the right, left half clear", "Lavendelfeld, linke Hälfte frei"]
)
def test_a_field_keeps_its_free_side_bare(prompt: str) -> None:
    pixels = lab(drawn(prompt))[110:]
    # Neither poppies nor lavender: the red-green axis of grass is green.
    bare, crop = pixels[:, :70, 1], pixels[:, 170:, 1]
    assert float((bare > 0).mean()) < 0.02
    assert float((crop > 0).mean()) > 0.1


@pytest.mark.parametrize(
    ("prompt", "name"),
    [
        ("terracotta wall with soft window light", "terracotta"),
        ("petrolblaue Wand mit Blätterschatten", "petrol"),
        ("Desert dunes in terracotta tones", "terracotta"),
    ],
)
def test_light_does_not_bleach_a_colour_that_is_asked_for(prompt: str, name: str) -> None:
    picture = drawn(prompt)
    assert has(picture.pixels, name)
    assert picture.warnings == ()


def test_hexagons_are_in_each_of_their_colours() -> None:
    for seed in (1, 2, 3):
        picture = drawn("hexagon pattern in turquoise, charcoal and cream", seed)
        assert picture.warnings == ()


def test_charcoal_is_dark() -> None:
    for prompt in ("charcoal background", "Papierstruktur in Anthrazit"):
        assert float(lab(drawn(prompt))[..., 0].mean()) < 0.5


def test_vines_turn_in_autumn() -> None:
    green = lab(drawn("vineyards in summer"))[100:, :, 1].mean()
    turned = lab(drawn("vineyards in autumn"))[100:, :, 1].mean()
    assert turned > green + 0.03


@pytest.mark.parametrize(
    "prompt",
    [
        "Ocean waves seen from above, turquoise water and white foam",
        "Plage vue du ciel, eau turquoise, écume blanche",
        "Meereswellen von oben, türkis, weiße Gischt, untere Hälfte frei",
    ],
)
def test_waves_from_above_have_foam_and_no_horizon(prompt: str) -> None:
    picture = drawn(prompt)
    assert picture.warnings == ()
    assert has(picture.pixels, "turquoise")
    assert has(picture.pixels, "white")


def test_a_side_of_the_sea_from_above_stays_free_of_foam() -> None:
    light = lab(drawn("Olas del mar vistas desde arriba con espuma, derecha libre"))[..., 0]
    assert light[:, 180:].std() < light[:, :90].std()


def test_a_cobbled_street_has_its_lamps_and_no_lanterns_in_the_sky() -> None:
    for prompt in ("Kopfsteinpflaster mit Laternen im Oktober, abends", "rue pavée avec lanternes"):
        picture = drawn(prompt)
        assert picture.prompt_sent.startswith("scene: village")
        assert picture.warnings == ()
    beside = drawn("calle empedrada de noche, mitad izquierda libre").warnings
    assert len(beside) == 1
    assert "izquierda" in beside[0]


def test_cobbles_as_a_texture_are_named() -> None:
    assert "cobblestone" in " ".join(drawn("cobblestone texture, grey").warnings)


@pytest.mark.parametrize("prompt", ["navy velvet", "Samt in Altrosa", "terciopelo verde esmeralda"])
def test_velvet_shines_in_its_folds_in_its_colour(prompt: str) -> None:
    picture = drawn(prompt)
    assert picture.warnings == ()
    assert 0.02 < float(lab(picture)[..., 0].std()) < 0.2
