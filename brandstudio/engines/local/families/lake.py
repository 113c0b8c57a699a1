"""A still lake among hills or mountains that are mirrored in it, or under ice."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal
from ..paints import at_lightness, mix
from .heights import alpine
from .land import hills
from .mirrors import still_water
from .scene import Scene, is_night, sky
from .shores import wooded
from .softfocus import Pen, SoftFocus


def lake(scene: Scene) -> list[Layer]:
    """Hills or mountains, the trees of the season on the banks, and all of it mirrored in a lake
    that fills the foot of the picture; ice in a frozen one.
    """
    frame, motifs = scene.frame, scene.plan.motifs
    shore = frame.high * {"top": 0.72, "bottom": 0.56}.get(scene.plan.space or "", 0.64)
    cold = bool({"snowy", "frozen"} & motifs) or scene.plan.mood == "winter"
    above = alpine(scene, shore) if cold else hills(scene)
    if scene.shows("trees"):
        above = [*above, *wooded(scene, shore)]
    tint = at_lightness(scene.own("sea", scene.paints.primary), 0.2 if is_night(scene) else 0.45)
    if scene.plan.own("sea"):
        tint = at_lightness(tint, 0.3 if is_night(scene) else 0.62)
    water = still_water(scene, shore, above, mix(tint, sky(scene).one(0.5), 0.4))
    line = mix(sky(scene).one(1.0), tint, 0.2)

    def rim(strip: Strip) -> None:
        away = np.abs(strip.y - np.float32(shore)) / np.float32(0.0028)
        strip.blend(np.asarray(np.exp(-away * away) * 0.55 + 0 * strip.x, np.float32), line)

    layers = [*above, water, rim]
    if cold and ("frozen" in motifs or "snowy" in motifs):
        layers += _ice(scene, shore, frozen="frozen" in motifs)
    if "reeds" in motifs:
        layers.append(_reeds(scene, cold=cold))
    return layers


def _ice(scene: Scene, shore: float, *, frozen: bool) -> list[Layer]:
    """Snow on the banks, and where the lake is frozen ice that mirrors little, with drifts of snow."""
    frame, rng = scene.frame, scene.rng
    drifts = Field(fractal(rng, frame, 0.3, 5, stretch=6.0))
    bank = NoiseLine(rng, frame.wide, 0.5, 4)
    dark = is_night(scene)
    white: Lab = (0.6, -0.01, -0.04) if dark else (0.965, -0.003, -0.006)
    ice = mix(at_lightness(scene.paints.primary, 0.42 if dark else 0.8, 0.5), white, 0.25)

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < shore - 0.02:
            return
        down = np.clip((strip.y - np.float32(shore)) / np.float32(frame.high - shore), 0, 1)
        if frozen:
            on = np.clip((strip.y - np.float32(shore)) * strip.unit + 0.5, 0, 1)
            strip.blend(np.asarray(on * np.float32(0.62) + 0 * strip.x, np.float32), ice)
            lying = smooth(strip.sample(drifts) + np.float32(0.3) * down, 0.25, 0.9)
            strip.blend(np.asarray(on * lying * np.float32(0.8), np.float32), white)
        edge = np.float32(0.012) + np.float32(0.008) * bank.at(strip.x)
        off = np.abs(strip.y - np.float32(shore)) / np.maximum(edge, np.float32(0.003))
        strip.blend(smooth(np.asarray(off, np.float32), 1.1, 0.75), white)

    return [layer]


def _reeds(scene: Scene, *, cold: bool) -> Layer:
    """Reeds at one side of the water in front, bent by the wind."""
    frame, rng = scene.frame, scene.rng
    left = scene.plan.space == "right" or (scene.plan.space != "left" and rng.random() < 0.5)
    lines = []
    for _ in range(120):
        off = float(rng.random()) ** 1.6 * 0.4 * frame.wide
        x, y = off if left else frame.wide - off, frame.high * (1.03 - 0.02 * float(rng.random()))
        tall = frame.high * float(rng.uniform(0.16, 0.42)) * (1 - off / (0.62 * frame.wide))
        lean = float(rng.normal(0.03, 0.05))
        stalk = [(x + lean * (k / 8) ** 2, y - tall * k / 8) for k in range(9)]
        lines.append((stalk, rng.random() < 0.35))

    def draw(pen: Pen) -> None:
        for stalk, plume in lines:
            pen.line(stalk, 0.0032)
            if plume:
                pen.line(stalk[-2:], 0.011)

    cover = Field(SoftFocus(scene, 1500).mask(draw))
    tone: Lab = (0.52, 0.02, 0.06) if cold else (0.4, -0.02, 0.065)
    tone = at_lightness(tone, 0.14, 0.5) if is_night(scene) else tone

    def layer(strip: Strip) -> None:
        strip.blend(np.clip(strip.sample(cover), 0, 1) * np.float32(0.95), tone)

    return layer
