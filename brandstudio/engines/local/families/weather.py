"""Weather that falls over a scene: rain."""

from __future__ import annotations

import numpy as np

from ..canvas import Layer, Strip
from .scene import Scene


def rain(scene: Scene) -> list[Layer]:
    """Fine slanted streaks of three depths under a greyer light; nothing where no rain is asked
    for.
    """
    if "rain" not in scene.plan.motifs:
        return []
    rng = scene.rng
    slant = float(rng.uniform(0.1, 0.22)) * float(rng.choice([-1, 1]))
    sheets = [(float(2.2**k), rng.random(4096), rng.random(4096)) for k in range(3)]

    def layer(strip: Strip) -> None:
        for plane in strip.lab[1:]:
            plane *= np.float32(0.8)
        strip.blend(0.12, (0.62, 0.0, -0.012))
        for near, here, start in sheets:
            across = (strip.x + strip.y * np.float32(slant)) * np.float32(190 / near)
            column = np.floor(across).astype(np.int32) % 4096
            inside = across - np.floor(across) - np.float32(0.5)
            along = strip.y * np.float32(5.5 / near) + start[column].astype(np.float32) * 7
            drop = np.mod(along, 1)
            on = (here[column] < 0.34) & (drop < 0.34)
            thin = np.exp(-((inside / np.float32(0.12)) ** 2))
            share = np.sin(np.pi * np.clip(drop / np.float32(0.34), 0, 1))
            light = on * thin * share * np.float32(0.1 + 0.055 * near)
            strip.blend(np.asarray(light, np.float32), (0.92, 0.0, -0.008))

    return [layer]
