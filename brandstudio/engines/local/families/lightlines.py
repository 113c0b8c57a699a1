"""Lines of light: bundles of thin curves that glow on a dark ground."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip, smooth
from ..noise import NoiseLine
from ..paints import asked, at_lightness, hued, mix, ramp
from .plexus import plexus
from .scene import Scene

_BUNDLES, _LINES = 3, 22


def light_lines(scene: Scene) -> list[Layer]:
    """Bundles of lines that run across, part and meet, brightest where they meet, dim where it is kept
    free.
    """
    if "network" in scene.plan.motifs:
        return plexus(scene)
    p, frame = scene.paints, scene.frame
    named = [c for c in (asked(n) for n in hued(scene.plan.named)) if c is not None]
    tones = named or [p.primary, p.second]
    deep = at_lightness(tones[0], 0.13, 0.55)
    lift = at_lightness(tones[0], 0.25, 0.7)
    if "black" in scene.plan.named:
        deep, lift = (0.1, 0.0, 0.0), mix((0.15, 0.0, 0.0), lift, 0.2)
    cx = scene.aside(0.55, 0.7) * frame.wide
    cy = frame.high * {"top": 0.72, "bottom": 0.28}.get(scene.plan.space or "", 0.52)
    ground = ramp(lift, mix(lift, deep, 0.6), deep)

    def back(strip: Strip) -> None:
        far = np.hypot((strip.x - np.float32(cx)) / np.float32(1.3), strip.y - np.float32(cy))
        strip.fill(ground(np.clip(np.asarray(far, np.float32) / np.float32(0.8), 0, 1)))

    lines = [
        _bundle(
            scene, cy, at_lightness(tones[i % len(tones)], _lit(tones[i % len(tones)], i), 1.25)
        )
        for i in range(_BUNDLES)
    ]
    return [back, *lines]


def _lit(tone: Lab, at: int) -> float:
    """How light lines of a colour glow: a strong one is seen as itself, a deep one has to shine."""
    return float(np.clip(tone[0] + 0.12, 0.6, 0.76)) + 0.04 * at


def _bundle(scene: Scene, cy: float, tint: Lab) -> Layer:
    """Lines between two slow curves, each with a core and a halo."""
    frame, rng = scene.frame, scene.rng
    middle = NoiseLine(rng, frame.wide, 1.4, 2, gain=0.3)
    spread = NoiseLine(rng, frame.wide, 0.9, 2, gain=0.35)
    strength = NoiseLine(rng, frame.wide, 0.7, 2)
    offset = cy + float(rng.uniform(-0.1, 0.1)) * frame.high
    tilt = float(rng.uniform(-0.25, 0.25))
    if "diagonal" in scene.plan.motifs:
        tilt = -0.55 + 0.3 * tilt
    girth = float(rng.uniform(0.13, 0.24)) * frame.high
    places = np.sort(rng.uniform(-1, 1, _LINES)).astype(np.float32)
    power = (0.25 + 0.75 * rng.random(_LINES) ** 2).astype(np.float32)
    core = mix(tint, (0.99, 0.0, 0.0), 0.42)

    def layer(strip: Strip) -> None:
        x = strip.x
        run = np.float32(offset) + np.float32(0.16 * frame.high) * middle.at(x)
        run = run + np.float32(tilt) * (x - np.float32(frame.wide / 2))
        wide = np.float32(girth) * (np.float32(0.15) + np.abs(spread.at(x)))
        seen = np.clip(np.float32(0.6) + np.float32(0.5) * strength.at(x), 0.12, 1)
        calm = 1 - np.float32(0.93) * scene.free(x, strip.y)
        thin = np.float32(max(0.0011, 0.6 * strip.px))
        line = np.zeros((strip.y.shape[0], x.shape[1]), np.float32)
        halo = np.zeros_like(line)
        for at, light in zip(places, power, strict=True):
            away = np.abs(strip.y - (run + wide * at))
            line += light * smooth(away, 2.2 * float(thin), 0.0)
            halo += light * np.exp(-away / np.float32(0.011))
        glow = np.clip(halo * np.float32(0.2) * seen * calm, 0, 0.75)
        strip.glow(np.asarray(glow, np.float32), tint)
        strip.blend(np.asarray(np.clip(line, 0, 1) * seen * calm, np.float32), core)

    return layer
