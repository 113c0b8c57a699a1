"""This process among those of many machines that share a database: a row that it renews, by the
database's clock.

A lock of the operating system tells at once who is gone, but only on its own machine. Here a process
that has not been heard of for a while counts as gone; one that was only held up and comes back finds
its work taken over, and its fences shut: it can finish nothing.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections.abc import Iterable
from contextlib import suppress

from ..context import Clock
from ..errors import StudioError
from ..store import Store, Transaction
from ..store.signs import Sign

log = logging.getLogger("brandstudio")

EVERY_SECONDS = 3.0
GONE_MS = 20_000
"""How long a process may be silent: several missed beats."""


class Heartbeat:
    """This process's sign of life; safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store.beside("")
        self._lock = threading.Lock()
        self.ahead_ms = 0
        """How far the database's clock is ahead of this machine's monotonic one."""
        self._begin()

    def _begin(self) -> None:
        self._pid, self._id = os.getpid(), f"prc_{secrets.token_hex(8)}"
        self._ended = threading.Event()
        self._steady_since, self._last = float("-inf"), time.monotonic()
        self._beat()
        threading.Thread(
            target=self._keep_on, args=(self._ended,), name="brandstudio-heartbeat", daemon=True
        ).start()

    @property
    def id(self) -> str:
        """The name of this process; a forked child takes one of its own when it is first asked."""
        if self._pid != os.getpid():
            with self._lock:
                if self._pid != os.getpid():
                    self._begin()
        return self._id

    def is_alive(self, id: str, tx: Transaction) -> bool:
        """Whether the process of that id still runs."""
        if id == self.id:
            return not self._ended.is_set()
        sign = tx.signs.of(id)
        return sign is not None and not self._is_gone(sign)

    def gone(self, holders: Iterable[str]) -> set[str]:
        """Those of the holders of work, and of all that gave a sign of life, that run no more."""
        with self._store.read() as tx:
            signs = tx.signs.all()
        silent = {sign.id for sign in signs if self._is_gone(sign)}
        return ({*holders} - {sign.id for sign in signs} | silent) - {self.id}

    def forget(self, ids: Iterable[str], tx: Transaction) -> None:
        """What they held is free: their signs can go."""
        for id in ids:
            tx.signs.remove(id)

    def close(self) -> None:
        """Be gone at once."""
        self._ended.set()
        with suppress(StudioError), self._store.write() as tx:
            tx.signs.remove(self._id)

    def _is_gone(self, sign: Sign) -> bool:
        # While the database was away nobody could give a sign: whoever asks first after it came
        # back must not bury all others.
        steady = time.monotonic() - self._steady_since > GONE_MS / 1000
        return sign.ago_ms > GONE_MS and steady

    def _keep_on(self, ended: threading.Event) -> None:
        while not ended.wait(EVERY_SECONDS):
            try:
                self._beat()
            except StudioError as error:
                log.info("no sign of life could be given: %s", error.message)
            except Exception:
                log.exception("no sign of life could be given")

    def _beat(self) -> None:
        asked = time.monotonic_ns()
        with self._store.write() as tx:
            told = tx.signs.give(self._id)
        if self._ended.is_set():
            self.close()  # it ended while this was under way
            return
        self.ahead_ms = told - (asked + time.monotonic_ns()) // 2_000_000
        if time.monotonic() - self._last > GONE_MS / 2000:
            self._steady_since = time.monotonic()
        self._last = time.monotonic()


class SharedClock(Clock):
    """The database's clock, for all machines: ages, leases and time-outs."""

    def __init__(self, beats: Heartbeat, offset_seconds: float = 0) -> None:
        super().__init__(offset_seconds)
        self._beats = beats

    def now(self) -> int:
        return self.tick() + self._offset

    def unmoved(self) -> int:
        """This machine's own wall clock, which is held against the database's."""
        return time.time_ns() // 1_000_000

    def boot(self) -> str:
        return "database"

    def tick(self) -> int:
        return super().tick() + self._beats.ahead_ms
