"""The looks that come with the package: each without a finding of lint, and drawn in every family of its
sizes, in each of its schemes and in three scripts, without a fault of contrast or place.

``BRANDSTUDIO_SHEETS=DIR`` keeps the previews of the guide to the looks, to be looked at.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image

from brandstudio.models.choices import Choices
from brandstudio.models.designs import Slots, TextLayer
from brandstudio.models.sizes import pixels_of
from brandstudio.pixels.subject import Face
from brandstudio.render.brief import Brief, Look, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.contrast import pair_ratio
from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout.lint import lint
from brandstudio.render.layout.parts import narrowed
from brandstudio.render.layout.template import LOOKS, SHIPPED, builtin, load

from .conftest import LOGOS, assets_of
from .gallery import LOOKS as BRANDS
from .gallery import STACK, known_pictures, photo_of
from .proof import contrast_failures, placement_faults

SHEETS = os.environ.get("BRANDSTUDIO_SHEETS")
FAMILIES = ("square", "portrait", "linkedin-feed", "email-header")
SCHEMES = (None, "light", "dark", "accent")
#: Words and photo of each look as a team would fill it.
SAID: dict[str, tuple[dict[str, str], str | None]] = {
    "look-big-type": ({"headline": "The summer sale is on", "subhead": "Up to half off, until Sunday.", "button_text": "See what is left"}, None),
    "look-centred": ({"kicker": "Open air", "headline": "The long evenings are back", "subhead": "Open until ten, all summer", "button_text": "Reserve a table"}, "dandelion"),
    "look-event": ({"date": "Thu 12 March, 18:00", "headline": "What comes after growth?", "place": "Old Harbour, Quay 7, Hamburg", "button_text": "Save your seat"}, "bridge"),
    "look-hiring": ({"headline": "Senior product designer", "subhead": "Berlin or remote, from January", "button_text": "Apply now"}, "astronaut"),
    "look-offer": ({"headline": "Fresh citrus, by the crate", "subhead": "Picked on Monday, at your door on Wednesday.", "worth": "−30%", "terms": "Until 30 June, while stocks last.", "button_text": "Order now"}, "citrus"),
    "look-portrait": ({"kicker": "Keynote", "headline": "Eileen Collins", "role": "Commander, Space Shuttle", "subhead": "On flying what nobody has flown before."}, "astronaut"),
    "look-product": ({"headline": "Espresso No. 4", "subhead": "Dark, round, from Huehuetenango.", "price": "€ 24.50", "before": "€ 29.00", "button_text": "Buy a bag"}, "coffee"),
    "look-quote": ({"headline": "They listened, they drew, and a week later it simply worked.", "author_name": "Ada Lind", "author_role": "Head of design"}, "astronaut"),
    "look-statement": ({"kicker": "What we believe", "headline": "Good tools disappear: you notice only that the work got easier.", "source": "From our annual letter"}, None),
    "look-statistic": ({"figure": "83%", "subhead": "of visitors come back within a month.", "source": "Survey of 1,204 guests, spring 2026"}, None),
}  # fmt: skip
#: A headline and a line in scripts that are set otherwise.
ELSEWHERE = {
    "ar": ("قهوة من تلال هويلا", "تُحمَّص يوم الثلاثاء"),
    "ja": ("ウイラの丘から届くコーヒー", "火曜日に焙煎します"),
}


@cache
def photo(name: str) -> Photo:
    return replace(photo_of(known_pictures()[f"{name}, plain"], name), image_id="img_0000")


def asked(
    name: str, size: str, brand: Look, scheme: str | None = None, language: str = "en"
) -> Brief:
    said, shown = SAID[name]
    if language != "en":
        title, line = ELSEWHERE[language]
        lines = {"subhead": line, "place": line, "role": line, "source": line}
        said = {**said, "headline": title, **{k: v for k, v in lines.items() if k in said}}
        if "headline" not in builtin(name).drawn:
            del said["headline"]
    return Brief(
        builtin(name), size, *pixels_of(size), Slots.of(said), brand, STACK,
        photo=photo(shown) if shown else None, logos=LOGOS, language=language,
        choices=Choices(scheme=scheme),
    )  # fmt: skip


def faults(brief: Brief) -> list[str]:
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    said = [f"{f.layer} {f.ratio}" for f in made.contrast_failures]
    said += contrast_failures(made.png, made.spec, assets_of(brief), STACK)
    said += placement_faults(made.spec)
    said += list(made.damage)
    said += [w for w in made.warnings if "too long" in w or "touch" in w or "edge" in w]
    where = f"{brief.template.name} {brief.size} {brief.choices.scheme} {brief.language}"
    return [f"{where}: {fault}" for fault in said]


def test_each_look_has_words_here_and_a_file_there() -> None:
    folder = files("brandstudio.assets").joinpath("looks")
    kept = {f"look-{file.name.removesuffix('.toml')}" for file in folder.iterdir()}
    assert set(LOOKS) == set(SAID) == kept
    assert set(LOOKS) < set(SHIPPED)


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_says_when_to_use_it_and_has_its_three_schemes(name: str) -> None:
    template = builtin(name)
    assert template.name == name
    assert template.description.startswith("For ")
    assert set(template.schemes) == {"light", "dark", "accent"}
    assert {"square", "portrait", "landscape", "strip"} <= set(template.layouts)


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOKS)
def test_lint_has_nothing_against_a_look(name: str) -> None:
    file = files("brandstudio.assets").joinpath("looks", f"{name.removeprefix('look-')}.toml")
    assert lint(file.read_bytes()) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOKS)
def test_a_look_is_drawn_in_every_family_and_scheme_without_a_fault(name: str) -> None:
    briefs = [
        asked(name, size, BRANDS[(n + m) % len(BRANDS)], scheme)
        for n, size in enumerate(FAMILIES)
        for m, scheme in enumerate(SCHEMES)
    ]
    briefs += [asked(name, "square", BRANDS[0], language=spoken) for spoken in ELSEWHERE]
    assert [fault for brief in briefs for fault in faults(brief)] == []
    if SHEETS is not None:
        preview(name).save(Path(SHEETS) / f"{name}.jpg", quality=82, optimize=True)


def under_a_field(size: str) -> Brief:
    """A template of one's own with a field over the whole banner, though it has a photo."""
    file = files("brandstudio") / "assets" / "looks" / "statistic.toml"
    beside = r"\[layouts\.(\w+)\]\n.*?(?=\[layouts\.\1\.bare\])"
    text = re.sub(beside, "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    own = load(text.replace(".bare", "").replace("look-statistic", "own-figure"))
    return replace(asked("look-statistic", size, BRANDS[0]), template=own, photo=photo("astronaut"))


@pytest.mark.parametrize("size", FAMILIES)
def test_a_figure_stands_beside_the_photo_that_is_given_with_it(size: str) -> None:
    brief = replace(asked("look-statistic", size, BRANDS[0]), photo=photo("astronaut"))
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    (shown,) = [Rect(*x.box) for x in made.spec.layers if x.kind == "photo"]
    words = [Rect(*line.box) for x in made.spec.layers if x.kind == "text" for line in x.lines]
    assert shown.area > 0.2 * made.spec.width * made.spec.height
    assert not any(shown.meets(line) for line in words)
    assert not made.damage
    assert not made.contrast_failures


def test_a_field_over_the_whole_banner_needs_no_photo_to_be_decoded() -> None:
    made = compose(under_a_field("linkedin-feed"), allow_extension=False)
    assert isinstance(made, Rendering)
    assert made.spec.layers[0].kind == "panel"
    assert not made.damage
    assert not any("behind words" in said for said in made.warnings)


def in_a_circle(size: str) -> Brief:
    """A template of one's own that shows its photo in a circle."""
    file = Path(__file__).parents[2] / "examples" / "templates" / "quote.toml"
    text = file.read_text(encoding="utf-8").replace('slot = "portrait"', 'slot = "photo"')
    own = load(text)
    return replace(asked("look-quote", size, BRANDS[0]), template=own)


def test_a_circle_shows_the_face_and_not_the_whole_person() -> None:
    made = compose(in_a_circle("square"), allow_extension=False)
    assert isinstance(made, Rendering)
    shown = next(x for x in made.spec.layers if x.kind == "image")
    person, facts = photo("astronaut"), photo("astronaut").facts
    assert facts is not None
    face = facts.faces[0]
    x, y, width, height = shown.crop
    assert x < face.x0 * person.width
    assert x + width > face.x1 * person.width
    assert height < 3 * (face.y1 - face.y0) * person.height
    assert y < face.y0 * person.height


def preview(name: str) -> Image.Image:
    """A wide banner and a square one side by side, in the dark and in the accent."""
    whole = Image.new("RGB", (900, 303), (255, 255, 255))
    for x, size, scheme in ((0, "linkedin-feed", "dark"), (597, "square", "accent")):
        made = compose(asked(name, size, BRANDS[0], scheme), allow_extension=False)
        assert isinstance(made, Rendering)
        shot = made.image.copy()
        shot.thumbnail((580, 303), Image.Resampling.LANCZOS)
        whole.paste(shot, (x, 0))
    return whole


def test_a_small_face_behind_the_subject_is_not_the_one_in_the_circle() -> None:
    photo = photo_of(known_pictures()["product on white"])
    assert photo.facts is not None
    passer_by = Face(0.04, 0.04, 0.12, 0.12, score=0.9)
    behind = replace(photo, facts=replace(photo.facts, faces=(passer_by,)))
    speaker = Face(0.04, 0.04, 0.34, 0.34, score=0.9)
    large = replace(photo, facts=replace(photo.facts, faces=(passer_by, speaker)))
    x0, y0, x1, y1 = _circle(behind)
    assert x0 < 0.5 < x1
    assert y0 < 0.5 < y1
    x0, y0, x1, y1 = _circle(large)
    assert x0 < 0.19 < x1 < 0.8
    assert y0 < 0.19 < y1 < 0.8


def _circle(photo: Photo) -> tuple[float, float, float, float]:
    """The part of a photo in a quote's circle (fractions of it)."""
    made = compose(replace(in_a_circle("linkedin-feed"), photo=photo), allow_extension=False)
    assert isinstance(made, Rendering)
    (shown,) = [layer for layer in made.spec.layers if layer.kind == "image"]
    x, y, width, height = shown.crop
    across, down = photo.width, photo.height
    return x / across, y / down, (x + width) / across, (y + height) / down


def test_a_tall_photo_lays_no_half_of_a_field_of_words_bare() -> None:
    brief = replace(under_a_field("square"), photo=photo_of(known_pictures()["tall city"]))
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    (ground,) = [x for x in made.spec.layers if x.kind == "panel" and x.purpose == "ground"]
    assert ground.box == (0, 0, 1080, 1080)
    assert not made.damage


@pytest.mark.parametrize("name", ["look-statement", "look-statistic"])
@pytest.mark.parametrize("size", FAMILIES)
def test_words_alone_fill_their_banner_beside_a_shape_in_the_accent(name: str, size: str) -> None:
    brief = asked(name, size, BRANDS[0])
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    shape = next(x for x in made.spec.layers if x.kind == "shape")
    lines = [Rect(*line.box) for x in made.spec.layers if x.kind == "text" for line in x.lines]
    mark = next(Rect(*x.box) for x in made.spec.layers if x.kind == "logo")
    seen = union([*lines, Rect(*shape.box), mark])
    assert shape.colour == brief.look.role("accent")
    assert not any(Rect(*shape.box).meets(box) for box in (*lines, mark))
    assert seen.width > 0.8 * made.spec.width
    assert seen.height > 0.7 * made.spec.height


@pytest.mark.parametrize("size", ["square", "portrait"])
def test_a_badge_stands_at_the_foot_of_the_photo_in_line_with_the_margin(size: str) -> None:
    made = compose(asked("look-offer", size, BRANDS[0]), allow_extension=False)
    assert isinstance(made, Rendering)
    badge = next(Rect(*x.box) for x in made.spec.layers if x.kind == "shape")
    field = next(
        Rect(*x.box) for x in made.spec.layers if x.kind == "panel" and x.purpose == "ground"
    )
    safe = Canvas.of(size, made.spec.width, made.spec.height).safe
    assert abs(badge.right - safe.right) <= 1
    assert abs(badge.bottom - field.y) < 0.1 * made.spec.height


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_logo_beside_centred_words_is_centred_in_a_low_banner_too(language: str) -> None:
    made = compose(
        asked("look-centred", "email-header", BRANDS[0], language=language), allow_extension=False
    )
    assert isinstance(made, Rendering)
    mark = next(Rect(*x.box) for x in made.spec.layers if x.kind == "logo")
    field = next(
        Rect(*x.box) for x in made.spec.layers if x.kind == "panel" and x.purpose == "ground"
    )
    assert abs(mark.centre[0] - field.centre[0]) <= 2


def test_a_shape_in_the_colour_of_a_ground_that_gave_way_to_the_logo_is_still_seen() -> None:
    """A dark logo has the accent for its ground instead of the dark scheme's own."""
    pale = Look(
        palette=(
            ("primary", "#ffd23f"),
            ("accent", "#f7c6d9"),
            ("background", "#ffffff"),
            ("text", "#3a2e39"),
        )
    )
    dark = tuple(mark for mark in LOGOS if mark.variant == "dark")
    brief = replace(asked("look-statement", "linkedin-feed", pale, "dark"), logos=dark)
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    ground = next(x for x in made.spec.layers if x.kind == "panel" and x.purpose == "ground")
    shape = next(x for x in made.spec.layers if x.kind == "shape")
    assert ground.colour == pale.role("accent")
    assert pair_ratio(shape.colour, ground.colour) > 3


#: Looks that show a photo where there is one, and fill the banner without it.
EITHER = ("look-big-type", "look-quote", "look-statement")


@pytest.mark.parametrize("name", EITHER)
@pytest.mark.parametrize("size", FAMILIES)
def test_a_photo_that_is_sent_is_shown_to_the_edge_and_without_one_the_words_take_its_place(
    name: str, size: str
) -> None:
    brief = asked(name, size, BRANDS[0])
    shown = compose(replace(brief, photo=photo("citrus")), allow_extension=False)
    bare = compose(replace(brief, photo=None), allow_extension=False)
    assert isinstance(shown, Rendering)
    assert isinstance(bare, Rendering)
    seen = next(Rect(*x.box) for x in shown.spec.layers if x.kind == "photo")
    field = next(Rect(*x.box) for x in shown.spec.layers if x.kind == "panel")
    assert not seen.meets(field)
    assert seen.area + field.area == shown.spec.width * shown.spec.height
    assert not any(x.kind in ("photo", "background") for x in bare.spec.layers)
    (whole,) = [Rect(*x.box) for x in bare.spec.layers if x.kind == "panel"]
    assert whole == (0, 0, bare.spec.width, bare.spec.height)
    assert headline(bare).size >= 0.98 * headline(shown).size


def headline(made: Rendering) -> TextLayer:
    return next(x for x in made.spec.layers if x.kind == "text" and x.slot == "headline")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_price_before_stands_behind_the_price_on_its_baseline(language: str) -> None:
    made = compose(
        asked("look-product", "email-header", BRANDS[0], language=language), allow_extension=False
    )
    assert isinstance(made, Rendering)
    lines = {x.slot: x.lines for x in made.spec.layers if x.kind == "text"}
    (price,), (before,) = lines["price"], lines["before"]
    assert price.baseline == pytest.approx(before.baseline, abs=1)
    one, other = Rect(*price.box), Rect(*before.box)
    gap = one.x - other.right if language == "ar" else other.x - one.right
    assert 4 < gap < 20


@pytest.mark.parametrize(("language", "corner"), [("en", "right"), ("ar", "left")])
def test_a_statements_shape_ends_in_the_corner_where_its_lines_end(
    language: str, corner: str
) -> None:
    brief = asked("look-statement", "square", BRANDS[0], language=language)
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    shape = next(x for x in made.spec.layers if x.kind == "shape")
    box = Rect(*shape.box)
    assert box.bottom == made.spec.height
    assert (box.right == made.spec.width) == (corner == "right")
    assert (box.x == 0) == (corner == "left")
    fill = made.image.convert("RGB")
    inner = (int(box.right) - 3) if corner == "right" else int(box.x) + 3
    outer = (int(box.x) + 3) if corner == "right" else int(box.right) - 3
    assert fill.getpixel((inner, int(box.y) + 20)) == fill.getpixel((inner, int(box.bottom) - 3))
    assert fill.getpixel((outer, int(box.y) + 20)) != fill.getpixel((inner, int(box.bottom) - 3))


def test_a_shape_in_the_accent_of_a_brand_of_one_colour_is_seen_on_its_ground() -> None:
    black = Look(
        palette=(
            ("primary", "#111111"),
            ("accent", "#111111"),
            ("background", "#ffffff"),
            ("text", "#111111"),
        )
    )
    for scheme in SCHEMES:
        made = compose(asked("look-statement", "square", black, scheme), allow_extension=False)
        assert isinstance(made, Rendering)
        ground = next(x for x in made.spec.layers if x.kind == "panel" and x.purpose == "ground")
        shape = next(x for x in made.spec.layers if x.kind == "shape")
        assert pair_ratio(shape.colour, ground.colour) > 3


def test_a_quotation_mark_stands_clear_above_the_quote() -> None:
    for size in FAMILIES:
        made = compose(asked("look-quote", size, BRANDS[0]), allow_extension=False)
        assert isinstance(made, Rendering)
        boxes = {x.slot: Rect(*x.lines[0].box) for x in made.spec.layers if x.kind == "text"}
        clear = boxes["headline"].y - boxes["mark"].bottom
        assert 0.5 * boxes["mark"].height < clear < 3 * boxes["mark"].height


def test_a_latin_line_above_arabic_words_leaves_them_where_they_begin() -> None:
    """The field gives the photo the room that short words leave, on the side where they end."""
    brief = asked("look-portrait", "linkedin-feed", BRANDS[0])
    own = {"kicker": "Meet the team", "role": "Workshop lead"}
    brief = replace(brief, slots=Slots(headline="سارة منصور", own=own), language="ar")
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    field = next(Rect(*x.box) for x in made.spec.layers if x.kind == "panel")
    words = union(Rect(*line.box) for x in made.spec.layers if x.kind == "text" for line in x.lines)
    margin = Canvas.of("linkedin-feed", made.spec.width, made.spec.height).margin
    assert field.right - words.right == pytest.approx(margin, abs=0.1 * margin)


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("shape", ["landscape", "strip"])
def test_a_narrower_field_leaves_no_bare_strip_beside_its_photo(
    name: str, shape: Literal["landscape", "strip"]
) -> None:
    layout = builtin(name).layouts[shape]
    made = narrowed(layout, shape, 0.66)
    if layout.ground is None or made.ground is None or made == layout:
        return
    field, photo = made.ground.frame.columns, made.photo.columns
    if layout.ground.frame.columns[1] < layout.photo.columns[0]:
        assert photo[0] - field[1] == pytest.approx(1)
    elif layout.photo.columns[1] < layout.ground.frame.columns[0]:
        assert field[0] - photo[1] == pytest.approx(1)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", ["square", "portrait"])
def test_what_a_figure_counts_stands_below_it_whatever_the_seed(size: str, seed: int) -> None:
    brief = asked("look-statistic", size, BRANDS[0])
    made = compose(replace(brief, choices=Choices(seed=seed)), allow_extension=False)
    assert isinstance(made, Rendering)
    tops = {
        x.slot: min(line.box[1] for line in x.lines) for x in made.spec.layers if x.kind == "text"
    }
    assert tops["figure"] < tops["subhead"] < tops["source"]
