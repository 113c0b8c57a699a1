"""Northern lights."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip, smooth
from ..noise import NoiseLine
from ..paints import asked, at_lightness, chroma, hue, hued, mix, ramp
from .heights import peaks
from .mirrors import still_water
from .scene import Scene, below, paint_sky
from .stars import stars

#: The sky behind lights that have a colour of their own.
_NIGHT: Lab = (0.4, -0.01, -0.09)


def _is_blue(colour: Lab) -> bool:
    """Whether a colour is one of the night sky itself."""
    return 200 < hue(colour) < 285


def aurora(scene: Scene) -> list[Layer]:
    """Curtains of light over a dark ridge, mirrored in still water; stars behind them."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    horizon = frame.high * (0.6 if scene.plan.space == "top" else 0.72)
    own = [c for c in map(asked, hued(scene.plan.named)) if c is not None and not _is_blue(c)]
    # Lights that are asked for in a colour hang in a sky that is none of it.
    air = _NIGHT if own else p.primary
    deep = at_lightness(air, 0.15, 0.6)
    night = ramp(at_lightness(air, 0.11, 0.6), deep, at_lightness(air, 0.27, 0.7))
    layers: list[Layer] = [paint_sky(night, horizon)]
    layers.append(stars(scene, 380, horizon, at_lightness(p.light, 0.97, 0.3)))
    vivid = p.vivid() if chroma(air) > 0.05 else [(0.8, -0.14, 0.06)]
    green = (0.82, -0.15, 0.07)
    lights = [green, mix(green, at_lightness(vivid[0], 0.75), 0.6), (0.62, 0.1, -0.12)]
    if own:
        tints = [at_lightness(c, 0.74, 1.4) for c in own]
        lights = [*tints, mix(tints[0], lights[2] if len(own) > 1 else green, 0.2)]
    for i in range(3 + round(2 * scene.plan.density)):
        tint = lights[i % len(lights)]
        layers.append(_curtain(scene, horizon, tint, 1.2 if i == 0 else 0.8))
    ridge = NoiseLine(rng, frame.wide, 0.5, 5, gain=0.5, ridged=True)
    shade = at_lightness(air, 0.07, 0.4)
    if "snowy" in scene.plan.motifs:
        shade = (0.62, -0.03, -0.015)  # snow in the light of the sky

    def land(strip: Strip) -> None:
        edge = np.float32(horizon) - np.float32(0.03) - np.float32(0.07) * ridge.at(strip.x)
        strip.blend(below(strip, np.minimum(edge, np.float32(horizon))), shade)

    if "mountains" in scene.plan.motifs:
        haze = mix(at_lightness(air, 0.27, 0.7), green, 0.1)
        tall = 0.24 if frame.high < 1.4 * frame.wide else 0.32
        layers.append(peaks(scene, horizon - 0.32 * tall, 0.8 * tall, haze, far=0.2))
        layers.append(peaks(scene, horizon - 0.18 * tall, tall, haze, far=0.0))
    else:
        layers.append(land)
    layers.append(still_water(scene, horizon, layers.copy(), mix(shade, deep, 0.6)))
    return layers


def _curtain(scene: Scene, horizon: float, tint: Lab, power: float) -> Layer:
    """One folded curtain: bright along its foot, fading upwards in fine rays."""
    frame, rng = scene.frame, scene.rng
    foot = NoiseLine(rng, frame.wide, 0.7, 3, gain=0.4)
    rays = NoiseLine(rng, frame.wide, 0.07, 3, gain=0.5)
    strength = NoiseLine(rng, frame.wide, 0.5, 2)
    base = horizon * float(rng.uniform(0.5, 0.82))
    tall = horizon * float(rng.uniform(0.35, 0.62))

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > horizon:
            return
        low = np.float32(base) + np.float32(0.09) * foot.at(strip.x)
        above = low - strip.y
        reach = np.float32(tall) * (1 + np.float32(0.25) * rays.at(strip.x))
        rise = np.exp(-np.maximum(above, 0) / (reach * np.float32(0.42)))
        foot_edge = smooth(above, -0.075, 0.05)
        fold = np.clip(0.8 + 0.18 * rays.at(strip.x), 0.35, 1.2)
        near = np.clip(0.55 + 0.45 * strength.at(strip.x), 0.05, 1.15)
        free = 1 - np.float32(0.75) * scene.free(strip.x, strip.y)
        amount = np.clip(rise * foot_edge * fold * near * np.float32(power) * free, 0, 0.92)
        strip.glow(np.asarray(amount, np.float32), tint)
        strip.blend(np.asarray(amount * np.float32(0.35), np.float32), tint)

    return layer
