"""What a designer would send back: small print under huge headlines, stubs, loud backgrounds, words
across a person.
"""

from __future__ import annotations

import numpy as np
import pytest
from sampling import one_of

from brandstudio.models.designs import BackgroundLayer, Slots
from brandstudio.render import background
from brandstudio.render.brief import Look
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.type.fit import fit
from brandstudio.render.type.paragraph import TextStyle

from . import gallery
from .conftest import NAVY, STACK, brief, facts, photo

LONG = (
    "紙の上の最初のスケッチから、雨の中でもお客さまがドアの前に列をつくるその日まで、落ち着いた丁寧な立ち上げに必要な"
    "ものがすべてそろっています。まずは気軽にお試しください"
)


def made(**asked: object) -> Rendering:
    rendering = compose(brief(**asked), allow_extension=False)  # type: ignore[arg-type]
    assert isinstance(rendering, Rendering)
    return rendering


@pytest.mark.parametrize("template", ["overlay", "split", "panel"])
@pytest.mark.parametrize("size", ["linkedin-cover", "square", "portrait"])
def test_a_very_long_headline_leaves_the_subhead_a_readable_size(template: str, size: str) -> None:
    slots = Slots(
        headline=LONG,
        subhead="日が沈むまで毎時、埠頭をめぐる散歩があります。",
        button_text="予約する",
    )
    rendering = made(slots=slots, template=template, size=size, language="ja")
    sizes = {layer.slot: layer.size for layer in rendering.spec.layers if layer.kind == "text"}
    body = Canvas(rendering.spec.width, rendering.spec.height).body
    assert sizes["subhead"] >= 0.7 * body
    assert 1.25 * sizes["subhead"] <= sizes["headline"] <= 2.9 * body


def test_no_short_word_stands_alone_before_a_long_one_where_a_little_size_would_mend_it() -> None:
    style = TextStyle(STACK, 40, 700, language="de")
    text = "Die Arbeitsunfähigkeitsbescheinigung kommt jetzt elektronisch"
    found = fit(text, style, 640, 400, min_size=20, max_size=60)
    assert found is not None
    longest = max(line.width for line in found.lines)
    assert all(line.width > 0.27 * longest for line in found.lines[:-1])


@pytest.mark.parametrize("style", ["orbs", "arcs", "waves", "planes"])
@pytest.mark.parametrize("size", [(1200, 627), (1080, 1350)])
def test_a_brand_background_is_calm_where_words_stand_and_has_shapes_where_they_do_not(
    style: str, size: tuple[int, int]
) -> None:
    layer = BackgroundLayer(
        box=(0, 0, *size), colours=background.colours_for(NAVY), seed=5, style=style
    )  # type: ignore[arg-type]
    pixels = np.asarray(background.draw(layer)).astype(int)
    steps = (
        np.abs(np.diff(pixels, axis=1)).max(axis=2)[1:]
        + np.abs(np.diff(pixels, axis=0)).max(axis=2)[:, 1:]
    )
    width, height = size
    quiet = (
        steps[:, : int(0.38 * width)]
        if width > height
        else steps[int(0.7 * height) :, : int(0.6 * width)]
    )
    loud = (
        steps[:, int(0.55 * width) :]
        if width > height
        else steps[: int(0.5 * height), int(0.4 * width) :]
    )
    assert quiet.max() <= 6
    assert loud.max() >= 10


def test_a_mirrored_background_is_the_same_one_seen_in_a_mirror() -> None:
    plain = background.layer_for(NAVY, (0, 0, 600, 300), 3, mirrored=False)
    turned = background.layer_for(NAVY, (0, 0, 600, 300), 3, mirrored=True)
    assert (
        np.asarray(background.draw(plain)) == np.asarray(background.draw(turned))[:, ::-1]
    ).all()


def test_a_grey_brand_gets_a_breath_of_its_accent() -> None:
    grey = Look(
        palette=(
            ("primary", "#111111"),
            ("accent", "#00c2a8"),
            ("background", "#ffffff"),
            ("text", "#111111"),
        )
    )
    red, green, blue = (int(background.colours_for(grey)[3][i : i + 2], 16) for i in (1, 3, 5))
    assert green > red + 8
    assert blue > red


