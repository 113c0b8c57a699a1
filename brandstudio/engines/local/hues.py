"""The places of a named colour: where its hue ends on this picture, and what of it lies in shade.

A name has bounds of hue, but a picture's colours keep to none: a sky of one blue lies on both sides of
the bound to teal, clouds at dusk go from violet to magenta. So the bound of a blue or a violet moves to
where the picture's own hues part. And a thing in the shade turns: the dark side of a yellow chair is as
orange as wood, but it has the chair's saturation and hangs together with what is yellow of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.language.colour_names import HUES, hex_of
from brandstudio.pixels import colour, masks

from .canvas import F32, smooth

U8 = NDArray[np.uint8]
Flags = NDArray[np.bool_]
_ROWS = 256
#: The least share of a picture that a hue must have to be one.
_LEAST = 0.002
#: From where to where in chroma (OKLab) a place has a colour; pink is a pale red.
_COLOURED, _PALE = (0.035, 0.075), (0.02, 0.042)
#: Sides on which everyday words go further than the table's bounds, by so many degrees at most: the blue of a
#: sky may be cyan, violet clouds go on to magenta, turquoise paint
#: to cyan.
_GOES_ON = MappingProxyType({"blue": (26.0, 0.0), "purple": (0.0, 22.0), "turquoise": (0.0, 20.0)})
#: Hues are counted on a picture of this size, in bins of so many degrees.
_SIDE, _BIN = 320, 3
#: Where hues are less than this of the most of their colour, they part; so few are none. A band's end is soft
#: over so many degrees.
_PARTS, _NONE, _SOFT = 0.25, 0.03, 6
#: Shade is looked for on so many cells. It is so many degrees of hue beside its colour at most, has so much of
#: its saturation (chroma by lightness) at least, and takes no more than so much of what is in the light.
_CELLS, _TURNED, _AS_STRONG, _MOST_SHADE = 240, 34.0, (0.62, 0.8), 0.8
#: Three places side by side that are so much of a hue are sure of it; what is more than half so hangs together.
#: What is broader than twice so many is no speck.
_SURE, _HALF, _MOSTLY_WHOLE, _SPECK = 0.8, 0.4, 0.8, 3
_BROWNS = ("brown", "chocolate", "caramel", "tan", "rust")
_AROUND = tuple((y, x) for y in range(3) for x in range(3))


@dataclass(frozen=True, slots=True)
class Band:
    """The middle of a hue in degrees, how far it reaches to both sides, from where to where in chroma a place
    has it, and whether only what is dark does.
    """

    middle: float
    reach: float
    coloured: tuple[float, float]
    dark: bool = False

    def weigh(self, lab: F32) -> F32:
        """How much each place is of the hue (0..1)."""
        seen = np.hypot(lab[..., 1], lab[..., 2])
        away = self._away(lab)
        near = smooth(seen, *self.coloured) * smooth(away, self.reach + 8, self.reach - 6)
        if self.dark:
            near = near * smooth(lab[..., 0], 0.68, 0.5)
        return np.asarray(near, dtype=np.float32)

    def shade_of(self, lab: F32, light: float, strength: float) -> F32:
        """How much each place may be the hue in shade: darker, and as saturated (0..1)."""
        away = smooth(self._away(lab), self.reach + _TURNED, self.reach + _TURNED - 10)
        ratio = np.hypot(lab[..., 1], lab[..., 2]) / np.maximum(lab[..., 0], 0.1)
        low, high = _AS_STRONG
        strong = smooth(np.asarray(ratio, np.float32), low * strength, high * strength)
        return np.asarray(away * strong * smooth(lab[..., 0], light, 0.9 * light), np.float32)

    def _away(self, lab: F32) -> F32:
        away = np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) - np.float32(self.middle)
        return np.asarray(np.abs((away + 180) % 360 - 180), np.float32)


def hue(pixels: U8, name: str, beyond: float = 0.0) -> F32 | None:
    """The places of a named colour's hue with their shade; None when the picture has none of it. ``beyond``
    is by how many degrees its bounds are wider.
    """
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    small = colour.u8_to_oklab(np.asarray(image))
    band = _band(small, name, beyond)
    mask = np.empty(pixels.shape[:2], np.float32)
    shade = None if band.dark or beyond else _shade(small, band)
    for y0 in range(0, pixels.shape[0], _ROWS):
        rows = slice(y0, min(pixels.shape[0], y0 + _ROWS))
        lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[rows, :, :3]))
        mask[rows] = band.weigh(lab)
        if shade is not None:
            held, light, strength = shade
            near = _strip(held, pixels.shape[1], pixels.shape[0], rows)
            mask[rows] = np.maximum(mask[rows], near * band.shade_of(lab, light, strength))
    if float(mask.mean()) < _LEAST:
        return None
    return masks.feather(_without_specks(mask), max(0.8, max(mask.shape) / 900))


def _without_specks(mask: F32) -> F32:
    """The mask without what is half of a hue in specks (skin beside a red dress) and hangs together with nothing
    that is broad or surely has it, where most of the hue does.
    """
    scale = min(1.0, _SIDE / max(mask.shape))
    rows, columns = (max(4, round(side * scale)) for side in mask.shape)
    small = masks.resize(mask, columns, rows)
    sure = masks.grow(small, -1) > _SURE
    likely = small > _HALF
    broad = masks.grow(masks.grow(likely.astype(np.float32), -_SPECK), _SPECK) > 0.5
    held = masks.reached(sure | broad, likely)
    kept = masks.resize(masks.grow(held.astype(np.float32), 1), mask.shape[1], mask.shape[0])
    # Below what is surely of a hue in one place of its own, a small thing is one too.
    own = np.maximum(kept, smooth(masks.resize(masks.grow(small, 1), *mask.shape[::-1]), 0.7, 0.9))
    whole = float(mask.sum())
    return mask * own if float((mask * kept).sum()) > _MOSTLY_WHOLE * whole else mask


def _strip(held: F32, width: int, height: int, rows: slice) -> F32:
    """Some rows of a small mask brought to a picture's size."""
    scale = held.shape[0] / height
    box = (0.0, rows.start * scale, float(held.shape[1]), rows.stop * scale)
    size = (width, rows.stop - rows.start)
    image = Image.fromarray(held).resize(size, Image.Resampling.BILINEAR, box=box)
    return np.asarray(image, dtype=np.float32)


