"""Inside a wood: trunks one behind the other in the haze, leaves above, a path and beams of light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import at_lightness, mix
from .botanical import undergrowth
from .conifers import stand
from .foliage import sprays
from .grounds import tiled
from .scene import Scene, is_night, light, luminary, sky
from .stars import stars
from .wood import Wood, colours_of

#: Depths that trees stand at.
_DEPTHS = 6


def forest(scene: Scene) -> list[Layer]:
    """A wood seen from within: trees, haze and light at its end; firs and pines where they are
    asked for or snow lies, a path where one is.
    """
    wood = colours_of(scene)
    frame = scene.frame
    end = scene.aside(0.4, 0.6) * frame.wide
    horizon = frame.high * 0.6
    evergreen = _evergreen(scene)
    layers: list[Layer] = [
        _clearing(scene, wood, end, horizon) if evergreen else _far(scene, wood, end, horizon),
        *_lights(scene, end),
    ]
    for i in range(_DEPTHS):
        t = (i + 0.5) / _DEPTHS
        if i == 1:
            layers.append(_ground(scene, wood, end, horizon))
        if evergreen:
            layers += stand(scene, wood, t, end, horizon)
        else:
            places = _places(scene, t, end, horizon)
            if i:
                layers.append(_cast(scene, places, end, horizon))
            layers.append(_trunks(scene, wood, t, places, end))
            if not wood.bare and i in (1, 2, 3, 4):
                layers.append(_canopy(scene, wood, t, end))
        if i == _DEPTHS - 3 and (not evergreen or "rays" in scene.plan.motifs):
            layers.append(_beams(scene, wood, end))
    if not wood.bare and not evergreen:
        layers.append(_canopy(scene, wood, 1.0, end))
    if "jungle" in scene.plan.motifs:
        layers += undergrowth(scene, at_lightness(wood.deep, 0.2), mix(wood.deep, wood.leaf, 0.6))
    if "rays" in scene.plan.motifs:
        layers.append(_beams(scene, wood, end))
    if scene.plan.space and scene.plan.space != "bottom" and not evergreen:
        layers.append(_into_the_light(scene, wood, horizon))
    return [*layers, _edges(scene)]


def _into_the_light(scene: Scene, wood: Wood, horizon: float) -> Layer:
    """Trees that are lost in a bright haze where the picture is to stay free; the ground keeps more of
    itself than what stands on it.
    """

    def layer(strip: Strip) -> None:
        free = scene.free(strip.x, strip.y)
        if scene.plan.space == "top":
            strip.blend(np.float32(0.86) * free, wood.light)
            return
        low = smooth(strip.y, horizon - 0.04, horizon + 0.3 * scene.frame.high)
        much = 0.6 if scene.plan.space == "middle" else 0.95  # no hole among the trees
        strip.blend(np.float32(much) * free * (1 - np.float32(0.72) * low), wood.light)

    return layer


def _evergreen(scene: Scene) -> bool:
    """Whether firs stand there: by name, or under snow where no other tree is named."""
    motifs = scene.plan.motifs
    if {"broadleaved", "birches", "bamboo", "jungle", "bare_trees"} & motifs:
        return False
    return bool({"conifers", "snowy", "stars"} & motifs)


def _lights(scene: Scene, end: float) -> list[Layer]:
    """A moon above the light at the end, a sun low in it."""
    motifs, frame = scene.plan.motifs, scene.frame
    if "stars" in motifs and is_night(scene):
        lit = at_lightness(scene.paints.light, 0.97, 0.3)
        return [stars(scene, 420, 0.55 * frame.high, lit)]
    if scene.luminary == "moon" and {"moon", "full_moon"} & motifs:
        return [light(scene, end, 0.2 * frame.high, 0.09)]
    if scene.luminary == "sun" and {"sun", "low_sun"} & motifs:
        return [_low_sun(scene, end, (0.47 if "low_sun" in motifs else 0.36) * frame.high)]
    return []


def _low_sun(scene: Scene, x: float, y: float) -> Layer:
    """A sun in the haze: a white disc, wide and warm around."""
    halo = mix(at_lightness(scene.paints.warm, 0.9, 1.1), (0.9, 0.03, 0.1), 0.5)
    return luminary(x, y, 0.05, (1.0, 0.0, 0.015), halo, power=0.85)


def _clearing(scene: Scene, wood: Wood, end: float, horizon: float) -> Layer:
    """The sky over a clearing, hazy and light towards the end of the wood."""
    colours, misty = sky(scene), "fog" in scene.plan.motifs
    amount = np.float32((0.75 if misty else 0.5) if not is_night(scene) else 0.3)

    def layer(strip: Strip) -> None:
        strip.fill(colours(np.clip(strip.y / np.float32(horizon), 0, 1) + 0 * strip.x))
        far = np.hypot(
            (strip.x - np.float32(end)) / np.float32(0.6), (strip.y - np.float32(horizon)) / 0.42
        )
        near = np.exp(-(far * far)) + (np.float32(0.35) if misty else np.float32(0))
        strip.blend(np.asarray(amount * np.clip(near, 0, 1), np.float32), wood.light)

    return layer


def _far(scene: Scene, wood: Wood, end: float, horizon: float) -> Layer:
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


@dataclass(frozen=True, slots=True)
class _Trunk:
    """Where a trunk stands (x and the y of its foot), how thick it is, how it leans and turns, and
    how far it is: 0 far, 1 near.
    """

    x: float
    foot: float
    half: float
    lean: float
    turn: float
    t: float


def _trunks(scene: Scene, wood: Wood, t: float, places: list[_Trunk], end: float) -> Layer:
    """The trunks at a depth (0 far, 1 near): pale and many far away, few and dark in front."""
    frame, rng, motifs = scene.frame, scene.rng, scene.plan.motifs
    bamboo, birch = "bamboo" in motifs, "birches" in motifs
    bark = (0.62, -0.06, 0.1) if bamboo else (0.86, 0.0, 0.012) if birch else wood.trunk
    bark = at_lightness(bark, bark[0] * 0.4, 0.8) if is_night(scene) else bark
    tone = mix(
        wood.leaf if wood.leaf[0] < 0.7 else mix(wood.leaf, wood.light, 0.5), wood.light, 0.3
    )
    bend = NoiseLine(rng, frame.long + 3.2, 0.5, 2)
    bark_grain = rng.standard_normal((256, 256)).astype(np.float32)
    depth = float(t)

    def layer(strip: Strip) -> None:
        for each in places:
            x, half, foot = each.x, each.half, each.foot
            reach = half * 2 + 0.12
            where = strip.window(x - reach, 0, x + reach, foot + half)
            if where is None:
                continue
            colour = mix(bark, tone, 0.86 * (1 - each.t) ** 1.2)
            lit = mix(colour, wood.light, 0.42 if not is_night(scene) else 0.25)
            across, down = strip.x[:, where[1]], strip.y[where[0]]
            sway = bend.at(np.asarray(down * np.float32(0.6) + np.float32(each.turn), np.float32))
            middle = (
                np.float32(x)
                + np.float32(each.lean) * (np.float32(foot) - down)
                + np.float32(0.35 * half + 0.003) * sway
            )
            # A trunk widens towards its root, and a little at each height by its own wear.
            flare = 1 + np.float32(0.55) * np.exp(
                (down - np.float32(foot)) / np.float32(half * 1.3)
            )
            wide = np.float32(half / 2) * (flare if not bamboo else np.float32(1))
            side = np.asarray(np.clip((across - middle) / wide, -1, 1), np.float32)
            away = np.abs(across - middle) - wide
            rough = tiled(
                bark_grain,
                down * np.float32(9 / half**0.5) + 0 * across,
                side * 14 + each.turn * 40,
            )
            # The foot is round, and grass stands before it.
            end_at = np.float32(foot) + np.float32(0.2 * half) * np.sqrt(1 - side * side)
            grown = np.float32(0.06 * half) * (rough + 1)
            cover = strip.edge(np.asarray(away, np.float32)) * smooth(
                np.asarray(end_at - grown - down, np.float32), 0.0, 0.3 * half + strip.px
            )
            mark = _marks(down, np.asarray(side, np.float32), each, bamboo=bamboo, birch=birch)
            mark = np.asarray(mark * np.float32(0.4 * depth + 0.25), np.float32)
            planes = _rounded(side if x < end else -side, colour, lit)
            planes[0] = (planes[0] + rough * np.float32(0.03 * each.t)) * (1 - mark)
            strip.blend(np.asarray(cover, np.float32), (planes[0], planes[1], planes[2]), where)

    return layer


def _rounded(to_light: F32, colour: Lab, lit: Lab) -> list[F32]:
    """A trunk lit on the side of the light, dark on the other, with a thin rim of light."""
    to_light = np.asarray(to_light, np.float32)
    sun = np.clip(np.float32(0.42) + np.float32(0.5) * to_light, 0, 1) ** 1.6
    sun = sun + np.float32(0.35) * smooth(to_light, 0.72, 0.98)
    return [
        np.asarray(np.float32(c) + sun * np.float32(0.8 * (k - c)), np.float32)
        for c, k in zip(colour, lit, strict=True)
    ]


def _places(scene: Scene, t: float, end: float, horizon: float) -> list[_Trunk]:
    """Where the trunks of a depth stand, the farthest first: none before the light."""
    frame, rng, motifs = scene.frame, scene.rng, scene.plan.motifs
    bamboo, birch = "bamboo" in motifs, "birches" in motifs
    count = round((3 + 22 * (1 - t) ** 1.5) * frame.wide * (1.5 if bamboo else 1.0))
    clear = (0.05 + 0.3 * t) if "path" in motifs else 0.03 + 0.2 * t
    out = []
    for _ in range(count):
        x = float(rng.uniform(-0.05, 1.05)) * frame.wide
        near = float(np.clip(t + rng.uniform(-0.09, 0.09), 0.02, 1))
        lean, grown, turned = (
            float(rng.normal(0, 0.022)),
            float(rng.uniform(0.6, 1.25)),
            rng.random(),
        )
        hidden = scene.plan.space != "top" and scene.free_at(x, 0.3 * frame.high)
        if abs(x - end) < clear or hidden > 0.55 + 0.45 * (1 - t):
            continue
        wide = (0.006 + 0.055 * near**2.2) * (0.5 if bamboo else 0.72 if birch else 1.0)
        foot = horizon + (frame.high - horizon) * (0.03 + 0.85 * near**2)
        out.append(_Trunk(x, foot, wide * grown, lean, float(turned) * 3, near))
    return sorted(out, key=lambda trunk: trunk.t)


def _cast(scene: Scene, places: list[_Trunk], end: float, horizon: float) -> Layer:
    """The shade at the foot of trunks, and their shadows that run from the light towards us."""
    low = bool({"low_sun", "rays"} & scene.plan.motifs) or scene.plan.time in ("dawn", "dusk")
    long = np.float32(scene.frame.high * (0.34 if low else 0.2))
    power = np.float32(0.12 if is_night(scene) or "fog" in scene.plan.motifs else 0.34)

    def layer(strip: Strip) -> None:
        for each in places:
            run = (each.x - end) / (each.foot - horizon + 0.12) * 0.9
            reach = float(long) * abs(run) + 4 * each.half
            where = strip.window(
                each.x - reach, each.foot - each.half, each.x + reach, each.foot + float(long)
            )
            if where is None:
                continue
            u = strip.x[:, where[1]] - np.float32(each.x)
            v = strip.y[where[0]] - np.float32(each.foot)
            past = np.maximum(v, 0)
            wide = np.float32(0.5 * each.half) * (1 + past * 5)
            off = (u - np.float32(run) * past) / wide
            streak = np.exp(-(off * off)) * smooth(past / long, 1.0, 0.0) * (v > -0.1 * each.half)
            root = np.exp(
                -((u / np.float32(1.3 * each.half)) ** 2) - (v / np.float32(0.34 * each.half)) ** 2
            )
            shade = np.maximum(power * streak, np.float32(1.5) * power * root)
            strip.shade(np.asarray(shade * np.float32(each.t**0.5), np.float32), where)

    return layer


def _marks(down: F32, side: F32, trunk: _Trunk, *, bamboo: bool, birch: bool) -> F32 | float:
    """The rings of bamboo, the dark scars of a birch: lens-shaped, each on a side of its own."""
    if bamboo:
        ring = np.mod(down + np.float32(trunk.turn), np.float32(trunk.half * 5 + 0.05))
        return np.asarray(np.exp(-((ring / np.float32(0.004)) ** 2)), np.float32)
    if birch:
        step = np.float32(0.9 * trunk.half + 0.012)
        at = down / step + np.float32(trunk.turn * 7)
        row = np.floor(at)
        chance = np.mod(np.sin(row * np.float32(127.1) + np.float32(trunk.turn * 31)) * 4375.5, 1)
        middle, wide = chance * 2 - 1, np.float32(0.3) + np.float32(0.8) * np.mod(chance * 7.3, 1)
        lens = np.abs((side - middle) / wide) + np.abs(at - row - np.float32(0.5)) / np.float32(
            0.16
        )
        seen = smooth(np.asarray(lens, np.float32), 1.0, 0.75) * (np.mod(chance * 13.7, 1) < 0.6)
        return np.asarray(seen, np.float32)
    return 0.0


def _canopy(scene: Scene, wood: Wood, t: float, end: float) -> Layer:
    """Leaves above and at the sides, in light far away, dark in front."""
    frame, rng = scene.frame, scene.rng
    drop = (0.5 - 0.14 * t if "bamboo" not in scene.plan.motifs else 0.36) * frame.high
    spots = []
    for _ in range(round((46 - 16 * t) * frame.wide)):
        x = float(rng.uniform(-0.05, 1.05)) * frame.wide
        open_to = float(np.exp(-(((x - end) / (0.3 * frame.wide)) ** 2)))
        down = drop * (1 - 0.62 * open_to) * float(rng.random()) ** 0.8
        if scene.free_at(x, down) < 0.3 + 0.4 * (1 - t):
            spots.append((x, down - 0.03, float(rng.uniform(0.06, 0.13)) * (0.75 + 0.5 * t)))
    leaves = sprays(scene, spots, 0.009 + 0.017 * t, (end, 0.5 * frame.high))
    lit = mix(mix(wood.leaf, wood.light, 0.55 * (1 - t)), wood.light, 0.12)
    dim = mix(wood.deep, wood.leaf, 0.75 * (1 - t))
    dim = at_lightness(dim, dim[0] * (1 - 0.35 * t))
    glow = mix(wood.light, wood.leaf, 0.4)

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > frame.high * 0.85:
            return
        amount, light = strip.sample(leaves.cover), strip.sample(leaves.light)
        # Light shines through the leaves before it.
        through = np.exp(-(((strip.x - np.float32(end)) / np.float32(0.3 * frame.wide)) ** 2))
        through = through * np.float32(0.5) * light * np.float32(1 - 0.4 * t)
        planes = []
        for a, b, c in zip(dim, lit, glow, strict=True):
            value = np.float32(a) + light * np.float32(b - a)
            planes.append(value + through * (np.float32(c) - value))
        cover = np.clip(amount, 0, 1) * np.float32(0.55 + 0.45 * t)
        strip.blend(np.asarray(cover, np.float32), (planes[0], planes[1], planes[2]))

    return layer


def _ground(scene: Scene, wood: Wood, end: float, horizon: float) -> Layer:
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
    bright = 0.25 if is_night(scene) else 0.8
    sunny = mix(at_lightness(wood.ground, min(0.9, wood.ground[0] + 0.26), 1.1), wood.light, 0.3)

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
        # Light falls in from the end, and in patches between the trees.
        pool = np.exp(
            -(((strip.x - np.float32(end)) / (np.float32(0.12) + np.float32(0.5) * t)) ** 2)
        )
        patches = smooth(np.asarray(strip.sample(dapple) + pool, np.float32), 0.5, 1.5)
        fall = np.float32(bright) * (np.float32(0.4) * pool + np.float32(0.5) * patches) * (1 - t)
        planes = [p + fall * (np.float32(k) - p) for p, k in zip(planes, sunny, strict=True)]
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


def _beams(scene: Scene, wood: Wood, end: float) -> Layer:
    """Beams of light from above that fan out through the haze."""
    frame, rng = scene.frame, scene.rng
    left = scene.plan.light == "left" or (scene.plan.light is None and rng.random() < 0.5)
    cx, cy = end + (-0.25 if left else 0.25) * frame.wide, -0.35 * frame.high
    fan = NoiseLine(rng, 4.0, 0.16, 4, gain=0.6)
    rays = "rays" in scene.plan.motifs
    clear = rays or bool({"sun", "fog", "golden"} & scene.plan.motifs)
    power = np.float32(0.62 if rays else 0.5 if clear else 0.26) * np.float32(
        0.5 if is_night(scene) else 1
    )

    def layer(strip: Strip) -> None:
        angle = np.arctan2(strip.x - np.float32(cx), strip.y - np.float32(cy)) + np.float32(2)
        shaft = smooth(fan.at(np.asarray(angle, np.float32)), 0.0, 0.8)
        fade = smooth(strip.y / np.float32(frame.high), 0.95, 0.2)
        wide = np.float32((0.8 if rays else 0.5) * frame.wide)
        near = np.exp(-(((strip.x - np.float32(end)) / wide) ** 2))
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
