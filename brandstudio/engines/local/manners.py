"""How a whole picture is said to be: subtle, muted, vivid, pale, of little or much contrast. Done to
the finished scene, so that every family can do it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from .canvas import F32, Lab

#: How far what stands on a ground keeps its distance from it, and where each has a colour of its own.
_SUBTLE, _SUBTLE_OF_TWO = 0.4, 0.65
#: By manner: what contrast and chroma are multiplied by, and how far lightness goes to white.
_DONE = {
    "level": (0.6, 1.0, 0.0),
    "steep": (1.3, 1.05, 0.0),
    "muted": (0.92, 0.5, 0.0),
    "vivid": (1.05, 1.3, 0.0),
    "pale": (0.85, 0.8, 0.5),
}


@dataclass(frozen=True, slots=True)
class Manner:
    """Distances from ``ground`` times ``near``; contrast about its lightness and chroma multiplied;
    ``lift`` is the share of the way to white.
    """

    ground: Lab
    near: float = 1.0
    contrast: float = 1.0
    chroma: float = 1.0
    lift: float = 0.0

    def apply(self, lab: F32) -> None:
        """Change planes (3, rows, width) in place."""
        for plane, value in zip(lab, self.ground, strict=True):
            plane += np.float32(1 - self.near) * (np.float32(value) - plane)
        level = np.float32(self.ground[0])
        lab[0] = level + np.float32(self.contrast) * (lab[0] - level)
        lab[0] += np.float32(self.lift) * (1 - lab[0])
        lab[1:] *= np.float32(self.chroma)


def manner(asked: Collection[str], small: F32, *, colours: int = 0) -> Manner | None:
    """What is to be done to a picture, by a small one of it (OKLab, height, width, 3); None for
    nothing. ``colours`` is how many are asked for.
    """
    done = [_DONE[name] for name in sorted(asked) if name in _DONE]
    if not done and "subtle" not in asked:
        return None
    flat = small.reshape(-1, 3).T
    light = np.median(flat[0])
    # The ground is what most of the picture has, about its middle lightness.
    near = flat[:, np.abs(flat[0] - _commonest(flat[0])) < 0.06]
    ground = near.mean(axis=1) if "subtle" in asked and near.size else (light, 0.0, 0.0)
    return Manner(
        (float(ground[0]), float(ground[1]), float(ground[2])),
        near=(_SUBTLE_OF_TWO if colours > 1 else _SUBTLE) if "subtle" in asked else 1.0,
        contrast=float(np.prod([c for c, _, _ in done])) if done else 1.0,
        chroma=float(np.prod([c for _, c, _ in done])) if done else 1.0,
        lift=max((lift for _, _, lift in done), default=0.0),
    )


def _commonest(light: F32) -> float:
    """The lightness that most of the picture has."""
    counts, edges = np.histogram(light, bins=25, range=(0.0, 1.0))
    at = int(counts.argmax())
    return float((edges[at] + edges[at + 1]) / 2)
