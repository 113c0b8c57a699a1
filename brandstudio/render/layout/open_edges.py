"""The edges at which a photo may be continued: what is made up beyond one must not be told from it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.pixels.outlines import LEVELS, Outlines

Box = tuple[float, float, float, float]

_EDGES: Final = ("left", "right", "top", "bottom")
#: A subject that is nearer to an edge than this part of the photo reaches it.
_REACHED: Final = 0.01
#: The strip along an edge that stands for what would lie beyond it, one in so many parts of the photo.
_STRIP: Final = 6
#: From this share of it on it is full of the subject, which is filled in before the rest goes on, and leaves
#: its ghosts there.
_TAKEN: Final = 0.3
#: And from this density of outlines on it is full of things, also of those that have the lightness of their
#: ground and that no gradient of it tells.
_STREWN: Final = 0.2


def open_edges(
    calm: tuple[str, ...] | None,
    subject: Box | None,
    mask: NDArray[np.float32] | None,
    outlines: Outlines | None,
) -> tuple[str, ...]:
    """Those of the ``calm`` edges of a photo (all of them where that was not looked at) that its sure
    ``subject`` does not reach, as what a photo cuts off of somebody no continuation gives back, and that
    neither it nor other things crowd.
    """
    known = _EDGES if calm is None else calm
    if subject is not None:
        x0, y0, x1, y1 = subject
        gaps = dict(zip(_EDGES, (x0, 1 - x1, y0, 1 - y1), strict=True))
        known = tuple(edge for edge in known if gaps[edge] > _REACHED)
    if subject is not None and mask is not None:
        taken = np.asarray(mask >= 0.5)
        known = tuple(edge for edge in known if _strip(taken, edge).mean() <= _TAKEN)
    if outlines is not None:
        things = np.maximum(outlines.upright, outlines.level)
        known = tuple(e for e in known if _strip(things, e).mean() <= _STREWN * LEVELS)
    return known


def _strip(cells: NDArray[np.generic], edge: str) -> NDArray[np.generic]:
    rows, columns = cells.shape
    tall, wide = max(rows // _STRIP, 1), max(columns // _STRIP, 1)
    return {
        "left": cells[:, :wide],
        "right": cells[:, -wide:],
        "top": cells[:tall],
        "bottom": cells[-tall:],
    }[edge]
