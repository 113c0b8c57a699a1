"""What an edit made is looked at as a whole: a place that breaks up, or that is not what was named, is refused by
name.
"""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from brandstudio import errors
from brandstudio.engines.local.before_ground import before_ground
from brandstudio.engines.local.hues import hue
from brandstudio.engines.local.stands_up import left_over
from brandstudio.pixels import colour

from .test_edit import revised


def of_hues(at: np.ndarray, chroma: float = 0.14, light: float = 0.7) -> np.ndarray:
    """A picture of the OKLCH hues that an array says; 0 is grey."""
    rad = np.radians(at)
    own = np.where(at == 0, 0, chroma)
    lab = np.stack([np.full(at.shape, light), own * np.cos(rad), own * np.sin(rad)], axis=-1)
    return colour.oklab_to_u8(lab.astype(np.float32))


def discs(inner: float) -> np.ndarray:
    """An orange disc on grey, streaked with another hue."""
    y, x = np.mgrid[:240, :320]
    at = np.where(np.hypot(x - 160, y - 120) < 90, 55.0, 0.0)
    return of_hues(np.where((at > 0) & (x % 16 < 5), inner, at))


def test_a_thing_that_is_half_of_a_hue_does_not_break_up_into_specks() -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="hues beside it"):
        revised("everything black and white except the orange", discs(88), subject=None)
    kept = revised("everything black and white except the orange", discs(55), subject=None).pixels
    assert float(np.abs(kept[120, 160].astype(int) - kept[120, 160].mean()).max()) > 40


def test_specks_of_a_hue_beside_a_thing_of_it_are_none_and_a_small_thing_is_one() -> None:
    at = np.zeros((480, 640))
    at[100:380, 40:320] = 25.0
    at[200:212, 500:512] = 25.0
    before = of_hues(at, 0.18, 0.6)
    before[300:304, 560:564] = of_hues(np.full((4, 4), 25.0), 0.055, 0.6)
    found = hue(before, "red")
    assert found is not None
    assert float(found[301, 561]) < 0.1 < 0.9 < float(found[205, 505])


def test_what_keeps_the_old_colour_beside_what_was_painted_is_counted() -> None:
    at = np.zeros((120, 160))
    at[30:90, 20:120] = 350.0
    before = of_hues(at)
    whole = np.where(at > 0, 60.0, 0.0)
    part = whole.copy()
    part[30:60, 70:120] = 350.0
    assert left_over(before, of_hues(whole)) < 0.02
    assert left_over(before, of_hues(part)) > 0.08


def test_the_shadow_of_a_vivid_thing_is_no_part_of_it_though_its_light_colours_it() -> None:
    image = Image.new("RGB", (480, 360), (250, 250, 250))
    draw = ImageDraw.Draw(image)
    draw.ellipse((170, 190, 330, 262), fill=(224, 213, 178))
    draw.ellipse((150, 100, 330, 250), fill=(250, 205, 20))
    own = Image.new("L", image.size, 0)
    ImageDraw.Draw(own).ellipse((150, 100, 330, 250), fill=255)
    matte = np.asarray(own, np.float32) / np.float32(255)
    drawn = before_ground(np.asarray(image), matte)
    assert drawn is not None
    assert float(drawn[0][256, 250]) < 0.2 < 0.9 < float(drawn[0][240, 240])
