"""Grounds of a material that is named: marble with veins, boards of wood, a wall of bricks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import fractal, grid
from ..paints import asked, at_lightness, chroma, hued, mix
from . import surfaces
from .cloudbodies import tile_of
from .grounds import tiled
from .scene import Scene
from .timber import timber

_SIDE = 1100


def material(scene: Scene) -> list[Layer] | None:
    """The layers of the material that the prompt names; None where it names none of these."""
    for name, drawn in (("marble", _marble), ("bricks", _bricks), ("planks", _planks)):
        if name in scene.plan.motifs:
            return [drawn(scene), falling_light(scene)]
    for name, (made, usual, dark) in _SURFACES.items():
        if name in scene.plan.motifs and scene.plan.family == "texture":
            base = _dyed(scene, usual) if name == "velvet" else _base(scene, usual, dark)
            return [made(scene, base), falling_light(scene)]
    return None


#: Other surfaces, each with its usual colour and its dark one.
_SURFACES: dict[str, tuple[Callable[[Scene, Lab], Layer], Lab, Lab]] = {
    "leather": (surfaces.leather, (0.46, 0.05, 0.065), (0.3, 0.032, 0.042)),
    "metal": (surfaces.metal, (0.74, -0.001, -0.004), (0.36, 0.0, -0.004)),
    "chalk": (surfaces.chalkboard, (0.29, -0.008, -0.002), (0.24, -0.004, -0.002)),
    "concrete": (surfaces.concrete, (0.76, 0.001, 0.006), (0.42, 0.0, 0.002)),
    "velvet": (surfaces.velvet, (0.36, 0.12, 0.03), (0.26, 0.09, 0.02)),
}

#: How much darker the corners of a picture with a vignette are.
_VIGNETTE = 0.3
#: Veins that differ less in lightness from their stone (OKLab) are not seen.
_TOLD = 0.15


def _base(scene: Scene, usual: Lab, dark: Lab) -> Lab:
    """The material's colour: the one that is named first, else its own, dark where that is asked."""
    named = scene.plan.named
    if scene.plan.dark is True and not ({"white", "beige"} & set(named)):
        usual = dark
    if scene.plan.dark is False and not named and "concrete" in scene.plan.motifs:
        usual = (0.87, usual[1], usual[2])
    own = asked(named[0]) if named else None
    if own is None or named[0] == "gold":
        return usual
    if named[0] == "warm grey":
        return at_lightness(own, usual[0])
    if named == ("grey",) and scene.plan.dark is False:
        return (max(own[0], 0.8), usual[1] * 0.15, usual[2] * 0.15)
    if not hued(named[:1]):
        return (own[0], usual[1] * 0.15, usual[2] * 0.15)
    return at_lightness(own, usual[0], 0.8)


def _dyed(scene: Scene, usual: Lab) -> Lab:
    """A cloth in the colour that is named first, as light as that is."""
    own = asked(scene.plan.named[0]) if scene.plan.named else None
    if own is None:
        return usual
    level = float(np.clip(own[0], 0.24, 0.84))
    return at_lightness(own, min(level, 0.36) if scene.plan.dark is True else level)


def falling_light(scene: Scene, depth: float = 0.12) -> Layer:
    """Light from one side, and a little shade towards the corners."""
    frame, rng = scene.frame, scene.rng
    left = scene.plan.light == "left" or (scene.plan.light is None and rng.random() < 0.5)

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide)
        far = (u if left else 1 - u) * np.float32(0.7) + np.float32(0.3) * strip.y / np.float32(
            frame.high
        )
        strip.shade(np.asarray(np.float32(depth) * smooth(far, 0.25, 1.0), np.float32))

    return layer


def vignette(scene: Scene) -> Layer:
    """Shade that grows from the middle to the corners of the whole picture."""
    frame = scene.frame

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(frame.wide) - np.float32(0.5)
        v = strip.y / np.float32(frame.high) - np.float32(0.5)
        far = np.asarray(np.sqrt(u * u + v * v), np.float32)
        strip.shade(np.asarray(np.float32(_VIGNETTE) * smooth(far, 0.3, 0.72), np.float32))

    return layer


