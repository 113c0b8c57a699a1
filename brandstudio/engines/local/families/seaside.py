"""The sea on one side of a road: water up to the horizon, a strip of sand and its surf."""

from __future__ import annotations

import numpy as np

from ..canvas import Layer, Strip, smooth
from ..noise import NoiseLine
from ..paints import at_lightness, mix
from .grounds import tiled
from .land import waves_of
from .scene import Scene, is_night, of_a_sky, sky


def seaside(scene: Scene, top: float, *, left: bool) -> Layer:
    """Water below the line ``top`` on one side, its shore running towards the beholder."""
    frame, rng = scene.frame, scene.rng
    colours = sky(scene)
    dark = is_night(scene)
    deep = at_lightness(of_a_sky(scene.paints.primary), 0.22 if dark else 0.5, 1.1)
    near = mix(deep, (0.72, -0.075, -0.03), 0.0 if dark else 0.55)
    foam = (0.7 if dark else 0.97, 0.0, -0.004)
    sand = (0.36, 0.01, 0.02) if dark else (0.84, 0.014, 0.05)
    tile, shore = waves_of(rng), NoiseLine(rng, 1.0, 0.3, 4, gain=0.5)
    sign = np.float32(1 if left else -1)

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < top:
            return
        t = np.clip((strip.y - np.float32(top)) / np.float32(frame.high - top), 0, 1)
        bend = shore.at(np.ascontiguousarray(t.reshape(1, -1))).reshape(-1, 1)
        edge = np.float32(0.5 * frame.wide) - sign * np.float32(frame.wide) * (
            np.float32(0.02) + np.float32(0.5) * t**0.75 + np.float32(0.03) * bend * (t + 0.08)
        )
        away = (edge - strip.x) * sign  # how far out in the water
        depth = t + np.float32(0.04)
        row, column = np.float32(190) * np.log(depth), (strip.x - edge) / depth * np.float32(60)
        ripple = tiled(tile, row + 0 * column, column)
        out = smooth(np.asarray(away / depth, np.float32), 0.0, 0.9)
        far = np.exp(-t * np.float32(14))
        air = colours.one(0.8)
        planes = []
        for k, (a, b, c) in enumerate(zip(near, deep, air, strict=True)):
            value = np.float32(a) + out * np.float32(b - a) + far * np.float32(0.45 * (c - b))
            planes.append(value + (np.float32(0.02) * ripple * smooth(t, 0.0, 0.1) if not k else 0))
        seen = strip.y > np.float32(top)
        beach = smooth(np.asarray(away / depth, np.float32), -0.34, -0.28) * seen
        strip.blend(np.asarray(beach, np.float32), sand)
        cover = smooth(np.asarray(away / depth, np.float32), -0.006, 0.006) * seen
        strip.blend(np.asarray(cover, np.float32), (planes[0], planes[1], planes[2]))
        surf = np.asarray(np.abs(away / depth + np.float32(0.012) * ripple), np.float32)
        lines = smooth(surf, 0.05, 0.005) + np.float32(0.5) * smooth(np.abs(surf - 0.13), 0.03, 0.0)
        strip.blend(np.clip(lines, 0, 1) * smooth(t, 0.0, 0.03) * seen, foam)

    return layer
