"""How work ends badly: its job, its object, its refunds and its event, in one transaction."""

from __future__ import annotations

from ..context import Context
from ..errors import StudioError
from ..models.jobs import JobFailure
from ..store import Transaction
from ..store.jobs import JobRow, VariantRow
from . import kinds
from .kinds import DesignJob, EditJob, ImageJob


def failure_of(error: StudioError, *, paid: bool = False) -> JobFailure:
    """An error as a job keeps it; of one that was paid it says that the charge is given back."""
    message = error.message
    if paid and "refunded" not in message:
        message = f"{message.rstrip('.')}. The charge is refunded."
    return JobFailure(code=error.code, message=message, retryable=error.retryable)


def fail(ctx: Context, tx: Transaction, job: JobRow, error: StudioError) -> bool:
    """End the job badly in the open transaction; False when somebody else holds or ended it.

    Everything is left as it was before the job, but for the failure that it tells, and what was
    charged is refunded.
    """
    paid = job.kind != DesignJob.kind and any(
        charge.amount for charge in tx.ledger.charges_of_job(job.id)
    )
    failure = failure_of(error, paid=paid)
    if not tx.jobs.finish(
        job.id, job.fence, "failed", failure.message, None, failure.model_dump_json(), ctx.now()
    ):
        return False
    if job.kind == ImageJob.kind:
        _fail_image(ctx, tx, job, failure)
    if job.kind == DesignJob.kind:
        _drop_variants(ctx, tx, job, failure)
    else:
        ctx.refund_job(tx, job.id, error.message)
    ctx.emit_job(tx, job, failure)
    return True


def _fail_image(ctx: Context, tx: Transaction, job: JobRow, failure: JobFailure) -> None:
    if job.item_id is None or job.version is None:
        return
    tx.versions.fail(job.item_id, job.version, ctx.now())
    item = tx.items.by_id(job.item_id)
    if item is None:
        return
    tx.items.set_status(
        item.id,
        "failed",
        failure.model_dump_json(by_alias=True),
        job.client_reference_id,
        ctx.now(),
    )
    tx.search.put(item.id)
    version = tx.versions.get(item.id, job.version)
    assert version is not None
    ctx.emit(tx, "image.failed", item, version, job.client_reference_id, failure)


def _drop_variants(ctx: Context, tx: Transaction, job: JobRow, failure: JobFailure) -> None:
    """Versions that stand stay and stay paid; each that does not is refunded."""
    if job.operation == EditJob.operation:
        asked = kinds.read(job)
        assert isinstance(asked, EditJob)
        changed = tx.variants.get(asked.job_id, asked.variant_id)
        if changed is not None:
            drop_variant(ctx, tx, changed, failure.message)
        return
    for variant in tx.variants.of_job(job.id):
        if variant.status == "queued":
            drop_variant(ctx, tx, variant, failure.message)


def drop_variant(ctx: Context, tx: Transaction, variant: VariantRow, why: str) -> None:
    """A version that could not be drawn, with all that was charged for it given back."""
    if tx.variants.drop(variant.id, why):
        for charge in tx.ledger.charges_of_job(variant.job_id):
            if charge.variant == variant.id:
                ctx.refund(tx, charge, why)
