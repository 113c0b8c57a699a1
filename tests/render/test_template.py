from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from sampling import one_of

from brandstudio import errors
from brandstudio.models.designs import Slots
from brandstudio.models.sizes import SIZES
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Canvas
from brandstudio.render.layout.lint import lint
from brandstudio.render.layout.template import BUILTIN, builtin, load
from brandstudio.testing import Bench

from .conftest import brief, photo
from .proof import placement_faults


def text(**changes: object) -> str:
    return json.dumps(
        {**json.loads(builtin("split").model_dump_json(by_alias=True)), "name": "ours", **changes}
    )


@pytest.mark.parametrize("name", one_of(4, BUILTIN))
def test_the_built_in_templates_have_nothing_to_complain_about(name: str) -> None:
    assert lint(builtin(name).model_dump_json(by_alias=True)) == []


def test_three_of_them_come_in_every_size_and_the_article_cover_in_two() -> None:
    every = [all(map(builtin(name).comes_in, SIZES)) for name in BUILTIN]
    assert every == [True, True, True, False]
    assert builtin("article-cover-panel").sizes == ("linkedin-cover", "linkedin-feed")


def test_a_template_may_be_toml() -> None:
    toml = """
    schema = 1
    name = "quiet"
    title = "Quiet"
    sizes = ["square"]
    [slots.headline]
    required = true
    [layouts.square]
    words = [{frame = {columns = [1, 12], rows = [7, 12]}, anchor = "bottom"}]
    """
    assert load(toml).layout(Canvas(1080, 1080)).words[0].anchor == "bottom"


@pytest.mark.parametrize(
    "broken",
    [
        b"\xff\xfe\x00",
        "{",
        "{}",
        "[" * 100_000,
        "{" + '"a":{' * 20_000,
        "x" * 100_000,
        text(name="Not A Name"),
        text(sizes=["poster"]),
        text(order=["subhead"]),
        text(surprise=1),
        text(layouts={}),
    ],
)
def test_a_broken_template_is_refused_with_reasons(broken: bytes | str) -> None:
    with pytest.raises(errors.ValidationError):
        load(broken)
    assert lint(broken)


def test_every_fault_is_named_at_once_with_its_place() -> None:
    with pytest.raises(errors.ValidationError) as caught:
        load(text(title="", sizes=[], surprise=1))
    assert {f["path"] for f in caught.value.details["fields"]} == {"title", "sizes", "surprise"}


def test_the_refusal_says_what_is_wrong_in_its_own_sentence() -> None:
    raw = json.loads(text())
    raw["layouts"]["square"]["headline"] |= {"smallest": 3, "largest": 1}
    with pytest.raises(
        errors.ValidationError,
        match=r"layouts\.square\.headline: smallest must not be over largest",
    ):
        load(json.dumps(raw))


def test_words_on_a_ground_that_is_not_there_are_refused() -> None:
    raw = json.loads(text())
    raw["layouts"]["square"]["ground"] = None
    with pytest.raises(errors.ValidationError, match="not valid") as caught:
        load(json.dumps(raw))
    assert "ground" in caught.value.details["fields"][0]["message"]


def test_lint_questions_columns_too_narrow_for_words() -> None:
    raw = json.loads(text(sizes=["square"]))
    raw["layouts"]["square"]["words"] = [{"frame": {"columns": [1, 2.2], "of": "safe"}}]
    assert any("wide" in line for line in lint(json.dumps(raw)))


def test_lint_tells_what_is_read_though_an_editor_would_mark_it() -> None:
    raw = json.loads(text(sizes=["square"]))
    before = lint(json.dumps(raw))
    raw["slots"]["headline"]["required"] = "yes"
    raw["layouts"]["square"]["words"][0]["frame"]["columns"] = ["1", 12]
    found = [line for line in lint(json.dumps(raw)) if line not in before]
    assert found == [
        "slots.headline.required: must be true or false",
        "layouts.square.words.0.frame.columns.0: must be a number",
    ]


def test_a_canvas_without_a_layout_of_its_own_takes_the_nearest() -> None:
    raw = json.loads(text(sizes=["square"]))
    raw["layouts"] = {"square": raw["layouts"]["square"]}
    assert (
        load(json.dumps(raw)).layout(Canvas(1080, 1350)) == load(json.dumps(raw)).layouts["square"]
    )


EXAMPLE = Path(__file__).parents[2] / "examples" / "announcement.toml"


def test_the_example_of_a_teams_own_template_is_clean_and_draws_in_each_of_its_sizes() -> None:
    data = EXAMPLE.read_bytes()
    assert lint(data) == []
    template = load(data)
    for size in template.sizes:
        width, height = SIZES[size]  # type: ignore[index]
        words = Slots(
            headline="Tickets go on sale on Friday",
            subhead="Never drawn here",
            button_text="Remind me",
        )
        asked = replace(
            brief(photo("poster"), size, slots=words), template=template, width=width, height=height
        )
        made = compose(asked, allow_extension=False)
        assert isinstance(made, Rendering)
        assert made.contrast_failures == ()
        assert placement_faults(made.spec) == []
        assert [x.slot for x in made.spec.layers if x.kind == "text"] == ["headline", "button_text"]
        assert made.spec.template == "announcement"


