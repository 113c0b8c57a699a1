"""Where a subject is to stand: what the eye goes to, the middle of what is left free for it, and whether
its photo stands beside words or above them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.attention import Attention

#: A photo so much higher than wide is a tall one.
_TALL: Final = 1.1
#: One no lower than this (of its width) may be one, too, where a face takes so much of its height.
_NEARLY, _CLOSE = 0.8, 0.45
#: Of a photo that is one half of a phone's screen an app's controls lie over so much: of its head above a field of
#: words, of its foot below one.
_HEAD, _FOOT = 0.28, 0.39


def stands_beside(photo: Photo | None, attention: Attention | None) -> bool:
    """True of a photo that may stand beside words on a square: one that is taller than wide, or not much
    wider and of one large face, of which a frame across the banner would show too little.
    """
    if photo is None:
        return False
    if photo.height > _TALL * photo.width:
        return True
    faces = () if attention is None else attention.faces
    close = any(face.height > _CLOSE * photo.height for face in faces)
    return close and photo.height > _NEARLY * photo.width


def heart(attention: Attention) -> tuple[float, float] | None:
    """What the eye goes to: the middle of the faces, else the subject's centre of mass."""
    if attention.faces:
        weights = [f.area for f in attention.faces]
        whole = max(sum(weights), 1e-9)
        return (
            sum(f.centre[0] * a for f, a in zip(attention.faces, weights, strict=True)) / whole,
            sum(f.centre[1] * a for f, a in zip(attention.faces, weights, strict=True)) / whole,
        )
    if attention.subject is not None:
        return attention.subject.centre
    return None


def clear_centre(frame: Rect, covers: Sequence[Rect]) -> tuple[float, float]:
    """The middle of the largest part of the frame that nothing lies over, in fractions of the
    frame.
    """
    if not covers:
        return 0.5, 0.46
    x0, y0 = min(c.x for c in covers), min(c.y for c in covers)
    x1, y1 = max(c.right for c in covers), max(c.bottom for c in covers)
    free = {
        "left": (x0 - frame.x) * frame.height,
        "right": (frame.right - x1) * frame.height,
        "top": (y0 - frame.y) * frame.width,
        "bottom": (frame.bottom - y1) * frame.width,
    }
    side = max(free, key=free.__getitem__)
    middle = {
        "left": ((x0 - frame.x) / 2 / frame.width, 0.48),
        "right": (((x1 + frame.right) / 2 - frame.x) / frame.width, 0.48),
        "top": (0.5, (y0 - frame.y) / 2 / frame.height),
        "bottom": (0.5, ((y1 + frame.bottom) / 2 - frame.y) / frame.height),
    }
    return middle[side]


def goes_above(attention: Attention | None, canvas: Canvas) -> bool:
    """True of a photo for a phone's screen of somebody on whose face the field for an answer would lie, at its foot, and
    the account's name at its head would not: any other is below its words, as the bare foot of a field is larger than
    its bare head.
    """
    if not canvas.controls.bottom or attention is None or not attention.faces:
        return False
    faces = [face.centre[1] / attention.height for face in attention.faces]
    return max(faces) > 1 - _FOOT and min(faces) > _HEAD
