"""The files of a logo by their shape: a stacked one in the box of a wide one is a speck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brandstudio.render.brief import LogoFile

#: Files of one shape fill at least this part of each other's boxes.
_FILLS: Final = 0.6

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
