"""What an app lays over a story and a reel: words, buttons, badges and logos keep off it, photo and
fields go on below it, and a banner that puts something there is told of.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from brandstudio.models.designs import ButtonLayer, DesignSpec, LogoLayer, Slots, TextLayer
from brandstudio.models.sizes import SIZES, pixels_of
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.aside import Manner, beside
from brandstudio.render.layout.draft import Draft, Nudges, Setting
from brandstudio.render.layout.steps import fit_text
from brandstudio.render.layout.template import builtin, load
from brandstudio.render.proof.respec import redraw

from .conftest import LOGOS, assets_of, brief, photo

STORY, REEL = "story-1080x1920", "reel-1080x1920"
WORDS = Slots(headline="Meet the people behind the work", subhead="Open house.", button_text="Join")
OFFER = Slots(headline="Last days", own={"worth": "-30%", "terms": "Until 30 June."})


def drawn(size: str, template: str, slots: Slots, language: str = "en") -> Rendering:
    asked = brief(photo("night"), size, template, slots, logos=LOGOS, language=language)
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    return made


def standing(spec: DesignSpec) -> list[Rect]:
    lines = [line for x in spec.layers if isinstance(x, TextLayer) for line in x.lines]
    boxes = [Rect(*line.box) for line in lines if line.box[2] > 0]
    return boxes + [Rect(*x.box) for x in spec.layers if isinstance(x, ButtonLayer | LogoLayer)]


@pytest.mark.parametrize("size", [STORY, REEL])
@pytest.mark.parametrize("template", ["overlay", "split", "panel"])
def test_words_button_and_logo_keep_off_an_apps_controls(size: str, template: str) -> None:
    made = drawn(size, template, WORDS)
    free = Canvas.of(size, *pixels_of(size)).free
    boxes = standing(made.spec)
    assert len(boxes) >= 4
    assert [box for box in boxes if not free.holds(box, 12)] == []
    assert not any("controls" in said for said in made.warnings)
    below = [Rect(*x.box) for x in made.spec.layers if x.kind in ("photo", "panel")]
    assert max(box.bottom for box in below) >= made.spec.height - Canvas(1080, 1920).margin - 1


def test_a_badge_and_its_look_keep_off_them_too() -> None:
    made = drawn(STORY, "look-offer", OFFER)
    free = Canvas.of(STORY, 1080, 1920).free
    badge = next(x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "worth")
    assert free.holds(Rect(*badge.lines[0].box))
    assert [box for box in standing(made.spec) if not free.holds(box, 12)] == []


@pytest.mark.parametrize("size", [STORY, REEL])
@pytest.mark.parametrize("template", ["split", "look-event", "look-hiring", "look-offer"])
def test_a_photo_goes_on_under_the_controls_and_its_field_stands_above_it(
    size: str, template: str
) -> None:
    own = {"date": "Thu 12 March", "place": "Quay 7", "kicker": "Hiring", "worth": "-30%"}
    kept = {name: said for name, said in own.items() if name in builtin(template).slots}
    spec = drawn(size, template, Slots(headline="The summer sale is on", own=kept)).spec
    shown = next(Rect(*x.box) for x in spec.layers if x.kind == "photo")
    field = next(Rect(*x.box) for x in spec.layers if x.kind == "panel" and x.purpose == "ground")
    mark = next(Rect(*x.box) for x in spec.layers if isinstance(x, LogoLayer))
    assert (shown.bottom, field.y) == (spec.height, 0)
    assert shown.y == field.bottom
    assert shown.height > 0.3 * spec.height
    # Without a button the logo has a row of its own, above the words.
    tops = [
        line.box[1]
        for x in spec.layers
        if isinstance(x, TextLayer) and x.slot != "worth"
        for line in x.lines
    ]
    assert field.holds(mark)
    assert mark.bottom < min(tops)


@pytest.mark.parametrize("size", [STORY, REEL])
@pytest.mark.parametrize("template", ["split", "look-event", "look-hiring"])
def test_beside_a_button_the_logo_stands_at_the_foot_of_the_field_and_the_photo_has_its_row(
    size: str, template: str
) -> None:
    own = {"date": "Thu 12 March", "place": "Quay 7", "kicker": "Hiring"}
    kept = {name: said for name, said in own.items() if name in builtin(template).slots}
    said = Slots(headline="The summer sale is on", button_text="See it", own=kept)
    spec = drawn(size, template, said).spec
    field = next(Rect(*x.box) for x in spec.layers if x.kind == "panel" and x.purpose == "ground")
    button = next(Rect(*x.box) for x in spec.layers if x.kind == "button")
    mark = next(Rect(*x.box) for x in spec.layers if isinstance(x, LogoLayer))
    assert field.holds(mark)
    assert mark.y < button.bottom
    assert mark.bottom > button.y
    assert mark.x > button.right


@pytest.mark.parametrize(
    "headline", ["The summer sale is on", "港は土曜日にふたたびオープン", "Élan à l'Été"]
)
def test_a_statement_keeps_off_the_controls_in_scripts_that_stand_higher(headline: str) -> None:
    made = drawn(STORY, "look-statement", Slots(headline=headline))
    assert not any("controls" in said for said in made.warnings)


def test_words_that_leave_a_storys_photo_stand_above_it() -> None:
    asked = brief(photo("stripes"), STORY, "overlay", WORDS, logos=LOGOS)
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    shown = next(Rect(*x.box) for x in made.spec.layers if x.kind == "photo")
    assert shown.bottom == made.spec.height
    assert shown.y > 0.3 * made.spec.height


def test_a_row_for_a_high_logo_above_the_words_of_a_story_has_room_for_it() -> None:
    asked = brief(photo("night"), STORY, "overlay", WORDS)
    option = fit_text(Draft(Setting.of(asked, None), Nudges())).options[0]
    story = Canvas.of(STORY, 1080, 1920)
    low, high = (beside(option, story, Manner(row=True, high=tall)) for tall in (60, 150))
    assert high.words.visible.y - story.safe.y >= 225
    assert low.words.visible.y < high.words.visible.y
    assert high.photo.y > high.words.visible.bottom


def test_a_template_of_ones_own_keeps_its_photo_above_its_words() -> None:
    text = """
