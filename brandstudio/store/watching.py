"""What is seen from outside: how much waits, how long, and how much lies there; a few counts over
indexes, so that asking every few seconds disturbs nobody.
"""

from __future__ import annotations

from typing import NamedTuple

from .area import Area


class Waiting(NamedTuple):
    """Jobs of one kind and status; the oldest was accepted then (ms since 1970)."""

    kind: str
    status: str
    many: int
    oldest: int


class Events(NamedTuple):
    """Events of one status that have not been delivered."""

    status: str
    many: int
    oldest: int


class Watching(Area):
    def jobs(self) -> list[Waiting]:
        return self._all(
            Waiting,
            "select kind, status, count(*), min(created_at) from jobs "
            "where status in ('queued', 'running') group by kind, status",
        )

    def lost_leases(self, tick: int) -> int:
        """Jobs whose worker has not been heard of for the time of a lease."""
        return int(
            self._value(
                "select count(*) from jobs where status in ('queued', 'running') "
                "and status = 'running' and lease_until < ?",
                tick,
            )
        )

    def events(self) -> list[Events]:
        return self._all(
            Events,
            "select status, count(*), min(created_at) from outbox "
            "where status = 'waiting' group by status",
        )

    def removals(self) -> int:
        """Files in object storage whose removal has not been done."""
        return int(self._value("select count(*) from blob_removals where state = 'leaving'"))
