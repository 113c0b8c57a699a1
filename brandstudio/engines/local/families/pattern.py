"""Patterns that repeat: stripes, zigzags, dots, checks, tiles, terrazzo, circuits, fans."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal
from ..paints import asked, at_lightness, chroma, mix
from .glazed import glazed
from .scene import Scene
from .trigon import cubes, triangles

#: Coverage of the inks at a place; the first ink is the ground.
_Draw = Callable[[Scene, list[Lab]], Layer]


def pattern(scene: Scene) -> list[Layer]:
    """The pattern that is named, on paper with a breath of grain; by chance stripes or dots."""
    inks = _inks(scene)
    kinds: dict[str, _Draw] = {
        "terrazzo": _terrazzo,
        "circuit": _circuit,
        "cubes": cubes,
        "glazed": glazed,
        "tiles": _tiles,
        "fans": _fans,
        "checks": _checks,
        "dots": _dots,
        "zigzag": _zigzag,
        "stripes": _stripes,
        "triangles": triangles,
    }
    named = [name for name in kinds if name in scene.plan.motifs]
    kind = named[0] if named else ("stripes", "dots", "checks")[int(scene.rng.integers(3))]
    return [kinds[kind](scene, inks), _paper(scene)]


#: Colours of a pastel pattern where none are named: rose, apricot, lemon, mint, sky, lilac.
_PASTELS: list[Lab] = [
    (0.86, 0.055, 0.02),
    (0.88, 0.03, 0.06),
    (0.93, -0.005, 0.07),
    (0.89, -0.06, 0.025),
    (0.86, -0.025, -0.045),
    (0.83, 0.035, -0.055),
]


def _inks(scene: Scene) -> list[Lab]:
    """The ground and its inks: the colours that are named, else the brand's."""
    p, plan = scene.paints, scene.plan
    named = [c for c in map(asked, plan.named) if c is not None]
    pale = "pastel" in plan.motifs
    if scene.backdrop is not None:
        things = [c for c in map(asked, plan.loose) if c is not None]
        ground = scene.backdrop
        paler = at_lightness(ground, ground[0] + (0.14 if ground[0] < 0.8 else -0.14))
        several = [p.light, paler] if not pale else _PASTELS
        return [ground, *(things or several)]
    if pale:
        named = [at_lightness(c, max(c[0], 0.82), 1.0) for c in named]
    if plan.dark is True and len(named) == 1 and named[0][0] > 0.4:
        deep = at_lightness(named[0], 0.24, 0.8)
        return [deep, at_lightness(named[0], 0.62), at_lightness(named[0], 0.78), named[0]]
    if len(named) == 1:
        light = mix(p.light, (0.975, 0.0, 0.008), 0.5)
        if named[0][0] > 0.86:
            return [named[0], at_lightness(p.primary, 0.7, 0.8), p.accent, p.second]
        return [light, named[0], at_lightness(named[0], min(0.9, named[0][0] + 0.14)), named[0]]
    if len(named) > 1:
        ground = max(named, key=lambda c: c[0] - chroma(c))
        if "terrazzo" in plan.motifs:
            return [mix((0.955, 0.0, 0.008), ground, 0.12), *named]
        rest = [c for c in named if c != ground] or named
        return [ground, *rest, *rest]
    return [p.ground, p.primary, p.accent, p.second]


def _scale(scene: Scene) -> float:
    """How much larger what repeats is to be."""
    return 2.1 if "large_scale" in scene.plan.motifs else 1.0


def _ink(ground: Strip, cover: F32, colour: Lab) -> None:
    ground.blend(np.asarray(cover, np.float32), colour)


def _stripes(scene: Scene, inks: list[Lab]) -> Layer:
    motifs, rng = scene.plan.motifs, scene.rng
    angle = np.pi / 4 if "diagonal" in motifs else 0.0
    angle = np.pi / 2 if "horizontal" in motifs else angle
    if not motifs & {"diagonal", "horizontal", "vertical"}:
        angle = float(rng.choice([0.0, np.pi / 4, -np.pi / 4]))
    wide = float(rng.uniform(0.055, 0.11)) * (1.3 - 0.6 * scene.plan.density) * _scale(scene)
    share, phase = float(rng.uniform(0.42, 0.56)), float(rng.random())
    if "thin" in motifs:
        wide, share = float(rng.uniform(0.032, 0.044)), 0.055
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))

    def layer(strip: Strip) -> None:
        strip.fill(inks[0])
        along = (strip.x * cos + strip.y * sin) / np.float32(wide) + np.float32(phase)
        at = np.floor(along)
        inside = (np.abs(along - at - np.float32(0.5)) - np.float32(share / 2)) * np.float32(wide)
        for k, ink in enumerate(inks[1:]):
            cover = strip.edge(np.asarray(inside, np.float32)) * (np.mod(at, len(inks) - 1) == k)
            _ink(strip, cover, ink)

    return layer


