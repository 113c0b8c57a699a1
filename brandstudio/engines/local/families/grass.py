"""Blades of grass in front of a meadow."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import Field, Lab, Layer, Strip
from ..paints import mix
from .scene import Scene

_SIDE = 1500
_ROWS = 5


def grass(scene: Scene, top: float, tint: Lab, haze: Lab, *, tall: float = 1.0) -> list[Layer]:
    """Rows of blades, small and pale behind, tall and deep in front, low where it is kept free."""
    frame, rng = scene.frame, scene.rng
    scale = _SIDE / frame.long
    size = (round(frame.wide * scale), round(frame.high * scale))
    layers = []
    for i in range(_ROWS):
        t = (i + 0.6) / _ROWS
        foot = top + (0.25 + 0.78 * t) * (frame.high - top)
        reach = (0.012 + 0.06 * t**1.6) * min(1.0, frame.high) * tall
        image, light = Image.new("L", size, 0), Image.new("L", size, 0)
        pen, lit = ImageDraw.Draw(image), ImageDraw.Draw(light)
        for _ in range(round((900 - 420 * t) * frame.wide)):
            x = float(rng.uniform(-0.02, 1.02)) * frame.wide
            y = foot + float(rng.uniform(-0.05, 0.05)) * (frame.high - top)
            long = reach * float(rng.uniform(0.45, 1.15)) * (1 - 0.6 * scene.free_at(x, y))
            lean = float(rng.normal(0, 0.3)) * long
            half = (0.0009 + 0.0022 * t) * float(rng.uniform(0.7, 1.2))
            blade = [
                (x - half, y),
                (x - half * 0.6 + 0.35 * lean, y - 0.55 * long),
                (x + lean, y - long),
                (x + half * 0.6 + 0.35 * lean, y - 0.55 * long),
                (x + half, y),
            ]
            points = [(u * scale, v * scale) for u, v in blade]
            pen.polygon(points, fill=255)
            lit.polygon(points, fill=int(rng.uniform(10, 245)))
        soft = ImageFilter.GaussianBlur(0.6)
        layers.append(_row(image.filter(soft), light.filter(soft), t, tint, haze))
    return layers


def _row(image: Image.Image, light: Image.Image, t: float, tint: Lab, haze: Lab) -> Layer:
    cover = Field(np.asarray(image, np.float32) / np.float32(255))
    bright = Field(np.asarray(light, np.float32) / np.float32(255))
    far = 0.45 * (1 - t) ** 2
    dark = mix((tint[0] * 0.62, tint[1] * 0.8, tint[2] * 0.8), haze, far)
    pale = mix((min(0.95, tint[0] * 1.22), tint[1], tint[2] * 1.05), haze, far)

    def layer(strip: Strip) -> None:
        amount = np.clip(strip.sample(cover), 0, 1) * np.float32(0.9)
        level = np.clip(strip.sample(bright), 0, 1)
        planes = tuple(
            np.float32(a) + level * np.float32(b - a) for a, b in zip(dark, pale, strict=True)
        )
        strip.blend(np.asarray(amount, np.float32), (planes[0], planes[1], planes[2]))

    return layer
