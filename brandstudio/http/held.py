"""Answers to reads, held for as long as nothing has changed.

Programs ask again and again for the same image or job. Whether anything was committed since the last
answer is told by SQLite in microseconds and without the disk, so that the same answer is sent from the
event loop; otherwise the read takes its way through a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass

from starlette.types import Receive, Scope, Send

from ..errors import ServiceBusy

MOST_ANSWERS = 1024
MOST_BYTES = 65_536
"""Of one answer; a longer one takes its time elsewhere."""


@dataclass(frozen=True)
class Held:
    """An answer that may be sent many times, and the key that it was given to."""

    body: bytes
    status: int
    headers: list[tuple[bytes, bytes]]
    key_id: str | None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        scope["state"]["key_id"] = self.key_id
        start = {"type": "http.response.start", "status": self.status, "headers": self.headers}
        await send(start)
        await send({"type": "http.response.body", "body": self.body})


class HeldAnswers:
    """The answers of one state of the studio; those of an earlier one are let go."""

    def __init__(self) -> None:
        self._state: Hashable = None
        self._answers: dict[Hashable, Held] = {}
        self._coming: dict[Hashable, asyncio.Future[Held | ServiceBusy | None]] = {}

    async def give(
        self, asked: Hashable, state: Hashable, read: Callable[[], Awaitable[Held]]
    ) -> Held:
        """What was answered in this very state, else what ``read`` answers. ``state`` is that of
        before the read, and what is committed meanwhile lets the answer go; None is no state: each
        reads for itself. Whoever asks the same while one reads, waits for that one's answer.
        """
        if state is None:
            return await read()
        if state != self._state:
            self._state = state
            self._answers.clear()
            self._coming.clear()
        held = self._answers.get(asked)
        if held is not None:
            return held
        coming = self._coming.get(asked)
        if coming is None:
            return await self._first(asked, state, read)
        told = await asyncio.shield(coming)
        if isinstance(told, ServiceBusy):
            raise ServiceBusy(told.message, **told.details)
        return told or await read()

    async def _first(
        self, asked: Hashable, state: Hashable, read: Callable[[], Awaitable[Held]]
    ) -> Held:
        coming = self._coming[asked] = asyncio.get_running_loop().create_future()
        told: Held | ServiceBusy | None = None
        try:
            told = await read()
            self._keep(asked, state, told)
            return told
        except ServiceBusy as busy:
            told = busy
            raise
        finally:
            coming.set_result(told)
            if self._coming.get(asked) is coming:
                del self._coming[asked]

    def _keep(self, asked: Hashable, state: Hashable, answer: Held) -> None:
        if state != self._state or answer.status != 200 or len(answer.body) > MOST_BYTES:
            return
        if len(self._answers) >= MOST_ANSWERS:
            self._answers.clear()
        self._answers[asked] = answer
