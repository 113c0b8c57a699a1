from __future__ import annotations

import hashlib
import io
import pickle
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from sampling import one_of, one_row_of

from brandstudio.models.choices import Choices, ScrimChoice
from brandstudio.models.designs import DesignSpec, Slots
from brandstudio.models.rules import RuleCheck
from brandstudio.models.sizes import CONTRACT_SIZES as SIZES
from brandstudio.pixels.facts import PictureFacts
from brandstudio.render import contrast, pictures, shapes
from brandstudio.render.brief import Extension, LogoFile, Photo
from brandstudio.render.compose import Decision, NeedsExtension, Rendering, compose, decide, paint
from brandstudio.render.draw import draw
from brandstudio.render.layout import steps
from brandstudio.render.layout.draft import Draft, Setting

from .conftest import (
    ARTICLE,
    LOGOS,
    LOOKS,
    PICTURES,
    SLOTS,
    STACK,
    assets_of,
    brief,
    facts,
    logo,
    photo,
)
from .proof import contrast_failures, placement_faults, shown_on_canvas, words_over

HEADLINES = {
    "two words": "Build once",
    "german": "Donaudampfschifffahrtsgesellschaftskapitänsmützen für alle Rindfleischetikettierer",
    "arabic": "أطلق حملات تشبه علامتك التجارية في كل مرة",
    "hebrew": "השיקו קמפיינים שנראים כמוכם, בכל פעם",
    "hindi": "हर बार ऐसे अभियान बनाएं जो आपके ब्रांड जैसे दिखें",
    "thai": "สร้างแคมเปญที่เหมือนแบรนด์ของคุณทุกครั้งโดยไม่ต้องรอดีไซเนอร์",
    "russian": "Запускайте кампании, похожие на вас, каждый раз",
    "greek": "Καμπάνιες που σας μοιάζουν, κάθε φορά",
    "full": (
        "Make every single banner feel like it came from your own design team, at the end of a long day "
        * 2
    )[:140],
    "unbreakable": "W" * 140,
    "lines": "a\n" * 69 + "b",
}


def made(*args: object, **more: object) -> Rendering:
    rendering = compose(brief(*args, **more), allow_extension=False)  # type: ignore[arg-type]
    assert isinstance(rendering, Rendering)
    return rendering


HARD = ["snow", "night", "busy", "stripes", "poster"]


@pytest.mark.parametrize(("name", "size"), one_row_of(4, product(HARD, SIZES)))
def test_every_word_can_be_read_on_every_photo_in_every_vision(
    name: str, size: str, template: str
) -> None:
    asked = brief(photo(name), size, template)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert rendering.contrast_failures == ()
    assert contrast_failures(rendering.png, rendering.spec, assets_of(asked), STACK) == []
    assert placement_faults(rendering.spec) == []


@pytest.mark.parametrize("name", ["stripes", "snow"])
@pytest.mark.parametrize("look", one_of(2, ["middle", "red"]))
def test_a_palette_of_middle_tones_still_gives_readable_words(
    name: str, look: str, template: str
) -> None:
    asked = brief(photo(name), "square", template, look=LOOKS[look])
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert contrast_failures(rendering.png, rendering.spec, assets_of(asked), STACK) == []


@pytest.mark.parametrize("script", HEADLINES)
@pytest.mark.parametrize("size", ["linkedin-feed", "email-header"])
def test_words_of_any_script_and_length_are_never_clipped(
    script: str, size: str, template: str
) -> None:
    slots = Slots(headline=HEADLINES[script], subhead=SLOTS.subhead, button_text="W" * 40)
    rendering = made(photo("poster"), size, template, slots)
    assert placement_faults(rendering.spec) == []
    assert rendering.contrast_failures == ()


