"""What front ends show of a value: a small picture of it, and words without links, keys and paths."""

from __future__ import annotations

from ..display.markup import clean
from ..display.pictures import CELL, data_link, thumbnail, thumbnails

__all__ = ["CELL", "clean", "data_link", "thumbnail", "thumbnails"]
