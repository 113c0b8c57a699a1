"""What a studio stands on: an operation made from a call, and sending it.

``Now`` and ``Later`` mark the two ways to call: a ``Core[Now]`` answers when it is called, a
``Core[Later]`` gives coroutines. Everything above is declared once for both.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any, Generic, Literal, Self, TypeVar, get_args, get_origin

import pydantic

from .. import errors
from ..models import Model
from ..models.base import Accepted, Home, Input
from ..models.nearest import meant
from ..models.own_slots import OWN_NAME
from ..models.unfit import validation_error
from ..operations import Operation
from ..operations.base import Stored
from .steps import Assist, Blocking, Pause, Step, Steps, Transport
from .waiting import waiting

R = TypeVar("R")


class Now:
    """Calls answer when they are made."""


class Later:
    """Calls give coroutines."""


M = TypeVar("M", Now, Later)
_PLAIN = (str, int, float, bool, bytes, type(None), datetime)
"""What is no value of ours, and holds none."""


def build(
    operation: type[Operation[R]],
    fields: dict[str, Any],
    called: str | None = None,
    lacks: Callable[[str, str], str | None] | None = None,
) -> Operation[R]:
    """The operation as a value. A wrong name is a TypeError; a wrong value is VALIDATION_ERROR, as
    over HTTP.

    ``called`` is what the caller wrote (``designs.create``), for the TypeError. ``lacks`` says why a
    name that only the studio knows is not there, so that it is told with the other failing fields.
    """
    called = called or operation.__name__
    known = operation.model_fields
    for name in fields:
        if name not in known:
            raise TypeError(
                f"{called}() got an unexpected keyword argument {name!r}{meant(name, known)}"
            )
    for name, value in fields.items():
        _check_keys(f"{called}({name}=...)", value, known[name].annotation)
    absent = [name for name, info in known.items() if info.is_required() and name not in fields]
    if absent:
        raise TypeError(f"{called}() is missing the required keyword argument {absent[0]!r}")
    try:
        return operation(**fields)
    except pydantic.ValidationError as error:
        raise _with_unknown(validation_error(error), operation, fields, lacks) from None


def _with_unknown(
    error: errors.ValidationError,
    operation: type[Operation[Any]],
    fields: dict[str, Any],
    lacks: Callable[[str, str], str | None] | None,
) -> errors.ValidationError:
    """The error with what the studio has not, in the fields that name something of its own."""
    failing = list(error.details.get("fields", ()))
    told = {problem["path"] for problem in failing}
    for name, info in operation.model_fields.items():
        stored = next((mark for mark in info.metadata if isinstance(mark, Stored)), None)
        wire, value = info.alias or name, fields.get(name)
        if stored is None or lacks is None or wire in told or not isinstance(value, str):
            continue
        why = lacks(stored.kind, value)
        if why is not None:
            failing.append(
                {"path": wire, "code": "value_error", "message": why, "input": value[:100]}
            )
    text = "; ".join(f"{problem['path']}: {problem['message']}" for problem in failing[:3])
    return errors.ValidationError(text, fields=failing)


def _no_name(name: str) -> None:
    return None


def _check_keys(called: str, value: object, kind: object) -> None:
    """A mapping in place of a value to send (or in a list of them) has that value's names, or it is
    a TypeError, as the value itself would be: what is misspelled here would be left out in silence.
    """
    if isinstance(value, list | tuple):
        for one in value:
            _check_keys(called, one, kind)
    if not isinstance(value, Mapping):
        return
    names = _names(kind)
    # Slots may have names that a template declares: whether it does, its own check says by name.
    free = OWN_NAME.fullmatch if "own" in names else _no_name
    unknown = sorted(str(n) for n in value if names and n not in names and not free(str(n)))
    if unknown:
        raise TypeError(f"{called} has no {unknown[0]!r}{meant(unknown[0], names)}")


def _names(kind: object) -> set[str]:
    """The names of an Input, or of those that a union, a list or an Annotated is made of."""
    if isinstance(kind, type) and issubclass(kind, Model):
        if not issubclass(kind, Input):
            return set()
        fields = kind.model_fields.items()
        return {name for name, _ in fields} | {info.alias or name for name, info in fields}
    if get_origin(kind) is dict:
        return set()
    return set().union(*(_names(part) for part in get_args(kind)))


class Core(ABC, Generic[M]):
    """Sends operations and carries out calls of several steps."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def lacks(self, kind: str, name: str) -> str | None:
        """Why the studio has nothing of that kind and name, so that a call that fails tells it too;
        None where it has, or can't say.
        """
        ask: Callable[[str, str], str | None] | None = getattr(self.transport, "lacks", None)
        return None if ask is None else ask(kind, name)

    @abstractmethod
    def send(self, operation: Operation[R]) -> Any:
        """Carry out one operation; all other calls end here."""

    @abstractmethod
    def run(self, steps: Steps[R]) -> Any:
        """Carry out a call of several steps."""

    @abstractmethod
    def each(self, pages: Iterator[Steps[tuple[list[R], bool]]]) -> Any:
        """The entries of pages that are fetched as they are asked for."""


