"""Graphic families: Bauhaus grids, halftone, contour lines, mosaics, arches."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, box, circle, convex, smooth
from ..noise import fractal, grid
from ..paints import Ramp, at_lightness, chroma, mix, ramp
from .scene import Scene


def geometric(scene: Scene) -> list[Layer]:
    """A Bauhaus grid: quarter discs, half discs, rings, leaves, bars and dots, one large motif,
    quiet cells between.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    across = round((3 + 3 * scene.plan.density) * frame.wide) or 1
    cell = frame.wide / across
    down = max(1, round(frame.high / cell))
    cell_high = frame.high / down
    pool = list(dict.fromkeys([p.primary, p.accent, p.second, p.ink, *p.colours]))
    pool = [
        c
        for i, c in enumerate(pool)
        if all(sum((a - b) ** 2 for a, b in zip(c, o, strict=True)) > 0.003 for o in pool[:i])
    ]
    grounds = [
        p.ground,
        p.ground,
        mix(p.ground, p.primary, 0.1),
        mix(p.ground, p.second, 0.16),
        *pool[:4],
    ]
    cells: list[tuple[int, int, int]] = []
    taken: set[tuple[int, int]] = set()
    for row in range(down):
        for column in range(across):
            if (row, column) in taken:
                continue
            size = 1
            room = (
                row + 1 < down
                and column + 1 < across
                and not {(row, column + 1), (row + 1, column)} & taken
            )
            if room and rng.random() < 0.16:
                size = 2
            taken |= {(row + i, column + j) for i in range(size) for j in range(size)}
            cells.append((row, column, size))
    jobs = []
    last: Lab | None = None
    for row, column, size in cells:
        cx, cy = (column + size / 2) * cell, (row + size / 2) * cell_high
        half_w, half_h = size * cell / 2, size * cell_high / 2
        free = scene.free_at(cx, cy)
        quiet = free > 0.35 or rng.random() < 0.12
        under = p.ground if free > 0.35 else grounds[int(rng.integers(len(grounds)))]
        choices = [
            c
            for c in pool
            if c != last
            and abs(c[0] - under[0]) + 1.5 * np.hypot(c[1] - under[1], c[2] - under[2]) > 0.2
        ]
        over = choices[int(rng.integers(len(choices)))] if choices else p.ink
        more = [c for c in pool if c not in (over, under)]
        third = more[int(rng.integers(len(more)))] if more else p.ink
        last = over
        motif = (
            "empty"
            if quiet
            else str(
                rng.choice(
                    [
                        "quarter",
                        "half",
                        "disc",
                        "rings",
                        "leaf",
                        "triangle",
                        "bars",
                        "dots",
                        "quarters",
                        "ring",
                    ],
                    p=[0.2, 0.14, 0.1, 0.1, 0.12, 0.09, 0.07, 0.06, 0.07, 0.05],
                )
            )
        )
        jobs.append((cx, cy, half_w, half_h, under, over, third, motif, int(rng.integers(4))))

    def layer(strip: Strip) -> None:
        strip.fill(p.ground)
        for cx, cy, half_w, half_h, under, over, third, motif, turned in jobs:
            where = strip.window(cx - half_w, cy - half_h, cx + half_w, cy + half_h)
            if where is None:
                continue
            x, y = strip.x[:, where[1]] - np.float32(cx), strip.y[where[0]] - np.float32(cy)
            # Edges of cells are upright and level: no anti-aliasing is needed, and no seam appears.
            inside = ((np.abs(x) <= half_w) & (np.abs(y) <= half_h)).astype(np.float32)
            strip.blend(inside, under, where)
            if motif == "empty":
                continue
            for _ in range(turned):
                x, y = y, -x
            w, h = (half_w, half_h) if turned % 2 == 0 else (half_h, half_w)
            for cover, colour in _motif(strip, motif, x, y, w, h, over, third):
                strip.blend(cover * inside, colour, where)

    return [layer]


