"""Paper, cut and laid in sheets with soft shadows."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

from ..canvas import Field, Lab, Layer, Strip, circle
from ..noise import fractal, grid
from ..paints import at_lightness, chroma, mix
from .scene import Scene


def papercut(scene: Scene) -> list[Layer]:
    """Sheets of paper, each with an opening cut into it, one over the other, every edge casting a
    soft shadow.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    side = 512
    x, y = grid(frame, side)
    cx, cy = scene.aside(0.35, 0.65) * frame.wide, float(rng.uniform(0.4, 0.62)) * frame.high
    cy = {"top": 0.78, "bottom": 0.22}.get(scene.plan.space or "", cy / frame.high) * frame.high
    count = 5 + round(3 * scene.plan.density)
    wobble = fractal(rng, frame, 0.55, 2, gain=0.35, side=side)
    far = np.hypot((x - np.float32(cx)) * np.float32(0.85), y - np.float32(cy))
    if p.night:
        colours = _sheets(
            count, [p.warm, p.accent, p.primary, mix(p.primary, p.dark, 0.55), p.dark]
        )
    else:
        colours = _sheets(
            count, [mix(p.primary, p.dark, 0.6), p.primary, p.accent, p.second, p.light]
        )
    deepest = colours[0]
    layers: list[Layer] = [lambda s: s.fill(deepest)]
    if p.night or chroma(p.accent) > 0.06:
        sun = at_lightness(p.warm, 0.93)
        layers.append(lambda s: s.blend(s.edge(circle(s.x, s.y, cx, cy, 0.075)), sun))
    for i in range(1, count + 1):
        t = i / count
        own = fractal(rng, frame, 0.42, 2, gain=0.35, side=side)
        reach = 0.13 + 0.62 * t**1.12 * min(1.35, frame.long) * 0.85
        shape = (far + 0.075 * wobble + (0.035 + 0.02 * t) * own - reach).astype(np.float32)
        down, across = np.gradient(shape)
        steep = np.hypot(down * shape.shape[0] / frame.high, across * shape.shape[1] / frame.wide)
        distance = Field((shape / np.maximum(steep, 0.35)).astype(np.float32))
        sheet = Image.fromarray(((shape > 0) * 255).astype(np.uint8))
        grain = side / frame.long
        soft = sheet.filter(ImageFilter.GaussianBlur(0.016 * grain))
        # Light from the top left: every sheet's shadow falls down and to the right.
        dx, dy = round(0.009 * grain), round(0.017 * grain)
        moved = np.pad(np.asarray(soft, dtype=np.float32) / 255, ((dy, 0), (dx, 0)), mode="edge")
        shadow = Field(np.ascontiguousarray(moved[: soft.height, : soft.width]))
        colour = colours[i]
        edge_light = mix(colour, p.light, 0.35)

        def layer(
            strip: Strip,
            distance: Field = distance,
            shadow: Field = shadow,
            colour: Lab = colour,
            edge_light: Lab = edge_light,
        ) -> None:
            strip.shade(np.clip(strip.sample(shadow), 0, 1) * np.float32(0.42))
            away = -strip.sample(distance)
            cover = strip.edge(away)
            strip.blend(cover, colour)
            # The cut edge of the paper catches the light for a hair's breadth.
            rim = cover * np.clip(1 + away / np.float32(0.0035), 0, 1)
            strip.blend(rim * np.float32(0.5), edge_light)

        layers.append(layer)
    fibre = Field(fractal(rng, frame, 0.02, 3, side=900))

    def paper(strip: Strip) -> None:
        strip.lab[0] += np.float32(0.0045) * strip.sample(fibre)

    layers.append(paper)
    return layers


def _sheets(count: int, key: list[Lab]) -> list[Lab]:
    """One colour for each sheet, the deepest first: the key colours themselves, with steps towards
    the next between.

    A step goes a third of the way only, so that unlike hues meet as two papers and never as the
    grey between them.
    """
    out: list[Lab] = []
    for i in range(count + 1):
        at = i / count * (len(key) - 1)
        first = min(len(key) - 2, int(at))
        part = at - first
        out.append(key[first + 1] if part > 0.75 else mix(key[first], key[first + 1], 0.33 * part))
    return out
