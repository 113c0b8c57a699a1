"""Copies on the local disk of files that are kept elsewhere: bounded, checked, and of no loss when
they go.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from .blobs import require_hash

TOUCH_SECONDS = 60.0
"""A copy that was used so shortly ago is not taken away: somebody may be about to send it."""
_TEMPORARY_SECONDS = 3600.0


class NearbyFiles:
    """A folder of copies by their hash, at most ``most_bytes`` of them, the longest unused going
    first. Several processes may share it; a disk that is full only means that nothing is kept.
    """

    def __init__(self, root: Path, most_bytes: int) -> None:
        self.root, self._most = root, most_bytes
        self._lock = threading.Lock()
        self._bytes: int | None = None
        self._checked: dict[str, tuple[int, int]] = {}

    def prepare(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)

    def find(self, sha256: str) -> Path | None:
        """The copy, whose content was checked once by this process; None where there is none."""
        path = self._path(sha256)
        try:
            found = path.stat()
        except OSError:
            return None
        stamp = (found.st_ino, found.st_size)
        if self._checked.get(sha256) != stamp:
            if not _is(path, sha256):
                self.drop(sha256)
                return None
            self._remember(sha256, stamp)
        if time.time() - found.st_mtime > TOUCH_SECONDS / 2:
            with suppress(OSError):
                os.utime(path)
        return path

    def read(self, sha256: str) -> bytes | None:
        """All of the copy."""
        path = self.find(sha256)
        if path is None:
            return None
        try:
            return path.read_bytes()
        except OSError:
            return None

    def keep(self, sha256: str, data: bytes) -> None:
        """Keep a copy of bytes that are known to have that hash."""
        for piece in self.teed(sha256, iter((data,))):
            del piece

    def teed(self, sha256: str, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The pieces as they come, kept as a copy when they were the whole file."""
        name = self.root / f"{uuid4().hex}.tmp"
        digest, size, file = hashlib.sha256(), 0, -1
        with suppress(OSError):
            file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            for piece in pieces:
                digest.update(piece)
                size += len(piece)
                if file >= 0 and not _write(file, piece):
                    os.close(file)
                    file = -1
                yield piece
            if file >= 0 and digest.hexdigest() == sha256:
                self._take(name, sha256, size)
        finally:
            if file >= 0:
                os.close(file)
            with suppress(OSError):
                name.unlink(missing_ok=True)

    def drop(self, sha256: str) -> None:
        """Remove the copy at once."""
        self._checked.pop(sha256, None)
        with suppress(OSError):
            self._path(sha256).unlink(missing_ok=True)

    def trim(self) -> int:
        """Take the longest unused away until a tenth of the room is free; returns how many went."""
        entries, now, gone = [], time.time(), 0
        with suppress(OSError), os.scandir(self.root) as found:
            for entry in found:
                with suppress(OSError):
                    stat = entry.stat()
                    entries.append((stat.st_mtime, stat.st_size, entry))
        total = sum(size for _, size, _ in entries)
        for modified, size, entry in sorted(entries, key=lambda known: known[0]):
            stale = entry.name.endswith(".tmp") and now - modified > _TEMPORARY_SECONDS
            full = total > self._most * 0.9 and now - modified > TOUCH_SECONDS
            if stale or (full and not entry.name.endswith(".tmp")):
                with suppress(OSError):
                    os.unlink(entry.path)
                    gone, total = gone + 1, total - size
        with self._lock:
            self._bytes = total
        return gone

    def _take(self, name: Path, sha256: str, size: int) -> None:
        try:
            found = name.stat()
            name.rename(self._path(sha256))
        except OSError:
            return
        self._remember(sha256, (found.st_ino, found.st_size))
        with self._lock:
            known = self._bytes is not None
            self._bytes = (self._bytes or 0) + size
            over = self._bytes > self._most
        if over or not known:
            self.trim()

    def _remember(self, sha256: str, stamp: tuple[int, int]) -> None:
        if len(self._checked) > 50_000:
            self._checked.clear()
        self._checked[sha256] = stamp

    def _path(self, sha256: str) -> Path:
        return self.root / require_hash(sha256)


def _is(path: Path, sha256: str) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == sha256
    except OSError:
        return False


def _write(file: int, piece: bytes) -> bool:
    view = memoryview(piece)
    try:
        while view:
            view = view[os.write(file, view) :]
    except OSError:
        return False
    return True
