"""Small things strewn over a plain ground: snowflakes, petals, hearts, stars, gold dust."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, smooth, vesica
from ..paints import asked, at_lightness, hued, mix, ramp
from .bubbles import bubbles
from .ramps import ramped
from .scene import Scene
from .softfocus import discs, scattered

#: Signed distance to a thing of half size 1 at the origin.
_Shape = Callable[[F32, F32], F32]


def scatter(scene: Scene) -> list[Layer]:
    """The things that are named, near ones out of focus, on a ground of one colour; gold dust else."""
    motifs = scene.plan.motifs
    if "bubbles" in motifs:
        return bubbles(scene)
    if "dust" in motifs or not motifs & {*_SHAPES}:
        return _dust(scene)
    kind = next(name for name in _SHAPES if name in motifs)
    ground, ink = _colours(scene, kind)
    return [*_behind(scene, ground), *_things(scene, kind, ink)]


def _colours(scene: Scene, kind: str) -> tuple[Lab, list[Lab]]:
    """The ground's colour and the things': a white that is named is the things' or the ground's, by
    which of them usually is.
    """
    p, plan = scene.paints, scene.plan
    named = [c for c in map(asked, plan.named) if c is not None]
    if kind == "snowflakes":
        tone = named[0] if named and hued(plan.named[:1]) else p.primary
        hues = [c for c, n in zip(named, plan.named, strict=False) if n not in ("white", "gold")]
        tone = hues[0] if hues else tone
        level = 0.3 if p.night or plan.dark is True else 0.46
        if plan.dark is False or (hues and hues[0][0] > 0.74):
            level = 0.8
        ground = at_lightness(tone, min(level, tone[0]) if tone[0] < 0.4 else level, 1.1)
        return ground, [(0.985, 0.0, 0.0), (0.94, -0.004, -0.012)]
    own = {
        "petals": [(0.85, 0.075, 0.02), (0.8, 0.1, 0.03), (0.9, 0.045, 0.012)],
        "hearts": [(0.64, 0.19, 0.08), (0.74, 0.14, 0.04), (0.55, 0.18, 0.09)],
        "stars": [(0.86, 0.0, 0.1), (0.92, 0.0, 0.06)],
    }[kind]
    things = [c for c in map(asked, plan.loose) if c is not None]
    behind = scene.backdrop
    grounds = [behind] if behind is not None else named
    ground = grounds[-1] if grounds else mix(p.light, (0.96, 0.02, 0.008), 0.5)
    if things and behind is not None:
        own = [at_lightness(things[0], things[0][0] + d) for d in (0.0, 0.07, -0.07)]
    elif kind == "petals" and plan.named == ("pink",):
        ground = p.light
    if kind == "stars" and not grounds:
        ground = p.ground
    return at_lightness(ground, ground[0], 1.0), own


def _behind(scene: Scene, ground: Lab) -> list[Layer]:
    """The gradient that is asked for by name and in two colours, else the ground."""
    graded = "graded" in scene.plan.motifs
    return (ramped(scene, anyway=True) if graded else None) or [_ground(scene, ground)]


def _ground(scene: Scene, colour: Lab) -> Layer:
    """One colour, lighter where the light falls."""
    frame = scene.frame
    cx, cy = scene.aside(0.35, 0.65) * frame.wide, 0.36 * frame.high
    lit = at_lightness(colour, min(0.985, colour[0] + 0.07), 0.95)
    dim = at_lightness(colour, max(0.06, colour[0] - 0.08), 1.0)
    tones = ramp(lit, colour, dim)

    def layer(strip: Strip) -> None:
        far = np.hypot(strip.x - np.float32(cx), strip.y - np.float32(cy)) / np.float32(
            frame.long * 0.75
        )
        strip.fill(tones(np.clip(np.asarray(far, np.float32), 0, 1)))

    return layer


def _things(scene: Scene, kind: str, inks: list[Lab]) -> list[Layer]:
    frame = scene.frame
    shape = _SHAPES[kind]
    things = _strewn(scene, kind, inks)
    flat = kind == "snowflakes"

    def layer(strip: Strip) -> None:
        for x, y, size, near, turn, ink in things:
            reach = size * 1.7
            where = strip.window(x - reach, y - reach, x + reach, y + reach)
            if where is None:
                continue
            u, v = (
                (strip.x[:, where[1]] - np.float32(x)) / np.float32(size),
                (strip.y[where[0]] - np.float32(y)) / np.float32(size),
            )
            cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
            if kind in ("hearts",):
                cos, sin = (
                    np.float32(np.cos(0.5 * np.sin(turn))),
                    np.float32(np.sin(0.5 * np.sin(turn))),
                )
            a, b = u * cos + v * sin, v * cos - u * sin
            away = shape(np.asarray(a, np.float32), np.asarray(b, np.float32))
            soft = 2.2 * strip.px / size + (0.5 * max(0.0, near - 0.55))
            cover = smooth(away, soft / 2, -soft / 2)
            if not flat:
                fallen = shape(
                    np.asarray(a - np.float32(0.12), np.float32),
                    np.asarray(b - np.float32(0.3), np.float32),
                )
                strip.shade(
                    np.asarray(np.float32(0.16) * smooth(fallen, 0.25, -0.3), np.float32), where
                )
                lit = smooth(np.asarray(a + np.float32(0.6) * b, np.float32), 1.0, -1.0)
                planes = (np.float32(ink[0] - 0.06) + np.float32(0.12) * lit, ink[1], ink[2])
                strip.blend(cover, planes, where)
            else:
                strip.blend(cover * np.float32(0.9 - 0.45 * near), ink, where)

    if not flat:
        return [layer]
    box = (0.0, 0.0, frame.wide, frame.high)
    return [discs(scattered(scene, 40, inks, box, (0.006, 0.05), (0.06, 0.2)), lit=False), layer]


def _strewn(
    scene: Scene, kind: str, inks: list[Lab]
) -> list[tuple[float, float, float, float, float, Lab]]:
    """Where things lie, how large, near and turned they are, and their colours; the near ones last."""
    frame, rng = scene.frame, scene.rng
    base = {"snowflakes": 0.03, "petals": 0.034, "hearts": 0.034, "stars": 0.024}[kind]
    things = []
    for _ in range(60 + round(60 * scene.plan.density * frame.long)):
        # Most lie towards the edges: the middle is where words stand.
        x, y = (
            float(rng.uniform(-0.02, 1.02)) * frame.wide,
            float(rng.uniform(-0.02, 1.02)) * frame.high,
        )
        rim = max(abs(x / frame.wide - 0.5), abs(y / frame.high - 0.5)) * 2
        if rng.random() > 0.2 + 0.8 * rim**1.6 or scene.free_at(x, y) > 0.3:
            continue
        near = float(rng.random()) ** 2.2
        things.append(
            (
                x,
                y,
                base * (0.35 + 1.9 * near),
                near,
                float(rng.uniform(0, 2 * np.pi)),
                inks[int(rng.integers(len(inks)))],
            )
        )
    things.sort(key=lambda thing: thing[3])
    return things


def _snowflake(u: F32, v: F32) -> F32:
    """Six arms with two pairs of twigs each."""
    turn = np.arctan2(v, u)
    sector = np.float32(np.pi / 3)
    angle = np.mod(turn + sector / 2, sector) - sector / 2
    far = np.hypot(u, v)
    along, across = far * np.cos(angle), np.abs(far * np.sin(angle))
    arm = np.maximum(across - np.float32(0.045), along - 1)
    for at, long in ((0.4, 0.34), (0.68, 0.24)):
        twig = np.abs((along - np.float32(at)) - across * np.float32(0.62)) * np.float32(0.85)
        arm = np.minimum(arm, np.maximum(twig - np.float32(0.036), across - np.float32(long)))
    return np.asarray(np.minimum(arm, far - np.float32(0.11)), np.float32)


def _petal(u: F32, v: F32) -> F32:
    return vesica(u, v, 0.0, 0.0, 0.0, 2.0, 1.15)


def _heart(u: F32, v: F32) -> F32:
    """Two lobes that run to a point: inside either the round of a lobe or the square below it."""
    x, y = np.abs(u) * np.float32(0.6), np.float32(0.55) - v * np.float32(0.6)
    lobe = np.hypot(x - np.float32(0.25), y - np.float32(0.75)) - np.float32(np.sqrt(2) / 4)
    low = np.maximum(x + y, 0) / 2
    near = np.minimum(np.hypot(x, y - 1), np.hypot(x - low, y - low)) * np.sign(x - y)
    return np.asarray(np.where(x + y > 1, lobe, near), np.float32)


def _star(u: F32, v: F32) -> F32:
    turn, far = np.arctan2(u, -v), np.hypot(u, v)
    sector = np.float32(2 * np.pi / 5)
    angle = np.abs(np.mod(turn + sector / 2, sector) - sector / 2)
    x, y = far * np.cos(angle), far * np.sin(angle)
    # The edge from a tip (1, 0) to the notch beside it.
    notch = (0.382 * np.cos(np.pi / 5), 0.382 * np.sin(np.pi / 5))
    nx, ny = notch[1], 1 - notch[0]
    length = float(np.hypot(nx, ny))
    return np.asarray(
        ((x - 1) * np.float32(nx) + y * np.float32(ny)) / np.float32(length), np.float32
    )


_SHAPES: dict[str, _Shape] = {
    "snowflakes": _snowflake,
    "petals": _petal,
    "hearts": _heart,
    "stars": _star,
}


def _dust(scene: Scene) -> list[Layer]:
    """Glittering dust in a drifting band, sharp in the middle and out of focus around it."""
    p, plan, frame, rng = scene.paints, scene.plan, scene.frame, scene.rng
    named = [(n, c) for n in plan.named if (c := asked(n)) is not None]
    metal = next((c for n, c in named if n in ("gold", "grey")), None)
    behind = scene.backdrop
    grounds = [behind] if behind is not None else [c for n, c in named if n not in ("gold", "grey")]
    ground = (
        grounds[0]
        if grounds
        else (at_lightness(p.primary, 0.17, 0.7) if plan.dark is not False else p.light)
    )
    if plan.dark is True:
        ground = (min(ground[0], 0.22), ground[1] * 0.7, ground[2] * 0.7)
    pale = ground[0] > 0.6
    cool = metal is None and plan.mood == "tech" and not pale
    gold = metal or ((0.82, -0.06, -0.085) if cool else (0.82, 0.012, 0.11))
    tones = [
        at_lightness(gold, level) for level in ((0.66, 0.76, 0.86) if pale else (0.72, 0.84, 0.94))
    ]
    tilt, level = float(rng.uniform(-0.4, 0.4)), float(rng.uniform(0.45, 0.65))
    level = {"top": 0.78, "bottom": 0.22}.get(plan.space or "", level)
    specks = []
    for _ in range(3400 + round(2400 * plan.density)):
        x = float(rng.random()) * frame.wide
        y = frame.high * (
            level + tilt * (x / frame.wide - 0.5) + 0.07 * float(np.sin(x * 3.1))
        ) + float(rng.normal(0, 0.13)) * (0.4 + 1.5 * float(rng.random()))
        if rng.random() < 0.95 * scene.free_at(x, y):
            continue
        specks.append(
            (
                x,
                y,
                0.0009 + 0.005 * float(rng.random()) ** 4,
                float(rng.uniform(0.4, 1.0)),
                tones[int(rng.integers(3))],
            )
        )

    def layer(strip: Strip) -> None:
        for x, y, size, power, tone in specks:
            drawn = max(size, 0.6 * strip.px)
            where = strip.window(x - 3 * drawn, y - 3 * drawn, x + 3 * drawn, y + 3 * drawn)
            if where is None:
                continue
            far = np.hypot(strip.x[:, where[1]] - np.float32(x), strip.y[where[0]] - np.float32(y))
            share = min(1.0, (size / drawn) ** 2 + 0.2) * power
            strip.blend(
                np.asarray(
                    np.exp(-((far / np.float32(drawn)) ** 2)) * np.float32(share), np.float32
                ),
                tone,
                where,
            )

    band = (0.0, frame.high * (level - 0.3), frame.wide, frame.high * (level + 0.3))
    soft = discs(scattered(scene, 42, tones, band, (0.008, 0.04), (0.08, 0.3)), lit=not pale)
    return [*_behind(scene, ground), soft, layer]
