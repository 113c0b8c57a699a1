"""The layers that a template of one's own may have: drawn, proven, exported, drawn again alike."""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brandstudio import errors
from brandstudio.models.choices import Choices, LogoChoice
from brandstudio.models.designs import (
    DesignSpec,
    ImageLayer,
    LogoLayer,
    PhotoLayer,
    ShapeLayer,
    Slots,
    TextLayer,
)
from brandstudio.models.sizes import pixels_of
from brandstudio.render import svg_path
from brandstudio.render.brief import Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.draw import draw
from brandstudio.render.export.export import export
from brandstudio.render.geometry import Canvas
from brandstudio.render.layout.condition import holds, terms
from brandstudio.render.layout.lint import lint, longest
from brandstudio.render.layout.template import Template, load

from .conftest import LOGOS, STACK, brief, photo
from .gallery import photo_of
from .proof import placement_faults

SALE = (Path(__file__).parent / "sale.toml").read_text(encoding="utf-8")
WORDS = Slots(
    headline="Fresh coffee, half the price",
    button_text="Order now",
    own={
        "date": "12 to 18 May",
        "price": "€ 1,299.95",
        "before": "2,599 €",
        "legal": "While stocks last. Prices include taxes.",
        "points": ["Organic", "Roasted in Hamburg", "Free delivery"],
    },
)


def drawn(
    text: str = SALE, slots: Slots = WORDS, size: str = "square", picture: str | None = "busy", **more: object
) -> Rendering:  # fmt: skip
    template, (width, height) = load(text), pixels_of(size)
    asked = brief(photo(picture) if picture else None, "square", slots=slots, logos=LOGOS)
    asked = replace(
        asked, template=template, size=size, width=width, height=height, **more  # type: ignore[arg-type]
    )  # fmt: skip
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    return made


def minimal(layers: str = "", more: str = "", slots: str = "") -> str:
    return f"""
name = "small"
title = "Small"
sizes = ["any"]
{more}
{slots}
[layouts.square]
words = [{{ frame = {{ rows = [7, 12] }}, anchor = "bottom" }}]
{layers}
"""


def texts(made: Rendering) -> dict[str, list[TextLayer]]:
    found: dict[str, list[TextLayer]] = {}
    for layer in made.spec.layers:
        if isinstance(layer, TextLayer):
            found.setdefault(layer.slot, []).append(layer)
    return found


def assets() -> dict[str, bytes]:
    one = photo("busy")
    return {one.sha256: one.data, **{logo.sha256: logo.data for logo in LOGOS}}


def test_every_kind_of_layer_stands_clear_of_the_others_and_reads_in_four_visions() -> None:
    made = drawn()
    assert made.contrast_failures == ()
    assert placement_faults(made.spec) == []
    assert not any("touch" in said for said in made.warnings)
    assert {"date", "headline", "price", "before", "badge", "item", "legal"} <= texts(made).keys()
    assert {figure.vision for figure in made.contrast} == {"normal", "protan", "deutan", "tritan"}
    assert {figure.layer for figure in made.contrast} >= {"price", "badge", "item", "legal"}


@pytest.mark.parametrize("size", ["portrait", "story-1080x1920", "skyscraper-160x600"])
def test_tall_layouts_of_its_own_keep_a_face_whole_and_the_logo_off_plates(size: str) -> None:
    with files("brandstudio.assets").joinpath("photos", "astronaut.jpg").open("rb") as file:
        astronaut = photo_of(Image.open(file).convert("RGB"))
    made = drawn(size=size, picture=None, photo=astronaut)
    assert made.damage == ()
    assert not any("face" in said for said in made.warnings)
    assert not [one for one in made.spec.layers if getattr(one, "purpose", "") == "plate"]
    assert made.contrast_failures == ()
    assert placement_faults(made.spec) == []


def test_the_spec_draws_the_same_pixels_again_and_survives_json() -> None:
    made = drawn()
    read = DesignSpec.model_validate_json(made.spec.model_dump_json(by_alias=True))
    assert read == made.spec
    assert draw(read, assets(), STACK).tobytes() == made.image.tobytes()
    for format in ("svg", "pdf"):
        first = export(read, assets(), STACK, format)  # type: ignore[arg-type]
        assert first.data == export(read, assets(), STACK, format).data  # type: ignore[arg-type]
    assert b'fill-rule="evenodd"' in export(read, assets(), STACK, "svg").data


