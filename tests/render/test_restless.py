"""Words among what a picture shows, and ends of lines that run into it."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from brandstudio.render.geometry import Rect
from brandstudio.render.proof.restless import runs_into

LINE = Rect(100, 300, 500, 60)
SUBLINE = Rect(100, 400, 420, 22)


def wall() -> Image.Image:
    """A calm wall in soft light, a little grained."""
    light = Image.linear_gradient("L").resize((1200, 627)).point(lambda v: 150 + v // 6)
    grain = np.random.default_rng(3).integers(-3, 4, (627, 1200))
    return Image.fromarray((np.asarray(light).astype(int) + grain).astype(np.uint8)).convert("RGB")


def with_things(*boxes: tuple[int, int, int, int]) -> Image.Image:
    made = wall()
    for box in boxes:
        ImageDraw.Draw(made).rectangle(box, fill=(40, 38, 36))
    return made


def test_words_on_a_wall_stand_alone() -> None:
    assert not runs_into(wall(), [LINE, SUBLINE])


def test_no_words_run_into_nothing() -> None:
    assert not runs_into(with_things((0, 0, 1200, 300)), [Rect(10, 10, 0, 0)])


@pytest.mark.parametrize("box", [(610, 280, 900, 500), (524, 404, 800, 560), (200, 366, 500, 380)])
def test_a_thing_at_the_end_of_a_line_or_right_below_it_touches_it(
    box: tuple[int, int, int, int],
) -> None:
    assert runs_into(with_things(box), [LINE, SUBLINE])


def test_a_thing_that_stands_off_does_not() -> None:
    assert not runs_into(with_things((700, 280, 900, 500)), [LINE, SUBLINE])


def test_posts_behind_a_line_run_through_it() -> None:
    posts = [(x, 250, x + 12, 450) for x in range(90, 620, 60)]
    assert runs_into(with_things(*posts), [LINE, SUBLINE])
