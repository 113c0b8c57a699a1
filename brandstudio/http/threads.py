"""The threads that carry out requests: bounded, and shared fairly between workspaces."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from ..errors import ServiceBusy

T = TypeVar("T")


class _Call(NamedTuple):
    owner: str
    call: Callable[[], Any]
    context: contextvars.Context
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]

    def carry_out(self, end: Callable[[_Call], None]) -> None:
        answer, error = None, None
        try:
            if self.future.cancelled():
                return  # nobody waits for it any more
            try:
                answer = self.context.run(self.call)
            except BaseException as raised:
                error = raised
        finally:
            # Before the answer: who gets it may ask again at once, and finds this thread free.
            end(self)
        self.tell(answer, error)

    def tell(self, answer: object, error: BaseException | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whoever asked
            self.loop.call_soon_threadsafe(_deliver, self.future, answer, error)


class Threads:
    """``working`` at a time, ``waiting`` more in a queue, and SERVICE_BUSY for the rest.

    No owner ever holds more than half of the threads or of the queue, so that another's request
    finds one free. The threads are made with the first work, and again after ``close()``: an
    application may be started and stopped many times.
    """

    # Not concurrent.futures: a read passes through here, and a future of its own for each half of
    # the way costs it as much as finding an image does.

    def __init__(self, working: int, waiting: int, name: str) -> None:
        self._working, self._waiting, self._name = working, waiting, name
        self._share, self._room = max(1, working // 2), max(1, waiting // 2)
        self._lock = threading.Lock()
        self._begun: SimpleQueue[_Call | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._running = self._queued = 0
        self._held: dict[str, int] = {}
        self._queues: dict[str, deque[_Call]] = {}

    async def run(self, owner: str, call: Callable[[], T]) -> T:
        """What ``call`` returns, from a thread that knows the context of this one. Raises
        SERVICE_BUSY when too much waits.
        """
        return await self.submit(owner, call)

    def submit(self, owner: str, call: Callable[[], T]) -> asyncio.Future[T]:
        """The same as a future of this loop; cancelled while it waits, it is never begun."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        work = _Call(owner, call, contextvars.copy_context(), loop, future)
        with self._lock:
            if self._running < self._working and self._held.get(owner, 0) < self._share:
                self._begin(work)
                return future
            queue = self._queues.get(owner, ())
            if len(queue) >= self._room or self._queued >= self._waiting:
                raise ServiceBusy
            self._queues.setdefault(owner, deque()).append(work)
            self._queued += 1
        return future

    def _begin(self, work: _Call) -> None:
        self._running += 1
        self._held[work.owner] = self._held.get(work.owner, 0) + 1
        if self._running > len(self._threads):
            name = f"{self._name}_{len(self._threads)}"
            thread = threading.Thread(
                target=_serve, args=(self._begun, self._end), name=name, daemon=True
            )
            self._threads.append(thread)
            thread.start()
        self._begun.put(work)

    def _end(self, work: _Call) -> None:
        """Count a thread as free, and begin what may begin: owners in turn, none above its share."""
        with self._lock:
            self._running -= 1
            left = self._held[work.owner] - 1
            if left:
                self._held[work.owner] = left
            else:
                del self._held[work.owner]
            for owner in list(self._queues) if self._queues else ():
                queue = self._queues[owner]
                while (
                    queue
                    and self._running < self._working
                    and self._held.get(owner, 0) < self._share
                ):
                    self._queued -= 1
                    self._begin(queue.popleft())
                    # Whoever was served goes to the end of the line.
                    self._queues[owner] = self._queues.pop(owner)
                if not queue:
                    self._queues.pop(owner, None)

    def close(self) -> None:
        """Wait for what is at work; what waits is refused as busy."""
        with self._lock:
            left = [work for queue in self._queues.values() for work in queue]
            self._queues.clear()
            self._queued = 0
            threads, self._threads = self._threads, []
            begun, self._begun = self._begun, SimpleQueue()
        for work in left:
            work.tell(None, ServiceBusy())
        for _ in threads:
            begun.put(None)
        for thread in threads:
            thread.join()


def _serve(begun: SimpleQueue[_Call | None], end: Callable[[_Call], None]) -> None:
    while (work := begun.get()) is not None:
        work.carry_out(end)


def _deliver(future: asyncio.Future[Any], answer: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(answer)
    else:
        future.set_exception(error)