def test_a_banner_of_the_built_in_templates_says_nothing_of_the_new_fields() -> None:
    made = compose(brief(None, "square"), allow_extension=False)
    assert isinstance(made, Rendering)
    told = made.spec.model_dump_json(by_alias=True)
    assert not any(word in told for word in ('"features"', '"strike"', '"own"'))


def test_capitals_tracking_and_figures_are_set_as_the_template_says() -> None:
    slots = '[slots.code]\ntype = { uppercase = true, tracking = 0.2, figures = "tabular" }'
    text = minimal(more='order = ["code", "headline"]', slots=slots)
    made = drawn(text, Slots(headline="A word", own={"code": "gate 11"}), picture=None)
    (code,) = texts(made)["code"]
    assert code.text == "GATE 11"
    assert code.spacing == 0.2
    assert ("tnum", 1) in code.features
    assert "gate 11." in made.alt_text
    assert draw(made.spec, assets(), STACK).tobytes() == made.image.tobytes()


def test_a_template_may_do_without_a_headline() -> None:
    text = minimal(more='order = ["date", "button"]', slots="[slots.date]\nrequired = true")
    assert not load(text).needs_headline
    made = drawn(text, Slots(button_text="Come", own={"date": "12 May"}))
    assert texts(made).keys() == {"date", "button_text"}
    assert made.contrast_failures == ()


def test_all_words_of_a_banner_may_stand_in_layers() -> None:
    layers = '[[layouts.square.layers]]\nkind = "badge"\nslot = "date"\nframe = { columns = [4, 9], rows = [4, 9] }'
    text = minimal(layers, "order = []", "[slots.date]")
    made = drawn(text, Slots(own={"date": "12 May"}))
    assert texts(made).keys() == {"date"}
    assert made.contrast_failures == ()


def test_a_badge_is_set_smaller_before_a_word_of_it_is_cut() -> None:
    layers = (
        '[[layouts.square.layers]]\nkind = "badge"\nslot = "less"\nshape = "burst"\n'
        'frame = { columns = [7.3, 9.3], rows = [2, 6], of = "canvas" }\ntype = { size = 2.4 }'
    )
    said = WORDS.model_copy(update={"own": {"less": "-50%"}})
    made = drawn(minimal(layers, slots="[slots.less]"), said)
    assert [line.text for line in texts(made)["less"][0].lines] == ["-50%"]


def test_a_layer_without_its_words_is_left_out_and_a_condition_is_kept() -> None:
    without = Slots(headline="Coffee", own={"before": "2,599 €"})
    made = drawn(slots=without)
    # The price before stands only beside a price.
    assert not {"price", "before", "item"} & texts(made).keys()
    assert texts(made)["badge"][0].text == "NEW"


def test_a_list_is_set_entry_by_entry() -> None:
    items = texts(drawn())["item"]
    assert [item.text for item in items] == ["Organic", "Roasted in Hamburg", "Free delivery"]
    tops = [item.lines[0].baseline for item in items]
    assert tops[1] - tops[0] == pytest.approx(tops[2] - tops[1], abs=1.0)


def test_a_price_has_its_number_large_and_the_rest_small() -> None:
    parts = texts(drawn())["price"]
    assert [part.text for part in parts] == ["€", "1,299", ".95"]
    assert parts[1].size > 1.6 * parts[0].size
    plain = texts(drawn(slots=WORDS.model_copy(update={"own": {"price": "on request"}})))["price"]
    assert [part.text for part in plain] == ["on request"]


def test_a_badge_on_a_face_is_no_place_for_it() -> None:
    # The badge lies on the photo; a price struck through has its line in the picture.
    made = drawn()
    (before,) = texts(made)["before"]
    assert before.strike
    x, y, width, height = before.lines[0].box
    ink = np.asarray(made.image.crop((round(x), round(y), round(x + width), round(y + height))))
    colour = tuple(int(before.colour[i : i + 2], 16) for i in (1, 3, 5))
    rows = (np.abs(ink.astype(int) - colour).max(axis=2) < 8).mean(axis=1)
    assert rows.max() > 0.98


