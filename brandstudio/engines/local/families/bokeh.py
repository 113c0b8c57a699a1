"""Lights out of focus."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..canvas import Lab, Layer, Strip, circle, smooth
from ..paints import asked, at_lightness, chroma, hued, mix
from .city import city
from .ramps import ramped
from .scene import Scene
from .soft import vignetted
from .softfocus import unfocused


def bokeh(scene: Scene) -> list[Layer]:
    """Lights out of focus: translucent discs with a bright rim, large and faint in front, small and
    sharp behind.
    """
    frame, rng = scene.frame, scene.rng
    p_night, several, lift, deep, palette = _lamps(scene)
    graded = ramped(scene, anyway=True) if "graded" in scene.plan.motifs else None
    cx, cy = scene.aside() * frame.wide, rng.uniform(0.35, 0.65) * frame.high
    if scene.plan.space == "top":
        cy = 0.75 * frame.high
    if scene.plan.space == "bottom":
        cy = 0.25 * frame.high
    if "skyline" in scene.plan.motifs and p_night:
        graded = [unfocused(frame, city(scene), 0.007)]
    layers: list[Layer] = graded or [vignetted(lift, deep, cx, cy, frame.long * 0.75)]
    if "black" not in scene.plan.named:
        layers.append(_warmth(scene, [_lit(c, p_night, False, rng) for c in palette[:3]], p_night))
    lamps = _Lamps(palette, p_night, several)
    lit = p_night or bool(graded)
    return [*layers, _out_of_focus(_spots(scene, lamps, (cx, cy)), lit=lit, halo=p_night)]


class _Lamps(NamedTuple):
    """The lights of a picture: their colours, whether it is night, whether several were asked for."""

    palette: list[Lab]
    night: bool
    several: bool


#: A light: place, radius, colour, strength and how soft its edge is.
_Spot = tuple[float, float, float, Lab, float, float]


def _spots(scene: Scene, lamps: _Lamps, at: tuple[float, float]) -> list[_Spot]:
    """The lights, about a place or all around what is to stay free; none reaches into that."""
    frame, rng = scene.frame, scene.rng
    (palette, p_night, several), (cx, cy) = lamps, at
    count = 26 + round(70 * scene.plan.density * frame.long)
    if scene.plan.space is not None:  # as many lights, on less room
        count = round(1.6 * count)
    discs: list[_Spot] = []
    for i in range(count):
        depth = (i + 0.5) / count
        radius = 0.012 + (0.1 if p_night else 0.15) * depth**2.4 * rng.uniform(0.6, 1.25)
        angle, far = rng.uniform(0, 2 * np.pi), abs(rng.normal(0, 0.34 if p_night else 0.45))
        x = cx + np.cos(angle) * far * frame.wide * 0.9
        y = cy + np.sin(angle) * far * frame.high * 0.7
        if scene.plan.space == "middle":
            # All around what is to stay free.
            x, y = rng.uniform(0, frame.wide), rng.uniform(0, frame.high)
        hidden = scene.free_at(float(x), float(y))
        if hidden > 0.5 or scene.touches(float(x), float(y), float(radius)):
            continue
        colour = _lit(palette[int(rng.integers(len(palette)))], p_night, several, rng)
        strength = (
            rng.uniform(0.2, 0.72 if p_night else 0.5)
            * (1.15 - 0.75 * depth)
            * (1 - 0.7 * hidden)
            * ((1.45 if several else 1.0) if p_night else 1.55)
        )
        soft = 0.04 + 0.3 * rng.random() * depth
        discs.append((float(x), float(y), float(radius), colour, float(strength), float(soft)))
    return discs


def _out_of_focus(discs: list[_Spot], *, lit: bool, halo: bool) -> Layer:
    """Discs with a bright rim, added as light or laid over; with ``halo`` their light on the air."""

    def layer(strip: Strip) -> None:
        for x, y, radius, colour, strength, soft in discs:
            where = strip.window(
                x - radius * 2.4, y - radius * 2.4, x + radius * 2.4, y + radius * 2.4
            )
            if where is None:
                continue
            away = circle(strip.x[:, where[1]], strip.y[where[0]], x, y, radius)
            blur = max(soft * radius, strip.px)
            cover = smooth(away, blur * 0.5, -blur * 0.5)
            rim = np.exp(-(((away + np.float32(blur)) / np.float32(blur + radius * 0.06)) ** 2))
            amount = cover * np.float32(strength) * (np.float32(0.82) + np.float32(0.3) * rim)
            if halo:  # its light on the air about it
                amount = amount + np.float32(0.16 * strength) * np.exp(
                    -np.maximum(away, 0) / np.float32(0.5 * radius)
                ) * smooth(away, 1.4 * radius, 0.0)
            if lit:
                strip.glow(np.clip(amount, 0, 1), colour, where)
            else:
                strip.blend(np.clip(amount, 0, 1), colour, where)

    return layer


def _warmth(scene: Scene, tints: list[Lab], night: bool) -> Layer:
    """Lights so far out of focus that only their warmth is seen."""
    frame, rng = scene.frame, scene.rng
    places = [
        (float(rng.random()) * frame.wide, float(rng.random()) * frame.high, tints[i % len(tints)])
        for i in range(7)
    ]

    def layer(strip: Strip) -> None:
        for x, y, tint in places:
            far = np.hypot(strip.x - np.float32(x), strip.y - np.float32(y)) / np.float32(0.3)
            amount = np.float32(0.2 if night else 0.3) * np.exp(-(far * far))
            amount = amount * np.float32(1 - 0.8 * scene.free_at(x, y))
            strip.glow(np.asarray(amount, np.float32), tint)

    return layer


def _lit(colour: Lab, night: bool, several: bool, rng: np.random.Generator) -> Lab:
    """The colour of one light: a little less bright where several colours are to be told apart."""
    light = rng.normal(0.64 if several else 0.8, 0.06) if night else rng.normal(0.83, 0.08)
    keep = 1.25 if several else 1.0
    light = min(light, colour[0] + 0.12) if chroma(colour) > 0.09 else light  # gold stays gold
    return at_lightness(colour, float(np.clip(light, 0.52 if several else 0.68, 0.985)), keep)


def _lamps(scene: Scene) -> tuple[bool, bool, Lab, Lab, list[Lab]]:
    """Whether it is night, whether several colours were asked for, the ground's two and the lights'
    colours.
    """
    p = scene.paints
    dark_one = next(
        (c for c in map(asked, scene.plan.named) if c and c[0] < 0.5 and chroma(c) > 0.03), None
    )
    golden = dark_one is not None or scene.plan.named == ("gold",)  # gold shines in the dark
    p_night = scene.plan.dark is not False and (
        p.night or golden or scene.plan.time in ("night", "dusk") or scene.plan.dark is True
    )
    deep = (
        at_lightness(p.primary if chroma(p.primary) > 0.03 else p.dark, 0.2, 0.8)
        if p_night
        else mix(p.light, p.primary, 0.05)
    )
    lift = (
        at_lightness(p.primary, 0.42)
        if p_night
        else mix(at_lightness(p.primary, 0.86, 0.8), p.light, 0.35)
    )
    palette = [p.warm, p.primary, p.accent, p.second, p.light, *p.vivid()]
    lights = hued(scene.plan.named if scene.backdrop is None else scene.plan.loose)
    several = p_night and (len(lights) > 1 or (bool(lights) and scene.backdrop is not None))
    if lights and not several:
        # Golden lights are golden, each a little lighter or deeper.
        own = [c for c in map(asked, lights) if c is not None]
        palette = [at_lightness(c, level, 1.5) for c in own for level in (0.68, 0.75, 0.82, 0.88)]
        if p_night:
            ember = mix(own[0], (0.5, 0.07, 0.09), 0.45) if lights == ["gold"] else own[0]
            lift, deep = at_lightness(ember, 0.3, 0.9), at_lightness(ember, 0.13, 0.7)
    if several:
        # Green lights on a red ground would be yellow: the ground steps back for both.
        palette = [c for c in map(asked, lights) if c is not None]
        lift, deep = at_lightness(p.primary, 0.22, 0.4), at_lightness(p.primary, 0.13, 0.3)
    if p_night and dark_one is not None and scene.backdrop is None:  # the deep one is the ground
        lighter = [c for c in map(asked, lights) if c is not None and c[0] >= 0.5]
        palette = lighter or [at_lightness(dark_one, level, 1.3) for level in (0.6, 0.75)]
        lift, deep = at_lightness(dark_one, 0.36), at_lightness(dark_one, 0.17, 0.9)
    if p_night and "black" in scene.plan.named:
        lift, deep = (0.2, 0.002, 0.004), (0.1, 0.0, 0.0)
    elif scene.backdrop is not None:
        lift, deep = (at_lightness(scene.backdrop, scene.backdrop[0] * s) for s in (1.06, 0.62))
    return p_night, several, lift, deep, palette
