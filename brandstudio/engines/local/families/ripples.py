"""The skin of water close by: slow ripples over a pale bed, and the net of light that they throw on it."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal, grid
from ..paints import asked, at_lightness, chroma, mix
from .scene import Scene, is_night

_SIDE = 1000
#: The net is soft: it needs no more places.
_FINE = 480
#: Clear shallow water where nobody names a colour.
_POOL: Lab = (0.84, -0.05, -0.035)


def ripples(scene: Scene) -> list[Layer]:
    """Water from above in the colour that is named, calm where it is kept free."""
    frame, rng = scene.frame, scene.rng
    named = asked((scene.plan.named or ("",))[0])
    tone = named if named is not None else _POOL
    if is_night(scene):
        tone = at_lightness(tone, min(tone[0], 0.34))
    x, y = grid(frame, _SIDE)
    calm = 1 - np.float32(0.75) * scene.free(x, y)
    soft = {"subtle", "bare"} & scene.plan.motifs or scene.plan.mood in ("calm", "minimal")
    power = np.float32(0.7 if soft else 1.0) * calm
    height = _rings(scene, x, y) + _swell(scene)
    steep_y, steep_x = np.gradient(height, frame.long / _SIDE)
    left = scene.plan.light != "right"
    slope = steep_x * np.float32(-0.75 if left else 0.75) - steep_y * np.float32(0.65)
    shade = np.float32(0.055) * np.tanh(slope * np.float32(0.5))
    net = Field(np.asarray(np.float32(0.5) * _net(scene), np.float32))
    glint = smooth(np.asarray(slope, np.float32), 1.5, 3.4)
    lit = Field(np.asarray(shade * power, np.float32))
    shine = Field(np.asarray(np.float32(0.6) * glint * power, np.float32))
    much = Field(np.asarray(power, np.float32))
    slow = Field(fractal(rng, frame, 0.9, 3, side=300))
    white = mix((0.995, 0.0, 0.004), at_lightness(tone, 0.96), 0.25)
    keep = np.float32(1.6 if chroma(tone) > 0.02 else 0.4)

    def layer(strip: Strip) -> None:
        level = strip.sample(lit) + np.float32(0.012) * strip.sample(slow)
        # In its own shade water is more of its colour, in the light less.
        strong = 1 - keep * level
        strip.fill((np.float32(tone[0]) + level, tone[1] * strong, tone[2] * strong))
        bright = strip.sample(shine) + strip.sample(net) * strip.sample(much)
        strip.blend(np.asarray(np.clip(bright, 0, 0.85), np.float32), white)

    return [layer]


def _swell(scene: Scene) -> F32:
    """Slow waves that cross: each a noise drawn out along its crests."""
    rng, frame = scene.rng, scene.frame
    first = fractal(rng, frame, 0.17, 3, stretch=2.2, gain=0.42, side=_SIDE)
    second = fractal(rng, frame, 0.3, 2, stretch=1.3, gain=0.4, side=_SIDE)
    return np.asarray(np.float32(0.016) * first + np.float32(0.022) * second, np.float32)


def _rings(scene: Scene, x: F32, y: F32) -> F32:
    """Rings round where a drop fell, away from what is kept free."""
    rng, frame = scene.rng, scene.frame
    total = np.zeros(np.broadcast_shapes(x.shape, y.shape), np.float32)
    bend = np.float32(0.012) * fractal(rng, frame, 0.3, 3, side=_SIDE)
    for _ in range(2):
        cx, cy = scene.aside(0.2, 0.8) * frame.wide, float(rng.uniform(0.2, 0.8)) * frame.high
        far = np.hypot(x - np.float32(cx), (y - np.float32(cy)) * np.float32(1.25)) + bend
        long = np.float32(rng.uniform(0.075, 0.11))
        fade = np.exp(-((far / np.float32(rng.uniform(0.3, 0.5))) ** 2))
        total += np.float32(0.009) * np.cos(far * np.float32(2 * np.pi) / long) * fade
    return total


def _net(scene: Scene) -> F32:
    """The net of light that ripples throw on the bed: its threads lie where two cells of bent light
    meet, bright where three do.
    """
    rng, frame = scene.rng, scene.frame
    x, y = grid(frame, _FINE)
    u = x + np.float32(0.045) * fractal(rng, frame, 0.3, 3, side=_FINE)
    v = y + np.float32(0.045) * fractal(rng, frame, 0.3, 3, side=_FINE)
    first = np.full(u.shape, 9.0, np.float32)
    second = first.copy()
    for px, py in _places(rng, frame.wide, frame.high):
        far = np.hypot(u - np.float32(px), (v - np.float32(py)) * np.float32(1.3))
        second = np.where(far < first, first, np.minimum(second, far))
        first = np.minimum(first, far)
    threads = np.exp(-(second - first) / np.float32(0.022))
    uneven = np.clip(fractal(rng, frame, 0.35, 3, side=_FINE) * np.float32(0.35) + 0.6, 0.1, 1.2)
    return np.asarray(threads**1.5 * uneven, np.float32)


def _places(rng: np.random.Generator, wide: float, high: float) -> list[tuple[float, float]]:
    """Places by chance over a frame and a little beyond, no two close together."""
    step = 0.19
    rows, columns = int(high / step) + 3, int(wide / step) + 3
    jolt = rng.uniform(-0.42, 0.42, (rows, columns, 2))
    return [
        (step * (i - 0.5 + float(jolt[j, i, 0])), step * (j - 0.5 + float(jolt[j, i, 1])))
        for j in range(rows)
        for i in range(columns)
    ]
