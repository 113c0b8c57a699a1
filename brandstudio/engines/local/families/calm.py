"""Backdrops of one quiet colour in soft light, and deep ones with gold."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import asked, at_lightness, mix, ramp
from ..quiet import quiet
from .scene import Scene

#: Colours of metal, which shine on a deep ground and don't run into it.
_METALS = frozenset({"gold", "copper", "bronze", "rose gold", "amber"})
#: Colours that are deepened for it.
_RICH = frozenset({"blue", "green", "red", "purple", "teal", "emerald", "royal blue", "turquoise"})
_DEEP = 0.5
"""The most lightness of a colour that a metal shines on."""


def calm_ground(scene: Scene) -> list[Layer] | None:
    """A quiet colour in a light that falls off a little; None where no such colour is asked for."""
    tone = quiet(scene.plan)
    if tone is None:
        return None
    frame, rng = scene.frame, scene.rng
    much = 0.045 if "graded" in scene.plan.motifs else 0.018
    if tone[0] > 0.95:
        much *= 0.6
    x, y = grid(frame)
    cx = scene.aside(0.3, 0.7) * frame.wide
    far = np.hypot(x - np.float32(cx), y - np.float32(rng.uniform(0.1, 0.4) * frame.high))
    light = np.float32(1.3) * np.exp(-((far / np.float32(0.7 * frame.long)) ** 2)) - np.float32(0.8)
    light = light + np.float32(0.35) * fractal(rng, frame, 1.3, 2)
    level = np.clip(light, -1.6, 1.0) * np.float32(much)
    field = Field(np.asarray(level, np.float32))

    def layer(strip: Strip) -> None:
        strip.fill(
            (np.asarray(np.float32(tone[0]) + strip.sample(field), np.float32), tone[1], tone[2])
        )

    return [layer]


def gilded(scene: Scene) -> list[Layer] | None:
    """A deep ground with arcs of gold and their dust; None where no metal is asked for beside a deep
    colour, or where the two are to run into each other.
    """
    plan, frame = scene.plan, scene.frame
    metals = [name for name in plan.named if name in _METALS]
    others = [name for name in plan.named if name not in _METALS]
    grounds = [c for c in map(asked, others) if c is not None]
    if metals and not others and plan.dark is True:
        grounds = [at_lightness(scene.paints.dark, 0.24)]
    if not metals or len(grounds) != 1:
        return None
    rich = (
        bool(others)
        and others[0] in _RICH
        and plan.dark is not False
        and "pastel" not in plan.motifs
    )
    if rich:
        grounds = [at_lightness(grounds[0], min(grounds[0][0], 0.42), 1.1)]
    if grounds[0][0] > _DEEP:
        return None
    ground, metal = grounds[0], asked(metals[0]) or (0.8, 0.01, 0.1)
    low, high = at_lightness(ground, 0.17, 0.9), at_lightness(ground, max(0.3, ground[0]))
    cx = {"left": 0.75, "right": 0.25}.get(plan.space or "", scene.aside(0.25, 0.75)) * frame.wide
    tones = ramp(high, mix(high, low, 0.6), low)

    def back(strip: Strip) -> None:
        far = np.hypot(
            (strip.x - np.float32(cx)) / np.float32(1.25), strip.y - np.float32(0.3 * frame.high)
        )
        strip.fill(tones(np.clip(np.asarray(far / np.float32(0.95), np.float32), 0, 1)))

    sheen = mix(at_lightness(metal, 0.86), (0.98, 0.0, 0.03), 0.35)
    low_down = plan.space == "top" or (plan.space != "bottom" and scene.rng.random() < 0.6)
    arcs = [_arc(scene, i, (metal, sheen), low=low_down) for i in range(3)]
    return [back, *arcs, _dust(scene, at_lightness(metal, 0.8, 1.1))]


def _arc(scene: Scene, at: int, tints: tuple[Lab, Lab], *, low: bool) -> Layer:
    """A wide swell of the ground with a thin edge of gold along it, that shines in one place."""
    frame, rng = scene.frame, scene.rng
    metal, sheen = tints
    base = (0.62 + 0.13 * at if low else 0.38 - 0.13 * at) * frame.high
    bow = float(rng.uniform(0.12, 0.22)) * frame.high * (1 if low else -1)
    lean = float(rng.uniform(-0.2, 0.2))
    wave = NoiseLine(rng, frame.wide, 1.5, 2, gain=0.3)
    shine_at = float(rng.uniform(0.15, 0.85))

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide)
        edge = np.float32(base) + np.float32(lean) * (strip.x - np.float32(frame.wide / 2))
        edge = edge + np.float32(bow) * (np.float32(2) * u - 1) ** 2 * np.float32(-1.0)
        edge = edge + np.float32(0.035 * frame.high) * wave.at(strip.x)
        away = (strip.y - edge) * np.float32(1 if low else -1)
        inside = smooth(np.asarray(away, np.float32), -0.001, 0.001)
        fall = np.exp(-np.maximum(away, 0) / np.float32(0.16))
        strip.shade(np.asarray(np.float32(0.3) * inside * fall, np.float32))
        calm = 1 - np.float32(0.9) * scene.free(strip.x, strip.y)
        lit = np.float32(0.25) + np.float32(0.75) * np.exp(
            -(((u - np.float32(shine_at)) / np.float32(0.2)) ** 2)
        )
        thin = max(0.0016, 0.8 * strip.px)
        line = smooth(np.abs(np.asarray(away, np.float32)), 1.6 * thin, 0.2 * thin)
        halo = np.exp(-np.abs(away) / np.float32(0.011)) * np.float32(0.4)
        halo = halo + np.exp(-np.maximum(away, 0) / np.float32(0.07)) * inside * np.float32(0.3)
        strip.glow(np.asarray(halo * lit * calm, np.float32), metal)
        strip.blend(np.asarray(line * lit * calm, np.float32), sheen)

    return layer


def _dust(scene: Scene, sheen: Lab) -> Layer:
    """Fine dust of gold, more of it towards one corner."""
    frame, rng = scene.frame, scene.rng
    left = rng.random() < 0.5
    spots = []
    for _ in range(round(150 * frame.wide)):
        u = float(rng.beta(1.1, 2.6))
        x = (u if left else 1 - u) * frame.wide
        y = float(rng.beta(1.2, 1.2)) * frame.high
        if scene.free_at(x, y) < 0.4:
            size = 0.0011 + 0.0045 * float(rng.random()) ** 4
            spots.append((x, y, size, float(rng.uniform(0.15, 0.8))))

    def layer(strip: Strip) -> None:
        for x, y, size, power in spots:
            reach = size * 5 + 2 * strip.px
            where = strip.window(x - reach, y - reach, x + reach, y + reach)
            if where is None:
                continue
            far = np.hypot(strip.x[:, where[1]] - np.float32(x), strip.y[where[0]] - np.float32(y))
            drawn = max(size, 0.7 * strip.px)
            spot = np.exp(-((far / np.float32(drawn)) ** 2)) * np.float32(power)
            strip.blend(np.asarray(np.clip(spot, 0, 1), np.float32), sheen, where)

    return layer
