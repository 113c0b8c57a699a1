"""The clouds of a sky by its hour: heaps where they are asked for, else thin ones along the horizon."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Layer, Strip, smooth
from ..noise import fractal
from ..paints import Ramp, asked, at_lightness, chroma, mix
from .cloudbodies import Clouds, cloud_grid, clouds_over
from .scene import LOW_AIR, Scene, is_night, nothing, of_the_air, warm_of


def lit_clouds(
    scene: Scene, colours: Ramp, down_to: float, sun: tuple[float, float], free: float
) -> Layer:
    """Heaps of clouds in the light of the hour, thin where it is kept free."""
    p, time = scene.paints, scene.plan.time
    tinted = scene.coloured and not of_the_air(scene)
    if is_night(scene):
        bright, under = colours.one(0.95), at_lightness(colours.one(0.2), 0.15, 0.7)
        free = free + 0.55
    elif time in ("dusk", "dawn"):
        glow = p.warm if tinted else warm_of(p.warm, LOW_AIR)
        bright = mix(at_lightness(glow, 0.9, 0.9), colours.one(0.8), 0.35)
        under = mix(at_lightness(colours.one(0.25), 0.42 if time == "dusk" else 0.66), bright, 0.12)
    else:
        bright = (0.985, 0.0, 0.004) if not tinted else mix(p.light, (0.985, 0.0, 0.0), 0.5)
        under = mix(at_lightness(colours.one(0.1), 0.74, 0.42), (0.74, 0.0, -0.006), 0.4)
    own = asked(scene.plan.own("clouds"))
    if own is not None and scene.plan.own("clouds") != "white" and not is_night(scene):
        grey = chroma(own) < 0.03
        bright = mix(bright, at_lightness(own, 0.78 if grey else 0.9, 0.75), 0.85)
        under = mix(under, at_lightness(own, 0.55 if grey else 0.68, 0.75), 0.7)
    clouds = Clouds(down_to, free, sun, bright, under, 0.7 if is_night(scene) else 0.97)
    calm = scene.free(*cloud_grid(scene.frame))
    return clouds_over(scene.rng, scene.frame, clouds, calm)


def veil(scene: Scene, colours: Ramp, down_to: float, amount: float) -> Layer:
    """Thin clouds drawn out along the horizon, lit from below."""
    if not scene.shows("clouds"):
        return nothing
    p, rng, frame = scene.paints, scene.rng, scene.frame
    storm = "storm" in scene.plan.motifs
    if "clouds" in scene.plan.motifs and not storm and not is_night(scene):
        at = (scene.aside() * frame.wide, 0.4 * down_to)
        return lit_clouds(scene, colours, down_to, at, 0.55)
    noise = fractal(rng, frame, 0.16, 5, stretch=4.5) + 0.6 * fractal(
        rng, frame, 0.5, 2, stretch=2.5
    )
    cloud = Field(noise.astype(np.float32))
    tint = (
        mix(colours.one(0.95), p.light, 0.45)
        if not is_night(scene)
        else mix(colours.one(1.0), colours.one(0.4), 0.4)
    )
    if storm:
        tint, amount = at_lightness(colours.one(0.0), 0.24, 0.8), 0.95

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > down_to:
            return
        t = np.clip(strip.y / np.float32(down_to), 0, 1)
        value = strip.sample(cloud)
        cover = (
            smooth(value, -0.6 if storm else 0.25, 2.3)
            * np.float32(amount)
            * ((1 - np.float32(0.55) * t) if storm else (np.float32(0.25) + np.float32(0.75) * t))
        )
        strip.blend(cover * (1 - np.float32(0.5) * scene.free(strip.x, strip.y)), tint)

    return layer
