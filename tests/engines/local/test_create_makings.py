"""What words make together: wet ground, the skin of water, stars over a land, shapes, cloth in folds."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio.engines.local.create import create
from brandstudio.engines.protocols import CreateRequest
from brandstudio.language.scenes import plan, warnings
from brandstudio.pixels import colour


def lab(prompt: str, seed: int = 1) -> np.ndarray:
    return np.asarray(colour.u8_to_oklab(create(CreateRequest(prompt, 320, 180, seed)).pixels))


@pytest.mark.parametrize(
    ("prompt", "motif"),
    [
        ("wet asphalt at night, street lamps", "wet_ground"),
        ("Nasser Asphalt bei Nacht, Laternen", "wet_ground"),
        ("bitume mouillé, reflets de néons", "wet_ground"),
        ("asfalto mojado con reflejos de farolas", "wet_ground"),
        ("soft beige water ripples", "rippled"),
        ("Wasseroberfläche in Türkis", "rippled"),
        ("ondulations de l'eau, beige", "rippled"),
        ("ondas de agua en tonos arena", "rippled"),
        ("Milchstraße über den Bergen", "milky_way"),
        ("voie lactée au-dessus d'un lac", "milky_way"),
        ("carrelage zellige vert", "glazed"),
        ("Soft rounded blobs in mint", "soft_shapes"),
        ("formas geométricas dinámicas en amarillo", "shards"),
        ("isometric cube pattern in pink", "cubes"),
    ],
)
def test_what_words_make_together_is_drawn_and_not_said_to_be_missing(
    prompt: str, motif: str
) -> None:
    found = plan(prompt)
    assert motif in found.motifs
    assert warnings(found) == ()


@pytest.mark.parametrize(
    ("prompt", "motif"),
    [
        ("asphalt texture", "wet_ground"),
        ("ripples on the sea at sunset", "rippled"),
        ("galaxy in purple", "milky_way"),
        ("paper layers in soft shapes", "soft_shapes"),
        ("strahlend blauer Himmel", "rays"),
        ("rayos de luz sobre el mar", "lightning"),
    ],
)
def test_a_word_alone_makes_none_of_it(prompt: str, motif: str) -> None:
    assert motif not in plan(prompt).motifs


@pytest.mark.parametrize(
    ("prompt", "space"),
    [
        ("lightning on the right, space for copy on the left", "left"),
        ("flocons légers, rien a droite", "right"),
        ("Schneeflocken, rechts nichts", "right"),
        ("almendros en flor, fondo borroso a la izquierda", "left"),
        ("A podium on the left", "right"),
        ("texture béton foncé, sans éléments à gauche", "left"),
        ("pastel flowers, white middle", "middle"),
        ("storm clouds over a field, text in the sky", "top"),
    ],
)
def test_a_free_side_is_the_one_that_is_meant(prompt: str, space: str) -> None:
    assert plan(prompt).space == space


@pytest.mark.parametrize(
    "prompt",
    ["Lavendelfeld, bitte nicht zu knallig", "Gradient, not too loud", "dégradé, pas trop vif"],
)
def test_what_is_not_to_be_loud_is_muted(prompt: str) -> None:
    assert "muted" in plan(prompt).manners
    assert warnings(plan(prompt)) == ()


def test_text_that_a_picture_is_to_serve_is_not_in_it() -> None:
    assert warnings(plan("northern lights, mostly dark so white text pops")) == ()


def test_large_dots_are_larger() -> None:
    """A row is crossed by fewer dots."""
    small, large = (lab(f"{size}polka dots, red on white")[..., 1] > 0.05 for size in ("", "big "))
    edges = [int(np.abs(np.diff(seen.astype(int), axis=1)).sum()) for seen in (small, large)]
    assert edges[1] < 0.75 * edges[0]


def test_a_gradient_from_one_colour_to_another_runs_straight() -> None:
    seen = lab("dégradé doux du bleu nuit vers le turquoise")
    assert seen[..., 0].std(axis=1).max() < 0.02
    assert seen[-20:, :, 0].mean() > seen[:20, :, 0].mean() + 0.2


def test_pink_clouds_leave_a_dawn_its_sky() -> None:
    sky = lab("cielo al amanecer con nubes rosas")
    assert (sky[..., 2] < -0.03).mean() > 0.1


def test_northern_lights_have_the_colour_that_is_asked_for() -> None:
    violet, usual = lab("aurore boréale violette")[:80], lab("aurore boréale")[:80]
    assert violet[..., 1].mean() > usual[..., 1].mean() + 0.03


def test_where_the_sky_is_to_be_free_the_crop_grows_everywhere() -> None:
    sky, land = (
        lab(f"champ de lavande, {said}")[130:, 200:]
        for said in ("ciel vide à droite", "vide à droite")
    )
    assert sky[..., 1].mean() > land[..., 1].mean() + 0.03  # violet, and not grass


def test_waves_have_both_colours_that_are_asked_for() -> None:
    prompt = "dynamische Wellen in Türkis und Dunkelblau, viel Weißraum"
    for seed in (1, 7):
        assert create(CreateRequest(prompt, 320, 180, seed)).warnings == ()


def test_a_band_of_stars_is_brighter_than_its_sky_and_leaves_the_free_side() -> None:
    seen = lab("milky way over dunes, space on the left")[:90]
    assert seen[:, 200:, 0].mean() > 1.15 * seen[:, :100, 0].mean()


def test_lamps_lie_on_wet_ground_as_light_and_not_on_a_free_side() -> None:
    ground = lab("wet asphalt at night with street lamps, room for text on the right")[100:]
    assert ground[:, :120, 2].mean() > ground[:, 220:, 2].mean() + 0.01  # amber


def test_no_two_hand_made_tiles_are_alike() -> None:
    green = lab("zellige tiles, emerald green")
    assert np.median(green[..., 1]) < -0.05
    assert green[..., 0].std() > 0.05


def test_folds_of_cloth_are_seen() -> None:
    assert lab("sage linen with folds")[..., 0].std() > 1.3 * lab("sage linen")[..., 0].std()
