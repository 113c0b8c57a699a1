"""Houses side by side: a village on its hill, the roofs of a town."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, convex, smooth
from ..noise import NoiseLine, fractal
from ..paints import asked, at_lightness, hued, mix
from .foliage import sprays
from .grounds import slopes
from .land import hills
from .scene import Scene, below, is_night, light, paint_sky, sky
from .stars import stars
from .street import street
from .veils import veil
from .wood import colours_of


@dataclass(frozen=True, slots=True)
class _Look:
    """The walls and roofs of a place, lit and by night; ``tall`` is how steep a roof is."""

    walls: tuple[Lab, ...]
    roofs: tuple[Lab, ...]
    tall: float


@dataclass(frozen=True, slots=True)
class _House:
    """A house with its gable to the front: its left foot, its measures, colours and windows."""

    x: float
    foot: float
    wide: float
    high: float
    deep: float
    roof: float
    wall: Lab
    tile: Lab
    haze: float
    windows: tuple[tuple[float, float, bool], ...]
    chimney: bool


def village(scene: Scene) -> list[Layer]:
    """A village on a hillside with hills behind; or, where they are asked for, a town's roofs, a street."""
    roofs = "rooftops" in scene.plan.motifs
    if "street" in scene.plan.motifs and not roofs:
        return street(scene)
    layers = _over_roofs(scene) if roofs else hills(scene)
    look = _look(scene)
    frame, rng = scene.frame, scene.rng
    middle = scene.aside(0.4, 0.6) * frame.wide
    hill = NoiseLine(rng, frame.wide, 0.8, 3)
    rows = 7
    top = frame.high * {"top": 0.66, "bottom": 0.4}.get(scene.plan.space or "", 0.52)
    for row in range(rows):
        t = row / (rows - 1)
        foot = top + (frame.high * (1.06 if roofs else 0.9) - top) * t**1.1
        size = (0.036 + 0.085 * t**1.2) if roofs else 0.03 + 0.03 * t
        if not roofs:
            layers.append(_bank(scene, hill, middle, foot + 0.012, t))
        for house in _row(scene, look, hill, middle, foot, size, t, roofs=roofs):
            layers.append(_painted_house(scene, house))
        if not roofs:
            layers.append(_trees(scene, hill, middle, foot, t))
    if not roofs:
        layers.append(_bank(scene, hill, middle, frame.high * 0.93, 1.0))
    return layers


def _over_roofs(scene: Scene) -> list[Layer]:
    frame = scene.frame
    colours = sky(scene)
    horizon = frame.high * 0.62
    layers: list[Layer] = [paint_sky(colours, horizon)]
    if is_night(scene):
        layers.append(stars(scene, 220, horizon, at_lightness(scene.paints.light, 0.97, 0.3)))
    layers.append(light(scene, scene.aside(0.25, 0.75) * frame.wide, frame.high * 0.27, 0.05))
    return [*layers, veil(scene, colours, horizon, 0.5)]


def _look(scene: Scene) -> _Look:
    motifs, p = scene.plan.motifs, scene.paints
    white = ((0.95, 0.002, 0.012), (0.92, 0.004, 0.02), (0.97, 0.0, 0.006))
    if "white_houses" in motifs or "white" in scene.plan.named:
        own = [asked(name) for name in hued(scene.plan.named)]
        roof = own[0] if own and own[0] is not None else (0.63, 0.07, 0.06)
        return _Look(white, (roof, at_lightness(roof, roof[0] + 0.06)), 0.42)
    named = [c for c in map(asked, hued(scene.plan.named)) if c is not None]
    if "rooftops" in motifs and "snowy" not in motifs:
        zinc: tuple[Lab, ...] = (
            (0.56, -0.003, -0.016),
            (0.5, -0.002, -0.02),
            (0.62, 0.0, -0.01),
            (0.52, 0.05, 0.05),
        )
        if named:  # "tejados rojos"
            zinc = tuple(at_lightness(named[0], named[0][0] + d) for d in (0.0, -0.05, 0.06, -0.1))
        return _Look(((0.86, 0.008, 0.03), (0.82, 0.01, 0.036), (0.89, 0.004, 0.02)), zinc, 0.62)
    if "snowy" in motifs or scene.plan.mood == "winter":
        wood = ((0.5, 0.028, 0.05), (0.43, 0.026, 0.04), (0.86, 0.004, 0.014))
        return _Look(wood, ((0.96, -0.003, -0.01), (0.93, -0.004, -0.014)), 0.6)
    stone: tuple[Lab, ...] = (
        (0.8, 0.014, 0.045),
        (0.74, 0.016, 0.045),
        (0.85, 0.012, 0.04),
        (0.78, 0.02, 0.05),
    )
    tiles = ((0.58, 0.085, 0.07), (0.53, 0.075, 0.06), (0.62, 0.07, 0.07))
    loose = asked(hued(scene.plan.loose)[0]) if hued(scene.plan.loose) else None
    if loose is not None:
        stone = (*stone, at_lightness(loose, 0.76, 0.7))
    return _Look((*stone, mix(stone[0], at_lightness(p.primary, 0.78), 0.3)), tiles, 0.5)