LETTERS = st.text(
    st.sampled_from("abcdefghijklmnopqrstuvwxyzÄÖÜßéñ ABCDEFGH 0123456789 ,.!?«»“”-–\n" + "      "),
    min_size=1,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    headline=LETTERS.filter(lambda t: bool(t.strip())),
    subhead=st.one_of(st.none(), LETTERS),
    button=st.one_of(st.none(), LETTERS),
    size=st.sampled_from(sorted(SIZES)),
    template=st.sampled_from(["overlay", "split", "panel"]),
    name=st.sampled_from([None, *PICTURES]),
    look=st.sampled_from(sorted(LOOKS)),
)
def test_whatever_is_asked_fits_and_can_be_read(
    headline: str,
    subhead: str | None,
    button: str | None,
    size: str,
    template: str,
    name: str | None,
    look: str,
) -> None:
    slots = Slots(
        headline=headline[:140],
        subhead=subhead[:200] if subhead else None,
        button_text=button[:40] if button else None,
    )
    rendering = made(photo(name) if name else None, size, template, slots, LOOKS[look])
    assert placement_faults(rendering.spec) == []
    assert rendering.contrast_failures == ()
    assert all(0 <= value <= 1 for value in rendering.scores.model_dump().values())


def test_the_same_brief_gives_the_same_bytes_whatever_was_cached_before() -> None:
    first = made(photo("poster"), "portrait").png
    made(photo("poster"), "email-header", "split")
    assert made(photo("poster"), "portrait").png == first
    for cache in (pictures._DECODED, pictures._CROPS, pictures._LOGOS, shapes._MASKS):
        cache._held.clear()
    assert made(photo("poster"), "portrait").png == first


@pytest.mark.parametrize("name", [None, "night", "busy"])
def test_the_spec_alone_draws_the_same_pixels_again(name: str | None, template: str) -> None:
    asked = brief(photo(name) if name else None, "linkedin-feed", template)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    spec = DesignSpec.model_validate_json(rendering.spec.model_dump_json(by_alias=True))
    again = draw(spec, assets_of(asked), STACK)
    assert np.array_equal(
        np.asarray(again), np.asarray(Image.open(io.BytesIO(rendering.png)).convert("RGB"))
    )


def test_a_brief_travels_to_another_process() -> None:
    asked = brief(photo("night"))
    again = compose(pickle.loads(pickle.dumps(asked)))
    direct = compose(asked)
    assert isinstance(again, Rendering)
    assert isinstance(direct, Rendering)
    assert again.png == direct.png


# -- the photo's subject ---------------------------------------------------------------------------

FACE = (0.42, 0.2, 0.58, 0.5)


FACES = [FACE, (0.1, 0.1, 0.3, 0.4), (0.7, 0.55, 0.95, 0.95), (0.3, 0.05, 0.7, 0.95)]


@pytest.mark.parametrize(("face", "size"), one_row_of(3, product(FACES, SIZES)))
def test_words_never_cover_a_face(
    face: tuple[float, float, float, float], size: str, template: str
) -> None:
    rendering = made(photo("middle", facts=facts(faces=(face,))), size, template)
    assert not words_over(rendering.spec, face)


def test_the_article_panel_keeps_off_a_face_too() -> None:
    face = (0.05, 0.5, 0.3, 0.95)
    rendering = made(
        photo("middle", facts=facts(faces=(face,))),
        "linkedin-cover",
        "article-cover-panel",
        ARTICLE,
    )
    assert not words_over(rendering.spec, face)


def test_a_subject_in_the_middle_asks_for_more_photo_on_the_words_side() -> None:
    asked = brief(photo("middle", facts=facts(subject=(0.3, 0.1, 0.8, 0.95))))
    wanted = compose(asked)
    assert isinstance(wanted, NeedsExtension)
    assert wanted.side in ("left", "right")
    assert wanted.width == 1400 + wanted.pixels
    assert wanted.x == (wanted.pixels if wanted.side == "left" else 0)
    assert str(wanted.pixels) in wanted.reason


def test_a_photo_is_not_continued_at_an_edge_too_busy_for_it() -> None:
    known = facts(subject=(0.3, 0.1, 0.8, 0.95))
    asked = brief(photo("middle", facts=known))
    first = compose(asked)
    assert isinstance(first, NeedsExtension)
    others = tuple(side for side in ("left", "right", "top", "bottom") if side != first.side)
    there = compose(brief(photo("middle", facts=replace(known, edges=others))))
    assert not isinstance(there, NeedsExtension) or there.side != first.side
    assert isinstance(compose(brief(photo("middle", facts=replace(known, edges=())))), Rendering)


