"""Where uploads wait until an item takes them up: in the folder of data, or below ``uploads/`` in the
bucket that machines share.

Bytes arrive under a passing name, durable before the row says that they are there, and get their own
name in that very transaction.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ..errors import InvalidImageUrl, ServiceBusy
from .blobs import flush_folder
from .trouble import disk_trouble

if TYPE_CHECKING:
    from .object_notes import ObjectNotes


class UploadRoom(Protocol):
    """Files by their s3Key. Whatever is no key of ours is refused with InvalidImageUrl, so that no
    path can be smuggled in.
    """

    def arriving(self, s3_key: str, data: bytes) -> AbstractContextManager[Callable[[], None]]:
        """Keep the bytes under a passing name; what the block gets called gives them their own."""
        ...

    def read(self, s3_key: str) -> bytes:
        """Raises FileNotFoundError where nothing waits."""
        ...

    def has(self, s3_key: str) -> bool: ...

    def remove(self, s3_key: str) -> None:
        """What can't be removed now is left to the sweep."""
        ...

    def sweep(self, named: set[str], older_than: float) -> None:
        """Remove what no row names, from that age in seconds on."""
        ...


class FolderRoom:
    """Uploads in a folder on the local disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def arriving(self, s3_key: str, data: bytes) -> Iterator[Callable[[], None]]:
        path = self._path(s3_key)
        temporary = path.with_name(f"{path.name}.{secrets.token_hex(6)}.tmp")

        def land() -> None:
            temporary.rename(path)
            flush_folder(path.parent)

        try:
            with os.fdopen(
                os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
            ) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            yield land
        except OSError as error:
            raise disk_trouble() from error
        finally:
            with suppress(OSError):  # then the sweep takes it
                temporary.unlink()

    def read(self, s3_key: str) -> bytes:
        return self._path(s3_key).read_bytes()

    def has(self, s3_key: str) -> bool:
        return self._path(s3_key).exists()

    def remove(self, s3_key: str) -> None:
        with suppress(OSError):
            self._path(s3_key).unlink()

    def sweep(self, named: set[str], older_than: float) -> None:
        limit = time.time() - older_than
        for file in self._folder.iterdir():
            with suppress(OSError):
                if f"uploads/{file.name}" not in named and file.stat().st_mtime < limit:
                    file.unlink()

    def _path(self, s3_key: str) -> Path:
        return self._folder / _name(s3_key)


class BucketRoom:
    """Uploads in the bucket, for every machine that shares it."""

    def __init__(self, notes: ObjectNotes) -> None:
        self._notes = notes

    @contextmanager
    def arriving(self, s3_key: str, data: bytes) -> Iterator[Callable[[], None]]:
        place = f"uploads/{_name(s3_key)}"
        passing = f"{place}.{secrets.token_hex(6)}.tmp"
        try:
            self._notes.put(passing, data)
            yield lambda: self._notes.copy(passing, place)
        finally:
            self._drop(passing)

    def read(self, s3_key: str) -> bytes:
        found = self._notes.fetch(f"uploads/{_name(s3_key)}")
        if found is None:
            raise FileNotFoundError(s3_key)
        return found

    def has(self, s3_key: str) -> bool:
        return self._notes.has(f"uploads/{_name(s3_key)}")

    def remove(self, s3_key: str) -> None:
        self._drop(f"uploads/{_name(s3_key)}")

    def sweep(self, named: set[str], older_than: float) -> None:
        limit = time.time() - older_than
        for note in list(self._notes.list("uploads")):
            if note.path not in named and note.modified < limit:
                self._drop(note.path)

    def _drop(self, path: str) -> None:
        with suppress(ServiceBusy):
            self._notes.drop(path)


def _name(s3_key: str) -> str:
    name = s3_key.removeprefix("uploads/")
    if not re.fullmatch(r"[0-9a-f]{32}", name):
        raise InvalidImageUrl(
            "No upload waits under this s3Key; it may have been used, or nothing was put there yet."
        )
    return name
