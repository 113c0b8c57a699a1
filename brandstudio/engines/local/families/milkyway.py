"""The Milky Way: a band of stars over a dark land, its dust before its glow."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import asked, at_lightness, hued, mix, ramp
from .heights import peaks
from .mirrors import still_water
from .scene import Scene, below
from .stars import stars

_SIDE = 900
#: Air at the horizon, the glow of the band and its heart where no colours are named.
_AIR: Lab = (0.36, -0.01, -0.065)
_GLOW: Lab = (0.72, 0.012, -0.055)
_HEART: Lab = (0.9, 0.02, 0.03)
_NIGHT: Lab = (0.16, 0.0, -0.06)


def milky_way(scene: Scene) -> list[Layer]:
    """A band that climbs from the land, brightest low down, among thousands of stars."""
    frame = scene.frame
    named = [c for c in map(asked, hued(scene.plan.named)) if c is not None]
    night = at_lightness(named[0], 0.19, 0.85) if named else _NIGHT
    air = at_lightness(named[0], 0.36, 0.9) if named else _AIR
    glow = mix(_GLOW, at_lightness(named[-1], 0.72), 0.5) if named else _GLOW
    water = "lake" in scene.plan.motifs
    foot = frame.high * (0.7 if water else {"bottom": 0.78}.get(scene.plan.space or "", 0.9))
    above: list[Layer] = [
        _sky(night, mix(night, air, 0.35), air, foot),
        *_band(scene, foot, (glow, _HEART)),
        stars(scene, 1900, frame.high * 1.5, (0.98, 0.0, -0.01)),
    ]
    land = _land(scene, foot, at_lightness(night, 0.085, 0.5))
    if not water:
        return [*above, *land]
    above = [*above, *land]
    return [*above, still_water(scene, foot, above, at_lightness(night, 0.12))]


def _sky(high: Lab, middle: Lab, low: Lab, foot: float) -> Layer:
    colours = ramp(high, middle, low)

    def layer(strip: Strip) -> None:
        t = np.clip(strip.y / np.float32(foot), 0, 1)
        strip.fill(colours(np.asarray(t * t, np.float32)))

    return layer


def _band(scene: Scene, foot: float, tones: tuple[Lab, Lab]) -> list[Layer]:
    """The band: a soft glow, clumps of stars in it, and lanes of dust down its middle."""
    frame, rng = scene.frame, scene.rng
    x, y = grid(frame, _SIDE)
    way = {"left": -1.0, "right": 1.0}.get(scene.plan.space or "", float(rng.choice([-1, 1])))
    base = {"left": 0.74, "right": 0.26}.get(scene.plan.space or "", 0.5 - 0.14 * way) * frame.wide
    lean = -way * float(rng.uniform(0.3, 0.55))
    up = (np.float32(foot) - y) / np.float32(frame.high)
    bend = fractal(rng, frame, 0.8, 3, gain=0.45, side=_SIDE)
    off = x - np.float32(base) + np.float32(lean * frame.high) * -up
    off = (off + np.float32(0.045) * bend) * np.float32(np.cos(np.arctan(lean)))
    wide = np.float32(0.17) + np.float32(0.07) * np.clip(1 - up, 0, 1)
    body = np.exp(-((off / wide) ** 2))
    core = np.exp(-((off / (wide * np.float32(0.45))) ** 2))
    clumps = fractal(rng, frame, 0.22, 6, gain=0.58, side=_SIDE)
    dust = fractal(rng, frame, 0.3, 6, stretch=0.7, gain=0.6, side=_SIDE)
    middle = np.abs(off + np.float32(0.02) * dust) / wide
    lane = smooth(
        np.asarray(dust + np.float32(0.9) - np.float32(2.2) * middle, np.float32), 0.1, 1.5
    )
    low = np.clip(np.float32(1.1) - np.float32(0.55) * up, 0.45, 1.1)
    calm = 1 - np.float32(0.7) * scene.free(x, y)
    shine = (np.float32(0.3) * body + np.float32(0.4) * core) * low * calm
    shine = shine * np.clip(np.float32(0.85) + np.float32(0.3) * clumps, 0.15, 1.6)
    veiled = Field(np.asarray(np.clip(shine * (1 - np.float32(0.8) * lane), 0, 1), np.float32))
    heart = Field(np.asarray(np.clip(core * low * calm * (1 - lane), 0, 1), np.float32))
    glow, warm = tones

    def layer(strip: Strip) -> None:
        amount = np.clip(strip.sample(veiled), 0, 1)
        strip.glow(np.asarray(np.float32(0.75) * amount, np.float32), glow)
        strip.glow(np.asarray(np.float32(0.3) * amount * strip.sample(heart), np.float32), warm)

    return [layer, _dusted(scene, off, wide, lane)]


def _dusted(scene: Scene, off: F32, wide: F32, lane: F32) -> Layer:
    """The countless stars of the band, too small to be told apart but for a grain of light."""
    rng = scene.rng
    chance = rng.random(off.shape).astype(np.float32)
    often = np.exp(-((off / (wide * np.float32(0.8))) ** 2)) * (1 - np.float32(0.75) * lane)
    bright = rng.random(off.shape).astype(np.float32) ** 2
    seen = (chance < np.float32(0.075) * often) * (np.float32(0.25) + np.float32(0.75) * bright)
    points = Field(np.asarray(seen, np.float32))

    def layer(strip: Strip) -> None:
        amount = np.clip(strip.sample(points), 0, 1) * np.float32(0.8)
        strip.blend(np.asarray(amount, np.float32), (0.97, 0.0, 0.0))

    return layer


def _land(scene: Scene, foot: float, colour: Lab) -> list[Layer]:
    """What stands dark below the sky: mountains, dunes or firs where they are named, else low hills."""
    frame, rng, motifs = scene.frame, scene.rng, scene.plan.motifs
    if "mountains" in motifs:
        return [peaks(scene, foot + 0.02, 0.26, (0.24, 0.0, -0.05), far=0.35)]
    if "desert" in motifs:
        shape, tall = NoiseLine(rng, frame.wide, 0.9, 2, gain=0.3), 0.08
    else:
        shape, tall = NoiseLine(rng, frame.wide, 0.7, 5), 0.045
    second = NoiseLine(rng, frame.wide, 0.5, 3, gain=0.4)
    spikes = rng.random(700).astype(np.float32) if "trees" in motifs else None
    paler = mix(colour, (0.24, -0.005, -0.05), 0.5)

    def layer(strip: Strip) -> None:
        far = np.float32(foot) - np.float32(tall) * (
            np.float32(0.45) + np.float32(0.5) * shape.at(strip.x)
        )
        if strip.y[-1, 0] < float(far.min()) - 0.1:
            return
        down = np.float32(1e-4) + (strip.y >= far)
        strip.blend(below(strip, far), paler if "desert" not in motifs else mix(paler, colour, 0.3))
        near = np.float32(foot + 0.03) - np.float32(0.3 * tall) * second.at(strip.x)
        if spikes is not None:
            near = near - _firs(strip.x, spikes, frame.wide)
        strip.blend(below(strip, np.asarray(near, np.float32)) * np.clip(down, 0, 1), colour)

    return [layer]


def _firs(x: F32, spikes: F32, wide: float) -> F32:
    """How high the tips of firs stand over the ground: one narrow spike beside the other."""
    at = x / np.float32(wide) * np.float32(56)
    rows = []
    for shift in (0.0, 0.43):
        tree = np.floor(at + np.float32(shift)).astype(np.int32)
        inside = np.abs(at + np.float32(shift) - tree - np.float32(0.5)) * 2
        tall = (
            np.float32(0.03) + np.float32(0.09) * spikes[(tree + round(300 * shift)) % spikes.size]
        )
        rows.append(tall * np.clip(1 - inside, 0, 1))
    return np.asarray(np.maximum(*rows), np.float32)
