"""In which bucket, below which prefix, the files of a database on a server lie: its rows name files
that a process with another address would look for in vain, and would take for lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from .blobs import BlobStore
from .engine import DatabaseEngine, StoreError
from .owning import PutSmall

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

    def __init__(
        self,
        url: str | None,
        database: DatabaseEngine,
        fetch: Callable[[str], bytes | None],
        put: PutSmall,
    ) -> None:
        self._here = None if url is None else place_of(url)
        self._database, self._fetch, self._put = database, fetch, put

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
        if not self._put(_NAME, _said(self._here), True):
            self._compare(self._known())

    def take_over(self) -> None:
        """The files lie where this process was told, whatever was said before."""
        if self._here is None:
            self.forget()
        else:
            self._put(_NAME, _said(self._here), False)

    def forget(self) -> None:
        """Nothing is said of where files lie."""
        with self._database.write() as db:
            db.execute("delete from data_folder where name = ?", (_NAME,))

    def _compare(self, known: str | None) -> None:
        if known != self._here:
            raise StoreError(
                f"The files of this studio lie in {known}; here "
                f"BRANDSTUDIO_BLOBS_URL names {self._here or _NOTHING}. Set it as on the others. Where "
                "all files were copied there: brandstudio replicate take-over"
            )

    def _known(self) -> str | None:
        said = self._fetch(_NAME)
        return None if said is None else str(json.loads(said)["place"])

    def _has_files(self) -> bool:
        with self._database.read() as db:
            return db.execute("select 1 from blobs limit 1").fetchone() is not None


def _said(place: str) -> bytes:
    return json.dumps({"place": place}).encode()
