"""Fonts: faces, stacks and what they cover. The module to import for them."""

from __future__ import annotations

from .bundled import bundled_stack
from .faces import Axis, FontFace, FontSpec, FontStack, face_of

__all__ = ["Axis", "FontFace", "FontSpec", "FontStack", "bundled_stack", "face_of"]
