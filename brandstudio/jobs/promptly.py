"""Work that is paid for and done on the caller's thread: a job row from the charge to the answer,
so that a crash refunds.

The job is claimed by this process as it is made. If the process dies, the lease runs out and a
worker ends it with a refund.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..context import Context, JobContext, failure_of
from ..errors import JobError, StudioError
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.jobs import JobRow
from .failing import give_up
from .lease import LEASE_MS


def begin(
    ctx: Context,
    tx: Transaction,
    kind: str,
    operation: str,
    description: str,
    place: FolderRow | None,
    *,
    item_id: str | None = None,
    client_reference_id: str | None = None,
) -> tuple[JobRow, int, int]:
    """Charge and start, in the open transaction. Returns the job, the amount and the balance after,
    in hundredths.
    """
    job_id = ctx.ids("job")
    _, amount, balance = ctx.charge(
        tx,
        operation,
        description[:200],
        place,
        item_id=item_id,
        job_id=job_id,
        client_reference_id=client_reference_id,
    )
    tx.jobs.add(
        job_id,
        ctx.workspace_id,
        kind,
        operation,
        "{}",
        ctx.now(),
        folder_id=None if place is None else place.id,
        client_reference_id=client_reference_id,
    )
    tick = ctx.clock.tick()
    # A prompt answer takes seconds, a provider's at most minutes: the lease outlives both.
    job = tx.jobs.claim_one(job_id, ctx.process_id, ctx.now(), tick + 10 * LEASE_MS)
    assert job is not None
    return job, amount, balance


@contextmanager
def refunding(ctx: Context, job: JobRow) -> Iterator[None]:
    """Refund the job's charge when the block fails, whatever it was; the error goes on to the
    caller.
    """
    try:
        yield
    except BaseException as error:
        failure = failure_of(error if isinstance(error, StudioError) else StudioError())
        with ctx.store.write() as tx:
            if tx.jobs.finish(
                job.id,
                job.fence,
                "failed",
                failure.message,
                None,
                failure.model_dump_json(),
                ctx.now(),
            ):
                give_up(ctx, tx, job, failure)
        raise


def finish(ctx: Context, tx: Transaction, job: JobRow, result: Any) -> Any:
    """End the job well and keep the answer with its Idempotency-Key."""
    if not tx.jobs.finish(job.id, job.fence, "completed", "Finished", None, None, ctx.now()):
        raise JobError("The work was given up and refunded while it ran; ask again.")
    ctx.emit_job(tx, job, None)
    return ctx.seal(tx, result)


def broken_off(ctx: JobContext, job: JobRow) -> None:
    """What a worker does with such a job when it finds it: its caller is gone, so it is
    refunded.
    """
    raise JobError(
        "The process that worked on this ended before it was done; the charge is refunded."
    )
