"""The form of the joint between a field of words and the photo beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest

from brandstudio.models.designs import PhotoLayer, ShapeLayer, Slots, TextLayer
from brandstudio.pixels import colour
from brandstudio.pixels.outlines import Outlines
from brandstudio.pixels.svg import rasterise
from brandstudio.render import shapes
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.draw import draw
from brandstudio.render.export.export import export
from brandstudio.render.geometry import Rect

from .conftest import NAVY, STACK, assets_of, brief, facts, photo

WORDS = Slots(headline="The harbour opens again", button_text="See more")
SMALL_THING = (0.47, 0.45, 0.53, 0.55)
Corners = Literal["square", "soft", "round"]
ALL: tuple[Corners, ...] = ("square", "soft", "round")


def banner(
    corners: Corners, size: str = "linkedin-feed", name: str = "middle", **known: Any
) -> Rendering:
    known.setdefault("facts", facts(SMALL_THING))
    asked = brief(photo(name, **known), size, "split", WORDS, replace(NAVY, corners=corners))
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    return made


def form_of(made: Rendering) -> ShapeLayer | None:
    """The part of the field that lies over the photo."""
    forms = (x for x in made.spec.layers if isinstance(x, ShapeLayer) and x.path is not None)
    return next(forms, None)


def drawn_with(made: Rendering) -> str:
    form = form_of(made)
    assert form is not None
    assert form.path is not None
    return "".join(sorted(set(form.path) & set("CQ")))


@pytest.mark.parametrize(("corners", "curves"), [("square", ""), ("soft", "C"), ("round", "Q")])
def test_the_banners_of_a_campaign_have_one_form(corners: Corners, curves: str) -> None:
    sizes = ("linkedin-feed", "square", "portrait", "story-1080x1920")
    assert {drawn_with(banner(corners, size)) for size in sizes} == {curves}


@pytest.mark.parametrize("corners", ALL)
def test_a_form_has_the_fields_colour_and_lies_on_the_photo_alone(corners: Corners) -> None:
    made = banner(corners)
    form = form_of(made)
    assert form is not None
    assert form.path is not None
    seen = next(x for x in made.spec.layers if isinstance(x, PhotoLayer))
    box = Rect(*form.box)
    assert Rect(*seen.box).inset(-2).holds(box)
    x, y, right, bottom = (round(v) for v in (box.x, box.y, box.right, box.bottom))
    cover = np.asarray(shapes.polygon(form.path, form.box, 1.0))
    inside = np.asarray(made.image.convert("RGB"))[y:bottom, x:right][cover == 255]
    assert (inside == colour.parse_hex(form.colour)).all()
    # Its edge is smooth.
    assert ((cover > 0) & (cover < 255)).sum() > 20
    words = [
        Rect(*line.box) for t in made.spec.layers if isinstance(t, TextLayer) for line in t.lines
    ]
    assert not any(box.meets(line) for line in words)


@pytest.mark.parametrize("corners", ALL)
def test_words_keep_their_room_beside_a_form(corners: Corners) -> None:
    made = banner(corners)
    straight = [x for x in made.spec.layers if x is not form_of(made)]
    bare = draw(made.spec.model_copy(update={"layers": straight}), assets(), STACK)
    changed = (np.asarray(bare) != np.asarray(made.image)).any(axis=2)
    form = form_of(made)
    assert form is not None
    x, y, right, bottom = Rect(*form.box).pixels(*made.image.size)
    assert changed[y:bottom, x:right].any()
    changed[y:bottom, x:right] = False
    assert not changed.any()


def assets() -> dict[str, bytes]:
    return assets_of(brief(photo("middle")))


@pytest.mark.parametrize("corners", ALL)
def test_a_form_never_cuts_the_subject(corners: Corners) -> None:
    whole = facts((0.02, 0.02, 0.98, 0.98), size=(160, 107))
    assert whole.mask is not None
    whole.mask[5:100:2, :] = 0  # what stands everywhere, and yet is not the whole of the picture
    assert form_of(banner(corners, facts=whole)) is None


@pytest.mark.parametrize("corners", ALL)
def test_a_form_never_cuts_a_face(corners: Corners) -> None:
    row = tuple((x, y, x + 0.09, y + 0.12) for x in (0.1, 0.3, 0.5, 0.7) for y in (0.02, 0.86))
    made = banner(corners, facts=facts(SMALL_THING, faces=row))
    form = form_of(made)
    seen = next(x for x in made.spec.layers if isinstance(x, PhotoLayer))
    scale = seen.box[2] / seen.crop[2]
    if form is None or form.path is None:
        return
    cover = np.asarray(shapes.polygon(form.path, form.box, 1.0))
    for x0, y0, x1, y1 in row:
        face = Rect(
            seen.box[0] + (x0 * 1400 - seen.crop[0]) * scale - form.box[0],
            seen.box[1] + (y0 * 900 - seen.crop[1]) * scale - form.box[1],
            (x1 - x0) * 1400 * scale,
            (y1 - y0) * 900 * scale,
        )
        left, top, right, bottom = face.pixels(cover.shape[1], cover.shape[0])
        assert not cover[top:bottom, left:right].any()


@pytest.mark.parametrize("canvas", [(728, 90), (400, 200), (240, 400), (1500, 400)])
def test_low_and_small_banners_have_straight_joints(canvas: tuple[int, int]) -> None:
    seen = photo("middle", facts=facts(SMALL_THING))
    asked = replace(brief(seen, template="split", slots=WORDS), size="custom", width=canvas[0])
    made = compose(replace(asked, height=canvas[1]), allow_extension=False)
    assert isinstance(made, Rendering)
    assert form_of(made) is None


def test_a_photo_that_goes_on_in_the_fields_colour_has_a_straight_joint() -> None:
    grey = replace(
        NAVY, palette=(("primary", "#828282"), ("background", "#ffffff")), corners="square"
    )
    asked = brief(photo("middle", facts=facts(SMALL_THING)), "linkedin-feed", "split", WORDS, grey)
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    assert form_of(made) is None


def test_a_template_of_ones_own_has_the_joint_that_it_says() -> None:
    asked = brief(photo("middle", facts=facts(SMALL_THING)), "linkedin-feed", "split", WORDS)
    own = asked.template.model_copy(update={"name": "our-split"})
    made = compose(replace(asked, template=own), allow_extension=False)
    assert isinstance(made, Rendering)
    assert form_of(made) is None
    ours = compose(asked, allow_extension=False)
    assert isinstance(ours, Rendering)
    assert form_of(ours) is not None


@pytest.mark.parametrize("corners", ALL)
def test_svg_and_pdf_show_the_form(corners: Corners) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    made = banner(corners)
    form = form_of(made)
    assert form is not None
    x, y, right, bottom = Rect(*form.box).pixels(*made.image.size)
    wanted = np.asarray(made.image.convert("RGB")).astype(int)[y:bottom, x:right]
    outlined = export(made.spec, assets(), STACK, "svg-outlines").data
    page = pdfium.PdfDocument(export(made.spec, assets(), STACK, "pdf").data)[0]
    scale = made.image.width / page.get_width()
    for picture in (
        rasterise(outlined, made.image.width),
        page.render(scale=scale).to_pil(),
    ):
        whole = picture.convert("RGB").resize(made.image.size)
        shown = np.asarray(whole).astype(int)[y:bottom, x:right]
        assert np.abs(shown - wanted).mean() < 4


def test_a_slant_never_cuts_a_thin_thing_that_no_mask_has() -> None:
    """A strap or a stalk: a line across the photo that only its outlines show."""
    none, line = np.zeros((62, 96), np.uint8), np.zeros((62, 96), np.uint8)
    line[29:33] = 7
    known = facts(SMALL_THING)
    assert form_of(banner("square", facts=replace(known, outlines=Outlines(none, none))))
    assert form_of(banner("square", facts=replace(known, outlines=Outlines(line, none)))) is None


@pytest.mark.parametrize("corners", ALL)
@pytest.mark.parametrize("at", [0.15, 0.35, 0.65, 0.8])
def test_a_photo_moves_to_give_its_joint_room(corners: Corners, at: float) -> None:
    made = banner(corners, facts=facts((at, 0.3, at + 0.06, 0.7)))
    form = form_of(made)
    seen = next(x for x in made.spec.layers if isinstance(x, PhotoLayer))
    assert form is not None
    assert form.path is not None
    scale = seen.box[2] / seen.crop[2]
    x = seen.box[0] + (at * 1400 - seen.crop[0]) * scale - form.box[0]
    y = seen.box[1] + (0.3 * 900 - seen.crop[1]) * scale - form.box[1]
    apart = 0.01 * min(seen.box[2], seen.box[3])
    thing = Rect(x, y, 84 * scale, 360 * scale).inset(-apart)
    cover = np.asarray(shapes.polygon(form.path, form.box, 1.0))
    left, top, right, bottom = thing.pixels(cover.shape[1], cover.shape[0])
    assert not cover[top:bottom, left:right].any()
