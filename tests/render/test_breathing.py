"""Bare words beside a subject have air: the photo moves a little in its frame rather than touch them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.attention import Attention, attention_of
from brandstudio.render.layout.breathing import aired
from brandstudio.render.layout.crop import Crop, judged

from .conftest import facts

FRAME = Rect(0, 0, 1000, 1000)
#: A subject whose left end is at 900 of 1600 px.
SUBJECT = (900 / 1600, 0.3, 1200 / 1600, 0.8)


def attention(focal: tuple[float, float] | None = None) -> Attention:
    known = facts(SUBJECT)
    return attention_of(Photo(b"", "", "image/jpeg", 1600, 1070, facts=known, focal_point=focal))


def place(
    words: Rect, known: Attention, ground: Rect | None = None, *, hug: bool = False
) -> tuple[Arrangement, Crop]:
    """Words over a crop that is as high as the photo and ends at its right."""
    layout = SimpleNamespace(ground=None if ground is None else SimpleNamespace(hug=hug))
    option: Any = SimpleNamespace(
        photo=FRAME, ground=ground, hard_on_photo=True, hard=(words,), layout=layout
    )
    crop = judged(known, FRAME, (words,), Rect(300, 0, 1070, 1070))
    return option, crop


BESIDE = Rect(100, 400, 455, 200)  # ends five px before the subject
APART = Rect(100, 400, 380, 200)


@pytest.mark.parametrize("card", [False, True])
def test_a_photo_moves_away_from_words_that_touch_its_subject(*, card: bool) -> None:
    known = attention()
    option, before = place(BESIDE, known, BESIDE if card else None, hug=card)
    after = aired(option, before, known)
    assert after.box.x < before.box.x - 20
    assert after.box.width == before.box.width


def test_nothing_moves_where_words_have_air_or_a_field_or_where_a_person_set_the_point() -> None:
    known = attention()
    for kept, seen in (
        (place(APART, known), known),
        (place(BESIDE, known, ground=BESIDE), known),
        (place(BESIDE, attention((0.6, 0.5))), attention((0.6, 0.5))),
    ):
        assert aired(*kept, seen) is kept[1]
