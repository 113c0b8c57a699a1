"""``brandstudio invites``."""

from __future__ import annotations

import click

from .. import operations as ops
from .app import App, example, pass_app
from .declared import Shape, declared
from .groups import Commands


@click.group(cls=Commands, epilog=example("brandstudio invites list"))
def invites() -> None:
    """Trial invitations of the workspace."""


@invites.command("list", epilog=example("brandstudio invites list"))
@pass_app
def list_invites(app: App) -> None:
    """All invitations, newest first. Links are shown once, when they are made."""
    with app.owner() as studio:
        found = studio.admin.invites()
    app.table(
        found,
        ("id", "address", "status", "expires", "used"),
        [
            (entry.invite_id, entry.email, entry.status, entry.expires_at, entry.used_at)
            for entry in found.invites
        ],
        "No invitations.",
    )


invites.add_command(
    declared(
        ops.CreateInvite,
        "create",
        Shape("invites create jane@example.com --folder acme", arguments=("email",)),
    )
)
invites.add_command(
    declared(ops.RevokeInvites, "revoke", Shape("invites revoke --email jane@example.com"))
)
