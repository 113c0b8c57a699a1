"""Large abstract shapes on a plain ground: soft ones with round outlines, and slabs that run aslant."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, smooth
from ..paints import asked, at_lightness, chroma, mix
from .scene import Scene

#: Where soft shapes lie when no side is to be free: round the middle, reaching out of the picture.
_ROUND = ((0.02, 0.1), (0.96, 0.92), (0.9, 0.04), (0.08, 0.98), (0.6, 1.06), (0.42, -0.08))


def tints_of(scene: Scene) -> tuple[Lab, list[Lab]]:
    """The ground, and what lies on it: the colours that are named, the palest of them below."""
    p, plan = scene.paints, scene.plan
    named = [c for c in map(asked, plan.named) if c is not None]
    backdrop = scene.backdrop
    if backdrop is not None:
        named = [c for c in map(asked, plan.loose) if c is not None] or named
    pool = named or [p.primary, p.accent, p.second]
    dark = plan.dark is True or (plan.dark is None and not named and p.night)
    if backdrop is None and len(pool) > 1:
        order = sorted(pool, key=lambda c: c[0] - 0.6 * chroma(c), reverse=not dark)
        ground = order[0]
        pool = [c for c in pool if c != ground]
        if ground[0] < 0.86 and not dark:  # two strong colours lie on a paler one
            pool, ground = [ground, *pool], at_lightness(ground, 0.95, 0.45)
    else:
        ground = backdrop or at_lightness(pool[0], 0.17 if dark else 0.955, 0.5)
    shades = [at_lightness(c, float(np.clip(c[0] + 0.1, 0, 0.95)), 0.85) for c in pool]
    return ground, [*pool, *shades]


def blobs(scene: Scene) -> list[Layer]:
    """Soft round shapes that reach in from the edges, each with a breath of shade and light."""
    frame, rng = scene.frame, scene.rng
    ground, tints = tints_of(scene)
    spots = sorted(_ROUND, key=lambda s: scene.free_at(s[0] * frame.wide, s[1] * frame.high))
    count = 4 + round(2 * scene.plan.density)
    layers: list[Layer] = [_ground(scene, ground)]
    for i, (u, v) in enumerate(spots[:count]):
        if scene.free_at(u * frame.wide, v * frame.high) > 0.75:
            continue
        reach = float(rng.uniform(0.3, 0.5)) * (1.0 if i < 3 else 0.75)
        at = (
            (u + float(rng.normal(0, 0.05))) * frame.wide,
            (v + float(rng.normal(0, 0.05))) * frame.high,
        )
        layers.append(_blob(scene, at, reach, tints[i % len(tints)]))
    return layers


def _ground(scene: Scene, colour: Lab) -> Layer:
    frame = scene.frame
    lit = at_lightness(colour, min(0.985, colour[0] + 0.025))

    def layer(strip: Strip) -> None:
        t = smooth(np.asarray((strip.x + strip.y) / np.float32(frame.wide + frame.high)), 0.0, 1.0)
        planes = [np.float32(a) + t * np.float32(b - a) for a, b in zip(lit, colour, strict=True)]
        strip.fill((planes[0], planes[1], planes[2]))

    return layer


def _blob(scene: Scene, at: tuple[float, float], reach: float, colour: Lab) -> Layer:
    rng = scene.rng
    waves = [(k, float(rng.normal(0, 0.26 / k)), float(rng.uniform(0, 6.3))) for k in (1, 2, 3)]
    stretch, turned = float(rng.uniform(1.1, 1.6)), float(rng.uniform(0, np.pi))
    light = mix(colour, (0.99, 0.0, 0.004), 0.22)
    low = at_lightness(colour, max(0.1, colour[0] - 0.045))

    def away(x: F32, y: F32) -> F32:
        u, v = x - np.float32(at[0]), y - np.float32(at[1])
        a = u * np.float32(np.cos(turned)) + v * np.float32(np.sin(turned))
        b = (v * np.float32(np.cos(turned)) - u * np.float32(np.sin(turned))) * np.float32(stretch)
        turn = np.arctan2(b, a)
        outline = np.float32(reach) * (
            1
            + sum(np.float32(w) * np.sin(np.float32(k) * turn + np.float32(p)) for k, w, p in waves)
        )
        return np.asarray(np.hypot(a, b) - outline, np.float32) / np.float32(stretch**0.5)

    def layer(strip: Strip) -> None:
        far = reach * 1.9
        where = strip.window(at[0] - far, at[1] - far, at[0] + far, at[1] + far)
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        shade = smooth(away(x - np.float32(0.012), y - np.float32(0.022)), 0.07, -0.03)
        strip.shade(np.asarray(np.float32(0.07) * shade, np.float32), where)
        off = away(x, y)
        t = smooth(np.asarray((y - np.float32(at[1])) / np.float32(reach), np.float32), -0.9, 0.9)
        planes = [np.float32(a) + t * np.float32(b - a) for a, b in zip(light, low, strict=True)]
        strip.blend(strip.edge(off), (planes[0], planes[1], planes[2]), where)

    return layer


def shards(scene: Scene) -> list[Layer]:
    """Slabs that run aslant from one side, wide and narrow, each over the shade of the one before."""
    frame, rng = scene.frame, scene.rng
    ground, tints = tints_of(scene)
    way = {"left": 1.0, "right": -1.0}.get(scene.plan.space or "", float(rng.choice([-1.0, 1.0])))
    slant = way * float(rng.uniform(0.45, 0.75))
    start = {"left": 0.5, "right": 0.5, "middle": 0.7}.get(scene.plan.space or "", 0.4)
    layers: list[Layer] = [_ground(scene, ground)]
    count = 5 + round(4 * scene.plan.density)
    places = np.sort(rng.uniform(0, 1, count))
    for i, place in enumerate(places):
        at = start + (1.05 - start) * float(place)
        at = at if way > 0 else 1 - at
        wide = float(rng.choice([0.02, 0.06, 0.16, 0.3])) * float(rng.uniform(0.8, 1.3))
        layers.append(_slab(scene, at * frame.wide, wide, slant, tints[i % len(tints)]))
    return layers


def _slab(scene: Scene, at: float, wide: float, slant: float, colour: Lab) -> Layer:
    frame = scene.frame
    upright = np.float32(1 / np.sqrt(1 + slant * slant))
    dim = at_lightness(colour, max(0.08, colour[0] - 0.1))

    def layer(strip: Strip) -> None:
        middle = np.float32(at) - np.float32(slant) * (strip.y - np.float32(frame.high / 2))
        off = (np.abs(strip.x - middle) - np.float32(wide / 2)) * upright
        beside = np.exp(-np.maximum(off, 0) / np.float32(0.03)) * (off > -0.5 * strip.px)
        strip.shade(np.asarray(np.float32(0.2) * beside, np.float32))
        t = np.clip(strip.y / np.float32(frame.high), 0, 1)
        planes = [np.float32(a) + t * np.float32(b - a) for a, b in zip(colour, dim, strict=True)]
        strip.blend(strip.edge(np.asarray(off, np.float32)), (planes[0], planes[1], planes[2]))

    return layer
