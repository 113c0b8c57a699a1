"""Files in object storage on their way out.

A removal there takes time and stands outside transactions, so a row says how far it is. ``waiting``:
nothing is removed yet, and whoever names the file again takes the row away. ``leaving``: its removal
may happen at any moment, the file can't be named. ``gone``: it was removed lately, so whoever
published the same bytes before or after looks whether they are there.
"""

from __future__ import annotations

from .area import Area

FORGET_MS = 7 * 24 * 3600 * 1000
"""How long it is known that a file went: longer than any work takes from publishing to naming it."""

LEFT_MS = 10 * 60 * 1000
"""A removal that another machine began so long ago was left half done: a request is given up after
one minute.
"""


class Removals(Area):
    def state(self, sha256: str) -> str | None:
        found = self._value("select state from blob_removals where sha256 = ?", sha256)
        return None if found is None else str(found)

    def mark(self, sha256: str, now: int) -> None:
        """It is to go; one that is leaving already goes on."""
        self._run(
            "insert into blob_removals (sha256, state, at) values (?, 'waiting', ?) "
            "on conflict (sha256) do update set state = 'waiting', at = excluded.at "
            "where blob_removals.state = 'gone'",
            sha256,
            now,
        )

    def forget(self, sha256: str) -> None:
        """It stays, or came again."""
        self._run("delete from blob_removals where sha256 = ?", sha256)

    def begin(self, now: int, marked_before: int, left_before: int, most: int) -> list[str]:
        """Those whose time is over are leaving now, and those that were left half done by then."""
        found = self._column(
            "select sha256 from blob_removals where (state = 'leaving' and at <= ?) "
            "or (state = 'waiting' and at <= ?) order by at limit ?",
            left_before,
            marked_before,
            most,
        )
        for sha256 in found:
            self._run(
                "update blob_removals set state = 'leaving', at = ? where sha256 = ?", now, sha256
            )
        return found

    def gone(self, sha256: str, now: int) -> None:
        self._run("update blob_removals set state = 'gone', at = ? where sha256 = ?", now, sha256)

    def names(self) -> set[str]:
        """Those that may still be there."""
        return set(self._column("select sha256 from blob_removals where state != 'gone'"))

    def sweep(self, gone_before: int) -> None:
        self._run("delete from blob_removals where state = 'gone' and at < ?", gone_before)
