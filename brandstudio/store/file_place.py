"""In which bucket, below which prefix, the files of a database lie: its rows name files that a process
with another address would look for in vain, and would take for lost.
"""

from __future__ import annotations

import json

from .blobs import BlobStore
from .database_notes import DatabaseNotes
from .engine import DatabaseEngine, StoreError

_NAME = "files.json"
_NOTHING = "none, so that they would lie in the data folder"


def place_of(url: str) -> str:
    """The bucket and the prefix of an address, however it was written.

    >>> place_of("S3://brand/studio/")
    's3://brand/studio'
    """
    scheme, _, rest = url.partition("://")
    return f"{scheme.lower()}://{'/'.join(part for part in rest.split('/') if part)}"


class FilePlace:
    """Where this process was told that the files lie (``url``; None for the data folder), held
    against what the database remembers. Keys and endpoints may differ from machine to machine.
    """

    def __init__(self, url: str | None, database: DatabaseEngine) -> None:
        self._here = None if url is None else place_of(url)
        self._database, self._notes = database, DatabaseNotes(database)

    def prepare(self, blobs: BlobStore) -> None:
        """Prepare the place of the files, and keep in mind which it is. Raises StoreError, and
        leaves it untouched, where the files of this database lie elsewhere.
        """
        self.require(blobs)
        blobs.prepare()
        self.remember(blobs)

    def require(self, blobs: BlobStore) -> None:
        """Raise StoreError where the files lie elsewhere; nothing is claimed there yet. A database
        that does not say so is of an earlier version: its place is the one that is claimed for it.
        """
        known = self._known()
        if known is not None:
            self._compare(known)
        elif self._here is not None and self._has_files() and not blobs.may_remove():
            raise StoreError(
                f"This studio has files, and {self._here}, which BRANDSTUDIO_BLOBS_URL names, does not "
                "say that it holds them (or does not answer now). Name the bucket and prefix that "
                "hold them. Where they were copied there: brandstudio replicate take-over"
            )

    def remember(self, blobs: BlobStore) -> None:
        """Keep in mind where they lie, once that is claimed. Raises StoreError where another
        process was quicker with another place.
        """
        if self._here is None or self._known() is not None or not blobs.may_remove():
            return
        if not self._notes.put(_NAME, _said(self._here), True):
            self._compare(self._known())

    def take_over(self) -> bool:
        """The files lie where this process was told, whatever was said before; whether that was
        another place.
        """
        before = self._known()
        if self._here is None:
            self.forget()
        else:
            self._notes.put(_NAME, _said(self._here), False)
        return before is not None and before != self._here

    def forget(self) -> None:
        """Nothing is said of where files lie."""
        self._notes.drop(_NAME)

    def _compare(self, known: str | None) -> None:
        if known != self._here:
            raise StoreError(
                f"The files of this studio lie in {known}; here "
                f"BRANDSTUDIO_BLOBS_URL names {self._here or _NOTHING}. Set it as on the others. Where "
                "all files were copied there: brandstudio replicate take-over"
            )

    def _known(self) -> str | None:
        said = self._notes.fetch(_NAME)
        return None if said is None else str(json.loads(said)["place"])

    def _has_files(self) -> bool:
        with self._database.read() as db:
            return db.execute("select 1 from blobs limit 1").fetchone() is not None


def _said(place: str) -> bytes:
    return json.dumps({"place": place}).encode()
