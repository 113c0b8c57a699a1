"""Rooms in soft focus, in the light of a window or of a lamp."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, smooth
from ..paints import asked, at_lightness, mix, ramp
from .scene import Scene, is_night
from .softfocus import Pen, SoftFocus

WOOD: Lab = (0.6, 0.034, 0.066)


def room(scene: Scene) -> list[Layer]:
    """A room out of focus: a wall in the light of a window, or at night of a lamp, what stands
    there as soft shapes.
    """
    return [painted_room(scene, floor=0.72).layer(), falloff(scene)]


def is_evening(scene: Scene) -> bool:
    """Whether a room is lit by lamps."""
    late = is_night(scene) or scene.plan.time == "dusk" or scene.plan.dark is True
    return late or ("lamp" in scene.plan.motifs and scene.plan.time not in ("day", "dawn"))


def painted_room(scene: Scene, floor: float, blur: float = 1.0) -> SoftFocus:
    """The painting of a room; ``floor`` is the share of the height where the floor begins."""
    frame = scene.frame
    work = SoftFocus(scene)
    evening = is_evening(scene)
    by_space = scene.plan.space == "right" or (
        scene.plan.space != "left" and bool(scene.rng.random() < 0.5)
    )
    left = scene.plan.light == "left" if scene.plan.light is not None else by_space
    wall = _tone(scene)
    lit = at_lightness(wall, 0.52 if evening else min(0.96, wall[0] + 0.02), 1.0)
    dim = at_lightness(wall, 0.26 if evening else wall[0] - 0.15, 1.0)
    across = work.x / np.float32(frame.wide)
    far = (across if left else 1 - across) * np.float32(0.8)
    far = far + np.float32(0.2) * work.y / np.float32(frame.high)
    work.fill(ramp(lit, mix(lit, dim, 0.5), dim)(np.asarray(far, np.float32)))
    level = floor * frame.high
    height = np.asarray(work.y + 0 * work.x, np.float32)
    ground = smooth(height, level - 0.012 * blur, level + 0.012 * blur)
    work.lay(ground, at_lightness(WOOD, 0.3 if evening else 0.68, 0.8))
    if "office" in scene.plan.motifs:
        _office(scene, work, level, blur, evening=evening)
    elif "kitchen" in scene.plan.motifs:
        _kitchen(scene, work, level, blur, left=left, evening=evening)
    else:
        _living(scene, work, level, blur, left=left, evening=evening)
    _window(scene, work, blur, left=left, evening=evening)
    if evening:
        _lamp(scene, work, level, blur, left=left)
    return work


def _tone(scene: Scene) -> Lab:
    """The wall's colour: what is asked for, else a warm white with a breath of the brand."""
    own = asked(scene.plan.named[0]) if scene.plan.named else None
    if own is not None and "sofa" not in scene.plan.motifs:
        return at_lightness(own, max(own[0], 0.84) if scene.plan.dark is not True else 0.35)
    return mix((0.93, 0.006, 0.022), at_lightness(scene.paints.primary, 0.88), 0.22)


def _window(scene: Scene, work: SoftFocus, blur: float, *, left: bool, evening: bool) -> None:
    """A tall window at one side, and its light across wall and floor."""
    frame = scene.frame
    wide, high = 0.34 * frame.wide**0.5, frame.high * 0.56
    x0 = 0.04 * frame.wide if left else 0.96 * frame.wide - wide
    top = 0.06 * frame.high
    count = 2 if wide < 0.5 else 3
    panes = []
    for i in range(count):
        for down, tall in ((0.0, 0.36), (0.38, 0.62)):
            a, b = x0 + wide * i / count + 0.008, top + high * down
            panes.append((a, b, a + wide / count - 0.016, b + high * tall - 0.01))
    mask = work.boxes(panes, 0.01 * blur)
    out = mix((0.97, -0.006, 0.004), at_lightness(scene.paints.warm, 0.97, 0.5), 0.25)
    night = at_lightness(scene.paints.primary, 0.24, 0.8)
    work.lay(mask * np.float32(0.96), night if evening else out)
    if evening:
        return
    garden = work.boxes([(x0, top + 0.72 * high, x0 + wide, top + high)], 0.05)
    work.lay(garden * mask * np.float32(0.45), (0.8, -0.05, 0.06))
    work.glow(work.boxes(panes, 0.09) * np.float32(0.55), out)
    lean = (0.5 if left else -0.5) * frame.wide

    def patch(pen: Pen) -> None:
        low = 0.98 * frame.high
        for i in range(count):
            a = x0 + lean * 0.55 + wide * i / count + 0.02
            b, up = a + wide / count - 0.05, 0.8 * frame.high
            pen.shape([(a, up), (b, up), (b + lean * 0.3, low), (a + lean * 0.3, low)])

    work.glow(work.mask(patch, 0.014 * blur) * np.float32(0.5), out)
    work.glow(_cast(scene, work, left=left) * np.float32(0.3), out)


