"""Cut-outs that end in a straight line in the middle of a banner, since their photo ends there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from brandstudio.models.designs import ImageLayer
from brandstudio.render import pictures
from brandstudio.render.geometry import Canvas
from brandstudio.render.proof.tried import Tried

#: From this share of a side on a subject is seen to be cut; less is where a curve touches it.
_STRAIGHT: Final = 0.12
#: A side so near to the banner's own edge ends with it (px).
_AT_EDGE: Final = 1.5


def straight_edges(tried: Tried) -> Iterator[str]:
    """What is to be said of each cut-out with a straight edge inside the banner."""
    setting = tried.draft.setting
    slots = {
        photo.sha256: name.removesuffix("/cutout")
        for name, photo in setting.brief.pictures
        if name.endswith("/cutout")
    }
    for layer in tried.draft.layers:
        if not isinstance(layer, ImageLayer) or layer.asset.sha256 not in slots:
            continue
        inside = _inside(layer, setting.canvas)
        solid = np.asarray(pictures.image(layer, setting.assets))[..., 3] > 128
        lines = {"left": solid[:, 0], "right": solid[:, -1], "top": solid[0], "bottom": solid[-1]}
        sides = [side for side in inside if float(lines[side].mean()) >= _STRAIGHT]
        if sides:
            yield (
                f"The subject of {slots[layer.asset.sha256]!r} ends in a straight line at "
                f"its {' and '.join(sides)}, where its photo ends; a frame that reaches the "
                "banner's edge there, or a photo that shows more of it, hides that."
            )


def _inside(layer: ImageLayer, canvas: Canvas) -> list[str]:
    """The sides of a picture that lie inside the banner."""
    x, y, width, height = layer.box
    room = {
        "left": x,
        "right": canvas.width - x - width,
        "top": y,
        "bottom": canvas.height - y - height,
    }
    return [side for side, gap in room.items() if gap > _AT_EDGE]
