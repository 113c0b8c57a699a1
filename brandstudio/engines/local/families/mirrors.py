"""Still water: what stands above its shore, upside down."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal
from .scene import Scene


def still_water(scene: Scene, horizon: float, above: list[Layer], tint: Lab) -> Layer:
    """What lies above a shore, mirrored and darker, in long faint ripples; painted small once and
    enlarged.
    """
    frame = scene.frame
    rows = 300
    width = max(8, round(rows * frame.wide / horizon))
    upright = _painted(width, rows, round(rows * frame.high / horizon), above, horizon / rows)
    down_to = max(1, round(rows * (frame.high / horizon - 1)))
    mirror = np.concatenate([upright, upright[::-1][np.clip(np.arange(down_to), 0, rows - 1)]])
    planes = [Field(np.ascontiguousarray(mirror[..., k])) for k in range(3)]
    ripples = Field(fractal(scene.rng, frame, 0.02, 3, stretch=14.0, side=900))

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < horizon:
            return
        down = np.clip((strip.y - np.float32(horizon)) / np.float32(horizon), 0, 1)
        moved = strip.sample(ripples)
        sink = np.clip(
            np.float32(0.3) + np.float32(0.45) * down + np.float32(0.09) * moved * (down + 0.15),
            0,
            1,
        )
        # What shines stays bright in still water: no sun is mirrored blue.
        bright = np.clip((strip.sample(planes[0]) - np.float32(0.84)) / np.float32(0.1), 0, 1)
        sink = sink * (1 - np.float32(0.6) * bright)
        parts = []
        for plane, shade in zip(planes, tint, strict=True):
            seen = strip.sample(plane)
            parts.append(seen + (np.float32(shade) - seen) * sink)
        parts[0] = parts[0] + np.float32(0.012) * moved * smooth(down, 0.0, 0.2)
        cover = np.clip((strip.y - np.float32(horizon)) * strip.unit + 0.5, 0, 1)
        strip.blend(np.asarray(cover, np.float32), (parts[0], parts[1], parts[2]))

    return layer


def _painted(width: int, rows: int, high: int, layers: list[Layer], unit: float) -> F32:
    """The upper ``rows`` of a picture that is ``high`` pixels high at ``unit`` units a pixel, as
    OKLab (rows, width, 3).
    """
    strip = Strip(width, high, 0, rows)
    strip.unit = round(1 / unit)
    strip.px = unit
    strip.wide, strip.high = width * unit, high * unit
    strip.x = np.asarray((np.arange(width) + 0.5) * unit, dtype=np.float32)[None, :]
    strip.y = np.asarray((np.arange(rows) + 0.5) * unit, dtype=np.float32)[:, None]
    for layer in layers:
        layer(strip)
    return np.moveaxis(strip.lab, 0, -1)
