"""Leaves on stems that grow in from the edges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, circle, smooth, vesica
from ..paints import at_lightness, chroma, hued, mix, ramp
from .scene import Scene


def botanical(scene: Scene) -> list[Layer]:
    """Fronds from the edges, pale and soft behind, crisp in front, each leaf in two tones along its
    rib.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    tone = p.primary if chroma(p.primary) > 0.03 else p.second
    behind = scene.backdrop
    if behind is not None:
        p = replace(p, light=behind, dark=behind, night=behind[0] < 0.45)
    ground = ramp(p.ground, mix(p.ground, tone, 0.14 if not p.night else 0.22))
    layers: list[Layer] = [
        lambda s: s.fill(
            ground((s.y / np.float32(frame.high)) * 0.6 + (s.x / np.float32(frame.wide)) * 0.4)
        )
    ]
    # Colours that are named are the leaves' own: nobody asked for another among them.
    asked = len(hued(scene.plan.named))
    second, accent = asked != 1 and chroma(p.second) > 0.04, asked not in (1, 2)
    leafy = {"palms", "jungle", "foliage"} & scene.plan.motifs
    if scene.plan.density > 0.3 and not leafy and rng.random() < 0.7:
        sun_x, sun_y = (
            scene.aside() * frame.wide,
            frame.high * (0.38 if scene.plan.space != "top" else 0.7),
        )
        of_its_own = accent and chroma(p.accent) > 0.05
        sun = mix(p.warm, p.accent, 0.35) if of_its_own else mix(p.ground, tone, 0.3)
        layers.append(lambda s: s.blend(s.edge(circle(s.x, s.y, sun_x, sun_y, 0.24)), sun))
    palm = bool({"palms", "jungle"} & scene.plan.motifs) and scene.plan.space != "middle"
    fronds = (6 if palm else 7) + round((6 if palm else 9) * scene.plan.density)
    greens = [
        tone,
        mix(tone, p.dark, 0.4),
        mix(tone, p.light, 0.3),
        p.second if second else tone,
        tone,
    ]
    for i in range(fronds):
        near = i / max(1, fronds - 1)
        x, y, heading = _root(scene)
        length = (0.42 + 0.4 * rng.random()) * (0.75 + 0.45 * near) * min(1.25, frame.long)
        length *= 0.5 if scene.plan.space == "middle" else 1.0
        base = greens[int(rng.integers(len(greens)))]
        if rng.random() < 0.13 and accent and chroma(p.accent) > 0.05 and near > 0.3:
            base = p.accent
        colour = mix(p.ground, base, 0.22 + 0.78 * near**0.8)
        if p.night:
            colour = mix(p.ground, at_lightness(base, 0.3 + 0.34 * near), 0.25 + 0.75 * near)
        stem = _Stem(x, y, heading, length)
        broad = bool(rng.random() < 0.4)
        if palm:
            layers.append(_palm(scene, stem, near, colour))
        else:
            layers.append(_frond(scene, stem, near, colour, broad=broad))
    return layers


def undergrowth(scene: Scene, dark: Lab, lit: Lab) -> list[Layer]:
    """Fronds that reach in from both lower corners, dark in front."""
    rng, frame = scene.rng, scene.frame
    layers: list[Layer] = []
    for i in range(10):
        near = i / 9
        left = i % 2 == 0
        x = (-0.03 + 0.12 * float(rng.random())) * (1 if left else -1) + (0 if left else frame.wide)
        y = frame.high * float(rng.uniform(0.72, 1.02))
        if scene.free_at(x, 0.7 * frame.high) > 0.5:
            continue
        heading = -np.pi / 2 + (1 if left else -1) * float(rng.uniform(0.1, 1.0))
        stem = _Stem(x, y, heading, float(rng.uniform(0.34, 0.52)))
        tone = mix(lit, dark, 0.25 + 0.75 * near)
        layers.append(_frond(scene, stem, 0.45 + 0.55 * near, tone, broad=bool(rng.random() < 0.5)))
    return layers


