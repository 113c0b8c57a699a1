"""A product stage in soft light: plinths before a wall with an arch, a disc or a plate."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, box, circle, ellipse, smooth
from ..paints import Ramp, asked, at_lightness, chroma, hued, mix, ramp
from ..quiet import quiet
from .materials import material
from .outside import outside
from .scene import Scene
from .spotlight import spotlight
from .washes import leaf_shadow

_SUNLIT: Lab = (0.925, 0.012, 0.048)
"""A wall in the light of the sun."""
_SQUASH = 0.27
"""How flat a round top is seen."""


def stage(scene: Scene) -> list[Layer]:
    """An empty stage for a product: round plinths before a wall with an arch, soft light from one
    side.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    if (place := outside(scene)) is not None:
        return place
    surface = material(scene)
    if surface is not None and "plinth" not in scene.plan.motifs:
        return surface  # on wood, on marble, before a wall of bricks
    tones = _asked_tones(scene)
    right = scene.plan.space != "right" and (scene.plan.space == "left" or rng.random() < 0.5)
    right = scene.plan.light == "left" if scene.plan.light is not None else right
    middle = float(rng.uniform(0.46, 0.54))
    beside = scene.plan.space in ("left", "right", "middle")
    room = _Room(
        wide=frame.wide,
        high=frame.high,
        floor=frame.high * (0.68 if scene.plan.space != "bottom" else 0.5),
        cx=(_beside(scene.plan.space or "") if beside else middle) * frame.wide,
        scale=0.9 if scene.plan.space in ("left", "right") and frame.wide < 1.3 else 1.0,
        way=1.0 if right else -1.0,
        tones=tones,
        wall=ramp(tones.wall_lit, mix(tones.wall_lit, tones.wall_dim, 0.6), tones.wall_dim),
        ground=ramp(tones.floor_lit, mix(tones.floor_lit, tones.floor_dim, 0.5), tones.floor_dim),
    )
    kind, bare = int(rng.integers(3)), _plain_studio(scene) or "bare" in scene.plan.motifs
    layers: list[Layer] = [room.walls]
    if surface is not None:
        layers = [*surface, lambda strip: _floor(strip, room)]
    elif bare or _too_large(scene):
        layers.append(lambda strip: _spot(strip, room))
    else:
        layers.append(lambda strip: _backdrop(strip, room, kind))
    blind = _blind(scene, by_chance=bool(rng.random() < 0.5), bare=bare)
    phase, slant = float(rng.uniform(0, 1)), float(rng.uniform(0.3, 0.6)) * room.way
    if blind:
        warm = at_lightness(p.warm, 0.95, 0.6)
        deep = "window_light" in scene.plan.motifs
        layers.append(lambda s: _window_light(s, room, phase, slant, warm, deep=deep))
    # A bottle stands on a plinth; people, animals, cars and houses stand on the ground.
    flat = _too_large(scene) or _plain_studio(scene)
    plinths = () if flat else _plinths(room, 0.2 if bare else scene.plan.density)

    def standing(strip: Strip) -> None:
        for plinth in plinths:
            plinth.paint(strip, room.way)

    layers.append(standing)
    if "spotlight" in scene.plan.motifs:
        layers.append(spotlight(scene, room.cx, room.floor))
    if bare and "shadows" in scene.plan.motifs and "leaf_shadows" not in scene.plan.motifs:
        layers.append(lambda strip: _soft_shadow(strip, room))
    return [*layers, leaf_shadow(scene)] if "leaf_shadows" in scene.plan.motifs else layers


def _blind(scene: Scene, *, by_chance: bool, bare: bool) -> bool:
    """Whether light falls through a blind: where it is asked for or sunny, and by chance where nothing
    else throws its shadow or its light there, and nobody wants it plain.
    """
    motifs = scene.plan.motifs
    if "window_light" in motifs:
        return True
    if {"leaf_shadows", "spotlight"} & motifs:
        return False
    return (by_chance and not bare) or _sunny(scene)


