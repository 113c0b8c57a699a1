"""Revisions do what the words say, to the part they speak of, and say what they leave out."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.protocols import BrandLook, BrandSwatch, EditRequest, Picture
from brandstudio.language.colour_names import NAMES
from brandstudio.pixels import colour

from .pictures import mask, scene

ENGINE = LocalImageEngine()
LOOK = BrandLook(palette=(BrandSwatch("#0b3c5d", 0.5, "primary"), BrandSwatch("#d9e8f0", 0.5)))
SUBJECT = mask() > 0


def lab(pixels: np.ndarray) -> np.ndarray:
    return colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))


def revised(instructions: str, source: np.ndarray | None = None, **more: object) -> Picture:
    given = {"subject": mask(), "faces": (), "look": LOOK, **more}
    return ENGINE.edit(EditRequest(scene() if source is None else source, instructions, **given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("instructions", "channel", "sign"),
    [
        ("brighter", 0, 1),
        ("darker", 0, -1),
        ("warmer", 2, 1),
        ("cooler", 2, -1),
        ("bluer", 2, -1),
        ("redder", 1, 1),
        ("greener", 1, -1),
    ],
)
def test_light_and_colour_move_the_way_the_word_says(
    instructions: str, channel: int, sign: int
) -> None:
    moved = (
        lab(revised(instructions).pixels)[..., channel].mean() - lab(scene())[..., channel].mean()
    )
    assert moved * sign > 0.008


@pytest.mark.parametrize(
    "name", ["navy", "peach", "coral", "mint", "lavender", "olive", "burgundy", "mustard"]
)
def test_a_named_colour_is_met_in_hue_and_in_lightness(name: str) -> None:
    light, _, hue = colour.hex_to_oklch(NAMES[name][0])
    before, after = lab(scene()), lab(revised(f"make it {name}").pixels)
    mean = after.reshape(-1, 3).mean(axis=0)
    off = (np.degrees(np.arctan2(mean[2], mean[1])) - hue + 180) % 360 - 180
    assert abs(off) < 20
    gap, own = (abs(float(np.median(p[..., 0])) - light) for p in (after, before))
    assert gap < 0.75 * own + 0.03


def test_what_is_to_stay_stays() -> None:
    after = lab(revised("much brighter and more contrast, do not change the colours").pixels)
    assert np.abs(after[..., 1:] - lab(scene())[..., 1:]).mean() < 0.012
    kept = revised("much darker but leave the subject alone").pixels.astype(int) - scene()
    inner = np.zeros_like(SUBJECT)
    inner[65:95, 150:175] = True
    assert np.abs(kept[inner]).mean() < 1
    assert kept[:, :60].mean() < -20


def test_much_moves_further_than_a_little() -> None:
    little, plain, much = (
        lab(revised(w).pixels)[..., 0].mean()
        for w in ("a little brighter", "brighter", "much brighter")
    )
    assert lab(scene())[..., 0].mean() < little < plain < much


def test_twenty_percent_brighter_is_twenty_percent() -> None:
    # A share is of the values that a screen shows: a grey of twice the value is twice as bright.
    before, after = (
        float(np.median(colour.linear_to_srgb(lab(p)[..., 0] ** 3)))
        for p in (scene(), revised("20% brighter").pixels)
    )
    assert after / before == pytest.approx(1.2, abs=0.03)


def test_contrast_and_saturation_go_up_and_down() -> None:
    def spread(p: np.ndarray) -> float:
        return float(np.subtract(*np.percentile(lab(p)[..., 0], [95, 5])))

    def chroma(p: np.ndarray) -> float:
        return float(np.hypot(lab(p)[..., 1], lab(p)[..., 2]).mean())

    assert (
        spread(revised("less contrast").pixels)
        < spread(scene())
        < spread(revised("more contrast").pixels)
    )
    assert (
        chroma(revised("muted").pixels) < chroma(scene()) < chroma(revised("more saturated").pixels)
    )
    assert chroma(revised("black and white").pixels) < 0.006


def test_an_edit_of_the_background_leaves_the_subject() -> None:
    after = revised("much darker background").pixels
    inner = np.zeros_like(SUBJECT)
    inner[60:100, 145:180] = True
    inner &= SUBJECT
    gap = lab(after)[..., 0] - lab(scene())[..., 0]
    assert abs(gap[inner].mean()) < 0.01
    assert gap[:, :80].mean() < -0.08


def test_a_blurred_background_keeps_the_subject_sharp_and_takes_none_of_its_colour() -> None:
    source = scene()
    after = revised("blur the background a lot").pixels.astype(np.float32)
    assert np.abs(after[70:90, 155:170] - source[70:90, 155:170]).mean() < 3
    assert (
        np.abs(np.diff(after[110:150, :100], axis=1)).mean()
        < 0.6 * np.abs(np.diff(source[110:150, :100].astype(np.float32), axis=1)).mean()
    )
    # Beside the ball the sky stays sky: no orange halo.
    assert after[80, 118, 2] > after[80, 118, 0]


@pytest.mark.parametrize(
    ("slightly", "plainly"),
    [
        ("blur it slightly", "blur it"),
        ("desenfoca ligeramente", "desenfoca"),
        ("blur the background slightly", "blur the background"),
        ("floute légèrement le fond", "floute le fond"),
        ("Hintergrund leicht weichzeichnen", "Hintergrund weichzeichnen"),
    ],
)
def test_a_slight_blur_is_markedly_less_than_a_plain_one(slightly: str, plainly: str) -> None:
    grain = np.random.default_rng(3).normal(0, 8, scene().shape)
    source = np.clip(scene() + grain, 0, 255).astype(np.uint8)

    def detail(pixels: np.ndarray) -> float:
        return float(np.abs(np.diff(pixels[110:150, :100].astype(np.float32), axis=1)).mean())

    least, most = (detail(revised(said, source).pixels) for said in (slightly, plainly))
    assert 2 * most < least < 0.95 * detail(source)


def test_nothing_to_change_is_said_so() -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="there is nothing to change"):
        revised("Keep everything as it is")
    with pytest.raises(errors.UnsupportedInstruction, match=r"to keep \(everything\)"):
        revised("Keep everything as it is but warmer")


def test_a_cut_out_is_transparent_but_for_the_subject() -> None:
    cut = revised("cut out the subject").pixels
    assert cut.shape[2] == 4
    assert cut[5, 5, 3] == 0
    assert (cut[cut[..., 3] == 0][:, :3] == 255).all()
    assert cut[80, 163, 3] == 255
    assert 0.75 < (cut[..., 3] > 127).sum() / SUBJECT.sum() < 1.25


def test_a_background_colour_is_exactly_the_colour() -> None:
    assert tuple(revised("on a white background").pixels[5, 5]) == (255, 255, 255)
    assert tuple(revised("brand colour background, warmer").pixels[5, 5]) == (0x0B, 0x3C, 0x5D)
    assert tuple(revised("background #1a7f5a").pixels[5, 5]) == (0x1A, 0x7F, 0x5A)


def test_crops_turns_and_flips() -> None:
    assert revised("crop to square").pixels.shape[:2] == (160, 160)
    assert revised("crop 25% from the left").pixels.shape[:2] == (160, 180)
    tighter = revised("crop tighter").pixels
    assert tighter.shape[0] < 160
    assert tighter.shape[1] < 240
    assert revised("rotate 90 degrees left").pixels.shape[:2] == (240, 160)
    assert np.array_equal(revised("flip").pixels, scene()[:, ::-1])
    assert np.array_equal(revised("flip vertically").pixels, scene()[::-1])
    assert np.array_equal(revised("rotate 180 degrees").pixels, scene()[::-1, ::-1])


def test_a_crop_to_a_ratio_keeps_the_subject() -> None:
    square = revised("crop to square").pixels
    assert (square[..., 0].astype(int) - square[..., 2] > 120).sum() > 0.97 * (
        scene()[..., 0].astype(int) - scene()[..., 2] > 120
    ).sum()


@pytest.mark.parametrize("degrees", [-4.0, 3.0])
def test_straighten_levels_a_horizon(degrees: float) -> None:
    from brandstudio.engines.local.geometry import lean, turned

    leaning = turned(scene(600, 400), degrees)
    assert lean(leaning) == pytest.approx(-degrees, abs=0.6)
    assert abs(lean(revised("straighten", leaning, subject=None).pixels) or 0.0) < 0.6


def test_space_is_added_on_the_named_side_and_the_source_stays_as_it_is() -> None:
    after = revised("add space on the left").pixels
    assert after.shape[1] > 240
    assert np.array_equal(after[:, -240:], scene())


def test_space_beside_a_busy_edge_is_refused_by_its_side() -> None:
    busy = scene()
    busy[:, :60] = np.random.default_rng(0).integers(0, 256, (busy.shape[0], 60, 3))
    with pytest.raises(errors.UnsupportedInstruction, match=r"too busy \(left\).*needs a provider"):
        revised("add space on the left", busy)
    assert revised("add space on the right", busy).pixels.shape[1] > busy.shape[1]


def test_grain_sharpen_soften_vignette_and_duotone() -> None:
    def energy(p: np.ndarray) -> float:
        return float(np.abs(np.diff(lab(p)[..., 0], axis=1)).mean())

    assert energy(revised("more grain").pixels) > energy(scene())
    assert energy(revised("sharpen").pixels) > energy(scene()) > energy(revised("soften").pixels)
    assert energy(revised("remove noise").pixels) < energy(scene())
    dark = lab(revised("vignette").pixels)[..., 0] - lab(scene())[..., 0]
    assert dark[:10, :10].mean() < -0.05
    assert abs(dark[75:85, 115:125].mean()) < 0.01
    hues = lab(revised("duotone").pixels)
    assert hues[hues[..., 0] < 0.5][:, 2].mean() < -0.03


def test_a_mask_bounds_the_change() -> None:
    where = np.zeros((160, 240), np.uint8)
    where[:, :120] = 255
    after = revised("much brighter", mask=where).pixels
    assert np.array_equal(after[:, 120:], scene()[:, 120:])
    assert after[:, :120].mean() > scene()[:, :120].mean() + 10


def test_half_an_instruction_is_never_carried_out_and_the_other_half_is_named() -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="add a dog"):
        revised("warmer and add a dog")


@pytest.mark.parametrize("instructions", ["add a dog", "don't crop", "make it sing"])
def test_nothing_understood_is_an_error_and_never_a_silent_copy(instructions: str) -> None:
    with pytest.raises(errors.UnsupportedInstruction):
        revised(instructions)


def test_without_a_subject_a_cut_out_is_refused_in_words() -> None:
    flat = np.full((80, 120, 3), 128, np.uint8)
    with pytest.raises(errors.UnsupportedInstruction, match="No subject"):
        revised("cut out the subject", flat, subject=np.zeros((80, 120), np.uint8))


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 50, 3), (50, 1, 4), (7, 5, 4)])
def test_tiny_pictures_and_alpha_survive_every_kind_of_edit(shape: tuple[int, int, int]) -> None:
    source = np.random.default_rng(0).integers(120, 128, shape).astype(np.uint8)
    words = "brighter, crop tighter, rotate 5 degrees left, add space on the top, sharpen, soften, grain, vignette, sepia, matte"
    assert revised(words, source, subject=None).pixels.shape[2] == shape[2]


def test_the_same_request_gives_the_same_bytes() -> None:
    assert np.array_equal(*(revised("warmer, grain, vignette").pixels for _ in range(2)))


def test_senseless_sources_are_refused() -> None:
    with pytest.raises(errors.ValidationError):
        revised("brighter", np.zeros((10, 10), np.uint8))
