"""Facets: triangles, hexagons, or cells like stained glass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..canvas import Lab, Layer, Strip, convex, smooth
from ..noise import fractal
from ..paints import asked, at_lightness, mix, ramp
from .scene import Scene

Corners = list[tuple[float, float]]
ColourAt = Callable[[Corners, float], Lab]
"""A polygon's corners and a chance to its colour."""


def mosaic(scene: Scene) -> list[Layer]:
    """Facets: triangles of a jittered grid, hexagons, or cells around scattered points, coloured by
    a slow gradient.
    """
    kinds = ("triangles", "hexagons", "cells")
    kind = next((k for k in kinds if k in scene.plan.motifs), None) or str(
        scene.rng.choice(kinds, p=[0.5, 0.25, 0.25])
    )
    colour_at = _colour_fields(scene)
    count = 7 + round(10 * scene.plan.density)
    if kind == "cells":
        return [_cells(scene, colour_at, count)]
    made = _triangles if kind == "triangles" else _hexagons
    facets, ground = made(scene, colour_at, 1.0 / count), scene.paints.ground

    def layer(strip: Strip) -> None:
        strip.fill(ground)
        facets.paint(strip)

    return [layer]


@dataclass(frozen=True, slots=True)
class _Facets:
    """Polygons with their colours; ``grow`` pixels over their edges, or ``gap`` within."""

    polygons: tuple[tuple[Corners, Lab], ...]
    grow: float
    gap: float

    def paint(self, strip: Strip) -> None:
        for corners, colour in self.polygons:
            xs, ys = [c[0] for c in corners], [c[1] for c in corners]
            edge = 2 * strip.px
            where = strip.window(min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge)
            if where is None:
                continue
            away = convex(strip.x[:, where[1]], strip.y[where[0]], corners)
            grown = away - np.float32(self.grow * strip.px) + np.float32(self.gap)
            strip.blend(strip.edge(grown), colour, where)


def _triangles(scene: Scene, colour_at: ColourAt, step: float) -> _Facets:
    """Two in each cell of a jittered grid."""
    frame, rng = scene.frame, scene.rng
    columns, rows = int(np.ceil(frame.wide / step)) + 2, int(np.ceil(frame.high / step)) + 2
    jitter = rng.uniform(-0.36, 0.36, (rows + 1, columns + 1, 2)) * step
    points = [
        [
            ((j - 0.5) * step + jitter[i, j, 0], (i - 0.5) * step + jitter[i, j, 1])
            for j in range(columns + 1)
        ]
        for i in range(rows + 1)
    ]
    polygons: list[tuple[Corners, Lab]] = []
    for i in range(rows):
        for j in range(columns):
            a, b, c, d = points[i][j], points[i][j + 1], points[i + 1][j], points[i + 1][j + 1]
            pairs = ([a, b, c], [b, d, c]) if rng.random() < 0.5 else ([a, b, d], [a, d, c])
            for corners in pairs:
                polygons.append((corners, colour_at(corners, rng.normal(0, 0.034))))
    return _Facets(tuple(polygons), grow=0.7, gap=0.0)


def _hexagons(scene: Scene, colour_at: ColourAt, step: float) -> _Facets:
    """A honeycomb with a fine joint."""
    frame, radius = scene.frame, step * 0.62
    polygons: list[tuple[Corners, Lab]] = []
    for i in range(-1, int(frame.high / (radius * 1.5)) + 2):
        for j in range(-1, int(frame.wide / (radius * 1.732)) + 2):
            cx, cy = (j + 0.5 * (i % 2)) * radius * 1.732, i * radius * 1.5
            corners = [
                (cx + radius * np.sin(k * np.pi / 3), cy + radius * np.cos(k * np.pi / 3))
                for k in range(6)
            ]
            polygons.append((corners, colour_at(corners, scene.rng.normal(0, 0.045))))
    return _Facets(tuple(polygons), grow=0.0, gap=radius * 0.035)