def _root(scene: Scene) -> tuple[float, float, float]:
    """Where a frond enters the frame and where it heads (radians)."""
    rng, frame, free = scene.rng, scene.frame, scene.plan.space
    edges = [e for e in ("left", "right", "bottom", "top", "bottom") if e != free]
    if free in ("left", "right"):
        edges = ["right" if free == "left" else "left"] * 3 + ["bottom", "top"]
    edge = edges[int(rng.integers(len(edges)))]
    along = float(rng.beta(0.6, 0.6))
    if edge in ("top", "bottom"):
        x = along * frame.wide
        if free == "left":
            x = frame.wide * (0.68 + 0.32 * along)
        elif free == "right":
            x = frame.wide * 0.32 * along
        y = frame.high + 0.03 if edge == "bottom" else -0.03
    else:
        y = along * frame.high
        if free == "top":
            y = frame.high * (0.62 + 0.38 * along)
        elif free == "bottom":
            y = frame.high * 0.38 * along
        x = frame.wide + 0.03 if edge == "right" else -0.03
    aim_x = frame.wide * {"left": 0.85, "right": 0.15}.get(free or "", 0.5)
    aim_y = frame.high * {"top": 0.85, "bottom": 0.15}.get(free or "", 0.5)
    return x, y, float(np.arctan2(aim_y - y, aim_x - x) + rng.normal(0, 0.45))


@dataclass(frozen=True, slots=True)
class _Stem:
    """Where a frond enters the frame, where it heads (radians), and how long it is."""

    x: float
    y: float
    heading: float
    length: float


@dataclass(frozen=True, slots=True)
class _Leaf:
    """The middle of a leaf, its direction (radians), its length and width."""

    x: float
    y: float
    angle: float
    long: float
    wide: float


_STEPS = 28
"""Straight pieces that a stem is drawn of."""


@dataclass(frozen=True, slots=True)
class _Frond:
    """A stem in straight pieces with its leaves, ready to be painted."""

    points: tuple[tuple[float, float, float], ...]
    leaves: tuple[_Leaf, ...]
    thick: float
    soft: float
    near: float
    colour: Lab
    dark: Lab
    rib: Lab

    def paint(self, strip: Strip) -> None:
        for (ax, ay, _), (bx, by, _) in pairwise(self.points):
            self._piece(strip, ax, ay, bx, by)
        for leaf in self.leaves:
            self._leaf(strip, leaf)

    def _piece(self, strip: Strip, ax: float, ay: float, bx: float, by: float) -> None:
        where = strip.window(
            min(ax, bx) - 0.02, min(ay, by) - 0.02, max(ax, bx) + 0.02, max(ay, by) + 0.02
        )
        if where is None:
            return
        sx, sy = strip.x[:, where[1]], strip.y[where[0]]
        dx, dy = bx - ax, by - ay
        t = np.clip(
            ((sx - np.float32(ax)) * np.float32(dx) + (sy - np.float32(ay)) * np.float32(dy))
            / np.float32(dx * dx + dy * dy),
            0,
            1,
        )
        away = np.hypot(
            sx - np.float32(ax) - t * np.float32(dx), sy - np.float32(ay) - t * np.float32(dy)
        ) - np.float32(self.thick)
        strip.blend(_covered(strip, away, self.soft), self.dark, where)

    def _leaf(self, strip: Strip, leaf: _Leaf) -> None:
        """A leaf in two tones, near ones with a shadow and a rib."""
        cx, cy, a, own, wide = leaf.x, leaf.y, leaf.angle, leaf.long, leaf.wide
        soft, where = self.soft, self._box(strip, leaf)
        if where is None:
            return
        lx, ly = strip.x[:, where[1]], strip.y[where[0]]
        if self.near > 0.55:
            cast = vesica(lx, ly, cx + 0.008, cy + 0.012, a, own, wide)
            strip.shade(np.clip(0.5 - cast / np.float32(0.03), 0, 1) * np.float32(0.11), where)
        away = vesica(lx, ly, cx, cy, a, own, wide)
        if float(away.min()) > soft + strip.px:
            return
        across = (ly - np.float32(cy)) * np.float32(np.cos(a)) - (lx - np.float32(cx)) * np.float32(
            np.sin(a)
        )
        half = smooth(across, -max(strip.px, soft * 0.5), max(strip.px, soft * 0.5))
        planes = tuple(
            np.float32(d) + half * np.float32(c - d)
            for c, d in zip(self.colour, self.dark, strict=True)
        )
        cover = _covered(strip, away, soft)
        strip.blend(cover, (planes[0], planes[1], planes[2]), where)
        if self.near > 0.5 and wide > 0.02:
            thick = np.float32(max(1.0, 0.0013 * strip.unit))
            line = np.clip(1.2 - np.abs(across) * np.float32(strip.unit) / thick, 0, 1)
            strip.blend(line * cover * np.float32(0.5), self.rib, where)

    def _box(self, strip: Strip, leaf: _Leaf) -> tuple[slice, slice] | None:
        """The leaf's own box, not its circle: leaves are thin."""
        cos, sin = abs(float(np.cos(leaf.angle))), abs(float(np.sin(leaf.angle)))
        margin = self.soft + 2 * strip.px + (0.028 if self.near > 0.55 else 0.0)
        across = (cos * leaf.long + sin * leaf.wide) / 2 + margin
        down = (sin * leaf.long + cos * leaf.wide) / 2 + margin
        return strip.window(leaf.x - across, leaf.y - down, leaf.x + across, leaf.y + down)


