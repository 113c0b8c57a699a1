"""The badge of a look keeps off what its photo is of, and never nearly touches the words' field."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from brandstudio.models.designs import DesignSpec, Slots
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.layers import mapped

from .conftest import brief, facts, photo
from .test_taste import taken

SAID = {
    "headline": "Fresh citrus",
    "subhead": "Picked on Monday.",
    "worth": "−30%",
    "terms": "Until 30 June.",
    "button_text": "Order now",
}
Box = tuple[float, float, float, float]


def offer(size: str, subject: Box | None, headline: str = "Fresh citrus") -> DesignSpec:
    picture = photo("middle", facts=facts(subject))
    words = Slots.of({**SAID, "headline": headline})
    made = compose(brief(picture, size, "look-offer", words), allow_extension=False)
    assert isinstance(made, Rendering)
    assert not made.contrast_failures
    return made.spec


def badge(spec: DesignSpec) -> Rect:
    return next(Rect(*x.box) for x in spec.layers if x.kind == "shape")


def field(spec: DesignSpec) -> Rect:
    return next(Rect(*x.box) for x in spec.layers if x.kind == "panel" and x.purpose == "ground")


@pytest.mark.parametrize("size", ["square", "portrait", "pin-1000x1500"])
@pytest.mark.parametrize(
    "subject", [(0.6, 0.2, 0.95, 1.0), (0.02, 0.2, 0.35, 1.0), (0.0, 0.75, 1.0, 1.0)]
)
def test_a_badge_keeps_off_the_subject(size: str, subject: Box) -> None:
    spec = offer(size, subject)
    shown = next(x for x in spec.layers if x.kind == "photo")
    thing = Rect(*subject)
    width, height = shown.asset.width, shown.asset.height
    on_photo = Rect(thing.x * width, thing.y * height, thing.width * width, thing.height * height)
    seen = mapped(on_photo, Rect(*shown.crop), Rect(*shown.box)).common(Rect(*shown.box))
    placed = badge(spec)
    assert seen.common(placed).area < 0.1 * placed.area


def test_a_badge_beside_a_story_lies_on_no_ear_of_what_it_shows() -> None:
    """Ears are next to nothing of a cat, and what a viewer misses first."""
    image = Image.new("RGB", (1200, 1600), (20, 8, 12))
    pen = ImageDraw.Draw(image)
    pen.polygon([(740, 130), (880, 520), (680, 520)], fill=(230, 200, 190))
    pen.rectangle((400, 520, 1000, 1600), fill=(230, 200, 190))
    seen = np.asarray(image.convert("L").resize((120, 160))) > 100
    known = replace(facts((0.33, 0.08, 0.84, 1.0)), mask=np.uint8(255) * seen.astype(np.uint8))
    made = compose(
        brief(replace(taken(image), facts=known), "story-1080x1920", "look-offer", Slots.of(SAID)),
        allow_extension=False,
    )
    assert isinstance(made, Rendering)
    shown = next(x for x in made.spec.layers if x.kind == "photo")
    ear = mapped(Rect(680, 130, 200, 390), Rect(*shown.crop), Rect(*shown.box))
    assert not ear.meets(badge(made.spec))


@pytest.mark.parametrize("size", ["square", "portrait", "pin-1000x1500", "story-1080x1920"])
@pytest.mark.parametrize("subject", [None, (0.55, 0.3, 0.95, 1.0), (0.0, 0.5, 1.0, 1.0)])
@pytest.mark.parametrize("headline", ["Fresh citrus", "Fresh citrus by the crate, every week"])
def test_a_badge_lies_clearly_over_the_fields_edge_or_clear_of_it(
    size: str, subject: Box | None, headline: str
) -> None:
    spec = offer(size, subject, headline)
    placed, words = badge(spec), field(spec)
    over = placed.common(words).height / placed.height
    gap = max(words.y - placed.bottom, placed.y - words.bottom)
    margin = Canvas.of(size, spec.width, spec.height).margin
    assert 0.28 < over < 0.35 or gap >= margin - 1
    lines = [Rect(*x.box) for t in spec.layers if t.kind == "text" and t.slot != "worth" for x in t.lines]  # fmt: skip
    assert not any(line.meets(placed, 2) for line in lines)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_badge_of_a_low_banner_stands_with_a_short_headline(language: str) -> None:
    words = "Fresh citrus" if language == "en" else "برتقال طازج"
    spec = offer("email-header", (0.3, 0.2, 0.7, 0.9), words)
    placed, ground = badge(spec), field(spec)
    head = next(x for x in spec.layers if x.kind == "text" and x.slot == "headline")
    ink = [Rect(*line.box) for line in head.lines]
    left, right = min(box.x for box in ink), max(box.right for box in ink)
    gap = placed.x - right if language == "en" else left - placed.right
    assert ground.holds(placed)
    assert 0 < gap < 1.5 * placed.width
    mark = next((Rect(*x.box) for x in spec.layers if x.kind == "logo"), None)
    assert mark is None or not mark.meets(placed)


@pytest.mark.parametrize("size", ["square", "facebook-post-1200x630", "email-header"])
def test_a_badge_and_a_button_of_one_banner_have_one_colour(size: str) -> None:
    spec = offer(size, None)
    button = next(x for x in spec.layers if x.kind == "button")
    assert next(x for x in spec.layers if x.kind == "shape").colour == button.colour
