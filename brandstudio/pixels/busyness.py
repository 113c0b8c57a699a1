"""How busy each place of a picture is: the local energy of its lightness gradients, for crops and
words on photos.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio.pixels import colour, masks
from brandstudio.pixels.decode import on_background
from brandstudio.pixels.resize import fit_size

F32 = NDArray[np.float32]
Side = Literal["left", "right", "top", "bottom"]
_SIDE: Final = 256
# : A gradient energy (OKLab lightness a pixel, root mean square) that reads as fully busy: foliage,
# crowds, lettering.
_FULL: Final = 0.09
#: From here on an edge is too busy to be continued: its detail dissolves, and what is made up ends
#: at a seam. Of banners with edges at 0.38 and 0.39 both were sent back, a cupboard with a blanket
#: and a dark bar; walls, studios and skies lie below 0.3.
CONTINUED: Final = 0.33
#: From here on what is made up beyond an edge looks like a fault: of 20 photographs with more space on
#: one or two sides eight of the twelve above were smeared, and one of the eight below.
SMEARED: Final = 0.45
#: How many lines a rim has at most, how far it is from what lies inside (grey, 0 to 255), and how much farther than
#: lines are apart there.
_RIM: Final = 8
_STEP: Final = 24.0
_CLEARLY: Final = 3.0


def busyness(image: Image.Image, *, side: int = _SIDE) -> F32:
    """A map 0 (calm: sky, wall) to 1 (busy: leaves, crowd), long side at most `side`, in the
    picture's ratio.

    Root mean square of the gradient of OKLab lightness over a neighbourhood of about a thirtieth of
    the long side.
    """
    width, height = fit_size(image.width, image.height, side)
    small = on_background(image).resize((max(2, width), max(2, height)), Image.Resampling.BOX)
    lightness = colour.u8_to_oklab(np.asarray(small))[..., 0]
    energy = gradient(lightness) ** 2
    radius = max(small.size) / 60
    # Blurred at 8 bits the energy would lose its small values; on floats Pillow blurs by boxes
    # only.
    blurred = np.asarray(_smooth(np.sqrt(np.minimum(energy / _FULL**2, 4.0)) / 2, radius))
    return np.asarray(np.clip(blurred * 2.4, 0, 1), dtype=np.float32)


def gradient(values: F32) -> F32:
    """The length of the gradient at each pixel, by central differences (one-sided at the edges)."""
    # A single row or column has no neighbours; doubling it gives a gradient of zero across.
    tall = np.repeat(values, 2, axis=0) if values.shape[0] == 1 else values
    wide = np.repeat(tall, 2, axis=1) if values.shape[1] == 1 else tall
    down, across = np.gradient(wide, axis=0), np.gradient(wide, axis=1)
    slopes = np.hypot(down, across)[: values.shape[0], : values.shape[1]]
    return np.asarray(slopes, dtype=np.float32)


def _smooth(values: F32, radius: float) -> F32:
    image = Image.fromarray((np.clip(values, 0, 1) * 255 + 0.5).astype(np.uint8))
    return np.asarray(
        image.filter(ImageFilter.GaussianBlur(radius)), dtype=np.float32
    ) / np.float32(255)


def calm_sides(map_: F32, keep_out: F32 | None = None) -> list[Side]:
    """Which sides ("left", "right", "top", "bottom") are calm enough to hold words, the calmest
    first.

    A side is the outer 40 % of the picture; calm is a mean busyness under 0.28 with at most 12 % of
    it covered by `keep_out` (a mask of the subject, any size).
    """
    height, width = map_.shape
    blocked = np.zeros_like(map_) if keep_out is None else masks.resize(keep_out, width, height)
    across, down = max(1, round(width * 0.4)), max(1, round(height * 0.4))
    sides: dict[Side, tuple[slice, slice]] = {
        "left": (slice(None), slice(0, across)),
        "right": (slice(None), slice(width - across, width)),
        "top": (slice(0, down), slice(None)),
        "bottom": (slice(height - down, height), slice(None)),
    }
    costs = {name: float(map_[part].mean()) for name, part in sides.items()}
    free = [
        name
        for name, part in sides.items()
        if costs[name] < 0.28 and float((blocked[part] > 0.5).mean()) <= 0.12
    ]
    return sorted(free, key=lambda name: costs[name])


def edge(map_: F32, side: Side) -> float:
    """How busy a picture's edge is, 0 to 1: the outer sixth of a `busyness` map."""
    across, down = max(1, map_.shape[1] // 6), max(1, map_.shape[0] // 6)
    part = {
        "left": map_[:, :across],
        "right": map_[:, -across:],
        "top": map_[:down],
        "bottom": map_[-down:],
    }[side]
    # A few hard lines on a calm ground would make elbows: they count as much as texture all over
    # does.
    return max(float(part.mean()), 0.55 * float(np.quantile(part, 0.93)))


def calm_edges(map_: F32) -> list[Side]:
    """The edges at which a picture can be continued."""
    sides: tuple[Side, ...] = ("left", "right", "top", "bottom")
    return [side for side in sides if edge(map_, side) < CONTINUED]


def along(size: tuple[int, int], side: Side, across: int, down: int) -> tuple[int, int, int, int]:
    """What lies along an edge of a picture, so many px deep across it or down it, as (x0, y0, x1, y1)."""
    width, height = size
    return {
        "left": (0, 0, across, height),
        "right": (width - across, 0, width, height),
        "top": (0, 0, width, down),
        "bottom": (0, height - down, width, height),
    }[side]


def ends_in_a_line(image: Image.Image, side: Side) -> bool:
    """True of a picture whose outermost lines at an edge are a rim, as scans and exports have: what is
    continued there would start with it, and show it as a seam.
    """
    deep = 2 * _RIM + 1
    if min(image.size) < 4 * deep:
        return False
    box = along(image.size, side, deep, deep)
    strip = np.asarray(image.crop(box).convert("L"), dtype=np.int16)
    lines = strip.T if side in ("left", "right") else strip
    lines = lines[::-1] if side in ("right", "bottom") else lines
    rim, inner = (
        float(np.abs(lines[one] - lines[other]).mean())
        for one, other in ((0, _RIM), (_RIM, 2 * _RIM))
    )
    return rim > _STEP and rim > _CLEARLY * inner
