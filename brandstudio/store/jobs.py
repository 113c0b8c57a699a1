"""Jobs: rows of work with leases and fencing, in the same database as the charges that pay for
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .area import Area, numbered
from .engine import PerEngine


class JobRow(NamedTuple):
    id: str
    seq: int
    workspace_id: str
    kind: str
    operation: str
    folder_id: int | None
    item_id: int | None
    version: int | None
    payload: str
    status: str
    step: str
    message: str
    percent: float | None
    attempts: int
    worker_id: str | None
    fence: int
    lease_until: int | None
    cancel_requested: int
    result: str | None
    error: str | None
    client_reference_id: str | None
    created_at: int
    updated_at: int
    trace: str | None = None


COLUMNS = (
    "id, seq, workspace_id, kind, operation, folder_id, item_id, version, payload, status, step, message, percent, "
    "attempts, worker_id, fence, lease_until, cancel_requested, result, error, client_reference_id, created_at, updated_at, trace"
)


ANY_KIND = "jobs"
"""Announced where work of any kind may wait."""
_NUMBER = PerEngine("(select coalesce(max(seq), 0) + 1 from jobs)", "nextval('jobs_seq')")
"""The next one. Within a workspace later numbers are committed later, whoever writes in others."""


class Jobs(Area):
    def add(
        self,
        id: str,
        workspace_id: str,
        kind: str,
        operation: str,
        payload: str,
        now: int,
        *,
        folder_id: int | None = None,
        item_id: int | None = None,
        version: int | None = None,
        client_reference_id: str | None = None,
        status: str = "queued",
        trace: str | None = None,
    ) -> None:
        self._run(
            "insert into jobs (id, seq, workspace_id, kind, operation, folder_id, item_id, version, payload, status, "
            "client_reference_id, created_at, updated_at, trace) "
            f"values (?, {self._said(_NUMBER)}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            workspace_id,
            kind,
            operation,
            folder_id,
            item_id,
            version,
            payload,
            status,
            client_reference_id,
            now,
            now,
            trace,
        )
        self._db.announce(kind)

    def get(self, id: str) -> JobRow | None:
        return self._one(JobRow, f"select {COLUMNS} from jobs where id = ?", id)

    def page(
        self,
        workspace_id: str,
        status: str | None,
        kind: str | None,
        before: int | None,
        limit: int,
        *,
        reference: str | None = None,
    ) -> list[JobRow]:
        # A condition of its own, not "?6 is null or ...", which no index would serve.
        asked = "" if reference is None else "and client_reference_id = ?6 "
        return self._all(
            JobRow,
            f"select {COLUMNS} from jobs where workspace_id = ?1 and (cast(?2 as text) is null or status = ?2) "
            "and (cast(?3 as text) is null or kind = ?3) and (cast(?4 as bigint) is null or seq < ?4) "
            f"{asked}order by seq desc limit ?5",
            workspace_id,
            status,
            kind,
            before,
            limit,
            *(() if reference is None else (reference,)),
        )

    def waiting(self, workspace_id: str | None, kinds: Sequence[str], most: int) -> int:
        """How many jobs of the workspace (or of all) wait to be taken up; no more than ``most`` are
        counted.
        """
        marks = ", ".join(f"?{number}" for number in range(2, len(kinds) + 2))
        one = "" if workspace_id is None else f" and workspace_id = ?{len(kinds) + 2}"
        return int(
            self._value(
                f"select count(*) from (select 1 from jobs where status = 'queued' and kind in ({marks})"
                f"{one} limit ?1) counted",
                most,
                *kinds,
                *(() if workspace_id is None else (workspace_id,)),
            )
        )

    def newest_of_item(self, item_id: int) -> JobRow | None:
        return self._one(
            JobRow,
            f"select {COLUMNS} from jobs where item_id = ? order by seq desc limit 1",
            item_id,
        )

    def open_of_item(self, item_id: int) -> JobRow | None:
        return self._one(
            JobRow,
            f"select {COLUMNS} from jobs where item_id = ? and status in ('queued', 'running') limit 1",
            item_id,
        )

    def open_in_folder(self, folder_id: int, kind: str | None = None) -> JobRow | None:
        return self._one(
            JobRow,
            f"select {COLUMNS} from jobs where folder_id = ?1 and status in ('queued', 'running') "
            "and (cast(?2 as text) is null or kind = ?2) limit 1",
            folder_id,
            kind,
        )

    def claim_one(self, id: str, worker_id: str, now: int, lease_until: int) -> JobRow | None:
        """That very job, if it still waits."""
        found = self._db.execute(
            "update jobs set status = 'running', worker_id = ?1, fence = fence + 1, lease_until = ?3, "
            "attempts = attempts + 1, updated_at = ?2 where id = ?4 and status = 'queued' "
            f"returning {COLUMNS}",
            numbered(worker_id, now, lease_until, id),
        ).fetchone()
        return None if found is None else JobRow._make(found)

    def holds(self, id: str, fence: int) -> bool:
        """Whether the holder of this fence still has the job."""
        return (
            self._value(
                "select 1 from jobs where id = ? and fence = ? and status = 'running'", id, fence
            )
            is not None
        )

    def renew(self, id: str, fence: int, lease_until: int) -> bool:
        return (
            self._run(
                "update jobs set lease_until = ? where id = ? and fence = ? and status = 'running'",
                lease_until,
                id,
                fence,
            )
            == 1
        )

    def progress(
        self, id: str, fence: int, step: str, message: str, percent: float | None, now: int
    ) -> bool:
        return (
            self._run(
                "update jobs set step = ?, message = ?, percent = ?, updated_at = ? "
                "where id = ? and fence = ? and status = 'running'",
                step,
                message,
                percent,
                now,
                id,
                fence,
            )
            == 1
        )

    def finish(
        self,
        id: str,
        fence: int,
        status: str,
        message: str,
        result: str | None,
        error: str | None,
        now: int,
    ) -> bool:
        """End the job; False when somebody else has taken it over."""
        return (
            self._run(
                "update jobs set status = ?1, step = ?1, message = ?2, percent = case when ?1 = 'completed' then 100 else "
                "percent end, result = ?3, error = ?4, worker_id = null, lease_until = null, updated_at = ?5 "
                "where id = ?6 and fence = ?7 and status in ('running', 'queued')",
                status,
                message,
                result,
                error,
                now,
                id,
                fence,
            )
            == 1
        )

    def release(self, id: str, fence: int, now: int) -> bool:
        """Give a job back unfinished, as if it had not been tried."""
        self._db.announce(ANY_KIND)
        return (
            self._run(
                "update jobs set status = 'queued', worker_id = null, lease_until = null, attempts = attempts - 1, "
                "step = 'queued', message = 'Waiting for a worker', updated_at = ?3 "
                "where id = ?1 and fence = ?2 and status = 'running'",
                id,
                fence,
                now,
            )
            == 1
        )

    def announce_any(self) -> None:
        """Wake workers of every kind."""
        self._db.announce(ANY_KIND)

    def request_cancel(self, id: str) -> None:
        self._run("update jobs set cancel_requested = 1 where id = ?", id)

    def free_of_worker(self, worker_id: str) -> int:
        """Jobs of a worker that is gone may be taken up at once."""
        self._db.announce(ANY_KIND)
        return self._run(
            "update jobs set lease_until = -1 where worker_id = ? and status = 'running'", worker_id
        )

    def running_workers(self) -> list[str]:
        return self._column(
            "select distinct worker_id from jobs where status = 'running' and worker_id is not null"
        )


class VariantRow(NamedTuple):
    id: str
    job_id: str
    position: int
    template: str
    size: str
    status: str
    charge_id: str | None
    body: str | None
    sha256: str | None
    error: str | None


_VARIANT = "id, job_id, position, template, size, status, charge_id, body, sha256, error"


class Variants(Area):
    def add(
        self,
        id: str,
        job_id: str,
        position: int,
        template: str,
        size: str,
        charge_id: str | None,
        now: int,
    ) -> None:
        self._run(
            "insert into variants (id, job_id, position, template, size, status, charge_id, created_at) "
            "values (?, ?, ?, ?, ?, 'queued', ?, ?)",
            id,
            job_id,
            position,
            template,
            size,
            charge_id,
            now,
        )

    def of_job(self, job_id: str) -> list[VariantRow]:
        return self._all(
            VariantRow,
            f"select {_VARIANT} from variants where job_id = ? order by position",
            job_id,
        )

    def get(self, job_id: str, id: str) -> VariantRow | None:
        return self._one(
            VariantRow, f"select {_VARIANT} from variants where job_id = ? and id = ?", job_id, id
        )

    def next_position(self, job_id: str) -> int:
        return self._value("select max(position) + 1 from variants where job_id = ?", job_id) or 0

    def finish(self, id: str, body: str, sha256: str) -> bool:
        return (
            self._run(
                "update variants set status = 'done', body = ?, sha256 = ? where id = ? and status = 'queued'",
                body,
                sha256,
                id,
            )
            == 1
        )

    def drop(self, id: str, error: str) -> bool:
        return (
            self._run(
                "update variants set status = 'dropped', error = ? where id = ? and status = 'queued'",
                error,
                id,
            )
            == 1
        )
