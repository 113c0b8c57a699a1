"""A thing that the photo shows whole is not sliced at its ends where words can give way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from brandstudio.models.designs import PhotoLayer
from brandstudio.render.brief import Extension
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.attention import attention_of
from brandstudio.render.layout.crop import best_crop, judged
from brandstudio.render.layout.things import Things

from .conftest import brief, facts, photo

PHOTO = Rect(0, 0, 1600, 1000)


def things(*boxes: tuple[int, int, int, int], faces: tuple[Rect, ...] = ()) -> Things:
    """Boxes (x0, y0, x1, y1 in tenths of the photo's px) as they stand in a mask."""
    mask = np.zeros((100, 160), np.float32)
    for x0, y0, x1, y1 in boxes:
        mask[y0:y1, x0:x1] = 1
    found = Things.of(mask, PHOTO, faces)
    assert found is not None
    return found


def sliced(found: Things, *crops: tuple[float, float, float, float]) -> list[float]:
    return [float(v) for v in found.sliced(np.array(crops, dtype=np.float64))]


def test_a_thing_cut_at_both_ends_costs_more_than_at_one_and_whole_nothing() -> None:
    car = things((30, 40, 130, 80))
    whole, one, both = sliced(
        car, (200, 100, 1200, 850), (200, 100, 900, 850), (500, 100, 600, 850)
    )
    assert whole == 0
    assert one == pytest.approx(1.0)
    assert both == pytest.approx(2.5)


def test_wheels_cut_off_cost_as_much_as_half_a_car() -> None:
    car = things((30, 40, 130, 80))
    wheels, half = sliced(car, (200, 100, 1200, 665), (200, 100, 600, 850))
    assert wheels == pytest.approx(half)


def test_a_thing_that_touches_the_frame_costs_less_than_one_that_is_cut() -> None:
    car = things((30, 40, 130, 80))
    aired, touching, cut = sliced(
        car, (200, 100, 1200, 850), (200, 100, 1101, 850), (200, 100, 1040, 850)
    )
    assert aired < touching < 0.5 * cut


def test_what_the_photo_has_cut_before_counts_less() -> None:
    hill = things((0, 40, 90, 80))
    again, free = sliced(hill, (100, 0, 1000, 1000), (0, 0, 800, 1000))
    assert 0 < again < 0.5 * free


def test_what_spans_the_photo_has_no_ends_to_miss() -> None:
    sky = np.zeros((100, 160), np.float32)
    sky[20:60] = 1
    assert Things.of(sky, PHOTO, ()) is None


def test_people_are_framed_by_half() -> None:
    face = Rect(700, 250, 150, 180)
    person = things((50, 20, 100, 95), faces=(face,))
    below, shoulder = sliced(person, (300, 100, 900, 500), (300, 100, 650, 900))
    assert below == 0
    assert 0 < shoulder < 1


def test_one_of_many_is_left_out_before_it_is_sliced() -> None:
    tools = things(*((10 + 18 * n, 40, 20 + 18 * n, 60) for n in range(8)))
    out, cut = sliced(tools, (0, 200, 1330, 600), (0, 200, 1420, 600))
    assert 0 < out < cut


@pytest.mark.parametrize("template", ["split", "panel", "overlay"])
@pytest.mark.parametrize("size", ["linkedin-feed", "linkedin-cover"])
def test_words_give_way_before_a_wide_thing_is_cut_at_its_ends(template: str, size: str) -> None:
    known = facts((0.1, 0.38, 0.9, 0.8))
    asked = brief(photo("busy", facts=known), size, template)
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    layer = next(x for x in made.spec.layers if isinstance(x, PhotoLayer))
    assert asked.photo is not None
    crop = judged(attention_of(asked.photo), Rect(*layer.box), (), Rect(*layer.crop))
    assert crop.sliced < 0.5 or (crop.sliced < 1 and crop.visible > 0.95)
    assert not made.contrast_failures


def test_of_legs_that_come_in_from_above_the_boots_are_kept_and_of_what_stands_the_top() -> None:
    frame = Rect(0, 0, 1080, 420)
    hanging = attention_of(photo("middle", facts=facts(subject=(0.35, 0.0, 0.65, 0.85))))
    standing = attention_of(photo("middle", facts=facts(subject=(0.35, 0.15, 0.65, 1.0))))
    low, high = best_crop(hanging, frame, ()).box, best_crop(standing, frame, ()).box
    assert low.bottom >= 0.84 * hanging.height
    assert high.y <= 0.16 * standing.height
    (end,), (top,) = hanging.tops, standing.tops
    assert end.bottom == pytest.approx(0.85 * hanging.height, abs=0.02 * hanging.height)
    assert top.y == pytest.approx(0.15 * standing.height, abs=0.02 * standing.height)


@pytest.mark.parametrize(
    ("subject", "end"),
    [
        ((0.0, 0.4, 0.7, 0.6), 0.7),
        ((0.3, 0.4, 1.0, 0.6), 0.3),
    ],
)
def test_of_an_arm_that_comes_in_from_a_side_what_its_hand_holds_is_kept(
    subject: tuple[float, float, float, float], end: float
) -> None:
    frame = Rect(0, 0, 420, 1080)
    known = attention_of(photo("middle", facts=facts(subject=subject)))
    shown = best_crop(known, frame, ()).box
    assert shown.x - 2 <= end * known.width <= shown.right + 2
    (tip,) = known.tops
    assert (
        min(abs(tip.x - end * known.width), abs(tip.right - end * known.width)) < 0.03 * known.width
    )


def test_a_photo_that_is_continued_keeps_the_end_of_what_comes_into_it() -> None:
    shot = photo("middle", facts=facts(subject=(0.35, 0.0, 0.65, 0.85)))
    longer = replace(shot, width=shot.width + 400)
    (end,) = attention_of(shot, Extension(longer, "left", 400, 0)).tops
    (own,) = attention_of(shot).tops
    assert end == own.moved(400, 0)
