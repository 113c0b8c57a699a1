"""Several processes under one parent: started, watched, replaced, and stopped together.

The parent opens nothing and starts no thread, so that a child forked at any time is whole. A child
whose parent is gone ends at once, as if it had been killed itself: what it held is taken up by
whoever comes next, and its address is free. A child that stands still is ended by its parent.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import mmap
import os
import select
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from ..errors import StudioError
from .app import Failure

log = logging.getLogger("brandstudio")

RESTART_SECONDS = 1.0
"""A process that died is replaced after so long, so that one that can't start does not spin."""
LOOK_SECONDS = 0.2
STILL_SECONDS = 60.0
"""A process whose interpreter has not moved for so long is ended: a call into a library that never
comes back (a font or a picture may ask for one) holds it, and nothing in it can do anything about it.
"""


@dataclass(frozen=True)
class Role:
    """What a child is and does: ``run`` gets a function to call when it is ready, and returns when
    it was asked to stop.
    """

    name: str
    run: Callable[[Callable[[], None]], None]


class _Child(NamedTuple):
    role: Role
    pipe: int
    """Where it says that it is ready, or why it can't be."""
    pulse: Pulse


class Pulse:
    """Whether a child's interpreter moves: a number in memory that both have, which the child counts
    up and the parent looks at.
    """

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 8)
        self._last, self._looks = b"", 0

    def beat(self) -> None:
        """Count up for as long as this process lives."""
        for number in itertools.count(1):
            self._shared[:8] = number.to_bytes(8, "little")
            time.sleep(1.0)

    def stands_still(self) -> bool:
        """Asked at every look. Looks are counted, not seconds: a parent that stood still itself would
        take its children for dead.
        """
        seen = self._shared[:8]
        self._looks = self._looks + 1 if seen == self._last else 0
        self._last = seen
        if self._looks * LOOK_SECONDS <= STILL_SECONDS:
            return False
        self._looks = 0
        return True

    def close(self) -> None:
        """Give the memory back."""
        self._shared.close()


def can_fork() -> bool:
    """Whether this system has what a supervisor needs."""
    return hasattr(os, "fork")


class Supervisor:
    """The parent of one child for each role."""

    def __init__(self, roles: Sequence[Role]) -> None:
        if not can_fork():
            raise Failure(
                "NOT_SUPPORTED",
                "this system can't fork; serve with --workers 1 --workers-in-process",
            )
        self._roles = roles
        self._children: dict[int, _Child] = {}
        self._waiting: set[int] = set()
        self._alive = os.pipe()

    def run(self, asked: threading.Event, ready: Callable[[], None]) -> None:
        """Until SIGTERM or SIGINT. Raises what ended a process before all were ready."""
        for role in self._roles:
            self._start(role)
        try:
            self._until_ready(asked)
            if not asked.is_set():
                ready()
            while not asked.wait(LOOK_SECONDS):
                self._end_what_stands_still()
                for role, status in self._ended():
                    log.error("a %s process ended (status %s) and is replaced", role.name, status)
                    if not asked.wait(RESTART_SECONDS):
                        self._start(role)
        finally:
            self._stop()

    def _start(self, role: Role) -> None:
        near, far = os.pipe()
        pulse = Pulse()
        child = os.fork()
        if child:
            os.close(far)
            self._children[child] = _Child(role, near, pulse)
            self._waiting.add(child)
            return
        self._be(role, near, far, pulse)

    def _be(self, role: Role, near: int, far: int, pulse: Pulse) -> NoReturn:
        """The life of a child."""
        status, ready = 1, threading.Event()

        def tell_ready() -> None:
            ready.set()
            os.write(far, b"1")

        try:
            os.close(near)
            for other in self._children.values():
                os.close(other.pipe)
            os.close(self._alive[1])
            threading.Thread(target=self._end_with_parent, name="parent", daemon=True).start()
            threading.Thread(target=pulse.beat, name="pulse", daemon=True).start()
            role.run(tell_ready)
            status = 0
        except (Failure, StudioError) as failure:
            if ready.is_set():
                log.error("%s: %s", failure.code, failure.message)
            else:
                os.write(far, json.dumps([failure.code, failure.message[:2000]]).encode())
        except BaseException:
            log.exception("a %s process failed", role.name)
        finally:
            logging.shutdown()
            os._exit(status)

    def _end_with_parent(self) -> None:
        # Nobody ever writes there: it ends when the only other end is closed, by whatever death.
        os.read(self._alive[0], 1)
        os._exit(1)

    def _until_ready(self, asked: threading.Event) -> None:
        while self._waiting and not asked.is_set():
            pipes = {self._children[child].pipe: child for child in self._waiting}
            for pipe in select.select(list(pipes), [], [], 0.2)[0]:
                told = os.read(pipe, 4096)
                if told == b"1":
                    self._waiting.discard(pipes[pipe])
                elif not asked.is_set():
                    raise _not_started(told)

    def _end_what_stands_still(self) -> None:
        for child, known in self._children.items():
            if known.pulse.stands_still():
                log.error(
                    "a %s process has stood still for %d s and is ended",
                    known.role.name,
                    STILL_SECONDS,
                )
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)

    def _ended(self) -> list[tuple[Role, int]]:
        """The children that ended since the last look, with their statuses."""
        found = []
        for child in list(self._children):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                found.append((self._forget(child).role, os.waitstatus_to_exitcode(status)))
        return found

    def _forget(self, child: int) -> _Child:
        gone = self._children.pop(child)
        os.close(gone.pipe)
        gone.pulse.close()
        self._waiting.discard(child)
        return gone

    def _stop(self) -> None:
        for child in self._children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)
        # Each child has a last resort of its own, so that this loop ends.
        while self._children:
            self._ended()
            time.sleep(0.02)
        for end in self._alive:
            os.close(end)


def _not_started(told: bytes) -> Failure:
    """Why a child could not start, in its own words where it had any."""
    try:
        code, message = json.loads(told)
    except ValueError:
        return Failure("NOT_STARTED", "a process could not start; the log says why")
    return Failure(str(code), str(message))
