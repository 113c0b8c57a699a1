"""A net of light: nodes, and thin lines between those that lie near each other."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import Field, Lab, Layer, Strip
from ..paints import asked, at_lightness, hued, mix, ramp
from .scene import Scene

_SIDE = 1900
_DEPTHS = 3


def plexus(scene: Scene) -> list[Layer]:
    """Nodes at several depths, joined by lines that glow, denser on one side, none where it is kept free."""
    p, frame, plan = scene.paints, scene.frame, scene.plan
    named = [c for c in (asked(n) for n in hued(plan.named)) if c is not None]
    ground = named[0] if named else p.primary
    tint = named[1] if len(named) > 1 else named[0] if named and named[0][0] > 0.5 else None
    if tint is None:
        glowing = p.primary if not named else at_lightness(ground, 0.75, 1.4)
        tint = mix(at_lightness(glowing, 0.8, 1.3), (0.82, -0.06, -0.075), 0.5)
    if "black" in plan.named:
        ground = (0.2, 0.0, -0.01)
    deep, lift = at_lightness(ground, 0.15, 0.8), at_lightness(ground, 0.29, 0.95)
    cx, cy = scene.aside(0.3, 0.7) * frame.wide, frame.high * float(scene.rng.uniform(0.4, 0.6))
    tones = ramp(lift, mix(lift, deep, 0.6), deep)

    def back(strip: Strip) -> None:
        far = np.hypot((strip.x - np.float32(cx)) / np.float32(1.35), strip.y - np.float32(cy))
        strip.fill(tones(np.clip(np.asarray(far, np.float32) / np.float32(0.85), 0, 1)))

    return [back, *(_net(scene, depth, tint, cx) for depth in range(_DEPTHS))]


def _net(scene: Scene, depth: int, tint: Lab, cx: float) -> Layer:
    """The nodes and lines of one depth: faint and soft far away, bright and sharp in front."""
    frame, rng = scene.frame, scene.rng
    scale = _SIDE / frame.long
    size = (round(frame.wide * scale), round(frame.high * scale))
    lines, nodes = Image.new("L", size, 0), Image.new("L", size, 0)
    ink, dot = ImageDraw.Draw(lines), ImageDraw.Draw(nodes)
    places = _places(scene, (56, 44, 30)[depth], cx)
    reach = (0.2, 0.24, 0.3)[depth]
    for i, (x, y) in enumerate(places):
        for u, v in places[i + 1 :]:
            far = float(np.hypot(x - u, y - v))
            if far < reach:
                bright = round(255 * (1 - far / reach) ** 0.8 * (0.45, 0.65, 0.9)[depth])
                ink.line([(x * scale, y * scale), (u * scale, v * scale)], bright, (2, 2, 3)[depth])
        radius = (0.0022, 0.0032, 0.0046)[depth] * float(rng.uniform(0.7, 1.4)) * scale
        dot.ellipse(
            (x * scale - radius, y * scale - radius, x * scale + radius, y * scale + radius), 255
        )
    blur = ImageFilter.GaussianBlur((1.6, 0.8, 0.6)[depth])
    halo = Image.blend(lines, nodes, 0.65).filter(ImageFilter.GaussianBlur(0.011 * scale))
    thin, spot, air = (
        Field(np.asarray(image, np.float32) / np.float32(255))
        for image in (lines.filter(blur), nodes.filter(blur), halo)
    )
    core, power = mix(tint, (0.98, 0.0, 0.0), 0.6), np.float32((0.4, 0.7, 1.0)[depth])

    def layer(strip: Strip) -> None:
        calm = 1 - np.float32(0.95) * scene.free(strip.x, strip.y)
        glow = np.clip(strip.sample(air) * np.float32(3.4), 0, 0.8) * power * calm
        strip.glow(np.asarray(glow, np.float32), tint)
        seen = np.clip(strip.sample(thin), 0, 1) * power * calm
        strip.blend(np.asarray(seen * np.float32(0.85), np.float32), mix(tint, core, 0.35))
        strip.blend(np.asarray(np.clip(strip.sample(spot), 0, 1) * power * calm, np.float32), core)

    return layer


def _places(scene: Scene, count: int, cx: float) -> list[tuple[float, float]]:
    """Where nodes lie: apart from each other, more of them about the bright place."""
    frame, rng = scene.frame, scene.rng
    out: list[tuple[float, float]] = []
    for _ in range(count * 6):
        x, y = (
            float(rng.uniform(-0.05, 1.05)) * frame.wide,
            float(rng.uniform(-0.05, 1.05)) * frame.high,
        )
        wanted = 0.35 + 0.65 * float(np.exp(-(((x - cx) / (0.45 * frame.wide)) ** 2)))
        if rng.random() > wanted or scene.free_at(x, y) > 0.5:
            continue
        if all(np.hypot(x - u, y - v) > 0.05 for u, v in out):
            out.append((x, y))
        if len(out) == count:
            break
    return out
