"""The files of a logo by their shape: a stacked one in the box of a wide one is a speck, and a round one stands
on a disc.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from brandstudio.models.designs import AssetRef
from brandstudio.render.brief import LogoFile
from brandstudio.render.pictures import logo_pixels

#: Files of one shape fill at least this part of each other's boxes.
_FILLS: Final = 0.6
#: Up to this ratio of its sides a logo is round or stacked, and from this one on a name in one line.
_STACKED, _NAME = 1.3, 3.0
#: How large a logo is drawn to look at its outline (px), and how far that may be from a circle's: ink outside
#: of the outer circle (of half the box), and the part of it that reaches the inner one.
_SIDE: Final = 96
_OUTER, _INNER = 1.02, 0.92
_OUTSIDE: Final = 0.004
#: An outline reaches its rim in so many of 24 directions at least.
_AROUND: Final = 22
#: Sides that are nearly equal, and the alpha from which on a pixel is ink.
_SQUARE: Final = 0.94
_INKED: Final = 100

Shape = tuple[LogoFile, ...]


def in_shapes(files: Sequence[LogoFile], variant: str | None = None) -> tuple[Shape, ...]:
    """The files in groups of one shape, that of the first file first; before it one that has a
    ``variant`` which is asked for.
    """
    found: list[list[LogoFile]] = []
    for file in files:
        own = next((shape for shape in found if _fills(file, shape[0])), None)
        if own is None:
            found.append([file])
        else:
            own.append(file)
    if variant is not None:
        found.sort(key=lambda shape: not any(file.variant == variant for file in shape))
    return tuple(tuple(shape) for shape in found)


def _fills(one: LogoFile, other: LogoFile) -> bool:
    """True of two files of which each fills most of a box in the other's shape."""
    ratios = [max(file.width, 1) / max(file.height, 1) for file in (one, other)]
    return min(ratios) >= _FILLS * max(ratios)


def stackedness(ratio: float) -> float:
    """How far a logo with this ratio of its sides is a round or a stacked one, whose letters are a small part of
    it (1), and no name in one line (0).
    """
    return min(max((_NAME - ratio) / (_NAME - _STACKED), 0.0), 1.0)


def is_round(file: LogoFile | AssetRef, assets: Mapping[str, bytes]) -> bool:
    """True of a seal: ink all round along the circle that its box holds, and none outside of it."""
    if not _SQUARE <= max(file.width, 1) / max(file.height, 1) <= 1 / _SQUARE:
        return False
    asset = AssetRef(
        sha256=file.sha256, mime_type=file.mime_type, width=file.width, height=file.height
    )
    ink = np.asarray(logo_pixels(asset, assets, (_SIDE, _SIDE)))[..., 3] > _INKED
    rows, columns = (np.mgrid[:_SIDE, :_SIDE] + 0.5) / (_SIDE / 2) - 1
    away = np.hypot(rows, columns)
    if ink[away > _OUTER].sum() > _OUTSIDE * ink.size:
        return False
    rim = ink & (away > _INNER)
    turns = np.floor((np.arctan2(rows, columns)[rim] / (2 * np.pi) % 1.0) * 24)
    return np.unique(turns).size >= _AROUND
