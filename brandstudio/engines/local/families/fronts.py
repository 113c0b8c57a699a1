"""The fronts of a street by day, out of focus."""

from __future__ import annotations

import numpy as np

from ..canvas import Layer
from ..paints import ramp
from .rooms import is_evening
from .scene import Scene
from .softfocus import SoftFocus, discs, scattered


def fronts(scene: Scene, edge: float) -> list[Layer]:
    """The fronts of a street by day, out of focus: warm walls, a bright gap where it ends."""
    frame, rng = scene.frame, scene.rng
    work = SoftFocus(scene)
    dim = 0.45 if is_evening(scene) else 1.0
    sky, low = ((0.93 * dim, -0.006, -0.012), (0.9 * dim, 0.012, 0.035))
    t = np.clip(work.y / np.float32(edge), 0, 1) + 0 * work.x
    work.fill(ramp(sky, low)(np.asarray(t, np.float32)))
    end = scene.aside(0.42, 0.58) * frame.wide
    walls = [(0.8, 0.018, 0.05), (0.74, 0.02, 0.04), (0.86, 0.008, 0.03), (0.68, 0.03, 0.05)]
    for side in (-1, 1):
        reach = end if side < 0 else frame.wide - end
        for i in range(5):
            near, far = reach * (1.05 - 0.19 * i), reach * (0.82 - 0.17 * i)
            top = frame.high * (-0.1 + 0.085 * i + float(rng.uniform(-0.02, 0.02)))
            wall = walls[int(rng.integers(len(walls)))]
            a, b = end + side * near, end + side * max(0.06, far)
            mask = work.boxes([(min(a, b), top, max(a, b), edge + 0.06)], 0.018)
            work.lay(mask, (wall[0] * dim * (0.93 + 0.02 * i), wall[1], wall[2]))
            panes = []
            for row in range(3):
                x = (a + b) / 2
                y = top + (0.16 + 0.16 * row) * frame.high
                panes.append((x - 0.03, y, x + 0.03, y + 0.07 * frame.high))
            work.lay(work.boxes(panes, 0.012) * np.float32(0.4), (0.45 * dim, 0.0, -0.01))
            green = work.mask(
                lambda pen, x=(a + b) / 2: pen.oval(x, edge, 0.07, 0.09),  # type: ignore[misc]
                0.03,
            )
            work.lay(green * np.float32(0.5 * (rng.random() < 0.6)), (0.5 * dim, -0.06, 0.07))
    spots = scattered(
        scene,
        14,
        [(0.97, 0.0, 0.04), (0.9, 0.02, 0.08)],
        (0.0, 0.1, frame.wide, edge * 0.9),
        (0.02, 0.06),
        (0.08, 0.22),
    )
    return [work.layer(), discs(spots)]