@pytest.mark.parametrize("script", ["ar", "th", "ja", "de"])
def test_layers_stand_in_every_script_and_direction(script: str) -> None:
    said = {
        "ar": ("قهوة طازجة بنصف السعر", "اطلب الآن", "من 12 إلى 18 مايو", ["عضوي", "توصيل مجاني"]),
        "th": ("กาแฟสดครึ่งราคา", "สั่งเลย", "12 ถึง 18 พฤษภาคม", ["ออร์แกนิก", "ส่งฟรี"]),
        "ja": ("淹れたてのコーヒーが半額", "注文する", "5月12日から18日", ["有機", "送料無料"]),
        "de": ("Frischer Kaffee zum halben Preis", "Bestellen", "12. bis 18. Mai", ["Bio", "Röstfrisch"]),
    }[script]  # fmt: skip
    own = {"date": said[2], "price": "12,95 €", "points": said[3], "badge": "\u221225%"}
    made = drawn(slots=Slots(headline=said[0], button_text=said[1], own=own))
    assert made.contrast_failures == ()
    assert placement_faults(made.spec) == []
    if script == "ar":
        (date,) = texts(made)["date"]
        # The whole layout is mirrored: the field with the words lies at the right.
        assert date.box[0] > made.spec.width / 2
        # A sign stands before its figure there, too.
        assert {layer.slot for layer in made.spec.layers if isinstance(layer, TextLayer) and layer.direction == "ltr"} == {"badge"}  # fmt: skip


def test_a_second_picture_fills_its_frame_or_stands_whole_in_it() -> None:
    picture = photo("busy")
    layers = """
[[layouts.square.layers]]
kind = "image"
slot = "product"
shape = "circle"
frame = { columns = [7, 12], rows = [1, 5] }
[[layouts.square.layers]]
kind = "image"
slot = "product"
fit = "contain"
frame = { columns = [1, 4], rows = [1, 3] }
"""
    text = minimal(layers, slots='[slots.product]\nkind = "image"')
    made = drawn(text, Slots(headline="Two"), pictures=(("product", picture),))
    circle, whole = (layer for layer in made.spec.layers if isinstance(layer, ImageLayer))
    assert circle.box[2] == pytest.approx(circle.box[3], abs=1)
    assert circle.radius == pytest.approx(circle.box[2] / 2, abs=1)
    assert whole.box[2] / whole.box[3] == pytest.approx(picture.width / picture.height, rel=0.02)
    assert draw(made.spec, assets(), STACK).tobytes() == made.image.tobytes()
    assert not any(isinstance(x, ImageLayer) for x in drawn(text, Slots(headline="x")).spec.layers)


def red_cut_out(box: tuple[int, int, int, int]) -> Photo:
    """A picture of 200 by 200 px, red in the box and clear around it."""
    cut = Image.new("RGBA", (200, 200), (0, 0, 0, 0))
    cut.paste((255, 0, 0, 255), box)
    buffer = io.BytesIO()
    cut.save(buffer, "PNG")
    data = buffer.getvalue()
    sha256 = hashlib.sha256(data).hexdigest()
    return replace(
        photo("busy"), data=data, sha256=sha256, mime_type="image/png", width=200, height=200
    )


def test_a_cut_out_leaves_what_is_behind_it_to_be_seen() -> None:
    known = red_cut_out((60, 60, 140, 140))
    layers = """
[[layouts.square.layers]]
kind = "image"
slot = "product"
cutout = true
frame = { columns = [1, 6], rows = [1, 6], of = "canvas" }
"""
    text = minimal(layers, slots='[slots.product]\nkind = "image"')
    plain = drawn(text, Slots(headline="x"), picture=None)
    made = drawn(text, Slots(headline="x"), picture=None, pictures=(("product/cutout", known),))
    assert made.image.getpixel((20, 20)) == plain.image.getpixel((20, 20))
    assert made.image.getpixel((270, 270)) == (255, 0, 0)


@pytest.mark.parametrize(("columns", "said"), [((4, 9), True), ((1, 6), False)])
def test_a_cut_out_that_ends_where_its_photo_does_is_said_inside_of_the_banner(
    columns: tuple[int, int], said: bool
) -> None:
    known = red_cut_out((0, 40, 140, 160))
    layers = f"""
[[layouts.square.layers]]
kind = "image"
slot = "product"
cutout = true
frame = {{ columns = [{columns[0]}, {columns[1]}], rows = [2, 7], of = "canvas" }}
"""
    text = minimal(layers, slots='[slots.product]\nkind = "image"')
    made = drawn(text, Slots(headline="x"), picture=None, pictures=(("product/cutout", known),))
    told = [words for words in made.warnings if "ends in a straight line" in words]
    assert bool(told) == said
    if said:
        assert "'product' ends in a straight line at its left," in told[0]


