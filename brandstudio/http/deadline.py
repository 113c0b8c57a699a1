"""How long an answer is waited for, and that nothing is charged after it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from typing import TypeVar

from ..errors import ServiceBusy

T = TypeVar("T")

REQUEST_SECONDS = 60.0
"""decisions, point 28: a request that can't finish within that is SERVICE_BUSY, and nothing is charged."""

_TOO_LATE = "This took too long and was given up; nothing was charged."


class Deadline:
    """Either the time runs out first, and then nothing is charged; or the charge comes first, and
    then the answer is waited for.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._over = self._charged = False

    def charge(self) -> None:
        """Called in the transaction, before each charge. Raises SERVICE_BUSY once the time is
        over.
        """
        with self._lock:
            if self._over:
                raise ServiceBusy(_TOO_LATE, retryAfter=5)
            self._charged = True

    def run_out(self) -> bool:
        """End the time; False where a charge came first."""
        with self._lock:
            self._over = not self._charged
            return self._over

    async def answer(self, work: Awaitable[T], seconds: float) -> T:
        """What the work gives. Raises SERVICE_BUSY when its time is over before it charged."""
        task = asyncio.ensure_future(work)
        try:
            return await asyncio.wait_for(asyncio.shield(task), seconds)
        except TimeoutError:
            if task.done() or not self.run_out():
                return await task
            task.cancel()  # what still waits for a thread is never begun
            raise ServiceBusy(_TOO_LATE, retryAfter=5) from None
        except asyncio.CancelledError:
            task.cancel()
            raise
