"""Trees along the banks of still water, by their season."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip
from ..paints import asked, at_lightness, mix
from .conifers import row
from .foliage import sprays
from .scene import Scene, is_night, sky
from .wood import Wood, colours_of

#: Crowns in autumn, the lightest first: gold, orange, red, russet.
_AUTUMN: tuple[Lab, ...] = (
    (0.8, 0.025, 0.145),
    (0.71, 0.085, 0.13),
    (0.58, 0.13, 0.095),
    (0.52, 0.065, 0.08),
)
_SPRING: tuple[Lab, ...] = ((0.8, -0.08, 0.13), (0.72, -0.09, 0.12), (0.62, -0.08, 0.1))


def wooded(scene: Scene, shore: float) -> list[Layer]:
    """Trees on both banks, tall at the sides and small far away: firs, under snow in winter; crowns
    of their colour in autumn and spring.
    """
    tints = _tints(scene)
    wood, haze = colours_of(scene), sky(scene).one(0.95)
    layers: list[Layer] = []
    for t, tall, reach in ((0.3, 0.07, 1.0), (0.7, 0.3, 0.62)):
        trees = _bank(scene, tall, reach)
        if not tints:
            firs = [(shore + 0.004, x, 1.15 * high, 0.0) for x, high in trees]
            firs.sort(key=lambda tree: tree[2])
            layers.append(row(scene, _airy(wood, haze), t + 0.08, firs, 0.5 * scene.frame.wide))
            continue
        groups: list[list[tuple[float, float]]] = [[] for _ in tints]
        for tree in trees:
            groups[int(scene.rng.integers(len(tints)))].append(tree)
        for group, tint in zip(groups, tints, strict=True):
            layers.append(_crowns(scene, group, shore, mix(tint, haze, 0.42 * (1 - t) ** 1.2), t))
    return layers


def _airy(wood: Wood, haze: Lab) -> Wood:
    """The colours of a wood in the open, where what is far is the sky's colour."""
    return Wood(haze, wood.leaf, wood.deep, wood.trunk, wood.ground, wood.path, bare=wood.bare)


def _tints(scene: Scene) -> list[Lab]:
    """The colours of crowns; none where firs stand."""
    plan = scene.plan
    own = asked(plan.own("trees")) if plan.own("trees") else None
    if own is not None:
        found = [at_lightness(own, own[0] + by, 0.95) for by in (0.06, -0.04, -0.14)]
    elif {"conifers", "snowy", "frozen"} & plan.motifs or plan.mood == "winter":
        return []
    elif "autumn" in plan.motifs or plan.mood == "autumn":
        found = list(_AUTUMN)
    elif plan.mood == "fresh":
        found = list(_SPRING)
    else:
        return []
    if is_night(scene):
        found = [at_lightness(c, 0.1 + 0.25 * c[0], 0.5) for c in found]
    return found


def _bank(scene: Scene, tall: float, reach: float) -> list[tuple[float, float]]:
    """Where trees of a row stand and how tall they are: taller towards the sides, none in the
    middle where the row does not reach all across.
    """
    rng, frame = scene.rng, scene.frame
    out = []
    for _ in range(round((30 if reach < 1 else 58) * frame.wide)):
        x = float(rng.uniform(-0.04, 1.04)) * frame.wide
        off = abs(2 * x / frame.wide - 1)
        rise = (off - (1 - reach)) / reach if reach < 1 else 1.0
        if rise <= 0 or (scene.free_at(x, 0.6 * frame.high) > 0.5 and reach < 1):
            continue
        out.append((x, tall * (0.25 + 0.75 * rise**1.2) * float(rng.uniform(0.6, 1.1))))
    return out


def _crowns(
    scene: Scene, trees: list[tuple[float, float]], shore: float, tint: Lab, t: float
) -> Layer:
    """Round crowns that hide their trunks."""
    rng, spots = scene.rng, []
    for x, high in trees:
        for _ in range(9):
            up = float(rng.uniform(0.12, 0.85))
            wide = 0.3 * high * float(np.sin(np.pi * (0.16 + 0.75 * up)))
            spots.append((x + wide * float(rng.normal(0, 0.55)), shore - up * high, 0.2 * high))
    sun = (0.5 * scene.frame.wide, 0.0)
    leaves = sprays(scene, spots, 0.0045 + 0.004 * t, sun, thick=4.0)
    dim, lit = (
        at_lightness(tint, tint[0] * 0.62, 0.95),
        at_lightness(tint, min(0.93, tint[0] * 1.12)),
    )

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > shore + 0.01:
            return
        light = strip.sample(leaves.light)
        planes = [np.float32(a) + light * np.float32(b - a) for a, b in zip(dim, lit, strict=True)]
        cover = np.clip(strip.sample(leaves.cover), 0, 1) * (strip.y < shore + strip.px)
        strip.blend(np.asarray(cover, np.float32), (planes[0], planes[1], planes[2]))

    return layer
