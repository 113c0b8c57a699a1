"""Contrast by one definition: the picture painted without a text, every pixel that its glyphs cover
widened by 2 px, and the ratio of the text's colour to the worst of them; the same as seen without
L, M or S cones.

Ratios are WCAG 2.2's. One banner pixel is one CSS pixel: text is large from 24 px, bold text from
18.66 px.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
# : What repairs aim at above what is required: 8-bit rounding in another simulation must not tip
# the verdict.
MARGIN: Final = 1.035
#: What a button's shape must reach against what is around it, in every kind of vision. Its label says
#: what it is and has a ratio of its own, so that WCAG 2.2 asks nothing of the shape (Understanding
#: 1.4.11, "Boundaries"); with less than this it would look like words on a stain.
BUTTON: Final = 1.3
_SAMPLE: Final = 2048
# : An emoji is seen where so much of its outer edge can be told from the ground, by its lightness
# or by this distance.
_EDGE: Final = 0.4
_APART: Final = 15.0
#: The chroma in OKLab from which a colour is vivid.
_VIVID: Final = 0.1
_WEIGHTS: Final = np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)
_WEIGHTS_OF_ALL: Final = np.tile(_WEIGHTS, len(VISIONS))


def required_ratio(size: float, weight: float) -> float:
    """What WCAG AA asks of a text: 3 for large, 4.5 for the rest. Bold begins at 700."""
    return 3.0 if size >= 24 or (size >= 18.66 and weight >= 700) else 4.5


@dataclass(frozen=True, eq=False)
class Cover:
    """The pixels that a text covers, widened: True in an array whose top left pixel is (``x``,
    ``y``).
    """

    inside: NDArray[np.bool_]
    x: int
    y: int


@dataclass(frozen=True)
class Ratio:
    """Of one colour over painted pixels: the worst ratio, the 5th percentile and the median, and
    the worst pixel.
    """

    worst: float
    p5: float
    median: float
    pixel: str


def widened(mask: TextMask) -> Cover:
    """What a text covers, widened by 2 px each way.

    Emoji count as covered too.
    """
    boxes = [(mask.x, mask.y, mask.alpha.shape[1], mask.alpha.shape[0])] if mask.alpha.size else []
    boxes += [(p.x, p.y, p.rgba.shape[1], p.rgba.shape[0]) for p in mask.patches]
    if not boxes:
        return Cover(np.zeros((0, 0), np.bool_), 0, 0)
    x0, y0 = min(b[0] for b in boxes) - WIDEN, min(b[1] for b in boxes) - WIDEN
    x1, y1 = max(b[0] + b[2] for b in boxes) + WIDEN, max(b[1] + b[3] for b in boxes) + WIDEN
    cover = np.zeros((y1 - y0, x1 - x0), np.bool_)
    if mask.alpha.size:
        height, width = mask.alpha.shape
        cover[mask.y - y0 : mask.y - y0 + height, mask.x - x0 : mask.x - x0 + width] = (
            mask.alpha > 0
        )
    for patch in mask.patches:
        height, width = patch.rgba.shape[:2]
        cover[patch.y - y0 : patch.y - y0 + height, patch.x - x0 : patch.x - x0 + width] |= (
            patch.rgba[..., 3] > 0
        )
    # 5 x 5: windows of 2, 4 and 5 along each axis. The rim is empty, so nothing wraps around.
    for axis in (0, 1):
        two = cover | np.roll(cover, 1, axis)
        four = two | np.roll(two, 2, axis)
        five = four | np.roll(cover, 4, axis)
        cover = np.roll(five, -2, axis)
    return Cover(cover, x0, y0)


def faint(mask: TextMask, canvas: Image.Image) -> bool:
    """Whether some emoji of a text is hardly told from what is behind it.

    Of its outer edge too little has the 3:1 of graphical objects (WCAG 1.4.11) or a vivid colour
    far from the ground's. Its colours are its own, so no repair of ours helps; a person has to
    know.
    """
    for patch in mask.patches:
        height, width = patch.rgba.shape[:2]
        if (
            patch.x < 0
            or patch.y < 0
            or patch.x + width > canvas.width
            or patch.y + height > canvas.height
        ):
            continue
        inked = np.pad(patch.rgba[..., 3] > 200, 1)
        within = inked[:-2, 1:-1] & inked[2:, 1:-1] & inked[1:-1, :-2] & inked[1:-1, 2:]
        edge = inked[1:-1, 1:-1] & ~within
        if not edge.any():
            continue
        behind = as_array(canvas.crop((patch.x, patch.y, patch.x + width, patch.y + height)))[edge]
        own = np.ascontiguousarray(patch.rgba[..., :3][edge])
        ratios = colour.contrast(colour.luminance(own), colour.luminance(behind))
        if float(((ratios >= 3.0) | vividly_apart(own, behind, _APART)).mean()) < _EDGE:
            return True
    return False


def vividly_apart(own: U8, behind: U8, least: float) -> NDArray[np.bool_]:
    """Where vivid pixels (n or 1, 3) are at least so far (OKLab times 100) from those behind them
    (n, 3).

    Such are seen though both are equally light, orange on blue or yellow on white; dark or white
    ink is not.
    """
    lab = colour.u8_to_oklab(own)
    vivid = np.hypot(lab[..., 1], lab[..., 2]) >= _VIVID
    return np.asarray(vivid & (colour.delta_e_ok(lab, colour.u8_to_oklab(behind)) >= least))


def under_text(canvas: Image.Image, covered: Cover) -> U8:
    """The pixels (n, 3) of a canvas under a text; what lies off the canvas is left out. No more is
    copied than the text's own box, and of a plain ground one pixel says it all.
    """
    height, width = covered.inside.shape
    x0, y0 = min(max(covered.x, 0), canvas.width), min(max(covered.y, 0), canvas.height)
    x1, y1 = (
        min(max(covered.x + width, x0), canvas.width),
        min(max(covered.y + height, y0), canvas.height),
    )
    if x1 <= x0 or y1 <= y0:
        return np.zeros((0, 3), np.uint8)
    # Four bytes a pixel, as Pillow keeps them: whole pixels are chosen three times as fast as rows
    # of three bytes.
    packed = np.frombuffer(canvas.crop((x0, y0, x1, y1)).tobytes("raw", "RGBX"), np.uint32).reshape(
        y1 - y0, x1 - x0
    )
    inside = covered.inside[y0 - covered.y : y1 - covered.y, x0 - covered.x : x1 - covered.x]
    plain = packed[0, 0] == packed[-1, -1] and int(packed.min()) == int(packed.max())
    # Asked for by number: four times as fast as by an array of truths.
    chosen = packed[0, :1] if plain else packed.ravel().take(np.flatnonzero(inside))
    each = chosen.view(np.uint8).reshape(-1, 4)
    pixels = np.empty((each.shape[0], 3), np.uint8)
    for channel in range(3):  # a fifth of what it takes to copy three of four at a time
        pixels[:, channel] = each[:, channel]
    return pixels


def ring_width(button: Rect) -> float:
    """How wide a button's surroundings are looked at, px."""
    return max(4.0, 0.1 * button.height)


