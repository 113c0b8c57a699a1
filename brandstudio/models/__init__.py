"""Nouns: the values that cross the border of the service."""

from .base import Input, Model, Timestamp, iso
from .folders import FolderPath

__all__ = ["FolderPath", "Input", "Model", "Timestamp", "iso"]
