"""Signs of life of processes that share a database on a server, by its clock."""

from __future__ import annotations

from typing import NamedTuple

from .area import Area, numbered
from .engine import PerEngine

_TIME = PerEngine(
    "cast((julianday('now') - 2440587.5) * 86400000 as integer)",
    "(extract(epoch from clock_timestamp()) * 1000)::bigint",
)
"""The database's clock, in milliseconds since 1970."""


class Sign(NamedTuple):
    """A process, and how long ago it was heard of."""

    id: str
    ago_ms: int


class Signs(Area):
    def time(self) -> int:
        """What the database's clock says."""
        return int(self._value(f"select {self._said(_TIME)}"))

    def give(self, id: str) -> int:
        """It lives; returns the database's time."""
        time = self._said(_TIME)
        return int(
            self._db.execute(
                f"insert into workers values (?1, {time}, {time}) on conflict (id) "
                "do update set seen_at = excluded.seen_at returning seen_at",
                numbered(id),
            ).fetchone()[0]
        )

    def of(self, id: str) -> Sign | None:
        return self._one(
            Sign, f"select id, {self._said(_TIME)} - seen_at from workers where id = ?", id
        )

    def all(self) -> list[Sign]:
        return self._all(Sign, f"select id, {self._said(_TIME)} - seen_at from workers")

    def remove(self, id: str) -> None:
        self._run("delete from workers where id = ?", id)
