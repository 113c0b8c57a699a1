"""Rocks of a coast: headlands one behind the other, boulders in the surf."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal
from ..paints import at_lightness, mix
from .scene import Scene, below, is_night, sky

_STONE: Lab = (0.46, 0.008, 0.02)


def rocks(scene: Scene, horizon: float) -> list[Layer]:
    """Headlands on the side that is not to stay free, a near one in front; none where nobody asks for
    rocks.
    """
    if "rocks" not in scene.plan.motifs:
        return []
    rng, frame = scene.rng, scene.frame
    left = scene.plan.space == "right" or (scene.plan.space != "left" and rng.random() < 0.5)
    haze = sky(scene).one(0.95)
    layers = [
        _headland(scene, (horizon + 0.004, 0.1), (left, 0.62), 0.62, haze),
        _headland(scene, (horizon + 0.05, 0.2), (left, 0.4), 0.3, haze),
    ]
    if scene.plan.space != "bottom":
        low = horizon + 0.62 * (frame.high - horizon)
        layers.append(_headland(scene, (low, 0.17), (not left, 0.3), 0.12, haze))
        layers.append(_headland(scene, (frame.high * 0.98, 0.24), (left, 0.5), 0.0, haze))
    return layers


def _headland(
    scene: Scene, place: tuple[float, float], side: tuple[bool, float], far: float, haze: Lab
) -> Layer:
    """One headland: its foot and height, its side and how far it reaches in, ``far`` in the haze."""
    rng, frame = scene.rng, scene.frame
    (foot, tall), (left, reach) = place, side
    ridge = NoiseLine(rng, frame.wide, 0.34, 6, gain=0.55, ridged=True)
    shore = NoiseLine(rng, frame.wide, 0.09, 5, gain=0.6)
    facets = Field(fractal(rng, frame, 0.12, 6, gain=0.6, side=1000))
    strata = Field(fractal(rng, frame, 0.035, 4, stretch=4.0, gain=0.55, side=1000))
    stone = at_lightness(_STONE, 0.2 if is_night(scene) else _STONE[0])
    if scene.plan.time in ("dusk", "dawn"):
        stone = at_lightness(_STONE, 0.3)
    dark = mix(at_lightness(stone, stone[0] * 0.4), haze, far)
    lit = mix(at_lightness(stone, min(0.85, stone[0] * 1.55)), haze, far * 0.9)
    foam = mix((0.97, -0.004, -0.006), haze, 0.2 + 0.5 * is_night(scene))

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide)
        u = u if left else 1 - u
        into = smooth(u, reach, reach * 0.25)
        rise = into * (np.float32(0.55) + np.float32(0.5) * np.clip(ridge.at(strip.x), -0.9, 1.2))
        edge = np.asarray(np.float32(foot) - np.float32(tall) * rise, np.float32)
        base = np.float32(foot) + np.float32(0.012) * shore.at(strip.x) * (1 - np.float32(far))
        if strip.y[-1, 0] < float(edge.min()) - 0.02 or strip.y[0, 0] > foot + 0.1:
            return
        slope = np.gradient(edge[0]).astype(np.float32)[None, :] * np.float32(strip.unit)
        value = np.float32(0.42) + np.float32(0.2) * strip.sample(facets)
        # The slope of the ridge is that of the rock right below it.
        near = np.exp(-np.maximum(strip.y - edge, 0) / np.float32(0.025))
        value = value + np.float32(0.12) * strip.sample(strata)
        value = value - np.float32(0.12) * np.clip(slope, -2, 2) * near
        value = value * (1 - np.float32(0.45) * smooth(strip.y - edge, 0.0, tall * 0.9))
        value = np.clip(np.asarray(value, np.float32), 0, 1)
        planes = tuple(
            np.float32(a) + value * np.float32(b - a) for a, b in zip(dark, lit, strict=True)
        )
        seen = (into > 0.015).astype(np.float32) * smooth(base - strip.y, -0.002, 0.002)
        cover = np.asarray(below(strip, edge) * seen, np.float32)
        strip.blend(cover, (planes[0], planes[1], planes[2]))
        if far < 0.5:
            wash = np.exp(-(((strip.y - base) / np.float32(0.009)) ** 2)) * (into > 0.02)
            ragged = np.clip(np.float32(0.6) + np.float32(0.5) * strip.sample(facets), 0, 1)
            strip.blend(np.asarray(wash * ragged * np.float32(0.85), np.float32), foam)

    return layer
