"""A thread that looks after jobs, the balance and the server, and tells what changed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from textual.message import Message

import brandstudio
from brandstudio.errors import ServiceBusy, StudioError

from .views import JobView, Purse

QUICK, SLOW, AWAY = 0.4, 1.5, 2.0


@dataclass
class JobsSeen(Message):
    """The newest jobs, of this and every other process; ``ended`` finished since the last look."""

    jobs: tuple[JobView, ...]
    ended: tuple[JobView, ...]


@dataclass
class PurseSeen(Message):
    purse: Purse


@dataclass
class ServerSeen(Message):
    """Whether the studio answers, and what it said when it did not."""

    there: bool
    said: str = ""


class Watch(threading.Thread):
    """Looks every ``QUICK`` seconds while something is under way, else every ``SLOW`` ones."""

    def __init__(self, studio: brandstudio.Studio, post: Callable[[Message], object]) -> None:
        super().__init__(name="studio-watch", daemon=True)
        self._studio, self._post = studio, post
        self._ending = threading.Event()
        self._nudge = threading.Event()
        self._jobs: tuple[JobView, ...] | None = None
        self._purse: Purse | None = None
        self._ledger = Ledger(studio)
        self._there = True
        self._priced = float("-inf")

    def stop(self) -> None:
        self._ending.set()
        self._nudge.set()

    def look(self) -> None:
        """Look now, not later."""
        self._nudge.set()

    def run(self) -> None:
        while not self._ending.is_set():
            pause = self._once()
            self._nudge.wait(pause)
            self._nudge.clear()

    def _once(self) -> float:
        try:
            busy = self._look_at_jobs()
            self._look_at_purse()
        except ServiceBusy as error:
            self._say(False, error.message)
            return AWAY
        except StudioError as error:
            self._say(False, error.message)
            return AWAY
        except Exception as error:
            if not self._ending.is_set():
                self._say(False, str(error) or type(error).__name__)
            return AWAY
        self._say(True)
        return QUICK if busy else SLOW

    def _say(self, there: bool, said: str = "") -> None:
        if there != self._there and not self._ending.is_set():
            self._there = there
            self._post(ServerSeen(there, said))

    def _look_at_jobs(self) -> bool:
        page = self._studio.jobs.list(limit=50)
        jobs = tuple(JobView.of(job) for job in page.jobs)
        if jobs != self._jobs:
            before = {job.job_id: job for job in self._jobs or ()}
            ended = tuple(
                job
                for job in jobs
                if not job.live
                and self._jobs is not None
                and (job.job_id not in before or before[job.job_id].live)
            )
            self._jobs = jobs
            self._post(JobsSeen(jobs, ended))
        return any(job.live for job in jobs)

    def _look_at_purse(self) -> None:
        now = time.monotonic()
        if self._purse is None or now - self._priced > 30:
            prices = self._studio.credits.pricing().prices
            self._priced = now
        else:
            prices = dict(self._purse.prices)
        purse = Purse(prices, self._ledger.balance())
        if purse != self._purse:
            self._purse = purse
            self._post(PurseSeen(purse))


class Ledger:
    """The balance: told by an embedded studio, elsewhere the sum of the ledger, kept up to date."""

    MOST = 5000
    """Older entries than so many are not summed up; the balance stays unknown then."""

    def __init__(self, studio: brandstudio.Studio) -> None:
        self._studio = studio
        self._newest: str | None = None
        self._sum: float | None = None
        self._counted = False

    def balance(self) -> float | None:
        if isinstance(self._studio, brandstudio.LocalStudio):
            return self._studio.admin.credits.balance().balance
        if self._counted and self._sum is None:
            return None
        fresh: float = 0.0
        newest = None
        cursor: str | None = None
        seen = 0
        while True:
            page = self._studio.credits.transactions(limit=200, cursor=cursor)
            for entry in page.transactions:
                newest = newest or entry.txn_id
                if entry.txn_id == self._newest:
                    return self._settle(newest, fresh)
                fresh += entry.credits
            seen += len(page.transactions)
            cursor = page.next_cursor
            if cursor is None:
                self._sum = 0.0
                return self._settle(newest, fresh)
            if seen >= self.MOST:
                self._counted = True
                return None

    def _settle(self, newest: str | None, fresh: float) -> float:
        self._counted = True
        self._newest = newest or self._newest
        self._sum = round((self._sum or 0.0) + fresh, 2)
        return self._sum
