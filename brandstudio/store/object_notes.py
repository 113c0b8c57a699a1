"""What lies in a bucket beside the files of the library: uploads on their way, templates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .objects import ObjectBlobs


class Note(NamedTuple):
    """An object by its path below the prefix; ``modified`` in seconds since 1970."""

    path: str
    modified: float
    mark: str
    """Another one for each content."""


class ObjectNotes:
    """Objects by their path. Every call raises ServiceBusy where the store does not answer."""

    def __init__(self, blobs: ObjectBlobs) -> None:
        self._blobs = blobs

    def put(self, path: str, data: bytes) -> None:
        self._blobs.put_note(path, data)

    def fetch(self, path: str) -> bytes | None:
        return self._blobs.fetch_note(path)

    def has(self, path: str) -> bool:
        import obstore

        try:
            self._blobs.tried(lambda: obstore.head(self._blobs.objects, path))
        except FileNotFoundError:
            return False
        return True

    def copy(self, source: str, target: str) -> None:
        import obstore

        self._blobs.tried(lambda: obstore.copy(self._blobs.objects, source, target))

    def drop(self, path: str) -> None:
        import obstore

        self._blobs.tried(lambda: obstore.delete(self._blobs.objects, [path]))

    def list(self, folder: str) -> Iterator[Note]:
        """Everything below the folder."""
        import obstore

        pages = iter(obstore.list(self._blobs.objects, folder, chunk_size=1000))
        while (page := self._blobs.said(lambda: next(pages, None))) is not None:
            for meta in page:
                yield Note(str(meta["path"]), meta["last_modified"].timestamp(), str(meta["e_tag"]))
