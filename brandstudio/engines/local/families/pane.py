"""Glass with weather on it: drops of rain before lights out of focus, crystals of frost."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal
from ..paints import asked, at_lightness, hued, mix, ramp
from .scene import Scene, is_night
from .softfocus import Pen, SoftFocus, discs, scattered

#: A stroke from a place to another, and its width.
_Stroke = tuple[float, float, float, float, float]


def pane(scene: Scene) -> list[Layer]:
    """A window in the rain, or one with frost on it."""
    late = is_night(scene) or scene.plan.time == "dusk" or "lamps" in scene.plan.motifs
    dark = scene.plan.dark is True or (late and scene.plan.dark is not False)
    layers = _behind(scene, dark=dark)
    if "frost" in scene.plan.motifs:
        return [*layers, _frost(scene, dark=dark)]
    return [*layers, _mist(scene, dark=dark), _drops(scene, dark=dark)]


def _behind(scene: Scene, *, dark: bool) -> list[Layer]:
    """What is seen through the glass: the lights of a town, or a grey day."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    work = SoftFocus(scene)
    cool = mix(at_lightness(p.primary, 0.5, 0.7), (0.5, -0.012, -0.05), 0.5)
    own = asked(hued(scene.plan.named)[0]) if hued(scene.plan.named) else None
    cool = own or cool
    tones = [at_lightness(cool, 0.2), at_lightness(cool, 0.3), at_lightness(cool, 0.13)]
    if not dark:
        tones = [at_lightness(cool, level, 0.55) for level in (0.82, 0.7, 0.5)]
    slow = fractal(rng, frame, 0.5, 3, side=420)
    t = np.clip(work.y / np.float32(frame.high) + np.float32(0.1) * slow, 0, 1)
    work.fill(ramp(*tones)(np.asarray(t, np.float32)))
    for _ in range(7):
        x, half = float(rng.uniform(0, 1)) * frame.wide, float(rng.uniform(0.05, 0.16))
        top = float(rng.uniform(0.3, 0.6)) * frame.high
        mask = work.boxes([(x - half, top, x + half, frame.high)], 0.035)
        work.lay(mask * np.float32(0.3), at_lightness(cool, 0.1 if dark else 0.46, 0.7))
    if not dark:
        return [work.layer()]
    colours: list[Lab] = [(0.86, 0.04, 0.13), (0.93, 0.01, 0.06), (0.7, 0.15, 0.08)]
    colours.append(at_lightness(cool, 0.8))
    box = (0.0, 0.28 * frame.high, frame.wide, frame.high * 0.95)
    return [work.layer(), discs(scattered(scene, 55, colours, box, (0.02, 0.075), (0.2, 0.7)))]


def _mist(scene: Scene, *, dark: bool) -> Layer:
    """The breath on the glass."""
    frame = scene.frame
    damp = Field(fractal(scene.rng, frame, 0.25, 4))
    fine = Field(fractal(scene.rng, frame, 0.006, 2, side=1100))
    colour = (0.6, -0.006, -0.02) if dark else (0.9, -0.004, -0.012)

    def layer(strip: Strip) -> None:
        amount = np.clip(np.float32(0.16) + np.float32(0.05) * strip.sample(damp), 0.02, 0.3)
        amount = amount * (1 + np.float32(0.12) * strip.sample(fine))
        strip.blend(np.asarray(amount, np.float32), colour)

    return layer


def _places(scene: Scene) -> list[tuple[float, float, float, float]]:
    """Where drops hang, how large and how tall: many small ones, few large, and the tracks of those
    that ran.
    """
    frame, rng = scene.frame, scene.rng
    out: list[tuple[float, float, float, float]] = []
    for _ in range(420 + round(260 * scene.plan.density)):
        x, y = float(rng.random()) * frame.wide, float(rng.random()) * frame.high
        size = 0.0022 + 0.016 * float(rng.random()) ** 5
        if rng.random() >= 0.75 * scene.free_at(x, y):
            out.append((x, y, size, float(rng.uniform(1.0, 1.45))))
    for _ in range(9):
        x, y = float(rng.random()) * frame.wide, float(rng.uniform(0.25, 0.95)) * frame.high
        if scene.free_at(x, y) > 0.4:
            continue
        out.append((x, y, 0.013, 1.6))
        top, end = y, y - float(rng.uniform(0.2, 0.5))
        while top > end:
            top -= float(rng.uniform(0.012, 0.035))
            size = float(rng.uniform(0.002, 0.0055))
            out.append((x + float(rng.normal(0, 0.0025)), top, size, 1.3))
    return out


