"""Straight gradients: one from each colour that is named to the next, and a picture that grows dark
or light towards a side.
"""

from __future__ import annotations

import numpy as np

from brandstudio.language.scene_sides import Tone

from ..canvas import F32, Lab, Layer, Strip, smooth
from ..paints import asked, ramp
from .scene import Scene

_DARKER, _LIGHTER = 0.42, 0.5
_PAPER: Lab = (0.985, 0.0, 0.002)


def ramped(scene: Scene) -> list[Layer] | None:
    """From the colour that is named first to the last, downwards, across or aslant as the prompt says;
    None where it asks for no such gradient.
    """
    motifs = scene.plan.motifs
    inks = [c for c in map(asked, scene.plan.named) if c is not None]
    if len(inks) < 2 or not motifs & {"ramped", "across", "diagonal"}:
        return None
    inks = [
        _PAPER if name == "white" else c for name, c in zip(scene.plan.named, inks, strict=False)
    ]
    if scene.plan.toned is not None:
        inks = _dark_end(inks, *scene.plan.toned)
    colours, frame = ramp(*inks), scene.frame

    def layer(strip: Strip) -> None:
        u, v = strip.x / np.float32(frame.wide), strip.y / np.float32(frame.high)
        along = v + 0 * u
        if "across" in motifs:
            along = u + 0 * v
        elif "diagonal" in motifs:
            along = (u + v) / 2
        strip.fill(colours(smooth(np.asarray(along, np.float32), 0.02, 0.98)))

    return [layer]


def _dark_end(inks: list[Lab], side: str, tone: Tone) -> list[Lab]:
    """The colours turned round where their dark end is to lie on another side."""
    falls = inks[0][0] > inks[-1][0]
    return inks if falls == ((side in ("bottom", "right")) == (tone == "darker")) else inks[::-1]


def towards(scene: Scene, side: str, tone: Tone) -> Layer:
    """A picture grows darker or lighter towards a side."""
    frame = scene.frame

    def layer(strip: Strip) -> None:
        u, v = strip.x / np.float32(frame.wide), strip.y / np.float32(frame.high)
        far = {"left": 1 - u, "right": u, "top": 1 - v, "bottom": v}[side] + 0 * u + 0 * v
        cover: F32 = smooth(np.asarray(far, np.float32), 0.35, 1.0)
        if tone == "darker":
            strip.shade(np.asarray(np.float32(_DARKER) * cover))
        else:
            strip.blend(np.asarray(np.float32(_LIGHTER) * cover), _PAPER)

    return layer
