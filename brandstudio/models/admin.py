"""What the owner of the data folder sees: workspaces, keys, the webhook, prices, dead letters."""

from __future__ import annotations

from typing import Literal

from .base import Model, Timestamp

KeyLevel = Literal["read", "create", "full"]
Permission = Literal["trialInvites"]
EventStatus = Literal["waiting", "delivered", "dead"]


class Workspace(Model):
    workspace_id: str
    name: str
    paused: bool
    pause_reason: str | None
    permissions: list[str]
    balance: float
    created_at: Timestamp


class WorkspaceList(Model):
    workspaces: list[Workspace]


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


class ApiKeyList(Model):
    keys: list[ApiKey]


class WebhookSecret(Model):
    """The signing secret; shown when the address is first set and when a new one is made."""

    url: str
    secret: str
    active: bool

    def __repr__(self) -> str:
        return f"WebhookSecret(url={self.url!r}, active={self.active})"

    __str__ = __repr__


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


class WebhookEventList(Model):
    events: list[WebhookEvent]


class Balance(Model):
    balance: float


class EngineReport(Model):
    """An engine, whether it answers, and what it can do."""

    kind: Literal["image", "text", "vision"]
    name: str
    ok: bool
    detail: str
    understands: list[str]


class EngineList(Model):
    engines: list[EngineReport]


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
