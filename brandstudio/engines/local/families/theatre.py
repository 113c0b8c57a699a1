"""A curtain in folds, a stage in the light of a lamp, the beams of a concert."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal
from ..paints import asked, at_lightness, hued, mix
from .scene import Scene
from .softfocus import discs, scattered


def curtain(scene: Scene) -> list[Layer]:
    """Folds of heavy cloth; before them, where a stage is asked for, boards and a pool of light; or
    the beams of a concert.
    """
    motifs = scene.plan.motifs
    if "beams" in motifs:
        return _concert(scene)
    cloth = _cloth(scene)
    if not motifs & {"boards", "spotlight"}:
        return [_folds(scene, cloth, scene.frame.high * 1.1), _falloff(scene, 0.35)]
    floor = scene.frame.high * (0.6 if scene.plan.space == "bottom" else 0.74)
    return [
        _folds(scene, cloth, floor),
        _boards(scene, floor),
        *_pool(scene, floor),
        _falloff(scene, 0.5),
    ]


def _cloth(scene: Scene) -> Lab:
    """The colour of the cloth: the one that is asked for, else the brand's voice, red without one."""
    named = asked(scene.plan.named[0]) if scene.plan.named else None
    if named is not None and hued(scene.plan.named[:1]):
        return at_lightness(named, 0.42, 1.1)
    if named is not None:
        return (min(named[0], 0.9), named[1], named[2])
    if scene.plan.dark is True:
        return at_lightness(scene.paints.primary, 0.36, 1.0)
    return at_lightness(scene.paints.primary, 0.46, 0.95)


def _folds(scene: Scene, cloth: Lab, down_to: float) -> Layer:
    """Folds that hang from above, wide and narrow, softly lit from one side."""
    frame, rng = scene.frame, scene.rng
    bend = NoiseLine(rng, frame.wide + 1, 0.35, 3, gain=0.5)
    slow = NoiseLine(rng, frame.wide + 1, 0.7, 2)
    weave = Field(fractal(rng, frame, 0.006, 2, stretch=0.5, side=1100))
    count = float(rng.uniform(13, 19))
    lit = at_lightness(cloth, min(0.97, cloth[0] * 1.32), 1.0)
    deep = at_lightness(cloth, cloth[0] * 0.34, 0.9)

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > down_to + 0.02:
            return
        sway = np.float32(0.02) * (strip.y / np.float32(frame.high)) * slow.at(strip.x)
        phase = (strip.x + sway) * np.float32(count) + np.float32(1.1) * bend.at(strip.x)
        wave = np.sin(phase * np.float32(2.1)) + np.float32(0.35) * np.sin(phase * np.float32(4.7))
        height = wave * np.float32(0.37) + np.float32(0.5)
        height = np.clip(height + np.float32(0.012) * strip.sample(weave), 0, 1)
        low, high = smooth(height, 0.0, 0.55), smooth(height, 0.55, 1.0)
        planes = []
        for a, b, c in zip(deep, cloth, lit, strict=True):
            value = np.float32(a) + low * np.float32(b - a)
            planes.append(value + high * np.float32(0.75) * (np.float32(c) - value))
        cover = np.clip((np.float32(down_to) - strip.y) * strip.unit + 0.5, 0, 1) + 0 * strip.x
        strip.blend(np.asarray(cover, np.float32), (planes[0], planes[1], planes[2]))
        hem = smooth(strip.y, down_to - 0.16, down_to) + 0 * strip.x
        strip.shade(np.asarray(np.float32(0.4) * hem * cover, np.float32))

    return layer


def _boards(scene: Scene, floor: float) -> Layer:
    """The boards of the stage."""
    frame, rng = scene.frame, scene.rng
    tones = rng.normal(0, 0.02, 64).astype(np.float32)
    grain = Field(fractal(rng, frame, 0.05, 4, stretch=6.0))

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < floor:
            return
        near = (strip.y - np.float32(floor - 0.5)) / np.float32(0.5)
        row = (strip.x - np.float32(frame.wide / 2)) / near * np.float32(7) + np.float32(32)
        board = np.clip(np.floor(row).astype(np.int32), 0, 63)
        inside = np.abs(row - np.floor(row) - np.float32(0.5))
        joint = smooth(np.asarray(inside, np.float32), 0.46, 0.5)
        level = np.float32(0.33) + tones[board] + np.float32(0.012) * strip.sample(grain)
        cover = np.clip((strip.y - np.float32(floor)) * strip.unit + 0.5, 0, 1) + 0 * strip.x
        planes = (level - np.float32(0.1) * joint, 0.025, 0.038)
        strip.blend(np.asarray(cover, np.float32), planes)

    return layer


