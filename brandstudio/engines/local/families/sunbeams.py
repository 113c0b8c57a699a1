"""Beams of the sun that fan out below the clouds."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip, smooth
from ..noise import NoiseLine
from ..paints import at_lightness
from .scene import LOW_AIR, Scene, is_night, warm_of

#: How far below the top of the picture beams end, by what lies below them.
_LAND = {"sea": 0.62, "lake": 0.62, "cloudsea": 0.8, "sky": 1.0}


def sunbeams(scene: Scene) -> list[Layer]:
    """Beams from where the sun stands behind its clouds; none by night."""
    if "rays" not in scene.plan.motifs or is_night(scene):
        return []
    frame, rng = scene.frame, scene.rng
    cx, cy = scene.aside(0.35, 0.65) * frame.wide, -0.12 * frame.high
    fan = NoiseLine(rng, 6.3, 0.16, 4, gain=0.6)
    reach = frame.high * _LAND.get(scene.plan.family, 0.75)
    low = scene.plan.time in ("dusk", "dawn")
    lamp: Lab = at_lightness(warm_of(scene.paints.warm, LOW_AIR), 0.97 if not low else 0.94, 0.8)

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > reach * 1.15:
            return
        dx, dy = strip.x - np.float32(cx), strip.y - np.float32(cy)
        angle = np.arctan2(dx, dy) + np.float32(3.1)
        shaft = smooth(fan.at(np.asarray(angle, np.float32)), -0.3, 0.6)
        near = np.exp(-((dx / (np.float32(0.75) * dy + np.float32(0.25))) ** 2))
        fade = smooth(strip.y, reach * 1.12, reach * 0.55) * smooth(strip.y, -0.1, 0.25 * reach)
        calm = 1 - np.float32(0.5) * scene.free(strip.x, strip.y)
        strip.glow(np.asarray(np.float32(0.58) * shaft * near * fade * calm, np.float32), lamp)

    return [layer]
