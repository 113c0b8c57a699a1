"""Photos whose file ends in a clear line or two, as exports and scans leave them: no crop shows those."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.models.designs import AssetRef
from brandstudio.render import pictures
from brandstudio.render.geometry import Rect
from brandstudio.render.type.bounded import Bounded

#: A clear rim of more lines than this is a part of the picture.
_MOST: Final = 4
#: How far the kernel that a photo is resized with reaches over a crop's edge, in px of the banner.
_KERNEL: Final = 2.0
_JPEG: Final = b"\xff\xd8"

_Lines = tuple[int, int, int, int]
_FOUND: Final[Bounded[str, _Lines]] = Bounded(256)


def within_rim(box: Rect, frame: Rect, asset: AssetRef, assets: Mapping[str, bytes]) -> Rect:
    """A crop (px of the photo) for a frame (px of the banner), moved off the photo's clear rim and made
    smaller where it must be; as it is where the photo has none, or where it leaves the photo.
    """
    left, top, right, bottom = lines = clear_lines(asset, assets)
    inside = Rect(0, 0, asset.width, asset.height).holds(box, 0.5)
    if not any(lines) or not inside or frame.width < 1:
        return box
    reach = _KERNEL * max(box.width / frame.width, 1.0)
    x0, y0 = (line + reach if line else 0.0 for line in (left, top))
    x1 = asset.width - (right + reach if right else 0.0)
    y1 = asset.height - (bottom + reach if bottom else 0.0)
    part = min(1.0, (x1 - x0) / box.width, (y1 - y0) / box.height)
    if part <= 0:
        return box
    width, height = part * box.width, part * box.height
    x = min(max(box.x + (box.width - width) / 2, x0), x1 - width)
    y = min(max(box.y + (box.height - height) / 2, y0), y1 - height)
    return Rect(x, y, width, height)


def clear_lines(asset: AssetRef, assets: Mapping[str, bytes]) -> _Lines:
    """How many outermost lines of a photo are clear at its left, top, right and bottom; none of one
    that is clear elsewhere too. Raises `errors.NotFound` without the file.
    """
    data = pictures.asset_bytes(asset, assets)
    if data.startswith(_JPEG):
        return 0, 0, 0, 0
    known = _FOUND.get(asset.sha256)
    return known if known is not None else _FOUND.put(asset.sha256, _lines(asset, assets))


def _lines(asset: AssetRef, assets: Mapping[str, bytes]) -> _Lines:
    image = pictures.whole(asset, assets)
    if image.mode != "RGBA" or min(image.size) <= 4 * _MOST:
        return 0, 0, 0, 0
    solid = np.asarray(image.getchannel("A")) == 255
    # Every line that is nowhere solid, counted from each edge.
    left, top, right, bottom = (
        _clear(lines) for lines in (solid.T, solid, solid.T[::-1], solid[::-1])
    )
    height, width = solid.shape
    rest = solid[top : height - bottom, left : width - right]
    return (left, top, right, bottom) if rest.all() else (0, 0, 0, 0)


def _clear(lines: NDArray[np.bool_]) -> int:
    """How many of the first lines are nowhere solid; 0 where those are more than a rim."""
    shown = lines[: _MOST + 1].any(axis=1)
    return int(np.argmax(shown)) if shown.any() else 0
