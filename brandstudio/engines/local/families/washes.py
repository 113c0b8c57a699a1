"""Backdrops that a prompt may name: a wall with soft shadows, and watercolour: washes that run into each other on paper, darker where they dried at their edge."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import fractal, grid
from ..paints import asked, at_lightness, hued, mix, ramp
from ..quiet import quiet
from .calm import calm_ground, gilded
from .ramps import ramped
from .scene import Scene
from .soft import mesh
from .splashes import splashes

_SIDE = 900
#: A wall in the light of a low sun.
_EVENING_SUN: Lab = (0.96, 0.012, 0.05)
#: How deep the shadow of a window is on a wall of a strong colour.
_CAST_DEEP = 0.18


def backdrop(scene: Scene) -> list[Layer]:
    """Watercolour or a wall with shadows where the prompt names them, else a gradient."""
    if "splashes" in scene.plan.motifs:
        return splashes(scene)
    if "watercolour" in scene.plan.motifs:
        return watercolour(scene)
    cast = {"shadows", "window_light", "leaf_shadows"} & scene.plan.motifs
    if cast:
        return shaded(scene)
    straight = ramped(scene) is not None or "solid" in scene.plan.motifs
    plain = None if straight else calm_ground(scene) or gilded(scene)
    return plain or mesh(scene)


def shaded(scene: Scene, ground: list[Layer] | None = None) -> list[Layer]:
    """A plain wall in soft light, or the ``ground`` of a material, with the blurred shadow of a window
    and a branch beside it.
    """
    frame, rng = scene.frame, scene.rng
    lit, dim, depth = _tones_of_a_wall(scene)
    left = scene.plan.light == "left" or (scene.plan.light is None and rng.random() < 0.5)
    high, wide = round(_SIDE * 0.6 * frame.high), round(_SIDE * 0.6 * frame.wide)
    image = Image.new("L", (wide, high), 0)
    pen = ImageDraw.Draw(image)
    unit = min(wide, high)
    motifs = scene.plan.motifs
    if "window_light" in motifs:
        _window_cast(scene, pen, wide, high, left=left)
    if "leaf_shadows" in motifs or not motifs & {"window_light", "diagonal"}:
        for _ in range(2 + round(2 * scene.plan.density)):
            _branch_shadow(scene, pen, unit, wide, high)
    slant = float(rng.uniform(0.35, 0.6)) * (1 if left else -1)
    at = float(rng.uniform(0.2, 0.34)) * wide
    if "diagonal" in motifs:
        edge = float(rng.uniform(0.35, 0.6)) * wide
        side = wide if left else 0
        corners = [(edge - slant * high, 0), (side, 0), (side, high), (edge + slant * high, high)]
        pen.polygon(corners, fill=230)
    elif not motifs & {"window_light", "leaf_shadows"}:
        for i in range(-1, 5):
            x = i * at
            pen.line([(x, -9), (x + slant * high, high + 9)], fill=170, width=round(0.035 * unit))
    soft = image.filter(ImageFilter.GaussianBlur(0.008 * unit))
    low = scene.plan.time in ("dusk", "dawn") or bool({"low_sun", "golden"} & motifs)
    softer = image.filter(ImageFilter.GaussianBlur(0.024 * unit))
    near = np.asarray(soft, np.float32) / 255
    far = np.asarray(softer, np.float32) / 255
    cast = Field(np.asarray(0.45 * near + 0.55 * far, np.float32))
    walls = ramp(lit, mix(lit, dim, 0.5), dim)
    grain = Field(fractal(rng, frame, 0.01, 2, side=_SIDE))

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide)
        away = (u if left else 1 - u) * np.float32(0.75) + np.float32(0.25) * strip.y / np.float32(
            frame.high
        )
        if ground is None:
            strip.fill(walls(np.clip(away, 0, 1)))
            strip.lab[0] += np.float32(0.002) * strip.sample(grain)
        calm = 1 - np.float32(0.85) * scene.free(strip.x, strip.y)
        dark = strip.sample(cast)
        strip.shade(np.asarray(np.float32(depth) * dark * calm, np.float32))
        if low and "window_light" in motifs:
            lit = np.asarray(np.float32(0.72) * np.clip(1 - dark, 0, 1) * calm, np.float32)
            strip.blend(lit, _EVENING_SUN)

    return [*(ground or ()), layer]


def _tones_of_a_wall(scene: Scene) -> tuple[Lab, Lab, float]:
    """A plain wall where it is lit and where it is not, and how deep a shadow on it is."""
    p = scene.paints
    named = [c for c in map(asked, scene.plan.named) if c is not None]
    tone = named[0] if named else p.primary
    if len(named) > 1:
        tone = max(named, key=lambda c: c[0])
    other = named[1] if len(named) > 1 else tone
    own = quiet(scene.plan)
    if own is not None and own[0] > 0.93 and "window_light" in scene.plan.motifs:
        return (0.99, *own[1:]), (0.97, *own[1:]), 0.065  # white in its own shade too
    if own is not None and (own[0] < 0.5 or "window_light" not in scene.plan.motifs):
        return (min(0.985, own[0] + 0.015), *own[1:]), (own[0] - 0.05, *own[1:]), 0.2
    if p.night:
        return at_lightness(tone, 0.36, 0.9), at_lightness(other, 0.22, 0.8), 0.3
    coloured = bool(hued(scene.plan.named)) and tone[0] < 0.8
    if "window_light" in scene.plan.motifs:
        # All but the panes lies in shade: the wall is still to be of its colour.
        if coloured:
            level = min(0.97, tone[0] / (1 - _CAST_DEEP) - 0.02)
            return at_lightness(tone, level), at_lightness(other, level - 0.05), _CAST_DEEP
        if named and tone[0] > 0.9:  # a cream wall is no grey one
            return (0.97, tone[1], tone[2]), (0.93, other[1], other[2]), 0.12
        return at_lightness(tone, 0.97), at_lightness(other, 0.93), 0.12
    if coloured:
        level = min(0.94, tone[0] + 0.05)
        return at_lightness(tone, level), at_lightness(other, level - 0.07), 0.2
    if "white" in scene.plan.named:
        return at_lightness(tone, 0.97), at_lightness(other, 0.91), 0.17
    lit = at_lightness(tone, max(0.86, min(tone[0], 0.94)), 1.0)
    return lit, at_lightness(other, 0.8, 1.0), 0.2


def _window_cast(
    scene: Scene, pen: ImageDraw.ImageDraw, wide: int, high: int, *, left: bool
) -> None:
    """All in shade but what a window's panes let through, slanted as the light falls."""
    rng = scene.rng
    pen.rectangle((0, 0, wide, high), fill=255)
    unit, way = min(wide, high), 1 if left else -1
    x0 = scene.aside(0.42, 0.62) * wide
    pane, tall = float(rng.uniform(0.2, 0.27)) * unit, float(rng.uniform(0.26, 0.34)) * unit
    lean, drop = way * float(rng.uniform(0.25, 0.5)), way * float(rng.uniform(0.06, 0.14))
    for i in (-1, 0):
        for j in range(3):
            a, b = x0 + i * (pane + 0.035 * unit), 0.06 * high + j * (tall + 0.035 * unit)

            def at(x: float, y: float) -> tuple[float, float]:
                return x + lean * (y - high / 2), y + drop * (x - x0) * 2

            pen.polygon(
                [at(a, b), at(a + pane, b), at(a + pane, b + tall), at(a, b + tall)], fill=0
            )