@dataclass(frozen=True, slots=True)
class _Tones:
    """The colours of wall and floor in light and in shade, of what stands there, and of the
    niche.
    """

    wall_lit: Lab
    wall_dim: Lab
    floor_lit: Lab
    floor_dim: Lab
    body: tuple[Lab, Lab, Lab]
    niche: Lab


def _asked_tones(scene: Scene) -> _Tones:
    """The colours of a stage as the prompt has them."""
    tones = _tones(scene)
    hue = asked(next(iter(hued(scene.plan.named)), ""))
    calm = quiet(scene.plan)
    if calm is not None:
        tones = _of_a_quiet_colour(tones, calm)
    elif hue is not None and _plain_studio(scene):
        tones = _of_one_colour(tones, hue)
    if _sunny(scene):
        tones = replace(_of_a_quiet_colour(tones, _SUNLIT), body=tones.body)
    if (own := asked(scene.plan.own("plinth"))) is not None:
        deeper, lighter = at_lightness(own, own[0] - 0.05), at_lightness(own, own[0] + 0.04)
        tones = replace(tones, body=(own, deeper, lighter))
    return tones


def _beside(space: str) -> float:
    """The share of the width where the stage stands, away from the free side."""
    return {"left": 0.72, "right": 0.28, "middle": 0.22}[space]


def _too_large(scene: Scene) -> bool:
    """Whether what is to stand there is larger than a plinth."""
    return bool({"people", "animals", "vehicles", "buildings"} & set(scene.plan.left_out))


def _plain_studio(scene: Scene) -> bool:
    """Whether a studio's backdrop is asked for, and nothing that stands before it."""
    plan = scene.plan
    return "studio" in plan.motifs and "plinth" not in plan.motifs and not plan.subject


def _sunny(scene: Scene) -> bool:
    """Whether the sun, or a summer, is asked for on a stage of no other colour."""
    plan = scene.plan
    warm = "sun" in plan.motifs or (plan.mood == "warm" and plan.mood_named)
    return warm and not plan.named and plan.dark is not True


def _of_one_colour(tones: _Tones, own: Lab) -> _Tones:
    """Wall and floor in the very colour that a plain studio is asked for in: terracotta is no peach."""
    lit, dim, near, far = (at_lightness(own, own[0] + step) for step in (0.04, -0.06, 0.06, -0.04))
    return replace(tones, wall_lit=lit, wall_dim=dim, floor_lit=near, floor_dim=far)


def _of_a_quiet_colour(tones: _Tones, own: Lab) -> _Tones:
    """All of a stage in one quiet colour: white is white, and nothing grey stands before it."""
    far = 0.07 if own[0] < 0.93 else 0.045

    def at(step: float) -> Lab:
        return (float(np.clip(own[0] + step, 0.1, 0.99)), own[1], own[2])

    return replace(
        tones,
        wall_lit=at(0.02),
        wall_dim=at(-far),
        floor_lit=at(0.045),
        floor_dim=at(-far),
        body=(at(-0.02), at(-far - 0.03), at(-far)),
        niche=at(-far - 0.02),
    )


def _floor(strip: Strip, room: _Room) -> None:
    """A floor in front of a wall of some material."""
    near = np.clip((strip.y - np.float32(room.floor)) / np.float32(room.high - room.floor), 0, 1)
    turn = smooth(strip.y, room.floor - 0.004, room.floor + 0.004)
    strip.blend(np.float32(0.93) * turn + 0 * strip.x, room.ground(1 - near + 0 * strip.x))
    strip.shade(np.asarray(np.float32(0.25) * smooth(near, 0.14, 0.0) * turn + 0 * strip.x))


def _spot(strip: Strip, room: _Room) -> None:
    """A pool of light on wall and floor, where somebody would stand."""
    wall = np.hypot(
        (strip.x - np.float32(room.cx)) / np.float32(0.5),
        (strip.y - np.float32(room.floor - 0.3)) / np.float32(0.52),
    )
    ground = np.hypot(
        (strip.x - np.float32(room.cx)) / np.float32(0.62),
        (strip.y - np.float32(room.floor + 0.14)) / np.float32(0.15),
    )
    lit = np.float32(0.5) * smooth(wall, 1.0, 0.0) + np.float32(0.55) * smooth(ground, 1.0, 0.2)
    strip.glow(np.asarray(lit * np.float32(0.5), np.float32), room.tones.floor_lit)
    edge = smooth(np.abs(strip.x / np.float32(room.wide) - np.float32(0.5)), 0.3, 0.62)
    strip.shade(np.asarray(np.float32(0.09) * edge, np.float32))


