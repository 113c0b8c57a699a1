"""Effects as they are made: each does what its word says and nothing else, whatever the picture."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from brandstudio import errors
from brandstudio.engines.local import edges, effects, features, matte
from brandstudio.engines.local.edit import revise
from brandstudio.engines.protocols import Box, EditRequest
from brandstudio.pixels import colour

from .test_edit_properties import photo

PHOTOS = ("coffee", "bridge", "citrus")


def revised(said: str, pixels: np.ndarray) -> np.ndarray:
    return revise(EditRequest(source=pixels, instructions=said)).pixels


def lab(pixels: np.ndarray) -> np.ndarray:
    return colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))


def test_a_negative_of_a_negative_is_the_picture() -> None:
    before = photo("coffee")
    once = revised("invert the colours", before)
    assert np.array_equal(once, 255 - before)
    assert np.array_equal(revised("invert the colours", once), before)


@pytest.mark.parametrize("name", PHOTOS)
def test_night_is_darker_bluer_and_of_less_colour_and_says_what_it_lacks(name: str) -> None:
    before = photo(name)
    made = revise(EditRequest(source=before, instructions="make it look like night"))
    old, new = lab(before), lab(made.pixels)
    assert new[..., 0].mean() < 0.6 * old[..., 0].mean()
    assert new[..., 2].mean() < min(0.0, float(old[..., 2].mean()))
    assert any("no lamps, stars or moon" in told for told in made.warnings)


@pytest.mark.parametrize("name", PHOTOS)
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_light_from_a_side_is_lightest_there_and_makes_nothing_darker(name: str, side: str) -> None:
    before = photo(name)
    gain = lab(revised(f"add light from the {side}", before))[..., 0] - lab(before)[..., 0]
    rows, columns = gain.shape
    halves = {
        "left": (gain[:, : columns // 3], gain[:, -columns // 3 :]),
        "right": (gain[:, -columns // 3 :], gain[:, : columns // 3]),
        "top": (gain[: rows // 3], gain[-rows // 3 :]),
        "bottom": (gain[-rows // 3 :], gain[: rows // 3]),
    }
    near, far = halves[side]
    assert near.mean() > far.mean() + 0.01
    assert float(np.percentile(gain, 0.5)) > -0.02


@pytest.mark.parametrize("name", PHOTOS)
def test_a_glow_makes_nothing_darker(name: str) -> None:
    before = photo(name)
    assert (revised("add a glow", before).astype(int) - before).min() >= -1


def test_a_miniature_is_sharp_along_its_middle_only() -> None:
    rng = np.random.default_rng(3)
    before = rng.integers(0, 256, (120, 90, 3), dtype=np.uint8)
    after = effects.miniature(before, 1.0, 0.5)
    assert np.array_equal(after[57:63], before[57:63])
    assert after[:20].std() < 0.8 * before[:20].std()


def test_a_posterized_picture_has_few_tones() -> None:
    before = photo("coffee")
    tones = np.unique(np.round(lab(effects.posterized(before, 1.0))[..., 0], 2))
    assert len(tones) < len(np.unique(np.round(lab(before)[..., 0], 2))) / 2


@pytest.mark.parametrize("wish", ["pixelate the faces", "blur the faces", "anonymise the faces"])
def test_faces_are_made_unrecognisable_and_nothing_else_is_touched(wish: str) -> None:
    rng = np.random.default_rng(5)
    before = rng.integers(0, 256, (200, 200, 3), dtype=np.uint8)
    made = revise(EditRequest(source=before, instructions=wish, faces=(Box(80, 80, 40, 50),)))
    changed = np.abs(made.pixels.astype(int) - before).max(axis=2) > 0
    assert changed[85:125, 85:115].mean() > 0.9
    assert not changed[:60].any()
    assert not changed[:, :60].any()
    assert any("One face was found" in told for told in made.warnings)


@pytest.mark.parametrize(
    "wish", ["pixelate the faces", "blur the faces", "brighten the eyes", "whiten the teeth"]
)
def test_without_a_face_nothing_of_one_is_changed(wish: str) -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="No face was found"):
        revised(wish, photo("citrus"))


def test_skin_that_is_to_stay_needs_a_person() -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="No person was found"):
        revised("warmer, but keep the skin tones", photo("citrus"))


def test_a_border_lies_about_the_picture_in_its_colour() -> None:
    before = photo("coffee")
    after = revised("add a thin #1a7f5a border", before)
    edge = (after.shape[0] - before.shape[0]) // 2
    assert edge > 0
    assert after.shape[1] - before.shape[1] == 2 * edge
    assert np.array_equal(after[edge:-edge, edge:-edge], before)
    assert tuple(after[0, 0]) == (0x1A, 0x7F, 0x5A)


def test_a_border_beside_a_crop_keeps_its_ratio() -> None:
    after = revised("crop to 1:1, add a black border", photo("coffee"))
    assert after.shape[0] == after.shape[1]
    assert after[0].max() < 30


def test_rounded_corners_are_transparent_and_the_middle_is_not() -> None:
    before = photo("coffee")
    after = revised("rounded corners", before)
    assert after.shape[2] == 4
    corners = [after[y, x, 3] for y in (0, -1) for x in (0, -1)]
    assert corners == [0, 0, 0, 0]
    assert np.array_equal(after[..., 3], after[::-1, ::-1, 3])
    assert after[after.shape[0] // 2, 0, 3] == 255
    assert edges.rounded(before, 1).shape == after.shape


def test_whites_are_whiter_and_colours_are_not_touched() -> None:
    before = np.full((80, 80, 3), (228, 222, 205), np.uint8)
    before[:, 40:] = (200, 40, 40)
    after = revised("make the whites whiter", before)
    old, new = lab(before), lab(after)
    assert new[40, 10, 0] > old[40, 10, 0]
    assert np.hypot(*new[40, 10, 1:]) < np.hypot(*old[40, 10, 1:])
    assert np.abs(after[:, 46:].astype(int) - before[:, 46:]).max() <= 1


def test_a_duotone_has_the_inks_that_are_named() -> None:
    after = lab(revised("duotone in blue and orange", photo("coffee")))
    hue = np.degrees(np.arctan2(after[..., 2], after[..., 1])) % 360
    dark, light = (after[..., 0] < 0.4), (after[..., 0] > 0.75)
    assert 230 < float(np.median(hue[dark])) < 290
    assert 40 < float(np.median(hue[light])) < 90


def test_an_old_black_and_white_has_no_colour() -> None:
    for said in ("black and white, old", "black and white, vintage"):
        after = lab(revised(said, photo("coffee")))
        assert float(np.hypot(after[..., 1], after[..., 2]).max()) < 0.02


def test_double_the_brightness_is_twice_the_value_that_is_shown() -> None:
    before = np.full((64, 64, 3), 90, np.uint8)
    before[:, 32:] = 60
    after = revised("double the brightness", before)
    assert float(np.median(after)) == pytest.approx(2 * float(np.median(before)), rel=0.08)


def test_what_gets_darker_gets_no_more_vivid() -> None:
    before = photo("citrus")
    old, new = lab(before), lab(revised("darker", before))
    chroma = [float(np.hypot(p[..., 1], p[..., 2]).mean()) for p in (old, new)]
    assert chroma[1] <= chroma[0] + 0.001


def test_a_part_of_a_small_face_is_not_told() -> None:
    assert features.part_of(np.full((40, 40, 3), 128, np.uint8), "eyes")[0] is None


def test_alpha_survives_every_effect() -> None:
    rgba = np.dstack([photo("coffee"), np.full(photo("coffee").shape[:2], 200, np.uint8)])
    for said in ("invert the colours", "add a glow", "posterize it", "make it look like night"):
        assert (revised(said, rgba)[..., 3] == 200).all(), said
    assert Image.fromarray(revised("add a white border", rgba)).mode == "RGBA"


def test_a_head_that_is_cut_out_keeps_no_rim_of_the_old_background() -> None:
    before = np.full((160, 160, 3), (40, 200, 60), np.uint8)
    before[40:120, 40:120] = (60, 40, 30)
    loose = np.zeros((160, 160), np.float32)
    loose[37:123, 37:123] = 1  # a mask that takes three pixels too many
    assert matte.cut_out(before, loose)[36:39, 60:100, 3].max() > 200
    cut = matte.cut_out(before, loose, np.ones((160, 160), np.float32))
    rim = cut[36:39, 60:100, 3].astype(int)
    assert rim.max() < 60
    assert cut[60:100, 60:100, 3].min() == 255
