"""Accepting work: charges, the version that it fills, the job and the sealed answer, in the one
transaction that the caller has opened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from ..context import Cause, Context, Sealed
from ..domain.pricing import PricedOperation
from ..models.credits import Deduction
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.hold_ups import refuse_held_up
from ..store.jobs import JobRow
from . import kinds
from .kinds import ImageJob, JobValue, PromptJob
from .lease import LEASE_MS

R = TypeVar("R")

DESCRIPTION = 200
"""Characters of a charge's description that are kept."""


@dataclass
class Order:
    """What is asked for and paid at once: what it costs adds up here, and ``seal`` ends it.

    The checks stand before it. ``item_id`` is the public id of what it makes or changes.
    """

    ctx: Context
    tx: Transaction
    place: FolderRow | None
    client_reference_id: str | None = None
    item_id: str | None = None
    deducted: int = field(default=0, init=False)
    """In hundredths of a credit."""

    def pay(
        self, operation: PricedOperation, description: str, *, variant: str | None = None
    ) -> str:
        """Take the operation's price at this moment; returns the charge's id."""
        cause = Cause(self.item_id, self._job(), variant, self.client_reference_id)
        charge_id, amount = self.ctx.charge(
            self.tx, operation, description[:DESCRIPTION], self.place, cause
        )
        self.deducted += amount
        return charge_id

    def _job(self) -> str | None:
        return None

    @property
    def credits(self) -> Deduction:
        """What was deducted, and the balance after."""
        balance = self.tx.ledger.balance(self.ctx.workspace_id)
        return Deduction(deducted=self.deducted / 100, balance=balance / 100)

    def seal(self, answer: R) -> Sealed[R]:
        """The answer, kept with its Idempotency-Key in the transaction that accepts the work."""
        return self.ctx.seal(self.tx, answer)


@dataclass
class JobOrder(Order):
    """Work on its way in that a job carries out."""

    job_id: str = ""
    paid_by: str | None = None
    """The job that charges are booked to, where it is not the one that is queued."""

    def __post_init__(self) -> None:
        self.job_id = self.job_id or self.ctx.ids("job")

    def _job(self) -> str:
        return self.paid_by or self.job_id

    def queue(
        self, asked: JobValue, *, item: int | None = None, version: int | None = None
    ) -> None:
        """The job, for whichever worker takes it up. Raises ServiceBusy, and with the transaction
        undoes what was charged, while the files that it would make have no place, or where as many
        jobs wait as may.
        """
        self.ctx.backlog.take_place(self.tx.jobs, self.ctx.workspace_id, self.ctx.clock.tick())
        self._add(asked, item=item, version=version)

    def _add(self, asked: JobValue, *, item: int | None = None, version: int | None = None) -> None:
        now = self.ctx.now()
        if not isinstance(asked, PromptJob):
            refuse_held_up(self.tx.hold_ups.standing(now), now)
        self.tx.jobs.add(
            self.job_id,
            self.ctx.workspace_id,
            asked.kind,
            asked.operation,
            kinds.write(asked),
            now,
            folder_id=None if self.place is None else self.place.id,
            item_id=item,
            version=version,
            client_reference_id=self.client_reference_id,
            trace=self.ctx.traces.here(),
        )

    def queue_version(self, item: int, asked: ImageJob, prompt: str | None) -> int:
        """The item's next version number, and the job that fills it."""
        now = self.ctx.now()
        number = self.tx.items.take_number(item, now)
        self.tx.items.begin_job(item, self.client_reference_id, now)
        self.tx.search.put(item)
        self.tx.versions.add(
            item,
            number,
            asked.operation,
            now,
            based_on=asked.based_on,
            job_id=self.job_id,
            prompt=prompt,
            aspect_ratio=asked.aspect_ratio,
            resolution=asked.resolution,
            output_format=asked.output_format,
        )
        self.queue(asked, item=item, version=number)
        return number

    def start(
        self, asked: JobValue, *, item: int | None = None, lease_ms: int = LEASE_MS
    ) -> JobRow:
        """The job, held by this process from the first moment on, since its caller waits."""
        self._add(asked, item=item)
        until = self.ctx.clock.tick() + lease_ms
        job = self.tx.jobs.claim_one(self.job_id, self.ctx.process_id, self.ctx.now(), until)
        assert job is not None
        return job
