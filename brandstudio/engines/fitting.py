"""Fits pictures to the sizes that a model can draw, and back again.

Models draw a few sizes or multiples of a number. A new picture is drawn in the nearest shape, then
cut and resized; a picture to be edited is laid whole into the model's frame with its edges
continued, so that nothing of it is lost and the answer can be laid over it exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from brandstudio.errors import ValidationError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from brandstudio.engines.protocols import CreateRequest, Mask, Pixels

Size = tuple[int, int]


def nearest(size: Size, sizes: Sequence[Size]) -> Size:
    """The one of ``sizes`` whose shape is nearest; among equals the smallest that is large enough,
    else the largest.
    """

    def badness(candidate: Size) -> tuple[float, bool, int]:
        shape = abs(np.log(candidate[0] * size[1] / (candidate[1] * size[0])))
        small = candidate[0] < size[0] or candidate[1] < size[1]
        area = candidate[0] * candidate[1]
        return round(float(shape), 3), small, -area if small else area

    return min(sizes, key=badness)


def rounded(size: Size, multiple: int, *, longest: int, shortest: int = 64) -> Size:
    """``size`` scaled to ``longest`` at most and ``shortest`` at least, each side a multiple of
    ``multiple``.
    """
    scale = min(1.0, longest / max(size))
    scale = max(scale, shortest / min(size))
    width, height = (max(multiple, round(side * scale / multiple) * multiple) for side in size)
    most = max(multiple, longest // multiple * multiple)
    return min(width, most), min(height, most)


def wanted(request: CreateRequest) -> Size:
    """The size that is asked for. Raises ``errors.ValidationError`` for a side of nothing."""
    if min(request.width, request.height) < 1:
        raise ValidationError.of("width", "a picture needs at least one pixel on each side")
    return request.width, request.height


def resized(pixels: Pixels, size: Size) -> Pixels:
    """Resized without regard to shape."""
    if (pixels.shape[1], pixels.shape[0]) == size:
        return pixels
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS))


def filled(pixels: Pixels, size: Size) -> tuple[Pixels, tuple[str, ...]]:
    """What a model drew in the size that was asked for, and a warning where it is much smaller."""
    height, width = pixels.shape[:2]
    small = width < size[0] * 0.9 or height < size[1] * 0.9
    said = f"The model draws {width}x{height}; the picture was enlarged to fit."
    return covering(opaque(pixels), size), (said,) if small else ()


def covering(pixels: Pixels, size: Size) -> Pixels:
    """Scaled to cover ``size``, cut evenly on both sides."""
    height, width = pixels.shape[:2]
    scale = max(size[0] / width, size[1] / height)
    # What is not cut may come out a hair below nothing.
    cut_x, cut_y = (
        max(0.0, (was - now / scale) / 2) for was, now in ((width, size[0]), (height, size[1]))
    )
    box = (cut_x, cut_y, width - cut_x, height - cut_y)
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS, box=box))


@dataclass(frozen=True, slots=True)
class Laid:
    """Where a picture of ``source`` size lies in a frame: the frame's size and the box inside
    it.
    """

    source: Size
    frame: Size
    box: tuple[int, int, int, int]

    @classmethod
    def whole(cls, source: Size, frame: Size) -> Laid:
        """The whole picture, as large as fits, in the middle."""
        scale = min(frame[0] / source[0], frame[1] / source[1])
        width = min(frame[0], max(1, round(source[0] * scale)))
        height = min(frame[1], max(1, round(source[1] * scale)))
        left, top = (frame[0] - width) // 2, (frame[1] - height) // 2
        return cls(source, frame, (left, top, left + width, top + height))

    def into(self, pixels: Pixels) -> Pixels:
        """The picture in its frame, with its edges continued outwards."""
        left, top, right, bottom = self.box
        inner = resized(pixels, (right - left, bottom - top))
        sides: list[tuple[int, int]] = [
            (top, self.frame[1] - bottom),
            (left, self.frame[0] - right),
        ]
        if inner.ndim == 3:
            sides.append((0, 0))
        return np.pad(inner, sides, mode="edge")

    def back(self, pixels: Pixels) -> Pixels:
        """The picture's part of what came back, in the picture's own size."""
        framed = Image.fromarray(resized(pixels, self.frame))
        return np.asarray(framed.resize(self.source, Image.Resampling.LANCZOS, box=self.box))


def grey(mask: Mask) -> Pixels:
    """A mask as uint8, 0..255."""
    if mask.dtype == np.uint8:
        return np.asarray(mask, dtype=np.uint8)
    return np.asarray(np.clip(np.nan_to_num(mask), 0, 1) * 255 + 0.5, dtype=np.uint8)


def opaque(pixels: Pixels) -> Pixels:
    """Without transparency, on white."""
    if pixels.shape[2] == 3:
        return pixels
    alpha = pixels[..., 3:].astype(np.uint16)
    return ((pixels[..., :3] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)


def with_alpha_of(pixels: Pixels, source: Pixels) -> Pixels:
    """``pixels`` with the transparency of ``source``, where that has any; both of one size."""
    return np.dstack([pixels[..., :3], source[..., 3]]) if source.shape[2] == 4 else pixels


def blended(below: Pixels, above: Pixels, mask: Pixels) -> Pixels:
    """``above`` where ``mask`` is bright, ``below`` where it is dark."""
    weight = mask[..., None].astype(np.uint16)
    return ((above * weight + below * (255 - weight) + 127) // 255).astype(np.uint8)


def soft(mask: Pixels, radius: float) -> Pixels:
    """The mask with a soft edge that lies inside its bright part: what is dark stays wholly
    dark.
    """
    from PIL import ImageFilter

    blurred = np.asarray(Image.fromarray(mask).filter(ImageFilter.GaussianBlur(radius)))
    return np.minimum(mask, np.clip((blurred.astype(np.int16) - 127) * 2, 0, 255).astype(np.uint8))


def joined(drawn: Pixels, source: Pixels, x: int, y: int) -> Pixels:
    """``drawn`` with ``source`` laid back in its place, and the rest drawn towards it in colour so
    that no edge shows.

    Models shift the colours even of what they were told to keep. How far they did is known where
    the source lies; that difference, without its detail, is carried on outwards and fades with
    distance.
    """
    height, width = source.shape[:2]
    whole_height, whole_width = drawn.shape[:2]
    difference = source.astype(np.float32) - drawn[y : y + height, x : x + width]
    step = max(1, max(whole_width, whole_height) // 128)
    small = (max(1, width // step), max(1, height // step))
    left, top = x // step, y // step
    right = max(0, whole_width // step - small[0] - left)
    bottom = max(0, whole_height // step - small[1] - top)
    shift = np.dstack(
        [
            np.asarray(
                Image.fromarray(difference[..., channel]).resize(small, Image.Resampling.BOX)
            )
            for channel in range(3)
        ]
    )
    # A small difference is a shift of colour; a large one means that the model drew something else
    # there.
    shift *= np.clip((64 - np.abs(shift).max(axis=2, keepdims=True)) / 32, 0, 1)
    shift = _calmed(_calmed(shift, 0), 1)  # else each row's own difference would go on as a streak
    down, across = _outside(small[1], top, bottom), _outside(small[0], left, right)
    fading = np.exp(-np.hypot(down[:, None], across[None, :]) / 48).astype(np.float32)
    result = np.empty_like(drawn)
    for channel in range(3):
        field = np.pad(shift[..., channel], ((top, bottom), (left, right)), mode="edge") * fading
        full = Image.fromarray(field).resize((whole_width, whole_height), Image.Resampling.BICUBIC)
        result[..., channel] = np.clip(drawn[..., channel] + np.asarray(full) + 0.5, 0, 255).astype(
            np.uint8
        )
    result[y : y + height, x : x + width] = source
    return result


def _outside(length: int, before: int, after: int) -> NDArray[np.int64]:
    """How far each place of an axis lies outside its middle part of ``length``; 0 inside."""
    places = np.arange(-before, length + after)
    return np.asarray(np.abs(places - np.clip(places, 0, length - 1)))


def _calmed(values: NDArray[np.float32], axis: int) -> NDArray[np.float32]:
    """Averaged along an axis with a binomial weight of nine places."""
    weights = np.array([1, 8, 28, 56, 70, 56, 28, 8, 1], np.float32) / 256
    sides = [(4, 4) if number == axis else (0, 0) for number in range(values.ndim)]
    windows = np.lib.stride_tricks.sliding_window_view(
        np.pad(values, sides, mode="edge"), 9, axis=axis
    )
    return np.asarray(windows @ weights)


def continued(source: Pixels, frame: Size, x: int, y: int) -> Pixels:
    """The frame with the source at (``x``, ``y``) and its edges continued, for models that ignore
    masks.
    """
    height, width = source.shape[:2]
    sides = ((y, frame[1] - height - y), (x, frame[0] - width - x), (0, 0))
    return np.pad(source, sides, mode="edge")