def _zigzag(scene: Scene, inks: list[Lab]) -> Layer:
    """Bands that turn at right angles, across the frame or, where it is said, down."""
    rng, upright = scene.rng, "vertical" in scene.plan.motifs
    wide = float(rng.uniform(0.07, 0.1)) * (1.3 - 0.6 * scene.plan.density)
    reach, phase = wide * float(rng.uniform(0.9, 1.3)), float(rng.random())

    def layer(strip: Strip) -> None:
        strip.fill(inks[0])
        down, across = (strip.x, strip.y) if upright else (strip.y, strip.x)
        turn = np.abs(np.mod(across, np.float32(2 * reach)) - np.float32(reach))
        along = (down + turn) / np.float32(wide) + np.float32(phase)
        at = np.floor(along)
        # A band that leans by 45 degrees is narrower than it is high.
        inside = (np.abs(along - at - np.float32(0.5)) - np.float32(0.25)) * np.float32(
            wide * np.sqrt(0.5)
        )
        for k, ink in enumerate(inks[1:]):
            cover = strip.edge(np.asarray(inside, np.float32)) * (np.mod(at, len(inks) - 1) == k)
            _ink(strip, cover, ink)

    return layer


def _dots(scene: Scene, inks: list[Lab]) -> Layer:
    rng = scene.rng
    step = float(rng.uniform(0.085, 0.13)) * (1.3 - 0.6 * scene.plan.density) * _scale(scene)
    radius = step * float(rng.uniform(0.2, 0.3))
    shift = (float(rng.random()) * step, float(rng.random()) * step)

    def layer(strip: Strip) -> None:
        strip.fill(inks[0])
        row = np.floor((strip.y + np.float32(shift[1])) / np.float32(step))
        x = strip.x + np.float32(shift[0]) + np.float32(step / 2) * np.mod(row, 2)
        column = np.floor(x / np.float32(step))
        dx = x - (column + np.float32(0.5)) * np.float32(step)
        dy = strip.y + np.float32(shift[1]) - (row + np.float32(0.5)) * np.float32(step)
        cover = strip.edge(np.asarray(np.hypot(dx, dy) - np.float32(radius), np.float32))
        for k, ink in enumerate(inks[1:]):
            _ink(strip, cover * (np.mod(column + 2 * row, len(inks) - 1) == k), ink)

    return layer


def _checks(scene: Scene, inks: list[Lab]) -> Layer:
    """Gingham: bands across and down, darker where they cross."""
    step = float(scene.rng.uniform(0.1, 0.16)) * (1.3 - 0.6 * scene.plan.density) * _scale(scene)
    phase = float(scene.rng.random()) * step

    def band(strip: Strip, along: F32) -> F32:
        at = np.abs(np.mod(along + np.float32(phase), np.float32(step)) - np.float32(step / 2))
        return strip.edge(np.asarray(at - np.float32(step / 4), np.float32))

    def layer(strip: Strip) -> None:
        strip.fill(inks[0])
        across, down = band(strip, strip.x) + 0 * strip.y, band(strip, strip.y) + 0 * strip.x
        _ink(strip, across * np.float32(0.5), inks[1])
        _ink(strip, down * np.float32(0.5), inks[1])
        _ink(strip, across * down * np.float32(0.45), inks[1])

    return layer


def _terrazzo(scene: Scene, inks: list[Lab]) -> Layer:
    """Chips of stone in three sizes, none over another, in a pale ground."""
    rng, frame = scene.rng, scene.frame
    chips: list[tuple[float, float, float, Lab, tuple[tuple[float, float, float], ...]]] = []
    for size, tries in ((0.05, 260), (0.026, 900), (0.011, 2600)):
        for _ in range(tries):
            x, y = float(rng.random()) * frame.wide, float(rng.random()) * frame.high
            reach = size * float(rng.uniform(0.6, 1.2))
            if any(
                abs(x - a) < reach + r
                and abs(y - b) < reach + r
                and np.hypot(x - a, y - b) < 0.92 * (reach + r)
                for a, b, r, _, _ in chips
            ):
                continue
            tone = inks[1 + int(rng.integers(len(inks) - 1))]
            tone = at_lightness(tone, float(np.clip(tone[0] + rng.normal(0, 0.06), 0.2, 0.96)))
            turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 7))))
            sides = tuple(
                (float(np.cos(a)), float(np.sin(a)), float(rng.uniform(0.55, 0.95))) for a in turns
            )
            chips.append((x, y, reach, tone, sides))
        if len(chips) > 1500:
            break
    ground = inks[0]
    speck = Field(fractal(rng, frame, 0.008, 2, side=1100))

    def layer(strip: Strip) -> None:
        strip.fill(
            (np.float32(ground[0]) + np.float32(0.006) * strip.sample(speck), ground[1], ground[2])
        )
        for x, y, reach, tone, sides in chips:
            where = strip.window(x - reach, y - reach, x + reach, y + reach)
            if where is None:
                continue
            u, v = strip.x[:, where[1]] - np.float32(x), strip.y[where[0]] - np.float32(y)
            away = np.asarray(np.hypot(u, v) - np.float32(reach * 0.97), np.float32)
            for cos, sin, off in sides:
                away = np.maximum(
                    away, u * np.float32(cos) + v * np.float32(sin) - np.float32(off * reach)
                )
            strip.blend(strip.edge(np.asarray(away, np.float32)), tone, where)

    return layer


