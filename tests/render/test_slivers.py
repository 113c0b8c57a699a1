"""A frame shows somebody with a head or not at all: no strip of a back or an arm stands at its border."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from brandstudio.pixels.sighted import PERSON, Sighted
from brandstudio.pixels.subject import Face
from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.attention import attention_of
from brandstudio.render.layout.crop import best_crop
from brandstudio.render.layout.slivers import Box, Slivers

from .conftest import facts

AREA = Rect(0, 0, 1600, 1000)


def people(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    """Where people are, from boxes in tenths of the photo's px."""
    seen = np.zeros((100, 160), np.bool_)
    for x0, y0, x1, y1 in boxes:
        seen[y0:y1, x0:x1] = True
    return seen


def shown(
    there: np.ndarray, crop: tuple[int, int, int, int], *heads: Box, rim: np.ndarray | None = None
) -> float:
    found = Slivers.of(there, rim, heads)
    return 0.0 if found is None else float(found.placed(AREA).shown(np.array([crop], float))[0])


#: Somebody with a head at the left end, and an arm that reaches to the right.
CALLER = people((10, 20, 30, 40), (5, 40, 60, 90))
HEAD: Box = (0.0625, 0.2, 0.1875, 0.4)


@pytest.mark.parametrize(
    ("crop", "strip"),
    [
        pytest.param((0, 0, 1600, 1000), 0, id="whole"),
        pytest.param((700, 0, 900, 1000), 0, id="left out"),
        pytest.param((400, 0, 1200, 1000), 1, id="an arm without its head"),
        pytest.param((0, 0, 500, 1000), 0, id="a head without the end of an arm"),
        pytest.param((400, 900, 1200, 100), 0, id="above what is shown"),
    ],
)
def test_a_strip_is_what_a_border_leaves_of_somebody_without_a_head(
    crop: tuple[int, int, int, int], strip: float
) -> None:
    assert shown(CALLER, crop, HEAD) == strip


def test_who_has_no_known_head_is_a_strip_where_less_than_half_is_seen() -> None:
    back = people((60, 30, 100, 90))
    assert shown(back, (0, 0, 700, 1000)) == 1
    assert shown(back, (0, 0, 900, 1000)) == 0


def test_an_arm_that_the_photo_itself_cuts_is_one_in_any_frame() -> None:
    arm = people((100, 40, 160, 60))
    assert shown(arm, (0, 0, 1200, 1000)) == 0


def test_two_who_only_touch_are_two() -> None:
    both = people((10, 30, 60, 90), (60, 86, 100, 100))
    assert shown(both, (0, 0, 700, 1000), (0.1, 0.3, 0.2, 0.45)) > 0


def test_a_crop_leaves_out_whom_the_photo_cuts_at_its_side_and_is_not_of() -> None:
    known = facts((0.5, 0.3, 0.6, 0.8))
    seen = np.zeros((100, 160), np.uint8)
    seen[30:80, 80:96] = seen[10:80, 0:9] = PERSON
    faces = (Face(0.52, 0.3, 0.56, 0.37, score=0.9), Face(0.005, 0.1, 0.045, 0.2, score=0.9))
    cut = replace(known, sighted=Sighted(seen), faces=faces)
    photo = Photo(b"", "", "image/jpeg", 1600, 1000, facts=cut)
    box = best_crop(attention_of(photo), Rect(0, 0, 1200, 1000), ()).box
    assert box.x > 90
    assert box.right > 900