# -- bounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layer", "said"),
    [
        ('kind = "text"\nslot = "nowhere"', "no slot with words"),
        ('kind = "image"\nslot = "headline"', "no slot of kind 'image'"),
        ('kind = "shape"\nshape = "path"', "path"),
        ('kind = "shape"\nshape = "path"\npath = "M0 0 L1"', "takes 2 numbers"),
        ('kind = "shape"\ncolour = "red"', "colour"),
        ('kind = "text"\nslot = "headline"\nwhen = "slots.nothing"', "no slot"),
        ('kind = "text"\nslot = "headline"\nwhen = "import os"', "no condition"),
        ('kind = "shape"\nframe = { of = "ground" }', "ground"),
        ('kind = "group"\neach = "headline"\nlayers = [{ kind = "text", slot = "item" }]', "list"),
        ('kind = "rocket"', "rocket"),
    ],
)  # fmt: skip
def test_a_layer_that_means_nothing_is_refused_by_name(layer: str, said: str) -> None:
    with pytest.raises(errors.ValidationError, match=said):
        load(minimal(f"[[layouts.square.layers]]\n{layer}"))


def test_a_hostile_template_is_refused_before_it_costs_anything() -> None:
    deep = '{ kind = "shape" }'
    for _ in range(6):
        deep = f'{{ kind = "group", layers = [{deep}] }}'
    many = ", ".join(['{ kind = "shape" }'] * 12)
    wide = f'{{ kind = "group", layers = [{many}] }}'
    each = f'{{ kind = "group", each = "points", layers = [{wide}] }}'
    slots = '[slots.points]\nkind = "list"'
    for layers in (deep, ", ".join([wide] * 6), ", ".join([each] * 3)):
        text = minimal(f"layers = [{layers}]", slots=slots)
        with pytest.raises(errors.ValidationError):
            load(text)
    path = "M0 0" + "l1 1" * 900
    with pytest.raises(errors.ValidationError, match="at most 400"):
        load(minimal(f'[[layouts.square.layers]]\nkind = "shape"\nshape = "path"\npath = "{path}"'))


def test_the_dearest_template_that_is_let_through_is_drawn() -> None:
    item = '{ kind = "group", direction = "row", layers = [{ kind = "shape", shape = "blob", width = 1, height = 1 }, { kind = "text", slot = "item" }] }'
    layers = f'layers = [{{ kind = "group", each = "points", gap = 0.2, frame = {{ rows = [1, 6] }}, layers = [{item}] }}]'
    text = minimal(layers, slots='[slots.points]\nkind = "list"')
    entries = ["word " * 39] * 12
    made = drawn(text, Slots(headline="x", own={"points": entries}), picture=None)
    assert len(texts(made)["item"]) == 12
    assert made.contrast_failures == ()


# -- the small languages inside --------------------------------------------------------------------


def test_conditions_read_as_they_sound() -> None:
    there = {"slots.a", "photo"}.__contains__
    assert holds("slots.a and photo", there)
    assert not holds("slots.a and not photo", there)
    assert holds("slots.b or photo", there)
    assert holds(None, there)
    for broken in ("", "slots.a and", "slots.a and photo or logo", "a", "not not photo"):
        with pytest.raises(ValueError, match="condition"):
            terms(broken)


def test_paths_are_read_as_svg_reads_them() -> None:
    circle = svg_path.parse("M0 50a50 50 0 1 1 100 0a50 50 0 1 1-100 0z")
    points = [p for polygon in svg_path.flattened(circle) for p in polygon]
    assert all(abs(((x - 50) ** 2 + (y - 50) ** 2) ** 0.5 - 50) < 0.05 for x, y in points)
    smooth = svg_path.written(svg_path.parse("M0,0q5 5 10 0t10 0 S30-10 40 0H50V10h-5v5-.5"))
    assert smooth.startswith("M0 0C3.333 3.333 6.667 3.333 10 0C13.333 -3.333")
    assert svg_path.parse(smooth) == svg_path.parse(svg_path.written(svg_path.parse(smooth)))
    for broken in ("", "10 10", "L0 0", "M0 0", "M0 0 L1e99 0", "M0 0 Lnan 0", "M0 0 X"):
        with pytest.raises(ValueError, match="path"):
            svg_path.parse(broken)


