"""The edge of a picture: a border in a colour about it, and its corners rounded off on transparency."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

U8 = NDArray[np.uint8]
_FINE = 4


def bordered(pixels: U8, width: int, rgb: tuple[int, int, int], *, inside: bool) -> U8:
    """A picture with a border: about it, or over its own edge where its size must stay."""
    channels = pixels.shape[2]
    ink = np.array((*rgb, 255)[:channels], dtype=np.uint8)
    if not inside:
        rows, columns = pixels.shape[:2]
        out = np.empty((rows + 2 * width, columns + 2 * width, channels), np.uint8)
        out[:] = ink
        out[width : width + rows, width : width + columns] = pixels
        return out
    out = pixels.copy()
    out[:width], out[-width:] = ink, ink
    out[:, :width], out[:, -width:] = ink, ink
    return out


def rounded(pixels: U8, radius: int) -> U8:
    """A picture whose corners are rounded off: transparent beyond them."""
    height, width = pixels.shape[:2]
    mask = Image.new("L", (width, height), 255)
    corner = Image.new("L", (radius * _FINE, radius * _FINE), 0)
    ImageDraw.Draw(corner).ellipse((0, 0, 2 * radius * _FINE, 2 * radius * _FINE), fill=255)
    small = corner.resize((radius, radius), Image.Resampling.BOX)
    turned = small
    for x, y in (
        (0, 0),
        (0, height - radius),
        (width - radius, height - radius),
        (width - radius, 0),
    ):
        mask.paste(turned, (x, y))
        turned = turned.rotate(90)
    own = pixels[..., 3].astype(np.float32) / 255 if pixels.shape[2] == 4 else 1.0
    alpha = np.clip(np.asarray(mask, dtype=np.float32) * own + 0.5, 0, 255).astype(np.uint8)
    return np.dstack([pixels[..., :3], alpha])


__all__ = ["bordered", "rounded"]
