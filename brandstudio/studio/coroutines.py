"""The same studio as coroutines: for bots and servers that run an event loop.

The groups, their calls and their steps are those of ``studio``; here they are carried out without
blocking the loop. What takes its time (the service, files, drawing) runs on threads: calls on some of
their own, and work that this process helps with on others, so that a job that is drawn never keeps
a question waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self, TypeVar, cast

from ..models.base import Accepted
from ..operations import Operation
from .admin import Admin
from .core import Core, Later, quickly, remember
from .steps import Assist, Pause, Step, Steps, Transport
from .studio import Face
from .waiting import waiting

if TYPE_CHECKING:
    import sqlite_utils

R = TypeVar("R")
S = TypeVar("S", bound="AsyncStudio")

CALLS = 16
"""Calls under way at a time; more wait for their turn."""

HELPERS = 2
"""Jobs that are carried out here at a time, where no worker runs."""


class Awaited(Core[Later]):
    """Carries operations and steps out on threads, and gives coroutines."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self._calls = ThreadPoolExecutor(CALLS, thread_name_prefix="brandstudio-call")
        self._helpers = ThreadPoolExecutor(HELPERS, thread_name_prefix="brandstudio-help")
        self._closed = False

    async def send(self, operation: Operation[R]) -> R:
        """Carry out one operation; all other calls end here."""
        result = await self._on_thread(self._calls, lambda: self.transport.send(operation))
        remember(result, _Home(self), operation)
        return result

    async def run(self, steps: Steps[R]) -> R:
        """Carry out a call of several steps. When it is cancelled, so are the steps; what a thread
        had begun goes on to its end.
        """
        try:
            step = next(steps)
            while True:
                try:
                    answer = await self._carry_out(step)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            result: R = done.value
            return result

    async def _carry_out(self, step: Step) -> Any:
        if isinstance(step, Operation):
            return await self.send(step)
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        pool = self._helpers if isinstance(step, Assist) else self._calls
        return await self._on_thread(pool, lambda: quickly(step, self.transport))

    async def each(self, pages: Iterator[Steps[tuple[list[R], bool]]]) -> AsyncIterator[R]:
        """The entries of pages that are fetched as they are asked for."""
        for page in pages:
            for entry in (await self.run(page))[0]:
                yield entry

    def lacks(self, kind: str, name: str) -> str | None:
        # Asking a server would hold up the loop; it tells by itself once the rest is right.
        return None if getattr(self.transport, "remote", False) else super().lacks(kind, name)

    async def read(self, url: str) -> bytes:
        """The file behind one of the service's own links."""
        return await self._on_thread(self._calls, lambda: self.transport.read(url))

    async def wait(
        self, accepted: Accepted[R], timeout: float | None = None, progress: bool = False
    ) -> R:
        """The finished value of accepted work, as ``await accepted`` gives it. Raises the job's
        error, or TimeoutError after ``timeout`` seconds; 0 looks once.
        """
        origin = accepted.__dict__.get("_origin")
        found: R = await self.run(waiting(accepted, origin, timeout, progress))
        return found

    async def _on_thread(self, pool: ThreadPoolExecutor, work: Callable[[], R]) -> R:
        if self._closed:
            raise RuntimeError("this studio is closed; open it again with brandstudio.aopen()")
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    async def close(self) -> None:
        """Let go of files, threads and sockets, when what is under way has ended."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._helpers.shutdown(cancel_futures=True)
        self._calls.shutdown(cancel_futures=True)
        self.transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()


class AsyncStudio(Face[Later], Awaited):
    """A studio whose calls are awaited: ``await studio.folders.create(...)``, ``async for`` over
    ``studio.library.pages(...)``, ``await job`` for what is accepted. It belongs to one event loop.
    """


class AsyncLocalStudio(AsyncStudio):
    """A studio embedded in this process, with the owner's operations under ``admin``."""

    @property
    def admin(self) -> Admin[Later]:
        """What the contract gives to the dashboard; only an embedded studio has it."""
        return Admin(self)

    def database(self) -> sqlite_utils.Database:
        """The workspace in SQL, as the studio that is not awaited gives it; opening it takes no
        time. It is the calling thread's: what asks long does so in a thread of its own, with a
        database that it opens there.
        """
        opened = getattr(self.transport, "database", None)
        if opened is None:
            raise RuntimeError("only a studio that brandstudio.aopen() gave has its rows in SQL")
        return cast("sqlite_utils.Database", opened())

    async def run_until_idle(self) -> int:
        """Carry out all waiting work, off the event loop, and return how many pieces there were."""
        done = 0
        while await self._carry_out(Assist()):
            done += 1
        return done


class _Home:
    """What values ask of a studio that is awaited."""

    def __init__(self, studio: Awaited) -> None:
        self._studio = studio

    def wait_for(
        self, accepted: object, origin: object, timeout: float | None, progress: bool
    ) -> NoReturn:
        raise RuntimeError(
            "this job came from a studio that is awaited: write `await job`, or "
            "`await studio.wait(job, timeout=...)`"
        )

    def await_for(self, accepted: object, origin: object) -> Coroutine[Any, Any, Any]:
        return self._studio.run(waiting(accepted, origin, None, False))

    def read(self, url: str) -> NoReturn:
        raise RuntimeError(
            "this value came from a studio that is awaited: write `await value.aread()`, "
            "`await value.asave(path)` or `await studio.read(url)`"
        )

    def aread(self, url: str) -> Coroutine[Any, Any, bytes]:
        return self._studio.read(url)


class Opening(Generic[S]):
    """A studio that is being opened: ``async with aopen(...) as studio`` or ``await aopen(...)``."""

    def __init__(self, make: Callable[[], Transport], kind: type[S]) -> None:
        self._make, self._kind = make, kind
        self._studio: S | None = None

    async def _open(self) -> S:
        return self._kind(await asyncio.to_thread(self._make))

    def __await__(self) -> Generator[Any, None, S]:
        return self._open().__await__()

    async def __aenter__(self) -> S:
        self._studio = await self._open()
        return self._studio

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._studio is not None:
            await self._studio.close()