def test_a_path_with_a_hole_shows_what_is_below() -> None:
    layers = """
[[layouts.square.layers]]
kind = "shape"
shape = "path"
colour = "accent"
path = "M0 0H100V100H0ZM25 25H75V75H25Z"
frame = { columns = [1, 6], rows = [1, 6], of = "canvas" }
"""
    made = drawn(minimal(layers), Slots(headline="x"), picture=None)
    shape = next(layer for layer in made.spec.layers if isinstance(layer, ShapeLayer))
    assert shape.colour == "#fca311"
    assert made.image.getpixel((40, 40)) == (252, 163, 17)
    assert made.image.getpixel((270, 270)) != (252, 163, 17)


def test_a_layout_may_have_an_order_of_its_own() -> None:
    text = minimal(more='order = ["headline", "subhead"]').replace(
        "[layouts.square]", '[layouts.square]\norder = ["subhead", "headline"]'
    )
    template: Template = load(text)
    assert template.order_of(template.layout(Canvas(1080, 1080))) == ("subhead", "headline")


# -- schemes and lint ------------------------------------------------------------------------------


def test_a_scheme_is_the_same_template_in_other_colours() -> None:
    more = '[schemes.dark]\nprimary = "#101010"\naccent = "surface"'
    text = SALE.replace("[slots.headline]", more + "\n\n[slots.headline]", 1)
    plain, dark = drawn(text), drawn(text, choices=Choices(scheme="dark"))
    assert (plain.spec.recipe.choices, dark.spec.recipe.choices) == (None, Choices(scheme="dark"))
    assert plain.image.getpixel((10, 10)) == (20, 33, 61)
    assert dark.image.getpixel((10, 10)) == (16, 16, 16)
    assert dark.contrast_failures == ()


@pytest.mark.parametrize(("size", "kept"), [(2.4, True), (1.0, False)])
def test_large_words_keep_a_colour_that_small_ones_would_not_be_read_in(
    size: float, kept: bool
) -> None:
    """Orange on white reaches 4.0 : 1 at worst: enough for large words alone."""
    slots = f"[slots.date]\ntype = {{ size = {size}, weight = 800, colour = '#c8501f' }}"
    ground = 'ground = { frame = { of = "canvas" }, colour = "#ffffff" }'
    stacked = minimal(more='order = ["headline", "date"]', slots=slots, layers=ground)
    words = Slots(headline="A new quay", own={"date": "12 May"})
    made = drawn(stacked, slots=words, size="medium-rectangle-300x250", picture=None)
    assert (texts(made)["date"][0].colour == "#c8501f") is kept
    told = [said for said in made.warnings if "#c8501f" in said]
    assert bool(told) is not kept
    assert all("4.0:1 at worst in four kinds of vision, 4.5:1 is needed" in said for said in told)


def test_words_that_are_too_long_are_told_by_lint() -> None:
    tight = '[[layouts.square.layers]]\nkind = "text"\nslot = "legal"\nframe = { columns = [1, 2], rows = [1, 1.6] }'
    slots = "[slots.legal]\nmax_length = %d"
    layers = minimal(tight, slots=slots.replace("%d", "400"))
    assert any("the longest legal does not fit" in said for said in lint(layers))
    assert lint(minimal(tight, slots=slots.replace("%d", "6"))) == []
    assert len(longest(load(layers)).own["legal"]) <= 400


@pytest.mark.parametrize(
    ("layer", "told"),
    [
        ('kind = "shape"\nframe = { rows = [1, 9] }', "stands on the edge of the rect"),
        ('kind = "shape"\nframe = { of = "canvas" }', None),
        (
            'kind = "image"\nslot = "second"\nframe = { rows = [1, 9] }',
            "edge of the picture second",
        ),
        (
            'kind = "text"\nslot = "legal"\nanchor = "bottom"\nframe = { rows = [1, 9] }',
            "touches the",
        ),
        ('kind = "text"\nslot = "legal"\nanchor = "bottom"\nframe = { rows = [1, 3] }', None),
    ],
)
def test_words_on_an_edge_or_touching_others_are_told_by_lint(layer: str, told: str | None) -> None:
    slots = '[slots.headline]\nmax_length = 140\n[slots.subhead]\nmax_length = 200\n[slots.legal]\nmax_length = 30\n[slots.second]\nkind = "image"'
    text = minimal(
        f"headline = {{ smallest = 2.4, largest = 2.6, lines = 8 }}\n[[layouts.square.layers]]\n{layer}",
        slots=slots,
    )
    found = [said for said in lint(text) if "layers" in said]
    assert bool(found) == (told is not None), found
    assert told is None or any(told in said for said in found), found


