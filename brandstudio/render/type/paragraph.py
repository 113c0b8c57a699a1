"""Words in a box: ``layout`` sets them at a size, ``fit`` at the largest size for a box. The module
to import.
"""

from __future__ import annotations

from .fit import fit
from .setting import Align, Direction, Ink, Line, Paragraph, TextStyle, layout
from .shape import Glyph, GlyphRun

__all__ = [
    "Align",
    "Direction",
    "Glyph",
    "GlyphRun",
    "Ink",
    "Line",
    "Paragraph",
    "TextStyle",
    "fit",
    "layout",
]
