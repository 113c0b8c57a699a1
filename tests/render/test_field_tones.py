"""The colour of a field of words beside a photo: the brand's, by what suits the photo."""

from __future__ import annotations

import pytest

from brandstudio.models.designs import ButtonLayer, LogoLayer, PanelLayer, PhotoLayer, TextLayer
from brandstudio.pixels import colour
from brandstudio.render.brief import Look
from brandstudio.render.compose import Rendering, compose

from .conftest import brief, facts, logo, photo

NAVY = Look(
    palette=(("primary", "#14213d"), ("accent", "#fca311"), ("background", "#ffffff"), ("text", "#14213d"))
)  # fmt: skip
GREY = Look(
    palette=(("primary", "#000000"), ("accent", "#222222"), ("background", "#ffffff"), ("text", "#111111"))
)  # fmt: skip


RED = Look(
    palette=(("primary", "#d0142c"), ("accent", "#d0142c"), ("background", "#ffffff"), ("text", "#2a1215"))
)  # fmt: skip
YELLOW = Look(
    palette=(("primary", "#ffd60a"), ("accent", "#141414"), ("background", "#ffffff"), ("text", "#141414"))
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


@pytest.mark.parametrize("name", ["night", "snow"])
def test_a_panel_that_left_its_photo_has_the_brands_first_colour(name: str) -> None:
    for look in (RED, NAVY):
        light, chroma, hue = colour.hex_to_oklch(field_of(look, name))
        _, _, first = colour.hex_to_oklch(look.role("primary"))
        assert light < 0.6
        assert chroma > 0.03
        assert abs(hue - first) < 3


@pytest.mark.parametrize("name", ["night", "snow"])
def test_a_brand_in_black_and_white_stays_so(name: str) -> None:
    for template in ("panel", "split"):
        assert colour.hex_to_oklch(field_of(GREY, name, template))[1] < 0.01


@pytest.mark.parametrize("name", ["night", "snow"])
@pytest.mark.parametrize("look", [NAVY, RED, YELLOW], ids=["navy", "red", "yellow"])
def test_an_overlays_words_that_left_their_photo_have_another_field_than_a_split(
    look: Look, name: str
) -> None:
    full = photo(name, facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    fields = set()
    for template in ("split", "overlay", "panel"):
        asked = brief(full, "linkedin-feed", template, look=look, logos=())
        made = compose(asked, allow_extension=False)
        assert isinstance(made, Rendering)
        field = next(x for x in made.spec.layers if isinstance(x, PanelLayer))
        fields.add((field.colour, field.box[0] > 0))
    assert len(fields) == 3


@pytest.mark.parametrize("size", ["linkedin-feed", "square", "portrait"])
def test_a_panel_that_left_its_photo_has_a_splits_colour_only_at_another_side(size: str) -> None:
    full = photo("snow", facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    fields = []
    for template in ("split", "panel"):
        made = compose(brief(full, size, template, look=RED, logos=()), allow_extension=False)
        assert isinstance(made, Rendering)
        field = next(x for x in made.spec.layers if isinstance(x, PanelLayer))
        fields.append((field.colour, field.box[0] > 0, field.box[1] > 0))
    assert fields[0] != fields[1]


def test_a_vivid_brands_dark_field_has_its_colour_in_headline_and_button() -> None:
    full = photo("night", facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    made = compose(
        brief(full, "linkedin-feed", "overlay", look=YELLOW, logos=()), allow_extension=False
    )
    assert isinstance(made, Rendering)
    field = next(x for x in made.spec.layers if isinstance(x, PanelLayer))
    headline = next(
        x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "headline"
    )
    button = next(x for x in made.spec.layers if isinstance(x, ButtonLayer))
    assert field.colour == "#141414"
    assert headline.colour == "#ffd60a"
    assert button.colour == "#ffd60a"


def test_a_black_button_has_a_label_in_the_colour_of_a_vivid_brand() -> None:
    made = compose(
        brief(photo("snow"), "linkedin-feed", "split", look=YELLOW, logos=()), allow_extension=False
    )
    assert isinstance(made, Rendering)
    button = next(x for x in made.spec.layers if isinstance(x, ButtonLayer))
    label = next(
        x for x in made.spec.layers if isinstance(x, TextLayer) and x.slot == "button_text"
    )
    assert (button.colour, label.colour) == ("#141414", "#ffd60a")


@pytest.mark.parametrize("size", ["linkedin-feed", "square", "story-1080x1920"])
def test_a_brand_whose_only_logo_is_a_dark_one_has_three_fields_that_differ(size: str) -> None:
    full = photo("middle", facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    found = []
    for template in ("split", "panel", "overlay"):
        asked = brief(full, size, template, look=NAVY, logos=(logo("dark", "#14213d"),))
        made = compose(asked, allow_extension=False)
        assert isinstance(made, Rendering)
        assert made.contrast_failures == ()
        field = next(x for x in made.spec.layers if isinstance(x, PanelLayer))
        framed = next(x for x in made.spec.layers if isinstance(x, PhotoLayer)).box[0] > 0
        found.append((field.colour, field.box[0] > 0, field.box[1] > 0, framed))
    assert len(set(found)) == 3


VIOLET = Look(
    palette=(("primary", "#5a27d8"), ("accent", "#ffc918"), ("background", "#fff6ec"), ("text", "#1f1147"))
)  # fmt: skip


def split_of(look: Look, name: str) -> Rendering:
    """A split of a photo by a brand whose only logo is in its first colour."""
    asked = brief(
        photo(name), "linkedin-feed", "split", look=look, logos=(logo("own", look.role("primary")),)
    )
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    assert made.contrast_failures == ()
    return made


@pytest.mark.parametrize(("name", "tabbed"), [("night", True), ("middle", False)])
def test_a_logo_that_reads_on_pale_alone_has_a_tab_on_a_deep_field_where_the_photo_is_dark(
    name: str, *, tabbed: bool
) -> None:
    layers = split_of(VIOLET, name).spec.layers
    field = next(x for x in layers if isinstance(x, PanelLayer) and x.purpose == "ground")
    plates = [x for x in layers if isinstance(x, PanelLayer) and x.purpose == "plate"]
    assert (colour.hex_to_oklch(field.colour)[0] < 0.6) is tabbed
    assert [plate.colour for plate in plates] == ["#fff6ec"] * tabbed
    headline = next(x for x in layers if isinstance(x, TextLayer) and x.slot == "headline")
    left = min(line.box[0] for line in headline.lines)
    assert all(abs(plate.box[0] - left) < 4 and plate.box[1] <= 0 for plate in plates)


def test_a_yellow_button_and_a_vivid_headline_are_the_brands_own_on_a_pale_field() -> None:
    layers = split_of(VIOLET, "middle").spec.layers
    button = next(x for x in layers if isinstance(x, ButtonLayer))
    headline = next(x for x in layers if isinstance(x, TextLayer) and x.slot == "headline")
    assert (button.colour, headline.colour) == ("#ffc918", "#5a27d8")


@pytest.mark.parametrize("template", ["split", "overlay"])
def test_words_below_the_logo_on_a_field_keep_its_distance_from_the_banners_edge(
    template: str,
) -> None:
    full = photo("middle", facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    asked = brief(full, "linkedin-feed", template, look=NAVY, logos=(logo("own", "#14213d"),))
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    mark = next(x for x in made.spec.layers if isinstance(x, LogoLayer))
    button = next(x for x in made.spec.layers if isinstance(x, ButtonLayer))
    below = made.spec.height - button.box[1] - button.box[3]
    assert mark.box[1] < made.spec.height / 4
    assert abs(below - mark.box[1]) < 0.03 * made.spec.height