def leaf_shadow(scene: Scene) -> Layer:
    """The blurred shadow of branches, over whatever is there."""
    frame = scene.frame
    high, wide = round(_SIDE * 0.6 * frame.high), round(_SIDE * 0.6 * frame.wide)
    image = Image.new("L", (wide, high), 0)
    pen = ImageDraw.Draw(image)
    for _ in range(3 + round(2 * scene.plan.density)):
        _branch_shadow(scene, pen, min(wide, high), wide, high)
    soft = image.filter(ImageFilter.GaussianBlur(0.016 * min(wide, high)))
    cast = Field(np.asarray(soft, np.float32) / np.float32(255))

    def layer(strip: Strip) -> None:
        calm = 1 - np.float32(0.7) * scene.free(strip.x, strip.y)
        strip.shade(
            np.asarray(np.float32(0.17) * np.clip(strip.sample(cast), 0, 1) * calm, np.float32)
        )

    return layer


def _branch_shadow(scene: Scene, pen: ImageDraw.ImageDraw, unit: int, wide: int, high: int) -> None:
    """A bent stalk with leaves on both sides, from outside the frame."""
    rng = scene.rng
    right = scene.plan.space == "left" or (scene.plan.space != "right" and rng.random() < 0.5)
    x, y = (wide * 1.03 if right else -0.03 * wide), float(rng.uniform(-0.1, 0.75)) * high
    angle = (np.pi if right else 0.0) + float(rng.uniform(-0.5, 0.5))
    long, bend = float(rng.uniform(0.8, 1.25)) * unit, float(rng.uniform(-0.8, 0.8))
    steps = 12
    for i in range(steps):
        t = i / steps
        step = long / steps
        nx, ny = x + step * np.cos(angle), y + step * np.sin(angle)
        pen.line([(x, y), (nx, ny)], fill=255, width=max(2, round(0.008 * unit)))
        x, y, angle = float(nx), float(ny), angle + bend / steps
        if i < 2:
            continue
        reach = 0.25 * unit * (1 - 0.65 * t) * float(rng.uniform(0.8, 1.15))
        for side in (-1, 1):
            lean = angle + side * float(rng.uniform(0.6, 0.95))
            tip = (x + reach * np.cos(lean), y + reach * np.sin(lean))
            half = 0.085 * reach
            mid = (x + 0.45 * reach * np.cos(lean), y + 0.45 * reach * np.sin(lean))
            across = (half * np.cos(lean + np.pi / 2), half * np.sin(lean + np.pi / 2))
            pen.polygon(
                [
                    (x, y),
                    (mid[0] + across[0], mid[1] + across[1]),
                    (float(tip[0]), float(tip[1])),
                    (mid[0] - across[0], mid[1] - across[1]),
                ],
                fill=255,
            )


