"""Places outdoors, close by, for what is to stand there: a lawn, a terrace, a pavement, each before what
lies behind it out of focus.
"""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import fractal
from ..paints import at_lightness, mix
from .fronts import fronts
from .grass import grass
from .grounds import tiled
from .rooms import is_evening
from .scene import Scene
from .tabletop import garden, table

_GREEN: Lab = (0.6, -0.1, 0.108)
#: The same in autumn.
_FADED: Lab = (0.6, -0.035, 0.105)
#: The light of a sunny day.
_SUN: Lab = (0.985, 0.004, 0.055)
#: The light of a low sun.
_LOW: Lab = (0.9, 0.045, 0.125)


def outside(scene: Scene) -> list[Layer] | None:
    """A lawn, a terrace or a pavement in daylight; None where none of these is asked for."""
    motifs = scene.plan.motifs
    edge = scene.frame.high * {"bottom": 0.5, "top": 0.68}.get(scene.plan.space or "", 0.6)
    if "terrace" in motifs:
        return [*garden(scene, 26), _warmth(scene), table(scene, edge, deck=True)]
    if "lawn" in motifs:
        return [*garden(scene, 22), *_lawn(scene, edge), _warmth(scene)]
    if "pavement" in motifs:
        return [*fronts(scene, edge), _paving(scene, edge), _warmth(scene)]
    return None


def _sunny(scene: Scene) -> bool:
    plan = scene.plan
    return "sun" in plan.motifs or plan.mood == "warm" or plan.time == "day"


def _warmth(scene: Scene) -> Layer:
    """The sun from above on one side, over everything."""
    frame = scene.frame
    left = scene.plan.light == "left" or (scene.plan.light is None and scene.rng.random() < 0.5)
    cx = (0.12 if left else 0.88) * frame.wide
    low = "golden" in scene.plan.motifs or scene.plan.time in ("dusk", "dawn")
    light, wide = (_LOW, 0.95) if low else (_SUN, 0.62)
    power = np.float32(0.62 if low else 0.42 if _sunny(scene) else 0.2) * np.float32(
        0.3 if is_evening(scene) else 1
    )

    def layer(strip: Strip) -> None:
        far = np.hypot(strip.x - np.float32(cx), strip.y + np.float32(0.06 * frame.high))
        amount = power * np.exp(-far / np.float32(wide * frame.high))
        strip.glow(np.asarray(amount, np.float32), light)

    return layer


def _lawn(scene: Scene, edge: float) -> list[Layer]:
    """Short grass, out of focus far away, blade by blade in front, in light and in the shade of trees."""
    frame, rng = scene.frame, scene.rng
    dark = is_evening(scene)
    green = _FADED if {"autumn"} & {scene.plan.mood, *scene.plan.motifs} else _GREEN
    tint = at_lightness(green, 0.3, 0.7) if dark else green
    pale = mix(tint, (0.9, -0.06, 0.125), 0.0 if dark else 0.45)
    blades = rng.standard_normal((256, 256)).astype(np.float32)
    dapple = Field(fractal(rng, frame, 0.42, 3, stretch=3.5))

    def ground(strip: Strip) -> None:
        if strip.y[-1, 0] < edge - 0.05:
            return
        t = np.clip((strip.y - np.float32(edge)) / np.float32(frame.high - edge), 0, 1)
        depth = t + np.float32(0.06)
        away = np.float32(52) * np.log(depth / np.float32(0.06))
        across = (strip.x - np.float32(frame.wide / 2)) / depth * np.float32(46)
        tufts = tiled(blades, away, across) + np.float32(0.6) * tiled(
            blades, away * np.float32(0.3), across * np.float32(0.4)
        )
        shade = np.clip(strip.sample(dapple), -1.6, 1.6) * np.float32(0.028)
        planes = [np.float32(a) + t * np.float32(b - a) for a, b in zip(pale, tint, strict=True)]
        planes[0] = planes[0] + shade + np.float32(0.024) * tufts * smooth(t, 0.06, 0.5)
        cover = smooth(strip.y - np.float32(edge) + 0 * strip.x, -0.03, 0.03)
        strip.blend(cover, (planes[0], planes[1], planes[2]))

    top = edge + 0.45 * (frame.high - edge)
    return [ground, *grass(scene, top, tint, pale, tall=0.62)]


def _paving(scene: Scene, edge: float) -> Layer:
    """Smooth slabs in the sun that run to the end of the street."""
    frame, rng = scene.frame, scene.rng
    dim = 0.45 if is_evening(scene) else 1.0
    near, far = (0.72 * dim, 0.006, 0.016), (0.88 * dim, 0.008, 0.028)
    grain = rng.standard_normal((256, 256)).astype(np.float32)
    slow = Field(fractal(rng, frame, 0.5, 4, stretch=3.0))

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < edge - 0.04:
            return
        t = np.clip((strip.y - np.float32(edge)) / np.float32(frame.high - edge), 0, 1)
        depth = t + np.float32(0.08)
        away = np.log(depth / np.float32(0.08))
        across = (strip.x - np.float32(frame.wide / 2)) / depth
        rough = tiled(grain, away * np.float32(60), across * np.float32(40))
        rows = np.mod(away * np.float32(3.2), 1)
        shift = np.float32(0.5) * np.mod(np.floor(away * np.float32(3.2)), 2)
        columns = np.mod(across * np.float32(1.15) + shift, 1)
        joint = np.maximum(
            np.exp(-((np.minimum(rows, 1 - rows) / np.float32(0.012)) ** 2)),
            np.exp(-((np.minimum(columns, 1 - columns) / np.float32(0.008)) ** 2)),
        )
        planes = [np.float32(a) + t * np.float32(b - a) for a, b in zip(far, near, strict=True)]
        seen = smooth(t, 0.08, 0.55)
        planes[0] = planes[0] + np.float32(0.012) * rough * seen
        planes[0] = planes[0] + np.float32(0.012) * strip.sample(slow)
        planes[0] = planes[0] - np.float32(0.09) * joint * seen
        cover = smooth(strip.y - np.float32(edge) + 0 * strip.x, -0.02, 0.02)
        strip.blend(cover, (planes[0], planes[1], planes[2]))

    return layer
