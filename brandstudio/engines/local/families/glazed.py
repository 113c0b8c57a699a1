"""Hand-made glazed tiles: no two of one tone, each a little aslant, so that each catches the light its own way."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal
from ..paints import at_lightness, chroma
from .scene import Scene

_TILES = 64
_GROUT: Lab = (0.86, 0.003, 0.012)


def glazed(scene: Scene, inks: list[Lab]) -> Layer:
    """Square tiles in the inks, laid by hand: tones, edges and gloss vary from tile to tile."""
    rng, frame = scene.rng, scene.frame
    step = float(rng.uniform(0.115, 0.15))
    tints = _tints(scene, inks)
    pick = _picked(scene, len(tints))
    tone = rng.normal(0, 0.042, (_TILES, _TILES)).astype(np.float32)
    lean = rng.normal(0, 1, (2, _TILES, _TILES)).astype(np.float32)
    shift = rng.normal(0, 0.011, (3, _TILES, _TILES)).astype(np.float32)
    wavy = Field(fractal(rng, frame, 0.11, 2, gain=0.4, side=600))
    pooled = Field(fractal(rng, frame, 0.018, 3, side=1100))
    table = np.array(tints, np.float32)

    def layer(strip: Strip) -> None:
        bent = np.float32(0.0028) * strip.sample(wavy)
        across, down = (strip.x + bent) / np.float32(step), (strip.y + bent) / np.float32(step)
        column, row = np.floor(across), np.floor(down)
        at = row.astype(np.int32) % _TILES, column.astype(np.int32) % _TILES
        u = across - column - np.float32(0.5) + shift[0][at]
        v = down - row - np.float32(0.5) + shift[1][at]
        flat = table[pick[at]]
        leaning = u * lean[0][at] + v * lean[1][at]
        glaze = np.float32(0.05) * leaning + tone[at] + np.float32(0.012) * strip.sample(pooled)
        strip.fill((flat[..., 0] + glaze, flat[..., 1], flat[..., 2]))
        edge = np.maximum(np.abs(u), np.abs(v)) - np.float32(0.475) + shift[2][at]
        rim = np.exp(-np.abs(edge + np.float32(0.03)) / np.float32(0.02))
        strip.shade(np.asarray(np.float32(0.13) * rim, np.float32))
        _gloss(strip, u, v, lean[0][at], lean[1][at])
        px = np.float32(1 / (step * strip.unit))
        joint = np.clip(np.float32(0.5) + edge / np.maximum(px, np.float32(0.006)), 0, 1)
        strip.blend(np.asarray(joint, np.float32), _GROUT)

    return layer


def _gloss(strip: Strip, u: F32, v: F32, lean_x: F32, lean_y: F32) -> None:
    """A window's light on each tile, where its slant sends it to us."""
    off = (u * np.float32(0.8) + v * np.float32(0.6)) + np.float32(0.16) * lean_x
    band = np.exp(-((off / np.float32(0.085)) ** 2))
    seen = smooth(np.asarray(lean_y, np.float32), -0.3, 1.2)
    strip.glow(np.asarray(np.float32(0.26) * band * seen, np.float32), (1.0, 0.0, 0.0))


def _tints(scene: Scene, inks: list[Lab]) -> list[Lab]:
    """The glazes: each colour that is named, a single strong one in shades of its own."""
    named = inks[1:] if len(scene.plan.named) < 2 else inks[: len(scene.plan.named)]
    lead = max(named or inks, key=chroma)
    if len(scene.plan.named) < 2:
        return [lead, at_lightness(lead, lead[0] - 0.07), at_lightness(lead, lead[0] + 0.06)]
    return list(dict.fromkeys(named))


def _picked(scene: Scene, count: int) -> np.ndarray:
    """Which glaze each tile has: laid in turn where there are two, with tiles out of turn."""
    rng = scene.rng
    if len(scene.plan.named) < 2:
        return np.asarray(rng.integers(0, count, (_TILES, _TILES)))
    row, column = np.indices((_TILES, _TILES))
    return np.asarray((row + column) % count)
