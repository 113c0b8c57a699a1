"""An edit changes all of what it is said to change, by what its figure says, and nothing beside it."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image, ImageFilter

from brandstudio import errors
from brandstudio.engines.local.ground import regrounded
from brandstudio.engines.local.white_ground import whitened
from brandstudio.engines.local.whole_faces import with_faces
from brandstudio.engines.local.work import Work
from brandstudio.engines.protocols import Box
from brandstudio.pixels import colour, masks

from .pictures import mask, scene
from .test_edit import LOOK, revised
from .test_edit_came_true import chroma, painted
from .test_edit_figures_true import greys

TEAL = (0, 128, 128)


def _strength(pixels: np.ndarray) -> float:
    """How strong colours are, half as they are seen and half by their values."""
    return float(chroma(pixels).mean())


def _span(pixels: np.ndarray) -> float:
    return float(np.ptp(pixels[..., :3].astype(float), axis=2).mean())


@pytest.mark.parametrize("hue", [(0.8, 0.22, 128.0), (0.5, 0.14, 55.0), (0.7, 0.1, 250.0)])
@pytest.mark.parametrize("share", [-0.25, -0.5])
def test_a_share_of_colour_is_that_share(hue: tuple[float, float, float], share: float) -> None:
    before = painted(hue)
    after = revised(f"saturation {share:+.0%}", before, subject=None).pixels
    told = [_strength(after) / _strength(before), _span(after) / _span(before)]
    assert abs(np.mean(told) - 1 - share) < 0.03


def test_a_wish_that_is_said_in_words_and_with_a_figure_is_done_once() -> None:
    before = painted((0.7, 0.1, 250.0), (0.7, 0.1, 250.0), (0.7, 0.02, 60.0))
    after = revised("less saturated blues, saturation of the blues -20 %", before, subject=None)
    assert abs(_strength(after.pixels[:, :90]) / _strength(before[:, :90]) - 0.8) < 0.05


def test_shadows_that_are_raised_by_a_figure_are_seen_to_be() -> None:
    made = revised("shadows +40", greys(8, 8, 230), subject=None).pixels
    assert made[:, 60].mean() > 16
    assert made[:, 230].mean() < 232


def _disc(radius: float, width: int = 480, height: int = 360) -> np.ndarray:
    y, x = np.mgrid[0:height, 0:width]
    return np.asarray(np.hypot(x - width / 2, y - height / 2) < radius)


def test_a_white_background_is_white_all_over() -> None:
    light = np.linspace(0.9, 1, 480)[None, :, None]
    picture = np.where(_disc(100)[..., None], (60, 90, 70), np.array((246, 246, 250)) * light)
    source = picture.astype(np.uint8)
    made = revised("put it on a white background", source, subject=_disc(100).astype(np.float32))
    assert (made.pixels[~_disc(106)] == 255).all()
    assert np.abs(made.pixels[_disc(90)].astype(int) - (60, 90, 70)).max() < 6


def _hanging() -> tuple[np.ndarray, np.ndarray]:
    """A patterned disc on a dark strap, both in focus, before a ground that is not."""
    noise = np.random.default_rng(4)
    ground = noise.integers(120, 235, (36, 48, 3)).astype(np.uint8)
    soft = Image.fromarray(ground).resize((480, 360)).filter(ImageFilter.GaussianBlur(5))
    picture = np.asarray(soft).copy()
    picture[:100, 234:246] = (40, 25, 20)
    pattern = np.kron(noise.integers(0, 2, (36, 48)), np.ones((10, 10))) * 120 + 30
    picture[_disc(90)] = np.repeat(pattern[..., None], 3, axis=2)[_disc(90)]
    return picture, _disc(90).astype(np.float32)


def test_what_hangs_on_a_subject_and_is_as_sharp_stays_sharp_or_nothing_is_changed() -> None:
    picture, own = _hanging()
    made = revised("blur the background strongly", picture, subject=own).pixels
    strap = np.abs(made[10:80, 236:244].astype(int) - picture[10:80, 236:244])
    assert strap.mean() < 4
    assert np.abs(made[:, :200].astype(int) - picture[:, :200]).mean() > 6
    tied = picture.copy()
    tied[260:, 234:246] = (40, 25, 20)
    tied[174:186, :160] = (40, 25, 20)
    tied[174:186, 320:] = (40, 25, 20)
    with pytest.raises(errors.UnsupportedInstruction, match="as sharp as the subject"):
        revised("make the background black and white", tied, subject=own)


def test_a_face_is_whole_in_the_mask_of_whom_it_is() -> None:
    picture = np.full((360, 480, 3), 240, np.uint8)
    picture[_disc(120)] = (205, 160, 140)
    picture[200:210, 230:250] = 250  # teeth before a white wall
    mask = _disc(120).astype(np.float32)
    mask[200:210, 230:250] = 0.1
    mask[150:152, 300:302] = 0
    whole = with_faces(picture, mask, (Box(180, 100, 120, 160),))
    assert whole[205, 240] == 1
    assert whole[150, 300] > 0.99
    assert not whole[:, :100].any()


def test_a_ground_takes_another_colour_where_it_is_plain_and_leaves_no_specks() -> None:
    noise = np.random.default_rng(5)
    ground = np.array((240, 140, 120)) + noise.normal(0, 2, (360, 480, 3))
    ground[noise.random((360, 480)) < 0.002] = (150, 140, 130)
    thing = _disc(80).astype(np.float32)
    plain = np.where(_disc(80)[..., None], (30, 60, 30), ground).clip(0, 255).astype(np.uint8)
    made = regrounded(plain, TEAL, thing)
    assert made is not None
    outside = made[~_disc(84)].astype(int)
    assert (outside[:, 0] < outside[:, 1] - 30).all()
    meadow = (ground * noise.uniform(0.5, 1.1, (360, 480, 1))).clip(0, 255).astype(np.uint8)
    assert regrounded(meadow, TEAL, thing) is None


@pytest.mark.parametrize(("noun", "refused"), [("desk", True), ("animal", False)])
def test_what_an_animal_is_on_is_not_what_stands_out(
    noun: str, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cat = _disc(100).astype(np.float32)
    finds = SimpleNamespace(likely=lambda: cat, pieces=lambda kind: [cat] * (kind == "cat"))
    seen = SimpleNamespace(
        finds=finds, coarse=lambda target: cat if target == "things-cat" else None
    )
    work = Work(np.zeros((360, 480, 3), np.uint8), cat, (), LOOK, 1)
    monkeypatch.setattr(Work, "found", lambda self: seen)
    assert bool(work.doubts([noun])) is refused


@pytest.mark.parametrize("place", ["subject", "sky"])
@pytest.mark.parametrize("said", ["20 % brighter", "20 % darker", "saturation -25 %", "warmer"])
def test_nothing_moves_outside_a_place(place: str, said: str) -> None:
    before, own = scene(), mask().astype(np.float32) / 255
    made = revised(f"{place}: {said}", before, subject=mask()).pixels
    if place == "sky":
        rows = np.arange(before.shape[0])[:, None] < 0.62 * before.shape[0]
        own = (rows & (own < 0.5)).astype(np.float32)
    moved = colour.delta_e_ok(*(colour.u8_to_oklab(p) for p in (before, made)))
    outside, inside = masks.grow(own, 4) < 0.5, masks.grow(own, -4) > 0.5
    assert moved[inside].mean() > 3 * moved[outside].mean()
    assert np.abs(made.astype(int) - before)[outside].mean() < 0.5


def test_a_pale_ground_is_made_white_without_a_cut_and_takes_nothing_along() -> None:
    light = np.linspace(205, 235, 480)[None, :, None]
    pale = np.where(_disc(100)[..., None], (228, 226, 222), np.array((1, 1, 1.01)) * light)
    pale[_disc(60)] = (40, 60, 90)
    source, own = pale.astype(np.uint8), _disc(100).astype(np.float32)
    made = whitened(source, (255, 255, 255), own)
    assert made is not None
    assert (made[~_disc(112)] == 255).all()
    assert np.abs(made[_disc(94)].astype(int) - source[_disc(94)]).max() <= 1
    source[300:320, 40:140] = (90, 60, 50)
    assert whitened(source, (255, 255, 255), own) is None
