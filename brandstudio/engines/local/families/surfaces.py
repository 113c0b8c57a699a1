"""More grounds of a material: brushed metal, leather, a chalkboard, concrete."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal, grid
from .scene import Scene

_SIDE = 1100


def metal(scene: Scene, base: Lab) -> Layer:
    """Fine lines along the brush, and the soft bands of light that a sheet of metal has."""
    frame, rng = scene.frame, scene.rng
    lines = Field(fractal(rng, frame, 0.005, 2, stretch=70.0, side=_SIDE))
    broad = Field(fractal(rng, frame, 0.08, 3, stretch=12.0, side=500))
    slant, at = float(rng.uniform(0.25, 0.6)), float(rng.uniform(0.3, 0.65))

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide) + np.float32(slant) * strip.y / np.float32(frame.high)
        sheen = np.exp(-(((u - np.float32(at + slant / 2)) / np.float32(0.22)) ** 2))
        second = np.exp(-(((u - np.float32(at + slant / 2 + 0.55)) / np.float32(0.12)) ** 2))
        level = np.float32(0.14) * sheen + np.float32(0.08) * second - np.float32(0.05)
        level = (
            level
            + np.float32(0.022) * strip.sample(lines)
            + np.float32(0.008) * strip.sample(broad)
        )
        strip.fill((np.float32(base[0]) + level, base[1], base[2]))

    return layer


def leather(scene: Scene, base: Lab) -> Layer:
    """The pebbles of a hide, each lit from above, soft unevenness below them."""
    frame, rng = scene.frame, scene.rng
    first = fractal(rng, frame, 0.016, 3, side=_SIDE)
    other = fractal(rng, frame, 0.021, 3, side=_SIDE)
    # Furrows where two slow fields change their sign: pebbles of many shapes between them.
    furrow = np.minimum(np.abs(first), np.abs(other))
    height = smooth(np.asarray(furrow, np.float32), -0.05, 0.5)
    light = height - np.roll(height, (2, 2), (0, 1))
    relief, depth = Field(np.asarray(light, np.float32)), Field(height)
    slow = Field(fractal(rng, frame, 0.5, 3, side=500))

    def layer(strip: Strip) -> None:
        level = np.float32(0.05) * strip.sample(relief) + np.float32(0.018) * strip.sample(slow)
        level = level - np.float32(0.055) * (1 - strip.sample(depth))
        strip.fill((np.float32(base[0]) + level, base[1], base[2]))

    return layer


def velvet(scene: Scene, base: Lab) -> Layer:
    """Cloth in slow folds that shines where it turns away, and is deep where it faces us."""
    frame, rng = scene.frame, scene.rng
    x, y = grid(frame, _SIDE)
    turned = float(rng.uniform(0.5, 1.0)) * float(rng.choice([-1, 1]))
    across = x * np.float32(np.cos(turned)) + y * np.float32(np.sin(turned))
    across = across + np.float32(0.16) * fractal(rng, frame, 0.9, 3, side=_SIDE)
    phase = np.float32(2 * np.pi * float(rng.uniform(1.0, 1.4))) * across
    slope = np.cos(phase) + np.float32(0.45) * np.cos(phase * np.float32(2.3) + 1)
    fold = np.sin(phase) + np.float32(0.3) * np.sin(phase * np.float32(2.3) + 1)
    shine = smooth(np.asarray(slope, np.float32), 0.35, 1.4)
    level = np.float32(0.05) * fold + np.float32(0.17) * shine - np.float32(0.05)
    calm = 1 - np.float32(0.6) * scene.free(x, y)
    soft = Field(np.asarray(level * calm, np.float32))
    nap = Field(fractal(rng, frame, 0.008, 2, side=_SIDE))

    def layer(strip: Strip) -> None:
        lift = strip.sample(soft) + np.float32(0.009) * strip.sample(nap)
        keep = 1 - np.float32(0.9) * np.abs(lift)
        strip.fill((np.float32(base[0]) + lift, base[1] * keep, base[2] * keep))

    return layer


def chalkboard(scene: Scene, base: Lab) -> Layer:
    """Dark slate, faintly clouded, with the pale sweeps of chalk that a sponge left in arcs."""
    frame, rng = scene.frame, scene.rng
    x, y = grid(frame, 800)
    cloud = fractal(rng, frame, 0.6, 5, gain=0.55, side=800)
    swept = np.zeros(cloud.shape, np.float32)
    for _ in range(5):
        cx, cy = (float(rng.uniform(-0.2, 1.2)) * side for side in (frame.wide, frame.high))
        far = np.hypot(x - np.float32(cx), y - np.float32(cy)) + np.float32(0.02) * cloud
        at, wide = float(rng.uniform(0.3, 0.8)), float(rng.uniform(0.05, 0.11))
        band = np.exp(-(((far - np.float32(at)) / np.float32(wide)) ** 2))
        # The sponge left fine lines along its way.
        lines = np.float32(0.92) + np.float32(0.08) * np.sin(
            far * np.float32(rng.uniform(240, 380))
        )
        swept += np.float32(rng.uniform(0.3, 0.7)) * band * lines
    calm = 1 - np.float32(0.7) * scene.free(x, y)
    dust = swept * np.clip(np.float32(0.55) + np.float32(0.4) * cloud, 0, 1.3) * calm
    dust = Field(np.asarray(dust + np.float32(0.25) * smooth(cloud, -0.5, 2.2), np.float32))
    grit = Field(fractal(rng, frame, 0.006, 2, side=_SIDE))

    def layer(strip: Strip) -> None:
        grains = strip.sample(grit)
        strip.fill((np.float32(base[0]) + np.float32(0.007) * grains, base[1], base[2]))
        amount = strip.sample(dust) * (np.float32(0.34) + np.float32(0.05) * grains)
        strip.blend(np.asarray(np.clip(amount, 0, 0.5), np.float32), (0.9, 0.0, 0.0))

    return layer


def concrete(scene: Scene, base: Lab) -> Layer:
    """Cast concrete: clouds of grey, pores, the joints of the boards it was cast in."""
    frame, rng = scene.frame, scene.rng
    stains = fractal(rng, frame, 0.7, 7, gain=0.62, side=_SIDE)
    runs = fractal(rng, frame, 0.05, 4, stretch=0.2, gain=0.6, side=_SIDE)
    cloud = Field(np.asarray(stains + np.float32(0.3) * runs, np.float32))
    fine = Field(fractal(rng, frame, 0.007, 3, side=_SIDE))
    pore = fractal(rng, frame, 0.006, 2, side=_SIDE)
    pores = Field(np.asarray(smooth(pore, 2.5, 3.0), np.float32))
    # The sheets that it was cast in: where they met, a line; where they were tied, a hole.
    high = float(rng.uniform(0.62, 0.8))
    wide, left = high * 1.3, float(rng.random())
    calm = {"bare", "subtle"} & scene.plan.motifs  # a ground for words: no holes, hardly a stain
    much, marks = (0.45, 0.0) if calm else (1.0, 1.0)

    def layer(strip: Strip) -> None:
        level: F32 = np.float32(0.027 * much) * strip.sample(cloud)
        level = level + np.float32(0.009) * strip.sample(fine)
        level = level - np.float32(0.12 * marks) * np.clip(strip.sample(pores), 0, 1)
        u = np.mod(strip.x / np.float32(wide) + np.float32(left), 1)
        v = np.mod(strip.y / np.float32(high) + np.float32(0.37), 1)
        du, dv = np.minimum(u, 1 - u) * np.float32(wide), np.minimum(v, 1 - v) * np.float32(high)
        joint = np.exp(-((np.minimum(du, dv) / np.float32(0.0022)) ** 2))
        hole = np.hypot(
            (np.abs(u - 0.5) - np.float32(0.36)) * np.float32(wide),
            (np.abs(v - 0.5) - np.float32(0.3)) * np.float32(high),
        )
        level = level - np.float32(0.06 * marks) * joint
        level = level - np.float32(0.16 * marks) * smooth(
            np.asarray(hole, np.float32), 0.0085, 0.0055
        )
        strip.fill((np.float32(base[0]) + level, base[1], base[2]))

    return layer
