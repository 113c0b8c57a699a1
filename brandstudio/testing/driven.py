"""A studio that is awaited, with the face of one that answers at once: an event loop on a thread of
its own carries its coroutines out, so that one test holds for both.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, TypeVar

from ..models import Model
from ..operations import Operation
from ..studio.coroutines import AsyncStudio
from ..studio.steps import Transport
from ..studio.studio import Face, Studio
from ..studio.verbs import Group

R = TypeVar("R")

GROUPS = frozenset(name for name, value in vars(Face).items() if isinstance(value, property))


class Driven(Studio):
    """An ``AsyncStudio`` over the transport, driven from outside its event loop."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.awaited = AsyncStudio(transport)

    def __getattribute__(self, name: str) -> Any:
        if name in GROUPS:
            return _DrivenGroup(self, getattr(self.awaited, name))
        return super().__getattribute__(name)

    def drive(self, coroutine: object) -> Any:
        """The result of a coroutine of this studio."""
        value = asyncio.run_coroutine_threadsafe(_whole(coroutine), self._loop).result()
        _rebind(value, self)
        return value

    def send(self, operation: Operation[R]) -> R:
        result: R = self.drive(self.awaited.send(operation))
        return result

    def read(self, url: str) -> bytes:
        found: bytes = self.drive(self.awaited.read(url))
        return found

    def wait_for(
        self, accepted: Any, origin: Any, timeout: float | None = None, progress: bool = True
    ) -> Any:
        return self.drive(self.awaited.wait(accepted, timeout, progress))

    def close(self) -> None:
        self.drive(self.awaited.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


class _DrivenGroup:
    """The calls of a group, each driven to its result."""

    def __init__(self, studio: Driven, group: Group[Any]) -> None:
        self._studio, self._group = studio, group

    def __getattr__(self, name: str) -> Callable[..., Any]:
        call = getattr(self._group, name)

        def driven(*args: object, **fields: object) -> Any:
            result = call(*args, **fields)
            if inspect.isawaitable(result):
                return self._studio.drive(result)
            assert isinstance(result, AsyncIterator), f"{name} is neither awaited nor looped over"
            return self._each(result)

        return driven

    def _each(self, entries: AsyncIterator[Any]) -> Iterator[Any]:
        while True:
            try:
                yield self._studio.drive(anext(entries))
            except StopAsyncIteration:
                return


async def _whole(coroutine: Any) -> Any:
    return await coroutine


def _rebind(value: object, studio: Driven) -> None:
    """What came from the awaited studio comes from the driven one."""
    if isinstance(value, Model) and "_origin" in value.__dict__:
        value.remember(studio, value.__dict__["_origin"])
        for name in type(value).model_fields:
            _rebind(getattr(value, name), studio)
    elif isinstance(value, list):
        for entry in value:
            _rebind(entry, studio)
