"""Every named size in every family of templates and four scripts: readable, whole, nothing over
anything else.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from brandstudio.models.designs import Slots
from brandstudio.models.sizes import CONTRACT_SIZES, MOST_PIXELS, SIZES, pixels_of
from brandstudio.render.brief import Brief
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.carrying import LEGIBLE, carries
from brandstudio.render.layout.template import builtin

from .conftest import LOGOS, LOOKS, STACK, assets_of, photo
from .gallery import slots_of
from .proof import contrast_failures, placement_faults

pytestmark = pytest.mark.slow

FAMILIES = ("overlay", "split", "panel")
SCRIPTS = ("english", "arabic", "hindi", "japanese")
LOOK = tuple(LOOKS.values())
#: Print is drawn in one script a template: a page of 17 megapixels takes seconds.
ON_SCREEN = [size for size, (w, h) in SIZES.items() if w * h < 4_000_000]


def asked(size: str, template: str, script: str, company: int = 3) -> Brief:
    width, height = pixels_of(size)
    number = FAMILIES.index(template) + SCRIPTS.index(script)
    names = ("poster", "wide", "night")
    made = Brief(
        builtin(template), size, width, height, slots_of(script, 1, company), LOOK[number % 3], STACK,
        photo(names[number % 3]), logos=LOGOS,
    )  # fmt: skip
    for fewer in (company, 2, 0):
        made = replace(made, slots=slots_of(script, 1 if fewer else 0, fewer))
        if size in CONTRACT_SIZES or carries(made):
            return made
    return made


def each_size_once() -> list[Any]:
    """Sizes with families of templates: in the quick suite one family a size, in turn."""
    return [
        pytest.param(
            size,
            template,
            marks=[] if (number - family) % len(FAMILIES) == 0 else [pytest.mark.slow],
        )
        for number, size in enumerate(ON_SCREEN)
        for family, template in enumerate(FAMILIES)
    ]


@pytest.mark.parametrize(("size", "template"), each_size_once())
def test_every_size_carries_its_words_in_four_scripts(size: str, template: str) -> None:
    for script in SCRIPTS:
        brief = asked(size, template, script)
        made = compose(brief, allow_extension=False)
        assert isinstance(made, Rendering)
        assert (made.image.width, made.image.height) == pixels_of(size)
        assert made.contrast_failures == (), script
        assert contrast_failures(made.png, made.spec, assets_of(brief), STACK) == [], script
        assert placement_faults(made.spec) == [], script
        smallest = min(layer.size for layer in made.spec.layers if layer.kind == "text")
        assert smallest >= LEGIBLE, script


@pytest.mark.parametrize("size", sorted(set(SIZES) - set(ON_SCREEN)))
def test_print_is_drawn_at_its_own_pixels(size: str) -> None:
    brief = asked(size, "split", "english")
    made = compose(brief, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    assert made.image.size == pixels_of(size)
    assert made.image.width * made.image.height <= MOST_PIXELS
    assert made.contrast_failures == ()


def test_a_row_stands_side_by_side() -> None:
    for size in ("leaderboard-728x90", "mobile-banner-320x50"):
        words = Slots(headline="Open late", button_text="Visit us")
        brief = replace(asked(size, "split", "english", 2), slots=words)
        assert carries(brief)
        made = compose(brief, allow_extension=False)
        assert isinstance(made, Rendering)
        boxes = {layer.kind: Rect(*layer.box) for layer in made.spec.layers}
        headline = next(Rect(*t.box) for t in made.spec.layers if t.kind == "text")
        assert boxes["logo"].right <= headline.x
        assert headline.x < boxes["button"].x
        assert boxes["button"].right <= boxes["photo"].x
        assert boxes["button"].y < headline.centre[1] < boxes["button"].bottom


def test_the_families_of_sizes_follow_from_their_shape() -> None:
    found = {size: Canvas(*pixels).orientation for size, pixels in SIZES.items()}
    assert found["mobile-banner-320x50"] == "button"
    assert found["leaderboard-728x90"] == "leaderboard"
    assert found["billboard-970x250"] == "strip"
    assert found["skyscraper-160x600"] == "skyscraper"
    assert found["half-page-300x600"] == "portrait"
    assert found["medium-rectangle-300x250"] == "landscape"


def test_a_size_that_is_too_small_for_the_words_is_known_before_it_is_drawn() -> None:
    long = asked("leaderboard-728x90", "overlay", "english")
    long = replace(long, slots=slots_of("english", 2, 3))
    assert not carries(replace(long, size="mobile-banner-320x50", width=320, height=50))
    assert carries(replace(long, size="square", width=1080, height=1080))


@pytest.mark.parametrize("headline", ["A", "Aa", "V", "“Oh”", "Jo"])
@pytest.mark.parametrize("size", ["story-1080x1920", "a4-2480x3508", "x-header-1500x500"])
def test_letters_that_hang_over_their_edge_fit_a_large_size(headline: str, size: str) -> None:
    brief = replace(asked(size, "overlay", "english"), slots=Slots(headline=headline))
    assert carries(brief)
    made = compose(brief, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    words = next(Rect(*layer.box) for layer in made.spec.layers if layer.kind == "text")
    assert Rect(0, 0, *pixels_of(size)).holds(words)


def test_the_bytes_of_a_size_are_the_same_every_time() -> None:
    brief = asked("leaderboard-728x90", "overlay", "english")
    first, second = compose(brief), compose(brief)
    assert isinstance(first, Rendering)
    assert isinstance(second, Rendering)
    assert hashlib.sha256(first.png).digest() == hashlib.sha256(second.png).digest()
