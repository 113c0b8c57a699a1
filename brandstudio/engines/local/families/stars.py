"""The stars of a night sky."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ..canvas import Lab, Layer, Strip
from .scene import Scene, nothing


@lru_cache(maxsize=4)
def _star_table(seed: int, count: int) -> tuple[tuple[float, float, float, float], ...]:
    rng = np.random.default_rng(seed)
    places = rng.random((count, 2))
    sizes = 0.0006 + 0.0016 * rng.random(count) ** 6
    light = 0.25 + 0.75 * rng.random(count) ** 2.5
    return tuple(
        (float(a), float(b), float(c), float(d))
        for (a, b), c, d in zip(places, sizes, light, strict=True)
    )


def stars(scene: Scene, count: int, down_to: float, colour: Lab) -> Layer:
    """Stars above a line, fewer towards it; the largest have a faint bloom."""
    if not scene.shows("stars"):
        return nothing
    table = _star_table(int(scene.rng.integers(1 << 30)), count)
    frame = scene.frame

    def layer(strip: Strip) -> None:
        for u, v, size, light in table:
            x, y = u * frame.wide, v * v * down_to * 0.2 + v * down_to * 0.8
            reach = size * 7 + 2 * strip.px
            where = strip.window(x - reach, y - reach, x + reach, y + reach)
            if where is None:
                continue
            far = np.hypot(strip.x[:, where[1]] - np.float32(x), strip.y[where[0]] - np.float32(y))
            # A star smaller than a pixel keeps its light: wider, dimmer.
            drawn = max(size, 0.62 * strip.px)
            dim = min(1.0, (size / drawn) ** 2 * 1.6 + 0.15)
            bloom = np.exp(-((far / np.float32(drawn)) ** 2)) + 0.12 * np.exp(
                -far / np.float32(drawn * 2.4)
            ) * (size > 0.0014)
            fade = min(1.0, 1.6 * (1 - y / max(down_to, 1e-6)))
            strip.blend(np.clip(bloom * np.float32(light * dim * fade), 0, 1), colour, where)

    return layer


def many_stars(scene: Scene, count: int) -> int:
    """How many stars a sky has: twice as many where they are asked for."""
    return 2 * count if "stars" in scene.plan.motifs else count
