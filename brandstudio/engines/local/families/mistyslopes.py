"""Slopes in fog, one behind the other and out of focus, behind what falls in front of them."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip, smooth
from ..noise import NoiseLine
from ..paints import mix, ramp
from .scene import Scene

_SLOPES = 4


def misty_slopes(scene: Scene, light: Lab, deep: Lab) -> list[Layer]:
    """A pale sky and soft slopes below it, each nearer one a little deeper, fog between them."""
    frame, rng = scene.frame, scene.rng
    foot = mix(deep, (0.5, 0.04, 0.06), 0.45)
    lines = [NoiseLine(rng, frame.wide, 0.9 - 0.1 * i, 3, gain=0.4) for i in range(_SLOPES)]

    def layer(strip: Strip) -> None:
        strip.fill(
            ramp(light, mix(light, deep, 0.35))(strip.y / np.float32(frame.high) + 0 * strip.x)
        )
        for i, line in enumerate(lines):
            t = (i + 1) / _SLOPES
            base = frame.high * (0.3 + 0.17 * i)
            edge = np.float32(base) - np.float32(0.1) * line.at(strip.x)
            depth = strip.y - edge
            soft = 0.02 - 0.003 * i
            fog = np.float32(0.75) * smooth(np.asarray(depth, np.float32), 0.02, 0.3)
            tone = mix(light, foot, 0.16 + 0.5 * t * t)
            pale = mix(light, foot, 0.1 + 0.22 * t)
            planes = [
                np.float32(a) + fog * np.float32(b - a) for a, b in zip(tone, pale, strict=True)
            ]
            cover = smooth(np.asarray(depth, np.float32), -soft, soft)
            strip.blend(cover, (planes[0], planes[1], planes[2]))

    return [layer]


__all__ = ["misty_slopes"]