def _tones(scene: Scene) -> _Tones:
    p, named = scene.paints, scene.plan.loose
    tone = p.primary if chroma(p.primary) > 0.03 else p.second
    if named and not hued(named):
        # Black, white and grey are what is asked for, not a tint of the mood.
        tone = (tone[0], 0.0, 0.002)
        p = replace(p, accent=(0.7, 0.0, 0.0), second=(0.5, 0.0, 0.0), light=(0.97, 0.0, 0.0))
    if p.night:
        return _Tones(
            wall_lit=at_lightness(tone, 0.5, 0.9),
            wall_dim=at_lightness(tone, 0.24, 0.8),
            floor_lit=at_lightness(tone, 0.42, 0.8),
            floor_dim=at_lightness(tone, 0.2, 0.7),
            body=(
                at_lightness(tone, 0.5),
                at_lightness(p.accent, 0.55, 0.9),
                at_lightness(p.second, 0.6),
            ),
            niche=at_lightness(tone, 0.36, 0.95),
        )
    # A colour that is asked for is seen as one: a yellow wall is no beige, and nothing green stands
    # before a pink one.
    keep = 1.6 if hued(named) else 1.0
    if len(hued(named)) == 1:
        deeper = at_lightness(tone, 0.66, 1.2)
        p = replace(p, accent=deeper, second=deeper)
    return _Tones(
        wall_lit=mix(at_lightness(tone, 0.93, 0.5 * keep), p.light, 0.25 / keep),
        wall_dim=mix(at_lightness(tone, 0.8, 0.65 * keep), p.light, 0.1),
        floor_lit=at_lightness(tone, 0.95, 0.42 * keep),
        floor_dim=at_lightness(tone, 0.8, 0.62 * keep),
        body=(
            at_lightness(tone, 0.88, 0.6),
            at_lightness(p.accent, 0.8, 0.7),
            at_lightness(p.second, 0.84, 0.7),
        ),
        niche=at_lightness(tone, 0.76, 0.8),
    )


@dataclass(frozen=True, slots=True)
class _Room:
    """The stage: its size, where the floor begins, its middle, and from which side (``way``: 1 left,
    -1 right) the lamp shines.
    """

    wide: float
    high: float
    floor: float
    cx: float
    scale: float
    way: float
    tones: _Tones
    wall: Ramp
    ground: Ramp

    def walls(self, strip: Strip) -> None:
        """Wall and floor; they meet in a curve, as in a studio: no line, a slow turn."""
        lamp_x = self.wide * (0.12 if self.way > 0 else 0.88)
        far = np.hypot(
            (strip.x - np.float32(lamp_x)) / np.float32(self.wide),
            (strip.y - np.float32(0.08 * self.high)) / np.float32(self.high),
        )
        strip.fill(self.wall(np.clip(far / np.float32(1.15), 0, 1)))
        near = np.hypot(
            (strip.x - np.float32(self.cx - 0.1 * self.way)) / np.float32(0.85 * self.wide),
            (strip.y - np.float32(self.floor + 0.12)) / np.float32(0.6 * self.high),
        )
        turn = smooth(strip.y, self.floor - 0.07, self.floor + 0.02)
        strip.blend(turn + 0 * strip.x, self.ground(np.clip(near, 0, 1)))


def _soft_shadow(strip: Strip, room: _Room) -> None:
    """The soft shadow of something beside the picture, aslant over the wall and bent on the floor."""
    down = np.minimum(strip.y, np.float32(room.floor)) + np.float32(1.9) * np.maximum(
        strip.y - np.float32(room.floor), 0
    )
    away = (strip.x - np.float32(room.cx)) * np.float32(-room.way) + np.float32(0.55) * down
    at = np.float32(0.5 * room.wide)
    band = smooth(away - at, -0.16, 0.1) * smooth(away - at, 0.62, 0.3)
    second = smooth(away - at, 0.66, 0.74) * smooth(away - at, 0.92, 0.8)
    strip.shade(np.asarray(np.float32(0.085) * (band + np.float32(0.6) * second), np.float32))


