"""``brandstudio workspaces``, ``permissions`` and ``secrets``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .app import App, Failure, credits, example, pass_app
from .groups import Commands
from .params import OneOf

if TYPE_CHECKING:
    from ..models.admin import Permission

PERMISSIONS = ("trialInvites",)


@click.group(cls=Commands, epilog=example("brandstudio workspaces create acme --credits 500"))
def workspaces() -> None:
    """Workspaces of this data folder; --workspace names the one that a command acts in."""


@workspaces.command(epilog=example("brandstudio workspaces create acme --credits 500"))
@click.argument("name")
@click.option("--credits", "amount", type=click.FloatRange(min=0), help="Starting credits.")
@pass_app
def create(app: App, name: str, amount: float | None) -> None:
    """Make a workspace; prints its id."""
    with app.owner() as studio:
        made = studio.admin.workspaces.create(name=name, credits=amount)
    app.show(made, f"{made.name} with {credits(made.balance)} credits: {made.workspace_id}")


@workspaces.command("list", epilog=example("brandstudio workspaces list"))
@pass_app
def list_workspaces(app: App) -> None:
    """All workspaces."""
    with app.owner() as studio:
        found = studio.admin.workspaces.list()
    app.table(
        found,
        ("id", "name", "balance", "permissions", "paused", "made"),
        [
            (
                entry.workspace_id,
                entry.name,
                entry.balance,
                ", ".join(entry.permissions) or None,
                entry.pause_reason or entry.paused,
                entry.created_at,
            )
            for entry in found.workspaces
        ],
    )


@workspaces.command(
    epilog=example('brandstudio --workspace acme workspaces pause --reason "invoice is open"')
)
@click.option("--reason", required=True, help="What callers are told.")
@pass_app
def pause(app: App, reason: str) -> None:
    """Refuse every call of the workspace's keys; running work finishes."""
    with app.owner() as studio:
        found = studio.admin.workspaces.pause(reason=reason)
    app.show(found, f"{found.name} is paused.")


@workspaces.command(epilog=example("brandstudio --workspace acme workspaces resume"))
@pass_app
def resume(app: App) -> None:
    """Let the workspace's keys work again."""
    with app.owner() as studio:
        found = studio.admin.workspaces.resume()
    app.show(found, f"{found.name} is open again.")


@click.group(cls=Commands, epilog=example("brandstudio permissions grant trialInvites"))
def permissions() -> None:
    """What a workspace may do beyond its keys' levels."""


@permissions.command(epilog=example("brandstudio permissions grant trialInvites"))
@click.argument("name", type=OneOf(PERMISSIONS))
@pass_app
def grant(app: App, name: Permission) -> None:
    """Give the workspace a permission."""
    with app.owner() as studio:
        found = studio.admin.permissions.grant(permission=name)
    app.show(found, f"{found.name} may: {', '.join(found.permissions)}")


@permissions.command(epilog=example("brandstudio permissions revoke trialInvites"))
@click.argument("name", type=OneOf(PERMISSIONS))
@pass_app
def revoke(app: App, name: Permission) -> None:
    """Take a permission back."""
    with app.owner() as studio:
        found = studio.admin.permissions.revoke(permission=name)
    app.show(found, f"{found.name} may: {', '.join(found.permissions) or 'nothing more'}")


@click.group(cls=Commands, epilog=example("brandstudio secrets rotate"))
def secrets() -> None:
    """The master key, which signs links and seals webhook secrets."""


@secrets.command("create", epilog=example("brandstudio secrets create"))
@pass_app
def create_key(app: App) -> None:
    """Make a master key for a studio that has lost its own; what that one sealed stays shut."""
    from ..keys import master

    file = app.data_folder / "secret.key"
    if file.exists():
        raise Failure("FILE_EXISTS", f"{file} is there; brandstudio secrets rotate changes it.")
    master.create(file)
    app.show(
        {"file": file}, "brandstudio doctor tells what the lost key had sealed.", f"Made: {file}"
    )


@secrets.command(epilog=example("brandstudio secrets show"))
@pass_app
def show(app: App) -> None:
    """Print the key of this folder as BRANDSTUDIO_SECRET_KEY takes it, for machines that share the
    studio.
    """
    from ..keys import master

    key = master.load(app.data_folder / "secret.key", app.settings().secret_key)
    text = master.as_setting(key)
    app.show({"BRANDSTUDIO_SECRET_KEY": text}, text)


@secrets.command(epilog=example("brandstudio secrets rotate"))
@pass_app
def rotate(app: App) -> None:
    """Make a new master key; links signed before stay good until they expire."""
    with app.owner() as studio:
        app.show(studio.admin.rotate_secrets(), "A new master key signs from now on.")
