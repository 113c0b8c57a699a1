"""A leaf with lobes, as a maple's."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, smooth
from ..paints import mix

#: Directions of the lobes from the stalk (radians), and how far each reaches.
_LOBES = ((0.0, 1.0), (0.92, 0.86), (-0.92, 0.86), (1.85, 0.55), (-1.85, 0.55))
_OUTLINE = 720


def _outline() -> F32:
    """How far the leaf reaches in each direction: pointed lobes with teeth, deep notches between."""
    turn = np.linspace(-np.pi, np.pi, _OUTLINE, endpoint=False)
    reach = np.full(_OUTLINE, 0.24)
    for at, long in _LOBES:
        off = np.abs(np.angle(np.exp(1j * (turn - at))))
        lobe = long * np.clip(1 - off / 0.5, 0, 1) ** 0.62
        teeth = 1 - 0.16 * np.abs(np.sin(off * 13)) * np.clip(off / 0.2, 0, 1)
        reach = np.maximum(reach, lobe * teeth)
    reach *= np.where(np.abs(turn) > 2.7, 0.62, 1.0)
    return np.asarray(reach, np.float32)


_REACH = _outline()


def lobed(cx: float, cy: float, angle: float, size: float, colour: Lab, soft: float) -> Layer:
    """A leaf of half length ``size`` with its veins and stalk, ``soft`` out of focus."""
    lit, dim = mix(colour, (0.92, 0.02, 0.1), 0.22), mix(colour, (0.3, 0.05, 0.04), 0.28)
    vein = mix(colour, (0.9, 0.02, 0.1), 0.4)

    def layer(strip: Strip) -> None:
        reach = size * 1.3 + soft
        where = strip.window(cx - reach, cy - reach, cx + reach, cy + reach)
        if where is None:
            return
        dx, dy = strip.x[:, where[1]] - np.float32(cx), strip.y[where[0]] - np.float32(cy)
        far = np.hypot(dx, dy)
        turn = np.arctan2(dy, dx) - np.float32(angle)
        turn = np.mod(turn + np.float32(np.pi), np.float32(2 * np.pi))
        at = np.clip((turn * np.float32(_OUTLINE / (2 * np.pi))).astype(np.int32), 0, _OUTLINE - 1)
        away = np.asarray(
            (far / np.float32(size) - _REACH[at]) * np.float32(size * 0.6), np.float32
        )
        stalk = np.abs(dy * np.float32(np.cos(angle)) - dx * np.float32(np.sin(angle)))
        behind = (dx * np.float32(np.cos(angle)) + dy * np.float32(np.sin(angle))) / np.float32(
            size
        )
        thin = max(0.018 * size, 0.6 * strip.px)
        stem = smooth(stalk, thin * 1.8, thin * 0.4) * (behind < 0) * (behind > -0.85)
        edge = max(soft, strip.px)
        cover = np.maximum(smooth(away, edge * 0.6, -edge * 0.6), stem)
        # One half faces the light; along each lobe runs a vein.
        half = smooth(
            np.asarray(dy * np.float32(np.cos(angle)) - dx * np.float32(np.sin(angle)), np.float32),
            -0.3 * size,
            0.3 * size,
        )
        planes = tuple(
            np.float32(a) + half * np.float32(b - a) for a, b in zip(lit, dim, strict=True)
        )
        strip.blend(np.asarray(cover, np.float32), (planes[0], planes[1], planes[2]), where)
        if soft > 3 * strip.px or size < 12 * strip.px:
            return
        lines = np.zeros_like(cover)
        for lobe, long in _LOBES:
            cos, sin = np.float32(np.cos(angle + lobe)), np.float32(np.sin(angle + lobe))
            along, aside = dx * cos + dy * sin, np.abs(dy * cos - dx * sin)
            inside = (along > 0) & (along < np.float32(0.85 * long * size))
            lines = np.maximum(lines, smooth(aside, thin, 0.0) * inside)
        strip.blend(np.asarray(lines * cover * np.float32(0.55), np.float32), vein, where)

    return layer
