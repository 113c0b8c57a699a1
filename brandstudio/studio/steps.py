"""What a call of several steps asks for, one after the other.

A call that is more than one operation (adding a file, waiting, a batch) is written once, as a
generator that yields what it needs and gets the answer back. A studio carries the steps out: on the
caller's thread, or without blocking an event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from ..models.library import UploadTicket
from ..operations import Operation

R = TypeVar("R")


class Transport(Protocol):
    """The seam: how operations reach the service, in this process or over a network."""

    def send(self, operation: Operation[R], /) -> R:
        """Carry out one operation. Raises a class of brandstudio.errors."""
        ...

    def upload(self, ticket: UploadTicket, data: bytes, /) -> None:
        """Put the bytes where the ticket says."""
        ...

    def read(self, url: str, /) -> bytes:
        """The file behind one of the service's own links."""
        ...

    def assist(self) -> bool:
        """Carry out one waiting piece of work on this thread; False when there is none or it is not
        ours to do.
        """
        ...

    def close(self) -> None:
        """Let go of files, threads and sockets."""
        ...


@dataclass(frozen=True)
class Blocking:
    """Something that takes its time on this machine or on a network; it gets the transport."""

    work: Callable[[Transport], Any]


@dataclass(frozen=True)
class Assist:
    """Carry out one waiting job, where that is ours to do; the answer says whether there was one."""


@dataclass(frozen=True)
class Pause:
    """Let so many seconds pass."""

    seconds: float


Step: TypeAlias = "Operation[Any] | Blocking | Assist | Pause"
Steps: TypeAlias = Generator[Step, Any, R]


def ask(operation: Operation[R]) -> Steps[R]:
    """The answer to an operation."""
    return cast(R, (yield operation))


def blocking(work: Callable[[Transport], R]) -> Steps[R]:
    """The result of what takes its time."""
    return cast(R, (yield Blocking(work)))


def upload(ticket: UploadTicket, data: bytes) -> Steps[None]:
    """Put the bytes where the ticket says."""
    yield Blocking(lambda transport: transport.upload(ticket, data))
