"""Air between words, or a card with them, and what they stand beside: a photo moved a little in its frame, so
that no line, no button and no card touches the outline of its subject.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.render.geometry import Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop import Crop, costs, judged

F64 = NDArray[np.float64]

#: The air that there is to be, of the frame's shorter side: half of it is spines, leaves and hair that a mask lacks.
_AIR: Final = 0.045
#: How far the photo is moved for it at most, of the crop's sides, and in how many steps.
_MOVED: Final = 0.09
_STEPS: Final = 9
#: What it costs that all of the ring of air round words is on the subject; and a ring of which less than this
#: is needs nothing.
_TOUCHED: Final = 9.0
_CLEAR: Final = 0.006
#: Words that lie on more of the subject than this, or of which more lies on it, stand on it and not beside it.
_ON: Final = 0.03
#: The same of a card, for which the photo may be moved farther.
_UNDER_CARD, _FARTHER = 0.08, 0.16
#: So much less of the subject may be seen then, and so much more be sliced.
_UNSEEN, _SLICED = 0.01, 0.05
#: So much more a crop may cost for it.
_MOST: Final = 0.35


def aired(option: Arrangement, crop: Crop, attention: Attention) -> Crop:
    """The crop moved so that words have air; as it is where they have, or where no such crop is nearly as good."""
    rule = option.layout.ground
    card = rule is not None and rule.hug
    if not attention.sure or not option.hard_on_photo:
        return crop
    if attention.focal is not None or (option.ground is not None and not card):
        return crop
    if max(crop.covered, crop.occlusion) > (_UNDER_CARD if card else _ON):
        return crop
    frame = option.photo
    air = _AIR * min(frame.width, frame.height)
    covers = [box.common(frame) for box in option.hard if box.common(frame).area > 0]
    one = np.array([tuple(crop.box)])
    touched = _near(attention, frame, covers, air, one)[0]
    if touched < _CLEAR:
        return crop
    boxes = _moved(crop.box, attention, _FARTHER if card else _MOVED)
    near = _near(attention, frame, covers, air, boxes)
    own = costs(attention, frame, covers, boxes)
    at = int(np.argmin(own + _TOUCHED * near))
    if own[at] > costs(attention, frame, covers, one)[0] + _MOST or near[at] >= touched:
        return crop
    made = judged(attention, frame, covers, Rect(*(float(v) for v in boxes[at])))
    return made if _as_whole(made, crop) else crop


def _as_whole(made: Crop, crop: Crop) -> bool:
    """True of a crop that cuts nothing which the other shows."""
    kept = made.visible >= crop.visible - _UNSEEN and made.sliced <= crop.sliced + _SLICED
    heads = made.head_lost <= crop.head_lost + _UNSEEN and made.faces_lost <= crop.faces_lost
    return kept and heads


def _moved(box: Rect, attention: Attention, part: float) -> F64:
    """The crop and those round it that leave the photo no farther than it does."""
    x, y = (np.linspace(-part, part, _STEPS) * side for side in (box.width, box.height))
    low_x, high_x = min(0.0, box.x), max(attention.width - box.width, box.x)
    low_y, high_y = min(0.0, box.y), max(attention.height - box.height, box.y)
    grid_y, grid_x = np.meshgrid(
        np.clip(box.y + y, low_y, high_y), np.clip(box.x + x, low_x, high_x), indexing="ij"
    )
    size = (np.full(grid_x.size, box.width), np.full(grid_x.size, box.height))
    return np.stack((grid_x.ravel(), grid_y.ravel(), *size), axis=1)


def _near(attention: Attention, frame: Rect, covers: list[Rect], air: float, boxes: F64) -> F64:
    """How much of the air round those words that have least the subject takes, in each crop."""
    scale = boxes[:, 2] / frame.width
    most = np.zeros(len(boxes))
    for cover in covers:
        outer = cover.inset(-air)
        mass = _mass(attention, frame, outer, boxes, scale)
        most = np.maximum(most, mass / (outer.area - cover.area))
    return most


def _mass(attention: Attention, frame: Rect, part: Rect, boxes: F64, scale: F64) -> F64:
    """How much of the subject lies in a part of the frame, in the banner's px."""
    x = boxes[:, 0] + (part.x - frame.x) * scale
    y = boxes[:, 1] + (part.y - frame.y) * scale
    mass = attention.sums(x, y, x + part.width * scale, y + part.height * scale)
    return np.asarray(mass * attention.cell / scale**2)
