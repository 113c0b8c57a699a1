"""Which data folder a database belongs to: one, since keys, uploads on their way and the signs of life
of its processes lie in the folder.

Two folders over one database would each take the other's processes for dead, and sign links that
the other can't open. So the database names its folder, and the folder says that its studio is not
in SQLite any more.
"""

from __future__ import annotations

from pathlib import Path

from .engine import DatabaseEngine, StoreError
from .owning import Owning

FILE = "database.owner"
_REFUSAL = (
    "The database that BRANDSTUDIO_DATABASE_URL names belongs to another data folder. Servers and "
    "workers share one folder on one machine. If that folder is gone for good, let this one have "
    "the database: brandstudio replicate take-over"
)
_TABLE = 'create table if not exists data_folder (name text collate "C" primary key, said bytea not null)'


class Possession:
    """A folder's claim on a database server's database."""

    def __init__(self, data: Path, database: DatabaseEngine) -> None:
        self._data, self._database = data, database
        self._owning = Owning(data / FILE, self._fetch, self._put, _REFUSAL)

    def claim(self) -> None:
        """Raises StoreError where the database is another folder's, or this folder holds a studio
        of its own already.
        """
        if (self._data / "studio.db").exists():
            raise StoreError(
                f"{self._data} holds a studio in SQLite (studio.db) already, which can't be moved into "
                "another database yet. Name a new data folder, or take BRANDSTUDIO_DATABASE_URL away."
            )
        with self._database.write() as db:
            db.execute(_TABLE)
        self._owning.claim()

    def take_over(self) -> None:
        """Make the database this folder's, whoever had it."""
        with self._database.write() as db:
            db.execute(_TABLE)
        self._owning.take_over()

    def _fetch(self, name: str) -> bytes | None:
        with self._database.read() as db:
            found = db.execute("select said from data_folder where name = ?", (name,)).fetchone()
        return None if found is None else bytes(found[0])

    def _put(self, name: str, data: bytes, once: bool) -> bool:
        kept = "nothing" if once else "update set said = excluded.said"
        with self._database.write() as db:
            return (
                db.execute(
                    f"insert into data_folder values (?, ?) on conflict (name) do {kept}",
                    (name, data),
                ).rowcount
                == 1
            )


def require_no_server(data: Path) -> None:
    """Raise StoreError where the studio of this folder is in a database server: SQLite would begin
    with nothing.
    """
    if (data / FILE).exists():
        raise StoreError(
            f"The studio of {data} is in a database server: set BRANDSTUDIO_DATABASE_URL to its "
            "address."
        )


def has_studio(data: Path) -> bool:
    """Whether a studio was ever opened in this folder."""
    return (data / "studio.db").exists() or (data / FILE).exists()
