"""Credits, usage and jobs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from ..catalogue import finding, showing
from ..context import Context, Sealed, moment
from ..domain import paging
from ..errors import JobCancelled, JobFinished, NotFound, ValidationError
from ..jobs.failing import fail
from ..models.credits import (
    Pricing,
    Totals,
    Transaction,
    TransactionMetadata,
    Transactions,
    TransactionType,
    Usage,
    UsageRow,
)
from ..models.jobs import Job, JobPage
from ..operations import CancelJob, GetJob, GetPricing, GetUsage, ListJobs, ListTransactions
from ..store.jobs import JobRow
from ..store.ledger import EntryRow

WINDOW_MS = 90 * 24 * 3600 * 1000
"""The default window of transactions and usage (spec: Limits)."""


def get_pricing(ctx: Context, op: GetPricing) -> Pricing:
    with ctx.store.read() as tx:
        rows = tx.prices.list()
    return Pricing(
        prices={row.operation: row.amount / 100 for row in rows},
        updated_at=moment(max(row.updated_at for row in rows)),
    )


def list_transactions(ctx: Context, op: ListTransactions) -> Transactions:
    since = _since(ctx, op.since)
    filters = {"since": op.since, "folder": op.folder}
    before = (
        None if op.cursor is None else paging.decode(op.cursor, "transactions", [int, int], filters)
    )
    with ctx.store.read() as tx:
        place = None if op.folder is None else finding.folder(ctx, tx, op, op.folder)
        rows = tx.ledger.page(
            ctx.workspace_id,
            since,
            None if before is None else (before[0], before[1]),
            op.limit + 1,
        )
        totals = None if place is None else tx.ledger.totals(place.id, place.level, since)
    shown = rows[: op.limit]
    cursor = None
    if len(rows) > op.limit:
        cursor = paging.encode("transactions", (shown[-1].created_at, shown[-1].id), filters)
    return Transactions(
        transactions=[_transaction(row) for row in shown],
        next_cursor=cursor,
        totals=None
        if totals is None
        else Totals(
            charged=totals.charged / 100,
            refunded=totals.refunded / 100,
            net=(totals.charged - totals.refunded) / 100,
        ),
    ).omit_none()


def _transaction(row: EntryRow) -> Transaction:
    return Transaction(
        txn_id=row.txn_id,
        type=cast(TransactionType, row.type),
        credits=row.amount / 100,
        description=row.description,
        created_at=moment(row.created_at),
        metadata=TransactionMetadata(
            operation=row.operation,
            folder=row.folder,
            image_id=row.item_id,
            job_id=row.job_id,
            variant=row.variant,
            refund_of=row.refund_of,
            client_reference_id=row.client_reference_id,
        ).omit_none(),
    )


def get_usage(ctx: Context, op: GetUsage) -> Usage:
    with ctx.store.read() as tx:
        place = None if op.folder is None else finding.folder(ctx, tx, op, op.folder)
        found = tx.ledger.usage(
            ctx.workspace_id,
            _since(ctx, op.since),
            None if op.until is None else _moment("until", op.until),
            None if place is None else (place.id, place.level),
        )
    rows = [
        UsageRow(
            day=row.day,
            operation=row.operation,
            folder=row.folder,
            calls=row.calls,
            credits=row.amount / 100,
        )
        for row in found
    ]
    return Usage(
        rows=rows,
        credits=sum(row.amount for row in found) / 100,
        calls=sum(row.calls for row in rows),
    )


def _since(ctx: Context, text: str | None) -> int:
    return ctx.now() - WINDOW_MS if text is None else _moment("since", text)


def _moment(field: str, text: str) -> int:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ValidationError.of(field, "an ISO 8601 date, like 2026-10-04", value=text) from None
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return int(at.timestamp() * 1000)


def list_jobs(ctx: Context, op: ListJobs) -> JobPage:
    filters: dict[str, str | None] = {"status": op.status, "kind": op.kind}
    reference = op.client_reference_id
    if reference is not None:
        filters["reference"] = reference
    before = None if op.cursor is None else paging.decode(op.cursor, "jobs", [int], filters)[0]
    with ctx.store.read() as tx:
        rows = tx.jobs.page(
            ctx.workspace_id, op.status, op.kind, before, op.limit + 1, reference=reference
        )
    shown = rows[: op.limit]
    cursor = paging.encode("jobs", (shown[-1].seq,), filters) if len(rows) > op.limit else None
    return JobPage(jobs=[showing.job(row) for row in shown], next_cursor=cursor)


def get_job(ctx: Context, op: GetJob) -> Job:
    with ctx.store.read() as tx:
        row = tx.jobs.get(op.job_id)
    return showing.job(_own(ctx, row))


def cancel_job(ctx: Context, op: CancelJob) -> Sealed[Job]:
    """A waiting job ends here; a running one ends at its next step. Either way it refunds."""
    with ctx.store.write() as tx:
        row = _own(ctx, tx.jobs.get(op.job_id))
        if row.status in ("completed", "failed"):
            raise JobFinished
        if row.status == "queued":
            fail(ctx, tx, row, JobCancelled())
        else:
            tx.jobs.request_cancel(row.id)
        after = tx.jobs.get(row.id)
        assert after is not None
        answer = showing.job(after)
        return ctx.seal(tx, answer)


def _own(ctx: Context, row: JobRow | None) -> JobRow:
    if row is None or row.workspace_id != ctx.workspace_id:
        raise NotFound("No such job.")
    return row
