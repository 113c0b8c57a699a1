"""What would be lost, half painted or put elsewhere is measured, and refused by name."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.protocols import BrandLook, EditRequest, Picture

WIDTH, HEIGHT = 240, 160


def revised(pixels: np.ndarray, said: str, mask: np.ndarray | None = None) -> Picture:
    look = BrandLook(palette=())
    return LocalImageEngine().edit(EditRequest(pixels, said, look=look, subject=mask, faces=()))


def gift() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A bright bow on a dark box before a pale wall, and the masks of the bow and of both."""
    pixels = np.full((HEIGHT, WIDTH, 3), 225, np.uint8)
    box = np.zeros((HEIGHT, WIDTH), np.uint8)
    box[50:120, 90:160] = 255
    bow = np.zeros_like(box)
    bow[60:105, 100:150] = 255
    pixels[box > 0] = (45, 45, 55)
    pixels[bow > 0] = (220, 170, 90)
    return pixels, bow, box


def test_another_background_does_not_erase_what_hangs_together_with_the_subject() -> None:
    pixels, bow, box = gift()
    assert revised(pixels, "white background", box).done
    with pytest.raises(errors.UnsupportedInstruction, match="stands before the plain background"):
        revised(pixels, "cut it out", bow)


def test_a_dull_colour_that_is_most_of_the_picture_may_be_the_one_that_was_meant() -> None:
    pixels = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    pixels[20:40, 20:60] = (40, 160, 80)
    assert revised(pixels, "green cabinets -> navy").done
    pixels[60:150, 20:220] = (52, 72, 58)
    with pytest.raises(errors.UnsupportedInstruction, match="dull green"):
        revised(pixels, "green cabinets -> navy")


def test_the_pale_side_of_a_thing_gets_its_new_colour_too() -> None:
    pixels = np.full((HEIGHT, WIDTH, 3), 150, np.uint8)
    pixels[40:120, 60:120] = (20, 150, 160)
    pixels[40:120, 120:150] = (150, 190, 195)
    painted = revised(pixels, "turquoise cushions to mustard").pixels.astype(int)
    for x in (90, 135):
        red, _, blue = painted[80, x, :3]
        assert red > blue + 20, x


@pytest.mark.parametrize(("side", "share"), [("left", 1 / 3), ("right", 2 / 3)])
def test_a_crop_puts_its_subject_on_the_line_of_a_third(side: str, share: float) -> None:
    pixels = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    mask[70:90, 110:130] = 255
    pixels[mask > 0] = (220, 200, 40)
    found = revised(pixels, f"16:9, subject on the {side}", mask).pixels
    columns = np.flatnonzero((found[..., 0] > 180).any(axis=0))
    assert columns.mean() / found.shape[1] == pytest.approx(share, abs=0.02)
    assert found.shape[1] / found.shape[0] == pytest.approx(16 / 9, abs=0.05)


def test_a_crop_that_would_lose_most_of_the_picture_to_place_a_thing_fails() -> None:
    pixels = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    mask[70:90, 2:22] = 255
    pixels[mask > 0] = (220, 200, 40)
    with pytest.raises(errors.UnsupportedInstruction, match="too near an edge"):
        revised(pixels, "16:9, subject on the left", mask)
