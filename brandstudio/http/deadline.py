"""How long an answer is waited for, and that nothing is committed after it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, TypeVar

from ..errors import ServiceBusy

T = TypeVar("T")

REQUEST_SECONDS = 60.0
READ_SECONDS = 10.0
"""decisions, point 28: a request that can't finish within that is SERVICE_BUSY, and nothing is charged."""

_TOO_LATE = "This took too long and was given up; nothing was charged."


class Deadline:
    """Either the time runs out first, and then nothing is committed; or a commit comes first, and
    then the answer is waited for.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._over = self._committed = False

    def over(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return self._over

    def go_ahead(self) -> None:
        """Called before each commit. Raises SERVICE_BUSY once the time is over."""
        with self._lock:
            if self._over:
                raise ServiceBusy(_TOO_LATE, retryAfter=5)
            self._committed = True

    def run_out(self) -> bool:
        """End the time; False where a commit came first."""
        with self._lock:
            self._over = not self._committed
            return self._over

    async def answer(self, work: asyncio.Future[T], seconds: float) -> T:
        """What the work gives. Raises SERVICE_BUSY when its time is over before it committed."""
        timer = asyncio.get_running_loop().call_later(seconds, self._ring, work)
        try:
            return await work
        except asyncio.CancelledError:
            if self._over:
                raise ServiceBusy(_TOO_LATE, retryAfter=5) from None
            raise
        finally:
            timer.cancel()

    def _ring(self, work: asyncio.Future[Any]) -> None:
        if not work.done() and self.run_out():
            work.cancel()  # what still waits for a thread is never begun
