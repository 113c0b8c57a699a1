"""A picture of too few pixels for a banner is told to whom it concerns."""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace

import pytest
from PIL import Image

from brandstudio.render.brief import LogoFile, Photo
from brandstudio.render.compose import Rendering, compose

from .conftest import LOGOS, brief, photo


def _picture_of(width: int, height: int) -> Photo:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), (40, 60, 90)).save(buffer, "JPEG")
    data = buffer.getvalue()
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/jpeg", width, height)


@pytest.mark.parametrize(("width", "soft"), [(640, True), (1500, False)])
def test_a_photo_that_is_enlarged_a_lot_is_told(width: int, soft: bool) -> None:
    rendering = compose(
        brief(_picture_of(width, width * 9 // 16), size="linkedin-cover"), allow_extension=False
    )
    assert isinstance(rendering, Rendering)
    said = [
        warning for warning in rendering.warnings if "looks soft" in warning and "photo" in warning
    ]
    assert bool(said) == soft
    if soft:
        assert "only 640 pixels across where the banner needs 1920" in said[0]


@pytest.mark.parametrize(("width", "soft"), [(40, True), (800, False)])
def test_a_logo_of_few_pixels_is_told_unless_it_is_a_drawing(width: int, soft: bool) -> None:
    buffer = io.BytesIO()
    Image.new("RGBA", (width, width // 4), (255, 255, 255, 255)).save(buffer, "PNG")
    data = buffer.getvalue()
    small = LogoFile(
        "main", "light", data, "image/png", hashlib.sha256(data).hexdigest(), width, width // 4
    )
    drawing = replace(LOGOS[1], width=width, height=width // 4)
    for file, told in ((small, soft), (drawing, False)):
        rendering = compose(
            brief(photo("night"), size="linkedin-cover", logos=(file,)), allow_extension=False
        )
        assert isinstance(rendering, Rendering)
        assert any(layer.kind == "logo" for layer in rendering.spec.layers)
        assert any("The logo is only" in warning for warning in rendering.warnings) == told
