"""``brandstudio folders``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .app import FOLDER, App, example, pass_app

if TYPE_CHECKING:
    from ..studio.studio import Studio


@click.group(epilog=example("brandstudio folders lock acme/spring"))
def folders() -> None:
    """Folders of the workspace."""


@folders.command("list", epilog=example("brandstudio folders list"))
@pass_app
def list_folders(app: App) -> None:
    """The whole tree."""
    with app.studio() as studio:
        found = [
            entry
            for top in studio.folders.list().level1_folders
            for entry in _walk(studio, top.path or top.slug)
        ]
    if app.as_json:
        app.show({"folders": found})
        return
    if not found:
        click.echo("No folders. brandstudio folders create NAME makes one.")
    for entry in found:
        click.echo(f"{'  ' * entry['path'].count('/')}{entry['name']}  {entry['path']}")


def _walk(studio: Studio, path: str) -> list[dict[str, Any]]:
    answer = studio.folders.children(folder=path)
    found = [{"path": path, "name": answer.folder.name}]
    for child in answer.children:
        found += _walk(studio, f"{path}/{child.slug}")
    return found


@folders.command(epilog=example("brandstudio folders create Spring --parent acme"))
@click.argument("name")
@click.option("--parent", metavar="PATH", type=FOLDER, help="The folder that it goes into.")
@pass_app
def create(app: App, name: str, parent: str | None) -> None:
    """Make a folder; prints its path."""
    with app.studio() as studio:
        made = studio.folders.create(name=name, parent=parent)
    app.show(made, f"{made.name}: {made.path}")


@folders.command(epilog=example("brandstudio folders lock acme/spring"))
@click.argument("path", type=FOLDER)
@pass_app
def lock(app: App, path: str) -> None:
    """Refuse extraction and style edits of a folder."""
    with app.studio() as studio:
        app.show(studio.admin.locks.lock(folder=path), f"Locked: {path}")


@folders.command(epilog=example("brandstudio folders unlock acme/spring"))
@click.argument("path", type=FOLDER)
@pass_app
def unlock(app: App, path: str) -> None:
    """Allow them again."""
    with app.studio() as studio:
        app.show(studio.admin.locks.unlock(folder=path), f"Unlocked: {path}")
