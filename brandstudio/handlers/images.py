"""Images: accepting work is one transaction of checks, charge, version and job."""

from __future__ import annotations

import json
from typing import Any

from ..catalogue import finding, scoring, showing
from ..context import Context, RunNow
from ..domain import pricing, versions
from ..errors import AlreadyProcessing, NotFound, ValidationError
from ..models.images import (
    CurrentVersion,
    Image,
    ImageAccepted,
    ImproveAccepted,
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
from ..store.library import ItemRow, VersionRow


def create_image(ctx: Context, op: CreateImage) -> ImageAccepted:
    if not op.prompt.strip():
        raise ValidationError.of("prompt", "say what the picture should show", value=op.prompt)
    with ctx.store.write() as tx:
        place = finding.folder(tx, ctx.workspace_id, op.folder, "images")
        image_id, job_id = ctx.ids("img"), ctx.ids("job")
        ctx.charge(
            tx,
            pricing.create_operation(op.resolution),
            f"Create: {op.prompt}"[:200],
            place,
            item_id=image_id,
            job_id=job_id,
            client_reference_id=op.client_reference_id,
        )
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
        payload = {
            "prompt": op.prompt,
            "aspectRatio": op.aspect_ratio,
            "resolution": op.resolution,
            "outputFormat": op.output_format,
        }
        _start(
            ctx,
            tx,
            id,
            place,
            job_id,
            "create",
            payload,
            prompt=op.prompt,
            client_reference_id=op.client_reference_id,
        )
        answer = ImageAccepted(id=image_id, job_id=job_id, status="processing")
        ctx.seal(tx, answer)
        return answer


def _title(prompt: str) -> str:
    words = " ".join(prompt.split())
    return words if len(words) <= 80 else words[:79].rsplit(" ", 1)[0] + "…"


def _start(
    ctx: Context,
    tx: Transaction,
    item_id: int,
    place: FolderRow,
    job_id: str,
    operation: str,
    payload: dict[str, Any],
    *,
    based_on: int | None = None,
    prompt: str | None = None,
    client_reference_id: str | None = None,
) -> int:
    """Take the next version number, and queue the job that fills it."""
    number = tx.items.take_number(item_id, ctx.now())
    tx.items.begin_job(item_id, client_reference_id, ctx.now())
    tx.versions.add(
        item_id,
        number,
        operation,
        ctx.now(),
        based_on=based_on,
        job_id=job_id,
        prompt=prompt,
        aspect_ratio=payload.get("aspectRatio"),
        resolution=payload.get("resolution"),
        output_format=payload.get("outputFormat"),
    )
    tx.jobs.add(
        job_id,
        ctx.workspace_id,
        "image",
        operation,
        json.dumps({**payload, "basedOn": based_on}),
        ctx.now(),
        folder_id=place.id,
        item_id=item_id,
        version=number,
        client_reference_id=client_reference_id,
    )
    return number


def get_image(ctx: Context, op: GetImage) -> Image:
    with ctx.store.read() as tx:
        place = finding.folder(tx, ctx.workspace_id, op.folder, "images")
        row = finding.item(tx, ctx.workspace_id, place, op.image_id)
        found = tx.versions.list(row.id)
    return showing.image(ctx, row, found)


def brandify_image(ctx: Context, op: BrandifyImage) -> RunNow:
    with ctx.store.read() as tx:
        finding.folder(tx, ctx.workspace_id, op.folder, "images")
        ctx.require_balance(tx, pricing.brandify_operation(op.resolution or "2K"))
    return RunNow("brandify")


def revise_image(ctx: Context, op: ReviseImage) -> VersionAccepted:
    if not op.instructions.strip():
        raise ValidationError.of("instructions", "say what should change", value=op.instructions)
    return _edit(
        ctx, op, "revise", "newest", {"instructions": op.instructions}, prompt=op.instructions
    )


def resize_image(ctx: Context, op: ResizeImage) -> VersionAccepted:
    payload = {
        "aspectRatio": op.aspect_ratio,
        "resolution": op.resolution,
        "outputFormat": op.output_format,
    }
    return _edit(
        ctx,
        op,
        "resize",
        "current",
        payload,
        prompt=f"Resize to {op.aspect_ratio}, {op.resolution}",
    )


def improve_image(ctx: Context, op: ImproveImage) -> ImproveAccepted:
    with ctx.store.write() as tx:
        place, row, source = _editable(ctx, tx, op.folder, op.image_id, op.from_version, "current")
        facts = json.loads(source.facts or "{}")
        found = (
            scoring.check_of(tx, place, facts, source.width or 0, source.height or 0)
            if facts
            else None
        )
        findings = [] if found is None else found.findings
        accepted = _accept(
            ctx,
            tx,
            place,
            row,
            source,
            "improve",
            {"instructions": op.instructions},
            prompt=op.instructions or "Improve",
            client_reference_id=op.client_reference_id,
        )
        answer = ImproveAccepted(**vars(accepted), findings=findings)
        ctx.seal(tx, answer)
        return answer


def _edit(
    ctx: Context,
    op: ReviseImage | ResizeImage,
    operation: str,
    default: Any,
    payload: dict[str, Any],
    *,
    prompt: str,
) -> VersionAccepted:
    with ctx.store.write() as tx:
        place, row, source = _editable(ctx, tx, op.folder, op.image_id, op.from_version, default)
        answer = _accept(
            ctx,
            tx,
            place,
            row,
            source,
            operation,
            payload,
            prompt=prompt,
            client_reference_id=op.client_reference_id,
        )
        ctx.seal(tx, answer)
        return answer


def _editable(
    ctx: Context,
    tx: Transaction,
    folder: str,
    image_id: str,
    from_version: int | None,
    default: Any,
) -> tuple[FolderRow, ItemRow, VersionRow]:
    """The folder, the item and the version to start from: checked in the order of the contract."""
    place = finding.folder(tx, ctx.workspace_id, folder, "images")
    row = finding.item(tx, ctx.workspace_id, place, image_id)
    if row.kind == "text":
        raise NotFound("That id is copy, not an image.")
    entries = {
        entry.number: entry for entry in tx.versions.list(row.id) if entry.status == "finished"
    }
    if from_version is not None:
        versions.finished_version(entries, from_version, path="fromVersion")
    if tx.jobs.open_of_item(row.id) is not None:
        raise AlreadyProcessing
    number = versions.source_version(entries, row.current_version, from_version, default=default)
    return place, row, entries[number]


def _accept(
    ctx: Context,
    tx: Transaction,
    place: FolderRow,
    row: ItemRow,
    source: VersionRow,
    operation: str,
    payload: dict[str, Any],
    *,
    prompt: str,
    client_reference_id: str | None,
) -> VersionAccepted:
    job_id = ctx.ids("job")
    ctx.charge(
        tx,
        operation,
        f"{operation.capitalize()}: {prompt}"[:200],
        place,
        item_id=row.public_id,
        job_id=job_id,
        client_reference_id=client_reference_id,
    )
    # What the new version does not change it keeps from the one that it is made from.
    kept = {
        "aspectRatio": source.aspect_ratio,
        "resolution": source.resolution,
        "outputFormat": source.output_format,
    }
    number = _start(
        ctx,
        tx,
        row.id,
        place,
        job_id,
        operation,
        kept | payload,
        based_on=source.number,
        prompt=prompt,
        client_reference_id=client_reference_id,
    )
    return VersionAccepted(
        id=row.public_id, job_id=job_id, version=number, based_on=source.number, status="processing"
    )


def retry_image(ctx: Context, op: RetryImage) -> VersionAccepted:
    """The newest job, which must have failed, again under the next number; it pays anew, since it
    was refunded.
    """
    with ctx.store.write() as tx:
        place = finding.folder(tx, ctx.workspace_id, op.folder, "images")
        row = finding.item(tx, ctx.workspace_id, place, op.image_id)
        if tx.jobs.open_of_item(row.id) is not None:
            raise AlreadyProcessing
        job = tx.jobs.newest_of_item(row.id)
        if job is None or job.status != "failed" or job.kind != "image" or job.version is None:
            raise ValidationError.of(
                "imageId", "only a failed image job can be retried", value=op.image_id
            )
        former = tx.versions.get(row.id, job.version)
        assert former is not None
        payload = json.loads(job.payload)
        based_on = payload.pop("basedOn")
        reference = op.client_reference_id or job.client_reference_id
        job_id = ctx.ids("job")
        ctx.charge(
            tx,
            _price_of(job.operation, payload),
            f"Retry: {former.prompt or job.operation}"[:200],
            place,
            item_id=row.public_id,
            job_id=job_id,
            client_reference_id=reference,
        )
        number = _start(
            ctx,
            tx,
            row.id,
            place,
            job_id,
            job.operation,
            payload,
            based_on=based_on,
            prompt=former.prompt,
            client_reference_id=reference,
        )
        answer = VersionAccepted(
            id=row.public_id,
            job_id=job_id,
            version=number,
            based_on=based_on or number,
            status="processing",
        )
        ctx.seal(tx, answer)
        return answer


def recreate_image(ctx: Context, op: RecreateImage) -> VersionAccepted:
    """The image anew from its own prompt: another picture, as the next version."""
    with ctx.store.write() as tx:
        place = finding.folder(tx, ctx.workspace_id, op.folder, "images")
        row = finding.item(tx, ctx.workspace_id, place, op.image_id)
        if tx.jobs.open_of_item(row.id) is not None:
            raise AlreadyProcessing
        first = next(
            (entry for entry in tx.versions.list(row.id) if entry.operation == "create"), None
        )
        if first is None or not first.prompt:
            raise ValidationError.of(
                "imageId", "only an image that was made from a prompt can be recreated"
            )
        payload: dict[str, Any] = {
            "prompt": first.prompt,
            "aspectRatio": first.aspect_ratio or "1:1",
            "resolution": first.resolution or "2K",
            "outputFormat": first.output_format or "png",
        }
        job_id = ctx.ids("job")
        ctx.charge(
            tx,
            pricing.create_operation(payload["resolution"]),
            f"Recreate: {first.prompt}"[:200],
            place,
            item_id=row.public_id,
            job_id=job_id,
            client_reference_id=op.client_reference_id,
        )
        # A first version that failed is nothing that another could be based on.
        based_on = first.number if first.status == "finished" else None
        number = _start(
            ctx,
            tx,
            row.id,
            place,
            job_id,
            "recreate",
            payload,
            based_on=based_on,
            prompt=first.prompt,
            client_reference_id=op.client_reference_id,
        )
        answer = VersionAccepted(
            id=row.public_id,
            job_id=job_id,
            version=number,
            based_on=based_on or number,
            status="processing",
        )
        ctx.seal(tx, answer)
        return answer


def _price_of(operation: str, payload: dict[str, Any]) -> str:
    if operation in ("create", "recreate"):
        return pricing.create_operation(payload["resolution"])
    if operation == "brandify":
        return pricing.brandify_operation(payload.get("resolution") or "2K")
    return operation


def set_current_version(ctx: Context, op: SetCurrentVersion) -> CurrentVersion:
    with ctx.store.write() as tx:
        place = finding.folder(tx, ctx.workspace_id, op.folder, "images")
        row = finding.item(tx, ctx.workspace_id, place, op.image_id)
        entries = {
            entry.number: entry for entry in tx.versions.list(row.id) if entry.status == "finished"
        }
        entry = entries[versions.finished_version(entries, op.version)]
        tx.items.show_version(row.id, entry.number, entry.score, ctx.now())
        if entry.facts is not None:
            # The tags that were found belong to what the tile shows now.
            tags = scoring.system_tags(json.loads(entry.facts))
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
        ctx.seal(tx, answer)
        return answer


def analyse_image(ctx: Context, op: AnalyseImage) -> RunNow:
    return RunNow("analyse", _picture_of(ctx, op, "image_analyse"))


def check_image(ctx: Context, op: CheckImage) -> RunNow:
    return RunNow("check", _picture_of(ctx, op, None))


def _picture_of(
    ctx: Context, op: AnalyseImage | CheckImage, operation: str | None
) -> VersionRow | None:
    """The current version of the library image that is named, or None when a link is."""
    with ctx.store.read() as tx:
        version = None
        if op.folder is not None:
            place = finding.folder(tx, ctx.workspace_id, op.folder, "images")
            if op.image_id is not None:
                row = finding.item(tx, ctx.workspace_id, place, op.image_id)
                if row.kind == "text" or row.current_version is None:
                    raise NotFound("That item has no finished picture.")
                version = tx.versions.get(row.id, row.current_version)
        if operation is not None:
            ctx.require_balance(tx, operation)
        return version
