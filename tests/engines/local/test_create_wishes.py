"""What the table of wishes says of the drawn scenes is so: sides, lights, manners and colours are
looked for in the pictures.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sampling import one_of

from brandstudio.engines.local.create import create, draw
from brandstudio.engines.protocols import BrandLook, CreateRequest
from brandstudio.language.scenes import FAMILIES, plan
from brandstudio.language.wishes import keeps
from brandstudio.pixels import colour


def drawn(prompt: str, seed: int = 1) -> np.ndarray:
    return colour.u8_to_oklab(create(CreateRequest(prompt, 192, 108, seed, BrandLook())).pixels)


def said(prompt: str) -> str:
    made = create(CreateRequest(prompt, 192, 108, 1, BrandLook()))
    return " ".join(made.warnings)


@pytest.mark.parametrize("family", one_of(3, FAMILIES))
def test_light_from_the_left_is_another_picture_than_from_the_right_where_a_scene_takes_it(
    family: str,
) -> None:
    request = CreateRequest("calm", 96, 64, 2, BrandLook())
    base = replace(plan("calm"), family=family)  # type: ignore[arg-type]
    left, right = (draw(request, replace(base, light=side)) for side in ("left", "right"))  # type: ignore[arg-type]
    assert bool((left != right).any()) == keeps("light", family)


def test_a_subtle_pattern_is_nearer_to_its_ground() -> None:
    for words in ("dots on a navy background", "stripes in teal", "papercut layers in pink"):
        plain, subtle = (drawn(f"{how}{words}") for how in ("", "subtle "))
        assert subtle[..., 0].std() < 0.6 * plain[..., 0].std()


def test_muted_is_greyer_vivid_stronger_and_pastel_lighter() -> None:
    def chroma(prompt: str) -> float:
        seen = drawn(prompt)
        return float(np.hypot(seen[..., 1], seen[..., 2]).mean())

    assert chroma("muted sunset over the sea") < 0.7 * chroma("sunset over the sea")
    assert chroma("vivid sunset over the sea") > 1.1 * chroma("sunset over the sea")
    assert drawn("pastel hills")[..., 0].mean() > drawn("green hills")[..., 0].mean()


def test_low_contrast_and_grain_are_seen() -> None:
    assert drawn("hills, low contrast")[..., 0].std() < 0.75 * drawn("hills")[..., 0].std()
    fine = [np.abs(np.diff(drawn(p)[..., 0], axis=1)).mean() for p in ("sea", "sea, film grain")]
    assert fine[1] > 1.2 * fine[0]


@pytest.mark.parametrize(
    ("prompt", "missed"),
    [
        ("a marble texture in white with coral and navy", "navy"),
        ("brushed metal in grey with coral and navy", "coral"),
    ],
)
def test_a_colour_that_the_picture_does_not_show_is_named(prompt: str, missed: str) -> None:
    assert f'"{missed}"' in said(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "subtle dots on a sage green background", "black podium on a red background", "coral gradient", "mint green podium",
        "solid mustard background", "fond uni vert sapin", "waves in orange and teal", "cherry blossom against a pale blue sky",
        "sac à main rouge sur fond crème", "black marble with gold veins", "gradient from turquoise to white",
    ],
)  # fmt: skip
def test_a_colour_that_is_drawn_is_not_named(prompt: str) -> None:
    assert "No such colour" not in said(prompt)


def test_a_gradient_goes_from_its_first_colour_to_its_last_and_dark_where_it_is_asked() -> None:
    seen = drawn("gradient from navy to white")
    assert seen[:10, :, 0].mean() < 0.45
    assert seen[-10:, :, 0].mean() > 0.9
    turned = drawn("gradient from navy to white, darker at the bottom")
    assert turned[-10:, :, 0].mean() < 0.45
    hills = drawn("hills"), drawn("hills, darker at the top")
    assert hills[1][:10, :, 0].mean() < hills[0][:10, :, 0].mean() - 0.1
    assert np.allclose(hills[1][-8:], hills[0][-8:], atol=0.03)


@pytest.mark.parametrize(
    "prompt",
    ["radial gradient from white to navy", "Radialer Verlauf von Weiß nach Dunkelblau", "dégradé radial bleu", "Degradado circular, oscuro"],
)  # fmt: skip
def test_a_radial_gradient_is_round_and_begins_in_the_middle(prompt: str) -> None:
    light = drawn(prompt)[..., 0]
    high, wide = light.shape
    middle = light[high // 2 - 4 : high // 2 + 4, wide // 2 - 4 : wide // 2 + 4].mean()
    corners = [light[:6, :6], light[:6, -6:], light[-6:, :6], light[-6:, -6:]]
    assert all(middle > corner.mean() + 0.1 for corner in corners)
    assert np.ptp([corner.mean() for corner in corners]) < 0.02


def test_flowers_take_the_colour_that_is_named_and_the_land_around_them_does_not() -> None:
    seen = drawn("red tulips under a blue sky")
    red = (seen[..., 1] > 0.1) & (seen[..., 2] > 0.03)
    half = len(seen) // 2
    assert red[half:].mean() > 0.1
    assert red[:half].mean() < 0.002
    yellow = drawn("Tulipanes amarillos en primavera")
    assert ((yellow[..., 1] > 0.08) & (yellow[..., 2] < 0.05)).mean() < 0.01


def test_yellow_is_no_mustard() -> None:
    seen = drawn("yellow and white stripes")
    ink = seen[np.hypot(seen[..., 1], seen[..., 2]) > 0.1]
    assert len(ink) > 0
    assert ink[:, 0].mean() > 0.8


def test_a_podium_has_its_own_colour_and_blossom_its_sky_and_its_leaves() -> None:
    seen = drawn("a black podium with a red backdrop")
    assert (seen[..., 0] < 0.3).mean() > 0.02
    sky = drawn("cherry blossom and green leaves against a blue sky")
    assert (sky[..., 2] < -0.03).mean() > 0.5
    assert ((sky[..., 1] < -0.04) & (sky[..., 2] > 0.03)).mean() > 0.001


def test_fog_lies_over_a_lake_and_confetti_keeps_to_its_colours() -> None:
    clear, misty = drawn("a lake"), drawn("fog over a lake")
    assert np.abs(misty - clear).max(axis=2).mean() > 0.02
    seen = drawn("confetti in pink on a black background")
    assert ((seen[..., 1] < -0.04) & (np.hypot(seen[..., 1], seen[..., 2]) > 0.05)).mean() < 0.001


def test_dots_in_spanish_are_of_no_night_and_pale_yellow_is_pale() -> None:
    red = drawn("Lunares blancos sobre fondo rojo")
    assert np.median(red[..., 0]) > 0.4
    assert drawn("Pale yellow background")[..., 0].mean() > 0.9


@pytest.mark.parametrize("prompt", ["concrete wall in warm grey", "béton gris chaud"])
def test_a_warm_grey_is_warm(prompt: str) -> None:
    seen = drawn(prompt)
    assert 0.008 < seen[..., 2].mean() < 0.05
    assert "No such colour" not in said(prompt)


def test_a_window_casts_its_shadow_on_bricks() -> None:
    bricks, cast = drawn("white brick wall"), drawn("white brick wall, window shadows")
    assert cast[..., 0].mean() < bricks[..., 0].mean() - 0.02
    across = np.abs(np.diff(cast[..., 0], axis=0)).mean()
    plain = np.abs(np.diff(drawn("white wall, window shadows")[..., 0], axis=0)).mean()
    assert across > 2 * plain


def test_paper_is_of_kraft_where_it_is_asked() -> None:
    assert "No such colour" not in said("Texture de papier kraft froissé")


def test_snowflakes_are_white_in_a_blue_light_too() -> None:
    assert "No such colour" not in said("Flocons de neige blancs sur fond bleu nuit")


@pytest.mark.parametrize(
    ("prompt", "lighter"),
    [
        ("White marble with grey veins", False),
        ("Schwarzer Marmor mit weißen Adern", True),
        ("Marbre blanc aux veines noires", False),
        ("Mármol gris con vetas blancas", True),
    ],
)
def test_marble_has_veins_of_the_neutral_colour_that_is_asked(prompt: str, lighter: bool) -> None:
    light = drawn(prompt)[..., 0]
    ground = np.median(light)
    far = light.max() - ground if lighter else ground - light.min()
    assert far > 0.05
    assert abs(drawn(prompt)[..., 1:].mean()) < 0.02
