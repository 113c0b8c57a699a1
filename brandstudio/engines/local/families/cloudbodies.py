"""Where the clouds of a sky gather, and where they are in their own shade."""

from __future__ import annotations

import numpy as np

from ..canvas import F32
from .scene import Scene, is_night


def gathered(scene: Scene, body: F32, level: F32) -> F32:
    """How thick clouds are, fewer higher up (``level`` 0 at the zenith); many where they are asked for by
    day.
    """
    many = "clouds" in scene.plan.motifs and not is_night(scene)
    more, fall = (0.7, 0.35) if many else (0.0, 0.9)
    return np.asarray(body + (level - 0.5) * fall + more, np.float32)


def shifted(values: F32, down: int, across: int) -> F32:
    """The values found so many cells further down and across; edges go on."""
    rows = np.clip(np.arange(values.shape[0]) + down, 0, values.shape[0] - 1)
    columns = np.clip(np.arange(values.shape[1]) + across, 0, values.shape[1] - 1)
    return np.ascontiguousarray(values[rows][:, columns])
