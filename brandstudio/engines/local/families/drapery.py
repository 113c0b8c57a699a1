"""Cloth that fills the picture in folds: silk with a sheen, linen without one."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import fractal, grid
from ..paints import asked, at_lightness, chroma
from .scene import Scene

_SIDE = 1000


def drapery(scene: Scene, base: Lab, *, sheen: float = 1.0) -> Layer:
    """Long folds that run aslant, swell and part, lit from one side; flat where it is kept free."""
    frame, rng = scene.frame, scene.rng
    x, y = grid(frame, _SIDE)
    left = scene.plan.light == "left" or (scene.plan.light is None and rng.random() < 0.5)
    turned = float(rng.uniform(0.35, 0.75)) * (1 if left else -1)
    across = y * np.float32(np.cos(turned)) - x * np.float32(np.sin(turned))
    along = x * np.float32(np.cos(turned)) + y * np.float32(np.sin(turned))
    slow = fractal(rng, frame, 1.1, 2, gain=0.4, side=_SIDE)
    bend = fractal(rng, frame, 0.55, 2, gain=0.35, side=_SIDE)
    at = across + np.float32(0.14) * slow + np.float32(0.035) * bend
    height = np.zeros(at.shape, np.float32)
    for long, weight in ((0.62, 1.0), (0.33, 0.42), (0.19, 0.16)):
        phase = at * np.float32(2 * np.pi / long) + np.float32(rng.uniform(0, 6.3))
        swell = np.float32(1) + np.float32(0.45) * np.sin(
            along * np.float32(rng.uniform(1.5, 3.0)) + np.float32(rng.uniform(0, 6.3))
        )
        # A fold is round on top and narrow where it turns under.
        crest = np.float32(1) - np.abs(np.sin(phase / 2)) ** np.float32(1.3)
        height += np.float32(weight * long) * crest * swell
    height = height * (1 - np.float32(0.6) * scene.free(x, y))
    slope = np.gradient(height, frame.long / _SIDE)
    facing = -(slope[0] * np.float32(0.75) + slope[1] * np.float32(0.66 if left else -0.66))
    facing = np.tanh(facing * np.float32(0.55))
    deep = smooth(height, 0.2, 0.02)
    base = base if sheen else at_lightness(base, min(base[0], 0.84))
    level = np.float32(0.125 if sheen else 0.085) * facing - np.float32(0.12) * deep
    shine = smooth(np.asarray(facing, np.float32), 0.45, 0.95)
    lit = Field(np.asarray(level, np.float32))
    glow = Field(np.asarray(np.float32(0.5 * sheen) * shine, np.float32))
    thread = Field(fractal(rng, frame, 0.006, 2, stretch=3.0, side=1100))
    rough = np.float32(0.004 if sheen else 0.011)
    bright = at_lightness(base, min(0.985, base[0] + 0.24), 0.65)

    def layer(strip: Strip) -> None:
        lift = strip.sample(lit) + rough * strip.sample(thread)
        strong = 1 - np.float32(1.3 if base[0] > 0.5 else -0.8) * np.minimum(lift, 0)
        strip.fill((np.float32(base[0]) + lift, base[1] * strong, base[2] * strong))
        strip.blend(np.clip(strip.sample(glow), 0, 0.8), bright)

    return layer


def silk(scene: Scene) -> list[Layer]:
    """A sheet of silk in the colour that is named first."""
    named = scene.plan.named
    own = asked(named[0]) if named else None
    base = own if own is not None else scene.paints.primary
    level = float(np.clip(base[0], 0.34, 0.86))
    if scene.plan.dark is True:
        level = min(level, 0.36)
    base = at_lightness(base, level) if chroma(base) > 0.01 else (level, 0.0, 0.002)
    return [drapery(scene, base)]
