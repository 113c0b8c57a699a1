"""Images: accepting work is one transaction of checks, charge, version and job."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, TypedDict, cast

from ..catalogue import finding, scoring, showing
from ..context import Context, Sealed
from ..domain import pricing, versions
from ..errors import AlreadyProcessing, NotFound, ValidationError
from ..jobs import kinds
from ..jobs.accepting import JobOrder
from ..jobs.kinds import CreateJob, ImageJob, ImproveJob, RecreateJob, ResizeJob, ReviseJob
from ..jobs.now import LookAt, Measure, RunNow, TakeSource
from ..models.images import (
    Analysis,
    AspectRatio,
    Check,
    CurrentVersion,
    Image,
    ImageAccepted,
    ImproveAccepted,
    OutputFormat,
    Resolution,
    VersionAccepted,
)
from ..operations import (
    AnalyseImage,
    BrandifyImage,
    CheckImage,
    CreateImage,
    GetImage,
    ImproveImage,
    RecreateImage,
    ResizeImage,
    RetryImage,
    ReviseImage,
    SetCurrentVersion,
)
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import ItemRow
from ..store.versions import VersionRow


def create_image(ctx: Context, op: CreateImage) -> Sealed[ImageAccepted]:
    if not op.prompt.strip():
        raise ValidationError.of("prompt", "say what the picture should show", value=op.prompt)
    asked = CreateJob(
        prompt=op.prompt,
        aspect_ratio=op.aspect_ratio,
        resolution=op.resolution,
        output_format=op.output_format,
        strict=op.strict or ctx.settings.strict_engine,
    )
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        image_id = ctx.ids("img")
        order = JobOrder(ctx, tx, place, op.client_reference_id, image_id)
        order.pay(asked.price, f"Create: {op.prompt}")
        id = tx.items.add(
            image_id,
            ctx.workspace_id,
            place,
            "image",
            "processing",
            ctx.now(),
            title=_title(op.prompt),
            prompt=op.prompt,
            filename=f"{image_id}.{op.output_format}",
            client_reference_id=op.client_reference_id,
        )
        order.queue_version(id, asked, op.prompt)
        return order.seal(ImageAccepted(id=image_id, job_id=order.job_id, status="processing"))


def _title(prompt: str) -> str:
    words = " ".join(prompt.split())
    return words if len(words) <= 80 else words[:79].rsplit(" ", 1)[0] + "…"


def get_image(ctx: Context, op: GetImage) -> Image:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id)
        found = tx.versions.list(row.id)
    return showing.image(ctx, row, found)


def brandify_image(ctx: Context, op: BrandifyImage) -> RunNow[ImageAccepted]:
    with ctx.store.read() as tx:
        finding.folder(ctx, tx, op, op.folder)
        ctx.require_balance(tx, pricing.brandify_operation(op.resolution or "2K"))
    return TakeSource(op)


# -- edits of an image that is there ---------------------------------------------------------------


def revise_image(ctx: Context, op: ReviseImage) -> Sealed[VersionAccepted]:
    if not op.instructions.strip():
        raise ValidationError.of("instructions", "say what should change", value=op.instructions)
    with ctx.store.write() as tx:
        start = _editable(ctx, tx, op, "newest")
        asked = ReviseJob(instructions=op.instructions, **start.kept)
        order, accepted = _accept(ctx, tx, op, start, asked, op.instructions)
        return order.seal(accepted)


def resize_image(ctx: Context, op: ResizeImage) -> Sealed[VersionAccepted]:
    with ctx.store.write() as tx:
        start = _editable(ctx, tx, op, "current")
        asked = ResizeJob(
            based_on=start.version.number,
            aspect_ratio=op.aspect_ratio,
            resolution=op.resolution,
            output_format=op.output_format,
        )
        prompt = f"Resize to {op.aspect_ratio}, {op.resolution}"
        order, accepted = _accept(ctx, tx, op, start, asked, prompt)
        return order.seal(accepted)


def improve_image(ctx: Context, op: ImproveImage) -> Sealed[ImproveAccepted]:
    with ctx.store.write() as tx:
        start = _editable(ctx, tx, op, "current")
        found = scoring.check_of_version(tx, start.place, start.version)
        asked = ImproveJob(instructions=op.instructions, **start.kept)
        order, accepted = _accept(ctx, tx, op, start, asked, op.instructions or "Improve")
        return order.seal(
            ImproveAccepted(
                id=accepted.id,
                job_id=accepted.job_id,
                version=accepted.version,
                based_on=accepted.based_on,
                status=accepted.status,
                findings=[] if found is None else found.findings,
            )
        )


class Kept(TypedDict):
    """What a new version keeps from the one that it is made from, unless it is to change it."""

    based_on: int
    aspect_ratio: AspectRatio | None
    resolution: Resolution | None
    output_format: OutputFormat | None


@dataclass(frozen=True)
class Start:
    """Where an edit starts: the folder, the item, and the version that it changes."""

    place: FolderRow
    item: ItemRow
    version: VersionRow

    @property
    def kept(self) -> Kept:
        # Rows hold text; only these words were ever let in.
        return Kept(
            based_on=self.version.number,
            aspect_ratio=cast("AspectRatio | None", self.version.aspect_ratio),
            resolution=cast("Resolution | None", self.version.resolution),
            output_format=cast("OutputFormat | None", self.version.output_format),
        )


def _editable(
    ctx: Context,
    tx: Transaction,
    op: ReviseImage | ResizeImage | ImproveImage,
    default: Literal["newest", "current"],
) -> Start:
    """Checked in the order of the contract."""
    place = finding.folder(ctx, tx, op, op.folder)
    row = finding.item(ctx, tx, place, op.image_id)
    if row.kind == "text":
        raise NotFound("That id is copy, not an image.")
    entries = {
        entry.number: entry for entry in tx.versions.list(row.id) if entry.status == "finished"
    }
    if op.from_version is not None:
        versions.finished_version(entries, op.from_version, path="fromVersion")
    if tx.jobs.open_of_item(row.id) is not None:
        raise AlreadyProcessing
    number = versions.source_version(entries, row.current_version, op.from_version, default=default)
    return Start(place, row, entries[number])


def _accept(
    ctx: Context,
    tx: Transaction,
    op: ReviseImage | ResizeImage | ImproveImage,
    start: Start,
    asked: ImageJob,
    prompt: str,
) -> tuple[JobOrder, VersionAccepted]:
    order = JobOrder(ctx, tx, start.place, op.client_reference_id, start.item.public_id)
    order.pay(asked.price, f"{asked.operation.capitalize()}: {prompt}")
    return order, _version(order, start.item, asked, prompt)


def _version(
    order: JobOrder, item: ItemRow, asked: ImageJob, prompt: str | None
) -> VersionAccepted:
    """The next version of the item, queued, and what is answered."""
    number = order.queue_version(item.id, asked, prompt)
    return VersionAccepted(
        id=item.public_id,
        job_id=order.job_id,
        version=number,
        based_on=asked.based_on or number,
        status="processing",
    )


# -- the same once more ----------------------------------------------------------------------------


def retry_image(ctx: Context, op: RetryImage) -> Sealed[VersionAccepted]:
    """The newest job, which must have failed, again under the next number; it pays anew, since it
    was refunded.
    """
    with ctx.store.write() as tx:
        place, row = _idle(ctx, tx, op)
        job = tx.jobs.newest_of_item(row.id)
        asked = None if job is None or job.status != "failed" else kinds.read(job)
        if job is None or job.version is None or not isinstance(asked, ImageJob):
            raise ValidationError.of(
                "imageId", "only a failed image job can be retried", value=op.image_id
            )
        former = tx.versions.get(row.id, job.version)
        assert former is not None
        reference = op.client_reference_id or job.client_reference_id
        order = JobOrder(ctx, tx, place, reference, row.public_id)
        order.pay(asked.price, f"Retry: {former.prompt or job.operation}")
        return order.seal(_version(order, row, asked, former.prompt))


def recreate_image(ctx: Context, op: RecreateImage) -> Sealed[VersionAccepted]:
    """The image anew from its own prompt: another picture, as the next version."""
    with ctx.store.write() as tx:
        place, row = _idle(ctx, tx, op)
        first = next(
            (entry for entry in tx.versions.list(row.id) if entry.operation == "create"), None
        )
        if first is None or not first.prompt:
            raise ValidationError.of(
                "imageId", "only an image that was made from a prompt can be recreated"
            )
        kept = Start(place, row, first).kept
        asked = RecreateJob(
            # A first version that failed is nothing that another could be based on.
            based_on=first.number if first.status == "finished" else None,
            prompt=first.prompt,
            aspect_ratio=kept["aspect_ratio"] or "1:1",
            resolution=kept["resolution"] or "2K",
            output_format=kept["output_format"] or "png",
            strict=ctx.settings.strict_engine,
        )
        order = JobOrder(ctx, tx, place, op.client_reference_id, row.public_id)
        order.pay(asked.price, f"Recreate: {first.prompt}")
        return order.seal(_version(order, row, asked, first.prompt))


def _idle(
    ctx: Context, tx: Transaction, op: RetryImage | RecreateImage
) -> tuple[FolderRow, ItemRow]:
    """The folder and the image, on which nothing may be under way."""
    place = finding.folder(ctx, tx, op, op.folder)
    row = finding.item(ctx, tx, place, op.image_id)
    if tx.jobs.open_of_item(row.id) is not None:
        raise AlreadyProcessing
    return place, row


# -- what is shown, and looking --------------------------------------------------------------------


def set_current_version(ctx: Context, op: SetCurrentVersion) -> Sealed[CurrentVersion]:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id)
        entries = {
            entry.number: entry for entry in tx.versions.list(row.id) if entry.status == "finished"
        }
        entry = entries[versions.finished_version(entries, op.version)]
        tx.items.show_version(row.id, entry.number, entry.score, ctx.now())
        if entry.facts is not None:
            # The tags that were found belong to what the tile shows now.
            tags = scoring.system_tags(entry.facts)
            tx.items.set_picture_facts(row, tags, row.phash, entry.sha256)
        shown = tx.items.by_id(row.id)
        assert shown is not None
        answer = CurrentVersion(
            ok=True,
            current_version=entry.number,
            total_versions=len(entries),
            url=ctx.link(entry.sha256 or "", row.public_id),
            title=shown.title,
            description=shown.description,
            tags=json.loads(shown.tags),
            system_tags=json.loads(shown.system_tags),
        )
        return ctx.seal(tx, answer)


def analyse_image(ctx: Context, op: AnalyseImage) -> RunNow[Analysis]:
    return LookAt(op, _picture_of(ctx, op, "image_analyse"))


def check_image(ctx: Context, op: CheckImage) -> RunNow[Check]:
    return Measure(op, _picture_of(ctx, op, None))


def _picture_of(
    ctx: Context, op: AnalyseImage | CheckImage, operation: str | None
) -> VersionRow | None:
    """The current version of the library image that is named, or None when a link is."""
    with ctx.store.read() as tx:
        version = None
        if op.folder is not None:
            place = finding.folder(ctx, tx, op, op.folder)
            if op.image_id is not None:
                row = finding.item(ctx, tx, place, op.image_id)
                if row.kind == "text" or row.current_version is None:
                    raise NotFound("That item has no finished picture.")
                version = tx.versions.get(row.id, row.current_version)
        if operation is not None:
            ctx.require_balance(tx, operation)
        return version
