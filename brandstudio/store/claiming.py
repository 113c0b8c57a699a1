"""Which job a worker takes up next: fair between workspaces, and first what somebody waits for.

First come jobs whose holder let its lease run out. Then, of what waits, changes of something that
somebody looks at, before what makes something new. Among equals the workspace with the least work
under way comes first, then the one whose turn it is after the one that this worker served last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .area import Area, numbered
from .engine import PerEngine
from .jobs import COLUMNS, JobRow

_LATER = (
    "(case when operation in ('edit', 'render', 'revise', 'resize', 'improve', 'save') "
    "then 0 else 1 end)"
)
"""As the index spells it."""
_SKIPPING = PerEngine("", "for update skip locked")
"""What another worker is about to take is passed over, and not waited for."""
_CANDIDATES = 8


class Claim(NamedTuple):
    """Who takes up a job: its process, milliseconds since 1970, the clock of leases now and when
    the lease ends.
    """

    worker_id: str
    now: int
    tick: int
    lease_until: int


class _Head(NamedTuple):
    kind: str
    workspace_id: str


class Claims(Area):
    def next(self, claim: Claim, kinds: Sequence[str], after: str = "") -> JobRow | None:
        """A job of those kinds for this worker; the fence shuts out a former holder. ``after`` is
        the workspace that it served last.

        ``tick`` and ``lease_until`` are of the clock of leases: a jump of the wall clock moves none.
        """
        marks = ", ".join(f"?{number}" for number in range(1, len(kinds) + 1))
        lost = self._take(
            claim,
            f"select id from jobs where status = 'running' and lease_until < ?{len(kinds) + 1} "
            f"and kind in ({marks}) order by seq limit 1 {self._said(_SKIPPING)}",
            (*kinds, claim.tick),
        )
        if lost is not None:
            return lost
        for head in self._heads(kinds, after):
            found = self._take(
                claim,
                "select id from jobs where status = 'queued' and kind = ?1 and workspace_id = ?2 "
                f"order by {_LATER}, seq limit 1 {self._said(_SKIPPING)}",
                head,
            )
            if found is not None:
                return found
        return None

    def any(self, tick: int, kinds: Sequence[str]) -> bool:
        """Whether ``next`` would find one; a read, so that idle workers write nothing."""
        marks = ", ".join(f"?{number}" for number in range(1, len(kinds) + 1))
        return bool(
            self._value(
                "select case when exists (select 1 from jobs where status = 'queued' "
                f"and kind in ({marks})) or exists (select 1 from jobs where status = 'running' "
                f"and lease_until < ?{len(kinds) + 1} and kind in ({marks})) then 1 else 0 end",
                *kinds,
                tick,
            )
        )

    def _heads(self, kinds: Sequence[str], after: str) -> list[_Head]:
        """Where work waits, in the order in which it is to be taken up; each step of the way is a
        look into an index.
        """
        rows = ", ".join(f"(cast(?{number} as text))" for number in range(2, len(kinds) + 2))
        waiting = "from jobs j where j.status = 'queued' and j.kind = h.kind"
        later = _LATER.replace("operation", "j.operation")
        return self._all(
            _Head,
            f"with recursive asked (kind) as (values {rows}), heads (kind, workspace_id) as ("
            f"select h.kind, (select min(j.workspace_id) {waiting}) from asked h union all "
            f"select h.kind, (select min(j.workspace_id) {waiting} and j.workspace_id > h.workspace_id) "
            "from heads h where h.workspace_id is not null) "
            "select h.kind, h.workspace_id from heads h where h.workspace_id is not null order by "
            f"(select {later} {waiting} and j.workspace_id = h.workspace_id "
            f"order by {later}, j.seq limit 1), "
            "(select count(*) from jobs r where r.status = 'running' and r.workspace_id = h.workspace_id), "
            "case when h.workspace_id <= ?1 then 1 else 0 end, h.workspace_id, "
            f"(select j.seq {waiting} and j.workspace_id = h.workspace_id "
            f"order by {later}, j.seq limit 1) limit {_CANDIDATES}",
            after,
            *kinds,
        )

    def _take(self, claim: Claim, which: str, values: Sequence[object]) -> JobRow | None:
        found = self._value(which, *values)
        if found is None:
            return None
        row = self._db.execute(
            "update jobs set status = 'running', worker_id = ?1, fence = fence + 1, lease_until = ?3, "
            "attempts = attempts + 1, step = 'started', message = 'Started', updated_at = ?2 "
            f"where id = ?4 returning {COLUMNS}",
            numbered(claim.worker_id, claim.now, claim.lease_until, found),
        ).fetchone()
        return JobRow._make(row)
