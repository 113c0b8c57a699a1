"""A pale, plain ground made white: what is before it is divided by it, as a light table does, and not cut out.

A cut needs an edge, and a white camera before a white wall has none. Divided by what goes softly over the ground,
the ground is white by itself and the thing keeps its edge; away from the thing all is white, its shadow too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brandstudio.pixels import colour, masks

from .before_ground import soft_ground
from .canvas import F32, smooth

U8 = NDArray[np.uint8]
#: A ground is pale from this lightness on, with so little chroma at most, all over.
_PALE, _GREYISH = 0.7, 0.045
#: From so much of its ground on a place is white: a ground has a grain.
_WHITE = 0.93
#: Away from the subject by more than this share of the longer side all is white.
_REACH = 0.02
#: What is darker than this there would be lost; so much of it beside the subject is a thing, or a hard shadow.
_DARK, _LOST = 0.75, 0.02
#: From here on (of 255) a colour is meant to be white.
_MEANT = 250


def is_white(rgb: tuple[int, int, int]) -> bool:
    """Whether a colour is meant to be white all over: there a shadow that stayed, or a ground that is nearly white,
    is a fault.
    """
    return min(rgb) >= _MEANT


def whitened(pixels: U8, rgb: tuple[int, int, int], matte: F32) -> U8 | None:
    """A picture whose ground is white (``rgb``, a white); None where it has no pale and plain one, or something
    lies on that which would be lost.
    """
    ground = soft_ground(pixels, matte) if is_white(rgb) else None
    if ground is None or float(ground[..., 0].min()) < _PALE:
        return None
    if float(np.hypot(ground[..., 1], ground[..., 2]).max()) > _GREYISH:
        return None
    seen, white = pixels[..., :3].astype(np.float32), np.array(rgb, np.float32)
    values = np.maximum(colour.oklab_to_u8(ground).astype(np.float32), 1)
    divided = np.clip(seen / values / np.float32(_WHITE), 0, 1) * white
    longer = max(matte.shape)
    reach = max(3, round(_REACH * longer))
    near = masks.feather(masks.grow(matte, reach), reach / 2)
    away = smooth(near, 0.75, 0.2)
    lost = (divided.min(axis=-1) < _DARK * 255) & (away > 0.5)
    if float(lost.sum()) > _LOST * float(matte.sum()):
        return None
    divided += (white - divided) * away[..., None]
    core = masks.grow(matte, -max(1, round(longer / 500)))
    own = masks.feather(core, max(1.0, longer / 700))[..., None]
    mixed = divided + (seen - divided) * own
    return np.asarray(np.clip(mixed + 0.5, 0, 255), np.uint8)


__all__ = ["whitened"]
