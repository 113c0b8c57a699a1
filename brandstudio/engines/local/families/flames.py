"""Small fires: candles on a dark table, lanterns that rise into the night."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, box, ellipse, smooth
from ..noise import fractal
from ..paints import asked, at_lightness, hued, mix, ramp
from .scene import Scene
from .softfocus import discs, scattered
from .stars import stars


def candles(scene: Scene) -> list[Layer]:
    """Candles in a group before the dark, or lanterns in the sky where they are asked for."""
    return _lanterns(scene) if "lanterns" in scene.plan.motifs else _table(scene)


def _table(scene: Scene) -> list[Layer]:
    p, frame, rng = scene.paints, scene.frame, scene.rng
    level = frame.high * (0.7 if scene.plan.space != "bottom" else 0.55)
    named = asked(hued(scene.plan.named)[0]) if hued(scene.plan.named) else None
    base = at_lightness(
        mix(named or p.primary, (0.3, 0.04, 0.05), 0.3 if named else 0.65), 0.17, 0.9
    )
    warm: Lab = (0.86, 0.05, 0.13)
    cx = scene.aside(0.42, 0.58) * frame.wide
    haze = Field(fractal(rng, frame, 0.4, 4))
    sheet = at_lightness(base, 0.24)

    def ground(strip: Strip) -> None:
        strip.fill(base)
        far = np.hypot(
            strip.x - np.float32(cx), (strip.y - np.float32(level - 0.22)) * np.float32(1.15)
        )
        uneven = 1 + np.float32(0.06) * strip.sample(haze)
        strip.glow(
            np.asarray(np.float32(0.5) * np.exp(-far / np.float32(0.36)) * uneven, np.float32),
            (0.8, 0.055, 0.12),
        )
        t = smooth(strip.y, level - 0.006, level + 0.012) + 0 * strip.x
        strip.blend(np.asarray(t * np.float32(0.75), np.float32), sheet)
        spread = np.exp(-(((strip.x - np.float32(cx)) / np.float32(0.42)) ** 2))
        down = np.maximum(strip.y - np.float32(level), 0)
        strip.glow(
            np.asarray(t * spread * np.exp(-down / np.float32(0.16)) * np.float32(0.4), np.float32),
            warm,
        )

    back = scattered(
        scene,
        36,
        [warm, (0.9, 0.02, 0.08)],
        (0, 0.05, frame.wide, level * 0.95),
        (0.01, 0.05),
        (0.08, 0.4),
    )
    layers: list[Layer] = [ground, discs(back)]
    count = 5 + round(2 * scene.plan.density)
    for i in range(count):
        near = i / max(1, count - 1)
        x = cx + (float(rng.uniform(-1, 1)) * 0.34) * (1 if i % 2 else -1)
        if scene.free_at(x, level) > 0.4:
            continue
        wide = 0.03 + 0.014 * near + 0.008 * float(rng.random())
        tall = float(rng.uniform(0.1, 0.3)) * (1.1 - 0.4 * near)
        wax = (0.93, 0.008, 0.04) if named is None else at_lightness(named, 0.8, 0.9)
        layers.append(_candle(x, level + 0.02 + 0.13 * near, wide, tall, wax))
    return layers


def _candle(x: float, foot: float, half: float, tall: float, wax: Lab) -> Layer:
    """A pillar of wax that shines through below its flame."""
    top = foot - tall
    lit, dim = mix(wax, (0.95, 0.025, 0.1), 0.6), at_lightness(wax, 0.34, 1.3)
    tones = ramp(lit, at_lightness(mix(wax, (0.8, 0.05, 0.12), 0.5), 0.68), dim)
    fire = top - 0.042

    def layer(strip: Strip) -> None:
        reach = 0.32
        where = strip.window(x - reach, fire - reach, x + reach, foot + 0.12)
        if where is None:
            return
        a, b = strip.x[:, where[1]], strip.y[where[0]]
        shade = ellipse(a, b, x, foot + 0.004, half * 1.7, half * 0.4)
        strip.shade(np.asarray(np.float32(0.5) * smooth(shade, 0.012, -0.012), np.float32), where)
        mirror = box(a, b, x, foot + 0.05, half * 0.9, 0.05)
        fade = np.exp(-np.maximum(b - np.float32(foot), 0) / np.float32(0.035)) * (b > foot)
        strip.blend(
            np.asarray(smooth(mirror, 0.006, -0.006) * fade * np.float32(0.3), np.float32),
            lit,
            where,
        )
        body = np.minimum(
            box(a, b, x, (top + foot) / 2, half, tall / 2),
            ellipse(a, b, x, foot, half, half * 0.24),
        )
        down = np.clip((b - np.float32(top)) / np.float32(max(tall, 0.16)), 0, 1)
        side = np.abs(a - np.float32(x)) / np.float32(half)
        t = np.clip(down * np.float32(0.95) + np.float32(0.22) * side * side, 0, 1)
        strip.blend(
            strip.edge(np.asarray(body, np.float32)), tones(np.asarray(t, np.float32)), where
        )
        rim = strip.edge(ellipse(a, b, x, top, half, half * 0.24))
        strip.blend(rim, at_lightness(lit, 0.9), where)
        strip.blend(
            strip.edge(ellipse(a, b, x, top + 0.002, half * 0.8, half * 0.17)),
            (0.88, 0.04, 0.13),
            where,
        )
        strip.blend(strip.edge(box(a, b, x, top - 0.007, 0.0013, 0.011)), (0.15, 0.0, 0.0), where)
        _flame(strip, a, b, (x, fire), where, reach)

    return layer


def _flame(
    strip: Strip, a: F32, b: F32, at: tuple[float, float], where: tuple[slice, slice], reach: float
) -> None:
    x, y = at
    far = np.hypot(a - np.float32(x), b - np.float32(y))
    fade = smooth(np.asarray(far, np.float32), reach, 0.0)
    strip.glow(
        np.asarray(np.float32(0.6) * np.exp(-far / np.float32(0.05)) * fade, np.float32),
        (0.9, 0.045, 0.13),
        where,
    )
    v = (b - np.float32(y)) / np.float32(0.04)
    # A drop of light: round below, pointed above.
    half = (
        np.float32(0.0125)
        * np.sqrt(np.clip(1 - v * v, 0, 1))
        * np.clip(np.float32(0.62) + np.float32(0.5) * v, 0.0, 1.1)
    )
    away = np.abs(a - np.float32(x)) - half
    cover = strip.edge(np.asarray(away, np.float32)) * (np.abs(v) < 1)
    core = smooth(np.asarray(v + 0 * a, np.float32), -0.9, 0.5)
    strip.blend(
        np.asarray(cover, np.float32),
        (np.float32(0.9) + np.float32(0.09) * core, 0.035 - 0.03 * core, 0.13 - 0.07 * core),
        where,
    )


def _lanterns(scene: Scene) -> list[Layer]:
    """Paper lanterns with a light inside, small ones far away."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    deep = at_lightness(p.primary, 0.14, 0.9)
    low = mix(at_lightness(p.primary, 0.36, 0.9), (0.5, 0.07, 0.09), 0.35)
    tones = ramp(deep, at_lightness(p.primary, 0.22, 0.9), low)

    def ground(strip: Strip) -> None:
        strip.fill(tones(np.asarray(strip.y / np.float32(frame.high) + 0 * strip.x, np.float32)))

    layers: list[Layer] = [ground, stars(scene, 260, frame.high, at_lightness(p.light, 0.95, 0.3))]
    spots = []
    for _ in range(46 + round(50 * scene.plan.density)):
        x, y = float(rng.random()) * frame.wide, float(rng.uniform(0.02, 1.0)) * frame.high
        if rng.random() < 0.95 * scene.free_at(x, y):
            continue
        spots.append((x, y, 0.006 + 0.05 * float(rng.random()) ** 4, float(rng.uniform(0.75, 1.0))))
    spots.sort(key=lambda spot: spot[2])

    def hung(strip: Strip) -> None:
        for x, y, size, power in spots:
            reach = size * 5
            where = strip.window(x - reach, y - reach, x + reach, y + reach)
            if where is None:
                continue
            a, b = strip.x[:, where[1]], strip.y[where[0]]
            far = np.hypot(a - np.float32(x), b - np.float32(y))
            fade = smooth(np.asarray(far, np.float32), reach, 0.0)
            strip.glow(
                np.asarray(
                    np.float32(0.6 * power) * np.exp(-far / np.float32(size * 1.3)) * fade,
                    np.float32,
                ),
                (0.84, 0.065, 0.13),
                where,
            )
            v = (b - np.float32(y)) / np.float32(size * 1.25)
            half = np.float32(size) * (
                np.float32(0.86) - np.float32(0.2) * v - np.float32(0.24) * np.exp((-v - 1) * 4)
            )
            away = np.maximum(
                np.abs(a - np.float32(x)) - half, (np.abs(v) - 1) * np.float32(size * 1.25)
            )
            t = smooth(np.asarray(v + 0 * a, np.float32), -1.0, 0.9)
            side = np.clip(np.abs(a - np.float32(x)) / np.float32(size), 0, 1)
            planes = (
                np.float32(0.7) + np.float32(0.26) * t - np.float32(0.08) * side,
                0.1 - 0.085 * t,
                0.13 - 0.03 * t,
            )
            soft = smooth(np.asarray(away, np.float32), strip.px + size * 0.06, -strip.px)
            strip.blend(np.asarray(soft * np.float32(power), np.float32), planes, where)

    return [*layers, hung]
