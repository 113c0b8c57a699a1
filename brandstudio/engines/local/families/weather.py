"""Weather that lies over a scene: mist and rain."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Layer, Strip
from ..noise import fractal
from .scene import Scene, is_night, sky


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


def mist(scene: Scene) -> list[Layer]:
    """Banks of mist along the horizon, thin above and in front; hills have more in each valley.
    Nothing where none is asked for.
    """
    if "fog" not in scene.plan.motifs or scene.plan.family in ("snow", "forest"):
        return []
    frame = scene.frame
    banks = Field(fractal(scene.rng, frame, 0.35, 4, stretch=3.5))
    colour = sky(scene).one(0.85)
    strength = np.float32(0.6 if is_night(scene) else 0.85)

    def layer(strip: Strip) -> None:
        far = (strip.y / np.float32(frame.high) - np.float32(0.58)) / np.float32(0.2)
        uneven = np.clip(np.float32(0.9) + np.float32(0.16) * strip.sample(banks), 0.6, 1.1)
        thick = np.exp(-(far * far)) * uneven
        strip.blend(np.asarray(strength * np.clip(thick, 0, 1), np.float32), colour)

    return [layer]
