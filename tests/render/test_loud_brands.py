"""What a banner takes from a brand of loud colours, and from one whose logo reads on a pale ground alone:
the brand's own colours, and no tone made for it.
"""

from __future__ import annotations

import pytest

from brandstudio.models.designs import (
    ButtonLayer,
    DesignSpec,
    PanelLayer,
    Slots,
    TextLayer,
)
from brandstudio.pixels import colour
from brandstudio.render.brief import Brief, Look
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import logos
from brandstudio.render.proof.respec import redraw

from .conftest import STACK, assets_of, brief, facts, logo, photo

#: Three loud colours: no dark to write in, no pale one to write on.
LOUD = Look(palette=(("primary", "#f0468c"), ("accent", "#ffcc33"), ("background", "#19b0d8")))
GREEN = Look(
    palette=(("primary", "#0a8a5c"), ("accent", "#ffdd44"), ("background", "#ffffff"), ("text", "#07251c"))
)  # fmt: skip
GREEN_LOGO = (logo("any", "#0a8a5c"),)
FACE = facts(faces=((0.3, 0.1, 0.7, 0.9),))
PORTRAIT = photo("busy", facts=FACE)


def spec_of(asked: Brief) -> DesignSpec:
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    assert made.contrast_failures == ()
    return made.spec


def panels(spec: DesignSpec) -> dict[str, PanelLayer]:
    return {x.purpose: x for x in spec.layers if isinstance(x, PanelLayer)}


@pytest.mark.parametrize("template", ["split", "overlay", "panel"])
def test_a_loud_brand_has_a_button_of_its_own_palette(template: str) -> None:
    spec = spec_of(brief(PORTRAIT, template=template, look=LOUD, logos=GREEN_LOGO))
    fill = next(x for x in spec.layers if isinstance(x, ButtonLayer)).colour
    apart = [
        abs((colour.hex_to_oklch(fill)[2] - colour.hex_to_oklch(c)[2] + 180) % 360 - 180)
        for c in LOUD.all_colours
    ]
    assert min(apart) < 8
    light, chroma, _ = colour.hex_to_oklch(fill)
    assert light > 0.55
    assert chroma > 0.1


@pytest.mark.parametrize("template", ["split", "overlay", "panel"])
def test_a_brand_that_names_no_dark_gets_no_charcoal_field(template: str) -> None:
    spec = spec_of(brief(PORTRAIT, template=template, look=LOUD, logos=GREEN_LOGO))
    assert all(colour.hex_to_oklch(x.colour)[0] > 0.5 for x in panels(spec).values())


@pytest.mark.parametrize(("corners", "formed", "part"), [("soft", False, 0.5), ("soft", True, 0.2), ("square", True, 0.0)])  # fmt: skip
def test_a_button_is_a_pill_unless_the_brand_says_what_its_corners_are(
    corners: str, formed: bool, part: float
) -> None:
    look = Look(palette=GREEN.palette, corners=corners, formed=formed)  # type: ignore[arg-type]
    spec = spec_of(brief(PORTRAIT, template="split", look=look))
    button = next(x for x in spec.layers if isinstance(x, ButtonLayer))
    assert button.radius == pytest.approx(part * button.box[3], abs=0.01)


def test_a_middling_logo_reads_on_white_and_not_on_the_dark_that_it_glows_dimly_on() -> None:
    assets = assets_of(brief(PORTRAIT, logos=GREEN_LOGO))
    assert logos.reads_on(GREEN_LOGO, "#ffffff", GREEN, assets)
    assert not logos.reads_on(GREEN_LOGO, "#07251c", GREEN, assets)
    pale = (logo("any", "#f4efe6"),)
    assert logos.reads_on(pale, "#07251c", GREEN, assets_of(brief(PORTRAIT, logos=pale)))


def test_a_panel_whose_logo_needs_white_is_a_field_of_the_brand_with_a_tab_for_it() -> None:
    found = panels(spec_of(brief(PORTRAIT, template="panel", look=GREEN, logos=GREEN_LOGO)))
    field, tab = Rect(*found["ground"].box), Rect(*found["plate"].box)
    light, _, hue = colour.hex_to_oklch(found["ground"].colour)
    assert abs(hue - colour.hex_to_oklch("#0a8a5c")[2]) < 3
    assert light < 0.6
    assert found["plate"].colour == "#ffffff"
    assert tab.y < 0
    assert field.x <= tab.x
    assert tab.right <= field.right


PASTEL = Look(palette=(("primary", "#ffe04a"), ("secondary", "#ffb9d6"), ("accent", "#a9e4ff")))


@pytest.mark.parametrize("template", ["split", "panel", "look-event"])
def test_a_brand_of_pastels_whose_logo_is_as_pale_has_a_deep_field_in_a_hue_of_its_own(
    template: str,
) -> None:
    """A yellow's dark is an olive, so it is the blue's; and no black box lies behind the logo."""
    spec = spec_of(brief(PORTRAIT, template=template, look=PASTEL, logos=(logo("any", "#ffedf4"),)))
    found = panels(spec)
    light, chroma, hue = colour.hex_to_oklch(found["ground"].colour)
    assert "plate" not in found
    assert light < 0.4
    assert chroma > 0.04
    assert abs(hue - colour.hex_to_oklch("#a9e4ff")[2]) < 30 or hue > 330 or hue < 20
    button = next(x for x in spec.layers if isinstance(x, ButtonLayer))
    assert colour.hex_to_oklch(button.colour)[0] > 0.8


def test_a_button_whose_accent_is_as_light_as_its_field_is_pale_with_a_label_in_it() -> None:
    teal = Look(palette=(("primary", "#007a8a"), ("accent", "#e12d5f"), ("background", "#eef9fa")))
    spec = spec_of(brief(PORTRAIT, template="split", look=teal, logos=(logo("any", "#ffffff"),)))
    button = next(x for x in spec.layers if isinstance(x, ButtonLayer))
    label = next(x for x in spec.layers if isinstance(x, TextLayer) and x.slot == "button_text")
    assert (button.colour, label.colour) == ("#eef9fa", "#e12d5f")


def test_a_tab_on_a_field_is_told_again_from_its_spec() -> None:
    asked = brief(PORTRAIT, template="panel", look=GREEN, logos=GREEN_LOGO)
    first = compose(asked, allow_extension=False)
    assert isinstance(first, Rendering)
    again = redraw(first.spec, asked, assets_of(asked), STACK)
    assert again.image.tobytes() == first.image.tobytes()
    assert again.scores == first.scores


def test_a_figure_that_its_accent_is_too_faint_for_has_the_first_colour_and_that_is_said() -> None:
    slots = Slots(headline="of the pots live on", own={"figure": "82%"})
    made = compose(
        brief(PORTRAIT, "square", "look-statistic", slots, GREEN, logos=GREEN_LOGO),
        allow_extension=False,
    )
    assert isinstance(made, Rendering)
    texts = (x for x in made.spec.layers if isinstance(x, TextLayer))
    assert next(x for x in texts if x.slot == "figure").colour == "#0a8a5c"
    assert any("#ffdd44" in told and "#0a8a5c" in told for told in made.warnings)