def _frond(scene: Scene, stem: _Stem, near: float, colour: Lab, *, broad: bool) -> Layer:
    """One stem with its leaves; ``near`` is 0 for the farthest, softest, and 1 for the nearest."""
    curl = float(scene.rng.normal(0, 0.7))
    pairs = 5 + int(scene.rng.integers(4)) if broad else 10 + int(scene.rng.integers(7))
    points = _points(stem, curl)
    return _Frond(
        points,
        _leaves(scene, points, pairs, stem.length, broad),
        thick=0.0025 * stem.length * 2,
        soft=max(0.012 * (1 - near) ** 1.6, 0.0),
        near=near,
        colour=colour,
        dark=at_lightness(colour, max(0.1, colour[0] - 0.055)),
        rib=mix(colour, scene.paints.light, 0.3),
    ).paint


def _palm(scene: Scene, stem: _Stem, near: float, colour: Lab) -> Layer:
    """A palm's frond: a bent rib with long narrow leaflets, shorter towards its tip."""
    rng = scene.rng
    stem = replace(stem, length=stem.length * 1.05)
    points = _points(stem, float(rng.normal(0, 0.5)))
    pairs, leaves = 26, []
    for k in range(3, pairs + 1):
        share = k / pairs
        sx, sy, direction = points[min(_STEPS - 1, int(share * (_STEPS - 1)))]
        long = stem.length * 0.36 * float(np.sin(np.pi * (0.16 + 0.8 * share)) ** 0.8)
        for side in (-1, 1):
            turn = direction + side * (1.25 - 0.8 * share) + float(rng.normal(0, 0.04))
            own = long * float(rng.uniform(0.93, 1.05))
            mid = (sx + np.cos(turn) * own / 2, sy + np.sin(turn) * own / 2)
            leaves.append(
                _Leaf(float(mid[0]), float(mid[1]), turn, own, 0.02 * stem.length + 0.055 * own)
            )
    return _Frond(
        points,
        tuple(leaves),
        thick=0.006 * stem.length,
        soft=max(0.014 * (1 - near) ** 1.6, 0.0),
        near=near,
        colour=colour,
        dark=at_lightness(colour, max(0.1, colour[0] - 0.075)),
        rib=mix(colour, scene.paints.light, 0.3),
    ).paint


def _points(stem: _Stem, curl: float) -> tuple[tuple[float, float, float], ...]:
    """The ends of the pieces of a stem with their direction."""
    points = []
    px, py, angle = stem.x, stem.y, stem.heading
    for _ in range(_STEPS):
        points.append((px, py, angle))
        px += np.cos(angle) * stem.length / _STEPS
        py += np.sin(angle) * stem.length / _STEPS
        angle += curl / _STEPS
    return tuple(points)


def _leaves(
    scene: Scene,
    points: tuple[tuple[float, float, float], ...],
    pairs: int,
    length: float,
    broad: bool,
) -> tuple[_Leaf, ...]:
    """Leaves in pairs along a stem, and one at its end."""
    rng = scene.rng
    long = length * (0.36 if broad else 0.26) * float(rng.uniform(0.85, 1.15))
    wide = long * (0.42 if broad else 0.2)
    leaves = []
    for k in range(1, pairs + 1):
        share = 0.16 + 0.84 * k / pairs
        sx, sy, direction = points[min(_STEPS - 1, int(share * (_STEPS - 1)))]
        size = np.sin(np.pi * min(0.97, share * 0.86 + 0.1)) ** 0.7 * (1 - 0.25 * share)
        for side in (-1, 1) if k < pairs else (0,):
            a = direction + (side * (1.05 - 0.45 * share) + float(rng.normal(0, 0.06)))
            own = long * size * float(rng.uniform(0.92, 1.06)) * (1.15 if side == 0 else 1.0)
            leaves.append(
                _Leaf(sx + np.cos(a) * own / 2, sy + np.sin(a) * own / 2, a, own, wide * size)
            )
    return tuple(leaves)


def _covered(strip: Strip, away: F32, soft: float) -> F32:
    if soft <= strip.px:
        return strip.edge(away)
    return smooth(away, soft, -soft)
