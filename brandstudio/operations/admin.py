"""What the contract gives to the dashboard: the owner's operations, without a route."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..models.admin import (
    ApiKeyList,
    Balance,
    Doctor,
    Done,
    EngineList,
    KeyLevel,
    NewApiKey,
    Permission,
    WebhookEventList,
    WebhookSecret,
    Workspace,
    WorkspaceList,
)
from ..models.credits import Pricing
from ..models.folders import Folder, FolderPath
from ..models.invites import InviteList
from .base import AdminOperation
from .images import ImageId, Link

Name = Annotated[str, Field(min_length=1, max_length=80)]


class CreateWorkspace(AdminOperation[Workspace]):
    """A new workspace with its starting credits."""

    name: Name
    credits: Annotated[float, Field(ge=0)] | None = None


class ListWorkspaces(AdminOperation[WorkspaceList]):
    """All workspaces of this data folder."""


class PauseWorkspace(AdminOperation[Workspace]):
    """Refuse every call of this workspace's keys, with the reason; running work finishes."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]


class ResumeWorkspace(AdminOperation[Workspace]):
    """Let the keys of this workspace work again."""


class GrantPermission(AdminOperation[Workspace]):
    """Give this workspace a permission."""

    permission: Permission


class RevokePermission(AdminOperation[Workspace]):
    """Take a permission back."""

    permission: Permission


class CreateKey(AdminOperation[NewApiKey]):
    """A new API key; its secret is in this answer and nowhere else."""

    level: KeyLevel = "create"
    name: Annotated[str, Field(max_length=80)] = ""


class ListKeys(AdminOperation[ApiKeyList]):
    """The keys of this workspace."""


class RevokeKey(AdminOperation[Done]):
    """End a key, named by its id or by the key itself."""

    key: Annotated[str, Field(min_length=1, max_length=200)]


class AddCredits(AdminOperation[Balance]):
    """Top the balance up; a negative number is an adjustment, never below zero."""

    credits: float
    reason: Annotated[str, Field(max_length=200)] = ""


class GetBalance(AdminOperation[Balance]):
    """What is left."""


class SetPrice(AdminOperation[Pricing]):
    """Change what an operation costs from now on."""

    operation: Annotated[str, Field(min_length=1, max_length=60)]
    credits: Annotated[float, Field(ge=0, le=100000)]


class SetWebhook(AdminOperation[WebhookSecret]):
    """Where events go. The same address keeps its secret."""

    url: Link
    job_events: bool = False


class RemoveWebhook(AdminOperation[Done]):
    """Send no more events."""


class TestWebhook(AdminOperation[Done]):
    """Queue a signed test event."""


class RotateWebhookSecret(AdminOperation[WebhookSecret]):
    """Make the next secret; with ``activate`` sign with it from now on."""

    activate: bool = False


class ListWebhookEvents(AdminOperation[WebhookEventList]):
    """Events and their deliveries, newest first; ``dead`` lists the dead letters alone."""

    dead: bool = False
    limit: Annotated[int, Field(ge=1, le=1000)] = 100


class RedeliverEvent(AdminOperation[Done]):
    """Send a dead letter, or any event, again."""

    event_id: ImageId


class LockFolder(AdminOperation[Folder]):
    """Refuse extraction and style edits of a folder."""

    folder: FolderPath


class UnlockFolder(AdminOperation[Folder]):
    """Allow them again."""

    folder: FolderPath


class ListInvites(AdminOperation[InviteList]):
    """All invitations of this workspace."""


class ListEngines(AdminOperation[EngineList]):
    """Which engines answer, and what the local ones understand."""


class RotateSecrets(AdminOperation[Done]):
    """A new master key; links signed before stay good until they expire."""


class CheckStore(AdminOperation[Doctor]):
    """Check every invariant of the store, and mend what can be mended."""

    mend: bool = True
    scrub: bool = False
    """Read every file against its hash, which takes as long as reading the library."""
    backup: str | None = None
    """A backup on this machine, or the address of copies (``s3://bucket/prefix``), from which damaged files
    are put back.
    """
