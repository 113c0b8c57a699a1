"""Firs and pines one behind the other in the haze, single trees with boughs in front."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import Field, Layer, Strip
from ..noise import fractal
from ..paints import at_lightness, mix
from .scene import Scene, is_night
from .wood import Wood

_SIDE = 1700
#: How far down the tops of trees reach where the top is to stay free.
_TREETOPS = 0.42
#: How far out the boughs of a tier reach, the outer ones behind.
_SPREAD = (-1.0, 1.0, -0.72, 0.72, -0.4, 0.4, 0.08)


def stand(scene: Scene, wood: Wood, t: float, end: float, horizon: float) -> list[Layer]:
    """The firs at a depth (0 far, 1 near) with the haze before them: a closed row far away, few and
    tall ones in front, none before the light at ``end``.
    """
    frame, rng = scene.frame, scene.rng
    clear = (0.02 + 0.42 * t**1.4) * frame.wide
    tall = frame.high * (0.2 + 0.95 * t**1.25)
    foot = horizon + (frame.high - horizon) * (0.02 + 0.95 * t**2)
    count = round((26 * (1 - t) ** 1.5 + 5 + 3 * t) * frame.wide)
    trees = []
    for _ in range(count):
        x = float(rng.uniform(-0.08, 1.08)) * frame.wide
        grown = float(rng.uniform(0.55, 1.12))
        if abs(x - end) < clear * float(rng.uniform(0.75, 1.3)):
            grown *= 0.45
        if abs(x - end) < clear and t > 0.3:
            continue
        grown *= _under_what_is_free(scene, x, foot, tall * grown)
        if not grown:
            continue
        down = float(rng.uniform(-0.02, 0.05)) * t * frame.high
        trees.append((foot + down, x, tall * grown, float(rng.random()) * 40))
    trees.sort()
    return [row(scene, wood, t, trees, end), _haze(scene, wood, t, foot)]


def _under_what_is_free(scene: Scene, x: float, foot: float, tall: float) -> float:
    """The share of its height that a tree keeps below a free top; 0 where it stands on a free side."""
    if scene.plan.space != "top":
        return 0.0 if scene.free_at(x, 0.4 * scene.frame.high) > 0.6 else 1.0
    room = foot - _TREETOPS * scene.frame.high
    uneven = 0.82 + 0.18 * float(np.cos(x * 37))
    return min(1.0, room * uneven / tall)


def row(
    scene: Scene, wood: Wood, t: float, trees: list[tuple[float, float, float, float]], end: float
) -> Layer:
    """Trees (foot, x, height, chance) at a depth (0 far, 1 near), painted small once."""
    snowy = "snowy" in scene.plan.motifs or scene.plan.mood == "winter"
    needles = mix(wood.deep, (0.3, -0.045, 0.02), 0.45) if not snowy else (0.3, -0.02, -0.012)
    needles = at_lightness(needles, 0.13, 0.7) if is_night(scene) else needles
    far = 0.93 * (1 - t) ** 1.3
    dark = mix(at_lightness(needles, needles[0] * 0.55), wood.light, far)
    lit = mix(mix(needles, wood.leaf, 0.5), wood.light, far * 0.95 + 0.06)
    white = mix(at_lightness(wood.ground, 0.5 if is_night(scene) else 0.95, 0.5), wood.light, far)
    cover, light, snow = _painted(scene, t, trees, end)

    def layer(strip: Strip) -> None:
        amount = np.clip(strip.sample(cover), 0, 1)
        caught, load = strip.sample(light), strip.sample(snow) if snowy else np.float32(0)
        planes = [
            np.float32(a) + caught * np.float32(b - a) for a, b in zip(dark, lit, strict=True)
        ]
        if snowy:
            planes = [p + load * (np.float32(w) - p) for p, w in zip(planes, white, strict=True)]
        strip.blend(np.asarray(amount, np.float32), (planes[0], planes[1], planes[2]))

    return layer


def _painted(
    scene: Scene, t: float, trees: list[tuple[float, float, float, float]], end: float
) -> tuple[Field, Field, Field]:
    """What trees (foot, x, height, chance) cover, the light that their boughs catch, and the snow
    that lies on them.
    """
    frame, rng = scene.frame, scene.rng
    scale = _SIDE / frame.long
    size = (round(frame.wide * scale), round(frame.high * scale))
    planes = [Image.new("L", size, 0) for _ in range(3)]
    cover, light, snow = (ImageDraw.Draw(plane) for plane in planes)
    for foot, x, tall, _ in trees:
        half = tall * float(rng.uniform(0.17, 0.23))
        tiers = round(11 + 9 * t)
        step = tall * 0.96 / tiers
        stem = [(x - 0.016 * tall, foot), (x, foot - tall), (x + 0.016 * tall, foot)]
        stem = [(u * scale, v * scale) for u, v in stem]
        cover.polygon(stem, fill=255)
        light.polygon(stem, fill=10)
        for k in range(tiers, 0, -1):
            y = foot - tall + step * (k - 0.15)
            wide = half * (k / tiers) ** 0.9 * float(rng.uniform(0.86, 1.08))
            for aside in _SPREAD:
                reach = wide * (aside + float(rng.normal(0, 0.07)))
                bough = _bough(x, y, reach, step, rng, teeth=3 + round(3 * t))
                points = [(u * scale, v * scale) for u, v in bough]
                toward = aside if x < end else -aside
                caught = 0.34 + 0.42 * toward - 0.1 * (1 - abs(aside)) + float(rng.normal(0, 0.1))
                cover.polygon(points, fill=255)
                light.polygon(points, fill=int(np.clip(255 * caught, 0, 255)))
                snow.polygon(points, fill=0)
                if rng.random() < 0.85:
                    top = [points[0], points[1], points[2]]
                    thick = 0.34 * step * scale
                    under = [
                        (u, v + thick * (0.6 + 0.6 * float(rng.random()))) for u, v in top[::-1]
                    ]
                    snow.polygon([*top, *under], fill=235)
    soft = ImageFilter.GaussianBlur(0.8)
    found = [np.asarray(plane.filter(soft), np.float32) / np.float32(255) for plane in planes]
    return Field(found[0]), Field(found[1]), Field(found[2])


def _bough(
    x: float, y: float, reach: float, step: float, rng: np.random.Generator, teeth: int
) -> list[tuple[float, float]]:
    """A bough from the trunk to its tip, which hangs, with needles below."""
    hang = step * (0.25 + 0.35 * float(rng.random()))
    points = [(x, y - 0.85 * step), (x + 0.55 * reach, y - 0.35 * step), (x + reach, y + hang)]
    for k in range(1, teeth + 1):
        share = 1 - k / (teeth + 0.5)
        fall = step * (0.35 + 0.45 * float(rng.random()))
        points.append((x + reach * (share + 0.06), y + hang * share + 0.02 * step))
        points.append((x + reach * share, y + hang * share + fall))
    return [*points, (x, y + 0.3 * step)]


def _haze(scene: Scene, wood: Wood, t: float, foot: float) -> Layer:
    """Mist around the feet of a row, thick far away."""
    frame = scene.frame
    thick = "fog" in scene.plan.motifs
    amount = np.float32((0.85 if thick else 0.5) * (1 - t) ** 1.1)
    high = np.float32((0.34 if thick else 0.2) * frame.high * (0.45 + 0.55 * t))
    drift = Field(fractal(scene.rng, frame, 0.3, 3, stretch=4.0))

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < foot - 3 * high or amount < 0.02:
            return
        off = (strip.y - np.float32(foot)) / high
        near = np.exp(-(off * off) * np.where(off > 0, np.float32(5), np.float32(1)))
        uneven = np.clip(np.float32(0.85) + np.float32(0.2) * strip.sample(drift), 0.4, 1.15)
        strip.blend(np.asarray(amount * near * uneven, np.float32), wood.light)

    return layer
