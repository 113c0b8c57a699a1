"""The article cover: its white panel keeps to the bottom left, its logo to the top right unless its plate
would hide somebody or something there, and people stand clear of both.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import replace
from importlib import resources

import numpy as np
import pytest
from PIL import Image, ImageDraw

from brandstudio.models.choices import Choices, LogoChoice
from brandstudio.models.designs import DesignSpec, PanelLayer, PhotoLayer, Slots
from brandstudio.pixels.outlines import outlines
from brandstudio.render.brief import LogoFile, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.template import load

from .conftest import brief, facts, logo

SIZES = ("linkedin-cover", "linkedin-feed")
TEMPLATES = resources.files("brandstudio.assets") / "templates"
WORDS = Slots(
    headline="The harbour opens again on Saturday",
    author_name="Ada Lind",
    author_role="Head of design",
)


def grey(
    lively: tuple[float, float] = (0.0, 0.0),
    subject: tuple[float, float, float, float] | None = None,
    faces: tuple[tuple[float, float, float, float], ...] = (),
    shade: int = 200,
) -> Photo:
    """A grey photo of 2000 x 1600 with stripes from one height to another (fractions)."""
    image = Image.new("RGB", (2000, 1600), (shade, shade, shade))
    pixels = np.asarray(image).copy()
    first, last = (round(at * 1600) for at in lively)
    across = (np.arange(2000) // 12) % 2 == 0
    pixels[first:last, across] = 30
    pixels[first:last, ~across] = 240
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG")
    data = buffer.getvalue()
    known = facts(subject, faces, (160, 128))
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/png", 2000, 1600, facts=known)


def made(photo: Photo, size: str, **more: object) -> Rendering:
    asked = brief(photo, size, "article-cover-panel", WORDS, **more)  # type: ignore[arg-type]
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert rendering.contrast_failures == ()
    return rendering


def panels(spec: DesignSpec, purpose: str) -> list[PanelLayer]:
    return [x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == purpose]


def placed(spec: DesignSpec) -> tuple[Rect, PhotoLayer, Rect]:
    """The words' panel, the photo and the logo."""
    shown = next(x for x in spec.layers if isinstance(x, PhotoLayer))
    ground, mark = panels(spec, "ground")[0], next(x for x in spec.layers if x.kind == "logo")
    return Rect(*ground.box), shown, Rect(*mark.box)


def on_canvas(box: tuple[float, float, float, float], shown: PhotoLayer) -> Rect:
    scale = shown.box[2] / shown.crop[2]
    x, y, right, bottom = box[0] * 2000, box[1] * 1600, box[2] * 2000, box[3] * 1600
    left, top = (
        shown.box[0] + (x - shown.crop[0]) * scale,
        shown.box[1] + (y - shown.crop[1]) * scale,
    )
    return Rect(left, top, (right - x) * scale, (bottom - y) * scale)


@pytest.mark.parametrize("size", SIZES)
def test_the_panel_is_narrower_where_somebody_stands_beside_it(size: str) -> None:
    person = (0.42, 0.2, 0.66, 1.0)
    alone, _, _ = placed(made(grey(), size).spec)
    ground, shown, _ = placed(made(grey(subject=person), size).spec)
    assert ground.width < alone.width
    assert not ground.meets(on_canvas(person, shown))


@pytest.mark.parametrize("size", SIZES)
def test_a_face_that_fills_the_middle_stands_beside_a_white_panel_without_a_bare_block_above_it(
    size: str,
) -> None:
    face = (0.36, 0.25, 0.64, 0.8)
    rendering = made(grey(subject=(0.28, 0.12, 0.72, 1.0), faces=(face,)), size)
    spec = rendering.spec
    ground, shown, mark = placed(spec)
    field = panels(spec, "mat")
    assert (ground.x, ground.bottom) == (0, spec.height)
    assert not ground.meets(on_canvas(face, shown))
    # The photo fills the rest of the banner: the panel ends where it begins.
    x, y, wide, tall = shown.box
    assert (y, x + wide, tall) == (0, spec.width, spec.height)
    assert ground.right == x
    # The panel stays white, and so is what is above it but for a rule in the brand's colour, as the logo
    # stands elsewhere on calm ground.
    assert panels(spec, "ground")[0].colour == "#ffffff"
    white = Rect(*field[-1].box)
    assert field[-1].colour == "#ffffff"
    assert field[0].colour != "#ffffff"
    assert (white.x, white.right, white.bottom) == (0, ground.right, ground.y)
    assert 0 < white.y < 0.03 * spec.height
    assert mark.x > x
    assert mark.centre[1] < spec.height / 2


