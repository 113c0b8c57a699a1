"""A background in the brand's colours for banners without a photo: a quiet gradient with large overlapping discs."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.models.designs import BackgroundLayer
from brandstudio.pixels import colour
from brandstudio.render.brief import Look
from brandstudio.render.type.bounded import Bounded

_DRAWN: Final[Bounded[tuple[object, ...], Image.Image]] = Bounded(32 << 20, lambda m: m.width * m.height * 3)


def colours_for(look: Look, beside: str | None = None) -> list[str]:
    """The ground's two ends and two disc colours, from the primary of a brand, one of them nearer to its accent.

    ``beside`` is the colour of a field next to it: where that is the primary, the accent leads.
    """
    leading, other = "primary", "accent"
    if beside is not None and _alike(look.role("primary"), beside) and not _alike(look.role("accent"), beside):
        leading, other = other, leading
    lightness, chroma, hue = colour.hex_to_oklch(look.role(leading))
    dark = lightness < 0.62
    step = 0.07 if dark else -0.06
    accent_h = colour.hex_to_oklch(look.role(other))[2]
    # A step towards the accent's hue: mixing the two outright turns to mud where they are opposite.
    turn = (accent_h - hue + 180) % 360 - 180
    turned = hue + max(-24.0, min(turn, 24.0))
    near = min(max(lightness + 1.6 * step, 0.12), 0.96)
    toned = colour.oklch_to_hex(near, max(chroma, 0.02) * 1.15, turned)
    return [
        colour.oklch_to_hex(min(max(lightness - 0.5 * step, 0.1), 0.97), chroma, hue),
        colour.oklch_to_hex(min(max(lightness + step, 0.12), 0.97), chroma, hue),
        colour.oklch_to_hex(min(max(lightness + 1.9 * step, 0.14), 0.97), chroma * 0.95, hue),
        toned,
    ]


def _alike(one: str, other: str) -> bool:
    """True for two colours that a seam between them would not part clearly (OKLab times 100)."""
    lab = [colour.u8_to_oklab(np.array(colour.parse_hex(c), dtype=np.uint8)) for c in (one, other)]
    return float(colour.delta_e_ok(lab[0], lab[1])) < 12.0


def draw(layer: BackgroundLayer) -> Image.Image:
    """The background's pixels (RGB) at its box's size; the same layer always gives the same ones."""
    width, height = round(layer.box[2]), round(layer.box[3])
    key = (width, height, tuple(layer.colours), layer.seed, layer.mirrored)
    held = _DRAWN.get(key)
    return held if held is not None else _DRAWN.put(key, _draw(layer, width, height))


def _draw(layer: BackgroundLayer, width: int, height: int) -> Image.Image:
    first, second, third, fourth = (
        colour.u8_to_oklab(np.array(colour.parse_hex(c), dtype=np.uint8)) for c in (layer.colours * 4)[:4]
    )
    # The gradient is mixed in OKLab, so that the way between two colours does not turn grey; it is smooth enough to be
    # drawn small. Discs have edges and are laid on at full size.
    small_w, small_h = max(width // 6, 2), max(height // 6, 2)
    ys, xs = np.mgrid[0:small_h, 0:small_w].astype(np.float32) + np.float32(0.5)
    way = (xs / small_w * 0.65 + ys / small_h * 0.35)[..., None]
    way = way * way * (3 - 2 * way)
    small = colour.linear_to_srgb(np.clip(colour.oklab_to_linear(first + (second - first) * way), 0, 1)) * 255
    # Floats to the end and one rounding: two of them in a row show as mottles in a dark gradient.
    planes = [_enlarged(small[..., channel], width, height) for channel in range(3)]
    chance = np.random.default_rng(layer.seed)
    long = max(width, height)
    # Discs lie towards the end side, where the words are not; sizes follow the long side.
    places = (
        (0.86 + 0.1 * chance.random(), 0.2 + 0.25 * chance.random(), 0.30 + 0.08 * chance.random(), third, 0.55),
        (0.72 + 0.12 * chance.random(), 0.85 + 0.2 * chance.random(), 0.22 + 0.08 * chance.random(), fourth, 0.42),
        (1.0 + 0.05 * chance.random(), 0.75 + 0.2 * chance.random(), 0.16 + 0.05 * chance.random(), third, 0.5),
    )
    down, across = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None, :]
    for cx, cy, size, tone, opacity in places:
        radius = size * long
        distance = np.hypot(across - np.float32(cx * width), down - np.float32(cy * height))
        inside = np.clip(np.float32(radius + 0.5) - distance, 0, 1)
        # Lighter towards one side, so that a disc looks lit rather than cut out.
        lit = np.clip(0.35 + 0.65 * (down - np.float32(cy * height - radius)) / np.float32(2 * radius), 0, 1)
        cover = inside * (lit * np.float32(opacity))
        for plane, value in zip(planes, colour.oklab_to_u8(tone), strict=True):
            plane += (np.float32(value) - plane) * cover
    made = Image.fromarray(np.stack([np.rint(np.clip(p, 0, 255)).astype(np.uint8) for p in planes], axis=-1))
    return made.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if layer.mirrored else made


def _enlarged(plane: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    image = Image.fromarray(np.ascontiguousarray(plane, dtype=np.float32))
    return np.array(image.resize((width, height), Image.Resampling.BICUBIC), dtype=np.float32)
