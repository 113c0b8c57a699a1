"""Masks: soften, grow, and sums over boxes in constant time.

A mask is ``float32 (height, width)`` 0 to 1. An integral image has one row and one column more than
its picture, so that a box ``(x0, y0, x1, y1)`` with exclusive ends is four look-ups (Crow 1984).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]


def integral(values: NDArray[np.floating] | NDArray[np.bool_] | NDArray[np.integer]) -> F64:
    """The integral image of ``(h, w)`` values, shape ``(h + 1, w + 1)``, in double precision."""
    height, width = values.shape
    table = np.zeros((height + 1, width + 1), dtype=np.float64)
    np.cumsum(values, axis=0, dtype=np.float64, out=table[1:, 1:])
    np.cumsum(table[1:, 1:], axis=1, out=table[1:, 1:])
    return table


def sums(table: F64, x0: F64, y0: F64, x1: F64, y1: F64) -> F64:
    """The sums of boxes of an integral image, each given by its edges in cells; a cell that lies in a
    box in part is counted in part.
    """
    rows, columns = table.shape[0] - 1, table.shape[1] - 1
    # All four corners in one go: there are few boxes, and what numpy takes to start is most of the work.
    x = np.minimum(np.maximum(np.array((x1, x1, x0, x0)), 0), columns)
    y = np.minimum(np.maximum(np.array((y1, y0, y1, y0)), 0), rows)
    ix, iy = np.minimum(x.astype(np.intp), columns - 1), np.minimum(y.astype(np.intp), rows - 1)
    fx, fy = x - ix, y - iy
    flat, first = table.ravel(), iy * (columns + 1) + ix
    upper = flat.take(first) * (1 - fx) + flat.take(first + 1) * fx
    lower = flat.take(first + columns + 1) * (1 - fx) + flat.take(first + columns + 2) * fx
    corners = upper * (1 - fy) + lower * fy
    return np.asarray(corners[0] - corners[1] - corners[2] + corners[3])


def box_sum(table: F64, box: tuple[int, int, int, int]) -> float:
    """The sum inside a box (x0, y0, x1, y1; exclusive ends); the part outside the picture counts
    nothing.
    """
    height, width = table.shape[0] - 1, table.shape[1] - 1
    x0, x1 = (min(max(v, 0), width) for v in (box[0], box[2]))
    y0, y1 = (min(max(v, 0), height) for v in (box[1], box[3]))
    if x1 <= x0 or y1 <= y0:
        return 0.0
    return float(table[y1, x1] - table[y0, x1] - table[y1, x0] + table[y0, x0])


def sliding_sums(table: F64, width: int, height: int) -> F64:
    """Sums of every box of one size; entry ``[y, x]`` is the box whose top left corner is (x,
    y).
    """
    if width < 1 or height < 1 or width >= table.shape[1] or height >= table.shape[0]:
        raise ValueError(
            f"a {width}x{height} box does not fit into {table.shape[1] - 1}x{table.shape[0] - 1}"
        )
    return np.asarray(
        table[height:, width:]
        - table[:-height, width:]
        - table[height:, :-width]
        + table[:-height, :-width]
    )


def feather(mask: F32, radius: float) -> F32:
    """The mask with edges softened by a Gaussian of this radius in pixels; 0 changes nothing."""
    if radius <= 0:
        return mask.astype(np.float32, copy=True)
    blurred = to_image(mask).filter(ImageFilter.GaussianBlur(radius))
    return from_image(blurred)


def grow(mask: F32, radius: int) -> F32:
    """The mask widened by `radius` pixels (a square neighbourhood's maximum); negative radii shrink
    it.
    """
    if radius == 0:
        return mask.astype(np.float32, copy=True)
    work = mask if radius > 0 else 1 - mask
    reach = abs(radius)
    for axis in (0, 1):
        work = _running_maximum(work, reach, axis)
    return np.asarray(work if radius > 0 else 1 - work, dtype=np.float32)


def reached(start: NDArray[np.bool_], likely: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A start with all likely places that hang together with it, side by side; nothing hangs together round the
    picture's edges.
    """
    held, size = start.copy(), -1
    while int(held.sum()) != size:
        size = int(held.sum())
        held[1:] |= likely[1:] & held[:-1]
        held[:-1] |= likely[:-1] & held[1:]
        held[:, 1:] |= likely[:, 1:] & held[:, :-1]
        held[:, :-1] |= likely[:, :-1] & held[:, 1:]
    return held


def _running_maximum(values: F32, reach: int, axis: int) -> F32:
    """Maximum over 2 * reach + 1 neighbours in log-many passes: two overlapping windows make a
    wider one.
    """
    width = 2 * reach + 1
    pad = [(0, 0), (0, 0)]
    pad[axis] = (reach, reach)
    work = np.pad(values, pad, mode="edge")
    length = values.shape[axis]
    span = 1

    def at(source: F32, start: int, count: int) -> F32:
        return source[start : start + count] if axis == 0 else source[:, start : start + count]

    while span * 2 <= width:
        count = work.shape[axis] - span
        work = np.maximum(at(work, 0, count), at(work, span, count))
        span *= 2
    return np.maximum(at(work, 0, length), at(work, width - span, length))


def resize(mask: F32, width: int, height: int) -> F32:
    """The mask at another size; bilinear up, area mean down."""
    if mask.shape == (height, width):
        return mask.astype(np.float32, copy=True)
    image = Image.fromarray(np.ascontiguousarray(mask, dtype=np.float32))
    smaller = width < mask.shape[1] and height < mask.shape[0]
    method = Image.Resampling.BOX if smaller else Image.Resampling.BILINEAR
    scaled = np.asarray(image.resize((width, height), method), dtype=np.float32)
    return np.asarray(np.clip(scaled, 0, 1), dtype=np.float32)


def to_image(mask: F32) -> Image.Image:
    """An 8-bit grey picture of a mask."""
    return Image.fromarray((np.clip(mask, 0, 1) * 255 + 0.5).astype(np.uint8))


def from_image(image: Image.Image) -> F32:
    """The mask in an 8-bit grey picture."""
    return np.asarray(image.convert("L"), dtype=np.float32) / np.float32(255)


def bounding_box(
    mask: F32, *, threshold: float = 0.5, trim: float = 0.01
) -> tuple[float, float, float, float] | None:
    """The box of a mask as fractions 0 to 1 (x0, y0, x1, y1), between two quantiles of its pixels.

    The quantiles `trim` and 1 - `trim` keep stray pixels from blowing it up. None when no pixel
    reaches the threshold.
    """
    ys, xs = np.nonzero(mask >= threshold)
    if xs.size == 0:
        return None
    height, width = mask.shape
    x0, x1 = np.quantile(xs, [trim, 1 - trim])
    y0, y1 = np.quantile(ys, [trim, 1 - trim])
    return float(x0 / width), float(y0 / height), float((x1 + 1) / width), float((y1 + 1) / height)
