"""The files of a logo in several shapes: a stacked one is no speck in the box of a wide one."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from brandstudio.models.choices import Choices, ScrimChoice
from brandstudio.models.designs import LogoLayer, PanelLayer
from brandstudio.render.brief import LogoFile
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.layout.logo_shapes import in_shapes

from .conftest import brief, logo, photo

ON_PHOTO = Choices(scrim=ScrimChoice(kind="linear"))


def stacked(variant: str, ink: str) -> LogoFile:
    """A mark of 100 x 80 over a word."""
    data = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80"><rect x="25" width="50" height="48" '
        f'fill="{ink}"/><rect y="58" width="100" height="22" fill="{ink}"/></svg>'
    ).encode()
    wide = logo(variant, ink)
    digest = hashlib.sha256(data).hexdigest()
    return replace(wide, name="stacked", data=data, sha256=digest, width=100, height=80)


def drawn(*files: LogoFile) -> tuple[LogoLayer, bool]:
    """The logo's layer on a photo of the night, and whether a plate is behind it."""
    asked = brief(photo("night"), "square", logos=files, choices=ON_PHOTO)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    layers = rendering.spec.layers
    plate = any(isinstance(x, PanelLayer) and x.purpose == "plate" for x in layers)
    return next(x for x in layers if isinstance(x, LogoLayer)), plate


def test_files_are_one_shape_where_each_fills_most_of_the_others_box() -> None:
    dark, light = logo("dark", "#14213d"), logo("light", "#ffffff")
    small = stacked("dark", "#14213d")
    assert in_shapes((dark, small, light)) == ((dark, light), (small,))
    assert in_shapes((small, dark)) == ((small,), (dark,))
    assert in_shapes((dark, stacked("light", "#ffffff")), "light")[0][0].name == "stacked"
    assert in_shapes(()) == ()


def test_a_stacked_file_is_not_drawn_into_the_box_of_a_wide_one_that_reads() -> None:
    layer, _ = drawn(logo("light", "#ffffff"), stacked("light", "#ffffff"))
    assert layer.name == "main"


def test_a_stacked_file_that_alone_reads_stands_as_large_as_the_wide_one_would() -> None:
    layer, plate = drawn(logo("dark", "#0b1020"), stacked("light", "#ffffff"))
    wide, _ = drawn(logo("light", "#ffffff"))
    assert (layer.name, plate) == ("stacked", False)
    shape = layer.box[2] / layer.box[3]
    assert 1.2 < shape < 1.3
    assert layer.box[2] * layer.box[3] > 0.6 * wide.box[2] * wide.box[3]