def test_a_line_that_long_words_would_run_into_is_told_by_lint_and_of_a_banner() -> None:
    """Long words break into more lines than many short ones: both are set."""
    text = (
        minimal(
            more='order = ["headline"]',
            slots="[slots.headline]\nmax_length = 60",
            layers=(
                'ground = { frame = { of = "canvas" }, colour = "#ffffff" }\n'
                "[[layouts.square.layers]]\nkind = 'shape'\nshape = 'line'\n"
                "frame = { rows = [ROWS], of = 'canvas' }\nheight = 0.1"
            ),
        )
        .replace("rows = [7, 12]", "rows = [1, 11]")
        .replace('anchor = "bottom"', 'anchor = "top"')
    )
    through, below = text.replace("ROWS", "3, 3.2"), text.replace("ROWS", "11.5, 12")
    assert [said for said in lint(through) if "a line runs through the longest headline" in said]
    assert not [said for said in lint(below) if "runs through" in said]
    words = Slots(headline="Sourdough for patient beginners: from starter to your table")
    for template, told in ((through, True), (below, False)):
        made = drawn(template, slots=words, picture=None)
        assert ("A line runs through the headline." in made.warnings) is told


@pytest.mark.parametrize(
    ("layer", "told", "said"),
    [
        ('kind = "text"\nslot = "legal"\nanchor = "bottom"\nframe = { rows = [1, LAST] }\nlines = 1', "legal", "headline"),
        ('kind = "badge"\nslot = "legal"\nshape = "rect"\nheight = 3\nanchor = "bottom"\nframe = { rows = [1, LAST] }', "headline", "badge legal"),
        ('kind = "shape"\nframe = { rows = [1, LAST], of = "safe" }', "headline", "rect"),
        ('kind = "shape"\nshape = "line"\nheight = 0.1\nanchor = "bottom"\nframe = { rows = [1, LAST] }', "headline", "line"),
    ],
)  # fmt: skip
def test_what_stands_a_few_pixels_from_words_is_told_by_lint_and_of_a_banner(
    layer: str, told: str, said: str
) -> None:
    """By name, size and distance; a row's part more between them, and nothing is told."""
    text = minimal(
        f"[[layouts.square.layers]]\n{layer}",
        more='order = ["headline"]',
        slots="[slots.headline]\nmax_length = 30\n[slots.legal]\nmax_length = 12",
    ).replace('anchor = "bottom" }]', 'anchor = "top" }]')
    words = Slots(headline="Mirror nine rooms", own={"legal": "Taxed July"})
    last = "5.88" if told == "legal" else "5.95"  # letters hang below their line
    near, clear = text.replace("LAST", last), text.replace("LAST", "5.6")
    least = Canvas(1080, 1080).least_gap
    found = [line for line in lint(near) if f"{told} stands too near to the {said}" in line]
    assert len(found) == 1
    assert " in square: " in found[0]
    assert f" px, at least {least:.1f} keep them apart" in found[0]
    assert not [line for line in lint(clear) if "too near" in line or "touches" in line]
    for template, wanted in ((near, True), (clear, False)):
        made = drawn(template, slots=words, picture=None)
        assert any("stands only" in line for line in made.warnings) is wanted, made.warnings


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("logo = { corner = 'top-start' }", None),
        ("logo = { corner = 'bottom-start' }", "has the logo bottom left; it stands bottom right,"),
    ],
)
def test_a_banner_says_where_its_logo_stands_elsewhere_than_the_template_has_it(
    more: str, told: str | None
) -> None:
    made = drawn(minimal(more, more='order = ["headline"]'), picture=None)
    said = [line for line in made.warnings if line.startswith("The template has the logo")]
    assert bool(said) is (told is not None), said
    assert told is None or told in said[0]


