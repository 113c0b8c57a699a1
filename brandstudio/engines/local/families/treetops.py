"""Firs seen from afar, as the outline of a wood."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Lab, Layer, Strip
from ..noise import NoiseLine
from ..paints import Ramp, mix
from .scene import Scene, below, is_night


def firs_along(scene: Scene, tall: float) -> F32:
    """The height of a row of firs along the frame's width, in units."""
    rng, wide = scene.rng, scene.frame.wide
    samples = 12000
    x = np.linspace(0, wide, samples, dtype=np.float32)
    out = np.zeros(samples, np.float32)
    grove = NoiseLine(rng, wide, 0.4, 3)
    count = int(wide / (tall * 0.3))
    for centre in rng.uniform(-0.02, wide + 0.02, count):
        dense = float(grove.at(np.array([[min(max(centre, 0), wide)]], np.float32))[0, 0])
        if dense < rng.normal(-0.75 if "trees" in scene.plan.motifs else 0.05, 0.25):
            continue
        height = tall * rng.uniform(0.45, 1.15)
        half = height * rng.uniform(0.15, 0.21)
        low, high = np.searchsorted(x, [centre - half, centre + half])
        if high <= low:
            continue
        away = np.abs(x[low:high] - centre) / half
        # Boughs: the outline falls in steps that grow towards the foot.
        jag = 0.16 * (np.mod(away * 6.5, 1.0) - 0.5) * (0.2 + away)
        out[low:high] = np.maximum(out[low:high], height * np.clip((1 - away) ** 1.05 + jag, 0, 1))
    return out


def tree_line(scene: Scene, colours: Ramp) -> Layer:
    """The tops of a wood of firs before the sky, dark against it, the far ones in its haze."""
    wide, high = scene.frame.wide, scene.frame.high
    foot = high * (0.93 if scene.plan.space == "top" else 0.9)
    level = 0.08 if is_night(scene) else 0.22
    near: Lab = (level, 0.0, -0.006)
    rows = []
    for depth, tall in ((0.0, 0.07), (0.5, 0.11), (1.0, 0.16)):
        firs = np.maximum(firs_along(scene, tall), firs_along(scene, 0.8 * tall))
        line = NoiseLine(scene.rng, wide, 0.9, 3)
        tone = mix(mix(colours.one(0.9), near, 0.72), near, depth)
        rows.append((foot + 0.045 * depth * high, firs, line, tone))

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < foot - 0.4:
            return
        for base, firs, line, tone in rows:
            at = strip.x.ravel() * np.float32((firs.size - 1) / wide)
            tops = np.interp(at, np.arange(firs.size), firs).astype(np.float32)[None, :]
            edge = np.float32(base) - np.float32(0.03) * line.at(strip.x) - tops
            strip.blend(below(strip, edge), tone)

    return layer
