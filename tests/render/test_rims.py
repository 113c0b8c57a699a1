"""A photo whose file ends in a clear line is shown without that line."""

from __future__ import annotations

import hashlib
import io

import numpy as np
import pytest
from PIL import Image

from brandstudio.models.designs import PhotoLayer, Slots
from brandstudio.render.brief import Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.draw import draw
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.layers import asset_of
from brandstudio.render.layout.rims import clear_lines, within_rim

from .conftest import STACK, brief, facts

WORDS = Slots(headline="The harbour opens again", button_text="See more")


def dark(lines: tuple[int, int, int, int], *, hole: bool = False) -> Photo:
    """A dark photo with clear lines at its left, top, right and bottom."""
    grain = np.random.default_rng(3).integers(20, 60, (600, 900, 4), dtype=np.uint8)
    left, top, right, bottom = lines
    grain[..., 3] = 0
    grain[top : 600 - bottom, left : 900 - right, 3] = 255
    if hole:
        grain[200:260, 300:400, 3] = 0
    buffer = io.BytesIO()
    Image.fromarray(grain).save(buffer, "PNG")
    data = buffer.getvalue()
    seen = facts((0.4, 0.4, 0.6, 0.8), size=(160, 107))
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/png", 900, 600, facts=seen)


@pytest.mark.parametrize("lines", [(0, 1, 0, 1), (2, 0, 1, 0), (1, 1, 1, 1), (0, 3, 0, 0)])
@pytest.mark.parametrize(
    ("size", "template"),
    [("square", "split"), ("story-1080x1920", "split"), ("linkedin-cover", "overlay")],
)
def test_no_pale_line_stands_at_the_edge_of_a_photo(
    size: str, template: str, lines: tuple[int, int, int, int]
) -> None:
    photo = dark(lines)
    made = compose(brief(photo, size, template, WORDS), allow_extension=False)
    assert isinstance(made, Rendering)
    layer = next(x for x in made.spec.layers if isinstance(x, PhotoLayer))
    alone = made.spec.model_copy(update={"layers": [layer]})
    picture = np.asarray(draw(alone, {photo.sha256: photo.data}, STACK).convert("RGB"))
    x0, y0, x1, y1 = Rect(*layer.box).pixels(made.spec.width, made.spec.height)
    shown = picture[y0:y1, x0:x1]
    rim = np.concatenate((shown[0], shown[-1], shown[:, 0], shown[:, -1]))
    assert rim.max() < 70
    assert abs(layer.crop[2] / layer.crop[3] - layer.box[2] / layer.box[3]) < 0.01


def test_what_is_clear_by_design_and_what_is_whole_stay_as_they_are() -> None:
    for photo in (dark((0, 1, 0, 1), hole=True), dark((0, 40, 0, 0)), dark((0, 0, 0, 0))):
        assets, box = {photo.sha256: photo.data}, Rect(0, 0, 900, 600)
        assert clear_lines(asset_of(photo), assets) == (0, 0, 0, 0)
        assert within_rim(box, Rect(0, 0, 450, 300), asset_of(photo), assets) == box


def test_a_crop_off_the_rim_is_not_moved() -> None:
    photo, box = dark((1, 1, 1, 1)), Rect(100, 100, 300, 200)
    assets, frame = {photo.sha256: photo.data}, Rect(0, 0, 300, 200)
    assert clear_lines(asset_of(photo), assets) == (1, 1, 1, 1)
    assert within_rim(box, frame, asset_of(photo), assets) == box
