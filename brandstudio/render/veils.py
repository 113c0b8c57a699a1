"""Scrims painted: the photo under them blurred where that is asked for, then a colour laid on in their
shape, denser where the photo is brighter than it may be.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageFilter

from brandstudio.models.designs import ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import shapes

U8 = NDArray[np.uint8]

#: Up to this share of a scrim's lights the photo keeps its tones; above it they are compressed.
_KNEE: Final = 0.55
#: A photo is blurred at this part of its size: what is blurred has no detail to lose.
_SMALLER: Final = 4
#: So many rows of a colour are laid on at a time.
_STRIP: Final = 64


def paint(canvas: Image.Image, layer: ScrimLayer) -> None:
    """Paint a scrim onto an RGB canvas, in place."""
    x, y = round(layer.box[0]), round(layer.box[1])
    if layer.lights is None and not layer.blur and layer.shape != "soft":
        _paint_straight(canvas, layer, x, y)
        return
    part = _on_canvas(canvas, layer, x, y)
    if part is None:
        return
    within = (part[0] - x, part[1] - y, part[2] - x, part[3] - y)
    cover = shapes.scrim(layer, within)
    if layer.lights is not None or layer.blur:
        whole = layer.model_copy(update={"opacity_start": 1.0, "opacity_end": 0.0})
        mask = shapes.scrim(whole, within)
        photo = canvas if part == (0, 0, *canvas.size) else canvas.crop(part)
        if layer.blur:
            photo = _blurred(photo, layer.blur)
            canvas.paste(photo, part[:2], mask)
        if layer.lights is not None:
            inner = _inner(layer, within)
            cover = _darkening(photo.convert("L"), layer.lights, mask, cover, inner)
    _lay_on(canvas, colour.parse_hex(layer.colour), part[:2], cover)


def _lay_on(
    canvas: Image.Image, fill: tuple[int, int, int], at: tuple[int, int], cover: Image.Image
) -> None:
    """A colour laid on in the shape of a mask. A picture of one colour takes two thirds of the time
    of the colour itself, to the same bytes, and less where it is a strip that stays at hand.
    """
    strip = Image.new("RGB", (cover.width, _STRIP), fill)
    for top in range(0, cover.height, _STRIP):
        part = cover.crop((0, top, cover.width, min(top + _STRIP, cover.height)))
        whole = part.height == _STRIP
        canvas.paste(strip if whole else strip.crop((0, 0, *part.size)), (at[0], at[1] + top), part)


def _inner(layer: ScrimLayer, within: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The part of a cut-out of a scrim over which it is whole; empty where none is known to be."""
    if layer.shape != "soft":
        return 0, 0, 0, 0
    edge = shapes.soft_edge(layer.feather)
    width, height = round(layer.box[2]), round(layer.box[3])
    left, top = max(edge - within[0], 0), max(edge - within[1], 0)
    right = min(width - edge, within[2]) - within[0]
    bottom = min(height - edge, within[3]) - within[1]
    return (left, top, right, bottom) if right > left and bottom > top else (0, 0, 0, 0)


def _darkening(
    grey: Image.Image,
    lights: int,
    mask: Image.Image,
    cover: Image.Image,
    inner: tuple[int, int, int, int],
) -> Image.Image:
    """How much of a colour is laid on: the scrim's own cover, and more where the photo is brighter
    than ``lights`` and the mask is whole. Over ``inner``, where both are even, a table does it.
    """
    losses = _losses(lights)
    left, top, right, bottom = inner
    if right == left:
        return ImageChops.screen(ImageChops.multiply(grey.point(losses), mask), cover)
    each = Image.frombytes("L", (256, 1), bytes(losses))
    level = int(cast(int, cover.getpixel((left, top))))
    table = ImageChops.screen(each, Image.new("L", (256, 1), level)).tobytes()
    width, height = grey.size
    made = Image.new("L", grey.size)
    made.paste(grey.crop(inner).point(list(table)), inner[:2])
    edges = (
        (0, 0, width, top),
        (0, bottom, width, height),
        (0, top, left, bottom),
        (right, top, width, bottom),
    )
    for box in edges:
        if box[0] < box[2] and box[1] < box[3]:
            lost = ImageChops.multiply(grey.crop(box).point(losses), mask.crop(box))
            made.paste(ImageChops.screen(lost, cover.crop(box)), box[:2])
    return made


def _on_canvas(
    canvas: Image.Image, layer: ScrimLayer, x: int, y: int
) -> tuple[int, int, int, int] | None:
    """The part of a canvas (x0, y0, x1, y1) that a scrim at a place lies on; None if none does."""
    left, top = max(x, 0), max(y, 0)
    right = min(x + round(layer.box[2]), canvas.width)
    bottom = min(y + round(layer.box[3]), canvas.height)
    return (left, top, right, bottom) if right > left and bottom > top else None


def dimmed(pixels: U8, lights: int, fill: str) -> U8:
    """Pixels (n, 3) with their lights brought down towards a colour, as `paint` does it where a
    scrim is whole.
    """
    wide = pixels.astype(np.uint32)
    grey = (wide @ np.array([19595, 38470, 7471], np.uint32) + 0x8000) >> 16
    lost = np.array(_losses(lights), np.uint32)[grey][:, None]
    over = np.array(colour.parse_hex(fill), np.uint32)
    return np.asarray((wide * (255 - lost) + over * lost + 127) // 255, dtype=np.uint8)


def lost(grey: U8, lights: int) -> NDArray[np.float32]:
    """How much of each lightness is taken (0 to 1) where lights are brought down to ``lights``."""
    return np.array(_losses(lights), np.float32)[grey] / np.float32(255)


def _blurred(picture: Image.Image, radius: float) -> Image.Image:
    """The picture blurred by a Gaussian of ``radius`` px, computed on a smaller one."""
    size = picture.size
    small = picture.reduce(_SMALLER) if min(size) > 2 * _SMALLER else picture
    soft = small.filter(ImageFilter.GaussianBlur(radius * small.width / size[0]))
    return soft.resize(size, Image.Resampling.BICUBIC)


@lru_cache(maxsize=32)
def _losses(lights: int) -> list[int]:
    """By lightness (0 to 255), how much of it is taken (0 to 255: nothing to all)."""
    grey = np.arange(256, dtype=np.float64)
    knee = _KNEE * lights
    room = lights - knee
    # Continuous in value and slope at the knee, and never above ``lights``.
    over = np.maximum(grey - knee, 0.0)
    curved = np.where(grey <= knee, grey, knee + room * over / (over + room))
    factor = np.ones(256)
    factor[1:] = curved[1:] / grey[1:]
    return [int(v) for v in 255 - np.rint(255 * factor)]


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