def test_a_logo_in_a_layout_that_is_mirrored_is_told_and_one_that_a_person_placed_is_not() -> None:
    flipped = """
name = "beside"
title = "Beside"
sizes = ["any"]
[layouts.square]
photo = { columns = [1, 7], of = "canvas" }
ground = { frame = { columns = [7, 12], of = "canvas" } }
words = [{ frame = { of = "ground" } }]
logo = { corner = "top-start", of = "photo" }
flips = ["across"]
"""
    found = set[bool]()
    for seed in range(4):
        made = drawn(flipped, choices=Choices(seed=seed))
        (logo,) = [layer for layer in made.spec.layers if isinstance(layer, LogoLayer)]
        (shown,) = [layer for layer in made.spec.layers if isinstance(layer, PhotoLayer)]
        mirrored = shown.box[0] > 100
        found.add(mirrored)
        said = [line for line in made.warnings if "the layout is mirrored here" in line]
        assert bool(said) is mirrored, (made.warnings, logo.box)
        placed = Choices(seed=seed, logo=LogoChoice(place="top-right"))
        assert not any(
            "template has the logo" in w for w in drawn(flipped, choices=placed).warnings
        )
    assert found == {True, False}


def test_layers_of_a_group_keep_the_smallest_gap_however_small_their_own_is() -> None:
    layers = """[[layouts.square.layers]]
kind = "group"
gap = 0
frame = { rows = [1, 5] }
layers = [{ kind = "text", slot = "date" }, { kind = "text", slot = "legal" }]
"""
    text = minimal(layers, slots="[slots.date]\n[slots.legal]")
    said = Slots(headline="A quay", own={"date": "gypsy jug", "legal": "ÅÉÎ ljus"})
    made = drawn(text, slots=said, picture=None)
    date, legal = texts(made)["date"][0], texts(made)["legal"][0]
    bottom = max(line.box[1] + line.box[3] for line in date.lines)
    top = min(line.box[1] for line in legal.lines)
    least = Canvas(1080, 1080).least_gap
    assert least - 0.5 <= top - bottom <= least + 6
    assert not any("touches" in line or "stands only" in line for line in made.warnings)


def test_words_that_meet_only_where_they_are_fewer_and_larger_are_told_by_lint() -> None:
    """In a size between the first and the smallest of its family, too."""
    text = """
name = "house"
title = "House"
sizes = ["square", "portrait", "half-page-300x600", "a5-1748x2480"]
order = ["headline"]
[slots.headline]
max_length = 60
[slots.facts]
kind = "list"
max_length = 24
max_entries = 3
[layouts.square]
words = [{ frame = { rows = [1, 4] }, anchor = "top" }]
[layouts.portrait]
ground = { frame = { rows = [7, 12], of = "canvas" }, colour = "#ffffff" }
words = [{ frame = { rows = [1, 6], of = "ground" }, anchor = "top" }]
headline = { smallest = 1.2, largest = 4.4, lines = 3 }
[[layouts.portrait.layers]]
kind = "group"
each = "facts"
gap = 0.3
frame = { rows = [ROWS, 12], of = "ground" }
layers = [{ kind = "text", slot = "item" }]
"""
    told = [said for said in lint(text.replace("ROWS", "4")) if "touches the headline" in said]
    assert told
    assert not [said for said in lint(text.replace("ROWS", "9")) if "touches" in said]


def test_the_served_schema_is_that_of_the_linter() -> None:
    served = files("brandstudio.http").joinpath("static", "template.schema.json").read_text("utf-8")
    kept = Path(__file__).parents[2] / "docs" / "_static" / "schemas" / "template.json"
    # docs/generating writes both from the same model.
    assert served == kept.read_text(encoding="utf-8")


def test_a_list_is_set_as_its_slot_says_and_a_layer_lays_its_own_over_that_key_by_key() -> None:
    slots = (
        "[slots.points]\nkind = 'list'\ntype = { weight = 700, figures = 'tabular' }\n"
        "[slots.rate]\ntype = { size = 4, weight = 800, colour = 'accent' }"
    )
    layers = """layers = [
 { kind = "group", each = "points", frame = { rows = [1, 3] }, layers = [{ kind = "text", slot = "item" }] },
 { kind = "text", slot = "rate", type = { size = 2 }, frame = { rows = [4, 6] } }]"""
    words = Slots(headline="A word", own={"points": ["One", "Two"], "rate": "3.9 %"})
    found = texts(drawn(minimal(layers, slots=slots), words, picture=None))
    assert [layer.weight for layer in found["item"]] == [700, 700]
    assert all(("tnum", 1) in layer.features for layer in found["item"])
    (rate,) = found["rate"]
    assert rate.weight == 800
    assert rate.size == pytest.approx(2 * Canvas(1080, 1080).body, abs=0.5)


