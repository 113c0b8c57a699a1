"""A service that answers from a script."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import httpx

from brandstudio import errors
from brandstudio.models.images import Image, ImageAccepted, Version
from brandstudio.operations import (
    CreateImage,
    CreateInvite,
    GetImage,
    ListFolderChildren,
    Operation,
    Scope,
)
from brandstudio.traces import NO_TRACES, Traces

MOMENT = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Key:
    workspace_id: str
    key_id: str
    scope: Scope


@dataclass(frozen=True)
class Opened:
    mime: str
    etag: str = '"abc123"'
    path: Path | None = None
    data: bytes | None = None
    pieces: Callable[[int, int], Iterator[bytes]] | None = None
    location: str | None = None
    filename: str | None = None
    size: int = 0
    max_age: int = 300


@dataclass(frozen=True)
class Invitation:
    status: str
    company: str | None = None
    first_name: str | None = None
    folder_name: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True)
class Accepted:
    workspace_name: str
    api_key: str
    credits: float
    folder: str | None = None
    note: str | None = None


@dataclass
class FakeService:
    traces: ClassVar[Traces] = NO_TRACES
    base_url: str | None = "http://studio.test"
    sent: list[Operation[Any]] = field(default_factory=list)
    uploads: list[tuple[str, str | None, bytes]] = field(default_factory=list)
    accepted: list[tuple[str, str, str]] = field(default_factory=list)
    answers: dict[type, Callable[[Any], Any]] = field(default_factory=dict)
    links: dict[str, Opened] = field(default_factory=dict)
    invites: dict[str, Invitation] = field(default_factory=dict)
    accept: Callable[[str, str], Accepted] | None = None
    threads: list[str] = field(default_factory=list)
    is_ready: bool = True
    folders: frozenset[str] = frozenset({"acme", "acme/summer", "acme/summer/launch"})
    keys: dict[str, Key] = field(
        default_factory=lambda: {
            f"bsk_{scope.label}": Key("ws1", f"key_{scope.label}", scope) for scope in Scope
        }
    )

    def __post_init__(self) -> None:
        self._ids = itertools.count(1)

    def state(self) -> None:
        """Nothing is said of changes, so that each read is asked anew."""

    def new_request_id(self) -> str:
        return f"req_{next(self._ids)}"

    def authenticate(self, api_key: str | None) -> Key:
        if api_key is None:
            raise errors.Unauthenticated
        if api_key not in self.keys:
            raise errors.InvalidApiKey
        return self.keys[api_key]

    def require(self, caller: Key, operation_type: type[Operation[Any]]) -> None:
        needed = operation_type.route.scope
        if caller.scope < needed:
            raise errors.InsufficientScope(required=needed.label, keyScope=caller.scope.label)

    def permit(self, caller: Key, operation_type: type[Operation[Any]]) -> None:
        if operation_type is CreateInvite and caller.workspace_id != "inviter":
            raise errors.Forbidden

    def send(
        self,
        caller: Key,
        operation: Any,
        request_id: str,
        deadline: Any = None,
        below: str = "",
    ) -> Any:
        self.sent.append(operation)
        self.threads.append(threading.current_thread().name)
        answer = self.answers.get(type(operation))
        if answer is None:
            folder = getattr(operation, "folder", None)
            if folder is not None and folder not in self.folders:
                slugs = folder.split("/")
                level = next(
                    n for n in range(1, len(slugs) + 1) if "/".join(slugs[:n]) not in self.folders
                )
                raise errors.FolderNotFound(level=level, level1=slugs[0])
            if isinstance(operation, ListFolderChildren):
                return None
            if isinstance(operation, GetImage):
                return image(operation.image_id, operation.folder)
            if isinstance(operation, CreateImage):
                return ImageAccepted(id="img_1", job_id="job_1", status="processing")
            raise errors.NotFound
        return answer(operation)

    def lacks(self, kind: str, name: str) -> str | None:
        return None if name != "brochure" else f"no {kind} of that name"

    def expect_upload(self, token: str, content_type: str | None, length: int | None) -> int:
        if token != "waiting":
            raise errors.NotFound
        return 50 * 1024 * 1024

    def put_upload(
        self, token: str, content_type: str | None, data: bytes, deadline: Any = None
    ) -> None:
        if token != "waiting":
            raise errors.NotFound
        self.uploads.append((token, content_type, data))

    def open_link(self, token: str) -> Opened:
        if token not in self.links:
            raise errors.NotFound
        return self.links[token]

    def invite_view(self, token: str) -> Invitation:
        return self.invites.get(token, Invitation("unknown"))

    def accept_invite(self, token: str, email: str, client: str, deadline: Any = None) -> Accepted:
        self.accepted.append((token, email, client))
        assert self.accept is not None
        return self.accept(token, email)

    def ready(self) -> bool:
        return self.is_ready

    def wrong(self) -> list[str]:
        return []

    def figures(self) -> list[Any]:
        return []


def image(image_id: str, folder: str) -> Image:
    link = "http://studio.test/files/abc"
    version = Version(
        version=1,
        url=link,
        created_at=MOMENT,
        prompt="calm sea",
        aspect_ratio="16:9",
        resolution="2K",
        output_format="png",
        score=81.5,
    )
    return Image(
        id=image_id,
        status="completed",
        image_url=link,
        url=link,
        current_version=1,
        folder=folder,
        client_reference_id=None,
        versions=[version],
        error=None,
    )


def fields_of(response: httpx.Response) -> dict[str, str]:
    """Code by path of every failing field."""
    return {found["path"]: found["code"] for found in response.json()["error"]["details"]["fields"]}
