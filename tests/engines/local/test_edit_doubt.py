"""An edit along the subject's outline is refused where a part of the subject may be missing from it."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.local.doubt import is_doubtful
from brandstudio.engines.protocols import Box, BrandLook, EditRequest, Picture

from .pictures import scene

WIDTH, HEIGHT = 240, 160
FACE = Box(105, 30, 30, 36)
ALONG_IT = (
    "remove the background",
    "blur the background",
    "brighten only the subject",
    "white background",
    "black and white except the subject",
    "blur the background but not the woman",
)


def person() -> np.ndarray:
    """A head over shoulders that go down to the lower edge."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    head = np.hypot((x - 120) / 22, (y - 46) / 28) < 1
    body = (y > 70) & (np.abs(x - 120) < 55)
    return ((head | body) * 255).astype(np.uint8)


def revised(instructions: str, mask: np.ndarray, *faces: Box) -> Picture:
    look, seen = BrandLook(palette=()), scene()
    seen[mask > 0] = (60, 20, 24)  # the picture shows what its mask is of
    return LocalImageEngine().edit(
        EditRequest(seen, instructions, look=look, subject=mask, faces=faces)
    )


@pytest.mark.parametrize("instructions", ALONG_IT)
def test_a_person_whose_outline_is_whole_is_edited(instructions: str) -> None:
    assert revised(instructions, person(), FACE).done


@pytest.mark.parametrize("instructions", ALONG_IT)
@pytest.mark.parametrize("missing", ["a shoulder", "the body", "the face", "what goes on below"])
def test_a_person_who_is_not_whole_in_the_outline_is_not_cut(
    missing: str, instructions: str
) -> None:
    mask = person()
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    gone = {
        "a shoulder": (y > 70) & (x < 112),
        "the body": y > 72,
        "the face": y < 70,
        "what goes on below": y > 125,
    }[missing]
    mask[gone] = 0
    with pytest.raises(errors.UnsupportedInstruction, match="outline is not sure enough"):
        revised(instructions, mask, FACE)


def test_somebody_small_in_the_background_may_be_left_out() -> None:
    assert revised("remove the background", person(), FACE, Box(20, 40, 12, 15)).done


def test_a_subject_of_which_much_is_neither_it_nor_background_is_not_cut() -> None:
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    mask = np.where(np.hypot(x - 90, y - 80) < 40, 255, 0).astype(np.uint8)
    assert revised("remove the background", mask).done
    mask[np.hypot(x - 170, y - 80) < 40] = 110
    with pytest.raises(errors.UnsupportedInstruction, match="outline is not sure enough"):
        revised("remove the background", mask)


def test_other_edits_need_no_outline() -> None:
    mask = person()
    mask[72:] = 0
    assert revised("warmer, crop to square, darken the left half", mask, FACE).done


def test_where_a_person_is_seen_no_other_thing_is_taken_for_the_subject() -> None:
    assert revised("everything except the woman darker", person(), FACE).done
    with pytest.raises(errors.UnsupportedInstruction, match="A person stands out"):
        revised("everything except the moose darker", person(), FACE)


def test_where_several_things_stand_out_none_of_them_is_taken_for_a_noun() -> None:
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    mask = ((np.hypot(x - 60, y - 80) < 30) * 255).astype(np.uint8)
    assert revised("everything except the moose darker", mask).done
    mask[np.hypot(x - 180, y - 80) < 30] = 255
    with pytest.raises(errors.UnsupportedInstruction, match="Several things stand out"):
        revised("everything except the moose darker", mask)
    assert revised("everything except the subject darker", mask).done


def test_a_blue_wall_behind_somebody_is_no_sky() -> None:
    wall = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    y = np.linspace(0, 1, HEIGHT)[:, None]
    wall[..., 0], wall[..., 1], wall[..., 2] = 90 + 20 * y, 140 + 20 * y, 205 + 10 * y
    held = person() > 0
    wall[held] = (60, 40, 30)
    look = BrandLook(palette=())
    request = EditRequest(wall, "darken the sky", look=look, subject=person(), faces=(FACE,))
    with pytest.raises(errors.UnsupportedInstruction, match="No sky was found"):
        LocalImageEngine().edit(request)


def test_a_small_part_that_stands_out_is_no_whole_bridge() -> None:
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    mask = ((np.hypot(x - 60, y - 80) < 30) * 255).astype(np.uint8)
    assert revised("alles außer der Statue dunkler", mask).done
    with pytest.raises(errors.UnsupportedInstruction, match="only a small part"):
        revised("alles außer der Brücke dunkler", mask)
    assert revised("tout sauf le garçon plus sombre", person(), FACE).done


def test_somebody_who_ends_at_the_knees_is_not_whole() -> None:
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    face = Box(114, 14, 12, 14)
    whole = ((np.hypot((x - 120) / 9, (y - 20) / 11) < 1) | ((y > 28) & (np.abs(x - 120) < 18))) & (
        y < 148
    )
    assert revised("remove the background", (whole * 255).astype(np.uint8), face).done
    with pytest.raises(errors.UnsupportedInstruction, match="outline is not sure enough"):
        revised("remove the background", ((whole & (y < 110)) * 255).astype(np.uint8), face)


def test_a_neck_without_its_shoulders_is_not_whole() -> None:
    mask = np.zeros((100, 100), np.float32)
    mask[5:80, 25:75] = 1
    mask[80:, 38:62] = 1
    face = Box(25, 10, 50, 60)
    assert is_doubtful(mask, (face,), 100, 100)
    mask[82:, 10:90] = 1
    assert not is_doubtful(mask, (face,), 100, 100)
