"""A logo in one of the brand's colours: where a rule allows it, before a plate, and never as a blot."""

from __future__ import annotations

import hashlib

import pytest

from brandstudio.language.rule_sentences import check_from
from brandstudio.models.choices import Choices, ScrimChoice
from brandstudio.models.designs import LogoLayer, PanelLayer
from brandstudio.models.rules import RuleCheck
from brandstudio.render.brief import LogoFile, Photo
from brandstudio.render.compose import Rendering, compose

from .conftest import brief, logo, photo
from .test_taste import firs

ALLOWED = RuleCheck(measure="logo_one_colour", op="is", value=True)
ON_PHOTO = Choices(scrim=ScrimChoice(kind="linear"))


def drawn(files: tuple[LogoFile, ...], *rules: RuleCheck) -> tuple[LogoLayer, bool]:
    """The logo's layer on a photo of the night, and whether a plate is behind it."""
    rendering = compose(
        brief(photo("night"), "square", logos=files, choices=ON_PHOTO, rules=rules),
        allow_extension=False,
    )
    assert isinstance(rendering, Rendering)
    layers = rendering.spec.layers
    plate = any(isinstance(x, PanelLayer) and x.purpose == "plate" for x in layers)
    return next(x for x in layers if isinstance(x, LogoLayer)), plate


def svg(inside: str) -> LogoFile:
    data = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80">{inside}</svg>'.encode()
    digest = hashlib.sha256(data).hexdigest()
    return LogoFile("main", "any", data, "image/svg+xml", digest, 200, 80)


TWO_PARTS = svg(
    '<circle cx="40" cy="40" r="30" fill="#3a1212"/><rect x="90" y="25" width="100" height="30" fill="#14213d"/>'
)
STAR_ON_A_DISC = svg(
    '<circle cx="100" cy="40" r="38" fill="#14213d"/><rect x="75" y="30" width="50" height="20" fill="#7a1f1f"/>'
)


def test_a_rule_lets_a_logo_be_drawn_in_one_colour_of_the_brand_before_it_gets_a_plate() -> None:
    layer, plate = drawn((TWO_PARTS,))
    assert plate
    assert layer.tint is None
    layer, plate = drawn((TWO_PARTS,), ALLOWED)
    assert not plate
    assert layer.tint == "#ffffff"


def test_a_rule_that_forbids_it_keeps_the_plate() -> None:
    _, plate = drawn((TWO_PARTS,), ALLOWED.model_copy(update={"value": False}))
    assert plate


def test_a_logo_whose_parts_only_colours_tell_apart_is_never_made_a_blot() -> None:
    layer, plate = drawn((STAR_ON_A_DISC,), ALLOWED)
    assert plate
    assert layer.tint is None


def test_a_file_that_reads_as_it_is_keeps_its_colours() -> None:
    layer, plate = drawn((logo("light", "#ffffff"),), ALLOWED)
    assert not plate
    assert layer.tint is None


def test_words_that_leave_a_photo_for_the_logos_sake_say_so() -> None:
    def told(shot: Photo, *files: LogoFile) -> str:
        drawn = compose(brief(shot, "square", logos=files), allow_extension=False)
        assert isinstance(drawn, Rendering)
        return " ".join(drawn.warnings)

    dark = logo("light", "#101418")
    assert "the logo would need a plate" in told(photo("snow"), logo("light", "#ffffff"))
    assert "beside it" not in told(photo("night"))
    assert "the words would need a scrim" in told(firs(*(x / 12 for x in range(12))), dark)


def test_a_plate_hangs_from_a_dark_photo_that_its_words_need_no_veil_on() -> None:
    asked = brief(photo("night"), "square", logos=(logo("light", "#101418"),))
    drawn = compose(asked, allow_extension=False)
    assert isinstance(drawn, Rendering)
    plate = next(x for x in drawn.spec.layers if isinstance(x, PanelLayer) and x.purpose == "plate")
    assert plate.box[1] < 0
    assert "beside it" not in " ".join(drawn.warnings)


@pytest.mark.parametrize(
    "sentence",
    [
        "The logo may be drawn in one colour",
        "Das Logo darf einfarbig sein",
        "El logo puede ir en un solo color",
    ],
)
def test_the_rule_can_be_said_in_a_sentence(sentence: str) -> None:
    assert check_from("logo", sentence) == ALLOWED
