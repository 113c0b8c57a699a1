"""Waiting for accepted work, with a bar where a person looks on."""

from __future__ import annotations

import time
from typing import Any

from .. import errors
from .. import operations as ops
from ..models.designs import DesignAccepted, EditAccepted
from ..models.images import ImageAccepted
from ..models.style import ExtractionAccepted
from .bars import Bar
from .steps import Assist, Pause, Steps, ask


def waiting(accepted: Any, origin: Any, timeout: float | None, progress: bool) -> Steps[Any]:
    """Look until accepted work has ended; give a hand where this process can. Raises the job's
    error, or TimeoutError.
    """
    started = time.monotonic()
    pause = 0.02
    bar = Bar(progress)
    try:
        while True:
            finished, value = yield from _look(accepted, origin, bar)
            if finished:
                return value
            left = None if timeout is None else started + timeout - time.monotonic()
            if left is not None and left <= 0:
                raise TimeoutError(
                    f"job {accepted.job_id} has not finished after {timeout:g} s; it goes on"
                )
            # Without a worker elsewhere, whoever waits does the work.
            if not (yield Assist()):
                yield Pause(pause if left is None else min(pause, left))
                pause = min(pause * 1.5, 2.0)
    finally:
        bar.close()


def _look(accepted: Any, origin: Any, bar: Bar) -> Steps[tuple[bool, Any]]:
    """Whether the work has ended, and what came of it."""
    if isinstance(accepted, ImageAccepted):
        job = yield from ask(ops.GetJob(job_id=accepted.job_id))
        bar.show(job.progress.message, job.progress.percent)
        if job.status == "failed" and job.error is not None:
            raise _error(job.error.code, job.error.message)
        if job.status != "completed":
            return False, None
        made = yield from ask(ops.GetImage(image_id=accepted.id, folder=origin.folder))
        return True, made
    if isinstance(accepted, DesignAccepted):
        banner = yield from ask(ops.GetDesign(job_id=accepted.job_id))
        total = max(1, len(accepted.templates))
        bar.show(banner.progress, 100.0 * (len(banner.variants) + len(banner.dropped)) / total)
        if banner.status == "failed":
            raise errors.JobError(banner.error or None)
        return banner.status == "completed", banner
    if isinstance(accepted, EditAccepted):
        return (yield from _edited(accepted))
    if isinstance(accepted, ExtractionAccepted):
        extraction = yield from ask(ops.GetExtraction(folder=origin.folder, job_id=accepted.job_id))
        bar.show(extraction.progress.message, extraction.progress.percent)
        if extraction.status == "failed":
            raise errors.JobError(extraction.error or None)
        return extraction.status == "completed", extraction.result
    raise TypeError(f"nothing to wait for in a {type(accepted).__name__}")


def _edited(accepted: EditAccepted) -> Steps[tuple[bool, Any]]:
    banner = yield from ask(ops.GetDesign(job_id=accepted.job_id))
    for variant in banner.variants:
        if variant.variant_id == accepted.variant_id:
            return True, variant
    for dropped in banner.dropped:
        if dropped.variant_id == accepted.variant_id:
            raise errors.JobError(dropped.error or None)
    return False, None


def _error(code: str, message: str) -> errors.StudioError:
    return errors.BY_CODE.get(code, errors.StudioError)(message)