@pytest.mark.parametrize("size", SIZES)
def test_the_crop_keeps_the_logos_corner_calm(size: str) -> None:
    rendering = made(grey((0.0, 0.2)), size)
    assert panels(rendering.spec, "plate") == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("headline", ["The harbour opens again", "الميناء مفتوح"])
def test_the_panel_takes_a_logo_in_that_would_need_a_plate_on_the_subject(
    size: str, headline: str
) -> None:
    words = WORDS.model_copy(update={"headline": headline})
    only_dark = (logo("dark", "#14213d"),)
    at_top = grey((0.0, 1.0), subject=(0.1, 0.0, 0.9, 0.35))
    asked = brief(at_top, size, "article-cover-panel", words, logos=only_dark)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    ground, shown, mark = placed(rendering.spec)
    lines = [line for x in rendering.spec.layers if x.kind == "text" for line in x.lines]
    assert panels(rendering.spec, "plate") == []
    assert ground.holds(mark)
    assert mark.bottom < min(line.box[1] for line in lines)
    # In line with the words, whichever way these run.
    rtl = headline[0] > "z"
    edges = [line.box[0] + line.box[2] if rtl else line.box[0] for line in lines]
    edge = mark.right if rtl else mark.x
    assert min(abs(edge - at) for at in edges) <= 0.3 * mark.height
    # The photo stays as large as the banner: no strip is cut off it.
    assert Rect(*shown.box) == Rect(0, 0, rendering.spec.width, rendering.spec.height)
    assert any("a logo file made for such a ground" in said for said in rendering.warnings)


@pytest.mark.parametrize("size", SIZES)
def test_a_plate_that_hides_nothing_keeps_the_logo_at_the_top_right(size: str) -> None:
    """Where the contract has it."""
    photo = grey((0.0, 1.0), subject=(0.1, 0.3, 0.5, 0.6))
    spec = made(photo, size, logos=(logo("dark", "#14213d"),)).spec
    _, _, mark = placed(spec)
    (plate,) = panels(spec, "plate")
    assert Rect(*plate.box).holds(mark)
    assert mark.x > spec.width / 2
    assert mark.bottom < spec.height / 3


@pytest.mark.parametrize("size", SIZES)
def test_a_logo_that_reads_on_the_photo_keeps_its_corner_and_nothing_is_said(size: str) -> None:
    rendering = made(grey(), size)
    _, _, mark = placed(rendering.spec)
    assert mark.x > rendering.spec.width / 2
    assert mark.bottom < rendering.spec.height / 3
    assert not any("has the logo" in said for said in rendering.warnings)


@pytest.mark.parametrize("size", SIZES)
def test_a_person_who_named_the_logos_place_gets_it_on_a_plate_there(size: str) -> None:
    named = Choices(logo=LogoChoice(place="top-right"))
    only_dark = (logo("dark", "#14213d"),)
    spec = made(grey((0.0, 1.0)), size, logos=only_dark, choices=named).spec
    _, _, mark = placed(spec)
    (plate,) = panels(spec, "plate")
    assert Rect(*plate.box).holds(mark)
    assert mark.x > spec.width / 2
    assert mark.bottom < spec.height / 3


@pytest.mark.parametrize("size", SIZES)
def test_a_field_beside_a_face_takes_a_logo_in_rather_than_leave_it_on_a_plate(size: str) -> None:
    """The plate would hide nothing there; it looks stuck on beside a field whose top is empty."""
    face = (0.3, 0.28, 0.64, 0.9)
    photo = grey((0.0, 1.0), subject=(0.1, 0.25, 0.8, 1.0), faces=(face,))
    rendering = made(photo, size, logos=(logo("dark", "#14213d"),))
    _, shown, mark = placed(rendering.spec)
    assert panels(rendering.spec, "plate") == []
    assert mark.right < shown.box[0]
    assert any("need a plate on the photo" in said for said in rendering.warnings)


