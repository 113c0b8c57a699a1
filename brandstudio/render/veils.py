"""Scrims painted: the photo under them calmed, then a colour laid on in their shape."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

import numpy as np
from PIL import Image, ImageChops, ImageFilter

from brandstudio.models.designs import ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import shapes

#: Up to this share of a scrim's lights the photo keeps its tones; above it they are compressed.
_KNEE: Final = 0.55
#: A photo is blurred at this part of its size: what is blurred has no detail to lose.
_SMALLER: Final = 4


def paint(canvas: Image.Image, layer: ScrimLayer) -> None:
    """Paint a scrim onto an RGB canvas, in place."""
    x, y = round(layer.box[0]), round(layer.box[1])
    if layer.lights is not None or layer.blur:
        calm(canvas, layer)
    if layer.shape == "soft":
        if layer.opacity_start > 0:
            canvas.paste(colour.parse_hex(layer.colour), (x, y), shapes.scrim(layer))
    else:
        _paint_straight(canvas, layer, x, y)


def calm(canvas: Image.Image, layer: ScrimLayer) -> None:
    """Blur the photo under a scrim and bring down its lights, in the scrim's shape, in place."""
    x, y = round(layer.box[0]), round(layer.box[1])
    shape = shapes.scrim(layer.model_copy(update={"opacity_start": 1.0, "opacity_end": 0.0}))
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + shape.width, canvas.width), min(y + shape.height, canvas.height)
    if right <= left or bottom <= top:
        return
    mask = shape.crop((left - x, top - y, right - x, bottom - y))
    made = canvas.crop((left, top, right, bottom))
    if layer.blur:
        made = _blurred(made, layer.blur)
    if layer.lights is not None:
        made = _dimmed(made, layer.lights)
    canvas.paste(made, (left, top), mask)


def _blurred(picture: Image.Image, radius: float) -> Image.Image:
    """The picture blurred by a Gaussian of ``radius`` px, computed on a smaller one."""
    size = picture.size
    small = picture.reduce(_SMALLER) if min(size) > 2 * _SMALLER else picture
    soft = small.filter(ImageFilter.GaussianBlur(radius * small.width / size[0]))
    return soft.resize(size, Image.Resampling.BICUBIC)


def _dimmed(picture: Image.Image, lights: int) -> Image.Image:
    """The picture with its lights compressed below ``lights``: each pixel's channels are scaled
    alike, so that hues stay.
    """
    factor = picture.convert("L").point(_factors(lights))
    return ImageChops.multiply(picture, Image.merge("RGB", (factor, factor, factor)))


@lru_cache(maxsize=32)
def _factors(lights: int) -> list[int]:
    """By lightness (0 to 255), what channels are multiplied by (255: nothing changes)."""
    grey = np.arange(256, dtype=np.float64)
    knee = _KNEE * lights
    room = lights - knee
    # Continuous in value and slope at the knee, and never above ``lights``.
    over = np.maximum(grey - knee, 0.0)
    curved = np.where(grey <= knee, grey, knee + room * over / (over + room))
    factor = np.ones(256)
    factor[1:] = curved[1:] / grey[1:]
    return [int(v) for v in np.rint(255 * factor)]


def _paint_straight(canvas: Image.Image, layer: ScrimLayer, x: int, y: int) -> None:
    """A scrim at (``x``, ``y``). Where it is even, a table does what a mask does at twice the cost,
    to the same bytes.
    """
    mask, fill = shapes.scrim(layer), colour.parse_hex(layer.colour)
    left, top, right, bottom = shapes.evenly(layer)
    on_canvas = (
        max(x + left, 0),
        max(y + top, 0),
        min(x + right, canvas.width),
        min(y + bottom, canvas.height),
    )
    if on_canvas[0] < on_canvas[2] and on_canvas[1] < on_canvas[3]:
        level = int(cast(int, mask.getpixel((left, top))))
        canvas.paste(canvas.crop(on_canvas).point(shapes.over(level, fill)), on_canvas)
    # What is left of it lies on one side: the even part begins at an edge and reaches across.
    rests = ((0, 0, mask.width, top), (0, bottom, mask.width, mask.height)) if (left, right) == (0, mask.width) else (
        (0, 0, left, mask.height), (right, 0, mask.width, mask.height)
    )  # fmt: skip
    for box in rests:
        if box[0] < box[2] and box[1] < box[3]:
            canvas.paste(fill, (x + box[0], y + box[1]), mask.crop(box))