def test_with_the_extended_photo_the_subject_stands_clear() -> None:
    subject = (0.3, 0.1, 0.8, 0.95)
    asked = brief(photo("middle", facts=facts(subject=subject)))
    wanted = compose(asked)
    assert isinstance(wanted, NeedsExtension)
    whole = Image.new("RGB", (wanted.width, wanted.height), (120, 130, 140))
    whole.paste(Image.open(io.BytesIO(PICTURES["middle"][0])), (wanted.x, wanted.y))
    buffer = io.BytesIO()
    whole.save(buffer, "PNG")
    data = buffer.getvalue()
    longer = Photo(data, hashlib.sha256(data).hexdigest(), "image/png", *whole.size)
    rendering = compose(asked, extension=Extension(longer, wanted.side, wanted.x, wanted.y))
    assert isinstance(rendering, Rendering)
    layer = next(layer for layer in rendering.spec.layers if layer.kind == "photo")
    assert layer.extended == wanted.side
    assert layer.asset.sha256 == longer.sha256
    moved = tuple(
        (v * side + at) / total
        for v, side, at, total in zip(
            subject,
            (1400, 900) * 2,
            (wanted.x, wanted.y) * 2,
            (wanted.width, wanted.height) * 2,
            strict=True,
        )
    )
    assert not words_over(rendering.spec, moved)  # type: ignore[arg-type]
    x0, _, x1, _ = shown_on_canvas(rendering.spec, moved)  # type: ignore[arg-type]
    assert x0 > -80
    assert x1 < 1280


def test_without_an_extension_words_stand_beside_the_subject_and_say_so() -> None:
    subject = (0.2, 0.1, 0.85, 0.9)
    rendering = made(photo("middle", facts=facts(subject=subject)))
    assert any("panel" in warning for warning in rendering.warnings)
    assert not words_over(rendering.spec, subject)


POINTS = [(0.05, 0.5), (0.95, 0.5), (0.5, 0.9)]


@pytest.mark.parametrize(("point", "size"), one_row_of(2, product(POINTS, SIZES)))
def test_a_focal_point_that_a_person_set_stays_in_the_picture(
    point: tuple[float, float], size: str, template: str
) -> None:
    known = facts(subject=(0.4, 0.3, 0.6, 0.6))
    rendering = made(photo("wide", facts=known, focal_point=point), size, template)
    spot = (point[0], point[1], point[0], point[1])
    x, y, _, _ = shown_on_canvas(rendering.spec, spot)
    left, top, width, height = next(
        layer.box for layer in rendering.spec.layers if layer.kind == "photo"
    )
    assert left <= x <= left + width
    assert top <= y <= top + height


def test_faces_at_the_edge_are_not_cut_when_they_can_be_kept() -> None:
    face = (0.82, 0.2, 0.98, 0.6)
    rendering = made(photo("wide", facts=facts(faces=(face,))), "square", "split")
    x0, _, x1, _ = shown_on_canvas(rendering.spec, face)
    assert x0 >= 0
    assert x1 <= 1080


# -- right to left ---------------------------------------------------------------------------------


def test_a_right_to_left_headline_mirrors_the_layout() -> None:
    rtl = Slots(headline=HEADLINES["hebrew"], subhead="השיקו", button_text="התחלה")
    left, right = made(None, "linkedin-feed", "split"), made(None, "linkedin-feed", "split", rtl)
    panel = next(layer for layer in right.spec.layers if layer.kind == "panel")
    assert panel.box[0] + panel.box[2] == 1200
    first = next(layer for layer in left.spec.layers if layer.kind == "panel")
    assert first.box[0] == 0
    button = next(layer for layer in right.spec.layers if layer.kind == "button")
    mirror = next(layer for layer in left.spec.layers if layer.kind == "button")
    assert abs((1200 - button.box[0] - button.box[2]) - mirror.box[0]) <= 1.5


