"""People without faces have heads, and what a picture shows is told with how sure that is."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image, ImageDraw

from brandstudio.pixels import segments
from brandstudio.pixels.facts import PictureFacts, find_facts
from brandstudio.pixels.sighted import Sighted, sighted
from brandstudio.pixels.subject import Face

WIDE, TALL = 449, 305
PICTURE = Image.new("RGB", (WIDE, TALL), "grey")
#: Somebody who stands: a head and a body, in px of the picture.
HEAD, BODY = (130, 60, 170, 110), (100, 112, 200, 304)


def seen(
    monkeypatch: pytest.MonkeyPatch,
    shapes: list[tuple[int, int, int, int]],
    kind: str,
    likely: float,
    *,
    oval: bool = True,
) -> None:
    """The network tells a kind where ovals (or rectangles) are drawn, and nothing elsewhere."""
    drawn = Image.new("L", (WIDE, TALL))
    for shape in shapes:
        pen = ImageDraw.Draw(drawn)
        (pen.ellipse if oval else pen.rectangle)(shape, fill=255)
    # Sampled where the network's cells lie, on every eighth pixel.
    there = np.asarray(drawn, np.float32)[::8, ::8] / 255 * np.float32(likely)
    told = np.zeros((*there.shape, len(segments.KINDS)), np.float32)
    told[..., segments.KINDS.index(kind)] = there
    told[..., 0] = 1 - there
    cells = segments._cells(WIDE, TALL)
    monkeypatch.setattr(segments, "grid", lambda image, side: (told, cells))


def found(faces: tuple[Face, ...] = ()) -> Sighted:
    told = sighted(PICTURE, faces)
    assert told is not None
    return told


def meets(head: tuple[float, float, float, float], box: tuple[int, int, int, int]) -> bool:
    """True of a head about whose middle a box in px lies, no larger than twice as high."""
    x, y = (head[0] + head[2]) / 2 * WIDE, (head[1] + head[3]) / 2 * TALL
    high = (head[3] - head[1]) * TALL
    return box[0] < x < box[2] and box[1] - 8 < y < box[3] + 8 and high < 2 * (box[3] - box[1])


def test_the_top_of_somebody_without_a_face_is_a_head(monkeypatch: pytest.MonkeyPatch) -> None:
    seen(monkeypatch, [HEAD, BODY], "person", 1.0)
    (head,) = found().heads
    assert meets(head, HEAD)


def test_a_face_that_is_known_is_no_second_head(monkeypatch: pytest.MonkeyPatch) -> None:
    seen(monkeypatch, [HEAD, BODY], "person", 1.0)
    face = Face(135 / WIDE, 70 / TALL, 165 / WIDE, 108 / TALL, 0.9)
    assert found((face,)).heads == ()


def test_two_who_stand_together_have_two_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    beside = [(x0 + 90, y0 + 20, x1 + 90, min(y1 + 20, 304)) for x0, y0, x1, y1 in (HEAD, BODY)]
    seen(monkeypatch, [HEAD, BODY, *beside], "person", 1.0)
    heads = sorted(found().heads)
    assert len(heads) == 2
    assert meets(heads[0], HEAD)
    assert meets(heads[1], beside[0])


def test_the_search_ends_at_the_pictures_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is highest lies outside of the box that is measured under it.
    arm = [(WIDE - 1 - 6 * step, 16 + 8 * step, WIDE - 1, 24 + 8 * step) for step in range(7)]
    seen(monkeypatch, [*arm, (150, 72, WIDE - 1, TALL - 1)], "person", 1.0, oval=False)
    assert len(found().heads) <= 2


def test_an_animal_has_no_head_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    seen(monkeypatch, [HEAD, BODY], "dog", 1.0)
    assert found().heads == ()
    assert not found().people.any()


@pytest.mark.parametrize(("kind", "likely"), [("table", 1.0), ("bird", 0.6), ("person", 0.4)])
def test_what_the_network_sees_everywhere_or_hardly_is_not_told(
    kind: str, likely: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen(monkeypatch, [BODY], kind, likely)
    assert sighted(PICTURE, ()) is None


def test_somebody_of_whom_it_is_unsure_is_told_where_something_stands_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen(monkeypatch, [HEAD, BODY], "person", 0.45)
    assert sighted(PICTURE, (), np.ones((TALL, WIDE), np.float32)) is not None


def test_what_was_seen_goes_through_json_and_older_facts_have_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen(monkeypatch, [HEAD, BODY], "person", 1.0)
    facts = find_facts(PICTURE)
    assert facts.sighted is not None
    back = PictureFacts.from_json(json.loads(json.dumps(facts.to_json())))
    assert back.sighted is not None
    assert (back.sighted.map == facts.sighted.map).all()
    assert back.sighted.heads == facts.sighted.heads
    older = {key: value for key, value in facts.to_json().items() if key != "sighted"}
    assert PictureFacts.from_json(older).sighted is None
