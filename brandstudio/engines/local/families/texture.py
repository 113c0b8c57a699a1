"""A plain ground with the feel of a material: paper, plaster, linen, concrete."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import F32, Field, Layer, Strip
from ..noise import fractal, grid
from ..paints import asked, at_lightness, hued, is_shade, mix
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
    strands = _strands(scene) if "fibres" in scene.plan.motifs else None
    specks = Field((rng.random(fibre.values.shape) > 0.9985).astype(np.float32))

    def layer(strip: Strip) -> None:
        level = strip.sample(light) + np.float32(0.009 * strength) * strip.sample(fibre)
        level -= np.float32(0.16 * strength) * np.clip(strip.sample(specks), 0, 1)
        if strands is not None:
            level += np.float32(0.24) * strip.sample(strands)
        if woven:
            level += _weave(strip, strip.sample(fibre))
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
    """The facets of a sheet that was crumpled and smoothed again: each leans its own way, its edges catch
    the light or lie in shade.
    """
    rng, frame = scene.rng, scene.frame
    x, y = grid(frame, side)
    shade = np.zeros((y.shape[0], x.shape[1]), np.float32)
    for count, depth in ((7, 0.03), (30, 0.028), (110, 0.014)):
        u = x + np.float32(0.03) * fractal(rng, frame, 0.35, 3, side=side)
        v = y + np.float32(0.03) * fractal(rng, frame, 0.35, 3, side=side)
        near = np.full(shade.shape, 9.0, np.float32)
        second, leans = near.copy(), np.zeros(shade.shape, np.float32)
        for px, py in rng.random((round(count * frame.wide * frame.high), 2)):
            du, dv = u - np.float32(px * frame.wide), v - np.float32(py * frame.high)
            far = np.asarray(np.hypot(du, dv * np.float32(rng.uniform(0.6, 1.5))), np.float32)
            closer = far < near
            turn = float(rng.uniform(0, 2 * np.pi))
            # Within a facet the light grows one way: no two lie in one plane.
            lean = (du * np.float32(np.cos(turn)) + dv * np.float32(np.sin(turn))) * np.float32(
                3.2 * count**0.5
            ) + np.float32(0.35 * rng.normal())
            second = np.where(closer, near, np.minimum(second, far))
            leans, near = np.where(closer, lean, leans), np.where(closer, far, near)
        ridge = np.exp(-((second - near) / np.float32(0.005)))
        shade += np.float32(depth) * (np.clip(leans, -1.6, 1.6) + np.float32(0.7) * ridge)
    for axis in (0, 1):
        shade = np.asarray((shade + np.roll(shade, 1, axis)) / 2, np.float32)
    return np.asarray(shade * (1 - np.float32(0.45) * scene.free(x, y)), np.float32)


def _weave(strip: Strip, uneven: F32) -> F32:
    """The threads of linen, over and under each other, no two of one thickness."""
    across = strip.x * np.float32(92) + np.float32(0.12) * uneven
    down = strip.y * np.float32(92) + np.float32(0.12) * uneven
    over = np.mod(np.floor(across) + np.floor(down), 2)
    warp = np.abs(np.sin(np.pi * across))
    weft = np.abs(np.sin(np.pi * down))
    thread = over * warp + (1 - over) * weft
    return np.asarray(np.float32(0.075) * (thread - np.float32(0.6)), np.float32)
