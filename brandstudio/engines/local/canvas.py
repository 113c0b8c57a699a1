"""A picture painted strip by strip: coordinates, coverage with analytic anti-aliasing, and blending
in OKLab.

A scene is a list of layers, back to front; a layer paints into a ``Strip``. Lengths are in units of
the frame's shorter side, with the origin at the top left, so that the same scene is drawn at any
resolution. Edges are not supersampled: the coverage of a pixel is taken from its distance to the
shape, which is exact for straight edges and cheap for all. Strips keep the memory of a 4096 pixel
picture at a few megabytes beside the picture itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

F32: TypeAlias = NDArray[np.float32]
#: One OKLab colour.
Lab: TypeAlias = tuple[float, float, float]
#: A colour for each pixel: three planes (or numbers) that broadcast.
Planes: TypeAlias = tuple[F32 | float, F32 | float, F32 | float]


@dataclass(frozen=True, slots=True)
class SceneFrame:
    """The frame of a scene in units: the shorter side is 1."""

    wide: float
    high: float

    @classmethod
    def of(cls, width: int, height: int) -> SceneFrame:
        short = min(width, height)
        return cls(width / short, height / short)

    @property
    def long(self) -> float:
        return max(self.wide, self.high)


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A smooth scalar field over the whole frame, kept small and enlarged where it is painted."""

    values: F32

    def image(self) -> Image.Image:
        return Image.fromarray(np.ascontiguousarray(self.values, dtype=np.float32))


class Strip:
    """Rows ``y0`` to ``y1`` of a picture of ``width`` by ``height`` pixels, as three OKLab
    planes.
    """

    def __init__(self, width: int, height: int, y0: int, y1: int) -> None:
        self.width, self.height, self.y0, self.y1 = width, height, y0, y1
        self.unit = min(width, height)
        #: The side of a pixel in units.
        self.px = 1.0 / self.unit
        self.wide, self.high = width / self.unit, height / self.unit
        self.x: F32 = np.asarray((np.arange(width) + 0.5) / self.unit, dtype=np.float32)[None, :]
        self.y: F32 = np.asarray((np.arange(y0, y1) + 0.5) / self.unit, dtype=np.float32)[:, None]
        self.lab: F32 = np.zeros((3, y1 - y0, width), dtype=np.float32)

    # -- coordinates -------------------------------------------------------------------------------

    def window(self, x0: float, y0: float, x1: float, y1: float) -> tuple[slice, slice] | None:
        """The rows and columns of this strip that a box in units touches, None when it touches
        none.
        """
        left, right = (
            max(0, int(x0 * self.unit) - 1),
            min(self.width, int(np.ceil(x1 * self.unit)) + 1),
        )
        top = max(self.y0, int(y0 * self.unit) - 1) - self.y0
        bottom = min(self.y1, int(np.ceil(y1 * self.unit)) + 1) - self.y0
        if right <= left or bottom <= top:
            return None
        return slice(top, bottom), slice(left, right)

    def sample(self, field: Field) -> F32:
        """The field's values at every pixel of this strip (bicubic; exact across strips)."""
        rows, columns = field.values.shape
        scale = rows / self.height
        box = (0.0, self.y0 * scale, float(columns), self.y1 * scale)
        size = (self.width, self.y1 - self.y0)
        return np.asarray(
            field.image().resize(size, Image.Resampling.BICUBIC, box=box), dtype=np.float32
        )

    # -- coverage ----------------------------------------------------------------------------------

    def edge(self, distance: F32) -> F32:
        """Coverage 0 to 1 of pixels at this signed distance (units, negative inside) from an
        edge.
        """
        cover = distance * np.float32(-self.unit)
        cover += np.float32(0.5)
        return np.clip(cover, 0, 1, out=cover)

    # -- paint -------------------------------------------------------------------------------------

    def fill(self, colour: Lab | Planes) -> None:
        """Cover everything."""
        for plane, value in zip(self.lab, colour, strict=True):
            plane[...] = value

    def blend(
        self, cover: F32 | float, colour: Lab | Planes, where: tuple[slice, slice] | None = None
    ) -> None:
        """Lay a colour over what is there; ``where`` are the rows and columns that ``cover`` stands
        for.
        """
        for plane, value in zip(self.lab, colour, strict=True):
            part = plane if where is None else plane[where]
            part += cover * (value - part)

    def glow(
        self, amount: F32 | float, colour: Lab | Planes, where: tuple[slice, slice] | None = None
    ) -> None:
        """Add light: lightness is screened, the colour is drawn towards the light's."""
        lightness = self.lab[0] if where is None else self.lab[0][where]
        lightness += amount * (1 - lightness) * colour[0]
        for plane, value in zip(self.lab[1:], colour[1:], strict=True):
            part = plane if where is None else plane[where]
            part += amount * (value - part)

    def shade(self, amount: F32 | float, where: tuple[slice, slice] | None = None) -> None:
        """Darken as a shadow does: lightness falls, chroma a little less."""
        lightness = self.lab[0] if where is None else self.lab[0][where]
        lightness *= 1 - amount
        for plane in self.lab[1:]:
            part = plane if where is None else plane[where]
            part *= 1 - 0.55 * amount


