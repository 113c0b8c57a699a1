"""Fields under a wide sky: lavender, vines and tulips in rows, wheat and rapeseed, poppies and
sunflowers in the grass.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, ellipse, smooth
from ..paints import asked, at_lightness, mix
from .grass import grass
from .grounds import tiled
from .land import hills
from .scene import Scene, is_night, sky


@dataclass(frozen=True, slots=True)
class _Crop:
    """How a crop looks: its colours in the light and between the plants, rows to the frame's height
    (0: none), and flowers that stand out in it, how ``thick`` (1: everywhere).
    """

    lit: tuple[Lab, ...]
    between: Lab
    rows: float = 0.0
    flowers: tuple[Lab, ...] = ()
    thick: float = 1.0
    eye: Lab | None = None
    streaks: float = 1.0
    #: How much the light tells the sides of a row apart: vines stand as high as a man.
    body: float = 0.05


_DARK: Lab = (0.24, 0.01, 0.0)
_PALE: Lab = (0.96, 0.0, 0.01)
_GREEN: Lab = (0.5, -0.07, 0.08)
_DRY_GRASS: Lab = (0.58, -0.015, 0.085)
#: Vines whose leaves have turned.
_TURNED: tuple[Lab, ...] = ((0.66, 0.055, 0.125), (0.55, 0.11, 0.09), (0.7, 0.01, 0.13))
_CROPS: dict[str, _Crop] = {
    "lavender": _Crop(((0.6, 0.07, -0.13),), (0.42, -0.03, 0.045), rows=5.5),
    "vines": _Crop(((0.58, -0.07, 0.09),), (0.5, 0.022, 0.055), rows=4.5, body=0.15),
    "tulips": _Crop(
        ((0.6, 0.17, 0.08), (0.83, 0.01, 0.15), (0.74, 0.13, 0.0), (0.92, 0.0, 0.02)),
        (0.4, -0.06, 0.06),
        rows=5.0,
    ),
    "wheat": _Crop(((0.78, 0.025, 0.115),), (0.6, 0.03, 0.09), streaks=2.2),
    "rapeseed": _Crop(((0.87, -0.02, 0.165),), (0.62, -0.06, 0.11)),
    "poppies": _Crop((_GREEN,), (0.4, -0.055, 0.06), flowers=((0.6, 0.19, 0.105),), streaks=4.0),
    "sunflowers": _Crop(
        ((0.46, -0.065, 0.075),),
        (0.33, -0.04, 0.045),
        flowers=((0.86, 0.02, 0.17),),
        eye=(0.33, 0.03, 0.04),
    ),
    "daisies": _Crop(
        ((0.6, -0.085, 0.1),),
        (0.46, -0.07, 0.075),
        flowers=((0.97, 0.0, 0.006),),
        streaks=4.0,
        eye=(0.82, 0.02, 0.15),
        thick=0.4,
    ),
    "grass": _Crop(
        ((0.6, -0.085, 0.1),),
        (0.46, -0.07, 0.075),
        flowers=((0.97, 0.0, 0.006), (0.88, 0.0, 0.13)),
        streaks=4.0,
        eye=(0.82, 0.02, 0.14),
        thick=0.06,
    ),
    "wildflowers": _Crop(
        ((0.6, -0.085, 0.1),),
        (0.46, -0.07, 0.075),
        flowers=((0.95, 0.0, 0.01), (0.87, 0.0, 0.15), (0.72, 0.12, -0.02), (0.62, 0.05, -0.13)),
        streaks=4.0,
        eye=(0.82, 0.02, 0.14),
        thick=0.3,
    ),
}


def field(scene: Scene) -> list[Layer]:
    """A field that runs to the hills, its plants smaller and paler with distance."""
    land, scene = hills(scene), _grown_over(scene)
    frame, rng = scene.frame, scene.rng
    plain = "grass" if "meadow" in scene.plan.motifs else "wildflowers"
    name = next((name for name in _CROPS if name in scene.plan.motifs), plain)
    crop = _in_colours(scene, name)
    if name == "wheat" and "poppies" in scene.plan.motifs:
        crop = replace(crop, flowers=_CROPS["poppies"].flowers, thick=0.22)
    top = frame.high * {"top": 0.66, "bottom": 0.42}.get(scene.plan.space or "", 0.55)
    haze = sky(scene).one(0.9)
    meet = scene.aside(0.4, 0.6) * frame.wide
    noise = rng.standard_normal((256, 256)).astype(np.float32)
    noise = np.asarray(noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1), np.float32) / 1.7
    dyed = [_in_light(scene, c) for c in (*crop.lit, crop.between)]
    # On a side that is to stay free the crop gives way to grass.
    aside = scene.plan.space in ("left", "right")
    meadow = _in_light(scene, _DRY_GRASS if scene.plan.mood == "autumn" else _GREEN)

    def ground(strip: Strip) -> None:
        if strip.y[-1, 0] < top - strip.px:
            return
        t = np.maximum((strip.y - np.float32(top)) / np.float32(frame.high - top), 0)
        near = t + np.float32(0.035)
        across = (strip.x - np.float32(meet)) / near
        away = np.float32(34) * np.log(near / np.float32(0.035))
        small = tiled(noise, away * np.float32(2.9 / crop.streaks), across * np.float32(91))
        leaf = np.float32(0.75) * small + np.float32(0.65) * tiled(
            noise, away * np.float32(1.1 / crop.streaks), across * np.float32(34)
        )
        fine = leaf * smooth(t, 0.0, 0.3 + 30 * strip.px)
        # What a pixel spans of the ground: rows and plants that are finer are seen as their mean.
        span = strip.px / near * np.hypot(np.float32(1), across / np.float32(frame.high - top))
        fine = fine * smooth(span * np.float32(34), 1.2, 0.4)
        planes = _rows(crop, dyed, across, fine, away, noise, span)
        if aside and name != "wheat":
            bare = scene.free(strip.x, strip.y)
            planes = [
                p + bare * (np.float32(m) + (fine * np.float32(0.02) if not k else 0) - p)
                for k, (p, m) in enumerate(zip(planes, meadow, strict=True))
            ]
        # Far plants drown in the air, near ones lie in their own shade.
        air = np.float32(0.7) * np.exp(-t * np.float32(7.5))
        dim = np.float32(1) - np.float32(0.16) * smooth(t, 0.55, 1.0)
        seen = [
            (p * dim if not k else p) + air * (np.float32(h) - p)
            for k, (p, h) in enumerate(zip(planes, haze, strict=True))
        ]
        cover = np.clip((strip.y - np.float32(top)) * strip.unit + 0.5, 0, 1)
        strip.blend(np.asarray(cover, np.float32), (seen[0], seen[1], seen[2]))

    layers = [*land, ground]
    if name == "wheat":
        layers += grass(scene, top, _in_light(scene, crop.lit[0]), haze, tall=1.7)
    if crop.flowers:
        if not crop.rows and name != "sunflowers":
            layers += grass(scene, top, _in_light(scene, crop.between), haze)
        layers.append(_flowers(scene, crop, top, haze, _PETALS.get(name, 0)))
    return layers


def _grown_over(scene: Scene) -> Scene:
    """The scene of the land alone: where only the sky is to be free, the crop grows everywhere."""
    if "free_sky" not in scene.plan.motifs:
        return scene
    return replace(scene, plan=replace(scene.plan, space=None))


_GREENS = frozenset(
    {"green", "light green", "forest green", "emerald", "olive", "mint", "sage", "lime", "khaki"}
)


def _in_colours(scene: Scene, name: str) -> _Crop:
    """A crop in the colours that the prompt gives its flowers."""
    crop, plan = _CROPS[name], scene.plan
    if name == "vines" and ("autumn" in plan.motifs or plan.mood == "autumn"):
        crop = replace(crop, lit=_TURNED, between=(0.5, 0.025, 0.06))
    spare = () if name == "sunflowers" else plan.loose  # "sunflowers on blue" are yellow
    spare = tuple(n for n in spare if n not in _GREENS)  # a fresh green is that of the meadow
    said = tuple(c for c in map(asked, dict.fromkeys((plan.own("crop"), *spare))) if c is not None)
    if not said:
        return crop
    if name == "tulips":
        return replace(crop, lit=said if len(said) > 1 else (*said, mix(said[0], _PALE, 0.16)))
    return replace(crop, flowers=said) if crop.flowers else crop


def _rows(
    crop: _Crop,
    dyed: list[Lab],
    across: F32,
    leaf: F32,
    away: F32,
    noise: F32,
    span: F32,
) -> list[F32]:
    """The colours of plants and of what lies between them; ``span`` is what a pixel holds."""
    *lit, between = dyed
    if crop.rows:
        at = across * np.float32(crop.rows) + np.float32(0.06) * leaf
        wave = np.float32(0.5) + np.float32(0.5) * np.cos(np.float32(2 * np.pi) * at)
        share = np.clip(smooth(wave, 0.12, 0.62) + np.float32(0.16) * leaf * wave, 0, 1)
        clear = smooth(span * np.float32(crop.rows), 0.5, 0.16)
        share = np.float32(0.6) + clear * (share - np.float32(0.6))
        which = np.floor(at + np.float32(0.5)).astype(np.int32) % len(lit)
        # The side of a row that the light reaches.
        lift = np.float32(crop.body) * clear * np.sin(np.float32(2 * np.pi) * at)
        lift = lift + np.float32(0.05) * leaf
    else:
        slow = tiled(noise, away * np.float32(0.35), across * np.float32(1.3))
        share = np.clip(np.float32(0.62) + np.float32(0.28) * leaf + np.float32(0.16) * slow, 0, 1)
        which = np.zeros(share.shape, np.int32)
        lift = np.float32(0.035) * leaf
    planes = []
    for k in range(3):
        tone = np.array([c[k] for c in lit], np.float32)[which]
        low = np.float32(between[k])
        planes.append(np.asarray(low + share * (tone - low), np.float32))
    planes[0] = np.asarray(planes[0] + lift * share, np.float32)
    if crop.rows and crop.body > 0.1:  # a hedge throws its shade on the ground beside it
        shade = smooth(np.asarray(-np.sin(np.float32(2 * np.pi) * at), np.float32), 0.1, 0.9)
        planes[0] = planes[0] * (1 - np.float32(0.3) * clear * shade * (1 - share))
    return planes


def _bare(scene: Scene, x: float) -> float:
    """How free of flowers a place is to be."""
    return scene.free_at(x, 0.8 * scene.frame.high)


def _in_light(scene: Scene, colour: Lab) -> Lab:
    """A plant's colour by the hour."""
    if is_night(scene):
        return at_lightness(colour, 0.12 + 0.3 * colour[0], 0.5)
    if scene.plan.time in ("dusk", "dawn"):
        return mix((colour[0] * 0.86, colour[1], colour[2]), scene.paints.warm, 0.14)
    return colour