@pytest.mark.parametrize("size", SIZES)
def test_a_field_beside_a_face_takes_a_logo_in_whose_plate_would_hide_somebody(size: str) -> None:
    face = (0.36, 0.25, 0.64, 0.8)
    photo = grey((0.0, 1.0), subject=(0.28, 0.0, 1.0, 1.0), faces=(face,))
    spec = made(photo, size, logos=(logo("dark", "#14213d"),)).spec
    ground, shown, mark = placed(spec)
    assert panels(spec, "plate") == []
    assert panels(spec, "mat")
    assert mark.right < shown.box[0]
    assert mark.bottom < ground.y
    words = [line.box[0] for x in spec.layers if x.kind == "text" for line in x.lines]
    assert min(abs(mark.x - at) for at in words) <= 0.3 * mark.height


def test_a_yellow_mark_on_a_pale_sky_needs_no_plate() -> None:
    """It is told from such a ground as well as from a white plate."""
    svg = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50">'
        b'<circle cx="25" cy="25" r="22" fill="#ffb400"/>'
        b'<rect x="60" y="12" width="130" height="26" fill="#3a2e39"/></svg>'
    )
    mark = LogoFile("main", "dark", svg, "image/svg+xml", hashlib.sha256(svg).hexdigest(), 200, 50)
    image = Image.new("RGB", (2000, 1600), (236, 228, 240))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    data = buffer.getvalue()
    photo = Photo(data, hashlib.sha256(data).hexdigest(), "image/png", 2000, 1600, facts=facts())
    spec = made(photo, "linkedin-cover", logos=(mark,)).spec
    _, _, stands = placed(spec)
    assert panels(spec, "plate") == []
    assert stands.x > spec.width / 2


def test_a_panel_hides_a_corner_of_a_room_before_the_photo_gives_way_to_a_field() -> None:
    room = (0.0, 0.35, 1.0, 1.0)
    spec = made(grey(subject=room), "linkedin-cover").spec
    _, shown, _ = placed(spec)
    assert shown.box[0] == 0
    assert shown.box[2] == spec.width


