"""Files by their content: data/blobs/ab/abcdef... named by SHA-256.

File first, row second: bytes go to a temporary name, are flushed, renamed to their hash, the folder
flushed; only then does a row name them. A crash leaves a file that no row counts (swept later),
never a row without its file.
"""

from __future__ import annotations

import errno
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from ..errors import StudioError
from .trouble import disk_trouble


@dataclass(frozen=True)
class Blob:
    """Published bytes: what a row needs to name them."""

    sha256: str
    bytes: int
    mime_type: str


class BlobStore(Protocol):
    """Where files live; another place can stand here."""

    def publish(self, data: bytes, mime_type: str) -> Blob: ...

    def read(self, sha256: str) -> bytes: ...

    def path(self, sha256: str) -> Path: ...

    def exists(self, sha256: str) -> bool: ...

    def unlink(self, sha256: str) -> bool: ...

    def names(self) -> Iterator[tuple[str, float]]: ...


class FolderBlobs:
    """Blobs in a folder on the local disk."""

    def __init__(self, root: Path, fault: Callable[[str], None] | None = None) -> None:
        self.root = root
        self._fault = fault or (lambda point: None)
        self._temporary = root / "tmp"
        self._durable: set[str] = set()
        """Subfolders whose own name this process has flushed."""

    def prepare(self) -> None:
        self._temporary.mkdir(parents=True, exist_ok=True, mode=0o700)
        flush_folder(self.root)
        flush_folder(self.root.parent)

    def publish(self, data: bytes, mime_type: str) -> Blob:
        """Store the bytes under their hash. Raises ServiceBusy when the disk is full."""
        sha256 = hashlib.sha256(data).hexdigest()
        blob = Blob(sha256, len(data), mime_type)
        target = self.path(sha256)
        try:
            if _holds(target, data):
                # Young again, so that the sweep of orphans leaves it to the row that comes. And
                # flushed again: whoever wrote it may have died between its rename and its flush.
                os.utime(target)
                flush_file(target)
                self._flush_name(target.parent)
                return blob
            target.parent.mkdir(mode=0o700, exist_ok=True)
            name = self._temporary / uuid4().hex
            file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(file, view) :]
                self._fault("before fsync")
                os.fsync(file)
            except BaseException:
                os.close(file)
                with suppress(OSError):  # then the sweep takes it
                    name.unlink()
                raise
            os.close(file)
            self._fault("before rename")
            os.rename(name, target)
            self._fault("after rename")
            self._flush_name(target.parent)
        except OSError as error:
            raise disk_trouble() from error
        return blob

    def _flush_name(self, folder: Path) -> None:
        """Make a file's name in the folder durable, and the folder's own name in its parent."""
        flush_folder(folder)
        if folder.name not in self._durable:
            flush_folder(self.root)
            self._durable.add(folder.name)

    def path(self, sha256: str) -> Path:
        """Where the file lies. The name is checked, so that nothing but a hash can be asked for."""
        if len(sha256) != 64 or not all(character in "0123456789abcdef" for character in sha256):
            raise ValueError("not a SHA-256")
        return self.root / sha256[:2] / sha256

    def read(self, sha256: str) -> bytes:
        """The bytes. A file that is missing or can't be read is a fault of the store: run
        ``brandstudio doctor``.
        """
        try:
            return self.path(sha256).read_bytes()
        except FileNotFoundError:
            raise StudioError(
                "A file of the library is missing on disk; run: brandstudio doctor"
            ) from None
        except OSError as error:
            if error.errno == errno.EIO:  # a bad sector does not pass
                raise StudioError(
                    "A file of the library can't be read from the disk; run: brandstudio doctor"
                ) from error
            raise

    def exists(self, sha256: str) -> bool:
        return self.path(sha256).exists()

    def unlink(self, sha256: str) -> bool:
        """Remove the file; False when it was gone."""
        self._fault("before unlink")
        try:
            self.path(sha256).unlink()
        except FileNotFoundError:
            return False
        return True

    def names(self) -> Iterator[tuple[str, float]]:
        """Every stored hash and the file's modification time."""
        for folder in sorted(self.root.iterdir()):
            if len(folder.name) == 2:
                for file in folder.iterdir():
                    with suppress(FileNotFoundError):
                        yield file.name, file.stat().st_mtime

    def temporary(self) -> Iterator[tuple[Path, float]]:
        """Files on their way in, or left behind by a crash, and their modification times."""
        for file in self._temporary.iterdir():
            with suppress(FileNotFoundError):
                yield file, file.stat().st_mtime

    def sweep_temporary(self, older_than: float) -> int:
        """Remove temporary files that a crash left behind; returns how many."""
        limit = time.time() - older_than
        old = [file for file, modified in self.temporary() if modified < limit]
        for file in old:
            file.unlink(missing_ok=True)
        return len(old)


def _holds(target: Path, data: bytes) -> bool:
    """Whether the file is there with that very content; one that was damaged is written anew."""
    try:
        return target.stat().st_size == len(data) and target.read_bytes() == data
    except OSError:
        return False


def flush_folder(folder: Path) -> None:
    """Make a rename durable."""
    flush_file(folder)


def flush_file(path: Path) -> None:
    """Make what was written through any descriptor of the file durable (POSIX, fsync)."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