@pytest.mark.parametrize(
    ("frame", "more", "round_"),
    [
        ('{ columns = [1, 6], rows = [1, 4], of = "canvas" }', "", False),
        ('{ columns = [2, 6], rows = [2, 4], of = "canvas" }', "", True),
        ('{ columns = [2, 6], rows = [2, 4], of = "canvas" }', "radius = 0,", False),
        ('{ columns = [1, 6], rows = [1, 4], of = "canvas" }', "radius = 1,", True),
    ],
)
def test_corners_at_the_canvas_edge_are_square_unless_a_radius_is_said(
    frame: str, more: str, round_: bool
) -> None:
    layer = f'layers = [{{ kind = "shape", shape = "rect", {more} frame = {frame} }}]'
    made = drawn(minimal(layer), Slots(headline="A word"), picture=None)
    (shape,) = [layer for layer in made.spec.layers if isinstance(layer, ShapeLayer)]
    assert (shape.radius > 0) == round_


@pytest.mark.parametrize("end", ["start", "end"])
def test_the_logo_of_a_row_stands_at_the_end_that_the_template_says(end: str) -> None:
    text = (
        minimal().replace("[layouts.square]", "[layouts.leaderboard]").replace("rows = [7, 12]", "")
    )
    text += f'flow = "row"\nlogo = {{ corner = "middle-{end}" }}'
    made = drawn(text, Slots(headline="Coffee", button_text="Buy"), "leaderboard-728x90", None)
    (logo,) = [layer for layer in made.spec.layers if isinstance(layer, LogoLayer)]
    assert (logo.box[0] > 364) == (end == "end")
    assert placement_faults(made.spec) == []


BARE = """
name = "either"
title = "Either"
sizes = ["square"]
order = ["headline"]

[slots.headline]
required = true

[slots.note]
max_length = 20

[layouts.square]
photo = { rows = [1, 6], of = "canvas" }
ground = { frame = { rows = [7, 12], of = "canvas" } }
words = [{ frame = { of = "ground" } }]

[layouts.square.bare]
order = ["headline", "note"]
ground = { frame = { of = "canvas" } }
words = [{ frame = { of = "ground" } }]
"""


def test_a_layout_may_have_another_for_a_banner_without_a_photo() -> None:
    words = Slots(headline="Fresh coffee", own={"note": "Until Sunday"})
    shown, bare = (drawn(BARE, slots=words, picture=p) for p in ("busy", None))
    assert [x.slot for x in shown.spec.layers if isinstance(x, TextLayer)] == ["headline"]
    assert [x.slot for x in bare.spec.layers if isinstance(x, TextLayer)] == ["headline", "note"]
    assert any(isinstance(x, PhotoLayer) for x in shown.spec.layers)
    fields = [x.box for x in bare.spec.layers if x.kind == "panel"]
    assert fields == [(0, 0, 1080, 1080)]
    assert load(BARE).drawn == {"headline", "note"}
    assert lint(BARE) == []


def test_the_layout_without_a_photo_is_held_to_the_same_rules() -> None:
    with pytest.raises(errors.ValidationError, match="no bare layout of its own"):
        load(BARE + "\n[layouts.square.bare.bare]\n")
    with pytest.raises(
        errors.ValidationError, match=r"square\.bare: something stands on the ground"
    ):
        load(BARE.replace('ground = { frame = { of = "canvas" } }\n', ""))
    crowded = BARE + (
        "[[layouts.square.bare.layers]]\nkind = 'shape'\nshape = 'line'\n"
        "frame = { rows = [6.5, 6.6], of = 'canvas' }\nheight = 0.1\n"
    )
    assert [said for said in lint(crowded) if "a line runs through" in said]


def test_large_words_are_set_no_closer_than_their_letters_leave_room() -> None:
    tight = minimal(
        slots="[slots.headline]\nrequired = true\ntype = { weight = 900, tracking = -0.1 }"
    )
    made = drawn(
        tight,
        slots=Slots(
            headline="\u03a7\u03ce\u03c1\u03bf\u03c2 \u03b3\u03b9\u03b1 \u03cc\u03bb\u03bf\u03c5\u03c2"
        ),
        picture=None,
    )
    (words,) = [x for x in made.spec.layers if isinstance(x, TextLayer)]
    assert words.spacing is not None
    assert -0.03 < words.spacing < 0.0