def _row(
    scene: Scene,
    look: _Look,
    hill: NoiseLine,
    middle: float,
    foot: float,
    size: float,
    t: float,
    *,
    roofs: bool,
) -> list[_House]:
    """A row of houses from the left to the right, closer together near the middle of a village."""
    rng, frame = scene.rng, scene.frame
    out: list[_House] = []
    x = -0.1
    while x < frame.wide + 0.05:
        wide = size * float(rng.uniform(0.75, 1.35))
        away = abs(x - middle) / frame.wide
        here = roofs or rng.random() > 0.12 + (away / (0.3 + 0.12 * t)) ** 2
        if here and scene.free_at(x, foot) < 0.5:
            low = foot - (0.0 if roofs else _lift(scene, hill, middle, x + wide / 2))
            high = size * float(rng.uniform(0.75, 1.3))
            out.append(_house(scene, look, (x, low, wide, high), t, roofs=roofs))
        x += wide * float(rng.uniform(0.95, 1.3) if roofs else rng.uniform(1.05, 1.7))
    return [out[i] for i in rng.permutation(len(out))]


def _house(
    scene: Scene, look: _Look, at: tuple[float, float, float, float], t: float, *, roofs: bool
) -> _House:
    rng = scene.rng
    x, low, wide, high = at
    across, down = max(1, round(wide / 0.022)), max(1, round(high / 0.03))
    windows = tuple(
        ((i + 0.5) / across, (j + 0.55) / down, bool(rng.random() < 0.45))
        for i in range(across)
        for j in range(down)
        if rng.random() < 0.86
    )
    wall = look.walls[int(rng.integers(len(look.walls)))]
    tile = look.roofs[int(rng.integers(len(look.roofs)))]
    vary = float(rng.normal(0, 0.018))
    return _House(
        x,
        low,
        wide,
        high,
        wide * float(rng.uniform(0.7, 1.5)),
        wide * look.tall * float(rng.uniform(0.75, 1.1)),
        (wall[0] + vary, wall[1], wall[2]),
        (tile[0] + vary, tile[1], tile[2]),
        (0.5 if roofs else 0.3) * (1 - t),
        windows,
        bool(rng.random() < (0.75 if roofs else 0.35)),
    )


def _trees(scene: Scene, hill: NoiseLine, middle: float, foot: float, t: float) -> Layer:
    """Crowns of trees at the feet of a row of houses, more of them towards the ends of the village."""
    rng, frame = scene.rng, scene.frame
    wood, haze = colours_of(scene), sky(scene).one(1.0)
    spots = []
    for _ in range(26 + round(14 * frame.wide)):
        x = float(rng.uniform(-0.02, 1.02)) * frame.wide
        away = abs(x - middle) / frame.wide
        if rng.random() > 0.16 + 1.9 * away or scene.free_at(x, foot) > 0.5:
            continue
        size = float(rng.uniform(0.5, 1.0)) * (0.02 + 0.03 * t)
        low = foot - _lift(scene, hill, middle, x)
        tall = float(rng.random()) < 0.25  # a cypress or a poplar among round ones
        for k in range(4 if tall else 1):
            spots.append((x, low - 0.4 * size - 0.75 * k * size, size * (0.55 if tall else 1.0)))
    sun = (middle - 0.6 * frame.wide, 0.0)
    leaves = sprays(scene, spots, 0.0038 + 0.0032 * t, sun, thick=7.0)
    far = 0.42 * (1 - t)
    dim, lit = mix(at_lightness(wood.deep, 0.3), haze, far), mix(wood.leaf, haze, far)
    if not is_night(scene):
        lit = mix(lit, (0.62, -0.05, 0.09), 0.5)

    top = min((y - 1.6 * size for _, y, size in spots), default=2.0)
    low = max((y + 1.6 * size for _, y, size in spots), default=-1.0)

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < top or strip.y[0, 0] > low:
            return
        light = strip.sample(leaves.light)
        planes = [np.float32(a) + light * np.float32(b - a) for a, b in zip(dim, lit, strict=True)]
        cover = np.clip(strip.sample(leaves.cover), 0, 1)
        strip.blend(np.asarray(cover, np.float32), (planes[0], planes[1], planes[2]))

    return layer


def _lift(scene: Scene, hill: NoiseLine, middle: float, x: float) -> float:
    """How much higher the hill of the village is at ``x``."""
    frame = scene.frame
    dome = float(np.exp(-(((x - middle) / (0.3 * frame.wide)) ** 2)))
    line = float(hill.at(np.array([[min(max(x, 0.0), frame.wide)]], np.float32))[0, 0])
    return 0.13 * dome * frame.high + 0.02 * line


