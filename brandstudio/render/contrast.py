"""Contrast by one definition: the picture painted without a text, every pixel that its glyphs cover widened by 2 px,
and the ratio of the text's colour to the worst of them; the same as seen without L, M or S cones.

Ratios are WCAG 2.2's. One banner pixel is one CSS pixel: text is large from 24 px, bold text from 18.66 px.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.models.designs import Vision
from brandstudio.pixels import colour
from brandstudio.render.geometry import Rect
from brandstudio.render.type.paint import TextMask

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]

WIDEN: Final = 2
VISIONS: Final[tuple[Vision, ...]] = ("normal", "protan", "deutan", "tritan")
#: What repairs aim at above what is required: 8-bit rounding in another simulation must not tip the verdict.
MARGIN: Final = 1.035
_SAMPLE: Final = 4096
_WEIGHTS: Final = np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)


def required_ratio(size: float, weight: float) -> float:
    """What WCAG AA asks of a text: 3 for large, 4.5 for the rest. Bold begins at 700."""
    return 3.0 if size >= 24 or (size >= 18.66 and weight >= 700) else 4.5


@dataclass(frozen=True)
class Ratio:
    """Of one colour over painted pixels: the worst ratio, the 5th percentile and the median, and the worst pixel."""

    worst: float
    p5: float
    median: float
    pixel: str


def widened(mask: TextMask) -> tuple[NDArray[np.bool_], int, int]:
    """What a text covers, widened by 2 px each way, with the position of the array's top left pixel.

    Emoji count as covered too.
    """
    boxes = [(mask.x, mask.y, mask.alpha.shape[1], mask.alpha.shape[0])] if mask.alpha.size else []
    boxes += [(p.x, p.y, p.rgba.shape[1], p.rgba.shape[0]) for p in mask.patches]
    if not boxes:
        return np.zeros((0, 0), np.bool_), 0, 0
    x0, y0 = min(b[0] for b in boxes) - WIDEN, min(b[1] for b in boxes) - WIDEN
    x1, y1 = max(b[0] + b[2] for b in boxes) + WIDEN, max(b[1] + b[3] for b in boxes) + WIDEN
    cover = np.zeros((y1 - y0, x1 - x0), np.bool_)
    if mask.alpha.size:
        height, width = mask.alpha.shape
        cover[mask.y - y0 : mask.y - y0 + height, mask.x - x0 : mask.x - x0 + width] = mask.alpha > 0
    for patch in mask.patches:
        height, width = patch.rgba.shape[:2]
        cover[patch.y - y0 : patch.y - y0 + height, patch.x - x0 : patch.x - x0 + width] |= patch.rgba[..., 3] > 0
    # 5 x 5: windows of 2, 4 and 5 along each axis. The rim is empty, so nothing wraps around.
    for axis in (0, 1):
        two = cover | np.roll(cover, 1, axis)
        four = two | np.roll(two, 2, axis)
        five = four | np.roll(cover, 4, axis)
        cover = np.roll(five, -2, axis)
    return cover, x0, y0


def pixels_under(canvas: U8, mask: TextMask) -> U8:
    """The pixels (n, 3) of a canvas under a text, widened; what lies off the canvas is left out."""
    cover, x, y = widened(mask)
    height, width = canvas.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + cover.shape[1], width), min(y + cover.shape[0], height)
    if x1 <= x0 or y1 <= y0:
        return np.zeros((0, 3), np.uint8)
    part = canvas[y0:y1, x0:x1]
    low, high = part[0, 0], part[-1, -1]
    if (low == high).all() and part.reshape(-1, 3).min(0).tolist() == part.reshape(-1, 3).max(0).tolist():
        return np.asarray(part[:1, 0])  # a plain ground: one pixel says it all
    inside = cover[y0 - y : y1 - y, x0 - x : x1 - x]
    return np.ascontiguousarray(part).reshape(-1, 3)[np.flatnonzero(inside)]


def ring(canvas: U8, box: Rect, width: float) -> U8:
    """The pixels (n, 3) of a frame of some width round a box: a button's surroundings."""
    rows, columns = canvas.shape[:2]
    x0, y0, x1, y1 = box.pixels(columns, rows)
    reach = max(round(width), 1)
    ox0, oy0, ox1, oy1 = max(x0 - reach, 0), max(y0 - reach, 0), min(x1 + reach, columns), min(y1 + reach, rows)
    parts = (canvas[oy0:y0, ox0:ox1], canvas[y1:oy1, ox0:ox1], canvas[y0:y1, ox0:x0], canvas[y0:y1, x1:ox1])
    return np.concatenate([p.reshape(-1, 3) for p in parts])