def watercolour(scene: Scene) -> list[Layer]:
    """Seven to eleven washes in the picture's colours, paper left white between them."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    x, y = grid(frame, _SIDE)
    named = [asked(name) for name in hued(scene.plan.named)]
    pool: list[Lab] = [c for c in named if c is not None] or [p.primary, p.second, p.accent]
    paper = (0.975, 0.0, 0.006) if not p.night else at_lightness(p.dark, 0.2)
    lab = [np.full((y.shape[0], x.shape[1]), c, np.float32) for c in paper]
    grains = fractal(rng, frame, 0.008, 2, side=_SIDE)
    for i in range(7 + round(4 * scene.plan.density)):
        cx, cy = _place(scene)
        reach = float(rng.uniform(0.2, 0.5)) * frame.long**0.5 * (1.25 if i < 2 else 1.0)
        ragged = fractal(rng, frame, 0.5, 6, gain=0.55, side=_SIDE)
        far = np.hypot(x - np.float32(cx), (y - np.float32(cy)) * np.float32(1.15))
        shape = far / np.float32(reach) - 1 + np.float32(0.24) * ragged
        inside = smooth(shape, 0.02, -0.035)
        thin = smooth(shape, 0.0, -0.9) * np.float32(0.35)
        dried = np.float32(0.3) * np.exp(-(((shape + np.float32(0.03)) / np.float32(0.03)) ** 2))
        flow = np.clip(np.float32(0.5) + np.float32(0.2) * ragged, 0.15, 1)
        strong = np.float32(0.38 if i < len(pool) else 0.2)  # each colour once as itself
        alpha = inside * (strong + thin + dried) * (flow + np.float32(0.35))
        alpha = np.clip(alpha * (1 + np.float32(0.1) * grains), 0, 0.8)
        colour = pool[i % len(pool)]
        colour = at_lightness(
            colour, float(np.clip(colour[0] + rng.normal(-0.06, 0.06), 0.35, 0.88)), 1.1
        )
        for plane, value in zip(lab, colour, strict=True):
            plane += alpha * (np.float32(value) - plane)
    lab[0] += np.float32(0.006) * grains
    fields = [Field(plane) for plane in lab]

    def layer(strip: Strip) -> None:
        strip.fill((strip.sample(fields[0]), strip.sample(fields[1]), strip.sample(fields[2])))

    return [layer]


def _place(scene: Scene) -> tuple[float, float]:
    """Where a wash lies: not where it is to be free."""
    frame, rng = scene.frame, scene.rng
    tries = [
        (float(rng.uniform(-0.05, 1.05)) * frame.wide, float(rng.uniform(-0.05, 1.05)) * frame.high)
        for _ in range(8)
    ]
    return min(tries, key=lambda spot: scene.free_at(*spot))