def _tiles(scene: Scene, inks: list[Lab]) -> Layer:
    """Glazed tiles with a painted flower, as on Mediterranean walls."""
    rng = scene.rng
    step = float(rng.uniform(0.2, 0.28))
    petals, inner = int(rng.choice([4, 8])), float(rng.uniform(0.2, 0.32))
    white = inks[0] if inks[0][0] > 0.8 else (0.95, 0.0, 0.008)
    first, second = inks[1], inks[2] if len(inks) > 2 else inks[1]
    tones = rng.normal(0, 0.01, (64, 64)).astype(np.float32)

    def layer(strip: Strip) -> None:
        column, row = np.floor(strip.x / np.float32(step)), np.floor(strip.y / np.float32(step))
        u = strip.x / np.float32(step) - column - np.float32(0.5)
        v = strip.y / np.float32(step) - row - np.float32(0.5)
        tone = tones[row.astype(np.int32) % 64, column.astype(np.int32) % 64]
        strip.fill((np.float32(white[0]) + tone, white[1], white[2]))
        far, turn = np.hypot(u, v), np.arctan2(v, u)
        px = np.float32(1 / (step * strip.unit))

        def inside(value: F32) -> F32:
            return np.asarray(np.clip(np.float32(0.5) - value / px, 0, 1), np.float32)

        lobes = np.abs(np.cos(turn * np.float32(petals / 2)))
        flower = inside(far - (np.float32(0.1) + np.float32(inner) * lobes))
        ring = inside(np.abs(far - np.float32(0.445)) - np.float32(0.022))
        corner = np.hypot(np.abs(u) - np.float32(0.5), np.abs(v) - np.float32(0.5))
        leaf = inside(np.abs(corner - np.float32(0.24)) - np.float32(0.03))
        heart = inside(corner - np.float32(0.12))
        _ink(strip, ring, second)
        _ink(strip, leaf, first)
        _ink(strip, heart, second)
        _ink(strip, flower, first)
        _ink(strip, inside(far - (np.float32(0.05) + np.float32(inner * 0.55) * lobes)), white)
        _ink(strip, inside(far - np.float32(0.075)), second)
        joint = np.maximum(np.abs(u), np.abs(v)) - np.float32(0.5)
        line = smooth(np.asarray(joint, np.float32), -0.02, -0.004)
        strip.blend(line, (0.8, 0.002, 0.01))
        glaze = smooth(np.asarray(u + v, np.float32), -0.2, -0.85)
        strip.glow(np.asarray(glaze * np.float32(0.22), np.float32), (1.0, 0.0, 0.0))

    return layer


def _fans(scene: Scene, inks: list[Lab]) -> Layer:
    """Art deco: rows of fans of fine lines."""
    step = float(scene.rng.uniform(0.17, 0.24))
    ground = min(inks, key=lambda c: c[0]) if scene.plan.dark is not False else inks[0]
    others = [c for c in inks if c != ground] or inks
    line = max(others, key=chroma)
    rings = int(scene.rng.integers(4, 7))

    def layer(strip: Strip) -> None:
        strip.fill(ground)
        top = np.floor(strip.y / np.float32(step / 2))
        for back in (1, 0):
            row = top + back
            x = strip.x / np.float32(step) + np.float32(0.5) * np.mod(row, 2)
            u = (x - np.floor(x) - np.float32(0.5)) * np.float32(step)
            v = row * np.float32(step / 2) + np.float32(step / 2) - strip.y
            far = np.hypot(u, v)
            within = strip.edge(np.asarray(far - np.float32(step / 2), np.float32))
            strip.blend(within, ground)
            gap = np.float32(step / 2 / rings)
            ring = np.abs(np.mod(far + gap / 2, gap) - gap / 2) - np.float32(0.0022)
            strip.blend(within * strip.edge(np.asarray(ring, np.float32)), line)

    return layer


