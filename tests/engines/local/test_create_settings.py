"""What can't be drawn gets the place where it would stand; clear space is calm; light and hour are as they
are asked for.
"""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio.engines.local.create import create
from brandstudio.engines.protocols import BrandLook, BrandSwatch, CreateRequest
from brandstudio.language.scenes import plan, warnings
from brandstudio.pixels import colour

BRAND = BrandLook(palette=(BrandSwatch("#14506b", role="primary"), BrandSwatch("#f0a030", role="accent"), BrandSwatch("#f8f4ea")))  # fmt: skip


def drawn(prompt: str, seed: int = 1, look: BrandLook = BRAND) -> np.ndarray:
    return colour.u8_to_oklab(create(CreateRequest(prompt, 240, 135, seed, look)).pixels)


@pytest.mark.parametrize(
    ("prompt", "family", "motif"),
    [
        ("two cats playing on the lawn", "stage", "lawn"),
        ("Pferd auf einer Wiese", "stage", "lawn"),
        ("enfants dans l'herbe en été", "stage", "lawn"),
        ("perro en el césped", "stage", "lawn"),
        ("friends on a sunny terrace", "stage", "terrace"),
        ("Frau auf der Dachterrasse", "stage", "terrace"),
        ("green lawn in summer", "stage", "lawn"),
        ("a bicycle on a street", "stage", "pavement"),
        ("sandwich and soup", "tabletop", ""),
        ("frisches Brot", "tabletop", ""),
        ("une quiche", "tabletop", ""),
        ("a bowl of ramen, top view", "texture", "planks"),
        ("Pizza auf dem Tisch, Draufsicht", "texture", "planks"),
        ("ensalada en una mesa, vista cenital", "texture", "planks"),
        ("salad on a marble table from above", "texture", "marble"),
        ("a horse under mountains", "hills", ""),
        ("a lipstick on a podium", "stage", "plinth"),
    ],
)
def test_a_thing_gets_the_place_where_it_would_stand(prompt: str, family: str, motif: str) -> None:
    found = plan(prompt)
    assert found.family == family
    assert not motif or motif in found.motifs
    places = {"lawn", "terrace", "pavement"} & found.motifs if family == "stage" else set()
    assert places <= {motif}


def test_a_lawn_is_green_and_a_sunny_stage_is_warm_whatever_the_brand_is() -> None:
    lawn = drawn("dog on a lawn in summer")[-40:]
    assert np.median(lawn[..., 1]) < -0.05
    assert np.median(drawn("sunny studio backdrop")[..., 2]) > 0.02
    assert np.median(drawn("studio backdrop")[..., 2]) < 0.02


@pytest.mark.parametrize(
    ("prompt", "side"),
    [
        ("autumn forest, room for text on the right", "right"),
        ("grüner Wald, links Platz für Text", "left"),
        ("golden bokeh, keep the center clear", "middle"),
        ("bokeh doré, laisser le centre libre", "middle"),
        ("warme Lichterkette bei Nacht, die Mitte bleibt frei", "middle"),
        ("luces doradas, centro despejado", "middle"),
    ],
)
def test_clear_space_is_calm_and_nothing_hangs_in_it(prompt: str, side: str) -> None:
    assert plan(prompt).space == side
    light = drawn(prompt, 4)[..., 0]
    part = {
        "left": light[:, :60],
        "right": light[:, -60:],
        "middle": light[45:90, 80:160],
    }[side]
    rough = np.abs(np.diff(part, axis=1)).mean()
    assert rough < 0.6 * np.abs(np.diff(light, axis=1)).mean()
    assert rough < 0.012


@pytest.mark.parametrize(
    "prompt",
    ["deep blue sea", "mar azul profundo", "mer bleu profond", "tiefblaues Meer", "dark blue lake"],
)
def test_a_deep_blue_is_a_colour_and_no_night(prompt: str) -> None:
    assert plan(prompt).dark is not True
    lab = drawn(prompt)
    assert np.median(lab[:30, :, 0]) > 0.6  # the sky is that of a day


def test_a_soft_blue_leaves_the_dusk_its_light() -> None:
    lab = drawn("snowy hills at dusk, soft blue")
    assert np.percentile(lab[..., 1], 97) > 0.02  # a warm band over the hills
    assert np.median(lab[-25:, :, 2]) < 0.0  # and blue snow


def test_golden_light_in_a_wood_is_golden() -> None:
    plain, golden = drawn("forest"), drawn("forest in golden light")
    assert golden[..., 2].mean() > plain[..., 2].mean() + 0.015


def test_rays_of_the_sun_are_seen_in_a_wood_or_named() -> None:
    plain, rays = drawn("forest"), drawn("sun rays in a forest")
    assert rays[:50, :, 0].mean() > plain[:50, :, 0].mean() + 0.02
    assert "sun rays" in " ".join(warnings(plan("sun rays over a village")))


