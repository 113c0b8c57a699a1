"""Wet asphalt close by: grains that glint, and over it the drawn-out light of lamps out of focus."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal
from ..paints import asked, at_lightness, hued, mix, ramp
from .cloudbodies import tile_of
from .grounds import tiled
from .scene import Scene
from .softfocus import Disc, discs

#: The light of street lamps, and now and then of something else in a street.
_LAMPS: tuple[Lab, ...] = ((0.86, 0.04, 0.125), (0.88, 0.02, 0.085), (0.84, 0.06, 0.13))
_NEON: tuple[Lab, ...] = ((0.68, 0.22, -0.03), (0.78, -0.11, -0.1), (0.62, 0.13, -0.2))
_LIGHTS = 26


def wet_ground(scene: Scene) -> list[Layer]:
    """A dark street at a low eye level, its lamps blurred above, their light in streaks on the wet."""
    frame, p = scene.frame, scene.paints
    edge = frame.high * {"top": 0.6, "bottom": 0.3}.get(scene.plan.space or "", 0.42)
    named = [c for c in map(asked, hued(scene.plan.named)) if c is not None]
    cool = p.primary if not named else named[0]
    deep = mix((0.13, -0.004, -0.022), at_lightness(cool, 0.15, 0.6), 0.45)
    air = mix((0.3, -0.008, -0.04), at_lightness(cool, 0.32, 0.7), 0.45)
    lamps = _lamps(scene, edge, _colours(scene, named))
    sky = ramp(deep, mix(deep, air, 0.4), air)

    def behind(strip: Strip) -> None:
        strip.fill(sky(np.clip(strip.y / np.float32(edge), 0, 1)))

    halo = [(x, y, 3.2 * r, tint, 0.16 * power) for x, y, r, tint, power in lamps]
    return [behind, _glows(halo), discs(lamps), _asphalt(scene, edge, deep, lamps)]


def _colours(scene: Scene, named: list[Lab]) -> list[Lab]:
    """The colours of the lights: those that are named, else those of lamps, of neon where that is."""
    lit = [at_lightness(c, max(c[0], 0.7), 1.25) for c in named]
    if "neon" in scene.plan.motifs:
        return lit or list(_NEON)
    street = {"street_lamps", "lamps"} & scene.plan.motifs
    return [*lit, *_LAMPS[: 3 if street or not lit else 1]]


def _lamps(scene: Scene, edge: float, tints: list[Lab]) -> list[Disc]:
    """Lights at the end of the street and above it, dim where it is kept free."""
    frame, rng = scene.frame, scene.rng
    out: list[Disc] = []
    for i in range(_LIGHTS):
        x = (i + float(rng.random())) / _LIGHTS * frame.wide
        radius = 0.012 + 0.042 * float(rng.random()) ** 1.8
        y = edge * (0.96 - 0.72 * float(rng.random()) ** 1.7) - 0.9 * radius
        calm = 1 - 0.9 * scene.free_at(x, 0.6 * frame.high)
        power = float(rng.uniform(0.4, 0.95)) * calm
        if power > 0.15:
            out.append((x, y, radius, tints[int(rng.integers(len(tints)))], power))
    return out


def _glows(spots: list[Disc]) -> Layer:
    def layer(strip: Strip) -> None:
        for x, y, reach, tint, power in spots:
            where = strip.window(x - 2 * reach, y - 2 * reach, x + 2 * reach, y + 2 * reach)
            if where is None:
                continue
            u = (strip.x[:, where[1]] - np.float32(x)) / np.float32(reach)
            v = (strip.y[where[0]] - np.float32(y)) / np.float32(reach)
            amount = np.float32(power) * np.exp(-(u * u + v * v))
            strip.glow(np.asarray(amount, np.float32), tint, where)

    return layer


def _asphalt(scene: Scene, edge: float, deep: Lab, lamps: list[Disc]) -> Layer:
    """The ground below the line ``edge``: grains in perspective, puddles that mirror better."""
    frame, rng = scene.frame, scene.rng
    grit = rng.standard_normal((512, 512)).astype(np.float32)
    slow = tile_of(rng)
    puddle = Field(fractal(rng, frame, 0.5, 4, stretch=3.0, gain=0.5))
    wave = Field(fractal(rng, frame, 0.05, 4, stretch=4.0))
    base = at_lightness(deep, deep[0] + 0.075, 0.8)
    sides = np.float32(frame.wide / 2)

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < edge - 0.02:
            return
        depth = np.maximum(strip.y - np.float32(edge), 0)
        away = np.float32(1) / (depth + np.float32(0.07))
        # Far grains are finer than a pixel: they run together and are no noise.
        row, column = np.float32(-150) * away, (strip.x - sides) * away * np.float32(150)
        grain = np.float32(1.7) * tiled(grit, row + 0 * strip.x, column) * smooth(depth, 0.0, 0.16)
        grain = grain + np.float32(0.5) * tiled(slow, row * 0.6, column * np.float32(0.3))
        smoothness = smooth(strip.sample(puddle), -0.1, 1.1)
        rough = 1 - np.float32(0.75) * smoothness
        light = _reflected(strip, depth, strip.sample(wave), edge, lamps)
        level = np.float32(base[0]) + np.float32(0.022) * grain * rough
        level = level - np.float32(0.05) * depth - np.float32(0.035) * smoothness
        ground = (np.asarray(level, np.float32), base[1], base[2])
        glint = np.clip(grain - np.float32(1.2), 0, 1.8) * rough
        # Where the street ends nobody sees a line: it lies in the haze of the lamps.
        cover = smooth(strip.y - np.float32(edge), -0.012, 0.03)
        strip.blend(np.asarray(cover + 0 * strip.x, np.float32), ground)
        for tint, amount in light:
            seen = amount * (
                np.float32(0.5)
                + np.float32(0.45) * smoothness
                + np.float32(0.28) * grain * rough
                + glint * 0.6
            )
            strip.glow(np.asarray(np.clip(seen, 0, 0.92) * cover, np.float32), tint)

    return layer


def _reflected(
    strip: Strip, depth: F32, wave: F32, edge: float, lamps: list[Disc]
) -> list[tuple[Lab, F32]]:
    """How much light of each colour the ground mirrors: streaks that widen and break towards us."""
    found: dict[Lab, F32] = {}
    shaken = np.float32(0.004) * wave * (np.float32(0.6) + np.float32(2) * depth)
    for x, y, radius, tint, power in lamps:
        wide = np.float32(0.7 * radius) + np.float32(0.075) * depth
        off = (strip.x - np.float32(x) + shaken) / wide
        long = np.float32(0.25 + 0.9 * max(edge - y, 0.0))
        fall = np.exp(-depth / long) * (np.float32(1) - np.float32(0.2) * wave)
        amount = np.float32(0.75 * power) * np.exp(-off * off) * np.clip(fall, 0, 1)
        found[tint] = amount if tint not in found else np.maximum(found[tint], amount)
    return list(found.items())
