"""A background in the brand's colours for banners without a photo: a quiet gradient with large overlapping discs."""

from __future__ import annotations

from typing import Final

import numpy as np
from PIL import Image

from brandstudio.models.designs import BackgroundLayer
from brandstudio.pixels import colour
from brandstudio.render.brief import Look
from brandstudio.render.type.bounded import Bounded

_DRAWN: Final[Bounded[tuple[object, ...], Image.Image]] = Bounded(32 << 20, lambda m: m.width * m.height * 3)


def colours_for(look: Look) -> list[str]:
    """The ground's two ends and two disc colours, from the primary and the accent of a brand."""
    lightness, chroma, hue = colour.hex_to_oklch(look.role("primary"))
    dark = lightness < 0.62
    step = 0.07 if dark else -0.06
    accent_l, accent_c, accent_h = colour.hex_to_oklch(look.role("accent"))
    near = min(max(lightness + 1.6 * step, 0.12), 0.96)
    toned = colour.oklch_to_hex((near * 2 + accent_l) / 3, (chroma + accent_c) / 2, accent_h)
    return [
        colour.oklch_to_hex(min(max(lightness - 0.5 * step, 0.1), 0.97), chroma, hue),
        colour.oklch_to_hex(min(max(lightness + step, 0.12), 0.97), chroma, hue),
        colour.oklch_to_hex(min(max(lightness + 1.9 * step, 0.14), 0.97), chroma * 0.95, hue),
        toned,
    ]


def draw(layer: BackgroundLayer) -> Image.Image:
    """The background's pixels (RGB) at its box's size; the same layer always gives the same ones."""
    width, height = round(layer.box[2]), round(layer.box[3])
    key = (width, height, tuple(layer.colours), layer.seed)
    held = _DRAWN.get(key)
    return held if held is not None else _DRAWN.put(key, _draw(layer, width, height))


def _draw(layer: BackgroundLayer, width: int, height: int) -> Image.Image:
    first, second, third, fourth = (
        colour.u8_to_oklab(np.array(colour.parse_hex(c), dtype=np.uint8)) for c in (layer.colours * 4)[:4]
    )
    # Mixed in OKLab, so that the way between two colours does not turn grey.
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    way = (xs / width * 0.65 + ys / height * 0.35)[..., None]
    way = way * way * (3 - 2 * way)
    field = first + (second - first) * way
    chance = np.random.default_rng(layer.seed)
    long = max(width, height)
    # Discs lie towards the end side, where the words are not; sizes follow the long side.
    places = (
        (0.86 + 0.1 * chance.random(), 0.2 + 0.25 * chance.random(), 0.30 + 0.08 * chance.random(), third, 0.55),
        (0.72 + 0.12 * chance.random(), 0.85 + 0.2 * chance.random(), 0.22 + 0.08 * chance.random(), fourth, 0.42),
        (1.0 + 0.05 * chance.random(), 0.75 + 0.2 * chance.random(), 0.16 + 0.05 * chance.random(), third, 0.5),
    )
    for cx, cy, size, tone, opacity in places:
        radius = size * long
        distance = np.hypot(xs - cx * width, ys - cy * height)
        inside = np.clip(radius - distance + 0.5, 0, 1)[..., None]
        # Lighter towards one side, so that a disc looks lit rather than cut out.
        lit = np.clip(0.35 + 0.65 * (ys - (cy * height - radius)) / (2 * radius), 0, 1)[..., None]
        field = field + (tone - field) * (inside * opacity * lit)
    return Image.fromarray(colour.oklab_to_u8(field))
