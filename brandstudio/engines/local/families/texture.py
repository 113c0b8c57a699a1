"""A plain ground with the feel of a material: paper, plaster, linen, concrete."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import F32, Field, Layer, Strip
from ..noise import fractal, grid
from ..paints import asked, at_lightness, hued, is_shade, mix
from .drapery import drapery
from .materials import material
from .scene import Scene
from .washes import shaded

#: Shadows and light that fall on a wall.
_CAST = frozenset({"shadows", "window_light", "leaf_shadows"})


def texture(scene: Scene) -> list[Layer]:
    """A sheet lit from one side, faintly uneven, with fine fibres and, when it isn't to be empty, a
    soft fold.
    """
    named = material(scene)
    if _CAST & scene.plan.motifs:
        return shaded(scene, named[:1] if named else None)
    if named is not None:
        return named
    p, frame, rng = scene.paints, scene.frame, scene.rng
    side = 900 if "crumpled" in scene.plan.motifs else 512
    x, y = grid(frame, side)
    tone = p.primary if hued(scene.plan.named) else p.ground
    if not p.night and not hued(scene.plan.named):
        tone = at_lightness(mix(p.light, p.primary, 0.12), 0.9)
    lead = asked(scene.plan.named[0]) if scene.plan.named else None
    own = [n for n in scene.plan.named[:1] if is_shade(n) or not hued((n,))]
    if lead is not None and own and (lead[0] > 0.5 or is_shade(own[0])):
        tone = lead  # "white and gold": a sheet has one colour, the one named first
    if p.night:
        tone = at_lightness(tone, min(tone[0], 0.3))
    strength = 0.5 + scene.plan.density
    from_left = scene.plan.light == "left" or (scene.plan.light is None and rng.random() < 0.5)
    across = x / np.float32(frame.wide)
    lit = (1 - across if from_left else across) + (1 - y / np.float32(frame.high)) * np.float32(
        rng.uniform(0.2, 0.6)
    )
    shade = np.float32(0.05) * (lit - np.float32(lit.mean()))
    shade += np.float32(0.012 * strength) * fractal(rng, frame, 0.5, 3, side=side)
    shade += np.float32(0.003 * strength) * fractal(rng, frame, 0.06, 3, side=side)
    if scene.plan.density > 0.3:
        fold = fractal(rng, frame, 1.2, 2, stretch=2.2, side=side)
        # A soft crease: lit on one side, dim on the other, and no step between.
        crease = fold * np.exp(-((fold / np.float32(0.35)) ** 2))
        shade += np.float32(0.035) * crease * (1 - scene.free(x, y))
    if "crumpled" in scene.plan.motifs:
        shade += _creases(scene, side)
        tone = (min(tone[0], 0.9), tone[1], tone[2])  # its folds are to be seen on white too
    light = Field(np.asarray(shade, np.float32))
    fibre = Field(fractal(rng, frame, 0.012, 3, stretch=float(rng.uniform(1.0, 1.6)), side=1100))

    woven = "weave" in scene.plan.motifs
    draped = drapery(scene, tone, sheen=0.0) if woven and "folds" in scene.plan.motifs else None
    strands = _strands(scene) if "fibres" in scene.plan.motifs else None
    specks = Field((rng.random(fibre.values.shape) > 0.9985).astype(np.float32))

    def layer(strip: Strip) -> None:
        level = strip.sample(light) + np.float32(0.009 * strength) * strip.sample(fibre)
        level -= np.float32(0.16 * strength) * np.clip(strip.sample(specks), 0, 1)
        if strands is not None:
            level += np.float32(0.24) * strip.sample(strands)
        if woven:
            level += _weave(strip, strip.sample(fibre))
        if draped is not None:
            draped(strip)
            strip.lab[0] += level
            return
        strip.fill((np.asarray(np.float32(tone[0]) + level, np.float32), tone[1], tone[2]))

    return [layer]


def _strands(scene: Scene) -> Field:
    """Fibres of many lengths, pale and dark, that lie in a sheet of recycled paper."""
    rng, frame = scene.rng, scene.frame
    scale = 1500 / frame.long
    size = (round(frame.wide * scale), round(frame.high * scale))
    image = Image.new("L", size, 128)
    pen = ImageDraw.Draw(image)
    for _ in range(round(950 * frame.wide * frame.high)):
        x, y = float(rng.random()) * size[0], float(rng.random()) * size[1]
        turn, bend = float(rng.uniform(0, np.pi)), float(rng.normal(0, 0.5))
        step = float(rng.uniform(0.002, 0.011)) * scale
        tone = int(np.clip(128 + rng.normal(-14, 46), 10, 235))
        points = [(x, y)]
        for _ in range(6):
            turn += bend / 6
            x, y = x + step * float(np.cos(turn)), y + step * float(np.sin(turn))
            points.append((x, y))
        pen.line(points, fill=tone, width=1 + int(rng.random() < 0.25))
    soft = image.filter(ImageFilter.GaussianBlur(0.6))
    return Field(np.asarray(soft, np.float32) / np.float32(128) - np.float32(1))


def _creases(scene: Scene, side: int) -> F32:
    """The facets of a sheet that was crumpled and smoothed again: straight folds that cross and end,
    flat between them, each side of a fold in its own light.
    """
    rng, frame = scene.rng, scene.frame
    x, y = grid(frame, side)
    bend = np.float32(0.02) * fractal(rng, frame, 0.3, 3, side=side)
    height = np.zeros((y.shape[0], x.shape[1]), np.float32)
    for count, long in ((9, 0.75), (26, 0.36), (60, 0.17)):
        for px, py, turn, share in rng.random((round(count * frame.wide * frame.high), 4)):
            cos, sin = np.float32(np.cos(turn * np.pi)), np.float32(np.sin(turn * np.pi))
            u, v = x - np.float32(px * frame.wide), y - np.float32(py * frame.high)
            across, along = np.abs(u * cos + v * sin + bend), u * sin - v * cos
            reach = np.float32(long * (0.5 + share))
            # A fold is a roof: highest along its line, level again a little away.
            roof = np.maximum(np.float32(0.22) * reach - across, 0)
            height += roof * np.exp(-((along / reach) ** 2)) * np.float32(rng.choice([-1, 1]))
    steep_y, steep_x = np.gradient(height, frame.long / side)
    left = scene.plan.light != "right"
    facing = steep_x * np.float32(-0.6 if left else 0.6) - steep_y * np.float32(0.8)
    shade = np.float32(0.034) * np.tanh(facing * np.float32(0.9))
    shade = shade + np.float32(0.05) * np.tanh(height * np.float32(6.0)) * np.float32(0.25)
    return np.asarray(shade * (1 - np.float32(0.45) * scene.free(x, y)), np.float32)


def _weave(strip: Strip, uneven: F32) -> F32:
    """The threads of linen, over and under each other, no two of one thickness; some are slubs."""
    across = strip.x * np.float32(104) + np.float32(0.3) * uneven
    down = strip.y * np.float32(104) + np.float32(0.3) * uneven
    column, row = np.floor(across), np.floor(down)
    over = np.mod(column + row, 2)
    warp, weft = np.abs(np.sin(np.pi * across)), np.abs(np.sin(np.pi * down))
    thread = over * warp + (1 - over) * weft
    # Each thread has a tone of its own all along: by its number, as chance would give it.
    tone = over * _by_number(column) + (1 - over) * _by_number(row + np.float32(77))
    return np.asarray(
        np.float32(0.06) * (thread - np.float32(0.6)) + np.float32(0.028) * tone, np.float32
    )


def _by_number(number: F32) -> F32:
    """A value from -1 to 1 for each whole number, without any order in them."""
    value = np.sin(number * np.float32(12.9898)) * np.float32(43.758)
    return np.asarray(2 * (value - np.floor(value)) - 1, np.float32)
