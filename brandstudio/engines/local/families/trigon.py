"""Triangles that tile a plane, point up and point down by turns, and the cubes that three pairs of them make."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip
from ..paints import at_lightness, mix
from .scene import Scene

_CELLS = 64
#: How light the three sides of a cube are beside its colour: its top, and those left and right.
_SIDES = (0.1, -0.02, -0.15)


def triangles(scene: Scene, inks: list[Lab]) -> Layer:
    """Equal triangles in the inks and a paler shade of each, no ink far from where another lies."""
    rng = scene.rng
    side = float(rng.uniform(0.15, 0.21)) * (1.25 - 0.5 * scene.plan.density)
    high = side * float(np.sqrt(0.75))
    tints = list(dict.fromkeys(inks))[:4]
    tints += [mix(at_lightness(c, min(0.93, c[0] + 0.1)), tints[0], 0.15) for c in tints[1:]]
    pick = rng.integers(0, len(tints), (2, _CELLS, _CELLS))
    # Those that share an edge take turns, so that the pattern is even however chance falls.
    pick = (pick // 2 * 2 + np.array([0, 1])[:, None, None]) % len(tints)
    table = np.array(tints, np.float32)

    def layer(strip: Strip) -> None:
        row = np.floor(strip.y / np.float32(high))
        v = strip.y / np.float32(high) - row
        u = strip.x / np.float32(side) - row * np.float32(0.5) + np.float32(0.5) * v * 0
        skew = u + np.float32(0.5) * v
        column = np.floor(skew)
        inside = skew - column
        down = (inside > v).astype(np.int32)
        at = row.astype(np.int32) % _CELLS, column.astype(np.int32) % _CELLS
        colour = table[pick[(down, *at)]]
        strip.fill((colour[..., 0], colour[..., 1], colour[..., 2]))

    return layer


def cubes(scene: Scene, inks: list[Lab]) -> Layer:
    """Cubes seen from a corner, row over row, each in one of the inks with its sides in their light."""
    rng = scene.rng
    side = float(rng.uniform(0.09, 0.13)) * (1.25 - 0.5 * scene.plan.density)
    tints = list(dict.fromkeys(inks))[:4]
    pick = rng.integers(0, len(tints), (_CELLS, _CELLS))
    faces = [[at_lightness(c, float(np.clip(c[0] + d, 0.08, 0.97))) for d in _SIDES] for c in tints]
    table = np.array(faces, np.float32)
    half = np.float32(side * np.sqrt(0.75))

    def layer(strip: Strip) -> None:
        # A cube is a hexagon round its near corner: rows of them stand one and a half sides apart.
        best = np.full((strip.y.shape[0], strip.x.shape[1]), 9.0, np.float32)
        at = [np.zeros(best.shape, np.int32) for _ in range(2)]
        u, v = np.zeros_like(best), np.zeros_like(best)
        near = np.floor(strip.y / np.float32(1.5 * side))
        for k in (0, 1):
            row = near + np.float32(k)
            shift = np.mod(row, 2) * half
            column = np.round((strip.x - shift) / (2 * half))
            dx = strip.x - shift - column * 2 * half
            dy = strip.y - row * np.float32(1.5 * side) + 0 * dx
            far = dx * dx + dy * dy
            closer = far < best
            best, u, v = (np.where(closer, a, b) for a, b in ((far, best), (dx, u), (dy, v)))
            at[0] = np.where(closer, row.astype(np.int32) % _CELLS, at[0])
            at[1] = np.where(closer, column.astype(np.int32) % _CELLS, at[1])
        top = v < -np.abs(u) * np.float32(np.tan(np.pi / 6))
        face = np.where(top, 0, np.where(u < 0, 1, 2))
        colour = table[pick[at[0], at[1]], face]
        strip.fill((colour[..., 0], colour[..., 1], colour[..., 2]))

    return layer