def _drops(scene: Scene, *, dark: bool) -> Layer:
    """Drops, each with the upside-down light of the street in it."""
    drops = _places(scene)
    bright: Lab = (0.9, 0.01, 0.045) if dark else (0.97, -0.002, -0.004)
    deep: Lab = (0.1, 0.0, -0.01) if dark else (0.42, -0.006, -0.03)

    def layer(strip: Strip) -> None:
        for x, y, size, tall in drops:
            reach = size * tall * 1.3 + 2 * strip.px
            where = strip.window(x - reach, y - reach, x + reach, y + reach)
            if where is None:
                continue
            u: F32 = (strip.x[:, where[1]] - np.float32(x)) / np.float32(size)
            v: F32 = (strip.y[where[0]] - np.float32(y)) / np.float32(size * tall)
            # A drop hangs: broader below than above.
            far = np.asarray(np.hypot(u * (1 - np.float32(0.22) * v), v), np.float32)
            soft = max(1.2 * strip.px / size, 0.1)
            inside = smooth(far, 1 + soft / 2, 1 - soft / 2)
            rim = smooth(far, 0.55, 1.0) * inside
            lower, upper = smooth(v, -0.1, 0.95), smooth(v, 0.1, -0.9)
            strip.blend(inside * np.float32(0.3) * upper + np.float32(0.3) * rim, deep, where)
            light = inside * lower * np.float32(0.5) * (1 - np.float32(0.5) * rim)
            strip.glow(np.asarray(light, np.float32), bright, where)
            near = (u + np.float32(0.32)) ** 2 + (v + np.float32(0.42)) ** 2
            shine = inside * np.exp(near / np.float32(-0.03)) * np.float32(0.85)
            strip.glow(np.asarray(shine, np.float32), (1.0, 0.0, 0.0), where)

    return layer


def _frost(scene: Scene, *, dark: bool) -> Layer:
    """Ferns of ice that grow in from the edges of the glass."""
    frame, rng = scene.frame, scene.rng
    work = SoftFocus(scene, 1100)
    strokes: list[_Stroke] = []
    for _ in range(26):
        along = float(rng.random())
        side = int(rng.integers(4))
        u, v = ((along, 0.0), (along, 1.0), (0.0, along), (1.0, along))[side]
        inward = (np.pi / 2, -np.pi / 2, 0.0, np.pi)[side] + float(rng.normal(0, 0.45))
        x, y = u * frame.wide, v * frame.high
        if scene.free_at(x, y) < 0.6:
            _grow(rng, strokes, (x, y), inward, float(rng.uniform(0.18, 0.42)), 0)

    def draw(pen: Pen) -> None:
        for x, y, to_x, to_y, wide in strokes:
            pen.line([(x, y), (to_x, to_y)], max(wide, 0.0011))

    lines = work.mask(draw, 0.0007)
    u = np.abs(work.x / np.float32(frame.wide) - np.float32(0.5))
    v = np.abs(work.y / np.float32(frame.high) - np.float32(0.5))
    rim = smooth(np.asarray(np.maximum(u, v), np.float32), 0.26, 0.55)
    clumps = fractal(rng, frame, 0.05, 4, gain=0.65, side=1100)
    haze = np.clip(rim * (np.float32(0.5) + np.float32(0.16) * clumps), 0, 1)
    seen = np.clip(lines * np.float32(0.8) + haze * np.float32(0.75), 0, 0.95)
    cover = Field(np.asarray(seen, np.float32))
    white = (0.86, -0.006, -0.025) if dark else (0.985, -0.002, -0.006)

    def layer(strip: Strip) -> None:
        strip.blend(np.clip(strip.sample(cover), 0, 1), white)

    return layer


def _grow(
    rng: np.random.Generator,
    strokes: list[_Stroke],
    at: tuple[float, float],
    heading: float,
    length: float,
    depth: int,
) -> None:
    """A rib of ice with finer ribs on both sides."""
    x, y = at
    steps = max(3, round(length / 0.02))
    for i in range(steps):
        step, left = length / steps, 1.1 - i / steps
        to_x, to_y = x + step * float(np.cos(heading)), y + step * float(np.sin(heading))
        strokes.append((x, y, to_x, to_y, 0.0042 * (0.5**depth) * left))
        if depth < 2:
            for side in (-1, 1):
                _grow(rng, strokes, (to_x, to_y), heading + side, length * 0.36 * left, depth + 1)
        x, y, heading = to_x, to_y, heading + float(rng.normal(0, 0.07))
