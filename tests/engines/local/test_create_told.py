"""What is said of colours is so in the finished picture, and a plain studio is plain."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio.engines.local.create import create
from brandstudio.engines.protocols import BrandLook, BrandSwatch, CreateRequest, Picture
from brandstudio.pixels import colour

_BRANDS = (("#0F766E", "#F59E0B", "#F8FAFC"), ("#1E1B4B", "#E11D74", "#0B0F19"))


def made(prompt: str, brand: tuple[str, ...] = _BRANDS[0]) -> Picture:
    look = BrandLook(palette=tuple(BrandSwatch(code) for code in brand))
    return create(CreateRequest(prompt, 192, 128, 1, look))


@pytest.mark.parametrize("brand", _BRANDS)
@pytest.mark.parametrize(
    "prompt",
    [
        "City skyline at night, neon pink and blue",
        "Fond dégradé bleu nuit vers turquoise avec de fines particules",
        "Dunes under a deep blue sky, burnt orange sand and mint",
        "Rosa und grüne Hügel im Schnee, lila",
    ],
)
def test_no_colour_is_both_missing_and_taken(prompt: str, brand: tuple[str, ...]) -> None:
    said = made(prompt, brand).warnings
    missing = " ".join(w for w in said if w.startswith("No such colour"))
    taken = next((w for w in said if "were taken" in w), "()")
    colours = taken[taken.index("(") + 1 : taken.index(")")].split(", ")
    assert [c for c in colours if c and f'"{c}"' in missing] == []


def test_a_taken_colour_is_named_as_the_prompt_names_it() -> None:
    assert any("(Altrosa)" in w for w in made("Studiohintergrund in Altrosa").warnings)


def test_a_plain_studio_has_its_colour_and_nothing_stands_in_it() -> None:
    for prompt in ("Fond de studio terracotta", "Fondo de estudio rojo", "Mustard studio backdrop"):
        lab = colour.u8_to_oklab(made(prompt).pixels)
        assert lab[..., 0].std() < 0.06
        assert lab[..., 0].mean() < 0.85


def test_a_vignette_is_darker_in_the_corners_and_nowhere_else() -> None:
    plain, shaded = (
        colour.u8_to_oklab(made(f"Red studio backdrop{how}").pixels)[..., 0]
        for how in ("", ", soft vignette")
    )
    assert (plain - shaded)[:12, :12].mean() > 0.06
    assert np.abs(plain - shaded)[56:72, 80:112].mean() < 0.02


def test_a_night_sky_and_a_sky_at_noon_are_blue_whatever_the_brand() -> None:
    for prompt in ("Montagnes enneigées sous un ciel étoilé", "Dächer im Schneetreiben"):
        lab = colour.u8_to_oklab(made(prompt, ("#9A3412", "#D6B98C", "#3F4A3C")).pixels)
        assert lab[:20, ..., 2].mean() < 0


def test_red_roofs_are_red() -> None:
    lab = colour.u8_to_oklab(made("Tejados rojos de un pueblo", _BRANDS[1]).pixels)
    red = (lab[..., 1] > 0.08) & (lab[..., 2] > 0.02)
    assert red[80:].mean() > 0.15


def test_a_white_village_is_white_under_a_blue_sky_at_noon() -> None:
    lab = colour.u8_to_oklab(
        made("Calle de un pueblo blanco al mediodía", ("#9A3412", "#D6B98C", "#3F4A3C")).pixels
    )
    assert lab[:20, 60:130, 2].mean() < -0.02
    assert np.median(lab[60:90, :40, 0]) > 0.8
