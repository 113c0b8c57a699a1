"""Small things that a database remembers of its place, by name."""

from __future__ import annotations

from .engine import DatabaseEngine


class DatabaseNotes:
    """They are of the place, and go along with no move."""

    def __init__(self, database: DatabaseEngine) -> None:
        self._database = database

    def fetch(self, name: str) -> bytes | None:
        """What was said; None where nothing was."""
        with self._database.read() as db:
            found = db.execute("select said from data_folder where name = ?", (name,)).fetchone()
        return None if found is None else bytes(found[0])

    def put(self, name: str, data: bytes, once: bool) -> bool:
        """Say it; False where it was to be said ``once`` and was."""
        kept = "nothing" if once else "update set said = excluded.said"
        with self._database.write() as db:
            return (
                db.execute(
                    f"insert into data_folder values (?, ?) on conflict (name) do {kept}",
                    (name, data),
                ).rowcount
                == 1
            )

    def drop(self, name: str) -> None:
        """Nothing is said of it any more."""
        with self._database.write() as db:
            db.execute("delete from data_folder where name = ?", (name,))