#: How many petals the blooms of a field have; others are cups.
_PETALS = {"daisies": 12, "sunflowers": 16, "wildflowers": 7}


def _flowers(scene: Scene, crop: _Crop, top: float, haze: Lab, petals: int) -> Layer:
    """Single blooms in the grass, thousands far away and a few large ones near."""
    frame, rng = scene.frame, scene.rng
    tints = [_in_light(scene, tint) for tint in crop.flowers]
    spots = []
    for _ in range(round((1500 + 1100 * scene.plan.density) * crop.thick)):
        t = float(rng.random()) ** 1.7
        lot = float(rng.random())
        size = (0.0018 + 0.023 * t) * float(rng.uniform(0.7, 1.25))
        spots.append(
            (
                t,
                float(rng.uniform(-0.02, 1.02)) * frame.wide,
                size,
                float(rng.uniform(-0.05, 0.05)),
                float(rng.uniform(-0.3, 0.3)),
                tints[int(rng.integers(len(tints)))],
            )
        )
        if scene.plan.space in ("left", "right") and _bare(scene, spots[-1][1]) > 0.15 + 0.7 * lot:
            spots.pop()
    spots.sort()

    def layer(strip: Strip) -> None:
        for t, x, size, tone, lean, tint in spots:
            y = top + (0.012 + t) * (frame.high - top)
            size = max(size, 0.7 * strip.px)
            where = strip.window(x - 1.6 * size, y - 1.6 * size, x + 1.6 * size, y + 2.2 * size)
            if where is None:
                continue
            u, v = strip.x[:, where[1]], strip.y[where[0]]
            far = 0.6 * float(np.exp(-t * 7.5))
            bloom = mix((tint[0] + tone, tint[1], tint[2]), haze, far)
            a, b = u - np.float32(x), v + (u - np.float32(x)) * np.float32(lean) - np.float32(y)
            strip.blend(strip.edge(_bloom(a, b, size, petals, lean)), bloom, where)
            if t < 0.12:
                continue
            if petals:
                rib = _bloom(a, b, size * 0.62, petals, lean)
                deep = (bloom[0] - 0.07, bloom[1] * 1.1, bloom[2] * 1.1)
                strip.blend(strip.edge(rib) * np.float32(0.35), deep, where)
            else:
                _cup(strip, a, b, size, bloom, where)
            eye, wide = (crop.eye, 0.62) if crop.eye else (_DARK, 0.4)
            wide = 0.9 if petals == 16 else wide
            core = ellipse(u, v, x, y, size * 0.48 * wide, size * 0.36 * wide)
            strip.blend(strip.edge(core) * np.float32(0.9), mix(eye, haze, far), where)

    return layer