def _band(small: F32, name: str, beyond: float) -> Band:
    own = float(colour.hex_to_oklch(hex_of(name) or "#808080")[2])
    first, last = HUES.get(name, (own - 22, own + 22))
    span = (last - first) % 360
    before, after = _GOES_ON.get(name, (0.0, 0.0))
    if before or after:
        counts = _counted(small)
        most = _most_within(counts, first, span)
        before = _as_far(counts, first, -before, most)
        after = _as_far(counts, first + span, after, most)
    reach = (span + before + after) / 2
    middle = first - before + reach
    pale = _PALE if name == "pink" else _COLOURED
    return Band(middle, reach + beyond, pale, name in _BROWNS)


def _counted(small: F32) -> NDArray[np.float64]:
    """How much colour a picture has of each bin of hue."""
    chroma = np.hypot(small[..., 1], small[..., 2])
    at = np.degrees(np.arctan2(small[..., 2], small[..., 1])) % 360
    seen = chroma > _COLOURED[0]
    count = 360 // _BIN
    bins = np.bincount(
        (at[seen] // _BIN).astype(np.int64) % count, weights=chroma[seen], minlength=count
    )
    return np.asarray((np.roll(bins, 1) + 2 * bins + np.roll(bins, -1)) / 4, np.float64)


def _most_within(counts: NDArray[np.float64], first: float, span: float) -> float:
    bins = (int(first // _BIN) + np.arange(max(1, int(span // _BIN)))) % len(counts)
    return float(counts[bins].max())


def _as_far(counts: NDArray[np.float64], bound: float, most_far: float, most: float) -> float:
    """By how many degrees a bound goes on to where the picture's hues part."""
    way = -1 if most_far < 0 else 1
    limit = int(abs(most_far) // _BIN)
    start = int(bound // _BIN) if way > 0 else int(bound // _BIN) - 1
    far, last = 0, np.inf
    for step in range(limit):
        here = float(counts[(start + way * step) % len(counts)])
        if here < _PARTS * most and (far == 0 or here > last or here < _NONE * most):
            break
        most, far, last = max(most, here), step + 1, here
    # A band is soft at its ends.
    return float(min(far * _BIN + _SOFT, abs(most_far))) if far else 0.0


def _shade(small: F32, band: Band) -> tuple[F32, float, float] | None:
    """Where, on small cells, shade hangs together with a hue; with the lightness and the saturation of what is
    in the light. None where there is none, or so much that it may be another thing.
    """
    scale = max(1, round(max(small.shape[:2]) / _CELLS))
    lab = np.ascontiguousarray(small[::scale, ::scale])
    seeds = band.weigh(lab) > 0.5
    if float(seeds.mean()) < _LEAST:
        return None
    light = float(np.median(lab[..., 0][seeds]))
    ratio = np.hypot(lab[..., 1], lab[..., 2]) / np.maximum(lab[..., 0], 0.1)
    strength = float(np.median(ratio[seeds]))
    likely = (band.shade_of(lab, light, strength) > 0.5) & ~seeds
    held = seeds
    for _ in range(_CELLS // 4):
        more = held | (likely & _grown(held))
        if int(more.sum()) == int(held.sum()):
            break
        held = more
    grown = held & ~seeds
    if not grown.any() or float(grown.sum()) > _MOST_SHADE * float(seeds.sum()):
        return None
    return masks.grow(grown.astype(np.float32), 2), light, strength


def _grown(part: Flags) -> Flags:
    wide = np.pad(part, 1)
    near = [wide[y : y + part.shape[0], x : x + part.shape[1]] for y, x in _AROUND]
    return np.asarray(np.logical_or.reduce(near))


__all__ = ["hue"]
