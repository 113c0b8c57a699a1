"""Carries out: ``PIPELINES`` are the kinds of job that workers take up, ``IMMEDIATE`` is what runs
on the caller's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..context import Context, JobContext
from ..jobs import promptly
from ..store.jobs import JobRow
from . import analysis, briefs, designs, extraction, images, library, texts
from .rendition import open_rendition

PIPELINES: dict[str, Callable[[JobContext, JobRow], None]] = {
    "image": images.carry_out,
    "design": designs.carry_out,
    "extraction": extraction.carry_out,
    "save": designs.broken_save,
    "analysis": promptly.broken_off,
    "text": promptly.broken_off,
}

IMMEDIATE: dict[str, Callable[[Context, Any, Any], Any]] = {
    "library_add": library.add_to_library,
    "logo_add": library.add_logo,
    "font_add": library.add_font,
    "sample_colours": library.sample_colours,
    "brandify": images.accept_brandify,
    "design_accept": designs.accept,
    "design_preview": designs.preview,
    "design_save": designs.save,
    "design_export": designs.export_variant,
    "analyse": analysis.analyse,
    "check": analysis.check,
    "text": texts.generate,
}

LACKS: dict[str, Callable[[Path, str], str | None]] = {"template": briefs.lacks_template}
"""Why a folder of data lacks something of that kind and name; None where it is there."""

__all__ = ["IMMEDIATE", "LACKS", "PIPELINES", "open_rendition"]
