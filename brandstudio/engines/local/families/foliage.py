"""Leaves by the thousand: sprays of them painted small once, as how much they cover and how much light
they catch.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import F32, Field
from .scene import Scene

_SIDE = 1500


@dataclass(frozen=True, slots=True, eq=False)
class Foliage:
    """How much of each place leaves cover, and how much light (0 to 1) they catch there."""

    cover: Field
    light: Field


def sprays(
    scene: Scene,
    spots: list[tuple[float, float, float]],
    leaf: float,
    sun: tuple[float, float],
    thick: float = 1.5,
) -> Foliage:
    """Sprays of leaves of the length ``leaf`` around places (x, y, radius), all in units; the side
    towards ``sun`` catches its light; ``thick`` is how many leaves lie over each other.
    """
    frame, rng = scene.frame, scene.rng
    scale = _SIDE / frame.long
    size = (round(frame.wide * scale), round(frame.high * scale))
    cover, light = Image.new("L", size, 0), Image.new("L", size, 110)
    on_cover, on_light = ImageDraw.Draw(cover), ImageDraw.Draw(light)
    for x, y, radius in spots:
        count = int(np.clip(thick * (radius / leaf) ** 2, 12, 420))
        at = rng.normal(0, 0.5, (count, 2)) * np.array([radius, 0.7 * radius])
        turned, grown = rng.uniform(0, np.pi, count), rng.uniform(0.6, 1.25, count)
        toward = np.array([sun[0] - x, sun[1] - y])
        toward = toward / (np.hypot(*toward) + 1e-6)
        # What lies inside a spray and on its far side is in the shade.
        lit = 0.5 + 0.42 * (at @ toward) / radius + rng.normal(0, 0.16, count)
        for k in np.argsort(lit):
            shape = _leaf(
                (x + at[k, 0]) * scale, (y + at[k, 1]) * scale, leaf * grown[k] * scale, turned[k]
            )
            on_cover.polygon(shape, fill=255)
            on_light.polygon(shape, fill=int(np.clip(255 * lit[k], 0, 255)))
    soft = ImageFilter.GaussianBlur(0.8)
    return Foliage(Field(_plane(cover.filter(soft))), Field(_plane(light.filter(soft))))


def _leaf(x: float, y: float, length: float, turned: float) -> list[tuple[float, float]]:
    cos, sin = np.cos(turned) * length / 2, np.sin(turned) * length / 2
    return [
        (x + cos * u - sin * v, y + sin * u + cos * v)
        for u, v in ((-1, 0), (-0.3, 0.42), (0.45, 0.34), (1, 0), (0.45, -0.34), (-0.3, -0.42))
    ]


def _plane(image: Image.Image) -> F32:
    return np.asarray(np.asarray(image, np.float32) / np.float32(255), np.float32)
