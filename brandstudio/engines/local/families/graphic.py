"""Graphic families: Bauhaus grids, halftone, contour lines."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, circle, convex
from ..noise import fractal, grid
from ..paints import Ramp, asked, at_lightness, hued, mix, ramp
from .scene import Scene


def geometric(scene: Scene) -> list[Layer]:
    """A Bauhaus grid: quarter discs, half discs, rings, leaves, bars and dots, one large motif,
    quiet cells between; on the ground that the prompt asks for, nothing else lies under them.
    """
    frame, rng = scene.frame, scene.rng
    p, (paper, inks) = scene.paints, _on_its_ground(scene)
    across = round((3 + 3 * scene.plan.density) * frame.wide) or 1
    cell = frame.wide / across
    down = max(1, round(frame.high / cell))
    cell_high = frame.high / down
    ink = inks[0] if inks else p.ink
    pool = _apart(inks or [p.primary, p.accent, p.second, ink, *p.colours])
    mixed = [mix(paper, p.primary, 0.1), mix(paper, p.second, 0.16), *pool[:4]]
    grounds = [paper] if inks else [paper, paper, *mixed]
    shapes = _shapes(scene)
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
        under = paper if free > 0.35 else grounds[int(rng.integers(len(grounds)))]
        choices = [
            c
            for c in pool
            if c != last
            and abs(c[0] - under[0]) + 1.5 * np.hypot(c[1] - under[1], c[2] - under[2]) > 0.2
        ]
        over = choices[int(rng.integers(len(choices)))] if choices else ink
        more = [c for c in pool if c not in (over, under)]
        third = more[int(rng.integers(len(more)))] if more else ink
        last = over
        motif = "empty" if quiet else str(rng.choice(list(shapes), p=list(shapes.values())))
        jobs.append((cx, cy, half_w, half_h, under, over, third, motif, int(rng.integers(4))))

    def layer(strip: Strip) -> None:
        strip.fill(paper)
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


def _on_its_ground(scene: Scene) -> tuple[Lab, list[Lab]]:
    """The ground, the one that is asked for, and the inks on it; a subtle pattern in colours
    has the lightest of them for its ground. No inks where neither is asked
    for.
    """
    p, plan = scene.paints, scene.plan
    subtle = "subtle" in plan.motifs
    named = [c for c in map(asked, plan.loose) if c is not None]
    ground = scene.backdrop
    if ground is None and not (subtle and named):
        return p.ground, []
    if ground is None:
        ground = max(named, key=lambda c: c[0])
        named = [c for c in named if c != ground]
        if not named:
            named, ground = [ground], mix(p.light, (0.975, 0.0, 0.008), 0.5)
    inks = named or [p.primary, p.accent]
    tints = [mix(ink, ground, share) for share in (0.0, 0.3, 0.6) for ink in inks]
    return ground, tints


def _apart(colours: list[Lab]) -> list[Lab]:
    """The colours without those that are near one before them."""
    pool = list(dict.fromkeys(colours))
    return [
        c
        for i, c in enumerate(pool)
        if all(sum((a - b) ** 2 for a, b in zip(c, o, strict=True)) > 0.003 for o in pool[:i])
    ]


def _shapes(scene: Scene) -> dict[str, float]:
    """The shapes of the cells, each with how often it stands there."""
    if "circles" in scene.plan.motifs:
        return {"disc": 0.6, "ring": 0.4}
    return _SHAPES


#: What stands in the cells of a grid, and how often.
_SHAPES: Final = {
    "quarter": 0.2,
    "half": 0.14,
    "disc": 0.1,
    "rings": 0.1,
    "leaf": 0.12,
    "triangle": 0.09,
    "bars": 0.07,
    "dots": 0.06,
    "quarters": 0.07,
    "ring": 0.05,
}


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


def _heights(scene: Scene) -> tuple[Ramp, Lab]:
    """The tints of a land from low to high, and its lines; one tint where it has a ground of its own."""
    p = scene.paints
    if scene.backdrop is not None:
        # Lines on a ground of one colour.
        tints = ramp(scene.backdrop, scene.backdrop)
        line = asked((hued(scene.plan.loose) or [""])[0]) or p.ink
        line = at_lightness(line, 0.4) if scene.backdrop[0] > 0.6 else line
    elif p.night:
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
    return tints, line


def topographic(scene: Scene) -> list[Layer]:
    """Contour lines of an invented land over quiet tints of its heights; every fifth line is
    heavier.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    land = fractal(rng, frame, 0.75, 3, gain=0.36, side=720)
    levels = 9 + round(12 * scene.plan.density)
    low, high = np.quantile(land, [0.01, 0.99])
    height = ((land - low) / (high - low)).astype(np.float32)
    down, across = np.gradient(height)
    steep = np.hypot(
        down / (frame.high / height.shape[0]), across / (frame.wide / height.shape[1])
    ).astype(np.float32)
    ground, slope = Field(height), Field(np.maximum(steep, 0.05))
    tints, line = _heights(scene)
    hot = p.accent if scene.backdrop is None else line
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

    return [layer]
