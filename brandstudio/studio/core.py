"""What a studio stands on: the seam to the service, an operation made from a call, and sending it."""

from __future__ import annotations

from typing import Any, Protocol, Self, TypeVar

import pydantic

from ..models import Model
from ..models.base import validation_error
from ..models.library import UploadTicket
from ..operations import Operation
from .waiting import wait_for

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


def build(
    operation: type[Operation[R]], fields: dict[str, Any], called: str | None = None
) -> Operation[R]:
    """The operation as a value. A wrong name is a TypeError; a wrong value is VALIDATION_ERROR, as
    over HTTP.

    ``called`` is what the caller wrote (``designs.create``), for the TypeError.
    """
    called = called or operation.__name__
    known = operation.model_fields
    for name in fields:
        if name not in known:
            raise TypeError(f"{called}() got an unexpected keyword argument {name!r}")
    absent = [name for name, info in known.items() if info.is_required() and name not in fields]
    if absent:
        raise TypeError(f"{called}() is missing the required keyword argument {absent[0]!r}")
    try:
        return operation(**fields)
    except pydantic.ValidationError as error:
        raise validation_error(error) from None


class Core:
    """Sends operations and waits for what they started; the groups of a studio stand on it."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def send(self, operation: Operation[R]) -> R:
        """Carry out one operation; all other calls end here."""
        result = self.transport.send(operation)
        _remember(result, self, operation)
        return result

    def read(self, url: str) -> bytes:
        """The file behind one of the service's own links."""
        return self.transport.read(url)

    def wait_for(
        self, accepted: Any, origin: Any, timeout: float | None = None, progress: bool = True
    ) -> Any:
        """Wait for accepted work; the values' own ``wait`` methods come here."""
        return wait_for(self, accepted, origin, timeout, progress)

    def close(self) -> None:
        """Let go of files, threads and sockets."""
        self.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _remember(value: object, core: Core, origin: object) -> None:
    if isinstance(value, Model):
        value.remember(core, origin)
        for name in type(value).model_fields:
            _remember(getattr(value, name), core, origin)
    elif isinstance(value, list):
        for element in value:
            _remember(element, core, origin)