def _pool(scene: Scene, floor: float) -> list[Layer]:
    """A lamp's cone from above and its pool on the boards."""
    frame = scene.frame
    cx = scene.aside(0.45, 0.55) * frame.wide
    cy = floor + 0.42 * (frame.high - floor)
    warm = mix((0.99, 0.0, 0.03), at_lightness(scene.paints.warm, 0.96, 0.6), 0.4)
    dark = np.float32(0.32)

    def dim(strip: Strip) -> None:
        strip.shade(np.asarray(dark + 0 * strip.x + 0 * strip.y, np.float32))

    def layer(strip: Strip) -> None:
        t = np.clip(strip.y / np.float32(cy), 0, 1)
        half = np.float32(0.03) + np.float32(0.33) * t
        away = np.abs(strip.x - np.float32(cx)) / half
        cone = smooth(np.asarray(away, np.float32), 1.1, 0.4) * (strip.y < cy)
        strip.glow(np.asarray(cone * (np.float32(0.34) - np.float32(0.2) * t), np.float32), warm)
        far = np.hypot(
            (strip.x - np.float32(cx)) / np.float32(0.36), (strip.y - np.float32(cy)) / 0.085
        )
        spot = smooth(np.asarray(far, np.float32), 1.06, 0.86) * (strip.y > floor)
        strip.glow(np.asarray(spot * np.float32(0.6), np.float32), warm)
        halo = np.exp(-far * far / np.float32(5)) * np.float32(0.22)
        strip.glow(np.asarray(halo, np.float32), warm)

    return [dim, layer]


def _concert(scene: Scene) -> list[Layer]:
    """Beams of coloured light in haze above a dark stage."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    named = [c for c in (asked(n) for n in hued(scene.plan.named)) if c is not None]
    pool = named or [p.primary, p.accent, p.second, at_lightness(p.primary, 0.7)]
    base = at_lightness(pool[0], 0.13, 0.8)
    haze = Field(fractal(rng, frame, 0.4, 5, stretch=1.6))
    lamps = []
    count = 7 + round(4 * scene.plan.density)
    for i in range(count):
        x = (i + 0.5) / count * frame.wide
        aim = float(rng.normal(0, 0.4)) + (0.5 - (i + 0.5) / count) * 0.8
        colour = at_lightness(
            pool[int(rng.integers(len(pool)))], float(rng.uniform(0.7, 0.86)), 1.2
        )
        if rng.random() < 0.9 - 0.8 * scene.free_at(x, 0.3):
            lamps.append((x, aim, colour, float(rng.uniform(0.035, 0.07))))

    def layer(strip: Strip) -> None:
        smoke = np.clip(np.float32(0.75) + np.float32(0.22) * strip.sample(haze), 0.2, 1.3)
        strip.fill(base)
        low = smooth(strip.y / np.float32(frame.high), 0.1, 1.0)
        strip.glow(
            np.asarray(np.float32(0.16) * low * smoke, np.float32), at_lightness(pool[-1], 0.6)
        )
        for x, aim, colour, spread in lamps:
            down = strip.y + np.float32(0.06)
            away = np.abs(strip.x - np.float32(x) - np.float32(aim) * down)
            wide = np.float32(0.012) + np.float32(spread * 2.2) * down
            beam = smooth(np.asarray(away / wide, np.float32), 1.0, 0.0)
            fade = np.exp(-down / np.float32(0.75)) * smoke
            strip.glow(
                np.asarray(np.clip(beam * fade * np.float32(0.85), 0, 1), np.float32), colour
            )
            lamp = np.hypot(strip.x - np.float32(x), strip.y + np.float32(0.01))
            strip.glow(np.asarray(np.exp(-lamp / np.float32(0.03)), np.float32), colour)

    colours = [at_lightness(c, 0.85) for c in pool]
    box = (0.0, frame.high * 0.3, frame.wide, frame.high)
    floor = discs(scattered(scene, 24, colours, box, (0.006, 0.03), (0.1, 0.35)))
    return [layer, floor, _crowd(scene)]


def _crowd(scene: Scene) -> Layer:
    """The dark edge of the stage at the foot."""
    frame = scene.frame

    def layer(strip: Strip) -> None:
        low = smooth(strip.y / np.float32(frame.high), 0.82, 1.0) + 0 * strip.x
        strip.shade(np.asarray(np.float32(0.75) * low, np.float32))

    return layer


def _falloff(scene: Scene, amount: float) -> Layer:
    """Shade towards the corners."""
    frame = scene.frame

    def layer(strip: Strip) -> None:
        u: F32 = strip.x / np.float32(frame.wide) - np.float32(0.5)
        v: F32 = strip.y / np.float32(frame.high) - np.float32(0.4)
        far = np.hypot(u, v)
        strip.shade(np.float32(amount) * smooth(np.asarray(far, np.float32), 0.2, 0.75))

    return layer