class BlockingCore(Core[Now]):
    """Answers when it is called, on the caller's thread."""

    def send(self, operation: Operation[R]) -> R:
        """Carry out one operation; all other calls end here."""
        result = self.transport.send(operation)
        remember(result, self, operation)
        return result

    def hand_in(self, operation: Operation[R]) -> R:
        """Have work accepted whose end is waited for before anybody is told of it: where this process
        keeps the studio, its acceptance is flushed with that end.
        """
        send: Callable[[Operation[R]], R] = getattr(self.transport, "hand_in", self.transport.send)
        result = send(operation)
        remember(result, self, operation)
        return result

    def run(self, steps: Steps[R]) -> R:
        """Carry out a call of several steps."""
        try:
            step = next(steps)
            while True:
                try:
                    answer = self._carry_out(step)
                except Exception as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            result: R = done.value
            return result

    def _carry_out(self, step: Step) -> Any:
        if isinstance(step, Operation):
            return self.send(step)
        if isinstance(step, Pause):
            return time.sleep(step.seconds)
        return quickly(step, self.transport)

    def each(self, pages: Iterator[Steps[tuple[list[R], bool]]]) -> Iterator[R]:
        """The entries of pages that are fetched as they are asked for."""
        for page in pages:
            yield from self.run(page)[0]

    def read(self, url: str) -> bytes:
        """The file behind one of the service's own links."""
        return self.transport.read(url)

    def wait(self, accepted: Accepted[R], timeout: float | None = None, progress: bool = True) -> R:
        """The finished value of accepted work. Raises the job's error, or TimeoutError after
        ``timeout`` seconds; 0 looks once.
        """
        return accepted.wait(timeout, progress)

    def wait_for(
        self, accepted: Any, origin: Any, timeout: float | None = None, progress: bool = True
    ) -> Any:
        """Wait for accepted work; the values' own ``wait`` methods come here. Interrupting it ends
        the waiting alone.
        """
        steps = waiting(accepted, origin, timeout, progress)
        try:
            return self.run(steps)
        except KeyboardInterrupt:
            steps.close()  # the bar goes now, not when the last traceback lets go of it
            raise KeyboardInterrupt(
                f"stopped waiting for {accepted.job_id}, which is kept and goes on: wait() again, "
                f"or look at studio.jobs.get(job_id={accepted.job_id!r})"
            ) from None

    async def await_for(self, accepted: object, origin: object) -> Any:
        """Wait on another thread; ``await job`` comes here."""
        import asyncio

        return await asyncio.to_thread(self.wait_for, accepted, origin, None, False)

    async def aread(self, url: str) -> bytes:
        """The file behind a link, read on another thread."""
        import asyncio

        return await asyncio.to_thread(self.transport.read, url)

    def close(self) -> None:
        """Let go of files, threads and sockets."""
        self.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def quickly(step: Assist | Blocking, transport: Transport) -> Any:
    """The answer to a step that is neither an operation nor a pause."""
    if isinstance(step, Assist):
        return transport.assist()
    return step.work(transport)


def remember(value: object, home: Home, origin: object) -> None:
    """Let a value and all values in it know the studio that they came from."""
    waiting = [value]  # a call for each of a banner's layers would take three times as long
    while waiting:
        one = waiting.pop()
        if isinstance(one, Model):
            one.remember(home, origin)
            waiting += [getattr(one, name) for name in _holding(type(one))]
        elif isinstance(one, list):
            waiting += one


@cache
def _holding(kind: type[Model]) -> tuple[str, ...]:
    """The fields of a value that may hold values."""
    return tuple(name for name, info in kind.model_fields.items() if _may_hold(info.annotation))


def _may_hold(kind: object) -> bool:
    """Whether what is declared so may be a value of ours or a list of some; what can't be told is
    taken to.
    """
    if get_origin(kind) is Literal or kind in _PLAIN:
        return False
    parts = get_args(kind)
    return any(map(_may_hold, parts)) if parts else True
