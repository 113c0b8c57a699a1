"""What a template of one's own asks for holds: its ground's colour, and where its words begin."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brandstudio.models.designs import PanelLayer, Slots
from brandstudio.models.rules import RuleCheck
from brandstudio.models.sizes import pixels_of
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.layout.template import load

from .conftest import LOGOS, NAVY, STACK, brief, photo

EVENT = """
name = "event"
title = "Event"
sizes = ["linkedin-feed"]
order = ["headline", "button"]
[slots]
date = {max_length = 30}
[layouts.landscape]
photo = {columns = [1, 6], of = "canvas"}
ground = {frame = {columns = [7, 12], of = "canvas"}, colour = "primary"}
words = [{frame = {columns = [1, 12], rows = [4, 12], of = "ground"}, anchor = "top"}]
headline = {smallest = 1.1, largest = 2.4, lines = 3}
layers = [{kind = "text", slot = "date", frame = {columns = [1, 6], rows = [1, 2], of = "ground"}}]
"""
BAND = """
name = "quay"
title = "Quay"
sizes = ["linkedin-feed"]
[layouts.landscape]
photo = {rows = [1, 8], of = "canvas"}
ground = {frame = {rows = [8, 12], of = "canvas"}, colour = "primary"}
words = [{frame = {columns = [1, 9], of = "ground"}}]
logo = {corner = "middle-end", of = "ground"}
"""
CARD = """
name = "card"
title = "Card"
sizes = ["linkedin-feed"]
[layouts.landscape]
ground = {frame = {columns = [1, 7], rows = [4, 12]}, colour = "surface", rounded = true, hug = true}
words = [{frame = {of = "ground"}}]
"""


def drawn(text: str, picture: str = "busy", **more: object) -> Rendering:
    words = Slots(headline="Night walk on the bridge", button_text="Book", own={"date": "4 April"})
    if "date" not in text:
        words = words.model_copy(update={"own": {}})
    width, height = pixels_of("linkedin-feed")
    asked = brief(photo(picture), "square", slots=words, logos=LOGOS[:1])
    size = {"size": "linkedin-feed", "width": width, "height": height}
    made = compose(replace(asked, template=load(text), **size, **more), allow_extension=False)  # type: ignore[arg-type]
    assert isinstance(made, Rendering)
    return made


def ground(made: Rendering) -> str:
    return next(
        layer.colour
        for layer in made.spec.layers
        if isinstance(layer, PanelLayer) and layer.purpose == "ground"
    )


@pytest.mark.parametrize("text", [EVENT, EVENT.replace("[7, 12]", "[6, 12]"), BAND])
def test_the_ground_has_the_colour_that_is_asked_for_whatever_the_logo_would_rather_have(
    text: str,
) -> None:
    made = drawn(text)
    assert ground(made) == NAVY.role("primary")
    assert made.contrast_failures == ()
    assert any(layer.kind == "logo" for layer in made.spec.layers)


def test_a_card_keeps_its_colour_where_it_lies_on_a_photo_of_that_colour() -> None:
    assert ground(drawn(CARD, "snow")) == NAVY.role("surface")


def test_a_template_may_leave_its_grounds_colour_to_the_logo() -> None:
    assert ground(drawn(BAND.replace("sizes", "ground_for_logo = true\nsizes"))) == "#ffffff"


def test_words_change_their_colour_before_the_ground_does() -> None:
    made = drawn(EVENT.replace('"primary"', '"#7b7b7b"'))
    assert ground(made) == "#7b7b7b"
    assert made.contrast_failures == ()
    assert not any("ground" in said for said in made.warnings)


def test_a_ground_that_no_words_can_be_read_on_is_a_tone_of_it_and_that_is_said() -> None:
    strict = (RuleCheck(measure="text_contrast", op=">=", value=7.0),)
    made = drawn(EVENT.replace('"primary"', '"#7b7b7b"'), rules=strict)
    assert ground(made) != "#7b7b7b"
    (said,) = (said for said in made.warnings if "#7b7b7b" in said)
    assert ground(made) in said
    assert "7 : 1" in said


def test_words_and_button_begin_where_their_zone_does() -> None:
    made = drawn(EVENT)
    left = {layer.slot: layer.box[0] for layer in made.spec.layers if layer.kind == "text"}
    (button,) = (layer.box[0] for layer in made.spec.layers if layer.kind == "button")
    assert left["headline"] == pytest.approx(left["date"], abs=0.5)
    assert button == pytest.approx(left["date"], abs=0.5)


def test_words_reach_out_to_the_margin_only_where_the_template_says_so() -> None:
    held, out = drawn(EVENT), drawn(EVENT.replace("sizes", "words_to_edge = true\nsizes"))
    begins = [
        next(x.box[0] for x in made.spec.layers if x.kind == "text" and x.slot == "headline")
        for made in (held, out)
    ]
    assert begins[1] > begins[0] + 20


def test_a_font_of_headlines_sets_the_headline_and_not_the_button() -> None:
    families = list(dict.fromkeys(face.family for face in STACK.faces))
    plain = drawn(EVENT)
    for family in families[1:]:
        made = drawn(EVENT, look=replace(NAVY, heading=family))
        fonts = {x.slot: x.fonts[0].family for x in made.spec.layers if x.kind == "text"}
        if fonts["headline"] == family:
            break
    assert fonts["headline"] == family
    first = {x.slot: x.fonts[0].family for x in plain.spec.layers if x.kind == "text"}
    assert fonts["button_text"] == fonts["date"] == first["button_text"] != family
