"""Whose turn it is to write, among the threads of one process: those that would wait for the same
lock of the database wait here, where they hold no connection.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from ..errors import ServiceBusy


class _Turn:
    """A lock that is forgotten when nobody waits for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class Turns:
    """One writer of each name at a time, and at most so many together."""

    def __init__(self, most: int) -> None:
        self._room = threading.BoundedSemaphore(most)
        self._turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
        self._guard = threading.Lock()

    @contextmanager
    def taken(self, name: str, seconds: float) -> Iterator[None]:
        """Raises ServiceBusy where the turn does not come within so many seconds."""
        end = time.monotonic() + seconds
        with self._guard:
            turn = self._turns.setdefault(name, _Turn())
        if not turn.lock.acquire(timeout=seconds):
            raise _queue()
        try:
            if not self._room.acquire(timeout=max(0.0, end - time.monotonic())):
                raise _queue()
            try:
                yield
            finally:
                self._room.release()
        finally:
            turn.lock.release()


def _queue() -> ServiceBusy:
    return ServiceBusy("Too many writers are waiting; try again in a moment.", retryAfter=1)
