"""Rich words: bold, italic and coloured runs in slots that a template marks rich, the same in every
form and in every script.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from brandstudio.models.choices import Choices
from brandstudio.models.designs import DesignSpec, Slots, TextLayer
from brandstudio.models.markup import Run, places, read, unknown_role
from brandstudio.pixels.colour import parse_hex
from brandstudio.render.draw import draw
from brandstudio.render.export.export import export
from brandstudio.render.layout.lint import lint
from brandstudio.render.layout.template import load
from brandstudio.render.type.faces import face_of
from brandstudio.render.type.paragraph import TextStyle, layout

from .conftest import STACK
from .test_template_layers import drawn

RICH = """
schema = 1
name = "rich"
title = "Rich"
sizes = ["square"]
order = ["headline", "note"]
[slots.headline]
rich = true
max_length = 60
[slots.note]
rich = true
max_length = 60
[slots.points]
kind = "list"
rich = true
max_length = 30
[layouts.square]
photo = { columns = [7, 12], of = "canvas" }
ground = { frame = { columns = [1, 6.5], of = "canvas" }, colour = "background" }
words = [{ frame = { rows = [1, 7], of = "ground" }, anchor = "top" }]
headline = { smallest = 1.2, largest = 2.2, lines = 4 }
scrim = "none"
[[layouts.square.layers]]
kind = "group"
each = "points"
gap = 0.4
frame = { rows = [9, 12], of = "ground" }
layers = [{ kind = "text", slot = "item" }]
"""


@pytest.mark.parametrize(
    ("said", "plain", "runs"),
    [
        ("Only **today**", "Only today", [Run(5, 10, bold=True)]),
        ("5 * 3 = 15 * 1", "5 * 3 = 15 * 1", []),
        ("***both***", "both", [Run(0, 4, bold=True, italic=True)]),
        ("[accent]in **it**[/]", "in it", [Run(0, 3, colour="accent"), Run(3, 5, True, False, "accent")]),
        (r"\*plain\* \[x]", "*plain* [x]", []),
        ("**open only", "**open only", []),
        ("[mauve]x[/]", "[mauve]x[/]", []),
        ("**نص** عادي", "نص عادي", [Run(0, 2, bold=True)]),
    ],
)  # fmt: skip
def test_marks_are_read_and_what_is_none_stays(said: str, plain: str, runs: list[Run]) -> None:
    assert read(said) == (plain, tuple(runs))
    assert "".join(said[at] for at in places(said)[:-1]) == plain


def test_a_word_in_brackets_that_is_no_colour_is_named() -> None:
    assert unknown_role("[mauve]x[/]") == "mauve"
    assert unknown_role("[accent]x[/] [see page 3]") is None


@pytest.mark.parametrize(
    "said",
    [
        "Only **today**: *half* [accent]the price[/]",
        "**فقط** اليوم: [accent]نصف[/] السعر",
        "本日**限り**、[accent]半額[/]でお届け",
        "सिर्फ़ **आज**: [accent]आधी[/] कीमत",
    ],
)
def test_runs_are_drawn_in_their_weight_and_colour_and_sent_back_alike(said: str) -> None:
    slots = Slots(headline=said, own={"note": "A *note*", "points": ["**One**", "two"]})
    made = drawn(RICH, slots)
    assert not made.contrast_failures
    layer = next(x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "headline")
    assert layer.text == read(said).text
    coloured = [run for run in layer.runs if run.colour]
    assert coloured or any("is to be in" in warning for warning in made.warnings)
    again = DesignSpec.model_validate_json(made.spec.model_dump_json(by_alias=True))
    assert again == made.spec
    assets = assets_of()
    assert np.array_equal(np.asarray(draw(again, assets, STACK)), np.asarray(made.image))
    svg = export(made.spec, assets, STACK, "svg").data.decode()
    assert all(f'fill="{run.colour}"' in svg for run in coloured)
    assert export(made.spec, assets, STACK, "pdf").data.startswith(b"%PDF")
    entries = [x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "item"]
    assert [bool(x.runs) for x in entries] == [True, False]
    assert "**" not in made.alt_text


def assets_of() -> dict[str, bytes]:
    from .conftest import LOGOS, photo

    held = {logo.sha256: logo.data for logo in LOGOS}
    busy = photo("busy")
    return {**held, busy.sha256: busy.data}


def test_a_run_whose_colour_cannot_be_read_takes_that_of_the_others_and_is_named() -> None:
    slots = Slots(headline="Only [background]today[/]", own={"note": "x"})
    made = drawn(RICH, slots)
    layer = next(x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "headline")
    assert [run.colour for run in layer.runs] == [None]
    assert any("“today” in the headline is to be in" in said for said in made.warnings)
    assert not made.contrast_failures


def test_a_run_of_a_large_headline_needs_what_large_words_need() -> None:
    """Orange on white reaches 4.0 : 1 at worst."""
    orange = "[schemes.light]\nbackground = '#ffffff'\naccent = '#c8501f'\n"
    text = RICH.replace("[layouts.square]", orange + "[layouts.square]")
    text = text.replace("[slots.note]", "[slots.note]\ntype = { size = 0.6 }")
    words = Slots(headline="Half [accent]the[/] price", own={"note": "Until [accent]Sunday[/]."})
    made = drawn(text, slots=words, choices=Choices(scheme="light"))
    inks = {x.slot: x.runs[0].colour for x in made.spec.layers if isinstance(x, TextLayer)}
    assert inks == {"headline": "#c8501f", "note": None}


def test_marks_are_characters_in_a_slot_that_is_not_rich() -> None:
    plain = RICH.replace("[slots.headline]\nrich = true", "[slots.headline]")
    made = drawn(plain, Slots(headline="Only **today**", own={"note": "x"}))
    layer = next(x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "headline")
    assert layer.text == "Only **today**"
    assert not layer.runs


def test_capitals_that_are_more_letters_keep_their_runs() -> None:
    upper = RICH.replace("[slots.headline]\n", "[slots.headline]\ntype = { uppercase = true }\n")
    made = drawn(upper, Slots(headline="Großer **Spaß** heute", own={"note": "x"}))
    layer = next(x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "headline")
    assert [layer.text[run.start : run.end] for run in layer.runs] == ["SPASS"]


def test_an_arabic_word_stays_joined_where_a_run_ends_inside_it() -> None:
    style = TextStyle(STACK, 60)
    whole = layout("كتاب", style, 900)
    parted = layout("كتاب", replace(style, runs=(Run(0, 2, colour="accent"),)), 900)
    glyphs = [[g.gid for run in p.lines[0].runs for g in run.glyphs] for p in (whole, parted)]
    assert glyphs[0] == glyphs[1]
    assert parted.lines[0].width == pytest.approx(whole.lines[0].width)


def test_an_italic_is_a_face_of_the_family_and_what_has_none_is_said() -> None:
    made = drawn(RICH, Slots(headline="Only *today*, *今日*", own={"note": "x"}))
    layer = next(x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "headline")
    held = {spec.sha256: spec for spec in (*STACK.faces, *STACK.italics)}
    slanted = [ref for ref in layer.fonts if face_of(held[ref.sha256]).is_italic]
    assert [ref.family for ref in slanted] == ["Inter"]
    assert any("no italic" in said.lower() or "an italic for" in said for said in made.warnings)


def test_bold_runs_are_among_the_longest_words_that_lint_sets() -> None:
    assert lint(RICH) == []


def test_a_pixel_of_a_coloured_run_has_its_colour() -> None:
    made = drawn(RICH, Slots(headline="[primary]Mmm[/]", own={"note": "x"}))
    layer = next(x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "headline")
    ink = layer.runs[0].colour
    assert ink is not None
    box = tuple(round(v) for v in layer.lines[0].box)
    part = made.image.crop((box[0], box[1], box[0] + box[2], box[1] + box[3]))
    assert parse_hex(ink) in set(Image.Image.getdata(part))
    assert load(RICH).slots["headline"].rich
    assert Choices().none