def _bloom(a: F32, b: F32, size: float, petals: int, turn: float) -> F32:
    """The outline of a bloom that leans back: petals round its heart, or the crumpled rim of a cup."""
    far = np.hypot(a, b / np.float32(0.74))
    angle = np.arctan2(b / np.float32(0.74), a) + np.float32(20 * turn)
    if petals:
        rim = np.float32(0.68) + np.float32(0.32) * np.abs(np.cos(angle * np.float32(petals / 2)))
    else:
        rim = (
            np.float32(0.9)
            + np.float32(0.1) * np.sin(angle * 4)
            + np.float32(0.05) * np.sin(angle * 9)
        )
    return np.asarray(far - np.float32(size) * rim, np.float32)


def _cup(strip: Strip, a: F32, b: F32, size: float, bloom: Lab, where: tuple[slice, slice]) -> None:
    """Four petals of silk: the two in front lit, their folds and the depth of the cup in shade."""
    inside = strip.edge(_bloom(a, b, size * 0.96, 0, 0.0))
    deep = (bloom[0] - 0.16, bloom[1] * 0.9, bloom[2] * 0.9)
    low = ellipse(a, b, 0.0, -0.12 * size, size * 0.66, size * 0.4)
    strip.blend(smooth(low, 0.2 * size, -0.2 * size) * inside * np.float32(0.75), deep, where)
    lit = (min(0.95, bloom[0] + 0.07), bloom[1], bloom[2])
    front = ellipse(a, b, 0.0, 0.5 * size, size * 0.8, size * 0.38)
    strip.blend(smooth(front, 0.12 * size, -0.12 * size) * inside * np.float32(0.6), lit, where)
    folds = np.sin(np.arctan2(b, a) * np.float32(14)) * smooth(np.hypot(a, b), 0.3 * size, size)
    strip.shade(np.asarray(np.clip(folds, 0, 1) * inside * np.float32(0.1), np.float32), where)
