"""The groups under ``studio.admin``: what the owner of the data folder does."""

from __future__ import annotations

from .. import operations as ops
from .core import M
from .verbs import Group, Verb


class Workspaces(Group[M], attribute="admin.workspaces"):
    """Workspaces: each with its own folders, keys and credits."""

    create = Verb(ops.CreateWorkspace)
    list = Verb(ops.ListWorkspaces)
    pause = Verb(ops.PauseWorkspace)
    resume = Verb(ops.ResumeWorkspace)


class Keys(Group[M], attribute="admin.keys"):
    """API keys."""

    create = Verb(ops.CreateKey)
    list = Verb(ops.ListKeys)
    revoke = Verb(ops.RevokeKey)


class Permissions(Group[M], attribute="admin.permissions"):
    """What a workspace may do beyond its keys."""

    grant = Verb(ops.GrantPermission)
    revoke = Verb(ops.RevokePermission)


class Account(Group[M], attribute="admin.credits"):
    """The balance of the workspace, and prices."""

    add = Verb(ops.AddCredits)
    balance = Verb(ops.GetBalance)
    set_price = Verb(ops.SetPrice)


class Webhook(Group[M], attribute="admin.webhooks"):
    """The webhook of the workspace and its events."""

    set = Verb(ops.SetWebhook)
    remove = Verb(ops.RemoveWebhook)
    test = Verb(ops.TestWebhook)
    rotate = Verb(ops.RotateWebhookSecret)
    events = Verb(ops.ListWebhookEvents)
    redeliver = Verb(ops.RedeliverEvent)


class Locks(Group[M], attribute="admin.locks"):
    """Folders that are locked against changes."""

    lock = Verb(ops.LockFolder)
    unlock = Verb(ops.UnlockFolder)


class Admin(Group[M], attribute="admin"):
    """What the contract gives to the dashboard; only an embedded studio has it."""

    invites = Verb(ops.ListInvites)
    engines = Verb(ops.ListEngines)
    rotate_secrets = Verb(ops.RotateSecrets)
    doctor = Verb(ops.CheckStore)

    @property
    def workspaces(self) -> Workspaces[M]:
        """Workspaces: each with its own folders, keys and credits."""
        return Workspaces(self.studio)

    @property
    def keys(self) -> Keys[M]:
        """API keys."""
        return Keys(self.studio)

    @property
    def permissions(self) -> Permissions[M]:
        """What a workspace may do beyond its keys."""
        return Permissions(self.studio)

    @property
    def credits(self) -> Account[M]:
        """The balance of the workspace, and prices."""
        return Account(self.studio)

    @property
    def webhooks(self) -> Webhook[M]:
        """The webhook of the workspace and its events."""
        return Webhook(self.studio)

    @property
    def locks(self) -> Locks[M]:
        """Folders that are locked against changes."""
        return Locks(self.studio)
