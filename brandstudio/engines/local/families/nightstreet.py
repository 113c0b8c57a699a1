"""A street in a city by night: signs in neon between dark fronts, their light on the wet ground."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal, grid
from ..paints import asked, at_lightness, hued, mix
from .scene import Scene

_SIDE = 1000
#: Depths of the corners of houses, from the end of the street to in front of its viewer.
_DEPTHS = (9.0, 6.5, 4.8, 3.6, 2.7, 2.05, 1.55, 1.15, 0.85, 0.6)
#: Signs where no colours are named: magenta, cyan, violet, amber.
_NEON: tuple[Lab, ...] = (
    (0.66, 0.25, -0.04),
    (0.8, -0.13, -0.09),
    (0.6, 0.13, -0.22),
    (0.72, 0.12, 0.13),
    (0.62, 0.22, 0.08),
)
_LAMP: Lab = (0.86, 0.03, 0.1)
#: Lights of a street without neon.
_LAMPS: tuple[Lab, ...] = (_LAMP, (0.84, 0.05, 0.12), (0.93, 0.005, 0.05), (0.7, 0.15, 0.09))


@dataclass(slots=True)
class _Picture:
    """What is painted small: the fronts, the lights on them and their halos, as OKLab planes."""

    size: tuple[int, int]
    scale: float
    lab: list[F32]

    def polygon(self, points: list[tuple[float, float]], colour: Lab, blur: float = 0.0) -> None:
        image = Image.new("L", self.size, 0)
        ImageDraw.Draw(image).polygon([(x * self.scale, y * self.scale) for x, y in points], 255)
        self.lay(image, colour, blur)

    def lay(self, image: Image.Image, colour: Lab, blur: float = 0.0, power: float = 1.0) -> None:
        if blur:
            image = image.filter(ImageFilter.GaussianBlur(blur * self.scale))
        cover = np.asarray(image, np.float32) * np.float32(power / 255)
        for plane, value in zip(self.lab, colour, strict=True):
            plane += cover * (np.float32(value) - plane)


def night_street(scene: Scene) -> list[Layer]:
    """Fronts on both sides of a street that runs away, signs and windows lit, their light in the wet."""
    frame = scene.frame
    x, y = grid(frame, _SIDE)
    shape = (y.shape[0], x.shape[1])
    eye = frame.high * {"top": 0.66, "bottom": 0.4}.get(scene.plan.space or "", 0.5)
    end = {"left": 0.7, "right": 0.3}.get(scene.plan.space or "", scene.aside(0.42, 0.58))
    tones = [c for c in map(asked, hued(scene.plan.named)) if c is not None]
    neon = [at_lightness(c, max(0.66, min(c[0], 0.8)), 1.3) for c in tones] or list(
        _NEON if "neon" in scene.plan.motifs else _LAMPS
    )
    deep = mix((0.12, 0.0, -0.03), at_lightness(neon[0], 0.14, 0.5), 0.4)
    glow = mix((0.42, 0.01, -0.07), at_lightness(neon[-1], 0.45), 0.4)
    far = np.hypot(x - np.float32(end * frame.wide), (y - np.float32(eye)) * np.float32(1.2))
    lit = np.exp(-far / np.float32(0.34))
    picture = _Picture(
        (shape[1], shape[0]),
        shape[1] / frame.wide,
        [
            np.asarray(np.float32(a) + lit * np.float32(b - a), np.float32)
            for a, b in zip(deep, glow, strict=True)
        ],
    )
    for near in range(1, len(_DEPTHS)):
        for side in (-1, 1):
            _front(scene, picture, (end * frame.wide, eye), near, side, (deep, glow), neon)
    _wet(scene, picture, eye)
    lights = [Field(plane) for plane in picture.lab]
    calm = smooth(scene.free(x, y), 0.0, 1.0) * np.float32(0.72)
    shade = Field(np.asarray(calm, np.float32))

    def layer(strip: Strip) -> None:
        strip.fill((strip.sample(lights[0]), strip.sample(lights[1]), strip.sample(lights[2])))
        strip.blend(np.clip(strip.sample(shade), 0, 1), deep)

    return [layer]


def _front(
    scene: Scene,
    picture: _Picture,
    at: tuple[float, float],
    near: int,
    side: int,
    tones: tuple[Lab, Lab],
    neon: list[Lab],
) -> None:
    """One house on one side with its windows and its sign."""
    rng, frame = scene.rng, scene.frame
    (vx, vy), (deep, glow) = at, tones
    half, low = 0.36 * frame.wide, 0.62 * (frame.high - vy)
    back, front = _DEPTHS[near - 1], _DEPTHS[near]
    tall = float(rng.uniform(2.6, 5.5))

    def place(depth: float, up: float, across: float = 1.0) -> tuple[float, float]:
        return vx + side * across * half / depth, vy + (1 - up) * low / depth

    share = (near / (len(_DEPTHS) - 1)) ** 0.7
    wall = mix(mix(glow, deep, 0.45), at_lightness(deep, 0.09), share)
    picture.polygon(
        [place(back, 0), place(back, tall), place(front, tall), place(front, 0)], wall, 0.0015
    )
    windows = Image.new("L", picture.size, 0)
    pen = ImageDraw.Draw(windows)
    for _ in range(26):
        t, up = float(rng.random()), float(rng.uniform(1.2, tall - 0.3))
        a = 1 / (1 / back + t * (1 / front - 1 / back))
        b = 1 / (1 / back + min(1.0, t + 0.07) * (1 / front - 1 / back))
        pane = [place(a, up), place(a, up + 0.13), place(b, up + 0.13), place(b, up)]
        pen.polygon(
            [(u * picture.scale, v * picture.scale) for u, v in pane],
            fill=int(rng.uniform(60, 230)),
        )
    picture.lay(windows, _LAMP, 0.0012, 0.55)
    if near < 2 or (scene.free_at(place(front, 1.5)[0], place(front, 1.5)[1]) > 0.5 and near > 5):
        return
    for _ in range(2 if near < len(_DEPTHS) - 2 else 0):
        _sign(scene, picture, place, front, neon[int(rng.integers(len(neon)))])


def _sign(
    scene: Scene,
    picture: _Picture,
    place: Callable[[float, float, float], tuple[float, float]],
    depth: float,
    tint: Lab,
) -> None:
    """A sign that stands out from a wall: a bright core, its colour round it, its light on the air."""
    rng = scene.rng
    up, across = float(rng.uniform(0.9, 2.1)), float(rng.uniform(0.8, 0.96))
    tall, wide = float(rng.uniform(0.35, 1.1)), float(rng.uniform(0.05, 0.12))
    upright = rng.random() < 0.7
    tall, wide = (tall, wide) if upright else (wide * 1.6, tall * 0.22)
    corners = [
        place(depth, up, across),
        place(depth, up + tall, across),
        place(depth, up + tall, across - wide),
        place(depth, up, across - wide),
    ]
    image = Image.new("L", picture.size, 0)
    points = [(x * picture.scale, y * picture.scale) for x, y in corners]
    ImageDraw.Draw(image).polygon(points, 255)
    reach = 1 / depth
    picture.lay(image, tint, 0.11 * reach + 0.02, 0.75)
    picture.lay(image, tint, 0.05 * reach + 0.012, 0.9)
    picture.lay(image, tint, 0.012 * reach, 0.9)
    picture.lay(image, tint, 0.0022)
    picture.lay(
        image, mix(tint, (0.97, tint[1] * 0.4, tint[2] * 0.4), 0.42), 0.006 * reach + 0.002, 0.6
    )


def _wet(scene: Scene, picture: _Picture, eye: float) -> None:
    """The ground mirrors what stands above it, drawn out towards us and broken by its roughness."""
    frame = scene.frame
    rough = fractal(scene.rng, frame, 0.016, 3, stretch=2.5, side=_SIDE)
    puddles = fractal(scene.rng, frame, 0.5, 3, stretch=2.6, side=_SIDE)
    rows, columns = picture.lab[0].shape
    first = round(eye * picture.scale)
    y = np.arange(first, rows)
    above = [_drawn_out(plane) for plane in picture.lab]
    down = (y - first).astype(np.float32)
    lift = np.float32(0.5) * down[:, None]
    jitter = rough[first:rows] * (np.float32(1.2) + np.float32(0.022) * down[:, None])
    at = np.clip(first - lift - np.abs(jitter), 0, rows - 1).astype(np.int32)
    column = np.clip(np.arange(columns)[None, :] + jitter * np.float32(0.6), 0, columns - 1).astype(
        np.int32
    )
    mirror = np.clip(np.float32(0.7) + np.float32(0.2) * puddles[first:rows], 0.4, 0.95)
    ground: Lab = (0.13, 0.0, -0.018)
    for plane, source, dry in zip(picture.lab, above, ground, strict=True):
        seen = source[at, column]
        wet = np.float32(dry) + mirror * (seen - np.float32(dry))
        fade = np.clip(down[:, None] / np.float32(0.02 * picture.scale + 1), 0, 1)
        plane[first:rows] += fade * (wet - plane[first:rows])


def _drawn_out(plane: F32) -> F32:
    """A plane blurred downwards only, as lights are in the wet."""
    reach = max(2, plane.shape[0] // 24)
    total = np.cumsum(
        np.pad(plane, ((reach + 1, reach), (0, 0)), mode="edge"), axis=0, dtype=np.float64
    )
    return np.asarray(
        (total[2 * reach + 1 :] - total[: -2 * reach - 1]) / (2 * reach + 1), np.float32
    )
