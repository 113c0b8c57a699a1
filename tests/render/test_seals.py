"""A round logo whose ink reads on a pale ground alone stands on a disc of its own: with it the two are one seal."""

from __future__ import annotations

import hashlib

import pytest

from brandstudio.models.designs import ButtonLayer, LogoLayer, PanelLayer, Slots, TextLayer
from brandstudio.render.brief import LogoFile
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.logo_shapes import is_round
from brandstudio.render.proof.respec import redraw

from .conftest import STACK, assets_of, brief, facts, logo, photo

RING = '<circle cx="50" cy="50" r="48" fill="none" stroke="#101418" stroke-width="3"/>'
MOON = '<circle cx="50" cy="50" r="20" fill="#101418"/>'


def drawing(*shapes: str) -> LogoFile:
    data = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        + "".join(shapes)
        + "</svg>"
    ).encode()
    return LogoFile(
        "seal", "any", data, "image/svg+xml", hashlib.sha256(data).hexdigest(), 100, 100
    )  # type: ignore[arg-type]


SEAL = drawing(RING, MOON)
_LINES = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 260 100" fill="#fff">'
    b'<rect width="260" height="40"/><rect y="60" width="260" height="40"/></svg>'
)
STACKED = LogoFile("two lines", "any", _LINES, "image/svg+xml", hashlib.sha256(_LINES).hexdigest(), 260, 100)  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "seal"),
    [
        (SEAL, True),
        (drawing('<circle cx="50" cy="50" r="49"/>'), True),
        (drawing(RING, '<rect width="12" height="12"/>'), False),
        (drawing('<rect x="5" y="5" width="90" height="90"/>'), False),
        (drawing(MOON), False),
        (drawing('<path d="M2 50a48 48 0 0 1 96 0" fill="none" stroke="#000"/>'), False),
        (logo("light", "#101418"), False),
    ],
)
def test_a_seal_is_a_logo_whose_ink_goes_all_round_and_not_beyond(
    file: LogoFile, seal: bool
) -> None:
    assert is_round(file, {file.sha256: file.data}) is seal


def test_a_dark_seal_stands_on_a_disc_on_a_dark_photo() -> None:
    asked = brief(photo("night"), "square", logos=(SEAL,))
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    mark = Rect(*next(x for x in made.spec.layers if isinstance(x, LogoLayer)).box)
    plate = next(x for x in made.spec.layers if isinstance(x, PanelLayer) and x.purpose == "plate")
    disc = Rect(*plate.box)
    assert disc.width == disc.height == 2 * plate.radius
    assert disc.centre == pytest.approx(mark.centre, abs=1)
    assert Rect(0, 0, made.spec.width, made.spec.height).holds(disc)
    # So the words need not leave their photo for it.
    assert not any(isinstance(x, PanelLayer) and x.purpose == "ground" for x in made.spec.layers)


def test_a_seal_on_its_disc_is_told_again_from_its_spec() -> None:
    asked = brief(photo("night"), "square", logos=(SEAL,))
    first = compose(asked, allow_extension=False)
    assert isinstance(first, Rendering)
    again = redraw(first.spec, asked, assets_of(asked), STACK)
    assert again.image.tobytes() == first.image.tobytes()
    assert again.scores == first.scores


def test_a_seal_that_reads_on_its_field_has_no_disc() -> None:
    made = compose(brief(photo("middle"), template="split", logos=(SEAL,)), allow_extension=False)
    assert isinstance(made, Rendering)
    assert not any(x.purpose == "plate" for x in made.spec.layers if isinstance(x, PanelLayer))


def test_a_logo_on_a_strips_field_is_no_speck_for_the_words_above_it() -> None:
    slots = Slots(
        headline="The table is set at noon",
        subhead="Un menu, deux desserts, vue sur le jardin.",
        button_text="Book",
    )
    asked = brief(photo("busy"), "email-header", "split", slots, logos=(STACKED,))
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    mark = next(x for x in made.spec.layers if isinstance(x, LogoLayer))
    button = next(x for x in made.spec.layers if isinstance(x, ButtonLayer))
    assert mark.box[3] >= 0.8 * button.box[3]


def test_on_a_strips_field_the_logo_stands_beside_the_button_before_it_is_small_above_the_words() -> (
    None
):
    slots = Slots(headline="Rain is better", subhead="In eleven days.", button_text="Get a quote")
    for template in ("split", "overlay"):
        full = photo("busy", facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
        made = compose(
            brief(full, "email-header", template, slots, logos=(STACKED,)), allow_extension=False
        )
        assert isinstance(made, Rendering)
        mark = next(x for x in made.spec.layers if isinstance(x, LogoLayer))
        button = next(x for x in made.spec.layers if isinstance(x, ButtonLayer))
        assert abs(mark.box[1] + mark.box[3] / 2 - button.box[1] - button.box[3] / 2) <= 1
        first = next(x for x in made.spec.layers if isinstance(x, TextLayer)).lines[0]
        below = made.spec.height - button.box[1] - button.box[3]
        assert abs(first.box[1] - below) < 0.04 * made.spec.height
