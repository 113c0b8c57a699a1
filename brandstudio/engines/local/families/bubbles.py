"""Soap bubbles: films of colour round clear air, each with the window that it mirrors."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip, smooth
from ..paints import asked, at_lightness, mix, ramp
from .scene import Scene

#: The colours of a thin film, round its rim.
_FILM: tuple[Lab, ...] = (
    (0.86, 0.07, 0.0),
    (0.9, -0.01, 0.09),
    (0.88, -0.07, 0.02),
    (0.84, -0.03, -0.08),
    (0.8, 0.06, -0.09),
)


def bubbles(scene: Scene) -> list[Layer]:
    """Bubbles of many sizes that rise, few and faint where it is kept free, on a soft ground."""
    frame, rng, p = scene.frame, scene.rng, scene.paints
    named = [c for c in map(asked, scene.plan.named) if c is not None]
    tone = scene.backdrop or (named[0] if named else at_lightness(p.primary, 0.82, 0.8))
    lit = at_lightness(tone, min(0.97, tone[0] + 0.09), 0.8)
    ground = ramp(lit, tone, at_lightness(tone, max(0.1, tone[0] - 0.06), 1.05))
    cx = scene.aside(0.3, 0.7) * frame.wide

    def back(strip: Strip) -> None:
        far = np.hypot(strip.x - np.float32(cx), strip.y - np.float32(0.3 * frame.high))
        strip.fill(ground(np.clip(np.asarray(far, np.float32) / np.float32(frame.long), 0, 1)))

    layers: list[Layer] = [back]
    for _ in range(16 + round(22 * scene.plan.density * frame.long)):
        near = float(rng.random()) ** 2.2
        x, y = float(rng.random()) * frame.wide, float(rng.random()) * frame.high
        turn, soft = float(rng.uniform(0, 2 * np.pi)), float(rng.random()) ** 3
        if scene.free_at(x, y) > 0.3:
            continue
        layers.append(_bubble((x, y), 0.014 + 0.13 * near, turn, soft * 0.25))
    return layers


def _bubble(at: tuple[float, float], radius: float, turn: float, soft: float) -> Layer:
    cx, cy = at
    white: Lab = (0.995, 0.0, 0.0)

    def layer(strip: Strip) -> None:
        reach = radius * (1.15 + 2.4 * soft)
        where = strip.window(cx - reach, cy - reach, cx + reach, cy + reach)
        if where is None:
            return
        dx = (strip.x[:, where[1]] - np.float32(cx)) / np.float32(radius)
        dy = (strip.y[where[0]] - np.float32(cy)) / np.float32(radius)
        far = np.asarray(np.hypot(dx, dy), np.float32)
        edge = max(2 * strip.px / radius, 0.02 + soft)
        inside = smooth(far, 1 + edge / 2, 1 - edge / 2)
        angle = np.mod(np.arctan2(dy, dx) + np.float32(turn) + far * 2, np.float32(2 * np.pi))
        film = ramp(*_FILM, _FILM[0])(np.asarray(angle / np.float32(2 * np.pi), np.float32))
        rim = smooth(far, 0.62, 1.0) ** 2
        strip.blend(inside * (np.float32(0.08) + np.float32(0.6) * rim), film, where)
        line = np.exp(-(((far - np.float32(0.97)) / np.float32(max(0.022, edge))) ** 2))
        strip.blend(np.asarray(line * np.float32(0.5), np.float32), white, where)
        for side, size, power in ((-1.0, 0.2, 0.85), (1.0, 0.13, 0.45)):
            spot = np.hypot(
                (dx - np.float32(0.46 * side)) * np.float32(1.1)
                + np.float32(0.4) * (dy - np.float32(0.5 * side)),
                (dy - np.float32(0.5 * side)) * np.float32(0.9),
            )
            glint = smooth(np.asarray(spot, np.float32), size * (1 + soft), size * 0.25)
            strip.blend(np.asarray(glint * np.float32(power), np.float32), white, where)
        shade = smooth(np.asarray(dy + far * np.float32(0.2), np.float32), 0.2, 1.1) * inside
        strip.blend(
            np.asarray(shade * np.float32(0.1), np.float32), mix(white, _FILM[3], 0.5), where
        )

    return layer
