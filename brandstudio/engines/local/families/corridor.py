"""A corridor in soft focus: walls with doors that run to a bright end, light on a smooth floor."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Layer, smooth
from ..paints import at_lightness, mix
from .rooms import falloff, is_evening, room
from .scene import Scene
from .softfocus import Pen, SoftFocus

#: How much smaller each next part of the corridor is, and how many there are.
_SHRINK, _PARTS = 0.66, 5


def indoors(scene: Scene) -> list[Layer]:
    """A room out of focus, or the corridor of a house that has many."""
    return _corridor(scene) if "corridor" in scene.plan.motifs else room(scene)


def _corridor(scene: Scene) -> list[Layer]:
    """A long bright hall, its doors in the brand's colour, out of focus."""
    frame, p = scene.frame, scene.paints
    work = SoftFocus(scene)
    dark = 0.5 if is_evening(scene) else 1.0
    cx = {"left": 0.62, "right": 0.38}.get(scene.plan.space or "", 0.5) * frame.wide
    cy = 0.46 * frame.high
    white = mix((0.95 * dark, 0.0, 0.002), at_lightness(p.primary, 0.9 * dark), 0.12)
    work.fill(white)

    def at(depth: float, x: float, y: float) -> tuple[float, float]:
        """A corner of the frame, so deep in the corridor."""
        share = 0.13 + 0.87 * _SHRINK**depth
        return cx + (x * frame.wide - cx) * share, cy + (y * frame.high - cy) * share

    def shape(draw: list[tuple[float, float, float]], blur: float) -> F32:
        return work.mask(lambda pen: pen.shape([at(*corner) for corner in draw]), blur)

    floor = shape([(0, -0.6, 1.04), (0, 1.6, 1.04), (9, 1.6, 1.04), (9, -0.6, 1.04)], 0.006)
    work.lay(floor, mix((0.8 * dark, 0.002, 0.006), at_lightness(p.primary, 0.74 * dark, 0.6), 0.3))
    ceiling = shape([(0, -0.6, -0.06), (0, 1.6, -0.06), (9, 1.6, -0.06), (9, -0.6, -0.06)], 0.006)
    work.lay(ceiling, (0.97 * dark, 0.0, 0.004))
    for side in (-0.16, 1.16):
        wall = shape([(0, side, -0.06), (9, side, -0.06), (9, side, 1.04), (0, side, 1.04)], 0.008)
        tone = (
            white if (side < 0) == (scene.plan.light != "right") else (white[0] - 0.045, *white[1:])
        )
        outside = work.x < np.float32(cx) if side < 0 else work.x > np.float32(cx)
        work.lay(np.asarray(wall * outside, np.float32), tone)
    door = at_lightness(p.primary, 0.7 * dark, 0.75)
    for part in range(_PARTS):
        for side in (-0.1, 1.1):
            deep = part + 0.25
            corners = [(deep, side, 0.16), (deep + 0.5, side, 0.16)]
            corners += [(deep + 0.5, side, 1.02), (deep, side, 1.02)]
            work.lay(shape(corners, 0.009) * np.float32(0.75), door)

    def lamps(pen: Pen) -> None:
        for part in range(_PARTS + 1):
            a, b = part + 0.1, part + 0.62
            pen.shape(
                [at(a, 0.36, -0.03), at(a, 0.64, -0.03), at(b, 0.64, -0.03), at(b, 0.36, -0.03)]
            )

    work.glow(work.mask(lamps, 0.01) * np.float32(0.95), (1.0, 0.0, 0.006))
    far = np.hypot(
        (work.x - np.float32(cx)) / np.float32(0.5), (work.y - np.float32(cy)) / np.float32(0.42)
    )
    work.glow(
        np.asarray(np.float32(0.95) * np.exp(-(far**2) * 3.2), np.float32), (0.995, -0.002, 0.008)
    )
    # The lamps and the end shine in the floor.
    shine = np.exp(
        -(((work.x - np.float32(cx)) / (np.float32(0.1) + 0.42 * np.maximum(work.y - cy, 0))) ** 2)
    )
    band = np.float32(0.6) + np.float32(0.4) * np.sin(np.log(np.maximum(work.y - cy, 0.02)) * 7.5)
    lit = shine * band * smooth(work.y, 0.5 * frame.high, 0.75 * frame.high) * np.float32(0.5)
    work.glow(np.asarray(lit * floor, np.float32), (0.99, 0.0, 0.006))
    return [work.layer(), falloff(scene)]
