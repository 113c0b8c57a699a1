"""Things that are told by their colour, faces, casts and heads, as they are found on a picture."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.engines.local.skin import skin_of
from brandstudio.engines.protocols import Box
from brandstudio.pixels import colour

from .test_edit import revised, scene


def _bag_and_stain() -> np.ndarray:
    """An orange block, and far from it a small one of the same colour, on grey."""
    picture = np.full((160, 240, 3), 190, np.uint8)
    picture[60:150, 20:110] = (226, 106, 30)
    picture[20:36, 200:216] = (226, 106, 30)
    return picture


def _changed(before: np.ndarray, after: np.ndarray, y: int, x: int) -> int:
    return int(np.abs(after[y, x, :3].astype(int) - before[y, x]).max())


@pytest.mark.parametrize(
    "said",
    [
        "Turn the orange bag blue",
        "The orange bag a little darker",
        "Die orangene Tasche etwas dunkler",
        "La bolsa naranja un poco más oscura",
    ],
)
def test_a_single_thing_is_the_largest_place_of_its_colour(said: str) -> None:
    before = _bag_and_stain()
    made = revised(said, before)
    assert _changed(before, made.pixels, 100, 60) > 6
    assert _changed(before, made.pixels, 28, 208) <= 2
    assert any("largest orange part" in told for told in made.warnings)


def test_several_things_are_all_places_of_their_colour() -> None:
    before = _bag_and_stain()
    made = revised("The orange flowers a little darker", before)
    assert _changed(before, made.pixels, 28, 208) > 6


def test_a_thing_that_stands_out_in_its_colour_is_the_subject() -> None:
    before = np.full((160, 240, 3), 120, np.uint8)
    before[..., 2] = 90
    before[50:110, 80:160] = (214, 160, 40)
    before[90:110, 90:110] = (40, 60, 90)  # a wheel
    held = np.zeros((160, 240), np.uint8)
    held[50:110, 80:160] = 255
    made = revised("All black and white except for the yellow car", before, subject=held)
    assert _changed(before, made.pixels, 100, 100) <= 3
    assert np.ptp(made.pixels[10, 10].astype(int)) <= 2
    assert any("subject" in told for told in made.warnings)


def test_a_cast_is_taken_out_and_does_not_become_its_opposite() -> None:
    rng = np.random.default_rng(7)
    grey = rng.normal(0.5, 0.18, (90, 120, 1)).clip(0.1, 0.9)
    cast = np.where(grey < 0.5, 0.03, 0.0)  # green in the darks, neutral in the lights
    before = colour.oklab_to_u8(
        np.concatenate([grey, -cast, 0.3 * cast], axis=2).astype(np.float32)
    )
    after = colour.u8_to_oklab(revised("remove the green cast", before).pixels[..., :3])
    was = colour.u8_to_oklab(before)
    dark, light = was[..., 0] < 0.45, was[..., 0] > 0.65
    assert abs(float(after[dark][:, 1].mean())) < 0.5 * abs(float(was[dark][:, 1].mean()))
    assert abs(float(after[light][:, 1].mean())) < 0.012


def test_a_face_is_its_skin_without_the_hair_about_it() -> None:
    picture = np.full((200, 200, 3), 210, np.uint8)
    picture[20:80, 50:150] = (24, 20, 18)  # hair
    picture[70:160, 60:140] = (205, 160, 130)
    mask, x0, y0 = skin_of(picture, 60, 55, 80, 100)
    assert mask[110 - y0, 100 - x0] > 0.9
    assert mask[62 - y0, 100 - x0] < 0.1


def test_a_crop_cuts_no_head_where_it_has_room_for_it() -> None:
    before = np.full((200, 200, 3), 150, np.uint8)
    before[40:44] = 20
    faces = (Box(80, 50, 40, 40),)
    body = np.zeros((200, 200), np.uint8)
    body[30:200, 60:140] = 255
    made = revised("crop to 16:9", before, subject=body, faces=faces)
    assert (made.pixels[:, 100, 0] < 60).any()
    with pytest.raises(errors.UnsupportedInstruction, match="heads do not fit"):
        revised("crop to 4:1, without cutting off his head", before, subject=body, faces=faces)


def test_what_is_to_be_centred_lies_in_the_middle_of_a_crop() -> None:
    before = np.full((200, 400, 3), 150, np.uint8)
    made = revised(
        "crop to 1:1 with the face in the middle",
        before,
        subject=np.zeros((200, 400), np.uint8),
        faces=(Box(120, 60, 40, 40),),
    )
    assert made.pixels.shape[:2] == (200, 200)
    before[:, 140] = 0
    made = revised(
        "crop to 1:1 with the face in the middle",
        before,
        subject=np.zeros((200, 400), np.uint8),
        faces=(Box(120, 60, 40, 40),),
    )
    assert made.pixels[100, 100, 0] < 60


def test_a_crop_has_its_size_in_pixels_where_the_picture_has_them() -> None:
    before = np.full((300, 400, 3), 150, np.uint8)
    assert revised("crop to 240 x 120", before).pixels.shape[:2] == (120, 240)
    small = revised("crop to 1200 x 600", before)
    assert small.pixels.shape[:2] == (200, 400)
    assert any("none are invented" in told for told in small.warnings)


def test_a_finish_leaves_out_what_is_not_to_be() -> None:
    before = np.full((200, 200, 3), 150, np.uint8)
    corner = [
        int(revised(said, before).pixels[3, 3].astype(int).sum())
        - int(revised(said, before).pixels[100, 100].astype(int).sum())
        for said in ("vintage, no grain", "vintage, no grain and no vignette")
    ]
    assert corner[0] < -20
    assert abs(corner[1]) <= 6


def _sky_with_gaps(gaps: tuple[int, int, int]) -> np.ndarray:
    """A blue sky above green, with a gap in the green of a colour of its own."""
    picture = np.full((240, 320, 3), (60, 90, 40), np.uint8)
    picture[:90] = (70, 130, 210)
    picture[130:150, 150:176] = gaps
    return picture


def test_blue_between_leaves_is_of_the_sky_and_another_colour_is_not() -> None:
    for gap, darker in (((70, 130, 210), True), ((205, 205, 205), False)):
        before = _sky_with_gaps(gap)
        after = revised("darken the sky", before, subject=np.zeros((240, 320), np.uint8)).pixels
        assert _changed(before, after, 20, 160) > 6
        assert (_changed(before, after, 140, 163) > 6) == darker


def test_a_dark_room_with_lights_is_no_night_sky() -> None:
    before = np.full((240, 320, 3), (40, 30, 24), np.uint8)
    before[:150, 120:] = (16, 24, 50)
    before[30:44, 150:164] = (250, 220, 160)
    with pytest.raises(errors.UnsupportedInstruction, match="No sky"):
        revised("darken the sky", before, subject=np.zeros((240, 320), np.uint8))


def test_a_likely_subject_takes_the_colour_it_is_painted_in_and_what_is_behind_it_keeps_its_own() -> (
    None
):
    before = scene()
    after = revised("paint the cup green").pixels
    hue = before[..., 0].astype(int) - before[..., 2] > 120
    assert (after[hue][:, 1] > after[hue][:, 0]).mean() > 0.9
    assert np.array_equal(after[:4, :4], before[:4, :4])


def test_a_small_thing_is_not_what_runs_out_of_the_picture_at_two_sides() -> None:
    """A red ball hangs before a red sofa: the largest red part is both."""
    before = np.full((160, 240, 3), 150, np.uint8)
    before[:80, 120:] = (170, 20, 25)
    before[20:60, 150:190] = (215, 30, 50)
    with pytest.raises(errors.UnsupportedInstruction, match="at two sides"):
        revised("make the red ball green", before)
    assert revised("make the red sofa green", before).done


def test_the_sun_of_a_darker_sky_stays_a_light() -> None:
    before = np.zeros((160, 240, 3), np.uint8)
    before[:100] = (120, 170, 225)
    y, x = np.mgrid[:160, :240]
    before[(np.hypot(y - 50, x - 120) < 18) & (y < 100)] = (255, 255, 255)
    before[100:] = (40, 80, 35)
    made = revised("darken only the sky by a third", before)
    assert made.pixels[50, 120, :3].min() >= 250
    assert int(made.pixels[10, 20, :3].astype(int).sum()) < 0.75 * int(
        before[10, 20].astype(int).sum()
    )
