"""The subject of a picture alone: what is behind it made clear, along the edges of the picture."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

F32 = NDArray[np.float32]

#: The long side that a cut-out is made at, at most (px).
_SIDE: Final = 1600
#: How much two greys may differ within one surface, squared; see `_guided`.
_EVEN: Final = 4e-4
#: Coverage below and above which a pixel is all ground or all subject.
_CLEAR, _FULL = 0.22, 0.78


@dataclass(frozen=True, eq=False)
class Cutout:
    """A subject as PNG with transparency, cut close, and its size (px)."""

    png: bytes = field(repr=False)
    width: int
    height: int


def cut_out(picture: Image.Image, mask: NDArray[np.uint8]) -> Cutout | None:
    """The subject that a coarse mask (255: subject) tells of, its edge drawn along the picture's
    own by a guided filter (He, Sun and Tang 2013). None where the mask holds next to nothing.
    """
    scale = min(_SIDE / max(picture.size), 1.0)
    size = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
    shown = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    coarse = Image.fromarray(mask).resize(size, Image.Resampling.BICUBIC)
    grey = np.asarray(shown.convert("L")).astype(np.float32) / np.float32(255)
    # The filter sees as far as one cell of the mask reaches.
    reach = max(round(0.9 * max(size) / max(mask.shape)), 2)
    cover = _guided(grey, np.asarray(coarse).astype(np.float32) / np.float32(255), reach)
    cover = np.clip((cover - _CLEAR) / (_FULL - _CLEAR), 0, 1)
    alpha = (cover * 255 + 0.5).astype(np.uint8)
    rows, columns = np.nonzero((alpha > 24).any(axis=1))[0], np.nonzero((alpha > 24).any(axis=0))[0]
    if rows.size < 8 or columns.size < 8:
        return None
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    made = shown.convert("RGBA")
    made.putalpha(Image.fromarray(alpha))
    cut = made.crop(box)
    buffer = io.BytesIO()
    cut.save(buffer, "PNG", compress_level=6)
    return Cutout(buffer.getvalue(), *cut.size)


def _guided(guide: F32, coarse: F32, reach: int) -> F32:
    """The coarse picture as a local linear function of the guide: smooth inside surfaces, sharp
    where the guide has an edge.
    """
    mean_guide, mean_coarse = _mean(guide, reach), _mean(coarse, reach)
    together = _mean(guide * coarse, reach) - mean_guide * mean_coarse
    spread = _mean(guide * guide, reach) - mean_guide * mean_guide
    slope: F32 = (together / (spread + np.float32(_EVEN))).astype(np.float32)
    rest = mean_coarse - slope * mean_guide
    return np.asarray(_mean(slope, reach) * guide + _mean(rest, reach), np.float32)


def _mean(values: F32, reach: int) -> F32:
    """The mean over a square of ``2 * reach + 1`` pixels round each, its edge repeated."""
    side = 2 * reach + 1
    out = np.pad(values, reach, mode="edge").astype(np.float64)
    for axis in (0, 1):
        sums = np.cumsum(out, axis=axis)
        sums = np.concatenate([np.zeros_like(np.take(sums, [0], axis)), sums], axis=axis)
        length = sums.shape[axis]
        late, early = (
            np.take(sums, range(side, length), axis),
            np.take(sums, range(length - side), axis),
        )
        out = (late - early) / side
    return out.astype(np.float32)
