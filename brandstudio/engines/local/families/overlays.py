"""What stands or flashes before a landscape: palms, cacti, lightning."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip
from ..paints import at_lightness
from .scene import Scene, is_night
from .softfocus import Pen, SoftFocus


def overlays(scene: Scene) -> list[Layer]:
    """The layers of those that are asked for; none else."""
    motifs, family = scene.plan.motifs, scene.plan.family
    out: list[Layer] = []
    if "lightning" in motifs and family in ("sea", "hills", "sky", "field", "city", "road"):
        out.append(_lightning(scene))
    if "palms" in motifs and family in ("sea", "dunes", "sky", "city", "harbour"):
        out.append(_palms(scene))
    if "cacti" in motifs and family in ("dunes", "canyon"):
        out.append(_cacti(scene))
    return out


def _standing(scene: Scene) -> Lab:
    """The colour of what stands against the light."""
    p, time = scene.paints, scene.plan.time
    if is_night(scene) or time in ("dusk", "dawn"):
        return at_lightness(p.primary, 0.12, 0.6)
    return (0.3, -0.042, 0.042)


def _palms(scene: Scene) -> Layer:
    """Palms that lean in from one side, their fronds hanging."""
    frame, rng = scene.frame, scene.rng
    work = SoftFocus(scene, 1400)
    left = scene.plan.space == "right" or (scene.plan.space != "left" and rng.random() < 0.5)
    way = 1 if left else -1
    strokes: list[tuple[float, float, float, float, float]] = []
    for i in range(2 + int(rng.integers(2))):
        x = (0.04 + 0.09 * i if left else 0.96 - 0.09 * i) * frame.wide
        tall = frame.high * float(rng.uniform(0.55, 0.86)) * (1 - 0.13 * i)
        lean = way * float(rng.uniform(0.06, 0.2))
        y, size = frame.high * 1.03, 0.014 * (1 - 0.18 * i)
        for k in range(30):
            t, n = k / 30, (k + 1) / 30
            strokes.append(
                (
                    x + lean * t * t,
                    y - tall * t,
                    x + lean * n * n,
                    y - tall * n,
                    size * (1 - 0.45 * t),
                )
            )
        top = (x + lean, y - tall)
        for k in range(11):
            turn = np.pi * (0.5 + 2 * k / 11) + float(rng.normal(0, 0.1))
            strokes += _palm_frond(top, float(turn), float(rng.uniform(0.2, 0.29)) * (1 - 0.1 * i))

    def draw(pen: Pen) -> None:
        for a, b, c, d, wide in strokes:
            pen.line([(a, b), (c, d)], wide)

    cover, colour = Field(work.mask(draw)), _standing(scene)

    def layer(strip: Strip) -> None:
        strip.blend(np.clip(strip.sample(cover), 0, 1) * np.float32(0.96), colour)

    return layer


def _palm_frond(
    top: tuple[float, float], turn: float, long: float
) -> list[tuple[float, float, float, float, float]]:
    """A rib that bends down under its weight, with leaflets on both sides."""
    out = []
    x, y = top
    dx, dy = float(np.cos(turn)), float(np.sin(turn)) * 0.75 - 0.3
    steps = 40
    for i in range(steps):
        t = i / steps
        nx, ny = x + dx * long / steps, y + dy * long / steps
        out.append((x, y, nx, ny, 0.0034 * (1.2 - t)))
        leaf = 0.062 * float(np.sin(np.pi * (0.12 + 0.83 * t))) * long / 0.25
        for side in (-1, 1):
            a = nx + leaf * (0.75 * dx + side * 0.5 * -dy)
            out.append((nx, ny, a, ny + leaf * (0.6 * dy + side * 0.42 * dx + 0.55), 0.0022))
        x, y, dy = nx, ny, dy + 0.049
    return out


def _cacti(scene: Scene) -> Layer:
    """Columns with arms, tall in front and small far away."""
    frame, rng = scene.frame, scene.rng
    work = SoftFocus(scene, 1100)
    spots = []
    for i in range(5):
        near = (i + 0.5) / 5
        x = float(rng.uniform(0.05, 0.95)) * frame.wide
        if scene.free_at(x, 0.7 * frame.high) > 0.3:
            continue
        spots.append(
            (x, frame.high * (0.64 + 0.3 * near), 0.07 + 0.26 * near**1.5, int(rng.integers(3)))
        )

    def draw(pen: Pen) -> None:
        for x, foot, tall, kind in spots:
            half = 0.055 * tall
            pen.box(x - half, foot - tall, x + half, foot, half)
            for side in (-1, 1):
                if kind == 2 and side < 0:
                    continue
                at = foot - tall * (0.42 if side > 0 else 0.56)
                reach = x + side * 0.2 * tall
                pen.box(x, at - 0.75 * half, reach, at + 0.75 * half, 0.6 * half)
                pen.box(
                    reach - 0.75 * half,
                    at - 0.3 * tall,
                    reach + 0.75 * half,
                    at + 0.7 * half,
                    0.75 * half,
                )

    cover, colour = Field(work.mask(draw)), _standing(scene)

    def layer(strip: Strip) -> None:
        strip.blend(np.clip(strip.sample(cover), 0, 1), colour)

    return layer


def _lightning(scene: Scene) -> Layer:
    """A bolt from the clouds to the horizon with its branches, and its light on the clouds."""
    frame, rng = scene.frame, scene.rng
    work = SoftFocus(scene, 1100)
    runs: list[tuple[list[tuple[float, float]], float]] = []
    low = frame.high * 0.62

    def strike(x: float, y: float, down_to: float, wide: float, lean: float, depth: int) -> None:
        points = [(x, y)]
        while y < down_to:
            y += float(rng.uniform(0.008, 0.024))
            x += float(rng.normal(lean, 0.5)) * 0.022
            points.append((x, y))
            if depth < 2 and rng.random() < 0.11:
                strike(
                    x,
                    y,
                    y + float(rng.uniform(0.06, 0.22)),
                    wide * 0.5,
                    float(rng.choice([-1, 1])),
                    depth + 1,
                )
        runs.append((points, wide))

    start = scene.aside(0.3, 0.7) * frame.wide
    strike(start, -0.02, low, 0.0046, float(rng.normal(0, 0.15)), 0)

    def draw(pen: Pen) -> None:
        for points, wide in runs:
            pen.line(points, wide)

    core = Field(work.mask(draw, 0.0006))
    halo = Field(np.clip(work.mask(draw, 0.02) * 3 + work.mask(draw, 0.1) * 3, 0, 1))

    def layer(strip: Strip) -> None:
        strip.glow(np.clip(strip.sample(halo), 0, 1) * np.float32(0.75), (0.86, 0.012, -0.06))
        strip.blend(np.clip(strip.sample(core), 0, 1), (0.99, 0.0, -0.012))

    return layer
