"""Water and plants on a picture: scenery that is told by its colour and by where it lies.

No network of the package knows them. Water is what is blue or teal, lies below the sky and hangs
together down into the lower half; plants are what is green. Somebody who stands before them is no
part of them. That they were told so is said with the edit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks

from .canvas import F32, smooth

U8 = NDArray[np.uint8]
#: Scenery is looked for on a picture of this size, and what hangs together on so many cells.
_SIDE, _CELLS = 480, 96
#: Hues in OKLab degrees and the least chroma: of water from teal to a violet blue, of plants from
#: the olive of dry grass to the blue green of firs.
_WATER, _WATER_CHROMA = (172.0, 288.0), 0.014
_PLANTS, _PLANTS_CHROMA = (102.0, 168.0), 0.022
#: The least share of a picture that each must have, and of the largest part of water that another
#: must have to be water as well.
_LEAST_WATER, _LEAST_PLANTS, _ANOTHER = 0.04, 0.035, 0.12
#: What is green has more than the first of chroma, and the last with so much of its roughness; from 83
#: photographs that were looked at one by one: all walls, skies and streets that were taken for plants have less
#: but one, and three that have plants.
_A_CAST, _FOR_LEAVES, _GREEN = 0.036, 0.35, 0.051
#: How far down the largest water reaches at least, and at how many parts the search ends.
_REACHES, _MOST_PARTS = 0.55, 60
#: Of the upper edge water takes no more than this where things are seen from above; else the sky was
#: not told from it.
_ABOVE = 0.25
_AROUND = tuple((y, x) for y in range(3) for x in range(3))


def _hued(pixels: U8, hues: tuple[float, float], chroma: float) -> F32:
    """How much each place is of a range of hues (0..1), at the size that scenery is looked for."""
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    lab = colour.u8_to_oklab(np.asarray(image))
    middle, reach = (hues[0] + hues[1]) / 2, (hues[1] - hues[0]) / 2
    away = np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) - np.float32(middle)
    away = np.abs((away + 180) % 360 - 180)
    seen = np.hypot(lab[..., 1], lab[..., 2])
    near = smooth(away, reach + 5, reach - 5) * smooth(seen, chroma * 0.7, chroma * 1.3)
    return np.asarray(near, dtype=np.float32)


def water(pixels: U8, sky: F32 | None, person: F32 | None) -> F32 | None:
    """The water of a picture, None where none is found; ``sky`` and ``person`` are masks of the same
    picture, None where there is none.
    """
    found: F32 = _apart(_hued(pixels, _WATER, _WATER_CHROMA), person)
    rows, columns = found.shape
    if sky is not None:
        above = masks.grow(masks.resize(sky, columns, rows), max(2, rows // 80))
        found = np.asarray(found * (1 - above), np.float32)
        # Nothing above the sky's lowest place is water: blue hills stand before it.
        reached = np.flatnonzero((above > 0.5).any(axis=1))
        found[: int(reached.max() * 0.6) if reached.size else 0] = 0
    whole = _hanging_together(found)
    if whole is None:
        return None
    held: F32 = np.asarray(found * whole, np.float32)
    if float((held[: max(2, rows // 50)] > 0.5).any(axis=0).mean()) > _ABOVE:
        return None
    if sky is None and float((held[: rows // 5] > 0.5).mean()) > _ABOVE / 2:
        return None
    return _laid(pixels, held, _LEAST_WATER)


def plants(pixels: U8, person: F32 | None) -> F32 | None:
    """The greenery of a picture, None where there is none: a pale wall with a green cast is none."""
    found = _apart(_hued(pixels, _PLANTS, _PLANTS_CHROMA), person)
    return _laid(pixels, found, _LEAST_PLANTS) if _are_leaves(pixels, found > 0.5) else None


def _are_leaves(pixels: U8, held: NDArray[np.bool_]) -> bool:
    """Whether what is green is so by more than a cast: the weaker its colour, the more leaves it shows."""
    if not held.any():
        return False
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    lab = colour.u8_to_oklab(np.asarray(image.resize(held.shape[::-1], Image.Resampling.BOX)))
    chroma = float(np.median(np.hypot(lab[..., 1], lab[..., 2])[held]))
    down, across = np.gradient(lab[..., 0])
    rough = np.asarray(np.hypot(down, across), np.float32)
    table = masks.integral(np.pad(rough, 1, mode="edge"))
    leaves = float(np.median((masks.sliding_sums(table, 3, 3) / 9)[held]))
    return chroma >= _A_CAST and chroma + _FOR_LEAVES * leaves >= _GREEN


def _apart(found: F32, person: F32 | None) -> F32:
    if person is None:
        return found
    rows, columns = found.shape
    return np.asarray(found * (1 - masks.resize(person, columns, rows)), np.float32)


def _laid(pixels: U8, found: F32, least: float) -> F32 | None:
    """What was found at the picture's own size, None where it is too little."""
    if float((found > 0.5).mean()) < least:
        return None
    # Foam, glints and gaps between leaves belong to what they lie in.
    closed = masks.grow(masks.grow(found, 2), -2)
    return masks.resize(masks.feather(closed, 1.0), pixels.shape[1], pixels.shape[0])


def _hanging_together(found: F32) -> F32 | None:
    """The largest part that hangs together, and others beside it that are large; None where that
    does not reach down into the picture.
    """
    rows, columns = found.shape
    held = masks.resize(masks.grow(found, 3), _CELLS, _CELLS) > 0.5
    parts: list[NDArray[np.bool_]] = []
    while held.any() and len(parts) < _MOST_PARTS:
        part = np.zeros_like(held)
        part[tuple(np.argwhere(held)[-1])] = True
        size = 0
        while int(part.sum()) != size:
            size = int(part.sum())
            part = held & _grown(part)
        parts.append(part)
        held &= ~part
    parts.sort(key=lambda part: -int(part.sum()))
    if not parts or float(np.flatnonzero(parts[0].any(axis=1)).max()) < _REACHES * _CELLS:
        return None
    large = [part for part in parts if part.sum() >= _ANOTHER * parts[0].sum()]
    whole = _grown(np.logical_or.reduce(large)).astype(np.float32)
    return masks.resize(whole, columns, rows)


def _grown(part: NDArray[np.bool_]) -> NDArray[np.bool_]:
    wide = np.pad(part, 1)
    near = [wide[y : y + part.shape[0], x : x + part.shape[1]] for y, x in _AROUND]
    return np.asarray(np.logical_or.reduce(near))


__all__ = ["plants", "water"]
