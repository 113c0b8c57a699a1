"""Connections that outlive the processes of a simulated day, and its day.

Opening one reads the whole schema, and each statement is prepared anew on it: together a third of
what a day took. So whoever starts takes the connections of whoever ended, as one connection is as
good as another between transactions. A day begins where the prepared folder ends: its database is
copied in place, the log emptied and its index invalidated, which SQLite takes for what a crashed
machine left and reads again (sqlite.org, "WAL-mode File Format", section 2.1).
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Literal

from brandstudio.store import database

INDEX_HEADER = 136
"""Bytes of the log's index before its first frame: two headers and what was checkpointed."""

_free: dict[tuple[Path, str], list[Any]] = {}


class KeptDatabase(database.Database):
    """A database whose connections are given back, and not closed."""

    def _opened(self, role: Literal["reader", "writer"]) -> database.SqliteConnection:
        free = _free.get((self.path, role))
        if getattr(self._local, role, None) is None and free:
            held = self._taken(free)
            setattr(self._local, role, held)
            return held.connection  # type: ignore[no-any-return]
        return super()._opened(role)

    def _watch(self) -> None:
        free = _free.get((self.path, "watcher"))
        if self._watching is None and free:
            self._watching = self._taken(free)
            return
        super()._watch()

    def _taken(self, free: list[Any]) -> Any:
        held = free.pop()
        held.generation = self._generation
        self._open.add(held)
        return held

    def close(self) -> None:
        """Give back the connections; nothing of an open transaction stays."""
        roles = {role: getattr(self._local, role, None) for role in ("reader", "writer")}
        for role, held in {**roles, "watcher": self._watching}.items():
            if held is None or held.generation != self._generation:
                continue
            held.connection.set_progress_handler(None, 0)
            if held.connection.in_transaction:
                held.connection.rollback()
            held.generation = None
            _free.setdefault((self.path, role), []).append(held)
        self._local.reader = self._local.writer = self._watching = None
        self._generation += 1
        self._gate.close()


def renewed(base: Path, data: Path) -> None:
    """Make the folder again what the prepared one is, under connections that stay open."""
    database_of = {path.name for path in data.glob("studio.db*")}
    for path in data.iterdir() if data.exists() else ():
        if path.name not in database_of:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    data.mkdir(exist_ok=True)
    for path in base.iterdir():
        if path.is_dir():
            shutil.copytree(path, data / path.name)
        else:
            shutil.copyfile(path, data / path.name)  # in place: whoever has it open sees it
            shutil.copymode(path, data / path.name)
    log, index = data / "studio.db-wal", data / "studio.db-shm"
    if index.exists():
        log.write_bytes(b"")
        with index.open("r+b") as file:
            file.write(bytes(INDEX_HEADER))


def forget(data: Path) -> None:
    """Close the connections of a folder that nobody works in any more; its log is emptied by it."""
    for role in ("reader", "watcher", "writer"):
        for held in _free.pop((data / "studio.db", role), ()):
            held.connection.close()