Layer: TypeAlias = Callable[[Strip], None]

#: Rows of a strip: big enough that numpy's overhead vanishes, small enough for the caches.
_ROWS = 96


def strips(width: int, height: int, layers: list[Layer]) -> list[tuple[int, int]]:
    """The row ranges in which a picture is painted."""
    del layers
    rows = max(16, min(_ROWS, (1 << 18) // max(1, width)))
    return [(y, min(height, y + rows)) for y in range(0, height, rows)]


def paint(width: int, height: int, layers: list[Layer], y0: int, y1: int) -> Strip:
    """One strip of a scene, all layers painted."""
    strip = Strip(width, height, y0, y1)
    for layer in layers:
        layer(strip)
    return strip


def preview(frame: SceneFrame, layers: list[Layer], side: int = 160) -> F32:
    """The whole scene at a small size as OKLab (height, width, 3), for measuring."""
    width = max(2, round(side * frame.wide / frame.long))
    height = max(2, round(side * frame.high / frame.long))
    return np.moveaxis(paint(width, height, layers, 0, height).lab, 0, -1)


# -- shapes: signed distances in units, negative inside --------------------------------------------


def _length(u: F32, v: F32) -> F32:
    """The hypotenuse. Distances here are near 1, so that the care ``np.hypot`` takes over overflow
    is time lost.
    """
    return np.sqrt(u * u + v * v)


def circle(x: F32, y: F32, cx: float, cy: float, radius: float) -> F32:
    """Distance to a disc."""
    return np.asarray(
        _length(x - np.float32(cx), y - np.float32(cy)) - np.float32(radius), dtype=np.float32
    )


def box(
    x: F32, y: F32, cx: float, cy: float, half_wide: float, half_high: float, radius: float = 0.0
) -> F32:
    """Distance to a rectangle with rounded corners."""
    dx = np.abs(x - np.float32(cx)) - np.float32(half_wide - radius)
    dy = np.abs(y - np.float32(cy)) - np.float32(half_high - radius)
    outside = _length(np.maximum(dx, 0), np.maximum(dy, 0))
    return np.asarray(
        outside + np.minimum(np.maximum(dx, dy), 0) - np.float32(radius), dtype=np.float32
    )


def ellipse(x: F32, y: F32, cx: float, cy: float, half_wide: float, half_high: float) -> F32:
    """Distance to an ellipse, to first order (exact on the edge)."""
    u, v = (
        (x - np.float32(cx)) / np.float32(half_wide),
        (y - np.float32(cy)) / np.float32(half_high),
    )
    length = _length(u, v)
    slope = _length(u / np.float32(half_wide), v / np.float32(half_high))
    return np.asarray((length - 1) * length / np.maximum(slope, 1e-6), dtype=np.float32)


def convex(x: F32, y: F32, corners: list[tuple[float, float]]) -> F32:
    """Distance to a convex polygon, to first order (exact along its edges)."""
    area = sum(
        ax * by - bx * ay
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    turn = 1.0 if area > 0 else -1.0
    found: F32 | None = None
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = max(float(np.hypot(bx - ax, by - ay)), 1e-9)
        nx, ny = turn * (by - ay) / length, -turn * (bx - ax) / length
        side = (x - np.float32(ax)) * np.float32(nx) + (y - np.float32(ay)) * np.float32(ny)
        found = side if found is None else np.maximum(found, side)
    assert found is not None
    return found


def vesica(x: F32, y: F32, cx: float, cy: float, angle: float, length: float, wide: float) -> F32:
    """Distance to a leaf: the overlap of two discs, ``length`` from tip to tip and ``wide`` across,
    turned by an angle.
    """
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    u = (x - np.float32(cx)) * cos + (y - np.float32(cy)) * sin
    v = (y - np.float32(cy)) * cos - (x - np.float32(cx)) * sin
    half, middle = length / 2, max(wide, 1e-6) / 2
    offset = (half * half - middle * middle) / (2 * middle)
    radius = np.float32(offset + middle)
    return np.asarray(_length(u, np.abs(v) + np.float32(offset)) - radius, dtype=np.float32)


def smooth(value: F32, low: float, high: float) -> F32:
    """Smoothstep: 0 below ``low``, 1 above ``high`` (the other way round when low > high)."""
    t = np.clip((value - np.float32(low)) / np.float32(high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), dtype=np.float32)
