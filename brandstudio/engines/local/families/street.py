"""A street between old houses: cobbles that run to its end, lamps along the walls."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, convex, smooth, vesica
from ..paints import Ramp, at_lightness, hue, mix, ramp
from .grounds import tiled
from .scene import Scene, is_night, light, paint_sky, sky
from .stars import stars

_PLASTER: tuple[Lab, ...] = (
    (0.83, 0.012, 0.06),
    (0.77, 0.045, 0.06),
    (0.88, 0.004, 0.03),
    (0.7, 0.05, 0.075),
    (0.8, -0.004, 0.035),
    (0.74, 0.01, 0.012),
)
_STONE: Lab = (0.52, 0.008, 0.018)
_FALLEN: tuple[Lab, ...] = ((0.68, 0.08, 0.13), (0.58, 0.13, 0.1), (0.76, 0.03, 0.14))
#: Fronts of a white village, and its sky at noon.
_WHITEWASH: tuple[Lab, ...] = ((0.95, 0.002, 0.012), (0.92, 0.004, 0.018), (0.97, 0.0, 0.006))
_NOON: tuple[Lab, ...] = ((0.66, -0.03, -0.1), (0.78, -0.025, -0.06), (0.92, -0.008, -0.018))
_NIGHT: tuple[Lab, ...] = ((0.16, -0.002, -0.05), (0.26, 0.005, -0.065), (0.38, 0.02, -0.05))
_EVENING: tuple[Lab, ...] = ((0.4, 0.0, -0.075), (0.62, 0.04, -0.03), (0.8, 0.06, 0.06))
_LAMP: Lab = (0.93, 0.025, 0.11)
_DOOR: Lab = (0.3, 0.025, 0.03)
#: Depths of the corners of houses, from the end of the street to in front of its viewer.
_DEPTHS = (7.0, 5.4, 4.2, 3.3, 2.6, 2.05, 1.6, 1.25, 0.95, 0.68, 0.45, 0.28)
#: Depths that lamps stand at.
_LAMPS = (4.6, 3.0, 2.0, 1.35)


@dataclass(frozen=True, slots=True)
class _View:
    """Where the street runs to, and how wide and how far below the eye it is, at depth 1."""

    x: float
    y: float
    half: float
    low: float

    def at(self, across: float, up: float, depth: float) -> tuple[float, float]:
        """A place of the street on the picture: ``across`` in half widths, ``up`` from its ground."""
        return (
            self.x + across * self.half / depth,
            self.y + (1 - up) * self.low / depth,
        )


def street(scene: Scene) -> list[Layer]:
    """Houses on both sides, their windows and the lamps lit from dusk on."""
    frame, rng = scene.frame, scene.rng
    y = frame.high * {"top": 0.62, "bottom": 0.42}.get(scene.plan.space or "", 0.52)
    view = _View(
        float(rng.uniform(0.44, 0.56)) * frame.wide, y, 0.44 * frame.wide, 0.9 * (frame.high - y)
    )
    dark = is_night(scene) or scene.plan.time == "dusk" or scene.plan.dark is True
    colours = _above(scene)
    layers: list[Layer] = [paint_sky(colours, y * 1.05)]
    if is_night(scene):
        layers.append(stars(scene, 120, 0.6 * y, at_lightness(scene.paints.light, 0.95, 0.3)))
    if scene.luminary == "moon" and {"moon", "full_moon"} & scene.plan.motifs:
        layers.append(light(scene, view.x, 0.3 * y, 0.09))
    haze = mix(colours.one(0.95), _LAMP, 0.35) if dark else colours.one(0.95)
    layers.append(_cobbles(scene, view, haze, dark=dark))
    if scene.plan.mood == "autumn" or "autumn" in scene.plan.motifs:
        layers.append(_fallen(scene, view, dark=dark))
    layers.append(_end(scene, view, haze, dark=dark))
    tall = 2.3 if scene.plan.space != "top" else 1.75
    for far, near in itertools.pairwise(_DEPTHS):
        for side in (-1, 1):
            high = tall * float(rng.uniform(0.85, 1.15))
            layers.append(_house(scene, view, side, (far, near), high, haze, dark=dark))
    lamps = [
        (*view.at(0.86 * side, 1.2, depth), 0.05 / depth, side, depth)
        for depth in _LAMPS
        for side in (-1, 1)
    ]
    return [*layers, _lanterns(view, lamps, dark=dark)]


def _above(scene: Scene) -> Ramp:
    """The sky over the roofs: no night is brown because its leaves are."""
    colours, night = sky(scene), is_night(scene)
    warm = 15 < hue(colours.one(0.0)) < 110
    if warm and scene.plan.time == "day" and not scene.plan.own("sky"):
        return ramp(*_NOON)
    if not warm or not (night or scene.plan.time == "dusk"):
        return colours
    return ramp(*(_NIGHT if night else _EVENING))


def _is_white(scene: Scene) -> bool:
    """Whether the houses are to be white: a white village has no coloured fronts."""
    return "white_houses" in scene.plan.motifs or "white" in scene.plan.named


def _dimmed(colour: Lab, haze: Lab, depth: float, *, dark: bool) -> Lab:
    """A colour by its hour, and lost in the air with its depth."""
    shown = at_lightness(colour, 0.13 + 0.26 * colour[0], 0.75) if dark else colour
    return mix(shown, haze, 0.75 * (1 - 1 / depth**0.55) if depth > 1 else 0.0)


def _house(
    scene: Scene,
    view: _View,
    side: int,
    depths: tuple[float, float],
    high: float,
    haze: Lab,
    *,
    dark: bool,
) -> Layer:
    """A front along the street with its windows and the edge of its roof."""
    rng, (far, near) = scene.rng, depths
    middle = (far * near) ** 0.5
    plaster = _WHITEWASH if _is_white(scene) else _PLASTER
    wall = _dimmed(plaster[int(rng.integers(len(plaster)))], haze, middle, dark=dark)
    wall = (wall[0] * (0.94 if side > 0 else 1.0), wall[1], wall[2])
    roof = _dimmed((0.36, 0.05, 0.05), haze, middle, dark=dark)
    shut = _dimmed(_DOOR, haze, middle, dark=dark)

    def quad(a: float, b: float, low: float, up: float) -> list[tuple[float, float]]:
        first, last = far + (near - far) * a, far + (near - far) * b
        return [
            view.at(side, low, first),
            view.at(side, low, last),
            view.at(side, up, last),
            view.at(side, up, first),
        ]

    shapes = [(quad(0, 1, 0, high), wall), (quad(0, 1, high, high + 0.1), roof)]
    floors = 3 if high > 1.9 else 2
    for floor in range(floors):
        base = 0.2 + floor * (high - 0.25) / floors
        for a in (0.2, 0.62):
            lit = dark and rng.random() < 0.42
            if floor == 0 and a > 0.5:
                shapes.append((quad(a, a + 0.2, 0.0, 0.58), shut))
                continue
            warm = mix(_LAMP, haze, 0.4 * (1 - 1 / max(1.0, middle)))
            glass = warm if lit else shut
            shapes.append((quad(a, a + 0.2, base, base + 0.34 * high / floors + 0.1), glass))

    def layer(strip: Strip) -> None:
        for corners, colour in shapes:
            xs, ys = [c[0] for c in corners], [c[1] for c in corners]
            where = strip.window(min(xs), min(ys), max(xs), max(ys))
            if where is not None:
                away = convex(strip.x[:, where[1]], strip.y[where[0]], corners)
                strip.blend(strip.edge(away), colour, where)

    return layer


def _cobbles(scene: Scene, view: _View, haze: Lab, *, dark: bool) -> Layer:
    """Rounded stones in rows, each of its own tone; by night the lamps shine on them."""
    chance = scene.rng.standard_normal((64, 64)).astype(np.float32)
    base = _dimmed(_STONE, haze, 1.0, dark=dark)
    joint = at_lightness(base, base[0] * 0.55)
    shine = np.float32(0.17 if dark else 0.04)

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < view.y:
            return
        drop = np.maximum(strip.y - np.float32(view.y), np.float32(1e-3))
        depth = np.float32(view.low) / drop
        across = (strip.x - np.float32(view.x)) * depth / np.float32(view.half)
        row = np.float32(26) * np.log(depth + np.float32(0.35))
        which = np.floor(row)
        column = across * np.float32(11) + np.float32(0.5) * np.mod(which, 2)
        u, v = np.mod(column, 1) - np.float32(0.5), np.mod(row, 1) - np.float32(0.5)
        away = np.sqrt(np.sqrt(u**4 + (v * np.ones_like(u)) ** 4))
        near = smooth(depth + 0 * u, 5.0, 1.6)
        stone = smooth(np.asarray(away, np.float32), 0.5, 0.36)
        tone = tiled(chance, which + 0 * u, np.floor(column))
        round_ = np.float32(0.05) * (np.float32(0.5) - v - 2 * away * away)
        planes: list[F32] = []
        for k, (a, b) in enumerate(zip(joint, base, strict=True)):
            value = np.float32(a) + (1 - near + near * stone) * np.float32(b - a)
            if not k:
                value = value + near * stone * (np.float32(0.028) * tone + round_)
            planes.append(np.asarray(value, np.float32))
        cover = np.clip((strip.y - np.float32(view.y)) * strip.unit + 0.5, 0, 1)
        strip.blend(np.asarray(cover + 0 * u, np.float32), (planes[0], planes[1], planes[2]))
        # What lies far away is lost in the air; wet stones mirror the light at the end.
        lost = np.clip(1 - 1 / np.maximum(depth, 1) ** 0.55, 0, 1) * np.float32(0.8)
        strip.blend(np.asarray(cover * (lost + 0 * u), np.float32), haze)
        path = np.exp(-((across / np.float32(0.5)) ** 2)) * (np.float32(0.45) + stone)
        strip.glow(np.asarray(cover * shine * path, np.float32), _LAMP if dark else haze)

    return layer


def _end(scene: Scene, view: _View, haze: Lab, *, dark: bool) -> Layer:
    """The house that closes the street."""
    plaster = _WHITEWASH if _is_white(scene) else _PLASTER
    wall = _dimmed(plaster[int(scene.rng.integers(len(plaster)))], haze, _DEPTHS[0], dark=dark)
    ends = [(-1.1, 0.0), (1.1, 0.0), (1.1, 1.5), (0.0, 2.0), (-1.1, 1.5)]
    corners = [view.at(across, up, _DEPTHS[0]) for across, up in ends]

    def layer(strip: Strip) -> None:
        strip.blend(strip.edge(convex(strip.x, strip.y, corners)), wall)

    return layer


def _fallen(scene: Scene, view: _View, *, dark: bool) -> Layer:
    """Leaves that lie on the stones in autumn, more of them along the walls."""
    rng, leaves = scene.rng, []
    for _ in range(150):
        depth = 0.75 + 3.2 * float(rng.random()) ** 2
        across = float(rng.choice([-1, 1])) * (1 - 0.9 * float(rng.random()) ** 1.7)
        x, y = view.at(across, 0.0, depth)
        colour = _FALLEN[int(rng.integers(len(_FALLEN)))]
        shown = at_lightness(colour, 0.72 * colour[0]) if dark else colour
        leaves.append((x, y, 0.019 / depth, float(rng.uniform(-0.5, 0.5)), shown))

    def layer(strip: Strip) -> None:
        for x, y, size, turned, colour in leaves:
            where = strip.window(x - size, y - size, x + size, y + size)
            if where is not None:
                shape = vesica(
                    strip.x[:, where[1]], strip.y[where[0]], x, y, turned, 1.7 * size, 0.7 * size
                )
                strip.blend(strip.edge(shape), colour, where)

    return layer


def _lanterns(
    view: _View, lamps: list[tuple[float, float, float, int, float]], *, dark: bool
) -> Layer:
    """Lamps on posts, the farthest first, each with its glow from dusk on."""
    iron: Lab = (0.16, 0.0, 0.0) if dark else (0.28, 0.0, 0.002)
    glass = (0.97, 0.01, 0.07) if dark else (0.85, 0.0, 0.03)

    def layer(strip: Strip) -> None:
        for x, y, size, side, depth in lamps:
            foot = view.at(0.86 * side, 0.0, depth)[1]
            thin = 0.11 * size
            post = [(x - thin, y), (x + thin, y), (x + thin, foot), (x - thin, foot)]
            wide = [(x - 0.5 * size, y - size), (x + 0.5 * size, y - size)]
            head = [*wide, (x + 0.32 * size, y), (x - 0.32 * size, y)]
            cap = [wide[0], wide[1], (x, y - 1.55 * size)]
            for corners, colour in ((post, iron), (head, glass), (cap, iron)):
                xs, ys = [c[0] for c in corners], [c[1] for c in corners]
                where = strip.window(min(xs), min(ys), max(xs), max(ys))
                if where is not None:
                    shape = convex(strip.x[:, where[1]], strip.y[where[0]], corners)
                    strip.blend(strip.edge(shape), colour, where)
            if dark:
                reach = 7 * size
                where = strip.window(x - reach, y - reach, x + reach, y + reach)
                if where is not None:
                    far = np.hypot(
                        strip.x[:, where[1]] - np.float32(x),
                        strip.y[where[0]] - np.float32(y - 0.5 * size),
                    )
                    glow = np.exp(-far / np.float32(1.5 * size)) * smooth(far, reach, 0.0)
                    strip.glow(np.asarray(np.float32(0.62) * glow, np.float32), _LAMP, where)

    return layer
