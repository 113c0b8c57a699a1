"""Splashes of paint on a plain ground: thrown blots with fingers and drops, wet where light falls."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..paints import asked, at_lightness, hued, mix
from .scene import Scene

_SIDE = 1500


def splashes(scene: Scene) -> list[Layer]:
    """Three to five blots in the colours that are named, none where it is to be free."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    named = [c for c in map(asked, hued(scene.plan.loose or scene.plan.named)) if c is not None]
    inks = named or [p.primary, p.accent, p.second]
    ground = scene.backdrop or ((0.975, 0.0, 0.004) if not p.night else p.dark)
    layers: list[Layer] = [lambda strip: strip.fill(ground)]
    for i in range(max(3, len(inks) + 1) + round(2 * scene.plan.density)):
        tries = [
            (float(rng.uniform(0.08, 0.92)) * frame.wide, float(rng.uniform(0.1, 0.9)) * frame.high)
            for _ in range(10)
        ]
        at = min(tries, key=lambda spot: scene.free_at(*spot))
        reach = float(rng.uniform(0.1, 0.2)) * (1.25 if i < 2 else 0.8)
        layers.append(_splash(scene, at, reach, inks[i % len(inks)]))
    return layers


def _splash(scene: Scene, at: tuple[float, float], reach: float, ink: Lab) -> Layer:
    cover = _thrown(scene, at, reach)
    height = np.asarray(
        Image.fromarray((cover * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(5)),
        np.float32,
    ) / np.float32(255)
    down, across = np.gradient(height)
    lit = Field(np.asarray(np.clip(-(down + across) * np.float32(9), -1, 1), np.float32))
    mask = Field(cover)
    shadow = Field(np.roll(height, (7, 5), (0, 1)))
    pale, deep = mix(ink, (0.99, 0.0, 0.0), 0.75), at_lightness(ink, ink[0] * 0.72)

    def layer(strip: Strip) -> None:
        strip.shade(np.clip(strip.sample(shadow), 0, 1) * np.float32(0.16))
        inside = smooth(strip.sample(mask), 0.35, 0.65)
        strip.blend(inside, ink)
        light = strip.sample(lit)
        strip.blend(inside * np.clip(-light, 0, 1) * np.float32(0.5), deep)
        strip.blend(inside * smooth(light, 0.25, 0.8) * np.float32(0.7), pale)

    return layer


def _thrown(scene: Scene, at: tuple[float, float], reach: float) -> F32:
    """What a blot covers: its body, fingers that thin out, and drops that flew off."""
    frame, rng = scene.frame, scene.rng
    scale = _SIDE / frame.long
    image = Image.new("L", (round(frame.wide * scale), round(frame.high * scale)), 0)
    pen = ImageDraw.Draw(image)
    cx, cy = at[0] * scale, at[1] * scale
    size = reach * scale

    def drop(x: float, y: float, radius: float) -> None:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)

    for _ in range(9):
        turn, off = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 0.5)) * size
        drop(
            cx + off * np.cos(turn), cy + off * np.sin(turn), size * float(rng.uniform(0.25, 0.55))
        )
    for _ in range(26):
        turn = float(rng.uniform(0, 2 * np.pi))
        long = size * (0.8 + 1.3 * float(rng.random()) ** 2)
        wide = size * float(rng.uniform(0.03, 0.1))
        for k in range(40):
            t = k / 39
            off = size * 0.5 + (long - size * 0.5) * t
            drop(cx + off * np.cos(turn), cy + off * np.sin(turn), wide * (1 - 0.8 * t) + 0.6)
        drop(
            cx + long * np.cos(turn), cy + long * np.sin(turn), wide * float(rng.uniform(0.4, 0.95))
        )
    for _ in range(70):
        turn = float(rng.uniform(0, 2 * np.pi))
        off = size * (1.0 + 1.8 * float(rng.random()) ** 1.6)
        drop(
            cx + off * np.cos(turn),
            cy + off * np.sin(turn),
            size * 0.055 * float(rng.random()) ** 2.2 + 1,
        )
    soft = image.filter(ImageFilter.GaussianBlur(4))  # wet paint draws its edges round
    return np.asarray(soft, np.float32) / np.float32(255)
