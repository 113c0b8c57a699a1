"""The threads of requests: bounded, fair between workspaces, and there again after they ended."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Awaitable, Callable

import pytest

from brandstudio import errors
from brandstudio.http.threads import Threads


def run(play: Callable[[Threads, threading.Event], Awaitable[None]], threads: Threads) -> None:
    """Play a scene whose work waits at a gate; the gate opens at the end whatever happens."""
    gate = threading.Event()

    async def scene() -> None:
        try:
            await play(threads, gate)
        finally:
            gate.set()

    asyncio.run(scene())
    threads.close()


def test_too_much_waiting_work_is_refused_as_busy() -> None:
    async def play(threads: Threads, gate: threading.Event) -> None:
        begun = [asyncio.ensure_future(threads.run("a", gate.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(errors.ServiceBusy):
            await threads.run("a", gate.wait)
        gate.set()
        assert await asyncio.gather(*begun) == [True, True]
        assert await threads.run("a", lambda: 5) == 5

    run(play, Threads(1, 2, "t"))


def test_one_workspace_never_holds_more_than_half_of_the_threads() -> None:
    lock, now, most = threading.Lock(), 0, 0

    async def play(threads: Threads, gate: threading.Event) -> None:
        def work() -> None:
            nonlocal now, most
            with lock:
                now += 1
                most = max(most, now)
            gate.wait()
            with lock:
                now -= 1

        greedy = [asyncio.ensure_future(threads.run("greedy", work)) for _ in range(20)]
        await asyncio.sleep(0)
        # All of these wait for a thread or hold one, and another workspace is answered at once.
        assert await threads.run("other", lambda: "here") == "here"
        gate.set()
        await asyncio.gather(*greedy)

    run(play, Threads(6, 64, "t"))
    assert most == 3


def test_one_workspace_never_takes_the_whole_queue() -> None:
    async def play(threads: Threads, gate: threading.Event) -> None:
        taken = [asyncio.ensure_future(threads.run("greedy", gate.wait)) for _ in range(1 + 4)]
        await asyncio.sleep(0)
        with pytest.raises(errors.ServiceBusy):
            await threads.run("greedy", gate.wait)
        assert await threads.run("other", lambda: 1) == 1
        gate.set()
        await asyncio.gather(*taken)

    run(play, Threads(2, 8, "t"))


def test_who_waits_is_served_in_turn() -> None:
    order: list[str] = []

    async def play(threads: Threads, gate: threading.Event) -> None:
        first = asyncio.ensure_future(threads.run("first", gate.wait))
        await asyncio.sleep(0)
        others = [
            asyncio.ensure_future(threads.run(owner, lambda owner=owner: order.append(owner)))
            for owner in ("a", "a", "a", "b", "c")
        ]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *others)

    run(play, Threads(1, 64, "t"))
    assert order == ["a", "b", "c", "a", "a"]


def test_work_that_is_given_up_while_it_waits_is_never_begun() -> None:
    begun: list[int] = []

    async def play(threads: Threads, gate: threading.Event) -> None:
        first = asyncio.ensure_future(threads.run("a", gate.wait))
        await asyncio.sleep(0)
        second = asyncio.ensure_future(threads.run("a", lambda: begun.append(1)))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        await asyncio.sleep(0)
        gate.set()
        await first
        assert await threads.run("a", lambda: 2) == 2

    run(play, Threads(1, 8, "t"))
    assert begun == []


def test_threads_work_again_after_they_were_closed() -> None:
    threads = Threads(2, 8, "t")
    for answer in range(3):
        assert asyncio.run(threads.run("a", lambda answer=answer: answer)) == answer
        threads.close()


def test_the_context_of_a_request_reaches_its_thread() -> None:
    trace: contextvars.ContextVar[str] = contextvars.ContextVar("trace", default="none")

    async def scene() -> str:
        trace.set("trace-1")
        return await threads.run("a", trace.get)

    threads = Threads(2, 8, "t")
    assert asyncio.run(scene()) == "trace-1"
    threads.close()


def test_an_error_comes_back_as_itself() -> None:
    def fail() -> None:
        raise errors.LevelLocked("no")

    threads = Threads(2, 8, "t")
    with pytest.raises(errors.LevelLocked):
        asyncio.run(threads.run("a", fail))
    threads.close()
