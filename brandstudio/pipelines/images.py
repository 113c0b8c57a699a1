"""Images: each job makes the next version of its item, which is measured, scored, kept and told."""

from __future__ import annotations

from dataclasses import replace

from ..catalogue.resolving import resolve
from ..catalogue.scoring import check_against
from ..context import Context, JobContext
from ..domain import frames
from ..domain.inheritance import Resolved
from ..engines import credentials
from ..engines.looks import look_of
from ..engines.protocols import BrandLook, BrandSwatch
from ..errors import StudioError
from ..jobs.kinds import CreateJob, ImageJob
from ..models.images import AspectRatio, OutputFormat
from ..pixels.intake import Intake, drawn
from ..store.jobs import JobRow
from .keeping import Kept, finish_version, kept_again, kept_score, publish, show, signed
from .making import ImageTask, Made, make


def carry_out(ctx: JobContext, job: JobRow, asked: ImageJob) -> None:
    """Make the version that the job is for."""
    task = _task(ctx, job, asked)
    ctx.progress("drawing", asked.saying, 10)
    ctx.store.assert_idle()
    with ctx.traces.span("draw image"):
        made = make(ctx, task)
    ctx.progress("keeping", "Measuring and keeping the picture", 80)
    with ctx.traces.span("keep image"):
        made, kept, score = _kept(ctx, task, made)
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        number = task.version.number
        finish_version(
            ctx,
            tx,
            task.item.id,
            number,
            kept,
            score=score,
            warnings=list(made.warnings),
            prompt_sent=made.prompt_sent,
            engine=made.engine,
        )
        tx.versions.set_frame(task.item.id, number, *_frame_of(task, kept))
        tx.items.set_status(task.item.id, "completed", None, job.client_reference_id, ctx.now())
        shown = show(ctx, tx, task.item.id, number, kept, score)
        ctx.emit(tx, asked.event, shown, task.version, job.client_reference_id)
        ctx.finish(tx)
        ctx.emit_job(tx, job, None)


def _kept(ctx: Context, task: ImageTask, made: Made) -> tuple[Made, Kept, float | None]:
    """The files of the new version and its score; those of its source where nothing changed, or
    only for the worse.
    """
    source = task.source
    if not made.unchanged:
        intake = drawn(made.image, made.output, made.origin)
        score = check_against(task.found, intake.facts, intake.width, intake.height).score
        before = made.score_before
        if before is None or score is None or score >= before:
            if before is not None and score is not None:
                made = replace(
                    made, warnings=(*made.warnings, f"The score went from {before:g} to {score:g}.")
                )
            return made, publish(ctx, _with_credentials(ctx, task, made, intake)), score
        why = "No change that was tried raised the score, so the picture is unchanged."
        made = replace(made, warnings=(why,), unchanged=True)
    assert source is not None
    kept = kept_again(ctx, source)
    return made, kept, kept_score(task.found, kept)


def _with_credentials(ctx: Context, task: ImageTask, made: Made, intake: Intake) -> Intake:
    source, ingredient = task.source, None
    if source is not None and source.sha256 is not None and not isinstance(task.asked, CreateJob):
        ingredient = credentials.Ingredient(
            ctx.store.blobs.read(source.sha256), source.mime_type or "", task.item.title or "Source"
        )
    return signed(ctx, intake, task.item.title, task.asked.action, made.origin.source, ingredient)


def _frame_of(task: ImageTask, kept: Kept) -> tuple[AspectRatio | None, OutputFormat]:
    """The ratio and format that the version has: an edit may have cropped it, or cut its subject
    out of a JPEG.
    """
    output: OutputFormat = "jpg" if kept.stored.mime_type == "image/jpeg" else "png"
    asked = task.asked.aspect_ratio
    if asked is not None and frames.has_ratio(asked, kept.width, kept.height):
        return asked, output
    return frames.ratio_of(kept.width, kept.height), output


def _task(ctx: Context, job: JobRow, asked: ImageJob) -> ImageTask:
    with ctx.store.read() as tx:
        item = tx.items.by_id(job.item_id or 0)
        if item is None:
            raise StudioError("The image of this job is gone.")
        place = tx.folders.by_id(item.folder_id)
        assert place is not None
        version = tx.versions.get(item.id, job.version or 0)
        assert version is not None
        source = None if asked.based_on is None else tx.versions.get(item.id, asked.based_on)
        found = resolve(tx, place)
    return ImageTask(job, asked, item, place, found, folder_look(found), source, version)


def folder_look(found: Resolved) -> BrandLook:
    """A folder's resolved style as engines take it."""
    palette = [
        BrandSwatch(colour.hex, 1.0 / len(found.palette), colour.role) for colour in found.palette
    ]
    return look_of(found.photo_style, palette=palette, rules=found.rules, world=found.visual_world)