def _colour_fields(scene: Scene) -> ColourAt:
    """The colours of facets along a slow gradient of the palette."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    inks = [c for c in map(asked, scene.plan.named) if c is not None]
    if len(inks) > 1:
        # Colours that are asked for stand side by side, none mixed away in a gradient.
        inks = inks if p.night else sorted(inks, key=lambda c: -c[0])
        colours = ramp(*(c for ink in inks[:4] for c in (ink, mix(ink, p.ground, 0.22), ink)))
    elif p.night:
        colours = ramp(
            at_lightness(p.primary, 0.2),
            p.dark,
            mix(p.dark, p.primary, 0.7),
            p.primary,
            mix(p.primary, p.accent, 0.6),
            p.accent,
        )
    else:
        colours = ramp(
            p.light,
            mix(p.light, p.primary, 0.3),
            p.primary,
            mix(p.primary, p.second, 0.6),
            p.accent,
        )
    angle = rng.uniform(0, 2 * np.pi)
    angle = {"left": 0.0, "right": np.pi, "top": np.pi / 2, "bottom": -np.pi / 2}.get(
        scene.plan.space or "", angle
    )
    slow = fractal(rng, frame, 0.9, 2, side=96)
    rows, columns = slow.shape

    def colour_at(corners: Corners, chance: float) -> Lab:
        x = sum(c[0] for c in corners) / len(corners)
        y = sum(c[1] for c in corners) / len(corners)
        i = min(rows - 1, max(0, int(y / frame.high * rows)))
        j = min(columns - 1, max(0, int(x / frame.wide * columns)))
        along = 0.5 + 0.62 * (
            np.cos(angle) * (x / frame.wide - 0.5) + np.sin(angle) * (y / frame.high - 0.5)
        )
        free = scene.free_at(x, y)
        t = float(
            np.clip(
                (along + 0.15 * slow[i, j] * (1 - free)) * (1 - 0.75 * free) + 0.02 * free, 0, 1
            )
        )
        if len(inks) > 1:
            t = float(np.clip(0.5 + 1.6 * (t - 0.5), 0, 1))  # the first and the last are seen too
        base = colours.one(t)
        return (float(np.clip(base[0] + chance * (1 - 0.65 * free), 0.05, 0.99)), base[1], base[2])

    return colour_at


def _cells(scene: Scene, colour_at: ColourAt, count: int) -> Layer:
    """Cells around scattered points with a lead line between them, like stained glass."""
    frame, rng, p = scene.frame, scene.rng, scene.paints
    step = 1.0 / (count * 0.8)
    rows, columns = int(frame.high / step) + 4, int(frame.wide / step) + 4
    jitter = rng.uniform(0.12, 0.88, (rows, columns, 2)).astype(np.float32)
    table = np.zeros((rows, columns, 3), np.float32)
    for i in range(rows):
        for j in range(columns):
            place = (
                (j - 1 + float(jitter[i, j, 0])) * step,
                (i - 1 + float(jitter[i, j, 1])) * step,
            )
            table[i, j] = colour_at([place], rng.normal(0, 0.045))
    lead = p.ground if not p.night else at_lightness(p.dark, 0.12)

    def layer(strip: Strip) -> None:
        u, v = strip.x / np.float32(step) + 1, strip.y / np.float32(step) + 1
        column, row = np.floor(u).astype(np.int32), np.floor(v).astype(np.int32)
        shape = (v.shape[0], u.shape[1])
        best, next_ = np.full(shape, 9.0, np.float32), np.full(shape, 9.0, np.float32)
        owner = np.zeros(shape, np.int32)
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                r, c = np.clip(row + i, 0, rows - 1), np.clip(column + j, 0, columns - 1)
                spot = jitter[r[:, 0]][:, c[0]]
                far = (u - (c + spot[..., 0])) ** 2 + (v - (r + spot[..., 1])) ** 2
                closer = far < best
                next_ = np.minimum(next_, np.where(closer, best, far))
                best = np.where(closer, far, best)
                owner = np.where(closer, r * columns + c, owner)
        flat = table.reshape(-1, 3)
        gap = (np.sqrt(next_) - np.sqrt(best)) * np.float32(0.5 * step)
        colour = flat[owner]
        dome = np.float32(0.05) * smooth(gap, 0.0, step * 0.35) - np.float32(0.025)
        strip.fill((colour[..., 0] + dome, colour[..., 1], colour[..., 2]))
        strip.blend(strip.edge(gap - np.float32(0.0032)), lead)

    return layer
