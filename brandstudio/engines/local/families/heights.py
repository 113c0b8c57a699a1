"""High mountains under snow: sharp ridges with a lit and a shaded side."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal
from ..paints import at_lightness, mix
from .land import sun_at
from .scene import Scene, below, is_night, light, paint_sky, sky
from .stars import stars
from .veils import veil


def peaks(scene: Scene, foot: float, tall: float, haze: Lab, *, far: float = 0.25) -> Layer:
    """A chain of peaks ``tall`` units above ``foot``, snow on their flanks and haze at their feet;
    ``far`` is how much of the air's colour lies over them.
    """
    rng, frame = scene.rng, scene.frame
    dark = is_night(scene)
    ridge = NoiseLine(rng, frame.wide, 0.62, 7, gain=0.47, ridged=True)
    flank = NoiseLine(rng, 4 * frame.wide, 0.2, 6, gain=0.55)
    rough = Field(fractal(rng, frame, 0.09, 5, gain=0.6, side=900))
    white: Lab = (0.66, -0.01, -0.042) if dark else (0.972, -0.002, 0.002)
    blue = at_lightness(scene.paints.primary, 0.36 if dark else 0.7, 0.55)
    rock = at_lightness(scene.paints.primary, 0.2 if dark else 0.42, 0.35)
    white, blue, rock = (mix(c, haze, far) for c in (white, blue, rock))
    side = np.float32(1 if scene.rng.random() < 0.5 else -1)
    if scene.plan.light is not None:
        side = np.float32(1 if scene.plan.light == "left" else -1)

    def layer(strip: Strip) -> None:
        edge = np.float32(foot) - np.float32(tall) * (
            np.float32(0.42) + np.float32(0.5) * ridge.at(strip.x)
        )
        if strip.y[-1, 0] < float(edge.min()) - 2 * strip.px or strip.y[0, 0] > foot + 0.3:
            return
        depth = np.maximum(strip.y - edge, 0)
        chance = strip.sample(rough)
        # Spurs run down from the ridge on a slant, each with a lit and a shaded side.
        run = (
            strip.x
            + side * depth * np.float32(0.75)
            + np.float32(0.012) * chance
            + 1.5 * frame.wide
        )
        step = np.float32(0.006)
        slope = (flank.at(run + step) - flank.at(run - step)) / (2 * step)
        own = (ridge.at(strip.x + step) - ridge.at(strip.x - step)) / (2 * step)
        facing = side * (
            np.float32(0.11) * slope + np.float32(0.16) * own * np.exp(-depth / np.float32(0.09))
        )
        lit = smooth(np.asarray(facing + np.float32(0.2) * chance, np.float32), -0.5, 0.7)
        bare = smooth(
            np.asarray(
                depth / np.float32(tall) + np.float32(0.2) * chance - np.float32(0.25) * lit,
                np.float32,
            ),
            0.32,
            0.85,
        ) * np.float32(0.75)
        mist = smooth(
            np.asarray((strip.y - np.float32(foot)) / np.float32(tall), np.float32), -0.65, 0.05
        )
        planes = []
        for w, b, r, h in zip(white, blue, rock, haze, strict=True):
            value = np.float32(b) + lit * np.float32(w - b)
            value = value + bare * (
                np.float32(r) + np.float32(0.35) * (value - np.float32(r)) - value
            )
            planes.append(value + np.float32(0.8) * mist * (np.float32(h) - value))
        strip.blend(below(strip, edge), (planes[0], planes[1], planes[2]))

    return layer


def alpine(scene: Scene, foot: float | None = None) -> list[Layer]:
    """A sky, and two chains of snowy peaks one behind the other that stand on the line ``foot``."""
    frame = scene.frame
    horizon = (
        foot - 0.06
        if foot is not None
        else frame.high * {"top": 0.74, "bottom": 0.6}.get(scene.plan.space or "", 0.68)
    )
    colours = sky(scene)
    layers: list[Layer] = [paint_sky(colours, horizon * 1.05)]
    if is_night(scene):
        layers.append(
            stars(scene, 700, horizon * 0.95, at_lightness(scene.paints.light, 0.97, 0.3))
        )
    if not {"stars"} & scene.plan.motifs or {"moon", "full_moon"} & scene.plan.motifs:
        layers.append(light(scene, *sun_at(scene, horizon, 0.4, 0.2), radius=0.055))
    layers.append(veil(scene, colours, horizon, 0.35))
    haze = colours.one(0.95)
    low = 0.6 if scene.plan.space == "top" else 1.0
    return [
        *layers,
        peaks(scene, horizon, 0.3 * low, haze, far=0.5),
        peaks(scene, horizon + 0.1, 0.42 * low, haze, far=0.12),
    ]
