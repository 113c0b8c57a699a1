"""When the folder was last looked after, by both clocks."""

from __future__ import annotations

from ..domain.clock import Reading
from .area import Area


class Readings(Area):
    def last(self) -> Reading | None:
        return self._one(Reading, "select wall, tick, boot, doubt_ms from clock where id = 1")

    def keep(self, reading: Reading) -> None:
        self._run(
            "insert into clock values (1, ?, ?, ?, ?) on conflict (id) do update set "
            "wall = excluded.wall, tick = excluded.tick, boot = excluded.boot, doubt_ms = excluded.doubt_ms",
            *reading,
        )
