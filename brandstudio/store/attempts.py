"""Calls over a network tried again, within a budget: a store that is down is not asked ever more.

Each retry takes a token, each success gives a fifth of one back, as gRPC throttles its retries
(gRFC A6): while most calls go well, all that fail are tried again; when most fail, none is.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")

MOST_TOKENS = 20.0
PER_SUCCESS = 0.2
FIRST_WAIT = 0.1
"""Seconds before the second try; each further wait is three times as long, and up to half of it is
left to chance, so that callers don't come back together.
"""


class Attempts:
    """The tries of one process; safe to use from several threads. ``chance`` gives 0 to 1."""

    def __init__(
        self,
        *,
        most: int = 4,
        seconds: float = 20.0,
        sleep: Callable[[float], object] = time.sleep,
        now: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = lambda: secrets.randbelow(1024) / 1024,
    ) -> None:
        self._most, self._seconds = most, seconds
        self._sleep, self._now, self._chance = sleep, now, chance
        self._tokens = MOST_TOKENS
        self._lock = threading.Lock()

    def run(self, call: Callable[[], R], passing: Callable[[Exception], bool]) -> R:
        """What the call gives; its last error where every try failed. ``passing`` tells errors
        that may be gone at the next try.
        """
        end = self._now() + self._seconds
        wait = FIRST_WAIT
        for left in reversed(range(self._most)):
            try:
                found = call()
            except Exception as error:
                pause = wait * (1 - self._chance() / 2)
                late = self._now() + pause > end
                if not left or late or not passing(error) or not self._take():
                    raise
                self._sleep(pause)
                wait *= 3
            else:
                with self._lock:
                    self._tokens = min(MOST_TOKENS, self._tokens + PER_SUCCESS)
                return found
        raise AssertionError("there is at least one try")

    def _take(self) -> bool:
        with self._lock:
            if self._tokens < 1:
                return False
            self._tokens -= 1
            return True