def _backdrop(strip: Strip, room: _Room, kind: int) -> None:
    """What the wall has: a niche with an arch (0), a disc (1) or a plate (2)."""
    away = (_arch, _disc, _plate)[kind](strip, room)
    if float(away.min()) > 0.15:
        return
    cx, way, niche, wall = room.cx, room.way, room.tones.niche, room.tones.wall_lit
    if kind == 0:
        # A niche: the side towards the lamp lies in shade.
        reach = np.float32(0.3 * room.scale)
        depth = smooth((strip.x - np.float32(cx)) * np.float32(way) / reach, -0.9, 0.75)
        inner = [n + depth * np.float32(0.5 * (w - n)) for n, w in zip(niche, wall, strict=True)]
        strip.blend(
            strip.edge(away), (inner[0] - np.float32(0.06) * (1 - depth), inner[1], inner[2])
        )
        return
    caster = _disc(strip, room, cx + 0.05 * way, 0.03) if kind == 1 else away
    cast = np.clip(1 - np.maximum(caster, 0) / np.float32(0.09), 0, 1) ** 2
    strip.shade(np.asarray(cast * np.float32(0.11) * (away > 0), dtype=np.float32))
    lit = smooth((strip.x - np.float32(cx)) * np.float32(-way), -0.3, 0.3)
    plate = [n + lit * np.float32(0.45 * (w - n)) for n, w in zip(niche, wall, strict=True)]
    strip.blend(strip.edge(away), (plate[0], plate[1], plate[2]))


def _arch(strip: Strip, room: _Room) -> F32:
    half = 0.3 * room.scale
    spring = room.floor - 0.52 * room.scale * min(1.1, room.high) + half
    away = np.where(
        strip.y < spring,
        circle(strip.x, strip.y, room.cx, spring, half),
        np.abs(strip.x - np.float32(room.cx)) - np.float32(half),
    )
    return np.asarray(np.maximum(away, strip.y - np.float32(room.floor)), dtype=np.float32)


def _disc(strip: Strip, room: _Room, cx: float | None = None, lower: float = 0.0) -> F32:
    middle = room.floor - 0.32 * room.scale + lower
    return circle(strip.x, strip.y, room.cx if cx is None else cx, middle, 0.27 * room.scale)


def _plate(strip: Strip, room: _Room) -> F32:
    scale = room.scale
    away = box(
        *(strip.x, strip.y),
        *(room.cx + 0.06 * room.way, room.floor - 0.26 * scale),
        *(0.2 * scale, 0.26 * scale, 0.012),
    )
    return np.asarray(np.maximum(away, strip.y - np.float32(room.floor)), dtype=np.float32)


def _window_light(
    strip: Strip, room: _Room, phase: float, slant: float, warm: Lab, *, deep: bool
) -> None:
    """Light through a blind falls across the wall, which lies in shade (``deep``) where it is asked for."""
    v = strip.y + strip.x * np.float32(slant)
    band = np.mod(v * np.float32(6.5) + np.float32(phase), 1)
    stripe = smooth(np.abs(band - np.float32(0.5)), 0.30, 0.2)
    u = strip.x - strip.y * np.float32(0.25 * room.way)
    beam = smooth(np.abs(u - np.float32(room.cx - 0.05 * room.way)), 0.42, 0.2) * smooth(
        strip.y, room.floor + 0.06, room.floor - 0.12
    )
    strip.glow(stripe * beam * np.float32(0.16), warm)
    if deep:
        above = smooth(strip.y, room.floor + 0.06, room.floor - 0.12)
        strip.shade(np.asarray((1 - stripe * beam) * above * np.float32(0.14), np.float32))