name = "above"
title = "Above"
sizes = ["any"]
[layouts.portrait]
photo = { rows = [1, 6], of = "canvas" }
ground = { frame = { rows = [7, 12], of = "canvas" } }
words = [{ frame = { of = "ground" } }]
"""
    asked = replace(brief(photo("night"), STORY, "split", WORDS), template=load(text))
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    shown = next(Rect(*x.box) for x in made.spec.layers if x.kind == "photo")
    assert shown.y == 0


def test_a_story_keeps_what_meta_asks_for_free_and_a_reel_more() -> None:
    story, reel = Canvas.of(STORY, 1080, 1920), Canvas.of(REEL, 1080, 1920)
    assert story.free.y >= 250
    assert 1920 - story.free.bottom >= 340
    assert 1920 - reel.free.bottom >= 0.35 * 1920
    assert reel.free.x >= 0.06 * 1080
    assert story.free.holds(reel.free)
    assert Canvas.of("720x1280", 720, 1280).controls == story.controls


def test_every_other_size_is_all_its_own() -> None:
    for size, pixels in SIZES.items():
        canvas = Canvas.of(size, *pixels)
        if size not in (STORY, REEL):
            assert canvas.free == canvas.gridded == canvas.whole
            assert canvas.safe == canvas.whole.inset(canvas.margin)


def test_a_layout_that_ends_at_the_edge_ends_there_below_the_controls() -> None:
    story = Canvas.of(STORY, 1080, 1920)
    assert story.bled(story.gridded) == story.whole
    middle = Rect(0, 700, 1080, 300)
    assert story.bled(middle) == middle


def test_words_that_reach_under_the_controls_are_told_of() -> None:
    asked = brief(photo("night"), STORY, "split", WORDS, logos=LOGOS)
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    as_reel = made.spec.model_copy(update={"size": REEL})
    for spec, told in ((made.spec, False), (as_reel, True)):
        warnings = redraw(spec, asked, assets_of(asked), asked.fonts).warnings
        assert any("controls" in said and "35%" in said for said in warnings) is told