def _motif(
    strip: Strip, motif: str, x: F32, y: F32, w: float, h: float, over: Lab, third: Lab
) -> list[tuple[F32, Lab]]:
    """The shapes of a cell as (coverage, colour); x and y run from -w to w and -h to h."""
    r = 2 * min(w, h)
    if motif == "quarter":
        return [
            (strip.edge(circle(x, y, -w, -h, r)), over),
            (strip.edge(circle(x, y, -w, -h, r * 0.38)), third),
        ]
    if motif == "half":
        return [
            (strip.edge(np.maximum(circle(x, y, 0, -h, r / 2), -(y + np.float32(h)))), over),
            (strip.edge(np.maximum(circle(x, y, 0, 0, r / 2), -y)), third),
        ]
    if motif == "disc":
        return [(strip.edge(circle(x, y, 0, 0, r * 0.36)), over)]
    if motif == "ring":
        return [
            (strip.edge(np.abs(circle(x, y, 0, 0, r * 0.31)) - np.float32(r * 0.085)), over),
            (strip.edge(circle(x, y, 0, 0, r * 0.1)), third),
        ]
    if motif == "rings":
        out = []
        for i, share in enumerate((1.0, 0.8, 0.6, 0.4, 0.2)):
            out.append((strip.edge(circle(x, y, -w, -h, r * share)), over if i % 2 == 0 else third))
        return out
    if motif == "leaf":
        return [(strip.edge(np.maximum(circle(x, y, -w, -h, r), circle(x, y, w, h, r))), over)]
    if motif == "triangle":
        return [(strip.edge(convex(x, y, [(-w, -h), (w, -h), (-w, h)])), over)]
    if motif == "quarters":
        return [
            (strip.edge(circle(x, y, -w, -h, r / 2)), over),
            (strip.edge(circle(x, y, w, h, r / 2)), over),
            (strip.edge(circle(x, y, w, -h, r / 2)), third),
            (strip.edge(circle(x, y, -w, h, r / 2)), third),
        ]
    if motif == "bars":
        step = 2 * w / 6
        phase = np.abs(
            np.mod(x + np.float32(w), np.float32(2 * step)) - np.float32(step)
        ) - np.float32(step / 2)
        return [(strip.edge(phase + 0 * y), over)]
    step = 2 * w / 4
    u = np.mod(x + np.float32(w), np.float32(step)) - np.float32(step / 2)
    v = np.mod(y + np.float32(h), np.float32(2 * h / 4)) - np.float32(h / 4)
    return [(strip.edge(circle(u, v, 0, 0, step * 0.24)), over)]


