"""Where in a photo a logo would read that has one place on the banner: what `crop` counts for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from brandstudio.models.designs import AssetRef, PhotoLayer
from brandstudio.pixels import colour, masks
from brandstudio.render import pictures
from brandstudio.render.brief import LogoFile, Photo
from brandstudio.render.geometry import Rect

F64 = NDArray[np.float64]

#: How wide the picture is that is measured.
_WIDE: Final = 384
#: What it costs where nothing of a logo reads, and where what is behind it is as lively as can be.
_LOST, _RESTLESS = 1.3, 0.9
#: The ratio at which a logo's ink reads, and the step of grey between neighbours (0 to 1) from
#: which on a ground is lively.
_RATIO, _STEP = 3.0, 0.09
#: The parts of a logo's ink, from its darkest to its palest, that must read.
_INKS: Final = (0.1, 0.35, 0.65, 0.9)


@dataclass(frozen=True, eq=False)
class LogoGround:
    """Tables of a photo (integral images): how much of each logo file's ink reads at a spot, and how
    lively that is.
    """

    box: Rect
    """The logo's on the canvas."""
    reads: tuple[F64, ...]
    steps: F64
    light: F64
    """The luminance of the photo."""
    width: int
    height: int
    """Of the photo."""

    @classmethod
    def of(
        cls, box: Rect, photo: Photo, files: Sequence[LogoFile], assets: Mapping[str, bytes]
    ) -> Self:
        """The tables for a photo and the files of a logo."""
        size = (_WIDE, max(round(_WIDE * photo.height / max(photo.width, 1)), 8))
        asset = AssetRef(
            sha256=photo.sha256, mime_type=photo.mime_type, width=photo.width, height=photo.height
        )
        whole = (0, 0, photo.width, photo.height)
        layer = PhotoLayer(asset=asset, crop=whole, box=(0, 0, *size))
        small = np.asarray(pictures.photo(layer, assets))
        light = colour.luminance(small)
        reads = []
        for file in files:
            passes = [colour.contrast(light, ink) >= _RATIO for ink in _inks(file, assets)]
            share = np.mean(passes, axis=0) if passes else np.zeros(light.shape)
            reads.append(masks.integral(share.astype(np.float32)))
        grey = small[..., 1].astype(np.float32) / 255
        step = np.zeros(grey.shape, np.float32)
        step[:, 1:] += np.abs(np.diff(grey, axis=1)) / 2
        step[1:] += np.abs(np.diff(grey, axis=0)) / 2
        bright = masks.integral(light.astype(np.float32))
        return cls(box, tuple(reads), masks.integral(step), bright, photo.width, photo.height)

    def cost(self, frame: Rect, boxes: F64) -> F64:
        """What each crop (x, y, width, height in the photo) of a frame costs."""
        x, y, w, _ = boxes.T
        scale = w / frame.width
        pad = 0.25 * self.box.height
        at = self.box.inset(-pad).common(frame)
        x0, y0 = x + (at.x - frame.x) * scale, y + (at.y - frame.y) * scale
        x1, y1 = x0 + at.width * scale, y0 + at.height * scale
        shares = [self._mean(table, x0, y0, x1, y1) for table in self.reads]
        best = np.max(shares, axis=0) if shares else np.ones(len(boxes))
        lively = np.clip(self._mean(self.steps, x0, y0, x1, y1) / _STEP, 0, 1)
        return np.asarray(_LOST * (1 - best) + _RESTLESS * lively)

    def light_under(self, box: Rect, frame: Rect, crop: Rect) -> float:
        """The mean luminance of what a crop shows in its frame under a box on the canvas."""
        scale = crop.width / frame.width
        x, y = crop.x + (box.x - frame.x) * scale, crop.y + (box.y - frame.y) * scale
        edges = (x, y, x + box.width * scale, y + box.height * scale)
        return float(self._mean(self.light, *(np.array([edge]) for edge in edges))[0])

    def _mean(self, table: F64, x0: F64, y0: F64, x1: F64, y1: F64) -> F64:
        rows, columns = table.shape[0] - 1, table.shape[1] - 1
        left = np.clip(np.round(x0 * columns / self.width).astype(np.intp), 0, columns - 1)
        top = np.clip(np.round(y0 * rows / self.height).astype(np.intp), 0, rows - 1)
        right = np.clip(np.round(x1 * columns / self.width).astype(np.intp), left + 1, columns)
        bottom = np.clip(np.round(y1 * rows / self.height).astype(np.intp), top + 1, rows)
        total = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
        return np.asarray(total / ((right - left) * (bottom - top)))


def _inks(file: LogoFile, assets: Mapping[str, bytes]) -> list[np.float32]:
    """The luminances of a logo's ink, from dark to pale."""
    asset = AssetRef(
        sha256=file.sha256, mime_type=file.mime_type, width=file.width, height=file.height
    )
    wide = 96
    tall = max(round(wide * file.height / max(file.width, 1)), 4)
    pixels = np.asarray(pictures.logo_pixels(asset, assets, (wide, tall)))
    inked = pixels[..., :3][pixels[..., 3] > 140]
    if not inked.size:
        return []
    return [np.float32(v) for v in np.quantile(colour.luminance(inked), _INKS)]
