"""Whether what looks like a sky is a room's wall, or a studio's, by what the network of kinds sees beside it.

Of 51 photographs on which a sky was told by its colours, six showed furniture or a screen: all were rooms. Two were
of nothing but a person before it: both were studios.
"""

from __future__ import annotations

import numpy as np

from brandstudio.pixels import masks, segments

from .canvas import F32

#: What stands in rooms, and how much of a picture it takes at least to tell one.
_FURNITURE = tuple(segments.KINDS.index(k) for k in ("chair", "sofa", "table", "tv", "bottle"))
_LEAST = 0.02
#: A person takes so much, and what is neither that nor sky so little, where the ground is a studio's.
_PERSON, _OTHERS = 0.12, 0.1


def is_indoors(likely: F32, sky: F32) -> bool:
    """Whether a sky on a picture is a wall, by how likely each place is of each kind."""
    best = likely.argmax(axis=-1)
    if float(np.isin(best, _FURNITURE).mean()) >= _LEAST:
        return True
    person = best == segments.KINDS.index("person")
    above = masks.resize(sky, best.shape[1], best.shape[0]) > 0.5
    return float(person.mean()) >= _PERSON and float((~above & ~person).mean()) < _OTHERS


__all__ = ["is_indoors"]
