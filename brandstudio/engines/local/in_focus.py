"""What hangs together with a subject and is in focus as it is, before a ground that is not: a camera's strap, a leaf.

A network that sees a picture small leaves out thin parts. A lens doesn't: what lies as far away as the subject is as
sharp. An edge is in focus where it is much steeper on a fine scale than on a coarse one (Zhuo and Sim 2011); where
hardly any of the rest of a picture is, what is so beside the subject, and touches it, is of it or stands with it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio.pixels import masks

from .canvas import F32

U8 = NDArray[np.uint8]
#: It is looked for on a picture of this size, on these two scales.
_SIDE, _SCALES = 640, (0.7, 2.2)
#: An edge is one from this on (of 255), and in focus where it is so much steeper on the fine scale. An edge in focus
#: is 2.5 times as steep, one that is spread over three pixels 1.4 times.
_EDGE, _STEEPER = 2.5, 1.95
#: In focus is so much of the subject's edges at least, and of what lies away from it so little at most.
_OWN, _ELSEWHERE = 0.08, 0.02
#: Two edges of one thing, as of a strap, lie so near to each other.
_NEAR, _GAP = 2, 5
#: How large what was found may be beside the subject: more is the ground that it stands on.
_MOST = 0.7
_LEAST_SIDE = 64


def beside(pixels: U8, matte: F32) -> tuple[F32, float] | None:
    """A mask of what is in focus beside a subject and touches it, and how large it is beside the subject; None where
    there is none, or a picture is in focus elsewhere too.
    """
    height, width = matte.shape
    scale = min(1.0, _SIDE / max(height, width))
    rows, columns = round(height * scale), round(width * scale)
    if min(rows, columns) < _LEAST_SIDE:
        return None
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3])).convert("L")
    small = image.resize((columns, rows), Image.Resampling.BOX)
    fine, coarse = (_slopes(small, radius) for radius in _SCALES)
    edges = coarse > _EDGE
    sharp = edges & (fine > _STEEPER * coarse)
    own = masks.resize(matte, columns, rows)
    held, inner, rim = own > 0.5, masks.grow(own, -2) > 0.5, masks.grow(own, 2) > 0.5
    away = masks.grow(own, _SIDE // 25) < 0.3
    if not away.any() or float(sharp[away].mean()) > _ELSEWHERE:
        return None
    if float(sharp[inner].sum()) < _OWN * float(edges[inner].sum()):
        return None
    wide = masks.grow(sharp.astype(np.float32), _NEAR)
    closed = masks.grow(masks.grow(wide, _GAP), -_GAP) > 0.5
    closed &= masks.grow(edges.astype(np.float32), _GAP) > 0.5
    found = masks.reached(held, closed | held) & ~rim
    found = masks.grow(masks.grow(found.astype(np.float32), -_NEAR), _NEAR) > 0.5
    share = float(found.sum()) / max(1.0, float(held.sum()))
    if not 0 < share <= _MOST:
        return None
    # With what lies between it and the subject.
    whole = masks.grow(found.astype(np.float32), 2 * _NEAR + 1) * masks.grow(
        (found | rim).astype(np.float32), _NEAR
    )
    return masks.resize(masks.feather(whole, 1.5), width, height), share


def _slopes(image: Image.Image, radius: float) -> F32:
    grey = np.asarray(image.filter(ImageFilter.GaussianBlur(radius)), np.float32)
    down, across = np.gradient(grey)
    return np.asarray(np.hypot(down, across), np.float32)


__all__ = ["beside"]
