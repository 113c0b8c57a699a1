"""The room that people have at the sides of a frame: a border right beside a face cuts shoulders and the look."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.render.geometry import Rect
from brandstudio.render.layout.attention import Attention

F64 = NDArray[np.float64]

#: The room beside a face and beside a head without one, of its width.
_FACE, _HEAD = 0.7, 1.2
#: Whose face is smaller than this part of the largest is not missed at the border.
_BACK: Final = 0.3


def jammed(attention: Attention, boxes: F64) -> F64:
    """How near the faces and heads in each crop are to its borders at their sides: 1 for a large one that
    touches one; nothing where the photo itself has no room there.
    """
    total = np.zeros(len(boxes))
    everybody = [(face, _FACE) for face in attention.faces]
    if attention.heads:
        everybody += [(head, _HEAD) for head in attention.tops]
    largest = max((box.area for box, _ in everybody), default=1.0)
    for box, part in everybody:
        size = box.area / largest
        if size > _BACK:
            total += size**0.5 * _near(box, attention.width, boxes, part * box.width)
    return np.asarray(total)


def _near(box: Rect, width: float, boxes: F64, room: float) -> F64:
    x, y, w, h = boxes.T
    middle_x, middle_y = box.centre
    inside = (middle_x > x) & (middle_x < x + w) & (middle_y > y) & (middle_y < y + h)
    sides = ((box.x - x, box.x), (x + w - box.right, width - box.right))
    near = np.zeros(len(boxes))
    for gap, has in sides:
        most = min(max(has, 1.0), room)
        near += np.clip(1 - gap / most, 0, 1) * (most / room)
    return np.asarray(near * inside)
