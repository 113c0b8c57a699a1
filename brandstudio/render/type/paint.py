"""Set text as pixels or as outlines. The module to import."""

from __future__ import annotations

from .outline import GlyphOutline, GlyphPicture, outlines
from .raster import ColourPatch, TextMask, mask, paint

__all__ = ["ColourPatch", "GlyphOutline", "GlyphPicture", "TextMask", "mask", "outlines", "paint"]