@pytest.mark.parametrize("prompt", ["sea in summer", "green meadow", "road through hills"])
def test_a_sky_is_blue_under_a_petrol_brand(prompt: str) -> None:
    sky = drawn(prompt)[:25].reshape(-1, 3).mean(0)
    assert float(np.hypot(sky[1], sky[2])) > 0.035


@pytest.mark.parametrize(
    "prompt",
    [
        "network of glowing lines on dark navy for a tech conference",
        "leuchtende Netzwerklinien auf dunkelblauem Grund",
        "réseau de lignes lumineuses sur fond bleu nuit",
        "red de líneas luminosas sobre fondo azul oscuro",
        "glowing lines and dots on dark navy",
    ],
)
def test_a_net_of_light_is_drawn_on_its_dark_ground(prompt: str) -> None:
    found, lab = plan(prompt), drawn(prompt)
    assert (found.family, found.named) == ("ribbons", ("navy",))
    assert "network" in found.motifs
    assert warnings(found) == ()
    assert np.median(lab[..., 0]) < 0.35 < np.percentile(lab[..., 0], 99)


@pytest.mark.parametrize(
    "prompt",
    [
        "petit matin sur une plage",
        "tours en verre, en plein jour",
        "abstract waves in our brand colours",
        "ondas abstractas con los colores de la marca",
        "Wellen in unseren Markenfarben",
        "pure white background",
        "light grey studio wall with soft palm leaf shadow for a product photo",
        "studio gris, ombre de feuille de palmier, pour photo produit",
    ],
)
def test_nothing_that_is_drawn_or_says_no_thing_is_called_missing(prompt: str) -> None:
    assert warnings(plan(prompt)) == ()


def test_neon_is_vivid_and_lights_glow() -> None:
    def chroma(prompt: str) -> float:
        lab = drawn(prompt, look=BrandLook())
        return float(np.percentile(np.hypot(lab[..., 1], lab[..., 2]), 98))

    assert chroma("neon street at night") > 0.11
    assert chroma("golden bokeh") > 0.08


@pytest.mark.parametrize(
    ("prompt", "sparse", "full"),
    [("Lichterkette, links Platz für Text", slice(0, 70), slice(-70, None)), ("bunting, right side free", slice(-70, None), slice(0, 70))],
)  # fmt: skip
def test_strings_fall_away_from_the_side_that_is_kept_free(
    prompt: str, sparse: slice, full: slice
) -> None:
    light = drawn(prompt)[45:100, :, 0]

    def rough(part: slice) -> float:
        return float(np.abs(np.diff(light[:, part], axis=1)).mean())

    assert warnings(plan(prompt)) == ()
    assert rough(sparse) < 0.5 * rough(full)


@pytest.mark.parametrize(
    "prompt",
    ["glowing dots on dark navy", "dunkelblauer Hintergrund, leuchtende Punkte", "points lumineux sur fond bleu nuit", "puntos luminosos sobre azul oscuro"],
)  # fmt: skip
def test_dots_that_glow_are_lights_in_the_dark_and_no_pattern(prompt: str) -> None:
    assert plan(prompt).family in ("scatter", "ribbons")
    assert np.median(drawn(prompt)[..., 0]) < 0.4


def test_a_deep_colour_with_gold_lights_is_no_pale_ground() -> None:
    lab = drawn("dunkelrot und gold, festlich, für eine Einladung")
    assert np.median(lab[..., 0]) < 0.5


def test_sand_by_the_moon_is_not_lit_like_a_lamp() -> None:
    lab = drawn("desert dunes at night with stars")[80:]
    assert np.percentile(lab[..., 2], 95) < 0.06


def test_light_concrete_for_words_is_light_and_has_no_holes() -> None:
    calm, usual = (
        drawn("light concrete, subtle, nothing distracting"),
        drawn("light concrete wall"),
    )
    assert np.median(calm[..., 0]) > 0.76
    rough = [np.abs(np.diff(each[..., 0], axis=1)).mean() for each in (calm, usual)]
    assert rough[0] < 0.8 * rough[1]


@pytest.mark.parametrize(
    "prompt", ["dirt road between green hills", "camino de tierra entre colinas verdes"]
)
def test_the_land_beside_a_road_is_green_under_a_petrol_brand(prompt: str) -> None:
    ground = drawn(prompt)[95:].reshape(-1, 3)
    assert np.median(ground[:, 1]) < -0.02 < 0.04 < np.median(ground[:, 2])


def test_a_dark_ground_is_dark_all_over() -> None:
    assert np.percentile(drawn("dark abstract background")[..., 0], 95) < 0.55
    golden = drawn("fondo oscuro elegante con brillo dorado")
    assert np.median(golden[..., 0]) < 0.3 < np.percentile(golden[..., 2], 99.8) + 0.25
