"""A logo that reads on no ground of a scheme: the ground is another of the brand's colours, and it is
said. Where a person chose the ground's colour itself, a band above everything carries the logo, in
every look that has room for one.
"""

from __future__ import annotations

import pytest
from sampling import one_of

from brandstudio.models.choices import Choices, LogoChoice
from brandstudio.models.designs import DesignSpec, LogoLayer, PanelLayer, Slots, TextLayer
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.contrast import pair_ratio
from brandstudio.render.geometry import Rect

from .conftest import brief, logo, photo
from .gallery import known_pictures, photo_of

DARK = (logo("dark", "#14213d"),)
WORDS = {
    "look-big-type": Slots(headline="The summer sale is on", subhead="Up to half off."),
    "look-statistic": Slots(subhead="of visitors come back.", own={"figure": "83%"}),
    "look-event": Slots(headline="What comes after growth?", own={"date": "Thu 12 March"}),
}


def drawn(look: str, size: str, **more: object) -> DesignSpec:
    return rendered(look, size, **more).spec


def rendered(look: str, size: str, **more: object) -> Rendering:
    choices = more.pop("choices", None) or Choices(scheme="dark")
    asked = brief(photo("night"), size, look, WORDS[look], logos=DARK, choices=choices, **more)  # type: ignore[arg-type]
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert rendering.contrast_failures == ()
    return rendering


def panels(spec: DesignSpec, purpose: str) -> list[PanelLayer]:
    return [x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == purpose]


@pytest.mark.parametrize("size", ["square", "linkedin-feed"])
@pytest.mark.parametrize("look", sorted(WORDS))
def test_a_ground_that_carries_no_logo_gives_way_to_a_brand_colour_that_does(
    look: str, size: str
) -> None:
    made = rendered(look, size)
    (ground,) = panels(made.spec, "ground")
    assert panels(made.spec, "plate") == panels(made.spec, "mat") == []
    assert pair_ratio(ground.colour, "#14213d") > 3
    (said,) = [w for w in made.warnings if "No file of the logo reads" in w]
    assert f"the ground is {ground.colour}" in said


@pytest.mark.parametrize("scheme", ["dark", "accent"])
def test_a_ground_that_carries_the_logo_stays_the_schemes_own(scheme: str) -> None:
    light = (logo("light", "#ffffff"), *DARK)
    choices = Choices(scheme=scheme)
    asked = brief(
        photo("night"), "square", "look-event", WORDS["look-event"], logos=light, choices=choices
    )
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    role = {"dark": "text", "accent": "accent"}[scheme]
    assert [x.colour for x in panels(made.spec, "ground")] == [asked.look.role(role)]
    assert not any("No file of the logo" in w for w in made.warnings)


@pytest.mark.parametrize("size", ["square", "linkedin-feed"])
@pytest.mark.parametrize("look", sorted(WORDS))
def test_a_logo_stands_in_a_band_where_a_person_chose_a_ground_that_does_not_carry_it(
    look: str, size: str
) -> None:
    spec = drawn(look, size, choices=Choices(scheme="dark", colours={"ground": "#14213d"}))
    band, field = panels(spec, "mat")[0], panels(spec, "ground")[0]
    mark = next(Rect(*x.box) for x in spec.layers if isinstance(x, LogoLayer))
    assert panels(spec, "plate") == []
    assert band.box[:3] == (0, 0, spec.width)
    assert Rect(*band.box).holds(mark)
    assert pair_ratio(band.colour, field.colour) > 1.3
    lines = [line for x in spec.layers if isinstance(x, TextLayer) for line in x.lines]
    assert all(not Rect(*band.box).meets(Rect(*line.box)) for line in lines if line.box[2] > 0)


def test_a_person_who_named_the_logos_place_gets_no_band() -> None:
    chosen = Choices(scheme="dark", logo=LogoChoice(place="bottom-right"))
    spec = drawn("look-big-type", "square", choices=chosen)
    assert panels(spec, "mat") == []
    assert panels(spec, "plate")


@pytest.mark.parametrize("size", ["skyscraper-160x600", "narrow-skyscraper-120x600"])
@pytest.mark.parametrize("name", one_of(3, ["coffee", "astronaut", "citrus"]))
def test_a_field_above_a_framed_photo_keeps_a_row_for_the_logo(size: str, name: str) -> None:
    """Else it stands on the photo's rim, or on a plate that breaks out of the frame."""
    words = Slots(headline="Coffee from the hills of Huila", button_text="Order")
    shot = photo_of(known_pictures()[f"{name}, plain"])
    made = compose(brief(shot, size, "panel", words), allow_extension=False)
    assert isinstance(made, Rendering)
    boxes = {layer.kind: Rect(*layer.box) for layer in made.spec.layers}
    assert not boxes["logo"].meets(boxes["photo"])
    assert not any(x.purpose == "plate" for x in made.spec.layers if isinstance(x, PanelLayer))
