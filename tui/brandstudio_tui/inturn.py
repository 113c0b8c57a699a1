"""What is typed ahead: every key is given once the one before it has had its effect.

Textual gives a key to what has the focus when it is read. A key that opens a screen or puts the cursor
elsewhere has its effect some turns of the event loop later, half a second on a busy machine, and what
was typed meanwhile went to what stood there before, where a letter may be a command, or to a screen
that was not there yet.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from weakref import WeakSet

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen

LAPS = 2
"""Ways up from what a key was given to: behind the key itself, and behind what it says in answer
(as a field says that it was submitted).
"""


PATIENCE = 5.0
"""Seconds after which the next is given though nobody said that the one before has had its effect: what
it was given to may have gone meanwhile.
"""


class InTurn(App[None]):
    """An app that takes keys, pasted text and clicks one after another."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead: deque[events.Event] = deque()
        self._under_way = False
        self._turn = 0
        self._settled: WeakSet[Screen[object]] = WeakSet()
        self._settling: asyncio.Task[None] | None = None

    async def on_event(self, event: events.Event) -> None:
        if event.is_forwarded or not self._takes_turns(event):
            await super().on_event(event)
            return
        self._ahead.append(event)
        if not self._under_way:
            await self._give(self._turn)

    def _takes_turns(self, event: events.Event) -> bool:
        """A click is made when the button is let go; other moves of the mouse wait behind keys alone."""
        if isinstance(event, events.Key | events.Paste | events.MouseUp):
            return True
        return isinstance(event, events.InputEvent) and bool(self._ahead)

    async def _give(self, turn: int) -> None:
        """The next event, once the screen in front is there and its cursor where it belongs."""
        if turn != self._turn:
            return  # it was given already
        self._under_way = bool(self._ahead)
        if not self._ahead:
            return
        if self.screen not in self._settled:
            self._settling = asyncio.create_task(self._settle(self.screen))
            return
        event = self._ahead.popleft()
        target = self.focused or self.screen
        if isinstance(event, events.MouseUp):
            target = self._mouse_down_widget or self.screen
        self._turn += 1
        asyncio.get_running_loop().call_later(PATIENCE, self._go_on, self._turn)
        await super().on_event(event)
        self._follow(target, target, LAPS - 1)

    def _go_on(self, turn: int) -> None:
        if self._under_way and turn == self._turn:
            self.call_later(self._give, turn)

    async def _settle(self, screen: Screen[object]) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(screen._mounted_event.wait(), PATIENCE)
        self._settled.add(screen)
        self.call_later(self._give, self._turn)  # behind the focus that its mounting asked for

    def _follow(self, first: MessagePump, node: MessagePump | None, laps: int) -> None:
        """Go the way that the event goes, behind it, and give the next at the end."""
        while node is not None and node is not self:
            if node.call_later(self._follow, first, node._parent, laps):
                return
            node = node._parent  # this one has gone meanwhile
        if laps:
            self.call_later(self._follow, first, first, laps - 1)
        elif not self.screen.call_later(self.call_later, self._give, self._turn):
            self.call_later(self._give, self._turn)
