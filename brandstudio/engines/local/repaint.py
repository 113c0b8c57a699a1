"""One colour painted over with another: every place of its hue turns, and keeps its light and shade.

The named colour is where its hue is strong; what is as pale as skin beside a mustard armchair is left
out. Where a single thing was named and several places have its colour, it may be any of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brandstudio.language.colour_names import HUES
from brandstudio.language.edits import Edit
from brandstudio.pixels import colour

from .canvas import F32, smooth
from .doubt import are_several
from .paints import lab_of
from .things import joined, may_be_several, painted_place, strong_in
from .work import Work, place

U8 = NDArray[np.uint8]
#: From this chroma on a place has a colour (OKLab), so many degrees round its middle are the same hue,
#: and so much of a thing has at least its own.
_COLOURED, _REACH, _OF_A_THING = 0.05, 34.0, 0.3
#: How much of the new colour's lightness is taken over: of a plain hue less than of a shade.
_OF_A_HUE, _OF_A_SHADE = 0.6, 0.8


def repaint(work: Work, edit: Edit, rgb: tuple[int, int, int]) -> None:
    """Paint the places of an edit; says where they can't be told."""
    mask = place(work, edit)
    if mask is None or work.missed:
        return
    if edit.target == "subject":
        own = own_colour(work.pixels, mask)
        if own is None:
            work.missed.append(
                f"No one colour of {edit.thing} stands out that could be painted over."
            )
            return
        work.pixels = _painted(work.pixels, own, rgb, plain=edit.value in HUES)
        return
    strong = strong_in(work.pixels, painted_place(work, edit, mask))
    if edit.thing and not may_be_several(edit.thing) and are_several(joined(strong)):
        work.missed.append(
            f"Several places have the colour of {edit.thing}, so it can't be told from the rest."
        )
        return
    work.pixels = _painted(work.pixels, strong, rgb, plain=edit.value in HUES)


def own_colour(pixels: U8, mask: F32) -> F32 | None:
    """What of a thing has its own colour, the hue that most of it has; None where none is of most of it."""
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    hue = np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360
    inside = mask > 0.5
    seen = inside & (chroma > _COLOURED)
    counts = np.bincount((hue[seen] // 10).astype(np.int64), minlength=36).astype(np.float64)
    around = counts + np.roll(counts, 1) + np.roll(counts, -1)
    if float(around.max()) < _OF_A_THING * max(1.0, float(inside.sum())):
        return None
    middle = (int(around.argmax()) + 0.5) * 10
    away = np.abs((hue - middle + 180) % 360 - 180)
    near = smooth(away, _REACH + 10, _REACH - 6) * smooth(chroma, 0.02, 0.05)
    return np.asarray(mask * near, dtype=np.float32)


def _painted(pixels: U8, mask: F32, rgb: tuple[int, int, int], *, plain: bool) -> U8:
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    wanted = lab_of(colour.format_hex(rgb))
    inside = mask > 0.5
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    seen = lab[..., 0][inside]
    middle = float(np.median(seen)) if seen.size else 0.5
    mean = float(np.median(chroma[inside])) if seen.size else 0.1
    new = middle + (_OF_A_HUE if plain else _OF_A_SHADE) * (wanted[0] - middle)
    out = lab.copy()
    # Darker than before its shades draw together, or they would fall to black.
    spread = min(1.15, max(0.55, new / max(middle, 0.05)))
    out[..., 0] = np.clip(new + (lab[..., 0] - middle) * np.float32(spread), 0, 1)
    strength = np.clip(chroma / np.float32(max(mean, 0.02)), 0, 1.3)
    for axis in (1, 2):
        out[..., axis] = strength * np.float32(wanted[axis])
    mixed = lab + (out - lab) * mask[..., None]
    painted = pixels.copy()
    painted[..., :3] = colour.oklab_to_u8(mixed.astype(np.float32))
    return painted


__all__ = ["repaint"]