def test_an_english_subhead_under_an_arabic_headline_reads_its_own_way_at_the_right_edge() -> None:
    slots = Slots(headline=HEADLINES["arabic"], subhead="Start today.")
    layer = next(
        x
        for x in made(None, "square", "split", slots).spec.layers
        if getattr(x, "slot", "") == "subhead"
    )
    assert layer.direction == "ltr"
    assert layer.align == "end"


# -- hierarchy, button, logo -----------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_headline_outranks_the_subhead_in_every_size(size: str, template: str) -> None:
    texts = {
        x.slot: x for x in made(photo("poster"), size, template).spec.layers if x.kind == "text"
    }
    assert texts["headline"].size >= 1.4 * texts["subhead"].size
    assert texts["headline"].weight > texts["subhead"].weight
    assert 1 <= len(texts["headline"].lines) <= 5


@pytest.mark.parametrize("size", SIZES)
def test_a_button_can_be_told_from_its_ground_and_holds_its_label(size: str, template: str) -> None:
    rendering = made(photo("stripes"), size, template)
    worst = {f.layer: f.worst for f in rendering.contrast}
    assert worst["button"] >= contrast.BUTTON
    assert worst["button_text"] >= 3.0
    button = next(x for x in rendering.spec.layers if x.kind == "button")
    label = next(x for x in rendering.spec.layers if x.kind == "text" and x.slot == "button_text")
    x, y, w, h = label.lines[0].box
    left, right = x - button.box[0], button.box[0] + button.box[2] - x - w
    assert abs(left - right) <= 2
    assert left >= 0.5 * label.size
    assert y > button.box[1]
    assert y + h < button.box[1] + button.box[3]


@pytest.mark.parametrize("size", SIZES)
def test_the_logo_keeps_its_clear_space_and_least_size(size: str, template: str) -> None:
    rules = (
        RuleCheck(measure="logo_clear_space", op=">=", value=0.8),
        RuleCheck(measure="logo_height", op=">=", value=40),
    )
    rendering = made(photo("poster"), size, template, rules=rules)
    layer = next(x for x in rendering.spec.layers if x.kind == "logo")
    x, y, w, h = layer.box
    assert h >= 40
    assert layer.clear_space >= 0.8 * h - 0.01
    gap = layer.clear_space - 0.01
    for other in rendering.spec.layers:
        boxes = (
            [line.box for line in other.lines]
            if other.kind == "text"
            else [other.box]
            if other.kind == "button"
            else []
        )
        for ox, oy, ow, oh in boxes:
            assert not (
                x - gap < ox + ow and ox < x + w + gap and y - gap < oy + oh and oy < y + h + gap
            )


def test_brand_rules_are_followed_and_what_misses_them_is_said() -> None:
    rules = (
        RuleCheck(measure="text_contrast", op=">=", value=7.0),
        RuleCheck(measure="logo_place", op="is", value="bottom-right"),
        RuleCheck(measure="corner_radius", op="is", value="round"),
        RuleCheck(measure="headline_lines", op="<=", value=2.0),
        RuleCheck(measure="font_families", op=">=", value=4.0),
    )
    rendering = made(photo("poster"), "linkedin-feed", rules=rules)
    assert min(f.worst for f in rendering.contrast if f.layer != "button") >= 7.0
    layers = {getattr(x, "slot", x.kind): x for x in rendering.spec.layers}
    x, y, _, _ = layers["logo"].box
    assert x > 600
    assert y > 300
    assert layers["button"].radius == layers["button"].box[3] / 2
    assert len(layers["headline"].lines) <= 2
    assert any("famil" in warning for warning in rendering.warnings)
    assert not any("headline" in warning and "lines" in warning for warning in rendering.warnings)


def test_the_logo_variant_is_the_one_that_reads_on_what_lies_behind_it() -> None:
    dark = next(x for x in made(photo("night"), "square").spec.layers if x.kind == "logo")
    light = next(x for x in made(photo("snow"), "square", "panel").spec.layers if x.kind == "logo")
    assert (dark.variant, light.variant) == ("light", "dark")


