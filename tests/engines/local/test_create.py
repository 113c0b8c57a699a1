"""The built-in engine draws every family, at every size, the same each time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sampling import one_of

from brandstudio import errors
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.local.create import draw
from brandstudio.engines.protocols import BrandLook, BrandSwatch, CreateRequest, ImageEngine
from brandstudio.language import scenes
from brandstudio.language.scenes import FAMILIES
from brandstudio.pixels import colour

ENGINE = LocalImageEngine()
COAST = BrandLook(
    palette=(
        BrandSwatch("#0b3c5d", 0.3, "primary"),
        BrandSwatch("#328cc1", 0.2),
        BrandSwatch("#d9e8f0", 0.3),
        BrandSwatch("#ff7f50", 0.1, "accent"),
    )
)
RED = BrandLook(
    palette=(
        BrandSwatch("#111111", 0.25),
        BrandSwatch("#e4002b", 0.4, "primary"),
        BrandSwatch("#f7f5f0", 0.35),
    )
)


def lab(pixels: np.ndarray) -> np.ndarray:
    return colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))


def test_the_engine_keeps_to_its_protocol_and_says_what_it_understands() -> None:
    assert isinstance(ENGINE, ImageEngine)
    told = ENGINE.capabilities
    assert told.deterministic
    assert told.offline
    assert all(any(f in line for line in told.understands) for f in FAMILIES)


def test_at_least_twelve_families() -> None:
    assert len(FAMILIES) >= 12


@pytest.mark.parametrize("family", one_of(4, FAMILIES))
def test_a_family_is_drawn_with_content_and_differs_by_seed(family: str) -> None:
    plan = replace(scenes.plan(""), family=family)
    first, again, other = (
        draw(CreateRequest("", 192, 128, seed, COAST), plan) for seed in (1, 1, 2)
    )
    assert first.shape == (128, 192, 3)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert lab(first)[..., 0].std() > 0.012


@pytest.mark.parametrize("family", one_of(4, FAMILIES))
@pytest.mark.parametrize("size", [(96, 170), (170, 96)])
def test_a_family_fills_upright_and_wide_frames(family: str, size: tuple[int, int]) -> None:
    plan = replace(scenes.plan(""), family=family, time="night", space="top")
    assert draw(CreateRequest("", *size, 5, RED), plan).shape == (size[1], size[0], 3)


@pytest.mark.parametrize("family", one_of(4, FAMILIES))
def test_the_same_scene_at_twice_the_size_is_the_same_picture(family: str) -> None:
    plan = replace(scenes.plan(""), family=family)
    small = lab(draw(CreateRequest("", 160, 120, 3, COAST), plan))
    large = lab(draw(CreateRequest("", 320, 240, 3, COAST), plan))
    halved = large.reshape(120, 2, 160, 2, 3).mean(axis=(1, 3))
    # Edges move by fractions of a pixel and grain is chance; the picture as a whole stays.
    assert np.abs(halved - small).mean() < 0.03


@pytest.mark.parametrize("family", one_of(4, FAMILIES))
def test_the_palette_is_the_brands(family: str) -> None:
    plan = replace(scenes.plan(""), family=family)
    blue, red = (lab(draw(CreateRequest("", 128, 96, 4, look), plan)) for look in (COAST, RED))
    assert blue[..., 1].mean() < red[..., 1].mean()
    if family != "underwater":  # the sea is blue in every brand
        assert blue[..., 2].mean() < red[..., 2].mean()


@pytest.mark.parametrize(
    "family", ["bokeh", "geometric", "botanical", "topographic", "halftone", "city"]
)
def test_the_free_side_is_the_calmer_one(family: str) -> None:
    plan = replace(scenes.plan(""), family=family, space="left", density=0.7)

    def busy(part: np.ndarray) -> float:
        return float(np.abs(np.diff(part, axis=1)).mean() + np.abs(np.diff(part, axis=0)).mean())

    sides = []
    for seed in range(3):
        lightness = lab(draw(CreateRequest("", 240, 160, seed, COAST), plan))[..., 0]
        sides.append((busy(lightness[:, :80]), busy(lightness[:, 160:])))
    assert sum(s[0] for s in sides) < sum(s[1] for s in sides)


def test_a_smooth_gradient_has_no_bands() -> None:
    picture = draw(CreateRequest("", 640, 360, 1, COAST), replace(scenes.plan(""), family="mesh"))
    grey = picture.astype(np.int32).sum(axis=2)
    # Banding shows as long runs of one value along a row; dither and grain break them.
    runs = [
        len(max("".join("1" if same else "0" for same in row[1:] == row[:-1]).split("0"), key=len))
        for row in grey[::16]
    ]
    assert np.median(runs) < 14


def test_night_is_dark_and_bright_is_light() -> None:
    night, bright = (
        ENGINE.create(CreateRequest(p, 128, 96, 1)).pixels
        for p in ("hills at night", "bright airy hills at noon")
    )
    assert lab(night)[..., 0].mean() + 0.15 < lab(bright)[..., 0].mean()


def test_what_is_left_out_is_said_and_a_picture_is_given_all_the_same() -> None:
    made = ENGINE.create(CreateRequest("a woman with a dog by the sea", 96, 64))
    assert made.pixels.shape == (64, 96, 3)
    for named in ("woman", "dog"):
        assert any(f'Not drawn: "{named}"' in w for w in made.warnings)
    assert "scene: sea" in made.prompt_sent


@pytest.mark.parametrize(
    "palette",
    [("#000000",), ("#ffffff",), ("#808080", "#7f7f7f"), ("#00ff00",), ("#ffff00", "#0000ff")],
)
@pytest.mark.parametrize("part", one_of(5, range(5)))
def test_any_palette_can_be_painted_with(palette: tuple[str, ...], part: int) -> None:
    look = BrandLook(palette=tuple(BrandSwatch(h, 0.0) for h in palette))
    for family in list(FAMILIES)[part::5]:
        draw(CreateRequest("", 64, 48, 1, look), replace(scenes.plan(""), family=family))


@pytest.mark.parametrize("size", [(0, 10), (10, 10), (20000, 20000), (8192, 8192)])
def test_a_senseless_size_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(errors.ValidationError):
        ENGINE.create(CreateRequest("sea", *size))


@pytest.mark.parametrize(
    "prompt",
    ["calm sea at dusk", "sunset over the ocean", "city skyline at dusk", "hills at sunset"],
)
def test_dusk_without_a_palette_is_blue_above_and_warm_at_the_horizon(prompt: str) -> None:
    pixels = ENGINE.create(CreateRequest(prompt, 240, 160, 3)).pixels
    lab = colour.u8_to_oklab(pixels)
    # OKLab's b: blue is negative, coral and peach are positive; brown would be positive from top to
    # bottom.
    assert lab[:8, :, 2].mean() < -0.05
    assert lab[40:110, :, 2].max(axis=1).max() > 0.03


@pytest.mark.parametrize(
    "palette",
    [("#12293f", "#2f5d7c", "#d5e4e4", "#e5a77c"), ("#1b2550", "#3f62c8", "#ff6a3d", "#fff0e0")],
)
def test_the_sea_of_a_brand_with_a_cool_colour_is_not_painted_in_its_warm_accent(
    palette: tuple[str, ...],
) -> None:
    look = BrandLook(palette=tuple(BrandSwatch(h, 0.25) for h in palette))
    pixels = ENGINE.create(CreateRequest("calm sea at dusk", 240, 160, 3, look)).pixels
    assert colour.u8_to_oklab(pixels)[-12:, :, 2].mean() < 0
