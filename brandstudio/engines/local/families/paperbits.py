"""Confetti: strips and dots of paper that fall."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip, box, circle, smooth
from ..paints import asked, at_lightness, goes_with, hued, mix, ramp
from .scene import Scene

_PASTEL: tuple[Lab, ...] = (
    (0.83, 0.075, 0.01),
    (0.88, 0.035, 0.065),
    (0.91, 0.0, 0.09),
    (0.88, -0.06, 0.035),
    (0.84, -0.025, -0.06),
    (0.8, 0.04, -0.065),
)
"""Paper in pastel: pink, apricot, lemon, mint, sky, lilac."""


def confetti(scene: Scene) -> list[Layer]:
    """Paper strips and dots that fall, large and soft in front, small behind, thin where it is kept
    free.
    """
    p, frame = scene.paints, scene.frame
    tinted = bool(hued(scene.plan.named))
    lead = p.primary if tinted else p.ground
    ground = at_lightness(lead, 0.83, 0.9) if tinted and not p.night else p.ground
    if (
        scene.plan.loose
        and not hued(tuple(n for n in scene.plan.loose if n != "gold"))
        and not p.night
    ):
        ground = (0.94, 0.004, 0.018)  # gold and white are seen on neither apricot nor gold
    ground = scene.backdrop or ground
    pale = mix(ground, p.light, 0.35) if not p.night else mix(ground, p.primary, 0.25)
    layers: list[Layer] = [lambda s: s.fill(ramp(pale, ground)(s.y / np.float32(frame.high)))]
    pool = [c for c in (*p.vivid(), p.light, p.accent) if abs(c[0] - ground[0]) > 0.08 or c != lead]
    # Beside colours that are asked for nothing of another hue falls.
    asked_for = [c for c in map(asked, scene.plan.loose) if c is not None]
    pool = [c for c in pool if goes_with(c, scene.plan.loose)] or pool
    pool = [*pool, *asked_for, *asked_for] if len(asked_for) > 1 else pool
    if not scene.plan.loose and "pastel" in scene.plan.motifs:
        pool = list(_PASTEL)
    if scene.plan.loose == ("gold",):
        pool = [(0.8, 0.012, 0.115), (0.87, 0.008, 0.1), (0.7, 0.02, 0.1), (0.93, 0.004, 0.06)]
    return [*layers, *paper_rain(scene, pool)]


def paper_rain(scene: Scene, pool: list[Lab]) -> list[Layer]:
    """Strips and dots of paper in these colours, thin where it is kept free."""
    frame, rng, layers = scene.frame, scene.rng, []
    for _ in range(150 + round(250 * scene.plan.density)):
        depth = float(rng.random()) ** 2.2
        x, y = float(rng.uniform(-0.02, 1.02)) * frame.wide, float(rng.beta(0.9, 1.5)) * frame.high
        if scene.free_at(x, y) > rng.random() * 0.8:
            continue
        layers.append(_paper(scene, x, y, depth, pool[int(rng.integers(len(pool)))]))
    return layers


def _paper(scene: Scene, cx: float, cy: float, depth: float, colour: Lab) -> Layer:
    rng = scene.rng
    half = 0.007 + 0.02 * depth
    wide = half * float(rng.uniform(0.3, 1.0))
    turn = float(rng.uniform(0, np.pi))
    cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    soft = 0.5 * half * max(0.0, depth - 0.65)
    round_one = rng.random() < 0.3
    shaded = mix(colour, (colour[0] * 0.8, colour[1], colour[2]), float(rng.random()) * 0.7)

    def layer(strip: Strip) -> None:
        where = strip.window(cx - 2 * half, cy - 2 * half, cx + 2 * half, cy + 2 * half)
        if where is None:
            return
        dx, dy = strip.x[:, where[1]] - np.float32(cx), strip.y[where[0]] - np.float32(cy)
        u, v = dx * cos + dy * sin, dy * cos - dx * sin
        shape = circle(u, v, 0, 0, wide) if round_one else box(u, v, 0, 0, half, wide, wide * 0.2)
        cover = strip.edge(shape) if soft < strip.px else smooth(shape, soft, -soft)
        strip.blend(cover, shaded, where)

    return layer