def _marble(scene: Scene) -> Layer:
    """Clouded stone with branching veins, a few strong, many faint."""
    frame, rng = scene.frame, scene.rng
    stone = scene
    if veined := scene.plan.own("veins"):  # "dark marble with copper veins" is no copper stone
        stone = replace(scene, plan=replace(scene.plan, named=scene.plan.loose))
    base = _base(stone, (0.945, 0.0, 0.004), (0.24, 0.0, -0.006))
    lead = (stone.plan.named or ("",))[0]
    if lead in _DEEP_STONES and stone.plan.dark is not False:
        base = at_lightness(asked(lead) or base, 0.42, 0.5)
    dark = base[0] < 0.5
    vein = (0.62, 0.0, -0.006) if not dark else (0.78, 0.0, 0.004)
    others = scene.plan.named[1:]
    second = asked(veined or (hued(others) or list(others) or [""])[-1])
    if veined and veined != "gold" and second is not None:
        vein = at_lightness(second, 0.62 if dark else 0.5, 1.1) if hued((veined,)) else second
    elif "gold" in scene.plan.named:
        vein = (0.74, 0.025, 0.105)
    elif second is not None and hued(others):
        vein = at_lightness(second, 0.5)
    elif second is not None and abs(second[0] - base[0]) > _TOLD:
        vein = second  # a grey, white or black one, as it was asked
    cloud = fractal(rng, frame, 0.75, 5, stretch=1.5, side=_SIDE)
    slant = float(rng.choice([-1, 1])) * float(rng.uniform(0.55, 0.9))
    seen = _veins(scene, slant)
    lines, mist = Field(np.asarray(seen, np.float32)), Field(np.asarray(cloud, np.float32))

    def layer(strip: Strip) -> None:
        level = np.float32(0.016 if not dark else 0.022) * strip.sample(mist)
        strip.fill((np.float32(base[0]) + level, base[1], base[2]))
        amount = np.clip(strip.sample(lines), 0, 1)
        calm = 1 - np.float32(0.6) * scene.free(strip.x, strip.y)
        plain = chroma(vein) > 0.05 or vein == second
        strip.blend(amount * np.float32(0.95 if plain else 0.62) * calm, vein)

    return layer


#: Stones of these colours are deep ones, unless they are to be light.
_DEEP_STONES = frozenset({"green", "blue", "red", "teal", "purple", "brown"})
#: Kinds of veins: how far they turn from the strong ones, how many, how wide, how plain to see.
_VEINS = ((0.0, 3, 0.0085, 1.0), (0.5, 4, 0.003, 0.6), (-0.4, 5, 0.0017, 0.45))


def _veins(scene: Scene, slant: float) -> F32:
    """Veins that run aslant, as the stone was laid down: a few strong ones, finer ones that leave them,
    each thick and thin along its way.
    """
    frame, rng = scene.frame, scene.rng
    x, y = grid(frame, _SIDE)
    quick = fractal(rng, frame, 0.14, 4, gain=0.5, side=_SIDE)
    seen = np.zeros(quick.shape, np.float32)
    for turn, count, wide, power in _VEINS:
        angle = slant + turn * float(rng.choice([-1, 1]))
        across = (x - np.float32(frame.wide / 2)) * np.float32(np.sin(angle))
        across = across + (y - np.float32(frame.high / 2)) * np.float32(np.cos(angle))
        bend = fractal(rng, frame, 1.0, 3, gain=0.45, side=_SIDE)
        across = across + np.float32(0.15) * bend + np.float32(0.015) * quick
        for level in rng.uniform(-0.62, 0.62, count) * frame.long:
            away = np.abs(across - np.float32(level))
            thick = fractal(rng, frame, 0.5, 3, side=_SIDE)
            there = smooth(thick, -1.5 if power == 1 else -0.55, -0.5 if power == 1 else 0.25)
            thick = np.clip(np.float32(0.6) + np.float32(0.5) * thick, 0.12, 1.6)
            vein = np.exp(-((away / (np.float32(wide) * thick)) ** 2)) * there
            mist = np.float32(0.16) * np.exp(-away / np.float32(0.05)) * there
            seen = np.maximum(seen, np.float32(power) * np.maximum(vein, mist))
    return np.asarray(np.clip(seen, 0, 1), np.float32)


