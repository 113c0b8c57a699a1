"""Which files of a logo may be drawn in one colour: those whose outline alone tells what they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.models.designs import AssetRef
from brandstudio.pixels import colour
from brandstudio.render.brief import LogoFile
from brandstudio.render.geometry import Rect
from brandstudio.render.pictures import logo_pixels

#: From this share of its box on a logo brings its own ground: in one colour it is a bar.
_FILLED: Final = 0.9
#: Neighbours that differ by more than this (OKLab) are parts that only their colours tell apart.
_STEP: Final = 0.09
#: The most of such an inner edge, measured in the outline's length, that one colour may hide.
_HIDDEN: Final = 0.06


def one_colour(
    files: Sequence[LogoFile], box: Rect, assets: Mapping[str, bytes]
) -> tuple[LogoFile, ...]:
    """The files that keep their marks in one colour, each as a file that may take any."""
    return tuple(replace(file, variant="mono") for file in files if holds(file, box, assets))


def holds(file: LogoFile, box: Rect, assets: Mapping[str, bytes]) -> bool:
    """True of a logo whose parts are told apart by gaps, and not by colours that lie on each other."""
    asset = AssetRef(
        sha256=file.sha256, mime_type=file.mime_type, width=file.width, height=file.height
    )
    size = max(round(box.width), 1), max(round(box.height), 1)
    pixels = np.asarray(logo_pixels(asset, assets, size))
    inked = pixels[..., 3] > 140
    if not inked.any() or inked.mean() >= _FILLED:
        return False
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    inner = outline = 0
    for axis in (0, 1):
        both = _before(inked, axis) & _after(inked, axis)
        far = np.square(np.diff(lab, axis=axis)).sum(axis=2) > _STEP**2
        inner += int((far & both).sum())
        outline += int((_before(inked, axis) ^ _after(inked, axis)).sum())
    return inner <= _HIDDEN * max(outline, 1)


def _before(inked: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    return inked[:-1] if axis == 0 else inked[:, :-1]


def _after(inked: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    return inked[1:] if axis == 0 else inked[:, 1:]
