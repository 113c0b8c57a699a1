"""The colour of a field of words beside a photo: the brand's, by what suits the photo."""

from __future__ import annotations

import pytest

from brandstudio.models.designs import PanelLayer
from brandstudio.pixels import colour
from brandstudio.render.brief import Look
from brandstudio.render.compose import Rendering, compose

from .conftest import brief, facts, photo

NAVY = Look(
    palette=(("primary", "#14213d"), ("accent", "#fca311"), ("background", "#ffffff"), ("text", "#14213d"))
)  # fmt: skip
GREY = Look(
    palette=(("primary", "#000000"), ("accent", "#222222"), ("background", "#ffffff"), ("text", "#111111"))
)  # fmt: skip


def field_of(look: Look, name: str, template: str = "panel") -> str:
    """The colour of the field that words stand on which left a photo full of a face."""
    full = photo(name, facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    made = compose(
        brief(full, "linkedin-feed", template, look=look, logos=()), allow_extension=False
    )
    assert isinstance(made, Rendering)
    assert made.contrast_failures == ()
    return next(x for x in made.spec.layers if isinstance(x, PanelLayer)).colour


def test_a_dark_photo_has_the_brands_dark_beside_it_and_a_bright_one_a_tint() -> None:
    assert field_of(NAVY, "night") == "#14213d"
    light, chroma, _ = colour.hex_to_oklch(field_of(NAVY, "snow"))
    assert light > 0.9
    assert chroma > 0.015


@pytest.mark.parametrize("name", ["night", "snow"])
def test_a_brand_in_black_and_white_stays_so(name: str) -> None:
    for template in ("panel", "split"):
        assert colour.hex_to_oklch(field_of(GREY, name, template))[1] < 0.01


def test_a_panel_and_a_split_of_one_bright_photo_have_other_fields() -> None:
    assert field_of(NAVY, "snow", "split") == "#14213d"
    assert field_of(NAVY, "snow", "panel") != "#14213d"
