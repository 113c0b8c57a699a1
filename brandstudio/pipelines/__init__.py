"""Carries out: ``PIPELINES`` are the kinds of job that workers take up, ``IMMEDIATE`` is what runs
on the caller's thread. Both are keyed by the class of the value that says what is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ..context import Context, JobContext, Sealed
from ..jobs import kinds, now, promptly
from ..jobs.kinds import JobValue
from ..jobs.now import RunNow
from ..store.jobs import JobRow
from . import (
    analysis,
    brandifying,
    briefs,
    designs,
    edits,
    extraction,
    images,
    library,
    previewing,
    quoting,
    specs,
    texts,
    variants,
)
from .rendition import open_rendition

J = TypeVar("J", bound=JobValue)
N = TypeVar("N", bound=RunNow[object])
Pipeline = Callable[[JobContext, JobRow, JobValue], None]
Prompt = Callable[[Context, RunNow[object]], Sealed[object]]


def _later(
    kind: type[J], carry_out: Callable[[JobContext, JobRow, J], None]
) -> tuple[type[JobValue], Pipeline]:
    """A row of ``PIPELINES``: the function must take what the kind is."""

    def pipeline(ctx: JobContext, job: JobRow, asked: JobValue) -> None:
        assert isinstance(asked, kind)
        carry_out(ctx, job, asked)

    return kind, pipeline


def _now(
    kind: type[N], answer: Callable[[Context, N], Sealed[object]]
) -> tuple[type[RunNow[object]], Prompt]:
    """A row of ``IMMEDIATE``: the function must take what the kind is."""

    def prompt(ctx: Context, asked: RunNow[object]) -> Sealed[object]:
        assert isinstance(asked, kind)
        return answer(ctx, asked)

    return kind, prompt


PIPELINES: dict[type[JobValue], Pipeline] = dict([
    _later(kinds.CreateJob, images.carry_out),
    _later(kinds.RecreateJob, images.carry_out),
    _later(kinds.BrandifyJob, images.carry_out),
    _later(kinds.ReviseJob, images.carry_out),
    _later(kinds.ResizeJob, images.carry_out),
    _later(kinds.ImproveJob, images.carry_out),
    _later(kinds.DesignJob, designs.carry_out),
    _later(kinds.RenderJob, specs.carry_out),
    _later(kinds.EditJob, edits.carry_out),
    _later(kinds.ExtractionJob, extraction.carry_out),
    _later(kinds.SaveJob, variants.broken_save),
    _later(kinds.AnalysisJob, promptly.broken_off),
    _later(kinds.TextJob, promptly.broken_off),
])  # fmt: skip

IMMEDIATE: dict[type[RunNow[object]], Prompt] = dict([
    _now(now.TakePicture, library.add_to_library),
    _now(now.TakeLogo, library.add_logo),
    _now(now.TakeFont, library.add_font),
    _now(now.FindColours, library.sample_colours),
    _now(now.TakeSource, brandifying.accept_brandify),
    _now(now.ProveDesign, designs.accept),
    _now(now.PriceDesign, quoting.quote_banners),
    _now(now.DrawPreview, previewing.preview),
    _now(now.ProveEdit, edits.accept),
    _now(now.DrawEdit, edits.preview),
    _now(now.ProveSpec, specs.accept),
    _now(now.KeepVariant, variants.save),
    _now(now.ExportVariant, variants.export_variant),
    _now(now.LookAt, analysis.analyse),
    _now(now.Measure, analysis.check),
    _now(now.WriteCopy, texts.generate),
])  # fmt: skip

LACKS: dict[str, Callable[[Path, str], str | None]] = {"template": briefs.lacks_template}
"""Why a folder of data lacks something of that kind and name; None where it is there."""

__all__ = ["IMMEDIATE", "LACKS", "PIPELINES", "open_rendition"]
