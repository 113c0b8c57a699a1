"""Events on their way out: written in the transaction that made them, delivered at least once, dead
after six receives.
"""

from __future__ import annotations

from typing import NamedTuple

from .area import Area, numbered
from .engine import PerEngine

EVENTS = "events"
"""Announced where events wait to be delivered."""
_SKIPPING = PerEngine("", "for update skip locked")
"""What another process is just storing the outcome of is passed over, and not waited for."""


class WebhookRow(NamedTuple):
    workspace_id: str
    url: str
    secret: bytes
    next_secret: bytes | None
    job_events: int


class EventRow(NamedTuple):
    id: int
    event_id: str
    workspace_id: str
    event: str
    item_id: str | None
    version: int | None
    sha256: str | None
    payload: str
    status: str
    receives: int
    next_at: int | None
    last_error: str | None
    created_at: int
    delivered_at: int | None
    trace: str | None = None


_EVENT = (
    "id, event_id, workspace_id, event, item_id, version, sha256, payload, status, receives, next_at, last_error, "
    "created_at, delivered_at, trace"
)


class Webhooks(Area):
    def get(self, workspace_id: str) -> WebhookRow | None:
        return self._one(
            WebhookRow,
            "select workspace_id, url, secret, next_secret, job_events from webhooks where workspace_id = ?",
            workspace_id,
        )

    def all(self) -> list[WebhookRow]:
        return self._all(
            WebhookRow, "select workspace_id, url, secret, next_secret, job_events from webhooks"
        )

    def set(
        self,
        workspace_id: str,
        url: str,
        secret: bytes,
        next_secret: bytes | None,
        job_events: bool,
        now: int,
    ) -> None:
        self._run(
            "insert into webhooks values (?, ?, ?, ?, ?, ?) on conflict (workspace_id) do update set url = excluded.url, "
            "secret = excluded.secret, next_secret = excluded.next_secret, job_events = excluded.job_events",
            workspace_id,
            url,
            secret,
            next_secret,
            int(job_events),
            now,
        )

    def remove(self, workspace_id: str) -> bool:
        return self._run("delete from webhooks where workspace_id = ?", workspace_id) == 1


