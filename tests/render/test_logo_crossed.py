"""A logo through which something of the picture runs: a post, the edge of a frame. It moves to where it
stands by itself.
"""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFilter

from brandstudio.render.geometry import Rect
from brandstudio.render.layout import logos
from brandstudio.render.layout.limits import Limits

from .conftest import NAVY, logo

BOX = Rect(40, 40, 200, 50)
WHITE = (logo("light", "#ffffff"),)


def water() -> Image.Image:
    """A calm evening: from a dark grey above to one a little paler below."""
    made = Image.linear_gradient("L").resize((400, 300)).point(lambda v: 50 + v // 8)
    return made.convert("RGB")


def post(made: Image.Image, x: int) -> Image.Image:
    ImageDraw.Draw(made).rectangle((x, 0, x + 24, 300), fill=(8, 8, 10))
    return made.filter(ImageFilter.GaussianBlur(1))


def placed(picture: Image.Image) -> logos.PlacedLogo:
    found = logos.bare(WHITE, BOX, picture, NAVY, Limits(), {WHITE[0].sha256: WHITE[0].data})
    assert found is not None
    return found


def test_a_logo_on_calm_water_stands_by_itself() -> None:
    assert not placed(water()).crossed


@pytest.mark.parametrize("x", [60, 130, 200])
def test_a_post_through_a_logo_is_seen_though_the_logo_reads_on_both(x: int) -> None:
    found = placed(post(water(), x))
    assert found.legible > 0.9
    assert found.crossed


def test_a_post_beside_a_logo_is_none_of_its() -> None:
    assert not placed(post(water(), 300)).crossed


def test_a_roof_right_below_a_logo_touches_it() -> None:
    made = water()
    ImageDraw.Draw(made).rectangle((60, 96, 200, 300), fill=(8, 8, 10))
    assert placed(made).crossed


def test_a_roof_well_below_a_logo_does_not() -> None:
    made = water()
    ImageDraw.Draw(made).rectangle((60, 124, 200, 300), fill=(8, 8, 10))
    assert not placed(made).crossed
