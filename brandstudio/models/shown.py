"""What front ends show of a value: a small picture of it, and words without links, keys and paths."""

from __future__ import annotations

from ..display.markup import clean
from ..display.pictures import data_link, thumbnail, thumbnails

__all__ = ["clean", "data_link", "thumbnail", "thumbnails"]
