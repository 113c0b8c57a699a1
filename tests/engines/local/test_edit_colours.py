"""Colours that are painted over, kept or measured on a picture, and edits that change nothing."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.pixels import colour

from .test_edit import revised


def _two_blocks() -> np.ndarray:
    """A mustard block and a blue one on grey."""
    picture = np.full((120, 160, 3), 190, np.uint8)
    picture[20:100, 20:70] = (207, 157, 37)
    picture[20:100, 90:140] = (38, 94, 200)
    return picture


def test_a_colour_is_painted_over_and_the_rest_stays() -> None:
    before = _two_blocks()
    after = revised("Turn the mustard armchair teal", before).pixels
    hue = colour.oklab_to_oklch(colour.u8_to_oklab(after[60:61, 45:46, :3]))[0, 0, 2]
    assert 175 < float(hue) < 215
    assert np.abs(after[60, 115].astype(int) - before[60, 115]).max() <= 2
    assert np.abs(after[5, 5].astype(int) - before[5, 5]).max() <= 2


def test_a_single_thing_is_not_repainted_where_two_have_its_colour() -> None:
    before = _two_blocks()
    before[20:100, 90:140] = (207, 157, 37)
    with pytest.raises(errors.UnsupportedInstruction, match="Several places"):
        revised("Turn the mustard armchair teal", before)
    assert revised("Turn the yellows teal", before).pixels.shape == before.shape


def test_colours_are_measured_before_others_are_taken_away() -> None:
    after = revised("Alles schwarzweiß, nur Blau bleibt farbig", _two_blocks()).pixels
    assert np.ptp(after[60, 45].astype(int)) <= 2
    assert np.ptp(after[60, 115].astype(int)) > 80


def test_an_edit_that_leaves_the_picture_as_it_is_fails_by_name() -> None:
    grey = np.full((80, 80, 3), 120, np.uint8)
    with pytest.raises(errors.UnsupportedInstruction, match="leaves this picture as it is"):
        revised("more saturated", grey)


def test_brightness_that_is_not_to_be_touched_is_given_back() -> None:
    rng = np.random.default_rng(3)
    before = np.clip(rng.normal(170, 25, (90, 120, 3)), 0, 255).astype(np.uint8)
    plain = revised("more contrast, dehaze", before).pixels
    held = revised("more contrast, dehaze, but don't touch the brightness", before).pixels
    mean = float(colour.u8_to_oklab(before)[..., 0].mean())
    away = [abs(float(colour.u8_to_oklab(p[..., :3])[..., 0].mean()) - mean) for p in (plain, held)]
    assert away[1] < 0.006
    assert away[1] <= away[0]


def test_a_thing_between_two_hues_is_not_told_by_one_of_them() -> None:
    before = _two_blocks()
    before[20:100, 20:70] = (219, 150, 50)
    before[100:104, 20:70] = (207, 190, 37)
    with pytest.raises(errors.UnsupportedInstruction, match="hues beside them"):
        revised("Black and white except the yellow car", before)


def test_a_wall_that_a_vivid_thing_throws_its_light_on_keeps_its_colour() -> None:
    picture = np.full((160, 240, 3), (206, 200, 190), np.uint8)
    near = np.linspace(1, 0, 60)[None, :, None]  # the yellow's light on the wall beside it
    picture[50:130, 150:210] = (picture[50:130, 150:210] - near * np.array([0, 3, 17])).astype(
        np.uint8
    )
    picture[50:130, 70:150] = (238, 190, 20)
    made = revised("Paint the yellow armchair petrol", picture).pixels
    assert int(made[90, 110, 0]) < 120  # the chair
    away = np.abs(made[50:130, 156:210, :3].astype(int) - picture[50:130, 156:210])
    assert int(away.max()) <= 6


def test_a_bus_is_one_thing_though_it_ends_in_an_s() -> None:
    picture = np.full((160, 240, 3), 150, np.uint8)
    picture[40:130, 20:170] = (30, 80, 200)
    picture[60:100, 214:232] = (30, 80, 200)  # somebody's jeans
    made = revised("Make everything black and white except the blue bus", picture).pixels
    assert int(made[80, 90, 2]) - int(made[80, 90, 0]) > 100
    assert int(np.ptp(made[80, 223, :3])) < 12
