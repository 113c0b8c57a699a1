"""A still lake among mountains that are mirrored in it."""

from __future__ import annotations

import numpy as np

from ..canvas import Layer, Strip
from ..paints import at_lightness, mix
from .land import hills
from .mirrors import still_water
from .scene import Scene, is_night, sky


def lake(scene: Scene) -> list[Layer]:
    """Mountains and their sky, mirrored in a lake that fills the foot of the picture."""
    frame = scene.frame
    shore = frame.high * {"top": 0.72, "bottom": 0.56}.get(scene.plan.space or "", 0.64)
    above = hills(scene)
    tint = at_lightness(scene.own("sea", scene.paints.primary), 0.2 if is_night(scene) else 0.45)
    if scene.plan.own("sea"):
        tint = at_lightness(tint, 0.3 if is_night(scene) else 0.62)
    water = still_water(scene, shore, above, mix(tint, sky(scene).one(0.5), 0.4))
    line = mix(sky(scene).one(1.0), tint, 0.2)

    def rim(strip: Strip) -> None:
        away = np.abs(strip.y - np.float32(shore)) / np.float32(0.0028)
        strip.blend(np.asarray(np.exp(-away * away) * 0.55 + 0 * strip.x, np.float32), line)

    return [*above, water, rim]
