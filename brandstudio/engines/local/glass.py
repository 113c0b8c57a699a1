"""Black and white through coloured glass: a red filter lets the red through, so that a blue sky gets dark and
skin gets light, as on film.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brandstudio.language.colour_names import hex_of
from brandstudio.pixels import colour

from .canvas import F32

U8 = NDArray[np.uint8]
#: How much of its own weights an eye's grey keeps; the rest goes by the light that the glass lets through.
_OF_THE_EYE = 0.2
_EYE = np.array([0.2126, 0.7152, 0.0722], np.float32)


def through_glass(pixels: U8, name: str, mask: F32 | None) -> U8:
    """A picture in greys, each by how much of its light a glass of that colour lets through."""
    weights = _weights(name)
    value = colour.linear_to_srgb(
        colour.u8_to_linear(np.ascontiguousarray(pixels[..., :3])) @ weights
    )
    grey = np.repeat(np.asarray(value, np.float32)[..., None] * 255, 3, axis=2)
    before = pixels[..., :3].astype(np.float32)
    mixed = grey if mask is None else before + (grey - before) * mask[..., None]
    out = pixels.copy()
    out[..., :3] = np.clip(mixed + 0.5, 0, 255)
    return out


def _weights(name: str) -> F32:
    told = (hex_of(name) or "#808080").lstrip("#")
    glass = np.array([int(told[at : at + 2], 16) for at in (0, 2, 4)], np.float32) / 255
    passed = (glass - glass.min() * np.float32(0.9)) ** 2
    share = passed / max(float(passed.sum()), 1e-6)
    return np.asarray(_OF_THE_EYE * _EYE + (1 - _OF_THE_EYE) * share, np.float32)


__all__ = ["through_glass"]