def ring(canvas: Image.Image, box: Rect, width: float) -> U8:
    """The pixels (n, 3) of a frame of some width round a box: a button's surroundings."""
    x0, y0, x1, y1 = box.pixels(*canvas.size)
    reach = max(round(width), 1)
    left, top = max(x0 - reach, 0), max(y0 - reach, 0)
    part = as_array(
        canvas.crop((left, top, min(x1 + reach, canvas.width), min(y1 + reach, canvas.height)))
    )
    x0, x1, y0, y1 = x0 - left, x1 - left, y0 - top, y1 - top
    parts = (part[:y0], part[y1:], part[y0:y1, :x0], part[y0:y1, x1:])
    return np.concatenate([p.reshape(-1, 3) for p in parts])


def measure(
    pixels: U8, foreground: str, visions: Iterable[Vision] = VISIONS
) -> dict[Vision, Ratio]:
    """The ratios of a colour over pixels (n, 3) in each kind of vision; 21 over no pixels.

    The worst is that of all pixels; the 5th percentile and the median are those of an even sample
    of them.
    """
    if pixels.shape[0] == 0:
        return dict.fromkeys(visions, Ratio(21.0, 21.0, 21.0, foreground))
    own = _foreground(foreground)
    outer = extremes(pixels, own)
    seen = luminances(outer)
    spread = luminances(pixels[:: max(1, pixels.shape[0] // _SAMPLE)])
    every: dict[Vision, F32] | None = None
    out: dict[Vision, Ratio] = {}
    for vision in visions:
        value, at = _worst(seen[vision], own[vision])
        shown = outer
        if float(seen[vision].min()) < own[vision] < float(seen[vision].max()):
            # The text's own lightness lies within the ground's: the nearest may be any pixel.
            every = luminances(pixels) if every is None else every
            value, at = _worst(every[vision], own[vision])
            shown = pixels
        sample = colour.contrast(spread[vision], np.float32(own[vision]))
        low, middle = int(0.05 * (sample.size - 1)), sample.size // 2
        parted = np.partition(sample, (low, middle))
        p5, median = float(parted[low]), float(parted[middle])
        out[vision] = Ratio(value, max(p5, value), max(median, value), colour.format_hex(shown[at]))
    return out


def worst(pixels: U8, foreground: str) -> float:
    """The worst ratio of a colour over a few pixels (n, 3), each one looked at, in any kind of
    vision.
    """
    if pixels.shape[0] == 0:
        return 21.0
    own = _foreground(foreground)
    return min(_worst(seen, own[vision])[0] for vision, seen in luminances(pixels).items())


def reaches(pixels: U8, foreground: str, ratio: float) -> bool:
    """Whether the worst ratio of a colour over pixels (n, 3) is no less than one.

    What fails mostly does so in normal vision, which is asked first, at a quarter of the work.
    """
    if pixels.shape[0] == 0:
        return ratio <= 21.0
    own = _foreground(foreground)
    if _worst(_normal(pixels), own["normal"])[0] < ratio:
        return False
    seen = luminances(pixels)
    return all(_worst(seen[vision], own[vision])[0] >= ratio for vision in VISIONS[1:])


def typical(pixels: U8, foreground: str) -> float:
    """The median ratio of a colour over pixels, in normal vision."""
    return measure(pixels, foreground)["normal"].median


def luminances(pixels: U8) -> dict[Vision, F32]:
    """WCAG relative luminance (n,) of pixels in each kind of vision, by Machado's matrices on
    linear light.
    """
    red, green, blue = (
        table.take(pixels[:, channel], axis=0) for channel, table in enumerate(_seen_tables())
    )
    # No matrix product: a library picks its order of adding by the processor, and with it the last
    # bit.
    seen = red
    seen += green
    seen += blue
    np.minimum(np.maximum(seen, 0, out=seen), 1, out=seen)
    seen *= _WEIGHTS_OF_ALL
    out = np.empty((len(VISIONS), pixels.shape[0]), np.float32)
    np.add(seen[:, 0::3] + seen[:, 1::3], seen[:, 2::3], out=out.T)
    return dict(zip(VISIONS, out, strict=True))


def _normal(pixels: U8) -> F32:
    """What `luminances` gives for normal vision, to the last bit."""
    red, green, blue = (
        table.take(pixels[:, channel]) for channel, table in enumerate(_normal_tables())
    )
    red += green
    red += blue
    return red


def extremes(pixels: U8, beside: Mapping[Vision, float] | None = None) -> U8:
    """The few pixels among which, in every kind of vision, the lightest and the darkest of all are.

    Pixels fall into boxes of 8 x 8 x 8 colours. Of a box the least and greatest luminance that it
    could hold are known; only boxes that could hold the extreme are opened. Exact, and a hundred
    times less work than looking at each pixel. ``beside`` are luminances in each kind of vision: of
    what is all darker than that only the lightest is sure to be there, and the other way round.
    """
    if pixels.shape[0] <= 2048:
        return pixels
    fine = pixels >> 3
    box = fine[:, 0].astype(np.uint16)
    box <<= 5
    box |= fine[:, 1]
    box <<= 5
    box |= fine[:, 2]
    index = box.astype(np.intp)
    there, wanted = np.zeros(1 << 15, np.bool_), np.zeros(1 << 15, np.bool_)
    there[index] = True
    held = np.flatnonzero(there)
    for vision, (low, high) in zip(VISIONS, _box_bounds(), strict=True):
        lowest, highest = low[held], high[held]
        own = None if beside is None else beside[vision]
        if own is None or own > lowest.min():
            wanted[held[highest >= lowest.max()]] = True
        if own is None or own < highest.max():
            wanted[held[lowest <= highest.min()]] = True
    return pixels[np.flatnonzero(wanted.take(index))]


@lru_cache(maxsize=1)
def _box_bounds() -> tuple[tuple[F32, F32], ...]:
    """For each kind of vision, the least and the greatest luminance in each of the 32768 boxes of
    `extremes`.
    """
    steps = np.arange(32, dtype=np.uint8) << 3
    corner = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
    low, high = colour.u8_to_linear(corner), colour.u8_to_linear(corner + np.uint8(7))
    out = []
    for matrix in (np.eye(3, dtype=np.float32), *(m for _, m in _matrices())):
        up, down = np.maximum(matrix, 0), np.minimum(matrix, 0)
        least = np.clip(low @ up + high @ down, 0, 1) @ _WEIGHTS
        most = np.clip(high @ up + low @ down, 0, 1) @ _WEIGHTS
        out.append((least - np.float32(1e-6), most + np.float32(1e-6)))
    return tuple(out)


@lru_cache(maxsize=1)
def _matrices() -> tuple[tuple[Vision, F32], ...]:
    return tuple(
        (name, colour.vision_matrix(name).T.astype(np.float32))
        for name in ("protan", "deutan", "tritan")
    )


@lru_cache(maxsize=1)
def _seen_tables() -> tuple[F32, F32, F32]:
    """For red, green and blue: what each of its 256 values gives to linear light in all kinds of
    vision, (256, 12).
    """
    linear = colour.u8_to_linear(np.arange(256, dtype=np.uint8)).astype(np.float64)
    matrices = [np.eye(3), *(matrix.astype(np.float64) for _, matrix in _matrices())]
    red, green, blue = (
        np.concatenate([linear[:, None] * matrix[channel] for matrix in matrices], axis=1).astype(
            np.float32
        )
        for channel in range(3)
    )
    return red, green, blue


@lru_cache(maxsize=1)
def _normal_tables() -> tuple[F32, F32, F32]:
    """For red, green and blue: what each of its 256 values gives to luminance in normal vision."""
    red, green, blue = (
        table[:, channel] * _WEIGHTS[channel] for channel, table in enumerate(_seen_tables())
    )
    return red, green, blue


@lru_cache(maxsize=512)
def _foreground(text: str) -> dict[Vision, float]:
    pixel = np.array([colour.parse_hex(text)], dtype=np.uint8)
    return {vision: float(value[0]) for vision, value in luminances(pixel).items()}


def _worst(seen: F32, own: float) -> tuple[float, int]:
    """The least ratio of a luminance to many, and where it is."""
    low, high = int(seen.argmin()), int(seen.argmax())
    if own >= seen[high]:
        return (own + 0.05) / (float(seen[high]) + 0.05), high
    if own <= seen[low]:
        return (float(seen[low]) + 0.05) / (own + 0.05), low
    ratios = colour.contrast(seen, np.float32(own))
    at = int(ratios.argmin())
    return float(ratios[at]), at


@lru_cache(maxsize=1024)
def pair_ratio(first: str, second: str) -> float:
    """The worst ratio of two plain colours in any kind of vision."""
    return worst(np.array([colour.parse_hex(second)], dtype=np.uint8), first)


def crucial(pixels: U8, most: int = 900) -> U8:
    """A part of the pixels that decides: the lightest and darkest in every kind of vision, and a
    spread of the rest.
    """
    if pixels.shape[0] <= most:
        return pixels
    outer = extremes(pixels)
    spread = pixels[:: max(1, pixels.shape[0] // (most // 2))]
    return np.concatenate([outer[:: max(1, outer.shape[0] // most)], _ends(outer), spread])


def _ends(pixels: U8) -> U8:
    """The lightest and the darkest pixel in each kind of vision."""
    seen = luminances(pixels).values()
    return pixels[[at for values in seen for at in (int(values.argmin()), int(values.argmax()))]]


def as_array(canvas: Image.Image) -> U8:
    """A canvas's pixels, (h, w, 3); a copy, so that for a few of them it is better to crop
    first.
    """
    return np.asarray(canvas)
