"""Whether a picture is a photo, an illustration or a document (a page of words), by its pixels."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from PIL import Image

from brandstudio.pixels import colour
from brandstudio.pixels.decode import on_background
from brandstudio.pixels.designs import DetectedLine, text_lines
from brandstudio.pixels.resize import fit

_SIDE: Final = 600
# : A drawing holds most of its area in so few of 32768 colours, and so much of it is quite even (24
# photos: none does).
_FEW_COLOURS: Final = 16
_EVEN: Final = 0.88
_PAGE_LINES, _PAGE_LETTERS = 8, 160


def medium(image: Image.Image) -> Literal["photo", "illustration", "document"] | None:
    """What the picture is, None when its pixels do not tell (a photo of a white wall, a drawing
    with soft shades).
    """
    flat = on_background(image)
    if _is_page(text_lines(flat)):
        return "document"
    pixels = np.asarray(fit(flat, _SIDE).convert("RGB"))
    if min(pixels.shape[:2]) < 8:
        return None
    tones = (pixels >> 3).astype(np.int64)
    counts = np.sort(
        np.bincount(((tones[..., 0] << 10) | (tones[..., 1] << 5) | tones[..., 2]).ravel())
    )[::-1]
    most = int(np.searchsorted(np.cumsum(counts), 0.8 * counts.sum())) + 1
    lightness = colour.u8_to_oklab(pixels)[..., 0]
    slope = np.maximum(
        np.abs(np.diff(lightness, axis=1))[:-1], np.abs(np.diff(lightness, axis=0))[:, :-1]
    )
    even = float((slope < 0.004).mean())
    if most <= _FEW_COLOURS and even >= _EVEN:
        return "illustration"
    return "photo" if most > 2 * _FEW_COLOURS and even < _EVEN else None


def _is_page(lines: list[DetectedLine]) -> bool:
    return len(lines) >= _PAGE_LINES and sum(line.letters for line in lines) >= _PAGE_LETTERS
