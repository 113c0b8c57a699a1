"""Twigs of fir about the edge of a picture, with baubles and lights."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, circle, smooth
from ..paints import asked, at_lightness, hued, mix, ramp
from .scene import Scene
from .softfocus import Pen, SoftFocus, discs, scattered


def firtwigs(scene: Scene) -> list[Layer]:
    """Fir twigs along an edge, baubles among them, soft lights on the ground behind."""
    frame, plan, rng = scene.frame, scene.plan, scene.rng
    ground, lights, baubles = _colours(scene)
    layers: list[Layer] = [_backdrop(scene, ground)]
    box = (0.0, 0.0, frame.wide, frame.high)
    pale = ground[0] > 0.6
    if pale:
        lights = [(0.9, 0.022, 0.1), (0.93, 0.012, 0.075)]
    layers.append(
        discs(scattered(scene, 46, lights, box, (0.008, 0.042), (0.2, 0.7)), lit=not pale)
    )
    for depth in (0, 1, 2):
        layers.append(_twigs(scene, depth))
    if scene.shows("baubles") and "bare" not in plan.motifs:
        spots = _places(scene, 6 + round(3 * plan.density))
        for i, (x, y) in enumerate(spots):
            layers.append(
                _bauble(x, y, 0.034 + 0.03 * float(rng.random()), baubles[i % len(baubles)])
            )
    return layers


def _colours(scene: Scene) -> tuple[Lab, list[Lab], list[Lab]]:
    """The ground, the lights and the baubles: by what is named, else red or the brand, and gold."""
    p, plan = scene.paints, scene.plan
    gold: Lab = (0.82, 0.015, 0.115)
    named = [
        c
        for n, c in ((n, asked(n)) for n in plan.named)
        if c is not None and n not in ("gold", "green", "grey")
    ]
    behind = scene.backdrop
    ground = behind or (named[0] if named else at_lightness(p.primary, 0.34))
    if plan.dark is True or (plan.dark is None and ground[0] < 0.75 and not named):
        ground = at_lightness(ground, 0.26)
    if plan.dark is False and not named:
        ground = (0.93, 0.004, 0.014)
    ground = (
        at_lightness(ground, min(ground[0], 0.46))
        if hued(plan.named) and plan.dark is not False and ground[0] < 0.8
        else ground
    )
    red: Lab = (0.5, 0.17, 0.09)
    accent = at_lightness(p.accent, 0.62) if p.accent[0] > 0.1 else red
    baubles = (
        [gold, red, accent] if "gold" not in plan.named else [gold, at_lightness(gold, 0.9), gold]
    )
    if named and hued(plan.named):
        baubles = [gold, at_lightness(named[0], 0.55, 1.1), (0.93, 0.004, 0.01)]
    return ground, [gold, (0.95, 0.01, 0.05)], baubles


def _backdrop(scene: Scene, ground: Lab) -> Layer:
    frame = scene.frame
    tones = ramp(
        at_lightness(ground, min(0.97, ground[0] + 0.09)),
        ground,
        at_lightness(ground, ground[0] * (0.9 if ground[0] > 0.8 else 0.62)),
    )

    def layer(strip: Strip) -> None:
        far = np.hypot(strip.x - np.float32(frame.wide / 2), strip.y - np.float32(frame.high / 2))
        strip.fill(
            tones(np.clip(np.asarray(far / np.float32(0.62 * frame.long), np.float32), 0, 1))
        )

    return layer


def _places(scene: Scene, count: int) -> list[tuple[float, float]]:
    """Places along the edges, away from the free side, apart from each other."""
    rng, frame = scene.rng, scene.frame
    out: list[tuple[float, float]] = []
    for _ in range(count * 12):
        x = float(rng.uniform(0.03, 0.97)) * frame.wide
        y = (
            float(rng.uniform(0.03, 0.16)) * frame.high
            if rng.random() < 0.6
            else float(rng.uniform(0.1, 0.8)) * frame.high
        )
        edge = min(x, frame.wide - x)
        if y > 0.2 * frame.high and edge > 0.14:
            continue
        if scene.free_at(x, y) > 0.4 or any(np.hypot(x - a, y - b) < 0.17 for a, b in out):
            continue
        out.append((x, y))
        if len(out) == count:
            break
    return out


def _twigs(scene: Scene, depth: int) -> Layer:
    """A layer of twigs with their needles: soft and dark behind, sharp and lit in front."""
    frame, rng = scene.frame, scene.rng
    side = 1400 if depth == 2 else 700
    work = SoftFocus(scene, side)
    strokes: list[tuple[float, float, float, float]] = []
    stems: list[list[tuple[float, float]]] = []
    for _ in range(15):
        along = float(rng.random())
        at = int(rng.choice([0, 0, 1, 2]))
        x, y = (
            (along * frame.wide, -0.03),
            (-0.03, along * 0.8 * frame.high),
            (frame.wide + 0.03, along * 0.8 * frame.high),
        )[at]
        if scene.free_at(min(max(x, 0), frame.wide), max(y, 0)) > 0.45:
            continue
        heading = (np.pi / 2, 0.0, np.pi)[at] + float(rng.normal(0, 0.5))
        _grow(rng, (x, y), heading, float(rng.uniform(0.14, 0.3)), strokes, stems)

    def needles(pen: Pen) -> None:
        for a, b, c, d in strokes:
            pen.line([(a, b), (c, d)], 0.0026)

    def wood(pen: Pen) -> None:
        for points in stems:
            pen.line(points, 0.0045)

    blur = (0.008, 0.003, 0.0)[depth]

    def upper(pen: Pen) -> None:
        for a, b, c, d in strokes[::2]:
            pen.line([(a, b - 0.0008), ((a + c) / 2, (b + d) / 2 - 0.0008)], 0.0014)

    cover, light = Field(work.mask(needles, blur)), Field(work.mask(upper, blur))
    stem = Field(work.mask(wood, blur))
    green = ((0.22, -0.03, 0.012), (0.32, -0.05, 0.03), (0.4, -0.06, 0.042))[depth]
    snow = bool({"snowy", "frost"} & scene.plan.motifs)

    def layer(strip: Strip) -> None:
        seen = np.clip(strip.sample(cover), 0, 1)
        if depth == 2:
            strip.shade(np.asarray(np.float32(0.1) * seen, np.float32))
        strip.blend(seen * np.float32(0.95), green)
        strip.blend(np.clip(strip.sample(stem), 0, 1) * np.float32(0.8), (0.3, 0.025, 0.035))
        bright = (0.93, -0.004, -0.01) if snow else mix(green, (0.72, -0.07, 0.09), 0.55)
        strip.blend(np.clip(strip.sample(light), 0, 1) * np.float32(0.9 if snow else 0.55), bright)

    return layer


def _grow(
    rng: np.random.Generator,
    at: tuple[float, float],
    heading: float,
    length: float,
    strokes: list[tuple[float, float, float, float]],
    stems: list[list[tuple[float, float]]],
    depth: int = 0,
) -> None:
    """A stem with needles on both sides, and side twigs."""
    x, y = at
    steps = max(6, round(length / 0.0045))
    points = [(x, y)]
    for i in range(steps):
        x, y = (
            x + length / steps * float(np.cos(heading)),
            y + length / steps * float(np.sin(heading)),
        )
        points.append((x, y))
        long = 0.032 * (1 - 0.45 * i / steps)
        for side in (-1, 1):
            lean = heading + side * float(rng.uniform(0.55, 0.95))
            strokes.append((x, y, x + long * float(np.cos(lean)), y + long * float(np.sin(lean))))
        heading += float(rng.normal(0.004, 0.02))
        if depth == 0 and i and i % max(1, steps // 4) == 0:
            for side in (-1, 1):
                _grow(
                    rng,
                    (x, y),
                    heading + side * 0.75,
                    length * 0.55 * (1.1 - i / steps),
                    strokes,
                    stems,
                    1,
                )
    stems.append(points)


def _bauble(x: float, y: float, size: float, ink: Lab) -> Layer:
    """A glass ball with a window in it, its cap and its shade."""
    lit, dim = at_lightness(ink, min(0.96, ink[0] + 0.14)), at_lightness(ink, ink[0] * 0.42)
    tones = ramp(lit, ink, dim)

    def layer(strip: Strip) -> None:
        where = strip.window(x - 2 * size, y - 2 * size, x + 2 * size, y + 2 * size)
        if where is None:
            return
        a, b = strip.x[:, where[1]], strip.y[where[0]]
        strip.shade(
            np.asarray(
                np.float32(0.4)
                * smooth(
                    circle(a, b, x + 0.2 * size, y + 0.32 * size, size), 0.4 * size, -0.3 * size
                ),
                np.float32,
            ),
            where,
        )
        u: F32 = (a - np.float32(x)) / np.float32(size)
        v: F32 = (b - np.float32(y)) / np.float32(size)
        far = np.hypot(u + np.float32(0.3), v + np.float32(0.35))
        rim = smooth(np.asarray(np.hypot(u, v), np.float32), 0.8, 1.0) * smooth(
            np.asarray(u + v, np.float32), 0.2, 1.2
        )
        t = np.clip(smooth(np.asarray(far, np.float32), 0.05, 1.5) - np.float32(0.4) * rim, 0, 1)
        cover = strip.edge(circle(a, b, x, y, size))
        strip.blend(cover, tones(np.asarray(t, np.float32)), where)
        shine = np.exp(
            -(
                ((u + np.float32(0.36)) / np.float32(0.15)) ** 2
                + ((v + np.float32(0.42)) / np.float32(0.2)) ** 2
            )
        )
        strip.glow(np.asarray(cover * shine * np.float32(0.9), np.float32), (1.0, 0.0, 0.01), where)
        cap = np.maximum(
            np.abs(u) - np.float32(0.19), np.abs(v + np.float32(1.04)) - np.float32(0.13)
        ) * np.float32(size)
        strip.blend(strip.edge(np.asarray(cap, np.float32)), (0.76, 0.01, 0.08), where)

    return layer