def test_words_stand_beside_a_person_who_fills_the_picture() -> None:
    known = facts((0.02, 0.02, 0.98, 1.0), faces=((0.4, 0.15, 0.6, 0.45),))
    rendering = made(photo=photo("night", facts=known), template="overlay")
    shot = next(layer for layer in rendering.spec.layers if layer.kind == "photo")
    joint = next(
        (x for x in rendering.spec.layers if x.kind == "scrim" and x.purpose == "joint"), None
    )
    # Where the photo goes over into the words' field, the ends of lines may lie on the last third of that.
    over = 0.0 if joint is None else joint.box[2] / 3
    for layer in rendering.spec.layers:
        if layer.kind == "text":
            assert all(
                line.box[0] >= shot.box[0] + shot.box[2] - over
                or line.box[0] + line.box[2] <= shot.box[0] + over
                for line in layer.lines
            )
    assert any(
        "beside the face" in warning or "beside the subject" in warning
        for warning in rendering.warnings
    )


@pytest.mark.parametrize("number", one_of(3, range(0, 24, 3)))
def test_a_logo_is_said_to_be_crowded_only_where_some_block_of_words_comes_into_its_clear_space(
    number: int,
) -> None:
    names = ("dandelion, pale", "night with lamps", "product on white")
    shot = gallery.photo_of(gallery.known_pictures()[names[number // 3 % 3]], "photo")
    rendering = compose(
        gallery.brief_of(shot, "email-header", "overlay", number), allow_extension=False
    )
    assert isinstance(rendering, Rendering)
    logo = next((layer for layer in rendering.spec.layers if layer.kind == "logo"), None)
    crowded = False
    if logo is not None:
        clear = Rect(*logo.box).inset(-logo.clear_space)
        boxes = [
            line.box
            for layer in rendering.spec.layers
            if layer.kind == "text"
            for line in layer.lines
        ]
        crowded = any(clear.meets(Rect(*box)) for box in boxes)
    said = any(
        "clear space" in warning for warning in rendering.warnings if "left out" not in warning
    )
    assert crowded or not said


@pytest.mark.parametrize(
    ("emoji", "faint"),
    [("🤍", True), ("⚪", True), ("🍊", False), ("🚀", False), ("🌞", False), ("🖤", False)],
)
def test_an_emoji_that_vanishes_on_its_ground_is_said(emoji: str, faint: bool) -> None:
    rendering = made(
        slots=Slots(headline=f"Friday {emoji} is here"), template="panel", size="linkedin-feed"
    )
    assert (
        any(warning.startswith("An emoji is hardly to be seen") for warning in rendering.warnings)
        == faint
    )


@pytest.mark.parametrize("size", ["linkedin-feed", "linkedin-cover"])
@pytest.mark.parametrize("name", ["product on white", "dandelion, pale"])
def test_the_article_cover_keeps_its_panel_at_the_bottom_left_and_its_logo_at_the_top(
    size: str, name: str
) -> None:
    shot = gallery.photo_of(gallery.known_pictures()[name], name)
    rendering = compose(
        gallery.brief_of(shot, size, "article-cover-panel", 1), allow_extension=False
    )
    assert isinstance(rendering, Rendering)
    spec = rendering.spec
    ground = next(
        Rect(*layer.box)
        for layer in spec.layers
        if layer.kind == "panel" and layer.purpose == "ground"
    )
    logo = next(Rect(*layer.box) for layer in spec.layers if layer.kind == "logo")
    photo_box = next(Rect(*layer.box) for layer in spec.layers if layer.kind == "photo")
    # On many things, or on some of a subject, the panel is the foot of a field, and the photo fills
    # the rest.
    # (On stripes no logo reads: `test_article_cover` has what the panel does then.)
    assert photo_box.x in (0, ground.right)
    assert (photo_box.right, photo_box.bottom) == (spec.width, spec.height)
    assert photo_box.y < 0.2 * spec.height
    assert (ground.x, ground.bottom) == (0, spec.height)
    assert ground.y > 0.3 * spec.height
    # At the right as the contract has it; where it would need a tab on the photo beside a field, at
    # the top of that field, which is said.
    in_field = photo_box.x == ground.right and logo.right <= photo_box.x
    assert in_field == any("need a plate on the photo" in said for said in rendering.warnings)
    assert in_field or logo.centre[0] > spec.width / 2
    assert logo.centre[1] < spec.height / 2
