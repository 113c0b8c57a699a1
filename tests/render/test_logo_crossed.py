"""A logo through which something of the picture runs: a post, the edge of a frame. It moves to where it
stands by itself; and one of two colours, which needs a ground for both.
"""

from __future__ import annotations

import hashlib

import pytest
from PIL import Image, ImageDraw, ImageFilter

from brandstudio.models.designs import PanelLayer
from brandstudio.pixels import colour
from brandstudio.render.brief import LogoFile, Look
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import logos
from brandstudio.render.layout.limits import Limits

from .conftest import NAVY, brief, facts, logo, photo

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


def two_coloured(mark: str, name: str) -> LogoFile:
    """A mark of three bars, the last in a colour of its own, and a name."""
    data = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100">'
        f'<path fill="{name}" d="M0 0h22v100h-22zM28 28h22v72h-22zM120 30h280v40h-280z"/>'
        f'<path fill="{mark}" d="M56 56h44v44h-44z"/></svg>'
    ).encode()
    sha256 = hashlib.sha256(data).hexdigest()
    return LogoFile("main", "any", data, "image/svg+xml", sha256, 400, 100)


CREAM = Look(
    palette=(("primary", "#43281b"), ("accent", "#8fd3b6"), ("background", "#f8f3ea"), ("text", "#2b1a12"))
)  # fmt: skip


@pytest.mark.parametrize("template", ["split", "overlay", "look-hiring"])
def test_a_dark_logo_with_one_light_bar_stands_on_the_pale_field_without_a_plate(
    template: str,
) -> None:
    full = photo("middle", facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    made = compose(
        brief(full, "linkedin-feed", template, look=CREAM, logos=(two_coloured("#5fae90", "#43281b"),)),
        allow_extension=False,
    )  # fmt: skip
    assert isinstance(made, Rendering)
    panels = [x for x in made.spec.layers if isinstance(x, PanelLayer)]
    assert not [x for x in panels if x.purpose == "plate"]
    assert colour.hex_to_oklch(panels[0].colour)[0] > 0.9


@pytest.mark.parametrize(("mark", "reads"), [("#5fae90", True), ("#eef5f0", False)])
def test_a_part_of_a_logo_that_is_not_seen_at_all_is_lost(mark: str, reads: bool) -> None:
    file = two_coloured(mark, "#43281b")
    assert logos.reads_on((file,), "#f8f3ea", CREAM, {file.sha256: file.data}) is reads
