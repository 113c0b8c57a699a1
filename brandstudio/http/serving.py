"""What the HTTP side asks of the service behind it, so that each can be read and tested without the
other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from ..operations import Operation
from ..traces import Traces
from .deadline import Deadline

R = TypeVar("R")

InviteStatus = Literal["issued", "used", "revoked", "expired", "unknown"]


class Caller(Protocol):
    """Who calls: a key of a workspace."""

    @property
    def workspace_id(self) -> str: ...

    @property
    def key_id(self) -> str | None: ...


class OpenedFile(Protocol):
    """What a signed link opens: a file on disk (``path``), bytes in memory (``data``) or pieces as
    they come from elsewhere; ``location`` is where a browser may fetch it from there itself.

    ``filename`` makes it an attachment; ``etag`` is the strong validator in its quotes; ``max_age``
    is in seconds.
    """

    @property
    def path(self) -> Path | None: ...

    @property
    def data(self) -> bytes | None: ...

    @property
    def pieces(self) -> Callable[[int, int], Iterator[bytes]] | None: ...

    @property
    def location(self) -> str | None: ...

    @property
    def mime(self) -> str: ...

    @property
    def filename(self) -> str | None: ...

    @property
    def etag(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def max_age(self) -> int: ...


class InviteView(Protocol):
    """What the page behind an invitation's link shows."""

    @property
    def status(self) -> InviteStatus: ...

    @property
    def company(self) -> str | None: ...

    @property
    def first_name(self) -> str | None: ...

    @property
    def folder_name(self) -> str | None: ...

    @property
    def expires_at(self) -> datetime | None: ...


class InviteAccepted(Protocol):
    """The new workspace; ``api_key`` is shown on this page and never again, ``note`` says what
    could not be done.
    """

    @property
    def workspace_name(self) -> str: ...

    @property
    def api_key(self) -> str: ...

    @property
    def credits(self) -> float: ...

    @property
    def folder(self) -> str | None: ...

    @property
    def note(self) -> str | None: ...


class Sample(Protocol):
    """One figure with its labels."""

    @property
    def labels(self) -> tuple[tuple[str, str], ...]: ...

    @property
    def value(self) -> float: ...


class Figure(Protocol):
    """One metric as Prometheus knows it."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def samples(self) -> Sequence[Sample]: ...


class Serves(Protocol):
    """The service. Every method raises classes of ``brandstudio.errors``."""

    @property
    def base_url(self) -> str | None: ...

    @property
    def traces(self) -> Traces: ...

    def new_request_id(self) -> str: ...

    def state(self) -> Hashable:
        """Something that differs from the last whenever a read could answer otherwise; None where
        that can't be said at once. Asked on the event loop.
        """
        ...

    def authenticate(self, api_key: str | None, /) -> Any: ...

    def require(self, caller: Any, operation_type: type[Operation[Any]], /) -> None: ...

    def permit(self, caller: Any, operation_type: type[Operation[Any]], /) -> None: ...

    def send(
        self,
        caller: Any,
        operation: Operation[R],
        request_id: str,
        deadline: Deadline | None = None,
        below: str = "",
        /,
    ) -> R: ...

    def lacks(self, kind: str, name: str, /) -> str | None: ...

    def expect_upload(self, token: str, content_type: str | None, length: int | None, /) -> int: ...

    def put_upload(
        self,
        token: str,
        content_type: str | None,
        data: bytes,
        deadline: Deadline | None = None,
        /,
    ) -> None: ...

    def open_link(self, token: str, /) -> OpenedFile: ...

    def invite_view(self, token: str, /) -> InviteView: ...

    def accept_invite(
        self, token: str, email: str, client: str, deadline: Deadline | None = None, /
    ) -> InviteAccepted: ...

    def ready(self) -> bool: ...

    def wrong(self) -> list[str]: ...

    def figures(self) -> Iterable[Figure]: ...
