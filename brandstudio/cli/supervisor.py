"""Several processes that serve one socket: started, watched, replaced, and stopped together."""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import threading
import time
from collections.abc import Callable

from .app import Failure

log = logging.getLogger("brandstudio")

RESTART_SECONDS = 1.0
"""A process that died is replaced after so long, so that one that can't start does not spin."""


class Supervisor:
    """The parent of ``count`` children. ``serve`` is what a child does: it gets a function to call
    when it is ready, and returns when it was asked to stop.
    """

    def __init__(self, count: int, serve: Callable[[Callable[[], None]], None]) -> None:
        if not hasattr(os, "fork"):
            raise Failure("NOT_SUPPORTED", "this system can't fork; serve with --workers 1")
        self._count, self._serve = count, serve
        self._children: dict[int, int] = {}
        self._waiting: set[int] = set()

    def run(self, asked: threading.Event, ready: Callable[[], None]) -> None:
        """Until SIGTERM or SIGINT. Raises NOT_STARTED when a process ends before all are ready."""
        for _ in range(self._count):
            self._start()
        try:
            self._until_ready(asked)
            if not asked.is_set():
                ready()
            while not asked.wait(0.2):
                for status in self._ended():
                    log.error("a serving process ended (status %s) and is replaced", status)
                    if not asked.wait(RESTART_SECONDS):
                        self._start()
        finally:
            self._stop()

    def _start(self) -> None:
        near, far = os.pipe()
        child = os.fork()
        if child:
            os.close(far)
            self._children[child] = near
            self._waiting.add(child)
            return
        status = 1
        try:
            os.close(near)

            def ready() -> None:
                os.write(far, b"1")

            self._serve(ready)
            status = 0
        except Failure as failure:
            failure.show()
        except BaseException:
            log.exception("a serving process failed")
        finally:
            logging.shutdown()
            os._exit(status)

    def _until_ready(self, asked: threading.Event) -> None:
        while self._waiting and not asked.is_set():
            pipes = {self._children[child]: child for child in self._waiting}
            for pipe in select.select(list(pipes), [], [], 0.2)[0]:
                if os.read(pipe, 1):
                    self._waiting.discard(pipes[pipe])
                elif not asked.is_set():
                    raise Failure(
                        "NOT_STARTED", "a serving process could not start; the log says why"
                    )

    def _ended(self) -> list[int]:
        """The statuses of children that ended since the last look."""
        found = []
        for child in list(self._children):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                self._forget(child)
                found.append(os.waitstatus_to_exitcode(status))
        return found

    def _forget(self, child: int) -> None:
        os.close(self._children.pop(child))
        self._waiting.discard(child)

    def _stop(self) -> None:
        for child in self._children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)
        # Each child has a last resort of its own, so that this loop ends.
        while self._children:
            self._ended()
            time.sleep(0.02)
