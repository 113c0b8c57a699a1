"""How many jobs wait, and when no more are taken: what is accepted is paid for, and would wait behind all
the others.

A long queue is counted anew each second at most, and always before anything is refused, so that the
bounds cost an accepted job nothing that grows with the queue. Processes count for themselves: together
they may pass a bound by what they accept within a second.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from ..errors import ServiceBusy
from ..models.jobs import JOB_KINDS
from .jobs import Jobs

COUNTED_MS = 1000
"""How old a count may be where it leaves room."""
RETRY_SECONDS = 10
_MOST_KNOWN = 1000
_EVERYBODY = ""


@dataclass
class _Count:
    many: int
    at: int


class Backlog:
    """The bounds of one process; 0 is none. Safe to use from several threads."""

    def __init__(self, of_one: int, of_all: int) -> None:
        self._of_one, self._of_all = of_one, of_all
        self._known: dict[str, _Count] = {}
        self._lock = threading.Lock()

    def take_place(self, jobs: Jobs, workspace_id: str, tick: int) -> None:
        """Raise ServiceBusy where as many jobs of the workspace, or of all, wait as may; else one more
        is counted. ``tick`` is of the monotonic clock.
        """
        if not self._has_room(jobs, workspace_id, self._of_one, tick):
            raise _full(f"{self._of_one} jobs of this workspace")
        if not self._has_room(jobs, _EVERYBODY, self._of_all, tick):
            raise _full(f"{self._of_all} jobs of this studio's workspaces")

    def _has_room(self, jobs: Jobs, whose: str, most: int, tick: int) -> bool:
        if not most:
            return True
        with self._lock:
            known = self._known.get(whose)
            if known is not None and 0 <= tick - known.at < COUNTED_MS and known.many < most:
                known.many += 1
                return True
        many = jobs.waiting(whose or None, JOB_KINDS, most)
        if many >= most:
            return False
        with self._lock:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[whose] = _Count(many + 1, tick)
        return True


def _full(what: str) -> ServiceBusy:
    return ServiceBusy(
        f"{what} wait already, as many as may; nothing was charged. Try again when some are done.",
        retryAfter=RETRY_SECONDS,
    )
