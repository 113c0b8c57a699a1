"""``brandstudio keys``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .app import App, example, pass_app
from .groups import Commands
from .params import OneOf

if TYPE_CHECKING:
    from ..models.admin import KeyLevel

LEVELS = ("read", "create", "full")


@click.group(
    cls=Commands, epilog=example("brandstudio keys create --level create --name newsletter")
)
def keys() -> None:
    """API keys of a workspace: what may be called with each, and an end to them."""


@keys.command(epilog=example("KEY=$(brandstudio keys create --level full | awk 'END {print $NF}')"))
@click.option(
    "--level",
    type=OneOf(LEVELS),
    default="create",
    show_default=True,
    help="What the key may do.",
)
@click.option("--name", default="", help="What it is for.")
@pass_app
def create(app: App, level: KeyLevel, name: str) -> None:
    """Make a key. It is shown now and never again."""
    with app.owner() as studio:
        made = studio.admin.keys.create(level=level, name=name)
    app.show(
        made,
        f"{made.key_id}  level {made.level}" + (f"  {made.name}" if made.name else ""),
        f"Shown only now: {made.secret}",
    )


@keys.command("list", epilog=example("brandstudio keys list"))
@pass_app
def list_keys(app: App) -> None:
    """The keys of the workspace, without their secrets."""
    with app.owner() as studio:
        found = studio.admin.keys.list()
    app.table(
        found,
        ("id", "level", "name", "begins", "made", "last used", "revoked"),
        [
            (
                key.key_id,
                key.level,
                key.name,
                key.prefix,
                key.created_at,
                key.last_used_at,
                key.revoked_at,
            )
            for key in found.keys
        ],
        "No keys. brandstudio keys create makes one.",
    )


@keys.command(epilog=example("brandstudio keys revoke key_019f2c..."))
@click.argument("key_or_id")
@pass_app
def revoke(app: App, key_or_id: str) -> None:
    """End a key, named by its id or by itself."""
    with app.owner() as studio:
        done = studio.admin.keys.revoke(key=key_or_id)
    app.show(done, "Revoked.")