def _cast(scene: Scene, work: SoftFocus, *, left: bool) -> F32:
    """The light of a window on the wall, slanted, with the shade of its bars."""
    frame = scene.frame
    way = 1 if left else -1
    x0 = (0.44 if left else 0.56) * frame.wide
    slant = 0.05 * way

    def draw(pen: Pen) -> None:
        for i in range(2):
            for j in range(2):
                a, b = x0 + way * i * 0.2, 0.12 * frame.high + j * 0.2 + i * 0.05
                c = a + way * 0.17
                pen.shape([(a, b), (c, b + 0.045), (c + slant, b + 0.215), (a + slant, b + 0.17)])

    return work.mask(draw, 0.012) * (1 - scene.free(work.x, work.y) * np.float32(0.6))


def _living(
    scene: Scene, work: SoftFocus, level: float, blur: float, *, left: bool, evening: bool
) -> None:
    """A sofa with cushions and a plant, as soft shapes away from the window."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    way = 1 if left else -1
    at = (0.66 if left else 0.34) * frame.wide + way * float(rng.uniform(-0.04, 0.06))
    dark = 0.55 if evening else 1.0
    cloth = at_lightness(p.primary, 0.62 * dark, 0.7)
    if "sofa" in scene.plan.motifs and (own := asked(next(iter(scene.plan.named), ""))) is not None:
        cloth = at_lightness(own, own[0] * dark)
    shade = work.mask(lambda pen: pen.oval(at, level + 0.07, 0.42, 0.035), 0.02)
    work.lay(shade * np.float32(0.4), (0.3 * dark, 0.01, 0.015))
    back = (at - 0.33, level - 0.27, at + 0.33, level - 0.06)
    seat = (at - 0.36, level - 0.16, at + 0.36, level + 0.06)
    work.lay(work.boxes([seat, back], 0.008 * blur, 0.045), cloth)
    top = work.boxes([(back[0], back[1], back[2], level - 0.17)], 0.03, 0.05)
    work.lay(top * np.float32(0.35), at_lightness(cloth, min(0.95, cloth[0] + 0.14)))
    cushions = (at_lightness(cloth, 0.8 * dark, 0.4), at_lightness(p.accent, 0.72 * dark, 0.8))
    for side, tone in zip((-0.2, 0.22), cushions, strict=True):
        cushion = (at + side - 0.07, level - 0.24, at + side + 0.07, level - 0.11)
        work.lay(work.boxes([cushion], 0.008 * blur, 0.02), tone)
    x = at + way * 0.5
    spread = rng.uniform((-0.11, -0.42), (0.11, -0.14), (16, 2)).tolist()

    def plant(pen: Pen) -> None:
        for dx, dy in spread:
            pen.line(
                [(x, level - 0.06), (x + dx * 0.5, level + dy * 0.6), (x + dx, level + dy)], 0.007
            )
            pen.oval(x + dx, level + dy, 0.03, 0.045)

    work.lay(work.mask(plant, 0.009 * blur) * np.float32(0.9), (0.5 * dark, -0.06, 0.06))
    pot = work.boxes([(x - 0.055, level - 0.1, x + 0.055, level + 0.04)], 0.008 * blur, 0.015)
    work.lay(pot, at_lightness(p.warm, 0.7 * dark, 0.7))


def _office(scene: Scene, work: SoftFocus, level: float, blur: float, *, evening: bool) -> None:
    """Desks in rows with screens and chairs, panes of glass, lights along the ceiling."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    dark = 0.5 if evening else 1.0
    panes = [
        (u * frame.wide, 0.12 * frame.high, (u + 0.13) * frame.wide, 0.58 * frame.high)
        for u in (0.3, 0.45, 0.6, 0.75)
    ]
    work.lay(work.boxes(panes, 0.012 * blur) * np.float32(0.75), (0.94 * dark, -0.008, -0.008))
    for row, (y, s) in enumerate(((level - 0.03, 0.7), (level + 0.1, 1.0))):
        places = [
            frame.wide * (0.2 + (0.22 + 0.08 * row) * i) + float(rng.uniform(-0.02, 0.02))
            for i in range(4 - row)
        ]
        legs = [
            (x + d * s, y, x + (d + 0.02) * s, y + 0.16 * s) for x in places for d in (-0.15, 0.13)
        ]
        work.lay(work.boxes(legs, 0.007 * blur), (0.45 * dark, 0.0, 0.0))
        tops = [(x - 0.17 * s, y, x + 0.17 * s, y + 0.03 * s) for x in places]
        work.lay(work.boxes(tops, 0.007 * blur), at_lightness(WOOD, 0.76 * dark, 0.7))
        screens = [(x - 0.07 * s, y - 0.1 * s, x + 0.07 * s, y - 0.012 * s) for x in places]
        work.lay(work.boxes(screens, 0.006 * blur, 0.005), (0.3 * dark, 0.0, -0.008))
        chairs = [(x + 0.05 * s, y - 0.02 * s, x + 0.15 * s, y + 0.12 * s) for x in places]
        seats = work.boxes(chairs, 0.01 * blur, 0.03 * s) * np.float32(0.85)
        work.lay(seats, at_lightness(p.primary, 0.5 * dark, 0.7))
    tubes = []
    for i in range(3):
        y, reach = 0.05 * frame.high + 0.035 * i, 0.3 + 0.06 * i
        left, right = (0.5 - reach) * frame.wide, (0.5 + reach) * frame.wide
        tubes.append((left, y, right, y + 0.008 + 0.004 * i))
    work.glow(work.boxes(tubes, 0.006 * blur) * np.float32(0.9), (1.0, 0.0, 0.01))


