"""Straight and round gradients: one from each colour that is named to the next, and a picture that grows
dark or light towards a side.
"""

from __future__ import annotations

import numpy as np

from brandstudio.language.scene_sides import Tone

from ..canvas import F32, Lab, Layer, Strip, smooth
from ..paints import asked, at_lightness, mix, ramp
from .scene import Scene

_DARKER, _LIGHTER = 0.42, 0.5
_PAPER: Lab = (0.985, 0.0, 0.002)


def ramped(scene: Scene, *, anyway: bool = False) -> list[Layer] | None:
    """From the colour that is named first to the last, downwards, across, aslant or from the middle
    outwards as the prompt says; None where it asks for no such gradient, but for one of any kind
    (``anyway``).
    """
    motifs = scene.plan.motifs
    found = [(name, asked(name)) for name in scene.plan.named]
    inks = [_PAPER if name == "white" else c for name, c in found if c is not None]
    if "round" in motifs and len(inks) < 2:
        inks = _lit_in_the_middle(scene, inks)
    straight = anyway or motifs & {"ramped", "across", "diagonal", "round"}
    if len(inks) < 2 or not straight:
        return None
    if scene.plan.toned is not None:
        inks = _dark_end(inks, *scene.plan.toned)
    colours, frame = ramp(*inks), scene.frame
    cx, cy = _middle(scene.plan.space)

    def layer(strip: Strip) -> None:
        u, v = strip.x / np.float32(frame.wide), strip.y / np.float32(frame.high)
        along = v + 0 * u
        if "round" in motifs:
            reach = np.float32(0.5 * np.hypot(frame.wide, frame.high))
            away = np.hypot(
                strip.x - np.float32(cx * frame.wide), strip.y - np.float32(cy * frame.high)
            )
            along = away / reach
        elif "across" in motifs:
            along = u + 0 * v
        elif "diagonal" in motifs:
            along = (u + v) / 2
        strip.fill(colours(smooth(np.asarray(along, np.float32), 0.02, 0.98)))

    return [layer]


def _lit_in_the_middle(scene: Scene, inks: list[Lab]) -> list[Lab]:
    """A light that falls off from the middle, in the one colour that is named or the picture's own."""
    edge = inks[0] if inks else scene.paints.primary
    if scene.plan.dark is True:
        return [edge, at_lightness(edge, 0.24, 0.6)]
    return [mix(edge, _PAPER, 0.62), edge]


def _middle(space: str | None) -> tuple[float, float]:
    """Where a round gradient begins: off the side that is to stay free, as shares of the frame."""
    return {
        "left": (0.68, 0.5),
        "right": (0.32, 0.5),
        "top": (0.5, 0.68),
        "bottom": (0.5, 0.32),
    }.get(space or "", (0.5, 0.5))


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