def _plinths(room: _Room, density: float) -> tuple[_Plinth, ...]:
    """One to three, the farthest first."""
    cx, floor, way, scale = room.cx, room.floor, room.way, room.scale
    tall, low = 0.15 * min(1.0, room.high), 0.075 * min(1.0, room.high)
    first, second, third = room.tones.body
    plinths = [_Plinth(cx, floor + tall, 0.235 * scale, 0.085, first)]
    if density > 0.25:
        side = cx + 0.25 * way * scale
        plinths.insert(0, _Plinth(side, floor + low, 0.115 * scale, 0.215 * scale, second))
    if density > 0.6:
        side = cx - 0.27 * way * scale
        plinths.insert(0, _Plinth(side, floor + 0.06, 0.09 * scale, 0.12 * scale, third))
    return tuple(plinths)


@dataclass(frozen=True, slots=True)
class _Plinth:
    """A round one: its middle, where it stands, its size and colour."""

    x0: float
    base: float
    radius: float
    tall: float
    colour: Lab

    def paint(self, strip: Strip, way: float) -> None:
        x0, base, radius = self.x0, self.base, self.radius
        where = strip.window(
            x0 - radius * 3 - 0.15,
            base - self.tall - radius,
            x0 + radius * 3 + 0.15,
            base + radius * 1.4 + 0.15,
        )
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        flat = radius * _SQUASH
        contact = ellipse(x, y, x0 + 0.012 * way, base + 0.006, radius * 1.04, flat * 1.08)
        strip.shade(_penumbra(contact, 0.05) * np.float32(0.2), where)
        long = ellipse(
            x - y * 0, y, x0 + radius * 0.62 * way, base + 0.02, radius * 1.45, flat * 1.35
        )
        strip.shade(_penumbra(long, 0.1) * np.float32(0.13), where)
        u = (x - np.float32(x0)) / np.float32(radius) * np.float32(-way)
        self._side(strip, where, u)
        self._lid(strip, where, u)

    def _side(self, strip: Strip, where: tuple[slice, slice], u: F32) -> None:
        """A cylinder lit from one side, with a little light back from the other."""
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        base, radius, flat, colour = self.base, self.radius, self.radius * _SQUASH, self.colour
        low = ellipse(x, y, self.x0, base, radius, flat)
        mid = np.maximum(
            np.abs(x - np.float32(self.x0)) - np.float32(radius),
            np.maximum(y - np.float32(base), np.float32(base - self.tall) - y),
        )
        shade = (
            np.float32(0.06) * smooth(u, -0.2, 0.75)
            - np.float32(0.15) * smooth(u, 0.15, -0.95)
            + np.float32(0.03) * smooth(u, -0.82, -1.0)
        )
        foot = np.float32(-0.045) * smooth(y, base - self.tall, base + flat)
        planes = (
            np.float32(colour[0]) + shade + foot,
            np.float32(colour[1]) + 0 * shade,
            np.float32(colour[2]) + 0 * shade,
        )
        strip.blend(np.maximum(strip.edge(low), strip.edge(mid)), planes, where)

    def _lid(self, strip: Strip, where: tuple[slice, slice], u: F32) -> None:
        """The top, with its rim shining towards the lamp."""
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        rise = self.base - self.tall
        top = ellipse(x, y, self.x0, rise, self.radius, self.radius * _SQUASH)
        lid = at_lightness(self.colour, min(0.97, self.colour[0] + 0.055), 0.9)
        gradient = np.float32(0.03) * u
        planes = (
            np.float32(lid[0]) + gradient,
            np.float32(lid[1]) + 0 * gradient,
            np.float32(lid[2]) + 0 * gradient,
        )
        strip.blend(strip.edge(top), planes, where)
        rim = np.clip(1 - np.abs(top) / np.float32(max(0.0022, strip.px)), 0, 1) * (y > rise)
        shine: F32 = np.asarray(rim * np.float32(0.35) * smooth(u, -0.6, 0.6), dtype=np.float32)
        strip.glow(shine, (0.95, 0.0, 0.02), where)


def _penumbra(away: F32, reach: float) -> F32:
    """How deep in the shade a place is that lies so far outside the thing that casts it."""
    near = np.clip(1 - np.maximum(away, 0) / np.float32(reach), 0, 1)
    return np.asarray(near * near * near, dtype=np.float32)
