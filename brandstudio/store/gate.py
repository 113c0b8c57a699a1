"""The gate before every write: a lock of this process, then an flock of the machine, each with a
deadline.

The kernel queues those who wait for an flock, which is fair, but waits for ever, and a process that
was stopped in a write would hang all others. So the waiting is done by a thread: whoever asked goes
away at the deadline, and the place in the queue serves the next who asks, or is given up.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import ServiceBusy

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows: SQLite's own lock has to do
    fcntl = None  # type: ignore[assignment]


class _Place:
    """A place in the kernel's queue; ``wanted`` while somebody of this process waits for it."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.wanted = True


class Gate:
    """One writer at a time, in this process and on the machine."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._turn = threading.Lock()
        self._state = threading.Lock()
        self._place: _Place | None = None
        self._file: int | None = None

    @contextmanager
    def passed(self, seconds: float) -> Iterator[None]:
        """Hold the gate. Raises ServiceBusy when it does not open within so many seconds."""
        end = time.monotonic() + seconds
        if not self._turn.acquire(timeout=seconds):
            raise ServiceBusy("Too many writers are waiting; try again in a moment.", retryAfter=1)
        try:
            if fcntl is None:  # pragma: no cover
                yield
                return
            file = self._open()
            self._lock(file, end)
            try:
                yield
            finally:
                fcntl.flock(file, fcntl.LOCK_UN)
        finally:
            self._turn.release()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> int:
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file

    def _lock(self, file: int, end: float) -> None:
        with self._state:
            place = self._place
            if place is None:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return
                except BlockingIOError:
                    place = self._place = _Place()
                    threading.Thread(target=self._queue, args=(file, place), daemon=True).start()
            place.wanted = True
        place.reached.wait(max(0.0, end - time.monotonic()))
        with self._state:
            if place.reached.is_set():
                self._place = None
                return
            place.wanted = False
        raise ServiceBusy(
            "Another process has been writing for a long time; try again in a moment.", retryAfter=5
        )

    def _queue(self, file: int, place: _Place) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # the file was closed meanwhile, or the machine has no lock left
            with self._state:
                self._place = None
            return
        with self._state:
            if place.wanted:
                place.reached.set()
            else:
                fcntl.flock(file, fcntl.LOCK_UN)
                self._place = None
