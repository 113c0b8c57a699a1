"""Files by their content: data/blobs/ab/abcdef... named by SHA-256.

File first, row second: bytes go to a temporary name, are flushed, renamed to their hash, the folder
flushed; only then does a row name them. A crash leaves a file that no row counts (swept later),
never a row without its file.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol
from uuid import uuid4

from ..errors import StudioError
from .trouble import disk_trouble

_HASH = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Blob:
    """Published bytes: what a row needs to name them."""

    sha256: str
    bytes: int
    mime_type: str


class Stored(NamedTuple):
    """A file as the place that keeps it lists it; ``modified`` in seconds since 1970."""

    name: str
    modified: float
    bytes: int


@dataclass(frozen=True)
class OpenBlob:
    """A file that is opened to be sent: a path, or ``pieces(start, stop)`` of it as they come in."""

    size: int
    path: Path | None = None
    pieces: Callable[[int, int], Iterator[bytes]] | None = None


class BlobStore(Protocol):
    """Where files live; another place can stand here."""

    @property
    def near(self) -> bool:
        """Whether asking it takes no time, so that it may be asked inside a transaction."""
        ...

    @property
    def place(self) -> str | None:
        """The address of the bucket and prefix; None for the data folder."""
        ...

    @property
    def keep_seconds(self) -> float:
        """How long a file stays that nobody counts on any more."""
        ...

    @property
    def grace_seconds(self) -> float:
        """The age from which a file without a row is an orphan, at the least."""
        ...

    def prepare(self) -> None: ...

    def publish(self, data: bytes, mime_type: str) -> Blob: ...

    def read(self, sha256: str) -> bytes: ...

    def open(self, sha256: str) -> OpenBlob: ...

    def link(self, sha256: str, mime_type: str, seconds: int) -> str | None:
        """Where a reader may fetch the file from the place itself; None where we send it."""
        ...

    def exists(self, sha256: str) -> bool: ...

    def answers(self) -> bool:
        """Whether files can be reached now."""
        ...

    def try_out(self) -> None:
        """Write something small and read it. Raises ServiceBusy where that can't be now."""
        ...

    def problem(self, sha256: str, size: int, *, scrub: bool) -> str | None:
        """What is wrong with the file, against its name and length; ``scrub`` reads every byte."""
        ...

    def unlink(self, sha256: str) -> bool: ...

    def unlink_all(self, names: list[str]) -> None: ...

    def may_remove(self) -> bool:
        """Whether it is ours to remove files here."""
        ...

    def names(self) -> Iterator[Stored]: ...

    def temporary(self) -> Iterator[tuple[Path, float]]: ...

    def sweep_temporary(self, older_than: float) -> int: ...


class FolderBlobs:
    """Blobs in a folder on the local disk."""

    near = True
    place: str | None = None
    keep_seconds = grace_seconds = 0.0

    def __init__(self, root: Path, fault: Callable[[str], None] | None = None) -> None:
        self.root = root
        self._fault = fault or (lambda point: None)
        self._temporary = root / "tmp"
        self._durable: set[str] = set()
        """Subfolders whose own name is known to be flushed."""

    def prepare(self) -> None:
        self._temporary.mkdir(parents=True, exist_ok=True, mode=0o700)
        there = os.listdir(self.root)
        flush_folder(self.root)
        self._durable.update(there)
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
        return self.root / sha256[:2] / require_hash(sha256)

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

    def open(self, sha256: str) -> OpenBlob:
        """The file, to be sent. Raises FileNotFoundError where it is gone."""
        path = self.path(sha256)
        return OpenBlob(path.stat().st_size, path)

    def try_out(self) -> None:
        """A disk is written as it is: nobody rests because of it."""

    def answers(self) -> bool:
        """Whether the folder is there."""
        return self.root.is_dir()

    def link(self, sha256: str, mime_type: str, seconds: int) -> str | None:
        """None: a folder has no address of its own."""
        return None

    def problem(self, sha256: str, size: int, *, scrub: bool) -> str | None:
        """What is wrong with the file, None where nothing is."""
        path = self.path(sha256)
        try:
            length = path.stat().st_size
            if length != size:
                return f"has {length} bytes instead of {size}"
            if scrub and hash_of(path) != sha256:
                return "has another content than its name says"
        except FileNotFoundError:
            return "has a row but no file"
        except OSError as error:
            return f"can't be read ({error.strerror})"
        return None

    def may_remove(self) -> bool:
        """Always: the folder is this studio's alone."""
        return True

    def unlink_all(self, names: list[str]) -> None:
        """Remove several files."""
        for sha256 in names:
            self.unlink(sha256)

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

    def names(self) -> Iterator[Stored]:
        """Every stored file. What others put here (a file manager, a copy that broke off) has
        another name or is no file, and is left alone.
        """
        for folder in sorted(self.root.iterdir()):
            if len(folder.name) == 2 and folder.is_dir():
                for file in folder.iterdir():
                    with suppress(FileNotFoundError):
                        found = file.lstat()
                        if _is_hash(file.name) and stat.S_ISREG(found.st_mode):
                            yield Stored(file.name, found.st_mtime, found.st_size)

    def temporary(self) -> Iterator[tuple[Path, float]]:
        """Files on their way in, or left behind by a crash, and their modification times."""
        for file in self._temporary.iterdir():
            with suppress(FileNotFoundError):
                found = file.lstat()
                if not stat.S_ISDIR(found.st_mode):
                    yield file, found.st_mtime

    def sweep_temporary(self, older_than: float) -> int:
        """Remove temporary files that a crash left behind; returns how many."""
        limit = time.time() - older_than
        gone = 0
        for file, modified in self.temporary():
            if modified < limit:
                with suppress(OSError):  # then the next sweep takes it
                    file.unlink()
                    gone += 1
        return gone


def _holds(target: Path, data: bytes) -> bool:
    """Whether the file is there with that very content; one that was damaged is written anew."""
    try:
        return target.stat().st_size == len(data) and target.read_bytes() == data
    except OSError:
        return False


def require_hash(name: str) -> str:
    """The name, where it is a SHA-256. Raises ValueError for anything else."""
    if not _is_hash(name):
        raise ValueError("not a SHA-256")
    return name


def _is_hash(name: str) -> bool:
    return _HASH.fullmatch(name) is not None


def hash_of(path: Path) -> str:
    """The SHA-256 of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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