def halftone(scene: Scene) -> list[Layer]:
    """Two screens of dots over a soft ground, printed like ink: where they meet, they darken each
    other.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    x, y = grid(frame)
    angle = rng.uniform(0, 2 * np.pi)
    drift = (
        np.cos(angle) * (x - frame.wide / 2) / frame.wide
        + np.sin(angle) * (y - frame.high / 2) / frame.high
    ) * 1.5
    lead = {
        "left": (x / frame.wide - 0.5) * 2 + 0 * y,
        "right": (0.5 - x / frame.wide) * 2 + 0 * y,
        "top": (y / frame.high - 0.5) * 2 + 0 * x,
        "bottom": (0.5 - y / frame.high) * 2 + 0 * x,
    }
    slope = lead.get(scene.plan.space or "", drift)
    slow = fractal(rng, frame, 0.8, 2)
    # With a side to keep free the dots end well before it.
    middle = 0.24 if scene.plan.space else 0.5
    first = Field(np.clip(middle + 0.56 * slope + 0.16 * slow, 0, 1).astype(np.float32))
    blob = fractal(rng, frame, 0.7, 2)
    second = Field(
        np.clip(0.1 + 0.42 * blob + (0.6 if scene.plan.space else 0.25) * slope, 0, 1).astype(
            np.float32
        )
    )
    top, low = (
        (p.light, mix(p.light, p.second, 0.3))
        if not p.night
        else (p.dark, mix(p.dark, p.primary, 0.3))
    )
    ground = ramp(top, mix(top, low, 0.5), low)
    inks = [(first, p.primary, 0.42, 1.0), (second, p.accent, 1.18, 1.45)]
    pitch = 0.03 - 0.014 * scene.plan.density

    def layer(strip: Strip) -> None:
        t = strip.sample(first)
        strip.fill(ground(np.clip(t, 0, 1)))
        for tone, colour, turned, coarse in inks:
            step = np.float32(pitch * coarse)
            cos, sin = np.float32(np.cos(turned)), np.float32(np.sin(turned))
            u, v = (strip.x * cos + strip.y * sin) / step, (strip.y * cos - strip.x * sin) / step
            du, dv = u - np.round(u), v - np.round(v)
            value = strip.sample(tone) if tone is not first else t
            radius = np.sqrt(np.clip(value, 0, 1)) * np.float32(0.66) - np.float32(0.06)
            cover = strip.edge((np.hypot(du, dv) - radius) * step) * (radius > 0.02)
            if p.night:
                strip.blend(cover * np.float32(0.94), colour)
            else:
                # Ink takes light away: the darker of the two, mostly the ink's own colour.
                lightness = np.minimum(strip.lab[0], np.float32(colour[0])) * np.float32(
                    0.55
                ) + np.float32(0.45 * colour[0]) * np.minimum(
                    strip.lab[0] / np.float32(p.light[0]), 1
                )
                a = np.float32(colour[1]) * np.float32(0.8) + strip.lab[1] * np.float32(0.25)
                b = np.float32(colour[2]) * np.float32(0.8) + strip.lab[2] * np.float32(0.25)
                strip.blend(cover, (lightness, a, b))

    return [layer]


def topographic(scene: Scene) -> list[Layer]:
    """Contour lines of an invented land over quiet tints of its heights; every fifth line is
    heavier.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    land = fractal(rng, frame, 0.75, 3, gain=0.36, side=720)
    x, y = grid(frame, 720)
    levels = 9 + round(12 * scene.plan.density)
    low, high = np.quantile(land, [0.01, 0.99])
    height = ((land - low) / (high - low)).astype(np.float32)
    down, across = np.gradient(height)
    steep = np.hypot(
        down / (frame.high / height.shape[0]), across / (frame.wide / height.shape[1])
    ).astype(np.float32)
    ground, slope = Field(height), Field(np.maximum(steep, 0.05))
    base = p.ground
    if p.night:
        tints = ramp(
            at_lightness(p.dark, 0.17),
            p.dark,
            mix(p.dark, p.primary, 0.42),
            mix(p.dark, p.primary, 0.75),
        )
        line = mix(p.light, p.primary, 0.25)
    else:
        tints = ramp(
            p.light,
            mix(p.light, p.second, 0.14),
            mix(p.light, p.primary, 0.3),
            mix(p.light, p.primary, 0.55),
        )
        line = mix(p.primary, p.dark, 0.35)
    hot = p.accent
    lit = int(rng.integers(levels // 2, levels - 1))

    def layer(strip: Strip) -> None:
        free = scene.free(strip.x, strip.y)
        h, g = strip.sample(ground), strip.sample(slope)
        scaled = h * np.float32(levels)
        step = np.floor(scaled)
        tone = np.clip((step + np.float32(0.5)) / np.float32(levels), 0, 1)
        part = scaled - step
        # The step between two tints lies under its line; its shading gives each level a little
        # relief.
        planes = tints(np.clip(tone * (1 - free * np.float32(0.8)), 0, 1))
        strip.fill(planes)
        strip.lab[0] -= np.float32(0.018) * (1 - part) * (1 - free)
        nearest = np.round(scaled)
        away = np.abs(scaled - nearest) / (np.float32(levels) * g)
        major = np.mod(nearest, 5) == 0
        half = np.where(major, np.float32(0.0017), np.float32(0.0009))
        half = np.maximum(half, np.float32(0.5 * strip.px))
        cover = np.clip((half - away) * np.float32(strip.unit) + np.float32(0.5), 0, 1)
        cover *= np.where(major, np.float32(0.95), np.float32(0.62)) * (1 - np.float32(0.75) * free)
        mark = (nearest == lit).astype(np.float32)
        strip.blend(
            cover,
            (
                np.float32(line[0]) + mark * np.float32(hot[0] - line[0]),
                np.float32(line[1]) + mark * np.float32(hot[1] - line[1]),
                np.float32(line[2]) + mark * np.float32(hot[2] - line[2]),
            ),
        )

    del x, y, base
    return [layer]


def mosaic(scene: Scene) -> list[Layer]:
    """Facets: triangles of a jittered grid, hexagons, or cells around scattered points, coloured by
    a slow gradient.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    kinds = ("triangles", "hexagons", "cells")
    kind = next((k for k in kinds if k in scene.plan.motifs), None) or str(
        rng.choice(kinds, p=[0.5, 0.25, 0.25])
    )
    colour_at = _colour_fields(scene)
    count = 7 + round(10 * scene.plan.density)
    if kind == "cells":
        return [_cells(scene, colour_at, count)]
    polygons: list[tuple[list[tuple[float, float]], Lab]] = []
    step = 1.0 / count
    if kind == "triangles":
        columns, rows = int(np.ceil(frame.wide / step)) + 2, int(np.ceil(frame.high / step)) + 2
        jitter = rng.uniform(-0.36, 0.36, (rows + 1, columns + 1, 2)) * step
        points = [
            [
                ((j - 0.5) * step + jitter[i, j, 0], (i - 0.5) * step + jitter[i, j, 1])
                for j in range(columns + 1)
            ]
            for i in range(rows + 1)
        ]
        for i in range(rows):
            for j in range(columns):
                a, b, c, d = points[i][j], points[i][j + 1], points[i + 1][j], points[i + 1][j + 1]
                pairs = ([a, b, c], [b, d, c]) if rng.random() < 0.5 else ([a, b, d], [a, d, c])
                for corners in pairs:
                    polygons.append((corners, colour_at(corners, rng.normal(0, 0.034))))
        grow, gap = 0.7, 0.0
    else:
        radius = step * 0.62
        for i in range(-1, int(frame.high / (radius * 1.5)) + 2):
            for j in range(-1, int(frame.wide / (radius * 1.732)) + 2):
                cx, cy = (j + 0.5 * (i % 2)) * radius * 1.732, i * radius * 1.5
                corners = [
                    (cx + radius * np.sin(k * np.pi / 3), cy + radius * np.cos(k * np.pi / 3))
                    for k in range(6)
                ]
                polygons.append((corners, colour_at(corners, rng.normal(0, 0.045))))
        grow, gap = 0.0, radius * 0.035
    ground = p.ground

    def layer(strip: Strip) -> None:
        strip.fill(ground)
        for corners, colour in polygons:
            xs, ys = [c[0] for c in corners], [c[1] for c in corners]
            where = strip.window(
                min(xs) - 2 * strip.px,
                min(ys) - 2 * strip.px,
                max(xs) + 2 * strip.px,
                max(ys) + 2 * strip.px,
            )
            if where is None:
                continue
            away = convex(strip.x[:, where[1]], strip.y[where[0]], corners)
            strip.blend(
                strip.edge(away - np.float32(grow * strip.px) + np.float32(gap)), colour, where
            )

    return [layer]


def _colour_fields(scene: Scene):  # type: ignore[no-untyped-def]
    """A function from a polygon's corners and a chance to its colour, along a slow gradient of the
    palette.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    if p.night:
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

    def colour_at(corners: list[tuple[float, float]], chance: float) -> Lab:
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
        base = colours.one(t)
        return (float(np.clip(base[0] + chance * (1 - 0.65 * free), 0.05, 0.99)), base[1], base[2])

    return colour_at


def _cells(scene: Scene, colour_at, count: int) -> Layer:  # type: ignore[no-untyped-def]
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


def arches(scene: Scene) -> list[Layer]:
    """Concentric arches and a sun, in the manner of the seventies; or a sunburst."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    vivid = [
        p.primary,
        p.accent,
        p.second,
        *[c for c in p.colours if abs(c[0] - p.ground[0]) > 0.12],
    ]
    vivid = list(dict.fromkeys(vivid))
    base = ramp(p.ground, mix(p.ground, p.second, 0.12))
    layers: list[Layer] = [lambda s: s.fill(base(s.y / np.float32(frame.high)))]
    burst = rng.random() < 0.3
    burst = "rays" in scene.plan.motifs or (burst and "rainbow" not in scene.plan.motifs)
    cx = scene.aside(0.3, 0.7) * frame.wide
    if burst:
        cy = {"top": 1.0, "bottom": 0.0}.get(
            scene.plan.space or "", float(rng.uniform(0.75, 1.0))
        ) * frame.high
        rays = 14 + 2 * round(8 * scene.plan.density)
        first, second = mix(p.ground, p.warm, 0.55), mix(p.ground, p.primary, 0.18)

        def rayed(strip: Strip) -> None:
            dx, dy = strip.x - np.float32(cx), strip.y - np.float32(cy)
            angle = np.arctan2(dy, dx) * np.float32(rays / (2 * np.pi))
            part = np.abs(angle - np.floor(angle) - np.float32(0.5)) - np.float32(0.25)
            far = np.hypot(dx, dy)
            away = part * far * np.float32(2 * np.pi / rays)
            cover = strip.edge(away)
            fade = 1 - np.float32(0.55) * np.clip(far / np.float32(frame.long * 1.1), 0, 1)
            strip.blend(cover * fade, second)
            strip.blend((1 - cover) * fade * np.float32(0.5), first)

        layers.append(rayed)
        rings = [
            (0.34, p.primary),
            (0.27, p.accent),
            (0.2, p.second),
            (0.13, mix(p.warm, p.light, 0.2)),
        ]

        def rings_layer(strip: Strip) -> None:
            for radius, colour in rings:
                strip.blend(strip.edge(circle(strip.x, strip.y, cx, cy, radius)), colour)

        layers.append(rings_layer)
        return layers
    groups = 1 if scene.plan.density < 0.3 else 2 if scene.plan.density < 0.7 else 3
    spots = []
    for g in range(groups):
        radius = (0.46, 0.3, 0.22)[g] * (
            frame.wide if frame.wide < frame.high else min(1.25, frame.wide)
        ) ** 0.8
        place = (
            cx
            if g == 0
            else cx
            + (-1) ** g
            * (0.36 + 0.14 * g)
            * min(frame.wide, 1.5)
            * (1 if cx < frame.wide / 2 else -1)
            * -1
        )
        if scene.free_at(float(place), frame.high * 0.8) > 0.5:
            continue
        foot = frame.high * (1.0 if scene.plan.space != "bottom" else 0.6)
        spots.append((float(place), foot, float(radius), rng.permutation(len(vivid))))
    sun_x = cx + (0.28 if cx < frame.wide / 2 else -0.28) * frame.wide * (
        0 if scene.plan.space in ("left", "right") else 1
    )
    sun_y = frame.high * (0.22 if scene.plan.space != "top" else 0.6)

    def sun(strip: Strip) -> None:
        strip.blend(
            strip.edge(circle(strip.x, strip.y, sun_x, sun_y, 0.1)), mix(p.warm, p.accent, 0.25)
        )

    layers.append(sun)
    for place, foot, radius, order in reversed(spots):
        bows = 4 + int(radius > 0.35)

        def group(
            strip: Strip,
            place: float = place,
            foot: float = foot,
            radius: float = radius,
            order: np.ndarray = order,
            bows: int = bows,
        ) -> None:
            spring = foot - radius * 0.55
            for i in range(bows):
                r = radius * (1 - i / (bows + 0.55))
                away = np.where(
                    strip.y < spring,
                    circle(strip.x, strip.y, place, spring, r),
                    np.abs(strip.x - np.float32(place)) - np.float32(r),
                )
                away = np.maximum(away, strip.y - np.float32(foot))
                colour = vivid[int(order[i % len(order)])]
                gap = radius * 0.022
                strip.blend(strip.edge(away), p.ground)
                strip.blend(strip.edge(away + np.float32(gap)), colour)

        layers.append(group)
    if scene.plan.space != "bottom":
        floor = mix(p.primary, p.dark, 0.45) if not p.night else mix(p.dark, p.primary, 0.25)

        def ground(strip: Strip) -> None:
            strip.blend(strip.edge(np.float32(frame.high * 0.93) - strip.y + 0 * strip.x), floor)

        layers.append(ground)
    return layers


__all__ = ["Ramp", "arches", "box", "chroma", "geometric", "halftone", "mosaic", "topographic"]
