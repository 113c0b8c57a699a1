"""An empty table up close, what lies behind it out of focus."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal
from ..paints import asked, at_lightness, hued, is_shade, mix, ramp
from .fronts import fronts
from .rooms import WOOD, is_evening, painted_room
from .scene import Scene
from .softfocus import SoftFocus, discs, scattered
from .timber import timber


def tabletop(scene: Scene) -> list[Layer]:
    """An empty table before a garden, the lamps of a café or a room with a window."""
    motifs = scene.plan.motifs
    edge = scene.frame.high * (0.56 if scene.plan.space == "bottom" else 0.66)
    if "garden" in motifs:
        behind = garden(scene)
    elif "cafe" in motifs and _by_day(scene):
        behind = fronts(scene, edge)  # a café by day looks out on its street
    elif motifs & {"cafe", "festive"} or is_evening(scene):
        behind = _lights(scene)
    elif "market" in motifs:
        behind = fronts(scene, edge)
    else:
        behind = [painted_room(scene, floor=0.9, blur=2.6).layer()]
    return [*behind, table(scene, edge)]


def _by_day(scene: Scene) -> bool:
    return scene.plan.time in ("dawn", "day") and scene.plan.dark is not True


def garden(scene: Scene, lights: int = 46) -> list[Layer]:
    """Green out of focus, with the light between the leaves."""
    frame = scene.frame
    work = SoftFocus(scene)
    dark = is_evening(scene)
    clouds = fractal(scene.rng, frame, 0.3, 3, side=420)
    top: Lab = (0.2, -0.02, -0.01) if dark else (0.86, -0.06, 0.09)
    low: Lab = (0.32, -0.045, 0.03) if dark else (0.55, -0.085, 0.09)
    autumn = not dark and bool({"autumn"} & {scene.plan.mood, *scene.plan.motifs})
    if autumn:
        top, low = (0.9, 0.01, 0.08), (0.58, 0.07, 0.115)
    t = np.clip(work.y / np.float32(frame.high) + np.float32(0.16) * clouds, 0, 1)
    work.fill(ramp(top, mix(top, low, 0.55), low)(np.asarray(t, np.float32)))
    far = np.hypot(work.x - np.float32(scene.aside() * frame.wide), work.y - np.float32(0.1))
    sun = (0.97, -0.01, 0.05) if not dark else (0.8, 0.03, 0.1)
    glow = np.float32(0.6) * np.exp(-((far / np.float32(0.45)) ** 2))
    work.glow(np.asarray(glow, np.float32), sun)
    colours = [(0.9, -0.06, 0.12), (0.94, -0.02, 0.07), (0.74, -0.09, 0.12)]
    if autumn:
        colours = [(0.9, 0.02, 0.11), (0.94, 0.01, 0.06), (0.76, 0.07, 0.13)]
    if dark:
        colours = [(0.86, 0.04, 0.12), (0.9, 0.02, 0.09)]
    box = (0.0, 0.0, frame.wide, frame.high * 0.66)
    return [work.layer(), discs(scattered(scene, lights, colours, box, (0.02, 0.085), (0.12, 0.4)))]


def _lights(scene: Scene) -> list[Layer]:
    """Lamps out of focus in the dark behind the table."""
    frame, p, rng = scene.frame, scene.paints, scene.rng
    work = SoftFocus(scene)
    base = at_lightness(mix(p.primary, (0.3, 0.04, 0.05), 0.55), 0.24, 0.8)
    lift = at_lightness(mix(p.warm, (0.5, 0.05, 0.08), 0.5), 0.42, 0.8)
    y = work.y / np.float32(frame.high)
    t = np.exp(-(((y - np.float32(0.4)) / np.float32(0.3)) ** 2)) + 0 * work.x
    work.fill(ramp(base, lift)(np.asarray(t, np.float32)))
    for _ in range(5):
        x, half = float(rng.uniform(0, 1)) * frame.wide, float(rng.uniform(0.08, 0.25))
        mask = work.boxes([(x - half, 0.18 * frame.high, x + half, frame.high)], 0.04)
        work.lay(mask * np.float32(0.4), at_lightness(base, 0.15))
    colours = [(0.88, 0.04, 0.13), (0.93, 0.015, 0.07), at_lightness(p.accent, 0.8)]
    if "festive" in scene.plan.motifs:
        colours = [(0.88, 0.04, 0.13), (0.66, 0.17, 0.09), (0.72, -0.12, 0.1), (0.95, 0.01, 0.05)]
    box = (0.0, 0.04, frame.wide, frame.high * 0.62)
    return [work.layer(), discs(scattered(scene, 60, colours, box, (0.012, 0.06), (0.2, 0.75)))]


def _base(scene: Scene, *, stone: bool) -> Lab:
    """The colour of the table: the one that is asked for, else wood or pale stone."""
    named = scene.plan.loose[:1]
    own = asked(named[0]) if named else None
    base: Lab = (0.92, 0.0, 0.004) if stone else WOOD
    if not stone and (wood := timber(scene)) is not None:
        return at_lightness(wood, wood[0] * 0.6, 1.0) if is_evening(scene) else wood
    if "white" in named:
        base = (0.93, 0.003, 0.01)
    elif own is not None and (hued(named) or is_shade(named[0]) or own[0] < 0.4):
        base = mix(at_lightness(own, base[0] if hued(named) else own[0]), base, 0.25)
    return at_lightness(base, base[0] * 0.6, 1.0) if is_evening(scene) else base


def table(scene: Scene, edge: float, *, deck: bool = False) -> Layer:
    """A table top that runs towards the beholder: boards, or stone where that is asked for; the boards of
    a ``deck`` are narrow and bleached by the sun.
    """
    frame, rng = scene.frame, scene.rng
    stone = "marble" in scene.plan.motifs
    base = _base(scene, stone=stone)
    if deck and not scene.plan.loose:
        base = (base[0] * 0.62 + 0.28, base[1] * 0.55, base[2] * 0.7)
    many = np.float32(8.5 if deck else 5.2)
    slow = Field(fractal(rng, frame, 0.3, 5, stretch=1.5, side=900))
    tile = rng.standard_normal((512, 512)).astype(np.float32)
    vanish = edge - 0.55
    boards = rng.normal(0, 0.028, 64).astype(np.float32)
    glow = mix((0.96, 0.0, 0.02), at_lightness(scene.paints.warm, 0.95, 0.5), 0.3)
    cx = scene.aside() * frame.wide

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < edge - 0.02:
            return
        down = np.maximum(strip.y - np.float32(edge), 0)
        away = np.maximum(strip.y - np.float32(vanish), np.float32(0.05))
        ray = (strip.x - np.float32(frame.wide / 2)) / away * np.float32(0.55)
        level = np.float32(0.02) * strip.sample(slow)
        if not stone:
            row = ray * many + np.float32(32)
            board = np.clip(np.floor(row).astype(np.int32), 0, 63)
            inside = row - np.floor(row)
            joint = np.exp(-((np.minimum(inside, 1 - inside) / np.float32(0.014)) ** 2))
            level = level + boards[board] + np.float32(0.03) * _streaks(tile, ray, down)
            level = level - np.float32(0.2) * joint
        light = np.exp(-(((strip.x - np.float32(cx)) / np.float32(0.5 * frame.wide)) ** 2))
        sheen = np.float32(0.42) * light * np.exp(-down / np.float32(0.12))
        # The far edge lies out of focus.
        cover = np.clip((strip.y - np.float32(edge)) * np.float32(strip.unit / 4) + 0.5, 0, 1)
        fall = np.float32(0.3) * smooth(np.asarray(down, np.float32), 0.05, 0.5)
        planes = (np.float32(base[0]) * (1 - fall) + level, base[1], base[2])
        strip.blend(np.asarray(cover + 0 * strip.x, np.float32), planes)
        strip.glow(np.asarray(sheen * cover, np.float32), glow)
        rim = np.exp(-(((strip.y - np.float32(edge + 0.004)) / np.float32(0.004)) ** 2))
        strip.glow(np.asarray(np.float32(0.25) * rim + 0 * strip.x, np.float32), glow)

    return layer


def _streaks(tile: F32, ray: F32, down: F32) -> F32:
    """The grain of boards that run away: fine across, long towards the beholder."""
    across = ray * np.float32(150)
    left = np.floor(across)
    part = across - left
    along = np.sqrt(down + np.float32(0.02)) * np.float32(9)
    low = np.floor(along)
    share = along - low
    a, b = left.astype(np.int32) % 512, (left.astype(np.int32) + 1) % 512
    r, q = low.astype(np.int32) % 512, (low.astype(np.int32) + 1) % 512
    near = tile[r, a] * (1 - part) + tile[r, b] * part
    behind = tile[q, a] * (1 - part) + tile[q, b] * part
    return np.asarray(near * (1 - share) + behind * share, np.float32)