def test_a_template_in_the_data_folder_is_there_for_banners_by_its_name(bench: Bench) -> None:
    place = bench.workspace()
    with place.studio("process") as studio:
        studio.folders.create(name="Acme")
        asked = {
            "folder": "acme",
            "size": "square",
            "slots": Slots(headline="Tickets go on sale"),
            "template": "announcement",
        }
        with pytest.raises(errors.ValidationError, match="template"):
            studio.designs.preview(**asked)
        folder = bench.data / "templates"
        folder.mkdir(exist_ok=True)
        (folder / "announcement.toml").write_bytes(EXAMPLE.read_bytes())
        assert studio.designs.preview(**asked).template == "announcement"


def named(**changes: object) -> str:
    """A template with a slot and a layer of its own."""
    slots = {"headline": {"required": True}, "date": {"title": "When"}}
    raw = json.loads(text(slots=slots, sizes=["square"]))
    raw["layouts"] = {"square": raw["layouts"]["square"]}
    raw["layouts"]["square"]["layers"] = [{"kind": "text", "slot": "date"}]
    return json.dumps({**raw, **changes})


@pytest.mark.parametrize(
    ("said", "instead", "told"),
    [
        (
            '"title": "When"',
            '"requred": true',
            "slots.date.requred: 'requred' is not known here; did you mean 'required'?",
        ),
        (
            '"slot": "date"',
            '"slot": "date", "when": "date"',
            "layouts.square.layers.0.when: 'date' is no condition; say slots.NAME, photo or logo, each "
            "with not before it or without, joined by and, or by or; did you mean 'slots.date'?",
        ),
        (
            '"kind": "text"',
            '"kind": "txt"',
            "layouts.square.layers.0: kind: 'txt' is not known here; did you mean 'text'?",
        ),
        (
            '"kind": "text", ',
            "",
            "layouts.square.layers.0: a layer says its kind: badge, group, image, price, shape, text",
        ),
        (
            '"slot": "date"',
            '"slot": "date", "lins": 1',
            "layouts.square.layers.0.lins: 'lins' is not known here; did you mean 'lines'?",
        ),
        (
            '"order": ["headline"',
            '"order": ["dat", "headline"',
            "order: 'dat' is no element (headline, subhead, button, byline) and no slot of words that "
            "the template declares; did you mean 'date'?",
        ),
    ],
)
def test_a_slip_of_the_pen_is_told_in_a_plain_sentence(said: str, instead: str, told: str) -> None:
    assert said in named()
    assert lint(named().replace(said, instead)) == [told]


def test_a_slot_of_ones_own_stands_in_the_order_where_the_template_declares_it() -> None:
    assert load(named(order=["date", "headline"])).order == ("date", "headline")


def test_a_bad_layer_is_not_told_to_be_missing_too() -> None:
    text = """
name = "small"
title = "Small"
sizes = ["any"]
[layouts.square]
layers = [{ kind = "group", layers = [{ kind = "text", slot = "headline", lines = 99 }] }]
"""
    assert lint(text) == ["layouts.square.layers.0.layers.0.lines: must be at most 12"]


def test_a_size_without_a_layout_says_when_another_stands_in() -> None:
    text = 'name = "small"\ntitle = "Small"\nsizes = ["portrait"]\n[layouts.square]\n'
    (said,) = lint(text)
    assert "needs a layout for portrait" in said
    assert "square, landscape, skyscraper" in said


def test_lint_names_the_smallest_size_that_preview_would_refuse_and_what_fits_there() -> None:
    text = """
name = "small"
title = "Small"
sizes = ["portrait", "half-page-300x600"]
[slots.headline]
required = true
max_length = 40
[slots.legal]
max_length = 420
type = {{ size = {size} }}
[layouts.portrait]
words = [{{ frame = {{ rows = [1, 7] }} }}]
layers = [{{ kind = "text", slot = "legal", lines = 12, frame = {{ rows = [{first}, 12] }} }}]
"""
    (said,) = lint(text.format(size=0.4, first=8))
    assert "half-page-300x600 is too small for the longest words: legal would be" in said
    assert "with fewer words too" in said
    crowded = lint(text.format(size=0.8, first=12))
    found = re.search(
        r"legal would be .* px, under 9; up to (\d+) characters of it fit", crowded[0]
    )
    assert found is not None
    fewer = text.format(size=0.8, first=12).replace("420", found.group(1))
    assert not any("half-page" in said for said in lint(fewer))
