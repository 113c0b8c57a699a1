"""An edit is measured against its word: what nobody would see is done by more or refused, and a colour is changed
wherever the picture has it.
"""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageFilter

from brandstudio import errors
from brandstudio.engines.local.came_true import moved
from brandstudio.engines.local.hues import hue
from brandstudio.engines.local.scenery import plants
from brandstudio.language.edit_values import Edit
from brandstudio.pixels import colour

from .pictures import mask, scene
from .test_edit import revised


def painted(
    *colours: tuple[float, float, float], width: int = 160, height: int = 120
) -> np.ndarray:
    """Equal stripes side by side, each of an OKLCH colour."""
    lch = np.array(colours, np.float32)
    rad = np.radians(lch[:, 2])
    lab = np.stack([lch[:, 0], lch[:, 1] * np.cos(rad), lch[:, 1] * np.sin(rad)], axis=-1)
    at = np.arange(width) * len(colours) // width
    return colour.oklab_to_u8(np.broadcast_to(lab[at], (height, width, 3)).astype(np.float32))


def chroma(pixels: np.ndarray) -> np.ndarray:
    seen = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    return np.hypot(seen[..., 1], seen[..., 2])


@pytest.mark.parametrize("said", ["less pink, just a bit", "a little less saturated"])
def test_a_little_of_a_pale_colour_is_still_seen(said: str) -> None:
    before = painted((0.86, 0.042, 345))
    assert chroma(before).mean() - chroma(revised(said, before, subject=None).pixels).mean() > 0.006


def test_what_can_not_be_seen_is_refused_by_name_and_a_figure_is_obeyed() -> None:
    before = painted((0.6, 0.004, 40))
    with pytest.raises(errors.UnsupportedInstruction, match=r"hardly be seen|as it is"):
        revised("a bit less saturated", before, subject=None)
    told = revised("saturation -2 %", painted((0.7, 0.1, 40)), subject=None).warnings
    assert any("hardly seen" in said for said in told)


def test_what_is_out_of_focus_already_is_not_blurred_for_nothing() -> None:
    soft = Image.fromarray(scene(480, 320)).filter(ImageFilter.GaussianBlur(30))
    sharp, where = np.asarray(scene(480, 320)), mask(480, 320)
    source = np.where(where[..., None] > 0, sharp, np.asarray(soft)).astype(np.uint8)
    source[where == 0] = np.median(source[where == 0], axis=0).astype(np.uint8)
    with pytest.raises(errors.UnsupportedInstruction, match="hardly be seen"):
        revised("blur the background", source, subject=where)
    assert revised("blur the background", sharp, subject=where).pixels.shape == sharp.shape


def test_a_finish_does_not_undo_what_was_asked_for_beside_it() -> None:
    before = scene()
    after = revised("faded polaroid look, more contrast", before).pixels
    assert (moved(Edit("contrast"), before, after, None) or 0) > 0


def test_grain_that_is_asked_for_replaces_that_of_a_finish() -> None:
    before = painted((0.5, 0.02, 200))

    def rough(said: str) -> float:
        seen = revised(said, before, subject=None).pixels.astype(np.float32)
        return float(np.abs(np.diff(seen[..., 1], axis=1)).mean())

    assert rough("film look, light grain") < rough("film look")


def test_a_violet_that_goes_on_to_magenta_is_one_colour_and_a_pink_beside_it_another() -> None:
    going_on = painted(*((0.55, 0.12, at) for at in range(300, 346, 5)))
    whole = hue(going_on, "purple")
    assert whole is not None
    assert float((whole > 0.5).mean()) > 0.85
    apart = painted((0.55, 0.12, 300), (0.7, 0.002, 0), (0.7, 0.12, 350))
    violet = hue(apart, "purple")
    assert violet is not None
    assert float((violet > 0.5).mean()) == pytest.approx(1 / 3, abs=0.04)


def test_a_sky_whose_blue_is_cyan_is_blue() -> None:
    found = hue(painted((0.85, 0.08, 208), (0.85, 0.08, 212), (0.83, 0.08, 221)), "blue")
    assert found is not None
    assert float((found > 0.5).mean()) > 0.95


def test_the_shaded_side_of_a_yellow_thing_is_yellow_and_the_floor_beside_it_is_not() -> None:
    picture = painted((0.75, 0.005, 90))
    picture[30:90, 40:90] = painted((0.84, 0.15, 92))[0, 0]
    picture[30:90, 90:115] = painted((0.34, 0.072, 62))[0, 0]
    picture[90:, :] = painted((0.5, 0.05, 62))[0, 0]
    after = chroma(revised("black and white except for the yellow", picture, subject=None).pixels)
    assert after[60, 60] > 0.1
    assert after[60, 102] > 0.05
    assert after[110, 60] < 0.01


def test_a_wall_with_a_green_cast_is_no_plant_and_nothing_kept_is_no_edit() -> None:
    assert plants(painted((0.8, 0.03, 115)), None) is None
    assert plants(painted((0.5, 0.1, 135)), None) is not None
    leaves = painted((0.5, 0.1, 135), (0.8, 0.004, 100))
    leaves[:20, 140:] = (200, 30, 30)
    with pytest.raises(errors.UnsupportedInstruction, match="No red parts of the plants"):
        revised("alles schwarzweiß, nur das Rot der Blätter bleibt", leaves, subject=None)