def measure(pixels: U8, foreground: str, visions: Iterable[Vision] = VISIONS) -> dict[Vision, Ratio]:
    """The ratios of a colour over pixels (n, 3) in each kind of vision; 21 over no pixels."""
    if pixels.shape[0] == 0:
        return dict.fromkeys(visions, Ratio(21.0, 21.0, 21.0, foreground))
    seen = luminances(pixels)
    own = _foreground(foreground)
    return {vision: _ratio(seen[vision], own[vision], pixels) for vision in visions}


def worst(pixels: U8, foreground: str) -> float:
    """The worst ratio of a colour over pixels in any kind of vision."""
    return min(ratio.worst for ratio in measure(pixels, foreground).values())


def luminances(pixels: U8) -> dict[Vision, F32]:
    """WCAG relative luminance (n,) of pixels in each kind of vision, by Machado's matrices on linear light."""
    linear = colour.u8_to_linear(pixels)
    out: dict[Vision, F32] = {"normal": linear @ _WEIGHTS}
    for vision, matrix in _matrices():
        seen = linear @ matrix
        np.clip(seen, 0, 1, out=seen)
        out[vision] = seen @ _WEIGHTS
    return out


@lru_cache(maxsize=1)
def _matrices() -> tuple[tuple[Vision, F32], ...]:
    return tuple((name, colour.vision_matrix(name).T.astype(np.float32)) for name in ("protan", "deutan", "tritan"))


@lru_cache(maxsize=512)
def _foreground(text: str) -> dict[Vision, float]:
    pixel = np.array([colour.parse_hex(text)], dtype=np.uint8)
    return {vision: float(value[0]) for vision, value in luminances(pixel).items()}


def _ratio(seen: F32, own: float, pixels: U8) -> Ratio:
    low, high = int(seen.argmin()), int(seen.argmax())
    if own >= seen[high]:
        at, value = high, (own + 0.05) / (float(seen[high]) + 0.05)
    elif own <= seen[low]:
        at, value = low, (float(seen[low]) + 0.05) / (own + 0.05)
    else:
        ratios = colour.contrast(seen, np.float32(own))
        at = int(ratios.argmin())
        value = float(ratios[at])
    step = max(1, seen.size // _SAMPLE)
    sample = np.sort(colour.contrast(seen[::step], np.float32(own)))
    p5, median = float(sample[int(0.05 * (sample.size - 1))]), float(sample[sample.size // 2])
    return Ratio(value, max(p5, value), max(median, value), colour.format_hex(pixels[at]))


@lru_cache(maxsize=1024)
def pair_ratio(first: str, second: str) -> float:
    """The worst ratio of two plain colours in any kind of vision."""
    return worst(np.array([colour.parse_hex(second)], dtype=np.uint8), first)


def crucial(pixels: U8, most: int = 2500) -> U8:
    """A part of the pixels that decides: the brightest and darkest by several measures, and a spread of the rest."""
    if pixels.shape[0] <= most:
        return pixels
    keep = [pixels[:: max(1, pixels.shape[0] // (most // 3))]]
    grey = luminances(pixels)
    for values in grey.values():
        count = min(150, values.size // 2)
        order = np.argpartition(values, (count, values.size - count - 1))
        keep += [pixels[order[:count]], pixels[order[-count:]]]
    return np.concatenate(keep)


def as_array(canvas: Image.Image) -> U8:
    """A canvas's pixels, (h, w, 3), without a copy where Pillow allows it."""
    return np.asarray(canvas)
