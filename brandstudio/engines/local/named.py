"""Colours by their names, as an edit says them: of the table, as a code, or the folder's own."""

from __future__ import annotations

import numpy as np

from brandstudio.engines.protocols import BrandLook
from brandstudio.language.colour_names import hex_of
from brandstudio.pixels import colour

from .paints import lab_of


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


__all__ = ["named_colour"]
