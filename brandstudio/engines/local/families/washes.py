"""Watercolour: washes that run into each other on paper, darker where they dried at their edge."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import fractal, grid
from ..paints import asked, at_lightness, hued
from .scene import Scene
from .soft import mesh

_SIDE = 900


def backdrop(scene: Scene) -> list[Layer]:
    """Watercolour where the prompt names it, else a gradient."""
    return watercolour(scene) if "watercolour" in scene.plan.motifs else mesh(scene)


def watercolour(scene: Scene) -> list[Layer]:
    """Seven to eleven washes in the picture's colours, paper left white between them."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    x, y = grid(frame, _SIDE)
    named = [asked(name) for name in hued(scene.plan.named)]
    pool: list[Lab] = [c for c in named if c is not None] or [p.primary, p.second, p.accent]
    paper = (0.975, 0.0, 0.006) if not p.night else at_lightness(p.dark, 0.2)
    lab = [np.full((y.shape[0], x.shape[1]), c, np.float32) for c in paper]
    grains = fractal(rng, frame, 0.008, 2, side=_SIDE)
    for i in range(7 + round(4 * scene.plan.density)):
        cx, cy = _place(scene)
        reach = float(rng.uniform(0.2, 0.5)) * frame.long**0.5 * (1.25 if i < 2 else 1.0)
        ragged = fractal(rng, frame, 0.5, 6, gain=0.55, side=_SIDE)
        far = np.hypot(x - np.float32(cx), (y - np.float32(cy)) * np.float32(1.15))
        shape = far / np.float32(reach) - 1 + np.float32(0.24) * ragged
        inside = smooth(shape, 0.02, -0.035)
        thin = smooth(shape, 0.0, -0.9) * np.float32(0.35)
        dried = np.float32(0.3) * np.exp(-(((shape + np.float32(0.03)) / np.float32(0.03)) ** 2))
        flow = np.clip(np.float32(0.5) + np.float32(0.2) * ragged, 0.15, 1)
        alpha = inside * (np.float32(0.2) + thin + dried) * (flow + np.float32(0.35))
        alpha = np.clip(alpha * (1 + np.float32(0.1) * grains), 0, 0.8)
        colour = pool[i % len(pool)]
        colour = at_lightness(
            colour, float(np.clip(colour[0] + rng.normal(-0.06, 0.06), 0.35, 0.88)), 1.1
        )
        for plane, value in zip(lab, colour, strict=True):
            plane += alpha * (np.float32(value) - plane)
    lab[0] += np.float32(0.006) * grains
    fields = [Field(plane) for plane in lab]

    def layer(strip: Strip) -> None:
        strip.fill((strip.sample(fields[0]), strip.sample(fields[1]), strip.sample(fields[2])))

    return [layer]


def _place(scene: Scene) -> tuple[float, float]:
    """Where a wash lies: not where it is to be free."""
    frame, rng = scene.frame, scene.rng
    tries = [
        (float(rng.uniform(-0.05, 1.05)) * frame.wide, float(rng.uniform(-0.05, 1.05)) * frame.high)
        for _ in range(8)
    ]
    return min(tries, key=lambda spot: scene.free_at(*spot))
