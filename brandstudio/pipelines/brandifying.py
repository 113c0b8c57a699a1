"""Brandify's acceptance: the source is fetched and checked, and kept as version 1; its look is the
job for version 2.
"""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from ..catalogue import finding
from ..catalogue.resolving import resolve
from ..context import Context, Sealed
from ..domain import filenames
from ..errors import InvalidSourceUrl, PayloadTooLarge, UnsupportedMediaType
from ..jobs.accepting import JobOrder
from ..jobs.kinds import BrandifyJob
from ..jobs.now import TakeSource
from ..models.images import MAX_SOURCE_BYTES, ImageAccepted
from ..operations import BrandifyImage
from ..pixels.intake import Intake, take_in
from .incoming import read_link
from .keeping import keep_upload, kept_score, publish


def accept_brandify(ctx: Context, asked: TakeSource) -> Sealed[ImageAccepted]:
    """Fetch and check the source; then one transaction: charge, the original as version 1, the job
    for version 2.
    """
    op = asked.op
    intake, filename = _taken_in(ctx, op)
    kept = publish(ctx, intake)
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        image_id = ctx.ids("img")
        order = JobOrder(ctx, tx, place, op.client_reference_id, image_id)
        id = tx.items.add(
            image_id,
            ctx.workspace_id,
            place,
            "image",
            "processing",
            ctx.now(),
            title=_stem(filename),
            filename=filename,
            system_tags=kept.system_tags,
            client_reference_id=op.client_reference_id,
            phash=kept.phash,
            content_sha=kept.stored.sha256,
        )
        shown = keep_upload(ctx, tx, id, kept, kept_score(resolve(tx, place), kept))
        job = BrandifyJob(
            based_on=shown.current_version,
            instructions=op.instructions,
            aspect_ratio=op.aspect_ratio,
            resolution=op.resolution,
            output_format=op.output_format,
        )
        order.pay(job.price, f"Brandify: {filename}")
        order.queue_version(id, job, op.instructions or "Brandify")
        return order.seal(ImageAccepted(id=image_id, job_id=order.job_id, status="processing"))


def _taken_in(ctx: Context, op: BrandifyImage) -> tuple[Intake, str]:
    data, filename = _source(ctx, op)
    try:
        return take_in(data), filename
    except UnsupportedMediaType as error:
        if op.source_url is not None:
            raise InvalidSourceUrl(f"The link is not to an image: {error.message}") from None
        raise


def _stem(filename: str) -> str:
    return (filename.rpartition(".")[0] or filename)[:200]


def _source(ctx: Context, op: BrandifyImage) -> tuple[bytes, str]:
    if op.source is not None:
        if len(op.source.data) > MAX_SOURCE_BYTES:
            raise PayloadTooLarge(
                f"A picture to brandify may have {MAX_SOURCE_BYTES >> 20} MB at most."
            )
        return op.source.data, filenames.safe(op.source.filename, "image")
    assert op.source_url is not None
    try:
        data = read_link(
            ctx, op.source_url, max_bytes=MAX_SOURCE_BYTES, error=InvalidSourceUrl, uploads=False
        )
    except UnsupportedMediaType as error:
        raise InvalidSourceUrl(f"The link is not to an image: {error.message}") from None
    return data, filenames.safe(unquote(urlsplit(op.source_url).path.rpartition("/")[2]), "image")