def _kitchen(
    scene: Scene, work: SoftFocus, level: float, blur: float, *, left: bool, evening: bool
) -> None:
    """Shelves with dishes and a counter along the wall, away from the window."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    dark = 0.55 if evening else 1.0
    a, b = (0.5 * frame.wide, frame.wide) if left else (0.0, 0.5 * frame.wide)
    cupboards = work.boxes([(a, level - 0.22, b, level + 0.2)], 0.008 * blur)
    work.lay(cupboards, at_lightness(p.primary, 0.74 * dark, 0.5))
    board = work.boxes([(a - 0.02, level - 0.245, b + 0.02, level - 0.215)], 0.006 * blur)
    work.lay(board, at_lightness(WOOD, 0.72 * dark))
    tones = (
        at_lightness(p.accent, 0.76 * dark, 0.7),
        (0.93 * dark, 0.004, 0.012),
        at_lightness(p.primary, 0.6 * dark, 0.6),
    )
    for y in (0.22 * frame.high, 0.4 * frame.high):
        plank = work.boxes([(a + 0.05, y, b - 0.05, y + 0.012)], 0.005 * blur)
        work.lay(plank, at_lightness(WOOD, 0.62 * dark))
        for i in range(6):
            x = a + 0.1 + (b - a - 0.2) * (i + float(rng.uniform(0.1, 0.6))) / 6
            high, half = float(rng.uniform(0.03, 0.09)), float(rng.uniform(0.02, 0.04))
            pot = work.boxes([(x - half, y - high, x + half, y)], 0.006 * blur, 0.008)
            work.lay(pot * np.float32(0.95), tones[int(rng.integers(3))])


def _lamp(scene: Scene, work: SoftFocus, level: float, blur: float, *, left: bool) -> None:
    """A standing lamp with its warm light on the wall."""
    frame = scene.frame
    at = (0.58 if left else 0.42) * frame.wide + (0.09 if left else -0.09)
    y = level - 0.42
    far = np.hypot(work.x - np.float32(at), (work.y - np.float32(y)) * np.float32(0.9))
    glow = np.float32(0.8) * np.exp(-((far / np.float32(0.5)) ** 1.5))
    work.glow(np.asarray(glow, np.float32), (0.9, 0.04, 0.125))
    stem = work.boxes([(at - 0.006, y, at + 0.006, level + 0.02)], 0.004 * blur)
    work.lay(stem, (0.2, 0.01, 0.01))
    top, low = y - 0.06, y + 0.06
    shade = [(at - 0.06, top), (at + 0.06, top), (at + 0.095, low), (at - 0.095, low)]
    work.lay(work.mask(lambda pen: pen.shape(shade), 0.007 * blur), (0.96, 0.02, 0.085))


def falloff(scene: Scene) -> Layer:
    """Light that falls off towards the corners."""
    frame = scene.frame

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide) - np.float32(0.5)
        v = strip.y / np.float32(frame.high) - np.float32(0.5)
        strip.shade(np.float32(0.14) * smooth(np.asarray(np.hypot(u, v), np.float32), 0.4, 0.8))

    return layer
