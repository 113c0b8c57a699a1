"""What a handler or a pipeline works with: the store, the clock, ids, links, prices, and who
asks.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from .errors import IdempotencyInProgress, InsufficientCredits, JobCancelled, ServiceBusy
from .keys import links as signed
from .models.base import iso
from .models.credits import whole
from .models.jobs import JobFailure
from .store.folders import FolderRow
from .store.references import BlobVanished
from .traces import NO_TRACES, Traces

if TYPE_CHECKING:
    from .catalogue.held_hits import HeldHits
    from .catalogue.nearest import Neighbours
    from .engines.lettering import Lettering
    from .engines.meaning import Meaning
    from .engines.protocols import ImageEngine, TextEngine, VisionEngine
    from .keys.master import MasterKey
    from .network.deliver import Deliverer
    from .network.fetch import LinkFetcher
    from .settings import Settings
    from .store import Blob, Store, Transaction
    from .store.backlog import Backlog
    from .store.jobs import JobRow
    from .store.ledger import EntryRow
    from .store.library import ItemRow
    from .store.versions import VersionRow


A = TypeVar("A")
R = TypeVar("R", covariant=True)


class Outside(Protocol):
    """The outside world; each is made when it is first asked for."""

    @property
    def fetcher(self) -> LinkFetcher: ...

    @property
    def deliverer(self) -> Deliverer: ...

    @property
    def image(self) -> ImageEngine: ...

    @property
    def text(self) -> TextEngine | None: ...

    @property
    def vision(self) -> VisionEngine | None: ...

    @property
    def meaning(self) -> Meaning: ...

    @property
    def lettering(self) -> Lettering: ...


@cache
def _boot() -> str:
    """The machine's start, which no process outlives."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class Clock:
    """Wall time in milliseconds (moved by the configured offset) and the machine's monotonic
    time.
    """

    def __init__(self, offset_seconds: float = 0) -> None:
        self._offset = int(offset_seconds * 1000)

    def now(self) -> int:
        """Milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000 + self._offset

    def unmoved(self) -> int:
        """The wall clock without the configured offset, which is a drill and no fault."""
        return self.now() - self._offset

    def boot(self) -> str:
        """Which start of the machine ``tick`` counts from; empty where the system does not say."""
        return _boot()

    def tick(self) -> int:
        """Milliseconds of the monotonic clock, the same for all processes of the machine: for
        leases and time-outs.
        """
        return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class KeyedRequest:
    """An Idempotency-Key with the hash of the request that it came with."""

    key: str
    hash: bytes
    holder: str


@dataclass(frozen=True)
class Sealed(Generic[R]):
    """An answer that was kept with its Idempotency-Key; ``Context.seal`` alone makes one."""

    answer: R


@dataclass(frozen=True)
class Cause:
    """What money is taken for: public ids."""

    item_id: str | None = None
    job_id: str | None = None
    variant: str | None = None
    client_reference_id: str | None = None


def _write_now(write: Callable[[], None]) -> None:
    write()


@dataclass(frozen=True)
class _Told:
    """What an event is about: the public id of an image or a job, and the file behind its link."""

    event: str
    id: str
    version: int = 0
    sha256: str | None = None


@dataclass(frozen=True)
class Context:
    """One request, or one piece of work. ``workspace_id`` is whose it is."""

    store: Store
    settings: Settings
    clock: Clock
    ids: Callable[[str], str]
    links: signed.Links
    engines: Outside
    neighbours: Neighbours
    held_hits: HeldHits
    master_key: Callable[[], MasterKey]
    backlog: Backlog
    workspace_id: str
    request_id: str = ""
    process_id: str = ""
    key_id: str | None = None
    """The key that asks; None where the holder of the data folder does."""
    owe: Callable[[Callable[[], None]], None] = _write_now
    """Takes a write that must come, now or when the disk takes writes again."""
    traces: Traces = NO_TRACES
    keyed: KeyedRequest | None = None
    seal_result: Callable[[object], str] | None = field(default=None, repr=False)

    def now(self) -> int:
        """Milliseconds since 1970, UTC."""
        return self.clock.now()

    # -- money -------------------------------------------------------------------------------------

    def require_balance(self, tx: Transaction, *operations: str) -> None:
        """Raise InsufficientCredits when the balance does not cover these operations together."""
        need = sum(tx.prices.get(operation) for operation in operations)
        have = tx.ledger.balance(self.workspace_id)
        if have < need:
            raise InsufficientCredits(
                f"{need / 100:g} {'credit' if need == 100 else 'credits'} needed, {have / 100:g} left. "
                "brandstudio credits add 100.",
                balance=whole(have / 100),
                required=whole(need / 100),
            )

    def charge(
        self,
        tx: Transaction,
        operation: str,
        description: str,
        folder: FolderRow | None,
        cause: Cause | None = None,
    ) -> tuple[str, int]:
        """Take the operation's price at this moment. Returns the charge's id and the amount in
        hundredths.
        """
        cause = cause or Cause()
        amount = tx.prices.get(operation)
        txn_id = self.ids("txn")
        tx.ledger.add(
            txn_id,
            self.workspace_id,
            "charge",
            -amount,
            description,
            self.now(),
            folder_id=None if folder is None else folder.id,
            operation=operation,
            item_id=cause.item_id,
            job_id=cause.job_id,
            variant=cause.variant,
            client_reference_id=cause.client_reference_id,
        )
        return txn_id, amount

    def refund(self, tx: Transaction, charge: EntryRow, why: str) -> bool:
        """Give a charge back, once; False when that was done before."""
        if tx.ledger.refunded(charge.txn_id):
            return False
        tx.ledger.add(
            self.ids("txn"),
            charge.workspace_id,
            "refund",
            -charge.amount,
            f"Refund: {why}"[:300],
            self.now(),
            folder_id=charge.folder_id,
            operation=charge.operation,
            item_id=charge.item_id,
            job_id=charge.job_id,
            variant=charge.variant,
            refund_of=charge.txn_id,
            client_reference_id=charge.client_reference_id,
        )
        return True

    def refund_job(
        self, tx: Transaction, job_id: str, why: str, operations: tuple[str, ...] | None = None
    ) -> None:
        """Give back every charge of a job (or those of the named operations)."""
        for charge in tx.ledger.charges_of_job(job_id):
            if operations is None or charge.operation in operations:
                self.refund(tx, charge, why)

    # -- answers and events ------------------------------------------------------------------------

    def seal(self, tx: Transaction, answer: A, *, kept: A | None = None) -> Sealed[A]:
        """Keep the answer of a command with its Idempotency-Key, in the very transaction that does
        what was asked. ``kept`` is kept in its place where the answer says a secret.
        """
        if self.keyed is not None and self.seal_result is not None:
            sealed = self.seal_result(answer if kept is None else kept)
            if not tx.idempotency.finish(
                self.workspace_id, self.keyed.key, self.keyed.holder, sealed
            ):
                raise IdempotencyInProgress
        return Sealed(answer)

    def seal_alone(self, answer: A) -> Sealed[A]:
        """Keep the answer of a command that stored nothing else."""
        if self.keyed is None:
            return Sealed(answer)
        with self.store.write() as tx:
            return self.seal(tx, answer)

    def emit(
        self,
        tx: Transaction,
        event: str,
        item: ItemRow,
        version: VersionRow,
        client_reference_id: str | None,
        error: JobFailure | None = None,
    ) -> None:
        """Queue an event of an image; the link in it is made fresh at each attempt."""
        if tx.webhooks.get(self.workspace_id) is None:
            return
        slugs = item.path.split("/")
        metadata = {
            "brand": slugs[0],
            "subBrand": slugs[1] if len(slugs) > 1 else None,
            "campaign": slugs[2] if len(slugs) > 2 else None,
            "prompt": version.prompt,
            "clientReferenceId": client_reference_id,
        }
        shown = _Told(event, item.public_id, version.number, item.sha256)
        self._queue(tx, shown, metadata, error)

    def emit_job(self, tx: Transaction, job: JobRow, failed: JobFailure | None) -> None:
        """Queue ``job.completed`` or ``job.failed`` where the workspace asked for them (ours,
        opt-in).
        """
        hook = tx.webhooks.get(job.workspace_id)
        if hook is None or not hook.job_events:
            return
        event = "job.completed" if failed is None else "job.failed"
        metadata = {"kind": job.kind, "clientReferenceId": job.client_reference_id}
        self._queue(tx, _Told(event, job.id), metadata, failed)

    def _queue(
        self,
        tx: Transaction,
        told: _Told,
        metadata: Mapping[str, str | None],
        error: JobFailure | None,
    ) -> None:
        payload: dict[str, object] = {
            "event": told.event,
            "id": told.id,
            "version": told.version,
            "url": "",
            "createdAt": iso(moment(self.now())),
            "metadata": metadata,
        }
        if error is not None:
            payload["error"] = error.model_dump(by_alias=True)
        tx.outbox.add(
            self.ids("evt"),
            self.workspace_id,
            told.event,
            told.id,
            told.version,
            told.sha256,
            json.dumps(payload, ensure_ascii=False, separators=(",", ":")),
            self.now(),
            self.traces.here(),
        )

    # -- files -------------------------------------------------------------------------------------

    def keep(self, tx: Transaction, blob: Blob, owner: str) -> None:
        """Name a published file in a row, counted for the owner."""
        try:
            tx.blobs.keep(blob, owner, self.store.blobs, self.now())
        except BlobVanished:
            raise ServiceBusy(
                "The same picture was being removed at this moment; try again."
            ) from None

    def link(
        self,
        sha256: str,
        item: str | None = None,
        filename: str | None = None,
        seconds: int = signed.IMAGE_SECONDS,
    ) -> str:
        """A signed link to a stored file of this workspace; with an item it dies when that is
        purged.
        """
        return self.links.to(signed.Target(self.workspace_id, sha256, item, filename), seconds)


@dataclass(frozen=True)
class JobContext(Context):
    """A context that carries out one job and holds its lease."""

    job_id: str = ""
    fence: int = 0

    def progress(self, step: str, message: str, percent: float | None = None) -> None:
        """Say how far the job is. Raises JobCancelled when it was cancelled, LeaseLost when another
        worker has it.
        """
        with self.store.mark() as tx:
            if not tx.jobs.progress(self.job_id, self.fence, step, message, percent, self.now()):
                raise LeaseLost
            row = tx.jobs.get(self.job_id)
        if row is not None and row.cancel_requested:
            raise JobCancelled

    def finish(self, tx: Transaction, result: str | None = None, message: str = "Finished") -> None:
        """End the job well, in the transaction that stores what it made.

        Raises LeaseLost, or JobCancelled when somebody cancelled it meanwhile; either undoes all
        that it made.
        """
        row = tx.jobs.get(self.job_id)
        if row is not None and row.fence == self.fence and row.cancel_requested:
            raise JobCancelled
        if not tx.jobs.finish(
            self.job_id, self.fence, "completed", message, result, None, self.now()
        ):
            raise LeaseLost

    def still_mine(self, tx: Transaction) -> None:
        """Raise LeaseLost unless this worker still holds the job (the fencing token of every
        intermediate write).
        """
        if not tx.jobs.holds(self.job_id, self.fence):
            raise LeaseLost


class LeaseLost(RuntimeError):
    """Another worker has taken the job over; this one's work is thrown away."""


def moment(milliseconds: int) -> datetime:
    """A stored time as a datetime in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
