"""Work that is paid for and done on the caller's thread: a job row from the charge to the answer,
so that a crash refunds.

The job is claimed by this process as it is made. If the process dies, the lease runs out and a
worker ends it with a refund.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from ..context import Context, JobContext, Sealed
from ..errors import JobError, StudioError
from ..store import Transaction
from ..store.jobs import JobRow
from .failing import fail
from .kinds import PromptJob
from .lease import LEASE_MS

R = TypeVar("R")

PROMPT_LEASE_MS = 10 * LEASE_MS
"""A prompt answer takes seconds, a provider's at most minutes: the lease outlives both."""


@contextmanager
def refunding(ctx: Context, job: JobRow) -> Iterator[None]:
    """Refund the job's charge when the block fails, whatever it was; the error goes on to the
    caller.
    """
    try:
        yield
    except BaseException as error:
        ctx.owe(
            partial(_refund, ctx, job, error if isinstance(error, StudioError) else StudioError())
        )
        raise


def _refund(ctx: Context, job: JobRow, error: StudioError) -> None:
    with ctx.store.write() as tx:
        fail(ctx, tx, job, error)


def finish(ctx: Context, tx: Transaction, job: JobRow, result: R) -> Sealed[R]:
    """End the job well and keep the answer with its Idempotency-Key."""
    if not tx.jobs.finish(job.id, job.fence, "completed", "Finished", None, None, ctx.now()):
        raise JobError("The work was given up and refunded while it ran; ask again.")
    ctx.emit_job(tx, job, None)
    return ctx.seal(tx, result)


def broken_off(ctx: JobContext, job: JobRow, asked: PromptJob) -> None:
    """What a worker does with such a job when it finds it: its caller is gone, so it is
    refunded.
    """
    raise JobError(
        "The process that worked on this ended before it was done; the charge is refunded."
    )