def test_a_logo_that_reads_nowhere_gets_a_plate() -> None:
    only = (logo("dark", "#14213d"),)
    on_photo = Choices(scrim=ScrimChoice(kind="linear"))
    layers = made(photo("night"), "square", logos=only, choices=on_photo).spec.layers
    assert any(x.kind == "panel" and x.purpose == "plate" for x in layers)


def test_a_logo_that_brings_its_own_ground_gets_no_plate() -> None:
    data = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80"><rect width="200" height="80" rx="12" fill="#14213d"/>'
        b'<rect x="30" y="30" width="140" height="20" fill="#ffffff"/></svg>'
    )
    badge = LogoFile(
        "main", "any", data, "image/svg+xml", hashlib.sha256(data).hexdigest(), 200, 80
    )
    layers = made(photo("night"), "square", logos=(badge,)).spec.layers
    assert any(x.kind == "logo" for x in layers)
    assert not any(x.kind == "panel" and x.purpose == "plate" for x in layers)


def test_a_mono_logo_is_tinted_to_be_read() -> None:
    layer = next(
        x
        for x in made(photo("night"), "square", logos=(logo("mono", "#000000"),)).spec.layers
        if x.kind == "logo"
    )
    assert layer.tint == "#ffffff"


def test_no_logo_is_drawn_where_none_is_given() -> None:
    assert all(x.kind != "logo" for x in made(photo("night"), logos=()).spec.layers)


# -- what is said ----------------------------------------------------------------------------------


def test_a_calm_dark_photo_needs_no_scrim_and_a_busy_one_gets_backing() -> None:
    plain = Image.new("RGB", (1600, 1000), (12, 18, 40))
    buffer = io.BytesIO()
    plain.save(buffer, "PNG")
    calm = Photo(buffer.getvalue(), "c" * 64, "image/png", 1600, 1000)
    kinds = [x.kind for x in made(calm).spec.layers]
    assert "scrim" not in kinds
    assert "panel" not in kinds
    busy = made(photo("busy"))
    assert any(x.kind == "panel" for x in busy.spec.layers)
    assert "on its own ground" in busy.assessment


def test_the_alternative_text_reads_the_words_then_names_the_picture() -> None:
    titled = photo("night", title="A harbour at night")
    text = made(titled).alt_text
    assert text.startswith("Ship campaigns that look like you, every single time.")
    assert "Button: Start free." in text
    assert "Photo: A harbour at night." in text
    assert text.endswith("Acme logo.")


def test_too_many_words_are_drawn_and_said() -> None:
    rendering = made(None, "email-header", slots=Slots(headline=HEADLINES["lines"]))
    assert any("many words" in warning for warning in rendering.warnings)


def test_figures_are_given_for_each_block_and_vision() -> None:
    rendering = made(photo("poster"))
    got = {(f.layer, f.vision) for f in rendering.contrast}
    blocks = ("headline", "subhead", "button_text", "button")
    assert got == {(b, v) for b in blocks for v in ("normal", "protan", "deutan", "tritan")}
    assert all(f.worst <= f.p5 <= f.median for f in rendering.contrast)


def test_facts_are_optional() -> None:
    bare = photo("poster", facts=None)
    assert isinstance(bare.facts, PictureFacts | None)
    assert made(bare).png.startswith(b"\x89PNG")
    assert LOGOS[0].sha256 != LOGOS[1].sha256


def test_each_draft_shows_its_own_layers_whichever_was_asked_last() -> None:
    drafts = [Draft(Setting.of(brief(photo("busy")), None))]
    for step in (*steps.ARRANGE, *steps.FURNISH):
        drafts.append(step(drafts[-1]))
    laid = [draft for draft in drafts if draft.layers]
    shown = [draft.ground.tobytes() for draft in laid]
    assert len(set(shown)) > 2
    assert [draft.ground.tobytes() for draft in reversed(laid)] == shown[::-1]
    laid[-1].taken().paste((1, 2, 3), (0, 0, 9, 9))
    assert laid[-1].ground.tobytes() == shown[-1]


def test_a_decision_paints_the_same_banner_every_time() -> None:
    decided = decide(brief(photo("busy")))
    assert isinstance(decided, Decision)
    first = paint(decided)
    assert paint(decided).png == first.png == made(photo("busy")).png
