"""Pictures for tests of editing: a photo-like scene with a subject, and its mask."""

from __future__ import annotations

import numpy as np


def scene(width: int = 240, height: int = 160, seed: int = 3) -> np.ndarray:
    """A sky over a field with grain, and an orange ball right of the middle."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    sky = np.stack([120 + 60 * y / height, 150 + 50 * y / height, 205 + 0 * y], axis=-1)
    field = np.stack(
        [90 + 20 * np.sin(x / 7), 120 + 25 * np.sin(x / 5 + y / 3), 60 + 0 * x], axis=-1
    )
    picture = np.where((y > height * 0.62)[..., None], field, sky)
    ball = np.hypot(x - width * 0.68, y - height * 0.5) < height * 0.2
    picture[ball] = (225, 120, 40)
    return np.clip(picture + rng.normal(0, 2.0, picture.shape), 0, 255).astype(np.uint8)


def mask(width: int = 240, height: int = 160) -> np.ndarray:
    """The ball's mask."""
    y, x = np.mgrid[0:height, 0:width]
    return ((np.hypot(x - width * 0.68, y - height * 0.5) < height * 0.2) * 255).astype(np.uint8)