def _circuit(scene: Scene, inks: list[Lab]) -> Layer:
    """Conducting lines that turn by half right angles, with their pads."""
    rng, frame, p = scene.rng, scene.frame, scene.paints
    named = [c for c in map(asked, scene.plan.named) if c is not None and chroma(c) > 0.03]
    voice = named[0] if named else p.primary
    bright = scene.plan.dark is False
    ground = at_lightness(voice, 0.95 if bright else 0.19, 0.6)
    line = at_lightness(voice, 0.7 if bright else 0.5, 1.0)
    glow = at_lightness(named[1] if len(named) > 1 else voice, 0.55 if bright else 0.82, 1.0)
    step = 0.026
    runs: list[tuple[list[tuple[float, float]], bool]] = []
    taken: set[tuple[int, int]] = set()
    ways = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    for _ in range(260):
        x, y = (
            int(rng.integers(-2, int(frame.wide / step) + 3)),
            int(rng.integers(-2, int(frame.high / step) + 3)),
        )
        way = int(rng.integers(4)) * 2
        if (x, y) in taken or rng.random() < 0.85 * scene.free_at(x * step, y * step):
            continue
        points, cells = [(x * step, y * step)], [(x, y)]
        for _ in range(int(rng.integers(2, 5))):
            for _ in range(int(rng.integers(2, 9))):
                nxt = (cells[-1][0] + ways[way][0], cells[-1][1] + ways[way][1])
                if nxt in taken:
                    break
                cells.append(nxt)
            points.append((cells[-1][0] * step, cells[-1][1] * step))
            way = (way + int(rng.choice([-1, 1]))) % 8
        if len(cells) > 4:
            taken.update(cells)
            runs.append((points, bool(rng.random() < 0.16)))

    def layer(strip: Strip) -> None:
        far = np.hypot(
            strip.x / np.float32(frame.wide) - np.float32(0.5),
            strip.y / np.float32(frame.high) - np.float32(0.5),
        )
        strip.fill(
            (
                np.float32(ground[0]) * (1 + np.float32(0.25) * (np.float32(0.5) - far)),
                ground[1],
                ground[2],
            )
        )
        for points, lit in runs:
            colour = glow if lit else line
            for (ax, ay), (bx, by) in pairwise(points):
                _segment(strip, (ax, ay, bx, by), 0.0024, colour, lit=lit)
            for x, y in (points[0], points[-1]):
                _pad(strip, x, y, colour, ground)

    return layer


def _segment(
    strip: Strip, at: tuple[float, float, float, float], half: float, colour: Lab, *, lit: bool
) -> None:
    ax, ay, bx, by = at
    reach = 0.016 if lit else half * 2
    where = strip.window(
        min(ax, bx) - reach, min(ay, by) - reach, max(ax, bx) + reach, max(ay, by) + reach
    )
    length = (bx - ax) ** 2 + (by - ay) ** 2
    if where is None or length == 0:
        return
    u, v = strip.x[:, where[1]] - np.float32(ax), strip.y[where[0]] - np.float32(ay)
    t = np.clip((u * np.float32(bx - ax) + v * np.float32(by - ay)) / np.float32(length), 0, 1)
    away = np.hypot(u - t * np.float32(bx - ax), v - t * np.float32(by - ay))
    if lit:
        strip.glow(
            np.asarray(np.float32(0.5) * np.exp(-away / np.float32(0.006)), np.float32),
            colour,
            where,
        )
    strip.blend(strip.edge(np.asarray(away - np.float32(half), np.float32)), colour, where)


def _pad(strip: Strip, x: float, y: float, colour: Lab, ground: Lab) -> None:
    where = strip.window(x - 0.01, y - 0.01, x + 0.01, y + 0.01)
    if where is None:
        return
    away = np.hypot(strip.x[:, where[1]] - np.float32(x), strip.y[where[0]] - np.float32(y))
    strip.blend(strip.edge(np.asarray(away - np.float32(0.0075), np.float32)), colour, where)
    strip.blend(strip.edge(np.asarray(away - np.float32(0.0038), np.float32)), ground, where)


def _paper(scene: Scene) -> Layer:
    """Light that falls a little unevenly on the print."""
    frame = scene.frame
    grain = Field(fractal(scene.rng, frame, 0.008, 2, side=900))
    left = scene.plan.light != "right"

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide)
        far = (u if left else 1 - u) * np.float32(0.6) + np.float32(0.4) * strip.y / np.float32(
            frame.high
        )
        strip.shade(
            np.asarray(np.float32(0.07) * smooth(np.asarray(far, np.float32), 0.2, 1.0), np.float32)
        )
        strip.lab[0] += np.float32(0.0035) * strip.sample(grain)

    return layer
