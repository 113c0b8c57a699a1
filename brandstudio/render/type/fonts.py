"""Fonts: faces, stacks, what they cover, and the check of uploads. The module to import for
them.
"""

from __future__ import annotations

from .bundled import bundled_stack, system_fonts
from .coverage import MissingGlyph, describe_missing, font_packages, missing
from .faces import Axis, FontFace, FontSpec, FontStack, face_of
from .font_check import FaceInfo, FontInfo, check_font

__all__ = [
    "Axis",
    "FaceInfo",
    "FontFace",
    "FontInfo",
    "FontSpec",
    "FontStack",
    "MissingGlyph",
    "bundled_stack",
    "check_font",
    "describe_missing",
    "face_of",
    "font_packages",
    "missing",
    "system_fonts",
]