def _bank(scene: Scene, hill: NoiseLine, middle: float, foot: float, t: float) -> Layer:
    """The green slope between the rows of houses, with bushes along it."""
    frame, rng = scene.frame, scene.rng
    front, half = slopes(scene, meadow=True)
    if "snowy" in scene.plan.motifs or scene.plan.mood == "winter":
        front = half = (0.93, -0.003, -0.01) if not is_night(scene) else (0.5, -0.005, -0.025)
    elif not hued(scene.plan.loose) and not is_night(scene):
        front, half = (0.4, -0.04, 0.06), (0.58, -0.045, 0.075)
    colour = mix(mix(half, sky(scene).one(1.0), 0.4 * (1 - t)), front, 0.75 * t)
    bushes = NoiseLine(rng, frame.wide, 0.045, 4, gain=0.6)
    leaf = Field(fractal(rng, frame, 0.02, 3, side=800))

    def layer(strip: Strip) -> None:
        dome = np.exp(-(((strip.x - np.float32(middle)) / np.float32(0.3 * frame.wide)) ** 2))
        rise = np.float32(0.13 * frame.high) * dome + np.float32(0.02) * hill.at(strip.x)
        edge = np.float32(foot) - rise - np.float32(0.012) * np.maximum(bushes.at(strip.x), -0.3)
        if strip.y[-1, 0] < float(edge.min()) - 0.01:
            return
        level = np.float32(0.008) * strip.sample(leaf)
        cover = below(strip, np.asarray(edge, np.float32))
        strip.blend(cover, (np.float32(colour[0]) + level, colour[1], colour[2]))

    return layer


def _tones(scene: Scene, house: _House) -> tuple[Lab, Lab, Lab, Lab, Lab, bool]:
    """The colours of front, side, roof, gable and windows in the light of the hour, and whether
    lamps are lit.
    """
    dark = is_night(scene)
    haze = sky(scene).one(1.0)
    lamp = (0.86, 0.035, 0.12)
    evening = dark or scene.plan.time == "dusk"
    warm = mix((1.0, 0.0, 0.0), at_lightness(scene.paints.warm, 0.92), 0.5)

    def tone(colour: Lab, share: float) -> Lab:
        shaded = at_lightness(colour, colour[0] * share * (0.52 if dark else 1.0), 0.9)
        glow = mix(shaded, (shaded[0], warm[1], warm[2]), 0.3) if evening and not dark else shaded
        return mix(glow, haze, house.haze)

    front, side = tone(house.wall, 1.0), tone(house.wall, 0.74)
    roof, gable = (
        tone(house.tile, 1.3 if dark and house.tile[0] > 0.85 else 0.95),
        tone(house.wall, 0.97),
    )
    pane = mix(lamp, haze, house.haze * 0.4) if evening else tone((0.42, 0.0, -0.02), 1.0)
    return front, side, roof, gable, pane, evening


def _painted_house(scene: Scene, house: _House) -> Layer:
    """Its gable in the light, its long side and roof turned away, windows, a chimney."""
    front, side, roof, gable, pane, evening = _tones(scene, house)
    x0, x1, y0 = house.x, house.x + house.wide, house.foot
    y1, tip = y0 - house.high, y0 - house.high - house.roof
    mid, back = house.x + house.wide / 2, house.deep
    over = 0.06 * house.wide
    slope: list[tuple[float, float]] = [
        (mid, tip),
        (mid + back, tip),
        (x1 + back + over, y1 + over),
        (x1 + over, y1 + over),
    ]

    def layer(strip: Strip) -> None:
        where = strip.window(x0 - 0.02, tip - 0.03, x1 + back + 0.03, y0 + 0.05)
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]

        def part(corners: list[tuple[float, float]], colour: Lab) -> None:
            strip.blend(strip.edge(convex(x, y, corners)), colour, where)

        if house.chimney:
            at = mid + 0.55 * back
            part(
                [
                    (at, tip - 0.02),
                    (at + 0.012, tip - 0.02),
                    (at + 0.012, tip + 0.02),
                    (at, tip + 0.02),
                ],
                side,
            )
        part([(x1, y1), (x1 + back, y1), (x1 + back, y0 + 0.04), (x1, y0 + 0.04)], side)
        part([(x0, y1), (x1, y1), (x1, y0 + 0.04), (x0, y0 + 0.04)], front)
        part([(x0, y1), (mid, tip), (x1, y1)], gable)
        part(slope, roof)
        # The eaves throw a little shade on the long side.
        eaves = smooth(y, y1 + over + 0.02, y1 + over) * (y > y1 + over) * (x > x1)
        strip.shade(np.asarray(np.float32(0.18) * eaves * (x < x1 + back), np.float32), where)
        rim = strip.edge(
            convex(x, y, [(x0 - over, y1 + over), (mid, tip - over), (mid, tip), (x0, y1)])
        )
        strip.blend(rim, roof, where)
        for u, v, lit in house.windows:
            cx, cy = x0 + u * house.wide, y1 + v * house.high
            box = [
                (cx - 0.0042, cy - 0.0062),
                (cx + 0.0042, cy - 0.0062),
                (cx + 0.0042, cy + 0.0062),
                (cx - 0.0042, cy + 0.0062),
            ]
            part(box, pane if lit or not evening else side)

    return layer
