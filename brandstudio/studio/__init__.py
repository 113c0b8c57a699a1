"""The face: one typed studio over any transport."""

from .studio import LocalStudio, Studio

__all__ = ["LocalStudio", "Studio"]
