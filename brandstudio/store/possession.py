"""Which data folder a database on a server belongs to: one, or no one where many share it.

A folder that keeps the master key, uploads on their way or files has the database for itself: two
such folders would each take the other's processes for dead, and sign links that the other can't
open. So the database names its folder, and the folder says that its studio is not in SQLite any
more. Where all of that is told in settings (see ``SHARING``), the database says so, and each folder
is of its own machine alone; one that lacks a setting is refused.

Either way the database remembers in which bucket, below which prefix, its files lie (see
``FilePlace``): a process that was told another would find none of them.
"""

from __future__ import annotations

import json
from pathlib import Path

from .database_notes import DatabaseNotes
from .engine import DatabaseEngine, StoreError
from .file_place import FilePlace
from .owning import MARKER, Owning

FILE = "database.owner"
SHARING = ("BRANDSTUDIO_BLOBS_URL", "BRANDSTUDIO_SECRET_KEY", "BRANDSTUDIO_BASE_URL")
"""What has to be set, beside the database's address, on each machine that shares a studio."""
EVERYBODY, MOVED = "everybody", "moved"
_KEYS = "keys.json"
_REFUSAL = (
    "The database that BRANDSTUDIO_DATABASE_URL names belongs to another data folder. Set {lacking} "
    "to let several machines share it. If that folder is gone for good, let this one have the "
    "database: brandstudio replicate take-over"
)
_ALONE = (
    "The database that BRANDSTUDIO_DATABASE_URL names belongs to one data folder so far. End all "
    "processes that use it, then let machines share it: brandstudio replicate take-over (in that "
    "folder, whose uploads and templates come along)"
)


class Possession:
    """A folder's claim on a database server's database, shared where it is ``lacking`` nothing;
    ``files`` is where its files lie.
    """

    def __init__(
        self,
        data: Path,
        database: DatabaseEngine,
        lacking: tuple[str, ...],
        files: FilePlace,
    ) -> None:
        self._data, self._lacking = data, lacking
        self._notes, self._files = DatabaseNotes(database), files
        said = _REFUSAL.format(lacking=" and ".join(lacking)) if lacking else _ALONE
        name = None if lacking else (lambda: EVERYBODY)
        self._owning = Owning(data / FILE, self._notes.fetch, self._notes.put, said, name)

    def claim(self) -> None:
        """Raises StoreError where the database is another folder's, or this folder holds a studio
        of its own already, or machines share it and this one lacks a setting.
        """
        if (self._data / "studio.db").exists():
            raise StoreError(
                f"{self._data} holds a studio in SQLite (studio.db) already. Move it into the database "
                "(brandstudio move --to ADDRESS), name a new data folder, or take "
                "BRANDSTUDIO_DATABASE_URL away."
            )
        owner = self._owning.owner()
        if owner == MOVED:
            raise StoreError(
                "The studio of this database was moved elsewhere. To use it here as it was before "
                "then: brandstudio replicate take-over"
            )
        if self._lacking and owner == EVERYBODY:
            raise StoreError(
                f"Machines share this studio; set {' and '.join(self._lacking)} here as on the others."
            )
        self._owning.claim()
        self._note()

    def begin_anew(self) -> None:
        """Forget where files were to lie, where a move into this database never came to its end."""
        self._files.forget()

    def leave(self) -> None:
        """Close the database: its studio has moved elsewhere."""
        self._notes.put(MARKER, json.dumps({"brandstudio": 1, "owner": MOVED}).encode(), False)

    def take_over(self) -> None:
        """Make the database this folder's, or everybody's, whoever had it."""
        self._owning.take_over()
        self._files.take_over()
        self._note()

    def require_key(self, ids: tuple[str, ...]) -> None:
        """Raise StoreError where this machine's master key is not the one that the others use;
        ``ids`` are the public names of its keys, the newest first.
        """
        known = json.loads(self._notes.fetch(_KEYS) or b"[]")
        if known and not set(known) & set(ids):
            raise StoreError(
                "BRANDSTUDIO_SECRET_KEY is another key here than on the machines that share this "
                "studio: nothing that one seals could be opened by the other."
            )
        if ids[0] not in known:
            self._notes.put(_KEYS, json.dumps([*ids, *known][:8]).encode(), False)

    def _note(self) -> None:
        """This folder's studio is on a server from now on."""
        note = self._data / FILE
        if not self._lacking and not note.exists():
            note.touch(0o600)
            note.write_text(EVERYBODY)


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
