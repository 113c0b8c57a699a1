"""Bare words stay on their photo where they can: smaller ones in its free part, light ones in its dark."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from brandstudio.models.designs import (
    ButtonLayer,
    DesignSpec,
    PanelLayer,
    PhotoLayer,
    ScrimLayer,
    Slots,
)
from brandstudio.pixels import colour
from brandstudio.render.brief import LogoFile, Look, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import colours, field_tones
from brandstudio.render.layout.draft import Draft, Nudges, Setting
from brandstudio.render.layout.steps import fit_text

from .conftest import brief, facts, photo
from .test_taste import LIME, bridge_at_dusk, taken


def _made(asked) -> Rendering:  # type: ignore[no-untyped-def]
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    return made


def _photo(spec: DesignSpec) -> PhotoLayer:
    return next(x for x in spec.layers if isinstance(x, PhotoLayer))


def _bottle(width: float):  # type: ignore[no-untyped-def]
    """A thing on a plain blue ground, from 0.58 of its width on to the right."""
    picture = Image.new("RGB", (1600, 900), (120, 170, 230))
    ImageDraw.Draw(picture).rectangle((1600 * (1 - width), 120, 1520, 860), fill=(150, 20, 60))
    return replace(taken(picture), facts=facts(subject=(1 - width, 0.13, 0.95, 0.95)))


@pytest.mark.parametrize(("width", "stays"), [(0.34, True), (0.52, True), (0.8, False)])
def test_words_get_smaller_before_they_leave_a_photo_that_has_a_free_side(
    width: float, stays: bool
) -> None:
    done = _made(brief(_bottle(width), "linkedin-feed", look=LIME, logos=()))
    whole = Rect(*_photo(done.spec).box).width == done.spec.width
    assert whole is stays
    assert not done.contrast_failures


def test_light_words_among_things_of_a_dark_photo_get_a_denser_scrim_and_those_of_a_light_one_a_field() -> (
    None
):
    for deep, stays in ((24, True), (150, False)):
        done = _made(brief(bridge_at_dusk(deep), "linkedin-feed", look=LIME, logos=()))
        fields = [x for x in done.spec.layers if isinstance(x, PanelLayer)]
        veils = [x for x in done.spec.layers if isinstance(x, ScrimLayer) and x.purpose == "words"]
        assert (not fields) is stays
        assert bool(veils) is stays
        assert not done.contrast_failures


def test_words_beside_a_photo_are_no_wider_than_its_larger_half() -> None:
    done = _made(brief(_bottle(0.8), "linkedin-feed", look=LIME, logos=()))
    assert Rect(*_photo(done.spec).box).width > 0.5 * done.spec.width


def test_a_button_is_a_deep_tone_of_an_accent_that_cant_be_told_from_its_field() -> None:
    muted = Look(palette=(("primary", "#a9c0b4"), ("accent", "#d98f86"), ("secondary", "#cdbfdc")))
    done = _made(brief(photo("poster"), "linkedin-feed", "split", look=muted, logos=()))
    button = next(x for x in done.spec.layers if isinstance(x, ButtonLayer))
    label = next(x for x in done.spec.layers if x.kind == "text" and x.slot == "button_text")
    light, chroma, hue = colour.hex_to_oklch(button.colour)
    own = colour.hex_to_oklch("#d98f86")
    assert light < own[0] - 0.06
    assert chroma > 0.05
    assert abs(hue - own[2]) < 6
    assert colours.pair_ratio(label.colour, button.colour) >= 4.5


def test_no_field_is_a_muddy_colour_where_the_brand_has_a_paler_one() -> None:
    browns = Look(
        palette=(("primary", "#8f7d6c"), ("secondary", "#a39382"), ("background", "#c3b6a6"))
    )
    for template in ("split", "panel"):
        done = _made(brief(photo("poster"), "linkedin-feed", template, look=browns, logos=()))
        field = next(x for x in done.spec.layers if isinstance(x, PanelLayer))
        assert colour.hex_to_oklch(field.colour)[0] > 0.73


def test_a_wide_logo_above_the_words_of_a_narrow_card_stays_within_it() -> None:
    data = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 60"><rect width="600" height="60"/></svg>'
    digest = hashlib.sha256(data).hexdigest()
    wide = LogoFile("main", "any", data, "image/svg+xml", digest, 600, 60)
    short = Slots(headline="Now", subhead=None, button_text=None, author_name="A. Lee")
    asked = brief(
        photo("busy"), "linkedin-cover", "article-cover-panel", slots=short, logos=(wide,)
    )
    draft = fit_text(Draft(Setting.of(asked, None), Nudges(inside=True)))
    held = [option for option in draft.options if option.logo_box is not None]
    assert held
    assert all(option.ground.holds(option.logo_box, 1.0) for option in held)


def test_the_band_above_an_article_covers_panel_is_no_muddy_colour_either() -> None:
    browns = Look(
        palette=(("primary", "#8f7d6c"), ("secondary", "#a39382"), ("background", "#c3b6a6"))
    )
    person = replace(photo("busy"), facts=facts(faces=((0.36, 0.25, 0.64, 0.8),)))
    asked = brief(person, "linkedin-cover", "article-cover-panel", look=browns)
    mats = [x for x in _made(asked).spec.layers if isinstance(x, PanelLayer) and x.purpose == "mat"]
    assert mats
    assert all(colour.hex_to_oklch(mat.colour)[0] > 0.73 for mat in mats)


BROWNS = Look(palette=(("primary", "#8f7d6c"), ("secondary", "#a39382"), ("background", "#c3b6a6")))


def test_a_brand_without_a_dark_writes_in_a_dark_of_its_own_hue() -> None:
    ink = colours.dark_text(BROWNS)
    light, chroma, hue = colour.hex_to_oklch(ink)
    assert light < 0.3
    assert chroma > 0.012
    assert abs(hue - colour.hex_to_oklch("#8f7d6c")[2]) < 6
    greys = Look(palette=(("primary", "#808080"), ("background", "#cccccc")))
    assert colours.dark_text(greys) == colours.INK
    navy = Look(palette=(("primary", "#0b2545"), ("background", "#ffffff")))
    assert colours.dark_text(navy) == "#0b2545"


def test_the_button_of_a_muddy_brand_is_deep_on_pale_and_pale_on_the_dark() -> None:
    def button(shot: Photo, template: str) -> ButtonLayer:
        done = _made(brief(shot, "linkedin-feed", template, look=BROWNS, logos=()))
        return next(x for x in done.spec.layers if isinstance(x, ButtonLayer))

    pale = button(photo("poster"), "split")
    assert colour.hex_to_oklch(pale.colour)[0] < 0.4
    assert pale.border is None
    dark = button(photo("night"), "overlay")
    assert dark.colour == "#c3b6a6"


@pytest.mark.parametrize(
    ("palette", "hue"),
    [
        ((("primary", "#8fa396"), ("accent", "#b98a90")), 155),
        ((("primary", "#111111"), ("accent", "#ff4b1f"), ("background", "#ffffff")), None),
        ((("primary", "#e5007d"), ("accent", "#b4f000"), ("background", "#ffffff")), None),
    ],
)
def test_a_pale_field_is_no_tint_of_the_accent(
    palette: tuple[tuple[str, str], ...], hue: float | None
) -> None:
    fill = field_tones.pale_of(Look(palette=palette))
    assert fill is not None
    _, chroma, own = colour.hex_to_oklch(fill)
    if hue is None:
        assert fill == "#ffffff"
    else:
        assert chroma > 0.004
        assert abs(own - hue) < 12
