"""What the parts of a landscape are coloured like: slopes, sand, and the water that mirrors a sky."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Lab
from ..paints import Ramp, at_lightness, chroma, hue, mix
from .scene import Scene, is_night

#: Moods of seasons and soils in which no grass is green.
_BROWN = frozenset({"autumn", "winter", "earthy"})


def slopes(scene: Scene, *, meadow: bool) -> tuple[Lab, Lab]:
    """The colours of the nearest slope and of those half way."""
    p = scene.paints
    if scene.plan.family == "snow":
        return _snowed(scene)
    strong = scene.own("ground", p.primary if chroma(p.primary) > 0.03 else p.second)
    front = at_lightness(strong, 0.2 if not is_night(scene) else 0.11, 0.75)
    middle = at_lightness(
        strong, (0.42 if scene.plan.time != "day" else 0.48) if not is_night(scene) else 0.24, 0.85
    )
    if "golden" in scene.plan.motifs and not is_night(scene) and not scene.plan.own("ground"):
        # In a low golden light slopes are olive, and bright where it reaches them.
        front, middle = (0.3, -0.012, 0.06), (0.56, 0.012, 0.095)
    if scene.plan.own("ground") and not is_night(scene) and scene.plan.time in (None, "day"):
        # A colour that is asked for is seen as one.
        front, middle = at_lightness(strong, 0.36, 0.9), at_lightness(strong, 0.62, 0.95)
    elif (
        meadow
        and not scene.plan.loose
        and not scene.plan.own("ground")
        and (
            scene.plan.mood not in _BROWN
            or (scene.plan.family == "road" and scene.plan.mood == "earthy")
        )
    ):
        # Grass is green where neither season nor prompt says otherwise.
        front, middle = (0.47, -0.075, 0.085), (0.7, -0.075, 0.1)
    return front, middle


def is_green(scene: Scene) -> bool:
    """Whether the slopes are those of meadows: where these are named, and beside a road by day."""
    plan = scene.plan
    beside = plan.family == "road" and plan.time in (None, "day", "dawn")
    return "meadow" in plan.motifs or (
        beside and not {"desert", "mountains", "storm"} & plan.motifs
    )


def _snowed(scene: Scene) -> tuple[Lab, Lab]:
    """Slopes under snow: white, a little of the sky in it, warm in a low light."""
    tint = at_lightness(scene.paints.primary, 0.8, 0.6)
    if is_night(scene):
        return mix((0.5, -0.01, -0.045), tint, 0.1), mix((0.42, -0.01, -0.05), tint, 0.1)
    low = scene.plan.time in ("dusk", "dawn")
    front, middle = (
        ((0.9, 0.012, -0.004), (0.8, 0.02, -0.018))
        if low
        else ((0.93, -0.004, -0.012), (0.86, -0.007, -0.025))
    )
    return mix(front, tint, 0.12), mix(middle, tint, 0.22)


def sand(scene: Scene) -> Lab:
    """The colour of lit sand: warm where the palette has anything warm."""
    p, rng = scene.paints, scene.rng
    base_sand = (
        p.warm if chroma(p.warm) > 0.05 else p.second if chroma(p.second) > 0.04 else p.primary
    )
    if chroma(p.primary) > 0.06 and rng.random() < 0.35 and not 110 < hue(p.primary) < 320:
        base_sand = p.primary
    if is_night(scene):  # by the moon sand has hardly a colour
        base_sand = mix(base_sand, (base_sand[0], -0.004, -0.022), 0.6)
    return scene.own("sand", base_sand)


def mirrored(scene: Scene, colours: Ramp) -> Ramp:
    """What water mirrors: the sky, and where it has a colour of its own less of that."""
    clear = "clear_water" in scene.plan.motifs and scene.plan.time in (None, "day")
    if clear and not scene.plan.own("sea") and not scene.coloured:
        near = (0.79, -0.07, -0.03)  # sand shines through shallow water
        return Ramp(
            ((0.0, near), (0.6, mix(near, (0.62, -0.06, -0.06), 0.5)), (1.0, colours.one(0.7)))
        )
    if not scene.plan.own("sea"):
        return colours
    of_water = scene.own("sea", scene.paints.primary)
    near = at_lightness(of_water, 0.4 if is_night(scene) else 0.62, 0.9)
    return Ramp(((0.0, near), (1.0, mix(near, colours.one(0.8), 0.35))))


def tiled(tile: F32, row: F32, column: F32) -> F32:
    """Bilinear look-up in a tile that repeats."""
    size = tile.shape[0]
    top, left = np.floor(row), np.floor(column)
    fr, fc = row - top, column - left
    r0, c0 = top.astype(np.int32) % size, left.astype(np.int32) % size
    r1, c1 = (r0 + 1) % size, (c0 + 1) % size
    upper = tile[r0, c0] * (1 - fc) + tile[r0, c1] * fc
    lower = tile[r1, c0] * (1 - fc) + tile[r1, c1] * fc
    return np.asarray(upper * (1 - fr) + lower * fr, dtype=np.float32)
