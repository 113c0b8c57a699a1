"""Faces that a subject's mask has whole: nobody is cut through the nose, and no tooth is clear.

A pale cheek before a pale wall, or teeth, are as near to the ground as to the skin. What lies well inside a face is
of it whatever its colour; towards its rim what has its skin's colour, and is nearer to that than to the ground.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from brandstudio.engines.protocols import Box
from brandstudio.pixels import colour, masks

from .canvas import F32, smooth
from .skin import skin_of

U8 = NDArray[np.uint8]
#: What is so near to a face's middle (in halves of its box) is of it, and so much of that is in a mask that has it.
_CORE, _HELD = 0.72, 0.7
#: Specks of so much of the longer side are closed where a mask is so full all round.
_SPECK, _FULL = 1 / 320, (0.8, 0.9)


def with_faces(pixels: U8, mask: F32, faces: Sequence[Box]) -> F32:
    """A mask with all of each face that it has most of, and without specks in its middle."""
    reach = max(1, round(_SPECK * max(mask.shape)))
    closed = masks.grow(masks.grow(mask, reach), -reach)
    deep = smooth(masks.feather(mask, 4.0 * reach), *_FULL)
    out = np.asarray(mask + (np.maximum(closed, mask) - mask) * deep, np.float32)
    for face in faces:
        _take_in(pixels, out, face)
    return out


def of_faces(pixels: U8, faces: Sequence[Box]) -> F32:
    """What is of faces for sure."""
    out = np.zeros(pixels.shape[:2], np.float32)
    for face in faces:
        part, at = _face(pixels, face, None)
        np.maximum(out[at], part, out=out[at])
    return out


def _take_in(pixels: U8, mask: F32, face: Box) -> None:
    part, at = _face(pixels, face, mask)
    core, _ = _face(pixels, face, None)
    held = float((mask[at] * core).sum()) / max(1e-6, float(core.sum()))
    if held >= _HELD:
        np.maximum(mask[at], part, out=mask[at])


def _face(pixels: U8, face: Box, mask: F32 | None) -> tuple[F32, tuple[slice, slice]]:
    """What is of a face, and where that is on the picture; without a mask that tells its ground, its middle."""
    skin, x0, y0 = skin_of(pixels, face.x, face.y, face.width, face.height)
    at = (slice(y0, y0 + skin.shape[0]), slice(x0, x0 + skin.shape[1]))
    x = (np.arange(skin.shape[1], dtype=np.float32) + x0)[None, :]
    y = (np.arange(skin.shape[0], dtype=np.float32) + y0)[:, None]
    across = (x - (face.x + face.width / 2)) / (face.width / 2)
    down = (y - (face.y + face.height / 2)) / (face.height / 2)
    core = np.asarray(smooth(np.hypot(across, down), _CORE + 0.08, _CORE), np.float32)
    if mask is None:
        return core, at
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[at][..., :3]))
    inner, ground = lab[core > 0.9], lab[mask[at] < 0.05]
    if not inner.size or not ground.size:
        return np.maximum(core, skin), at
    own, behind = np.median(inner, axis=0), np.median(ground, axis=0)
    to_own = np.sqrt(((lab - own) ** 2).sum(axis=-1))
    to_ground = np.sqrt(((lab - behind) ** 2).sum(axis=-1))
    nearer = smooth(np.asarray(to_ground - to_own, np.float32), -0.02, 0.02)
    return np.maximum(core, np.asarray(skin * nearer, np.float32)), at


__all__ = ["of_faces", "with_faces"]