def _planks(scene: Scene) -> Layer:
    """Boards side by side, each with its own tone and grain."""
    frame, rng = scene.frame, scene.rng
    base = timber(scene) or _base(scene, (0.66, 0.032, 0.066), (0.33, 0.022, 0.036))
    wide = float(rng.uniform(0.15, 0.19))
    count = int(np.ceil(frame.high / wide)) + 1
    shift = float(rng.random()) * wide
    tones = rng.normal(0, 0.026, count + 1).astype(np.float32)
    starts = (rng.random(count + 1) * frame.wide).astype(np.float32)
    slow, grit = tile_of(rng), rng.standard_normal((512, 512)).astype(np.float32)
    pitch = rng.uniform(5.0, 10.0, count + 1).astype(np.float32)

    def layer(strip: Strip) -> None:
        row = (strip.y + np.float32(shift)) / np.float32(wide)
        board = np.clip(np.floor(row).astype(np.int32), 0, count)
        inside = row - np.floor(row)
        # Each board, and what lies behind its end, is cut from a place of its own.
        own = board * np.float32(83.7) + np.float32(31.3) * (strip.x > starts[board])
        bent = tiled(slow, inside * np.float32(15) + own, strip.x * np.float32(22) + own)
        rings = np.abs(np.sin(np.pi * (inside * pitch[board] + np.float32(0.85) * bent)))
        fibre = tiled(grit, strip.y * np.float32(430) + own, strip.x * np.float32(11) + own)
        pore = tiled(grit, strip.y * np.float32(290) + 3 * own, strip.x * np.float32(24) + own)
        level = (
            tones[board]
            - np.float32(0.036) * (1 - rings) ** 2
            + np.float32(0.011) * fibre
            - np.float32(0.035) * np.clip(pore - np.float32(1.5), 0, 1.5)
            + np.float32(0.013) * bent
        )
        strip.fill((np.float32(base[0]) + level, base[1], base[2] + np.float32(0.12) * level))
        near = np.minimum(inside, 1 - inside) * np.float32(wide)
        joint = np.exp(-((near / np.float32(0.0042)) ** 2))
        # Boards end: a joint across, elsewhere in each row.
        end = np.abs(strip.x - starts[board])
        joint = np.maximum(joint, np.exp(-((end / np.float32(0.003)) ** 2)))
        strip.shade(np.asarray(np.float32(0.5) * joint, np.float32))
        rim = np.exp(-(((inside * np.float32(wide) - np.float32(0.009)) / np.float32(0.004)) ** 2))
        strip.glow(np.asarray(np.float32(0.06) * rim, np.float32), (0.95, 0.01, 0.03))

    return layer


def _bricks(scene: Scene) -> Layer:
    """Courses of bricks, no two of one tone, in sunken mortar."""
    frame, rng = scene.frame, scene.rng
    base = _base(scene, (0.53, 0.085, 0.06), (0.3, 0.03, 0.025))
    mortar = mix(base, (0.8, 0.004, 0.016), 0.7) if base[0] > 0.42 else (0.2, 0.0, 0.0)
    wide, high, gap = 0.2, 0.068, 0.0065
    rows, columns = int(frame.high / high) + 2, int(frame.wide / wide) + 3
    tones = rng.normal(0, 0.038, (rows, columns)).astype(np.float32)
    vivid = min(1.0, chroma(base) / 0.06)  # white bricks are all white
    warm = rng.normal(0, 0.012 * vivid, (rows, columns)).astype(np.float32)
    rough = Field(fractal(rng, frame, 0.03, 4, side=_SIDE))
    pits = Field(fractal(rng, frame, 0.009, 2, side=_SIDE))

    def layer(strip: Strip) -> None:
        row = np.floor(strip.y / np.float32(high)).astype(np.int32)
        moved = strip.x / np.float32(wide) + np.float32(0.5) * (row % 2)
        column = np.floor(moved).astype(np.int32)
        uneven = strip.sample(rough)
        dx = (np.float32(0.5) - np.abs(moved - column - np.float32(0.5))) * np.float32(wide)
        dy = (np.float32(0.5) - np.abs(strip.y / np.float32(high) - row - np.float32(0.5))) * (
            np.float32(high)
        )
        away = np.float32(gap) - np.minimum(dx, dy) + np.float32(0.0006) * uneven
        level = (
            tones[row, column] + np.float32(0.014) * uneven + np.float32(0.013) * strip.sample(pits)
        )
        strip.fill((np.float32(mortar[0]) + np.float32(0.016) * uneven, mortar[1], mortar[2]))
        # Light from above: the mortar below a brick lies in its shade.
        below: F32 = (strip.y / np.float32(high) - row) * np.float32(high)
        strip.shade(np.asarray(np.float32(0.3) * smooth(below, 0.02, 0.0) * (away > 0), np.float32))
        strip.blend(
            strip.edge(np.asarray(away, np.float32)),
            (np.float32(base[0]) + level, base[1] + warm[row, column], base[2]),
        )

    return layer
