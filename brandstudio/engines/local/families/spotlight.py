"""The one lamp of a studio: a soft cone of light from above, its pool on wall and floor."""

from __future__ import annotations

import numpy as np

from ..canvas import Layer, Strip, smooth
from .scene import Scene


def spotlight(scene: Scene, cx: float, floor: float) -> Layer:
    """Light from the side that is asked for, else from above, that falls on ``cx``; all else is in shade."""
    frame = scene.frame
    side = {"left": -0.42, "right": 0.42}.get(scene.plan.light or "", 0.12)
    lamp_x, lamp_y = cx + side * frame.wide, -0.3 * frame.high
    aim_x, aim_y = cx, floor + 0.1
    long = float(np.hypot(aim_x - lamp_x, aim_y - lamp_y))
    ux, uy = (aim_x - lamp_x) / long, (aim_y - lamp_y) / long
    warm = (0.985, 0.004, 0.022)

    def layer(strip: Strip) -> None:
        dx, dy = strip.x - np.float32(lamp_x), strip.y - np.float32(lamp_y)
        along = dx * np.float32(ux) + dy * np.float32(uy)
        aside = np.abs(dx * np.float32(uy) - dy * np.float32(ux))
        half = np.maximum(along, np.float32(0.01)) * np.float32(0.3)
        cone = smooth(np.asarray(aside / half, np.float32), 1.25, 0.15)
        wall = smooth(strip.y, floor + 0.03, floor - 0.1)
        pool = np.hypot(
            (strip.x - np.float32(aim_x)) / np.float32(0.5),
            (strip.y - np.float32(aim_y)) / np.float32(0.14),
        )
        ground = smooth(np.asarray(pool, np.float32), 1.3, 0.15)
        spot = np.hypot(
            (strip.x - np.float32(aim_x - 0.25 * side * frame.wide)) / np.float32(0.52),
            (strip.y - np.float32(floor - 0.3)) / np.float32(0.46),
        )
        on_wall = smooth(np.asarray(spot, np.float32), 1.25, 0.0)
        lit = ground * (1 - wall) + on_wall * wall
        strip.shade(np.asarray(np.float32(0.34) * (1 - lit), np.float32))
        beam = np.float32(0.13) * cone * wall * smooth(strip.y, 1.1 * floor, -0.2)
        strip.glow(np.asarray(np.float32(0.26) * lit + beam, np.float32), warm)

    return layer
