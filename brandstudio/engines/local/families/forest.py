"""Inside a wood: trunks one behind the other in the haze, leaves above, a path and beams of light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import asked, at_lightness, hued, mix
from .grounds import tiled
from .scene import Scene, is_night, light

_SIDE = 900


@dataclass(frozen=True, slots=True)
class _Wood:
    """The colours of a wood: the light at its end, leaves in light and in shade, trunks, ground and
    path; ``bare`` says that no leaves hang there.
    """

    light: Lab
    leaf: Lab
    deep: Lab
    trunk: Lab
    ground: Lab
    path: Lab
    bare: bool


#: Leaves in light, leaves in shade and the ground, by season.
_SEASONS: dict[str, tuple[Lab, Lab, Lab]] = {
    "autumn": ((0.74, 0.075, 0.135), (0.44, 0.095, 0.09), (0.5, 0.075, 0.095)),
    "fresh": ((0.83, -0.085, 0.14), (0.48, -0.095, 0.11), (0.52, -0.075, 0.1)),
    "winter": ((0.9, -0.004, -0.015), (0.6, -0.006, -0.025), (0.93, -0.003, -0.01)),
    "": ((0.7, -0.08, 0.115), (0.36, -0.065, 0.075), (0.4, -0.045, 0.07)),
}


def forest(scene: Scene) -> list[Layer]:
    """A wood seen from within: trunks, leaves, haze and light; a path where one is asked for."""
    wood = _colours(scene)
    frame = scene.frame
    end = scene.aside(0.4, 0.6) * frame.wide
    horizon = frame.high * 0.6
    layers: list[Layer] = [_far(scene, wood, end, horizon)]
    if "moon" in scene.plan.motifs:
        layers.append(light(scene, end, 0.28 * frame.high, 0.1))
    depths = 5
    for i in range(depths):
        t = (i + 0.5) / depths
        if not wood.bare and i in (1, 2):
            layers.append(_canopy(scene, wood, t, end))
        if i == depths - 2:
            layers.append(_ground(scene, wood, end, horizon))
        layers.append(_trunks(scene, wood, t, end, horizon))
        if i == 2:
            layers.append(_beams(scene, wood, end))
    if not wood.bare:
        layers.append(_canopy(scene, wood, 1.0, end))
    return [*layers, _edges(scene)]


def _colours(scene: Scene) -> _Wood:
    p, plan = scene.paints, scene.plan
    season = plan.mood if plan.mood in _SEASONS else ""
    season = "winter" if "snowy" in plan.motifs else season
    season = "autumn" if "autumn" in plan.motifs else season
    season = "fresh" if not season and {"bamboo", "birches"} & plan.motifs else season
    leaf, deep, ground = _SEASONS[season]
    own = asked(hued(plan.named)[0]) if hued(plan.named) else None
    if own is not None:
        leaf, deep = at_lightness(own, 0.74, 0.9), at_lightness(own, 0.38, 0.9)
        ground = at_lightness(own, 0.46, 0.7)
    leaf, deep, ground = (
        mix(c, at_lightness(p.primary, c[0]), 0.12 if own is None else 0.0)
        for c in (leaf, deep, ground)
    )
    light = mix((0.975, -0.004, 0.04), at_lightness(p.warm, 0.96, 0.6), 0.35)
    if season == "winter" or "fog" in plan.motifs:
        light = mix(light, (0.93, -0.004, -0.006), 0.8)
    path = mix((0.77, 0.018, 0.05), light, 0.25)
    trunk = (0.26, 0.018, 0.026)
    wood = _Wood(light, leaf, deep, trunk, ground, path, bare="bare_trees" in plan.motifs)
    if is_night(scene) or (plan.dark is True and plan.time is None):
        dusk = at_lightness(p.primary, 0.5, 0.55)
        wood = _Wood(
            at_lightness(p.primary, 0.62, 0.5),
            mix(at_lightness(leaf, 0.34, 0.5), at_lightness(dusk, 0.3), 0.5),
            at_lightness(mix(deep, dusk, 0.6), 0.17, 0.8),
            (0.1, 0.0, -0.008),
            at_lightness(mix(ground, dusk, 0.5), 0.22 if season != "winter" else 0.5, 0.8),
            at_lightness(dusk, 0.4, 0.6),
            wood.bare,
        )
    elif plan.time == "dusk":
        wood = _Wood(
            mix(light, (0.88, 0.06, 0.12), 0.7),
            mix(leaf, (0.66, 0.08, 0.12), 0.35),
            at_lightness(deep, 0.3),
            (0.2, 0.02, 0.02),
            at_lightness(ground, 0.36),
            mix(path, (0.66, 0.06, 0.09), 0.5),
            wood.bare,
        )
    return wood


def _far(scene: Scene, wood: _Wood, end: float, horizon: float) -> Layer:
    """The light at the end of the wood, with blurred leaves before it."""
    frame, rng = scene.frame, scene.rng
    x, y = grid(frame, 360)
    far = np.hypot((x - np.float32(end)) / 0.62, (y - np.float32(horizon * 0.82)) / 0.5)
    clumps = fractal(rng, frame, 0.16, 4, side=360)
    shade = np.clip(smooth(far, 0.1, 1.35) + np.float32(0.09) * clumps * smooth(far, 0, 0.6), 0, 1)
    tone = mix(wood.leaf, wood.light, 0.45)
    far_shade = mix(wood.deep, wood.leaf, 0.45)
    mid = smooth(shade, 0.0, 0.45)
    low = smooth(shade, 0.4, 1.0)
    planes = []
    for a, b, c in zip(wood.light, tone, far_shade, strict=True):
        value = np.float32(a) + mid * np.float32(b - a)
        planes.append(Field(np.asarray(value + low * (np.float32(c) - value), np.float32)))

    def layer(strip: Strip) -> None:
        strip.fill((strip.sample(planes[0]), strip.sample(planes[1]), strip.sample(planes[2])))

    return layer


def _trunks(scene: Scene, wood: _Wood, t: float, end: float, horizon: float) -> Layer:
    """The trunks at a depth (0 far, 1 near): pale and many far away, few and dark in front."""
    frame, rng, motifs = scene.frame, scene.rng, scene.plan.motifs
    bamboo, birch = "bamboo" in motifs, "birches" in motifs
    wide = (0.006 + 0.05 * t**2.2) * (0.5 if bamboo else 0.72 if birch else 1.0)
    count = round((6 + 26 * (1 - t) ** 1.4) * frame.wide * (1.5 if bamboo else 1.0))
    haze = 0.82 * (1 - t) ** 1.1
    bark = (0.62, -0.06, 0.1) if bamboo else (0.86, 0.0, 0.012) if birch else wood.trunk
    bark = at_lightness(bark, bark[0] * 0.4, 0.8) if is_night(scene) else bark
    tone = mix(
        wood.leaf if wood.leaf[0] < 0.7 else mix(wood.leaf, wood.light, 0.5), wood.light, 0.3
    )
    colour = mix(bark, tone, haze)
    lit = mix(colour, wood.light, 0.3)
    foot = horizon + (frame.high - horizon) * (0.03 + 0.75 * t**1.8)
    clear = (0.05 + 0.3 * t) if "path" in motifs else 0.03 + 0.16 * t
    bend = NoiseLine(rng, frame.long + 3.2, 0.5, 2)
    grain = Field(fractal(rng, frame, 0.03, 3, side=500))
    places = _places(scene, wide, count, clear, end, t)

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > foot + 0.1:
            return
        bark_of = strip.sample(grain)
        for x, half, lean, turn in places:
            reach = half * 2 + 0.12
            where = strip.window(x - reach, 0, x + reach, foot + half)
            if where is None:
                continue
            across, down = strip.x[:, where[1]], strip.y[where[0]]
            sway = bend.at(np.asarray(down * np.float32(0.6) + np.float32(turn), np.float32))
            middle = (
                np.float32(x)
                + np.float32(lean) * (np.float32(foot) - down)
                + np.float32(0.35 * half + 0.003) * sway
            )
            # A trunk widens towards its root.
            flare = 1 + np.float32(0.9) * np.exp((down - np.float32(foot)) / np.float32(half * 2.2))
            away = np.abs(across - middle) - np.float32(half / 2) * (
                flare if not bamboo else np.float32(1)
            )
            cover = strip.edge(np.asarray(away, np.float32)) * (
                down < np.float32(foot + 0.25 * half)
            )
            side = np.clip((across - middle) / np.float32(half) + np.float32(0.5), 0, 1)
            rough = bark_of[where] * np.float32(0.022 * t)
            mark = _marks(down, turn, half, bamboo=bamboo, birch=birch) * np.float32(0.35 * t + 0.1)
            sun = smooth(np.asarray(side if x < end else 1 - side, np.float32), 0.45, 1.0)
            planes = [
                np.float32(c) + sun * np.float32(0.75 * (k - c))
                for c, k in zip(colour, lit, strict=True)
            ]
            planes[0] = (planes[0] + rough) * (1 - mark)
            strip.blend(np.asarray(cover, np.float32), (planes[0], planes[1], planes[2]), where)

    return layer


def _places(
    scene: Scene, wide: float, count: int, clear: float, end: float, t: float
) -> list[tuple[float, float, float, float]]:
    """Where trunks stand, how thick they are, how they lean and turn: none before the light."""
    frame, rng = scene.frame, scene.rng
    out = []
    for _ in range(count):
        x = float(rng.uniform(-0.05, 1.05)) * frame.wide
        if abs(x - end) < clear or scene.free_at(x, 0.3 * frame.high) > 0.35 + 0.5 * (1 - t):
            continue
        lean = float(rng.normal(0, 0.03))
        out.append((x, wide * float(rng.uniform(0.55, 1.3)), lean, float(rng.random()) * 3))
    return out


def _marks(down: F32, turn: float, half: float, *, bamboo: bool, birch: bool) -> F32:
    """The rings of bamboo, the dark scars of a birch."""
    if bamboo:
        ring = np.mod(down + np.float32(turn), np.float32(half * 5 + 0.05))
        return np.asarray(np.exp(-((ring / np.float32(0.004)) ** 2)), np.float32)
    if birch:
        wave = np.sin(down * np.float32(61) + turn * 9) + np.sin(down * np.float32(27.7) + turn * 5)
        return smooth(np.asarray(wave, np.float32), 1.25, 1.6)
    return np.zeros_like(down)


def _canopy(scene: Scene, wood: _Wood, t: float, end: float) -> Layer:
    """Leaves above and at the sides, in light far away, dark in front."""
    frame, rng = scene.frame, scene.rng
    clumps = fractal(rng, frame, 0.3 + 0.15 * t, 5, gain=0.62, side=_SIDE)
    fine = fractal(rng, frame, 0.016 + 0.012 * t, 2, gain=0.7, side=_SIDE)
    x, y = grid(frame, _SIDE)
    drop = 0.5 - 0.16 * t if "bamboo" not in scene.plan.motifs else 0.36
    open_to = np.exp(-(((x - np.float32(end)) / np.float32(0.34 * frame.wide)) ** 2))
    reach = np.float32(drop * frame.high) * (1 - np.float32(0.65) * open_to)
    body = (reach - y) / np.float32(0.2 * frame.high) + np.float32(0.42) * clumps
    body += np.float32(0.42) * fine - 2 * scene.free(x, y) * np.float32(t)
    cover = Field(np.asarray(body, np.float32))
    tone = Field(np.asarray(np.float32(0.5) * fine + np.float32(0.5) * clumps, np.float32))
    lit = mix(wood.leaf, wood.light, 0.3 * (1 - t))
    dim = mix(wood.deep, wood.leaf, 0.55 * (1 - t))

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > frame.high * 0.8:
            return
        amount = smooth(strip.sample(cover), -0.06, 0.14) * np.float32(0.75 + 0.2 * t)
        light = smooth(strip.sample(tone), -1.1, 1.3)
        planes = tuple(
            np.float32(a) + light * np.float32(b - a) for a, b in zip(dim, lit, strict=True)
        )
        strip.blend(amount, (planes[0], planes[1], planes[2]))

    return layer


def _ground(scene: Scene, wood: _Wood, end: float, horizon: float) -> Layer:
    """The floor of the wood with its leaves, and the path through it."""
    frame, rng = scene.frame, scene.rng
    blades = rng.standard_normal((256, 256)).astype(np.float32)
    path = "path" in scene.plan.motifs
    bend = float(rng.uniform(0.1, 0.22)) * float(rng.choice([-1, 1])) * frame.wide
    start = float(np.clip(end + rng.uniform(-0.16, 0.16) * frame.wide, 0.28, 0.72 * frame.wide))
    swell, rag = NoiseLine(rng, frame.wide, 0.5, 3), NoiseLine(rng, 2.2 * frame.long, 0.09, 3)
    near = mix(wood.ground, wood.deep, 0.55)
    far = mix(wood.ground, wood.light, 0.5)
    dapple = Field(fractal(rng, frame, 0.14, 4, stretch=3.0))

    def layer(strip: Strip) -> None:
        edge = np.float32(horizon) - np.float32(0.012) * swell.at(strip.x)
        if strip.y[-1, 0] < float(edge.min()) - 0.02:
            return
        t = np.clip((strip.y - np.float32(horizon)) / np.float32(frame.high - horizon), 0, 1)
        depth = t + np.float32(0.05)
        away = np.float32(40) * np.log(depth / np.float32(0.05))
        across = (strip.x - np.float32(end)) / depth * np.float32(34)
        tufts = tiled(blades, away, across) + np.float32(0.8) * tiled(
            blades, away * np.float32(0.13), across * np.float32(0.15)
        )
        mid = smooth(t, 0.0, 0.3)
        low = smooth(t, 0.25, 1.0)
        sun = np.clip(strip.sample(dapple), -1.5, 1.5) * np.float32(0.03)
        planes = []
        for a, b, c in zip(far, wood.ground, near, strict=True):
            value = np.float32(a) + mid * np.float32(b - a)
            planes.append(value + low * (np.float32(c) - value))
        planes[0] = planes[0] + np.float32(0.03) * tufts * smooth(t, 0.02, 0.3) + sun
        strip.blend(smooth(strip.y - edge, -0.012, 0.014), (planes[0], planes[1], planes[2]))
        if not path:
            return
        middle = np.float32(end) + np.float32(start - end) * t
        middle = middle + np.float32(bend) * np.sin(np.pi * np.sqrt(t)) * (1 - t)
        half = np.float32(0.012) + np.float32(0.2) * t**1.2
        wear = np.float32(0.16) * rag.at(np.asarray(strip.y * np.float32(2.1), np.float32))
        inside = (np.abs(strip.x - middle) / half) - 1 + wear + np.float32(0.09) * tufts * t
        shade = [
            np.float32(c) + low * np.float32(n - c) * np.float32(0.45)
            for c, n in zip(wood.path, near, strict=True)
        ]
        shade[0] = shade[0] + np.float32(0.016) * tufts * smooth(t, 0.0, 0.4) + 2 * sun
        cover = smooth(np.asarray(inside, np.float32), 0.16, -0.22) * smooth(t, 0.0, 0.04)
        strip.blend(
            np.asarray(cover * np.float32(0.92), np.float32), (shade[0], shade[1], shade[2])
        )

    return layer


def _beams(scene: Scene, wood: _Wood, end: float) -> Layer:
    """Beams of light from above that fan out through the haze."""
    frame, rng = scene.frame, scene.rng
    left = scene.plan.light == "left" or (scene.plan.light is None and rng.random() < 0.5)
    cx, cy = end + (-0.25 if left else 0.25) * frame.wide, -0.35 * frame.high
    fan = NoiseLine(rng, 4.0, 0.16, 4, gain=0.6)
    clear = bool({"rays", "sun", "fog"} & scene.plan.motifs)
    power = np.float32(0.36 if clear else 0.2) * np.float32(0.5 if is_night(scene) else 1)

    def layer(strip: Strip) -> None:
        angle = np.arctan2(strip.x - np.float32(cx), strip.y - np.float32(cy)) + np.float32(2)
        shaft = smooth(fan.at(np.asarray(angle, np.float32)), 0.0, 0.8)
        fade = smooth(strip.y / np.float32(frame.high), 0.95, 0.2)
        near = np.exp(-(((strip.x - np.float32(end)) / np.float32(0.5 * frame.wide)) ** 2))
        strip.glow(np.asarray(power * shaft * fade * near, np.float32), wood.light)
        haze = np.exp(-(((strip.y / np.float32(frame.high) - np.float32(0.58)) / 0.16) ** 2))
        strip.blend(np.asarray(np.float32(0.22) * haze * near, np.float32), wood.light)

    return layer


def _edges(scene: Scene) -> Layer:
    """The shade of the wood towards the corners."""
    frame = scene.frame

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide) - np.float32(0.5)
        v = strip.y / np.float32(frame.high) - np.float32(0.5)
        far = np.hypot(u, v * np.float32(0.9))
        strip.shade(np.float32(0.28) * smooth(np.asarray(far, np.float32), 0.35, 0.78))

    return layer
