"""Answers to reads, held for as long as nothing has changed.

Programs ask again and again for the same image or job. Whether anything was committed since the last
answer is told by SQLite in microseconds and without the disk, so that the same answer is sent from the
event loop; otherwise the read takes its way through a thread.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from starlette.types import Receive, Scope, Send

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

    def get(self, asked: Hashable, state: Hashable) -> Held | None:
        """What was answered in this very state. None is no state: nothing is held then."""
        if state != self._state:
            self._state = state
            self._answers.clear()
            return None
        return self._answers.get(asked)

    def keep(self, asked: Hashable, state: Hashable, answer: Held) -> None:
        """Hold what was answered, where the state from before the read is still the last one."""
        if state is None or state != self._state or len(answer.body) > MOST_BYTES:
            return
        if len(self._answers) >= MOST_ANSWERS:
            self._answers.clear()
        self._answers[asked] = answer
