"""A band above everything that carries a logo which would need a plate on its field: in every look
that has room for one, in a colour that the logo reads on and that can be told from the field.
"""

from __future__ import annotations

import pytest

from brandstudio.models.choices import Choices, LogoChoice
from brandstudio.models.designs import DesignSpec, LogoLayer, PanelLayer, Slots, TextLayer
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.contrast import pair_ratio
from brandstudio.render.geometry import Rect

from .conftest import brief, logo, photo

DARK = (logo("dark", "#14213d"),)
WORDS = {
    "look-big-type": Slots(headline="The summer sale is on", subhead="Up to half off."),
    "look-statistic": Slots(subhead="of visitors come back.", own={"figure": "83%"}),
    "look-event": Slots(headline="What comes after growth?", own={"date": "Thu 12 March"}),
}


def drawn(look: str, size: str, **more: object) -> DesignSpec:
    choices = more.pop("choices", None) or Choices(scheme="dark")
    asked = brief(photo("night"), size, look, WORDS[look], logos=DARK, choices=choices, **more)  # type: ignore[arg-type]
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert rendering.contrast_failures == ()
    return rendering.spec


def panels(spec: DesignSpec, purpose: str) -> list[PanelLayer]:
    return [x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == purpose]


@pytest.mark.parametrize("size", ["square", "linkedin-feed"])
@pytest.mark.parametrize("look", sorted(WORDS))
def test_a_logo_that_no_field_of_a_scheme_carries_stands_in_a_band(look: str, size: str) -> None:
    spec = drawn(look, size)
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
