"""Whether a subject's outline is sure enough to change a picture along it.

The network says how sure it is of each place: where much is neither subject nor background, a cut
would go through things. And where it finds a person, the body goes on below the face: shoulders on
both sides, down to where it leaves the picture or stands on its feet. The bounds are from 140
photographs that were looked at one by one (58 of them with faces): most good outlines have 0.1 of
doubtful places at most where a face is seen (a few that are fine have up to 0.14), ones that lost an
arm, a leg or a shoulder mostly more than 0.12; somebody who stands ends 8 faces below the chin.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

from brandstudio.engines.protocols import Box
from brandstudio.pixels import masks

from .canvas import F32

_SIDE = 320
#: Between these a place is neither; so many pixels of `_SIDE` across, it is more than an edge.
_NEITHER, _THICK = (0.15, 0.85), 9
#: The most of such places, as a share of the subject, with a face and without.
_MOST_OF_A_PERSON, _MOST = 0.12, 0.6
#: A second thing of so much of the largest one is another subject.
_SECOND = 0.25
#: Faces of so much of the picture's height, and of so much of the largest one's, are of the subject.
_LEAST_FACE, _AS_LARGE = 0.06, 0.7
#: How much of a face, of the chest below it and of each shoulder must lie in the outline.
_FACE, _CHEST, _SHOULDER = 0.7, 0.6, 0.55
#: In heights of a face: above the picture's lower edge a body may end so far, and where it ends
#: deeper than this below the chin it stands on its feet.
_ABOVE_THE_EDGE, _STANDS = 0.35, 7.0
#: Where a picture ends so many heights of a face below the chin it shows the beginning of the shoulders, and
#: what is seen of somebody is at least as wide as the face.
_NECK, _SHOULDERS = 0.15, 0.7


def is_doubtful(coarse: F32, faces: tuple[Box, ...], width: int, height: int) -> bool:
    """Whether a part of the subject may be missing from a mask, by itself and by the faces that were
    seen on a picture of that size.
    """
    mask = masks.resize(coarse, _SIDE, _SIDE)
    large = [face for face in faces if has_large((face,), height)]
    if _unsure_share(mask) > (_MOST_OF_A_PERSON if large else _MOST):
        return True
    tallest = max((f.height for f in large), default=0.0)
    return any(
        _is_maimed(mask, face, width, height)
        for face in large
        if face.height >= _AS_LARGE * tallest
    )


def has_large(faces: tuple[Box, ...], height: int) -> bool:
    """Whether one of the faces is of somebody whom the picture is of."""
    return any(face.height >= _LEAST_FACE * height for face in faces)


def are_several(coarse: F32) -> bool:
    """Whether the mask is of several things apart from each other, of which none is by far the largest."""
    held = masks.resize(coarse, _SIDE // 4, _SIDE // 4) > 0.5
    sizes: list[int] = []
    while held.any():
        part = np.zeros_like(held)
        part[tuple(np.argwhere(held)[0])] = True
        size = 0
        while int(part.sum()) != size:
            size = int(part.sum())
            wide = np.pad(part, 1)
            near = [wide[y : y + part.shape[0], x : x + part.shape[1]] for y, x in _AROUND]
            part = held & np.logical_or.reduce(near)
        sizes.append(size)
        held &= ~part
    sizes.sort()
    return len(sizes) > 1 and sizes[-2] > _SECOND * sizes[-1]


_AROUND = tuple((y, x) for y in range(3) for x in range(3))


def _unsure_share(mask: F32) -> float:
    """How large the places are, beside the subject, that are neither subject nor background."""
    neither = (mask > _NEITHER[0]) & (mask < _NEITHER[1])
    image = Image.fromarray((neither * 255).astype(np.uint8))
    thick = image.filter(ImageFilter.MinFilter(_THICK)).filter(ImageFilter.MaxFilter(_THICK))
    return float((np.asarray(thick) > 0).sum()) / max(1.0, float((mask > 0.5).sum()))


def _is_maimed(mask: F32, face: Box, width: int, height: int) -> bool:
    """Whether an outline lacks a face, or a part of the body below it."""
    x0, x1 = face.x / width, (face.x + face.width) / width
    y0, y1 = face.y / height, (face.y + face.height) / height
    middle, wide, tall = (x0 + x1) / 2, x1 - x0, y1 - y0
    chest = (y1 + 0.4 * tall, y1 + 1.4 * tall)
    shoulders = (y1 + 0.5 * tall, y1 + 1.5 * tall)
    if _held(mask, (x0, x1), (y0, y1)) < _FACE or _held(mask, (x0, x1), chest) < _CHEST:
        return True
    below = (1 - y1) / tall
    if _NECK < below < _SHOULDERS and (
        float((mask[-8:] > 0.5).mean()) < wide or _lacks_a_side(mask, middle, wide)
    ):
        return True  # a picture that ends there shows more than a neck
    for side in ((middle - 1.1 * wide, middle), (middle, middle + 1.1 * wide)):
        if _held(mask, side, shoulders) < _SHOULDER:
            return True
    columns = mask[:, int(np.clip(x0, 0, 1) * 319) : int(np.clip(x1, 0, 1) * 319) + 1] > 0.5
    rows = np.flatnonzero(columns.mean(axis=1) > 0.3)
    end = float(rows.max() + 1) / _SIDE if rows.size else 0.0
    return (1 - end) / tall > _ABOVE_THE_EDGE and (end - y1) / tall < _STANDS


def _lacks_a_side(mask: F32, middle: float, wide: float) -> bool:
    """Whether what is seen below a face goes on far to one side of it, and ends soon on the other."""
    seen = np.flatnonzero((mask[-8:] > 0.5).mean(axis=0) > 0.5) / _SIDE
    if not seen.size:
        return True
    sides = sorted(((middle - float(seen.min())) / wide, (float(seen.max()) - middle) / wide))
    room = min(middle, 1 - middle) / wide
    return sides[1] > _FAR and sides[0] < min(_NEAR, 0.9 * room)


#: In widths of a face from its middle: a shoulder goes at least as far as the second where the other goes as
#: far as the first.
_FAR, _NEAR = 0.85, 0.72


def _held(mask: F32, across: tuple[float, float], down: tuple[float, float]) -> float:
    """How much of a box lies in the mask, 1 where the box is not on the picture."""
    x0, x1, y0, y1 = (int(np.clip(at, 0, 1) * _SIDE) for at in (*across, *down))
    if x1 - x0 <= 3 or y1 - y0 <= 3:
        return 1.0
    return float((mask[y0:y1, x0:x1] > 0.5).mean())


__all__ = ["are_several", "has_large", "is_doubtful"]
