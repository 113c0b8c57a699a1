"""People seen from behind, and things that the subject's network tells only a part of, keep their place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from brandstudio.pixels import segments
from brandstudio.pixels.facts import PictureFacts
from brandstudio.pixels.sighted import Sighted
from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.attention import Attention, attention_of
from brandstudio.render.layout.crop import best_crop, judged
from brandstudio.render.layout.elbow_room import jammed
from brandstudio.render.layout.placing import _clear
from brandstudio.render.layout.sightings import sightings

from .conftest import facts

Box = tuple[float, float, float, float]
WIDE, TALL = 1600, 1067
SQUARE = Rect(0, 0, 600, 600)


def with_seen(
    known: PictureFacts, kind: str, box: Box, heads: tuple[Box, ...] = ()
) -> PictureFacts:
    """The facts of a picture that shows somebody or something in a box."""
    seen = np.zeros((107, 160), np.uint8)
    x0, y0, x1, y1 = box
    seen[round(y0 * 107) : round(y1 * 107), round(x0 * 160) : round(x1 * 160)] = (
        segments.KINDS.index(kind)
    )
    return replace(known, sighted=Sighted(seen, heads))


def attention(known: PictureFacts) -> Attention:
    return attention_of(Photo(b"", "", "image/jpeg", WIDE, TALL, facts=known))


FIGURE: Box = (0.4, 0.2, 0.6, 1.0)
HEAD: Box = (0.46, 0.2, 0.54, 0.36)


def test_no_words_are_clear_of_a_head_that_they_lie_on() -> None:
    known = facts(FIGURE)
    card = (Rect(250, 60, 100, 120),)  # over the head, and over little of the rest
    whole = Rect(266, 0, 1067, 1067)
    before = judged(attention(known), SQUARE, card, whole)
    after = judged(attention(with_seen(known, "person", FIGURE, (HEAD,))), SQUARE, card, whole)
    assert after.head_lost > 0.5
    assert not _clear(after, attention(with_seen(known, "person", FIGURE, (HEAD,))))
    assert after.cost > before.cost


def test_a_crop_keeps_the_head_of_somebody_seen_from_behind() -> None:
    person = attention(with_seen(facts(FIGURE), "person", FIGURE, (HEAD,)))
    strip = best_crop(person, Rect(0, 0, 900, 300), ())
    assert strip.head_lost == pytest.approx(0, abs=0.01)
    assert strip.box.y <= HEAD[1] * TALL


def test_somebody_at_the_rim_is_kept_off_and_not_kept_in() -> None:
    head: Box = (0.86, 0.1, 0.96, 0.3)
    known = with_seen(facts((0.1, 0.3, 0.4, 0.9)), "person", (0.83, 0.1, 1.0, 0.6), (head,))
    found = attention(known)
    assert found.tops == () or all(top.x < 0.5 * WIDE for top in found.tops)
    assert len(found.heads) == 1
    left = best_crop(found, SQUARE, ())
    assert left.head_lost == pytest.approx(0, abs=0.01)
    tab = judged(found, SQUARE, (Rect(450, 0, 150, 180),), Rect(533, 0, 1067, 1067))
    assert tab.head_lost > 0.3


def test_a_thing_is_as_large_as_it_is_seen_to_be_where_it_is_the_subject() -> None:
    seat, chair = (0.3, 0.2, 0.5, 0.6), (0.3, 0.2, 0.5, 0.9)
    whole = sightings(with_seen(facts(seat), "chair", chair))
    assert whole.subject is not None
    assert whole.subject[3] == pytest.approx(0.9, abs=0.02)
    other = sightings(with_seen(facts(seat), "chair", (0.7, 0.2, 0.9, 0.9)))
    assert other.subject == seat


def test_a_hint_gives_way_to_somebody_who_was_seen() -> None:
    hint = replace(facts((0.1, 0.1, 0.3, 0.3)), subject_method="saliency")
    found = sightings(with_seen(hint, "person", FIGURE, (HEAD,)))
    assert found.sure
    assert found.heads == (HEAD,)
    assert not sightings(hint).sure


def test_a_band_counts_before_its_audience() -> None:
    band = tuple((x, 0.2, x + 0.05, 0.28) for x in (0.55, 0.65, 0.75, 0.85))
    crowd = tuple((x, 0.7, x + 0.015, 0.73) for x in (0.02, 0.06, 0.1, 0.14, 0.18))
    known = attention(facts((0.5, 0.15, 0.95, 1.0), faces=(*band, *crowd)))
    crop = best_crop(known, SQUARE, ())
    assert crop.faces_lost == 0
    assert crop.box.right >= 0.92 * WIDE


def test_a_face_has_room_at_its_side_where_the_photo_has() -> None:
    known = attention(facts(faces=((0.3, 0.2, 0.4, 0.4), (0.62, 0.2, 0.72, 0.4))))
    roomy, jammed = (judged(known, SQUARE, (), Rect(x, 0, 1067, 1067)).cost for x in (280.0, 120.0))
    assert roomy < jammed - 0.5


def test_a_head_has_more_room_at_its_side_than_a_border_there() -> None:
    head: Box = (0.7, 0.3, 0.75, 0.4)
    known = attention(
        with_seen(facts((0.66, 0.3, 0.79, 0.9)), "person", (0.66, 0.3, 0.79, 0.9), (head,))
    )
    boxes = np.array([[x, 0.0, 1067.0, 1067.0] for x in (300.0, 140.0)])
    roomy, near = jammed(known, boxes)
    assert roomy == pytest.approx(0)
    assert near > 0.8
    assert jammed(attention(facts((0.66, 0.3, 0.79, 0.9))), boxes).tolist() == [0, 0]


def test_a_scene_keeps_its_sky() -> None:
    wood = attention(facts((0.0, 0.3, 1.0, 0.7)))
    assert wood.is_scene
    box = best_crop(wood, Rect(0, 0, 1200, 640), ()).box
    assert 0.3 * TALL - box.y > 0.19 * box.height
    assert not attention(facts((0.4, 0.2, 0.6, 1.0))).is_scene