def board(things: int, subject: tuple[float, float, float, float] | None = None) -> Photo:
    """A pale photo of 2000 x 1600 with rows of dark things all over, or with fewer of them."""
    image = Image.new("RGB", (2000, 1600), (206, 204, 198))
    pen = ImageDraw.Draw(image)
    step = 2000 // max(things, 1)
    for y in range(0, 1600, step):
        for x in range(0, 2000, step):
            pen.rectangle((x + step // 4, y + step // 4, x + step, y + step), fill=(60, 40, 30))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    data = buffer.getvalue()
    known = replace(facts(subject, size=(160, 128)), outlines=outlines(image))
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/png", 2000, 1600, facts=known)


@pytest.mark.parametrize("size", SIZES)
def test_a_panel_that_would_lie_on_many_things_stands_on_a_field_beside_the_photo(
    size: str,
) -> None:
    rendering = made(board(28), size)
    ground, shown, _ = placed(rendering.spec)
    assert shown.box[0] == ground.right
    assert panels(rendering.spec, "mat")
    assert any("cut through what it shows" in said for said in rendering.warnings)


def ground_with_a_thing(shade: int) -> Photo:
    """A plain ground of one grey with a dark thing at its upper right."""
    image = Image.new("RGB", (2000, 1125), (shade, shade, shade))
    ImageDraw.Draw(image).rectangle((1300, 300, 1700, 700), fill=(60, 40, 30))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    data = buffer.getvalue()
    known = replace(facts((0.65, 0.27, 0.85, 0.62), size=(160, 90)), outlines=outlines(image))
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/png", 2000, 1125, facts=known)


def test_a_panel_stays_where_next_to_nothing_of_the_photo_is_under_it() -> None:
    _, shown, _ = placed(made(ground_with_a_thing(110), "linkedin-cover").spec)
    assert shown.box[0] == 0


def test_a_white_panel_on_a_white_ground_is_a_field_rather_than_a_patch_of_it() -> None:
    ground, shown, _ = placed(made(ground_with_a_thing(244), "linkedin-cover").spec)
    assert shown.box[0] == ground.right


@pytest.mark.parametrize("size", ["portrait", "square"])
def test_a_card_that_would_hide_most_of_what_a_photo_shows_stands_beside_it(size: str) -> None:
    asked = brief(board(28, (0.7, 0.1, 0.8, 0.2)), size, "panel")
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    (card,) = panels(rendering.spec, "ground")
    (shown,) = (layer for layer in rendering.spec.layers if isinstance(layer, PhotoLayer))
    assert not Rect(*card.box).meets(Rect(*shown.box).inset(1))


def test_a_headline_beside_the_photo_has_a_line_less_where_a_wider_panel_hides_nothing_for_it() -> (
    None
):
    slots = WORDS.model_copy(update={"headline": "Doors open on Monday"})
    asked = brief(board(28, (0.4, 0.1, 0.98, 0.9)), "linkedin-cover", "article-cover-panel", slots)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    headline = next(x for x in rendering.spec.layers if x.kind == "text" and x.slot == "headline")
    assert len(headline.lines) == 2


@pytest.mark.parametrize("words", [("सबके", "लिए", "जगह"), ("Ein", "Ort", "für uns")])
def test_a_column_beside_the_photo_is_no_tower_of_single_words(words: tuple[str, ...]) -> None:
    slots = WORDS.model_copy(update={"headline": " ".join(words)})
    asked = brief(board(28), "linkedin-cover", "article-cover-panel", slots)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    headline = next(x for x in rendering.spec.layers if x.kind == "text" and x.slot == "headline")
    assert len(headline.lines) < 3


def test_no_headline_is_hyphenated_for_a_narrower_panel() -> None:
    words = WORDS.model_copy(update={"headline": "Wanderwochenende im Herbst"})
    photo = grey(subject=(0.3, 0.1, 0.7, 1.0))
    asked = brief(photo, "linkedin-feed", "article-cover-panel", words, language="de")
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    headline = next(x for x in rendering.spec.layers if x.kind == "text" and x.slot == "headline")
    assert [line.text for line in headline.lines] == ["Wanderwochenende", "im Herbst"]


@pytest.mark.parametrize("ink", ["#1f3a93", "#14213d"])
def test_navy_is_not_legible_on_black(ink: str) -> None:
    spec = made(grey(shade=8), "linkedin-cover", logos=(logo("dark", ink),)).spec
    _, _, mark = placed(spec)
    (plate,) = panels(spec, "plate")
    assert Rect(*plate.box).holds(mark)


def uneven() -> Photo:
    """A photo of soft grey clouds, on which a white logo reads here and there."""
    rng = np.random.default_rng(4)
    noise = rng.integers(120, 178, (200, 250, 1), np.uint8).repeat(3, axis=2)
    image = Image.fromarray(noise).resize((2000, 1600), Image.Resampling.BICUBIC)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    data = buffer.getvalue()
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/png", 2000, 1600, facts=facts())


def test_a_logo_that_hardly_reads_stands_on_a_tab_that_answers_the_panel() -> None:
    only_dark = (logo("dark", "#14213d"),)
    spec = made(uneven(), "linkedin-cover", logos=only_dark).spec
    (plate,) = panels(spec, "plate")
    assert (plate.box[0] + plate.box[2], plate.box[1]) == (spec.width, 0)
    assert plate.colour == panels(spec, "ground")[0].colour
    assert not [x for x in spec.layers if x.kind == "scrim"]


def test_a_logo_without_a_panel_to_answer_stands_in_a_shade_before_it_stands_on_a_plate() -> None:
    own = json.loads((TEMPLATES / "article-cover-panel.json").read_text())
    own["name"] = "article-on-the-photo"
    own["layouts"]["landscape"]["ground"]["rounded"] = True
    asked = brief(uneven(), "linkedin-cover", "article-cover-panel", WORDS)
    asked = replace(
        asked, template=load(json.dumps(own).encode()), logos=(logo("light", "#ffffff"),)
    )
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert panels(rendering.spec, "plate") == []
    shade = next(x for x in rendering.spec.layers if x.kind == "scrim")
    assert (shade.purpose, shade.shape, shade.angle) == ("logo", "linear", 90)
