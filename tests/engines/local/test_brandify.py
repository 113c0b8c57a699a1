"""Brandify moves a photo towards the brand and leaves it itself; improve never lowers a score."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from brandstudio.domain.extraction import PhotoReference, photo_style
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.local.brandify import check, improve
from brandstudio.engines.local.grading import Grading, colour_shift, skin, tone_curve
from brandstudio.engines.looks import look_of
from brandstudio.engines.protocols import Box, BrandLook, BrandSwatch, CreateRequest, EditRequest
from brandstudio.pixels import colour
from brandstudio.pixels.measure import measure

from .pictures import scene

ENGINE = LocalImageEngine()


def style_of(prompt: str, palette: tuple[str, ...]):  # type: ignore[no-untyped-def]
    look = BrandLook(palette=tuple(BrandSwatch(h, 1 / len(palette)) for h in palette))
    pictures = [
        ENGINE.create(CreateRequest(prompt, 320, 214, seed, look)).pixels for seed in range(3)
    ]
    return photo_style(
        [PhotoReference(str(i), measure(Image.fromarray(p))) for i, p in enumerate(pictures)]
    ).value


@pytest.mark.parametrize(
    ("prompt", "palette"),
    [
        ("calm sea at dusk", ("#12293f", "#2f5d7c", "#d5e4e4", "#e5a77c")),
        ("dunes", ("#2c241d", "#a9805a", "#f1e7d8")),
        ("hills in fog", ("#1b2a22", "#3e5c47", "#b9c3a5", "#efe7d8")),
    ],
)
def test_the_score_rises_and_the_picture_stays_itself(
    prompt: str, palette: tuple[str, ...]
) -> None:
    style = style_of(prompt, palette)
    source = scene(360, 240)
    made = ENGINE.edit(EditRequest(source, purpose="brandify", look=look_of(style), faces=()))
    assert check(made.pixels, style, []).score > check(source, style, []).score + 3
    before, after = (colour.u8_to_oklab(p)[..., 0].ravel() for p in (source, made.pixels))
    assert np.corrcoef(before, after)[0, 1] > 0.97


def test_grading_bands_nothing() -> None:
    ramp = np.linspace(60, 200, 512).astype(np.uint8)
    source = np.repeat(
        np.stack([ramp, ramp[::-1] // 2 + 60, np.full(512, 120, np.uint8)], -1)[None], 64, axis=0
    )
    look = BrandLook(
        palette=(BrandSwatch("#0b3c5d", 1.0),),
        key=0.4,
        contrast=0.8,
        saturation=0.1,
        temperature=-0.04,
    )
    after = ENGINE.edit(
        EditRequest(source, purpose="brandify", look=look, faces=(), strength=1.0)
    ).pixels
    # Dithered rows are averaged; a band would be a step that the source does not have.
    steps, own = (
        np.linalg.norm(np.diff(colour.u8_to_oklab(p).mean(axis=0), axis=0), axis=-1).max()
        for p in (after, source)
    )
    assert steps < own + 0.012


def test_neutrals_keep_close_to_neutral_and_skin_moves_less_with_faces() -> None:
    shift = colour_shift([((0.5, -0.05, -0.1), 1.0)], 1.4, 0.8)
    assert shift is not None
    grey = np.array([[[0.6]], [[0.004]], [[0.004]]], np.float32)
    Grading(shift=shift).apply(grey)
    assert float(np.hypot(grey[1, 0, 0], grey[2, 0, 0])) < 0.012
    tone = np.array([[[0.7]], [[0.045]], [[0.06]]], np.float32)
    assert float(skin(tone[1], tone[2])[0, 0]) > 0.8
    source = np.full((64, 64, 3), (214, 160, 130), np.uint8)
    look = BrandLook(palette=(BrandSwatch("#0b3c5d", 1.0),), saturation=0.02, temperature=-0.04)
    plain, kept = (
        colour.u8_to_oklab(
            ENGINE.edit(
                EditRequest(source, purpose="brandify", look=look, faces=f, strength=0.8)
            ).pixels
        ).mean(axis=(0, 1))
        for f in ((), (Box(10, 10, 40, 40),))
    )
    own = colour.u8_to_oklab(source).mean(axis=(0, 1))
    assert np.linalg.norm(kept - own) < np.linalg.norm(plain - own)


@pytest.mark.parametrize("colour_", [(245, 150, 20), (80, 170, 40), (60, 120, 220), (210, 30, 50)])
@pytest.mark.parametrize("brand", ["#6b4a2e", "#12293f", "#3e5c47"])
def test_fruit_foliage_and_sky_keep_the_hue_that_people_know(
    colour_: tuple[int, int, int], brand: str
) -> None:
    source = np.full((48, 64, 3), colour_, np.uint8)
    look = BrandLook(
        palette=(BrandSwatch(brand, 1.0),), key=0.4, saturation=0.03, temperature=-0.02
    )
    after = ENGINE.edit(
        EditRequest(source, purpose="brandify", look=look, faces=(), strength=1.0)
    ).pixels
    (_, a0, b0), (_, a1, b1) = (colour.u8_to_oklab(p).mean(axis=(0, 1)) for p in (source, after))
    turned = np.degrees(np.angle(complex(a1, b1) / complex(a0, b0)))
    assert abs(turned) < 20
    assert np.hypot(a1, b1) > 0.65 * np.hypot(a0, b0)


def test_a_tone_curve_never_turns_back() -> None:
    for median, wanted, spread, target in (
        (0.2, 0.8, 0.3, 0.9),
        (0.9, 0.1, 0.9, 0.1),
        (0.5, 0.5, 0.6, 0.1),
        (0.02, 0.98, 0.0, 1.0),
    ):
        curve = tone_curve(median, spread, wanted, target, 1.0)
        assert np.all(np.diff(curve) >= 0)
        assert curve[0] >= 0
        assert curve[-1] <= 1


def test_a_folder_without_a_style_changes_nothing_and_says_so() -> None:
    made = ENGINE.edit(EditRequest(scene(), purpose="brandify"))
    assert np.array_equal(made.pixels, scene())
    assert any("no style" in w for w in made.warnings)


@pytest.mark.parametrize("purpose", ["brandify", "improve"])
def test_words_that_cannot_be_read_are_warned_of_and_never_an_error(purpose: str) -> None:
    look = BrandLook(palette=(BrandSwatch("#0b3c5d", 1.0),), key=0.4)
    made = ENGINE.edit(EditRequest(scene(), "add a dog", purpose, look, faces=()))  # type: ignore[arg-type]
    assert any("add a dog" in w for w in made.warnings)


@pytest.mark.parametrize(
    "palette", [("#12293f", "#2f5d7c", "#d5e4e4"), ("#e4002b", "#ffd100", "#111111")]
)
def test_improve_never_lowers_a_score_and_reports_both_checks(palette: tuple[str, ...]) -> None:
    style = style_of("waves", palette)
    done = improve(EditRequest(scene(), purpose="improve", look=look_of(style), faces=()), style)
    assert done.after.score >= done.before.score
    assert check(done.picture.pixels, style, [], None, 0).score == pytest.approx(done.after.score)
    if not done.changed:
        assert np.array_equal(done.picture.pixels, scene())


def test_improve_of_a_reference_leaves_its_very_pixels() -> None:
    look = BrandLook(palette=(BrandSwatch("#12293f", 0.5), BrandSwatch("#d5e4e4", 0.5)))
    picture = ENGINE.create(CreateRequest("waves", 320, 214, 1, look)).pixels
    style = photo_style([PhotoReference("a", measure(Image.fromarray(picture)))]).value
    done = improve(EditRequest(picture, purpose="improve", look=look_of(style), faces=()), style)
    assert not done.changed
    assert done.picture.pixels is picture
