"""What the owner of the data folder sees: workspaces, keys, the webhook, prices, dead letters."""

from __future__ import annotations

from typing import ClassVar, Literal

from .base import Listing, Model, Timestamp
from .credits import Credits

KeyLevel = Literal["read", "create", "full"]
Permission = Literal["trialInvites"]
EventStatus = Literal["waiting", "delivered", "dead"]


class Workspace(Model):
    workspace_id: str
    name: str
    paused: bool
    pause_reason: str | None
    permissions: list[str]
    balance: Credits
    created_at: Timestamp


class WorkspaceList(Listing[Workspace]):
    entries: ClassVar[str] = "workspaces"
    workspaces: list[Workspace]

    @property
    def items(self) -> list[Workspace]:
        """The entries, as a list."""
        return self.workspaces


class ApiKey(Model):
    """A key as it can be shown again: never the key itself, only its first characters."""

    key_id: str
    name: str
    level: KeyLevel
    prefix: str
    created_at: Timestamp
    last_used_at: Timestamp | None
    revoked_at: Timestamp | None


class NewApiKey(ApiKey):
    """A key at its creation, the only time that it is shown."""

    secret: str

    def __repr__(self) -> str:
        return f"NewApiKey(key_id={self.key_id!r}, level={self.level!r}, secret='{self.prefix}...')"

    __str__ = __repr__


class ApiKeyList(Listing[ApiKey]):
    entries: ClassVar[str] = "keys"
    keys: list[ApiKey]

    @property
    def items(self) -> list[ApiKey]:
        """The entries, as a list."""
        return self.keys


class WebhookSecret(Model):
    """The signing secret; shown when the address is first set and when a new one is made."""

    url: str
    secret: str
    active: bool
    warning: str | None = None
    """Why nothing can be delivered to that address as things are; it is kept all the same."""

    def __repr__(self) -> str:
        return f"WebhookSecret(url={self.url!r}, active={self.active})"

    __str__ = __repr__


MAX_RECEIVES = 6
"""spec: Events, "After 6 failed receives the message goes to a dead-letter queue"."""


class WebhookEvent(Model):
    """An event and its delivery; ``image_id`` or ``job_id`` is what it is about."""

    event_id: str
    event: str
    status: EventStatus
    receives: int
    image_id: str | None
    job_id: str | None
    version: int | None
    created_at: Timestamp
    next_attempt_at: Timestamp | None
    last_error: str | None


class WebhookEventList(Listing[WebhookEvent]):
    entries: ClassVar[str] = "events"
    events: list[WebhookEvent]

    @property
    def items(self) -> list[WebhookEvent]:
        """The entries, as a list."""
        return self.events


class Balance(Model):
    balance: Credits


class EngineReport(Model):
    """An engine, whether it answers, and what it can do."""

    kind: Literal["image", "text", "vision"]
    name: str
    ok: bool
    detail: str
    understands: list[str]


class EngineList(Listing[EngineReport]):
    entries: ClassVar[str] = "engines"
    engines: list[EngineReport]

    @property
    def items(self) -> list[EngineReport]:
        """The entries, as a list."""
        return self.engines


class Doctor(Model):
    """What the check of the store found, and what was mended."""

    ok: bool
    problems: list[str]
    mended: list[str]
    figures: dict[str, int]
    notes: list[str] = []
    advice: list[str] = []
    """What to do about each problem, in the same order."""


class Done(Model):
    ok: Literal[True]