class Outbox(Area):
    def add(
        self,
        event_id: str,
        workspace_id: str,
        event: str,
        item_id: str | None,
        version: int | None,
        sha256: str | None,
        payload: str,
        now: int,
        trace: str | None = None,
    ) -> None:
        self._run(
            "insert into outbox (event_id, workspace_id, event, item_id, version, sha256, payload, status, next_at, "
            "created_at, trace) values (?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?)",
            event_id,
            workspace_id,
            event,
            item_id,
            version,
            sha256,
            payload,
            now,
            now,
            trace,
        )
        self._db.announce(EVENTS)

    def get(self, event_id: str) -> EventRow | None:
        return self._one(EventRow, f"select {_EVENT} from outbox where event_id = ?", event_id)

    def page(self, workspace_id: str, dead: bool, limit: int) -> list[EventRow]:
        return self._all(
            EventRow,
            f"select {_EVENT} from outbox where workspace_id = ? and (? = 0 or status = 'dead') order by id desc limit ?",
            workspace_id,
            int(dead),
            limit,
        )

    def claim_first(
        self, worker_id: str, tick: int, lease_until: int, most: int, without: list[str]
    ) -> list[EventRow]:
        """Events that were never sent and are in nobody's hands, in order, of workspaces that are
        not named. They are due whatever the clock says: one that was set back must not hold them.
        """
        return self._claim("receives = 0", worker_id, tick, lease_until, most, without)

    def claim_again(
        self,
        worker_id: str,
        now: int,
        furthest: int,
        tick: int,
        lease_until: int,
        most: int,
        without: list[str],
    ) -> list[EventRow]:
        """Events whose redelivery is due and that are in nobody's hands, of workspaces that are not
        named. No wait reaches beyond ``furthest``: a time after it was written by a clock that
        has been set back since, and does not count.
        """
        due = f"receives > 0 and (next_at <= {int(now)} or next_at > {int(furthest)})"
        return self._claim(due, worker_id, tick, lease_until, most, without)

    def _claim(
        self,
        which: str,
        worker_id: str,
        tick: int,
        lease_until: int,
        most: int,
        without: list[str],
    ) -> list[EventRow]:
        marks = ", ".join(f"?{number + 5}" for number in range(len(without)))
        others = f"and workspace_id not in ({marks})" if without else ""
        # A workspace whose events another worker has in hand waits, or they could overtake each
        # other.
        taken = (
            "and not exists (select 1 from outbox o where o.workspace_id = outbox.workspace_id and o.status = 'waiting' "
            "and o.receives = 0 and o.lease_until >= ?2)"
            if which == "receives = 0"
            else ""
        )
        rows = self._db.execute(
            "update outbox set worker_id = ?1, lease_until = ?3 where id in (select id from outbox "
            f"where status = 'waiting' and {which} and (lease_until is null or lease_until < ?2) {taken} "
            f"{others} order by id limit ?4 {self._said(_SKIPPING)}) returning {_EVENT}",
            numbered(worker_id, tick, lease_until, most, *without),
        ).fetchall()
        return sorted((EventRow._make(row) for row in rows), key=lambda row: row.id)

    def give_back(self, id: int, receives: int) -> bool:
        """Not tried after all: somebody else may, at once."""
        return (
            self._run(
                "update outbox set worker_id = null, lease_until = null where id = ? and receives = ? and status = 'waiting'",
                id,
                receives,
            )
            == 1
        )

    def delivered(self, id: int, receives: int, now: int) -> bool:
        """Taken by its receiver. ``receives`` is how many there were before: the fence against a
        slow former holder.
        """
        return (
            self._run(
                "update outbox set status = 'delivered', receives = receives + 1, delivered_at = ?, next_at = null, "
                "worker_id = null, lease_until = null, last_error = null "
                "where id = ? and receives = ? and status = 'waiting'",
                now,
                id,
                receives,
            )
            == 1
        )

    def failed(self, id: int, receives: int, error: str, next_at: int | None) -> bool:
        """One more failed receive; without a next time the event is a dead letter."""
        return (
            self._run(
                "update outbox set receives = receives + 1, last_error = ?1, next_at = ?2, worker_id = null, "
                "lease_until = null, status = case when cast(?2 as bigint) is null then 'dead' else 'waiting' end "
                "where id = ?3 and receives = ?4 and status = 'waiting'",
                error[:300],
                next_at,
                id,
                receives,
            )
            == 1
        )

    def holders(self) -> list[str]:
        """Processes that have events in hand."""
        return self._column(
            "select distinct worker_id from outbox where status = 'waiting' and worker_id is not null"
        )

    def redeliver(self, id: int, now: int) -> None:
        self._db.announce(EVENTS)
        self._run(
            "update outbox set status = 'waiting', receives = 0, next_at = ?, worker_id = null, lease_until = null "
            "where id = ?",
            now,
            id,
        )

    def free_of_worker(self, worker_id: str) -> None:
        self._db.announce(EVENTS)
        self._run(
            "update outbox set worker_id = null, lease_until = null where worker_id = ? and status = 'waiting'",
            worker_id,
        )

    def any_due(self, now: int, furthest: int) -> bool:
        """Whether an event waits that may be sent; as in ``claim_again``."""
        waiting = "exists (select 1 from outbox where status = 'waiting' and"
        return bool(
            self._value(
                f"select {waiting} receives = 0) or {waiting} next_at <= ?) or {waiting} next_at > ?)",
                now,
                furthest,
            )
        )

    def waiting(self) -> int:
        return int(self._value("select count(*) from outbox where status = 'waiting'"))

    def delivered_before(self, limit: int) -> int:
        """Forget delivered events that old."""
        return self._run(
            "delete from outbox where status = 'delivered' and delivered_at < ?", limit
        )
