"""The threads that carry out requests: bounded, and shared fairly between workspaces."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from ..errors import ServiceBusy

T = TypeVar("T")


class _Work(NamedTuple):
    owner: str
    call: Callable[[], Any]
    future: Future[Any]


class Threads:
    """``working`` at a time, ``waiting`` more in a queue, and SERVICE_BUSY for the rest.

    No owner ever holds more than half of the threads or of the queue, so that another's request
    finds one free. The threads are made with the first work, and again after ``close()``: an
    application may be started and stopped many times.
    """

    def __init__(self, working: int, waiting: int, name: str) -> None:
        self._working, self._waiting, self._name = working, waiting, name
        self._share, self._room = max(1, working // 2), max(1, waiting // 2)
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._running = 0
        self._held: dict[str, int] = {}
        self._queues: dict[str, deque[_Work]] = {}

    async def run(self, owner: str, call: Callable[[], T]) -> T:
        """What ``call`` returns, from a thread that knows the context of this one. Raises
        SERVICE_BUSY when too much waits.
        """
        future: Future[T] = Future()
        context = contextvars.copy_context()
        with self._lock:
            queue = self._queues.setdefault(owner, deque())
            # What starts at once does not wait.
            starts = self._running < self._working and self._held.get(owner, 0) < self._share
            if not starts and (
                len(queue) >= self._room or sum(map(len, self._queues.values())) >= self._waiting
            ):
                raise ServiceBusy
            queue.append(_Work(owner, lambda: context.run(call), future))
            self._start()
        return await asyncio.wrap_future(future)

    def _start(self) -> None:
        """Begin what may begin: owners in turn, none above its share."""
        for owner in list(self._queues):
            queue = self._queues[owner]
            while (
                queue and self._running < self._working and (self._held.get(owner, 0) < self._share)
            ):
                if self._pool is None:
                    self._pool = ThreadPoolExecutor(self._working, self._name)
                self._running += 1
                self._held[owner] = self._held.get(owner, 0) + 1
                self._pool.submit(self._carry_out, queue.popleft())
                # Whoever was served goes to the end of the line.
                self._queues[owner] = self._queues.pop(owner)
            if not queue:
                self._queues.pop(owner, None)

    def _carry_out(self, work: _Work) -> None:
        try:
            if work.future.set_running_or_notify_cancel():
                try:
                    work.future.set_result(work.call())
                except BaseException as error:
                    work.future.set_exception(error)
        finally:
            with self._lock:
                self._running -= 1
                left = self._held[work.owner] - 1
                if left:
                    self._held[work.owner] = left
                else:
                    del self._held[work.owner]
                if self._pool is not None:
                    self._start()

    def close(self) -> None:
        """Wait for what is at work; what waits is refused as busy."""
        with self._lock:
            pool, self._pool = self._pool, None
            left = [work for queue in self._queues.values() for work in queue]
            self._queues.clear()
        for work in left:
            if work.future.set_running_or_notify_cancel():
                work.future.set_exception(ServiceBusy())
        if pool is not None:
            pool.shutdown(wait=True)
