"""Writes that must come: a refund, a key set free. Where the disk is full they are kept, and
repeated until they are done.

A process that dies owes nothing: what it held is free with its lock.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from ..errors import ServiceBusy
from ..store.trouble import trouble

log = logging.getLogger("brandstudio")

EVERY_SECONDS = 0.5

Write = Callable[[], None]


class Owed:
    """What this process still has to write; safe to use from several threads."""

    def __init__(self, every_seconds: float = EVERY_SECONDS) -> None:
        self._every = every_seconds
        self._writes: list[Write] = []
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    def write(self, write: Write) -> None:
        """Do it now, or as soon as the store takes writes again. A fault of ours is logged: whoever
        owes it is telling of an error of its own already.
        """
        if self._done(write):
            return
        with self._lock:
            self._writes.append(write)
            if self._thread is None and not self._closing.is_set():
                self._thread = threading.Thread(
                    target=self._repeat, name="brandstudio-owed", daemon=True
                )
                self._thread.start()

    def settle(self) -> int:
        """Try everything once, in order; returns how many are still owed."""
        # One at a time: what another thread is trying just now is owed still, and the last try before
        # closing must not miss it.
        with self._turn:
            with self._lock:
                waiting, self._writes = self._writes, []
            left = [write for write in waiting if not self._done(write)]
            with self._lock:
                self._writes = left + self._writes
                return len(self._writes)

    def close(self) -> None:
        """One last try."""
        self._closing.set()
        self.settle()

    def _done(self, write: Write) -> bool:
        try:
            write()
        except ServiceBusy:
            return False
        except Exception as error:
            if trouble(error) is not None:
                return False
            log.exception("something that was owed could not be written")
        return True

    def _repeat(self) -> None:
        while not self._closing.wait(self._every):
            if self.settle() == 0:
                with self._lock:
                    if not self._writes:
                        self._thread = None
                        return
