"""Colours by their names, as an edit says them: of the table, as a code, or the folder's own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brandstudio.engines.protocols import BrandLook
from brandstudio.language.colour_names import hex_of
from brandstudio.pixels import colour

from .canvas import F32
from .paints import lab_of

U8 = NDArray[np.uint8]


def named_colour(look: BrandLook, name: str) -> tuple[int, int, int] | None:
    """The colour of a name; None where it is the folder's, and that has no palette."""
    if name.startswith("#"):
        return colour.parse_hex(name)
    if name == "brand":
        palette = look.palette
        if not palette:
            return None
        chosen = next(
            (s for s in palette if s.role == "primary"),
            max(palette, key=lambda s: float(np.hypot(*lab_of(s.hex)[1:])) * (0.1 + s.weight)),
        )
        return colour.parse_hex(chosen.hex)
    known = hex_of(name)
    return None if known is None else colour.parse_hex(known)


def is_ground(pixels: U8, matte: F32, name: str) -> bool:
    """Whether most of what lies behind the subject has a named colour."""
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[::4, ::4, :3]))
    behind = lab[matte[::4, ::4] < 0.5]
    if not behind.size:
        return False
    wanted = lab_of(hex_of(name) or name)
    away = np.degrees(np.arctan2(behind[:, 2], behind[:, 1]) - np.arctan2(wanted[2], wanted[1]))
    chroma = np.hypot(behind[:, 1], behind[:, 2])
    if float(np.hypot(*wanted[1:])) < 0.03:
        alike = (chroma < 0.05) & (np.abs(behind[:, 0] - wanted[0]) < 0.22)
    else:
        alike = (chroma > 0.02) & (np.abs((away + 180) % 360 - 180) < 35)
    return float(alike.mean()) > 0.6


__all__ = ["is_ground", "named_colour"]
