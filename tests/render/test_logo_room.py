"""Where a logo has no room beside the words it gets some, before it stands on their photo; and another
seed leaves a photo for the same reasons as the first.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from brandstudio.models.choices import Choices
from brandstudio.models.designs import LogoLayer, PanelLayer, Slots, TextLayer
from brandstudio.render.brief import Brief, LogoFile
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Rect

from .conftest import brief, facts, logo, photo

WORDS = Slots(
    headline="Five days. One bridge. No car.",
    subhead="With a local guide.",
    button_text="See all the routes",
)


def thread(variant: str, ink: str) -> LogoFile:
    """A name sixteen times as wide as high."""
    bars = "".join(
        f'<rect x="{x}" width="14" height="50" fill="{ink}"/>' for x in range(0, 800, 20)
    )
    data = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 50">{bars}</svg>'.encode()
    digest = hashlib.sha256(data).hexdigest()
    return replace(logo(variant, ink), data=data, sha256=digest, width=800, height=50)


LONG = (thread("dark", "#14213d"), thread("light", "#ffffff"))


def made(asked: Brief) -> Rendering:
    rendering = compose(asked, allow_extension=False, encode_png=False)
    assert isinstance(rendering, Rendering)
    assert rendering.contrast_failures == ()
    return rendering


@pytest.mark.parametrize("size", ["story-1080x1920", "reel-1080x1920"])
def test_a_logo_too_wide_for_the_place_beside_a_button_stands_above_the_words(
    size: str,
) -> None:
    layers = made(brief(photo("stripes"), size, "split", WORDS, logos=LONG)).spec.layers
    mark = next(Rect(*x.box) for x in layers if isinstance(x, LogoLayer))
    panels = [x for x in layers if isinstance(x, PanelLayer)]
    tops = [ln.box[1] for x in layers if isinstance(x, TextLayer) for ln in x.lines]
    assert [x.purpose for x in panels] == ["ground"]
    assert Rect(*panels[0].box).holds(mark)
    assert mark.bottom < min(tops)


@pytest.mark.parametrize("template", ["overlay", "panel"])
@pytest.mark.parametrize("seed", range(4))
def test_no_seed_keeps_words_on_a_photo_that_the_first_one_leaves(template: str, seed: int) -> None:
    # A card may lie on stripes, but on nobody.
    shot = photo("stripes", facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    first = made(brief(shot, "linkedin-feed", template, WORDS))
    other = made(brief(shot, "linkedin-feed", template, WORDS, choices=Choices(seed=seed)))
    for rendering in (first, other):
        panels = [x for x in rendering.spec.layers if isinstance(x, PanelLayer)]
        assert [x.purpose for x in panels] == ["ground"]
        assert panels[0].box[3] == rendering.spec.height


@pytest.mark.parametrize("seed", range(4))
def test_bare_words_that_leave_a_photo_stand_in_the_middle_of_their_field(seed: int) -> None:
    asked = brief(photo("stripes"), "linkedin-feed", "overlay", WORDS, choices=Choices(seed=seed))
    spec = made(asked).spec
    tops = [ln.box[1] for x in spec.layers if isinstance(x, TextLayer) for ln in x.lines]
    assert min(tops) > 0.2 * spec.height
