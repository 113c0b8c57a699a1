"""Smoke that curls: sheets of haze bent over and over by slow turbulence, lit from one side."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal, grid
from ..paints import asked, at_lightness, hued, mix
from .cloudbodies import tile_of
from .grounds import tiled
from .scene import Scene

_SIDE = 900
#: How often the sheets are bent, each time by finer turbulence: its size, and how far.
_BENDS = ((0.8, 0.2), (0.34, 0.07), (0.15, 0.022))
#: The veils: how fast each changes along the smoke and across it, and how much of it there is.
_VEILS = ((26.0, 88.0, 0.62), (40.0, 170.0, 0.4), (74.0, 330.0, 0.22))


def smoke(scene: Scene) -> list[Layer]:
    """Wisps of smoke in the colours that are named, on a deep ground or a pale one."""
    frame, rng = scene.frame, scene.rng
    named = scene.plan.loose or scene.plan.named
    pale = scene.plan.dark is False or (scene.plan.own("backdrop") == "white")
    ground: Lab = (0.965, 0.0, 0.003) if pale else (0.13, 0.0, -0.008)
    if (own := scene.backdrop) is not None:
        ground = own
    hues = [c for c in map(asked, hued(named)) if c is not None]
    tones = [at_lightness(c, 0.74 if not pale else 0.6, 1.15) for c in hues] or [
        (0.93, 0.0, -0.004) if not pale else (0.55, 0.0, -0.008)
    ]
    black = pale or own is not None or "black" in scene.plan.named
    deep = (
        ground
        if black
        else mix(ground, at_lightness(tones[0], 0.3), 0.35 if not pale and hues else 0.0)
    )
    x, y = grid(frame, _SIDE)
    u, v = x + 0 * y, y + 0 * x
    for size, far in _BENDS:
        a, b = (fractal(rng, frame, size, 2, side=_SIDE) for _ in range(2))
        u, v = u + np.float32(far) * a, v + np.float32(far) * b
    rise = float(rng.uniform(0.25, 0.7)) * float(rng.choice([-1, 1]))
    middle = {"left": 0.7, "right": 0.3}.get(scene.plan.space or "", float(rng.uniform(0.42, 0.58)))
    level = {"top": 0.72, "bottom": 0.3}.get(scene.plan.space or "", 0.52)
    across = (v - np.float32(level * frame.high)) + np.float32(rise) * (
        u - np.float32(middle * frame.wide)
    )
    sheets = _sheets(tile_of(rng), across, u)
    near = np.exp(-((across / np.float32(0.3)) ** 2))
    haze = np.clip(fractal(rng, frame, 0.6, 4, side=_SIDE) * np.float32(0.25) + 0.45, 0, 1)
    calm = 1 - np.float32(0.92) * scene.free(x, y)
    amount = np.clip(
        (np.float32(1.7 if tones[0][0] > 0.9 else 1.5) * sheets + np.float32(0.16) * haze)
        * near
        * calm,
        0,
        1,
    )
    which = smooth(
        np.asarray(u / np.float32(frame.wide) + np.float32(0.2) * across, np.float32), 0.2, 0.8
    )
    seen, share = Field(np.asarray(amount, np.float32)), Field(which)
    first, last = tones[0], tones[-1]

    def layer(strip: Strip) -> None:
        strip.fill(deep)
        t = np.clip(strip.sample(share), 0, 1)
        much = np.clip(strip.sample(seen), 0, 1)
        planes = [np.float32(a) + t * np.float32(b - a) for a, b in zip(first, last, strict=True)]
        # Where it lies in many sheets it is lit through and through.
        thick = much * much * np.float32(0.22 if not pale else -0.16)
        strip.blend(much * np.float32(0.9), (planes[0] + thick, planes[1], planes[2]))

    return [layer]


def _sheets(tile: F32, across: F32, along: F32) -> F32:
    """Veils drawn out along the way of the smoke: soft bodies, and the bright seams where they fold."""
    total = np.zeros(across.shape, np.float32)
    for k, (long, wide, weight) in enumerate(_VEILS):
        column = along * np.float32(long) + np.float32(151 * k)
        body = tiled(tile, across * np.float32(wide) + np.float32(97 * k), column)
        seam = np.exp(-np.abs(body) / np.float32(0.3))
        soft = smooth(body, -0.6, 1.5)
        total += np.float32(weight) * soft * (np.float32(0.5) + np.float32(0.75) * seam)
    return np.asarray(np.clip(total, 0, 1), np.float32)
