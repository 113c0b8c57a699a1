"""Carries out: ``PIPELINES`` are the kinds of job that workers take up, ``IMMEDIATE`` is what runs on the caller's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..context import Context, JobContext
from ..store.jobs import JobRow
from . import library
from .rendition import open_rendition

PIPELINES: dict[str, Callable[[JobContext, JobRow], None]] = {}

IMMEDIATE: dict[str, Callable[[Context, Any, Any], Any]] = {
    "library_add": library.add_to_library,
    "logo_add": library.add_logo,
    "font_add": library.add_font,
    "sample_colours": library.sample_colours,
}

__all__ = ["IMMEDIATE", "PIPELINES", "open_rendition"]
