"""What is announced to idle workers of a PostgreSQL database (LISTEN), heard on one connection of this
process beside its pool.

A pooler that gives each transaction another connection takes LISTEN and never tells what came. So
whoever listens says something to itself by way of the pool, once a minute: what does not come back
in time means that workers have to look by themselves, as often as they do without a listener.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable

import psycopg

from ..errors import StudioError

log = logging.getLogger("brandstudio")

CHANNEL = "brandstudio_work"
_PROOF = "proof_"
PROOF_SECONDS = 60.0
"""How often it is tried whether anything can be heard."""
ANSWER_SECONDS = 5.0
AGAIN_SECONDS = 2.0
"""Before a connection that broke is made anew; a deaf one is after ``PROOF_SECONDS``."""


class Listener:
    """Calls ``heard`` with each kind of work that is announced; with an empty one where something
    may have been missed. ``say`` announces something by way of the pool.
    """

    def __init__(
        self,
        url: str,
        heard: Callable[[str], None],
        say: Callable[[str], None],
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self._url, self._heard, self._say = url, heard, say
        self._answer_seconds = answer_seconds
        self._proof = f"{_PROOF}{secrets.token_hex(8)}"
        self._hears = threading.Event()
        self._ended = threading.Event()
        self._told = False
        self._thread = threading.Thread(
            target=self._keep_on, name="brandstudio-listening", daemon=True
        )
        self._thread.start()

    @property
    def hears(self) -> bool:
        """Whether what is announced arrives, as far as is known."""
        return self._hears.is_set()

    def close(self) -> None:
        """Hear nothing more."""
        self._ended.set()
        self._thread.join(2.0)

    def _keep_on(self) -> None:
        while not self._ended.is_set():
            pause = AGAIN_SECONDS
            try:
                with psycopg.connect(
                    self._url, autocommit=True, connect_timeout=10, prepare_threshold=None
                ) as raw:
                    raw.execute(f"listen {CHANNEL}")
                    self._listen(raw)
                    pause = PROOF_SECONDS
            except (psycopg.Error, StudioError) as error:
                if self._hears.is_set():
                    log.info("workers look for work by themselves: %s", str(error).split("\n")[0])
            self._hears.clear()
            self._heard("")
            self._ended.wait(pause)

    def _listen(self, raw: psycopg.Connection[tuple[object, ...]]) -> None:
        """Until nothing can be heard. Raises where the connection breaks."""
        sent: float | None = None
        due = time.monotonic()
        while not self._ended.is_set():
            now = time.monotonic()
            if sent is None and now >= due:
                self._say(self._proof)
                sent = now
            elif sent is not None and now - sent > self._answer_seconds:
                self._tell()
                return
            for note in raw.notifies(timeout=0.5, stop_after=1):
                if note.payload == self._proof:
                    sent, due = None, time.monotonic() + PROOF_SECONDS
                    self._begin_to_hear()
                elif not note.payload.startswith(_PROOF):
                    self._heard(note.payload)

    def _begin_to_hear(self) -> None:
        if not self._hears.is_set():
            self._hears.set()
            self._told = False
            self._heard("")  # what came before this is found by a look

    def _tell(self) -> None:
        if not self._told:
            self._told = True
            log.warning(
                "what is announced in the database does not arrive here (as through a pooler that gives "
                "each transaction another connection): workers look for work four times a second"
            )
