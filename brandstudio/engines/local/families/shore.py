"""The beach in front of a sea: dry and wet sand, and the foam of the last wave between."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Layer, Strip, smooth
from ..noise import NoiseLine, fractal
from ..paints import at_lightness, mix
from .scene import Scene, below, is_night, sky


def beach(scene: Scene) -> list[Layer]:
    """Sand at the foot of the picture, which mirrors the sky where it is wet; nothing where no beach
    is asked for.
    """
    if "beach" not in scene.plan.motifs:
        return []
    frame, rng, p = scene.frame, scene.rng, scene.paints
    dark, low = is_night(scene), scene.plan.time in ("dusk", "dawn")
    dry = (0.42, 0.0, 0.005) if dark else (0.74, 0.035, 0.055) if low else (0.88, 0.012, 0.048)
    dry = scene.own("sand", dry)
    wet = mix(at_lightness(dry, dry[0] * 0.72, 1.0), sky(scene).one(0.8), 0.35)
    foam = mix((0.98, 0.0, 0.0), p.warm, 0.25) if low else (0.6 if dark else 0.985, 0.0, 0.0)
    base = frame.high * 0.8
    tilt = float(rng.choice([-1, 1])) * float(rng.uniform(0.04, 0.1)) / frame.wide
    swell = NoiseLine(rng, frame.wide, 0.7, 3, gain=0.35)
    lace = NoiseLine(rng, frame.wide, 0.06, 4, gain=0.6)
    reach = NoiseLine(rng, frame.wide, 0.5, 2)
    grain = Field(fractal(rng, frame, 0.006, 2, side=1100))
    hollows = Field(fractal(rng, frame, 0.3, 4, stretch=3.0))

    def line(x: F32, at: float, high: float) -> F32:
        return np.asarray(
            np.float32(at)
            + np.float32(tilt) * (x - np.float32(frame.wide / 2))
            - np.float32(high) * swell.at(x),
            np.float32,
        )

    def layer(strip: Strip) -> None:
        edge = line(strip.x, base, 0.018) + np.float32(0.004) * lace.at(strip.x)
        if strip.y[-1, 0] < float(edge.min()) - 0.1:
            return
        # Shallow water lets the sand through.
        depth = edge - strip.y
        strip.blend(
            np.float32(0.55) * np.exp(-np.maximum(depth, 0) / np.float32(0.05)) * (depth > -0.02),
            wet,
        )
        second = line(strip.x, base - 0.055, 0.01) + np.float32(0.004) * lace.at(strip.x * 0.7)
        run = np.clip(np.abs(strip.y - second) / np.float32(0.0045), 0, 1)
        strip.blend((1 - run) * np.float32(0.5) * np.clip(0.5 + reach.at(strip.x), 0, 1), foam)
        drying = line(strip.x, base + 0.075, 0.03) + np.float32(0.012) * reach.at(strip.x)
        share = smooth(strip.y - drying, -0.035, 0.02)
        rough = np.float32(0.006) * strip.sample(grain) * share + np.float32(0.011) * strip.sample(
            hollows
        )
        planes = [np.float32(w) + share * np.float32(d - w) for w, d in zip(wet, dry, strict=True)]
        strip.blend(below(strip, edge), (planes[0] + rough, planes[1], planes[2]))
        # The foam: a thick edge, thinning lace behind it.
        behind = strip.y - edge
        edge_of_foam = smooth(np.abs(behind + np.float32(0.004)), 0.009, 0.002)
        lacy = smooth(strip.sample(grain) + np.float32(0.9), 0.4, 1.6) * smooth(
            np.abs(behind + np.float32(0.022)), 0.024, 0.0
        )
        strip.blend(np.clip(np.float32(0.92) * edge_of_foam + np.float32(0.5) * lacy, 0, 1), foam)

    return [layer]
