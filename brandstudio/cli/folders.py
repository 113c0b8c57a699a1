"""``brandstudio folders``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import operations as ops
from ..domain.slugs import slugify
from .app import App, example, pass_app
from .declared import Shape, declared
from .groups import Commands
from .params import FOLDER
from .terminal import paint

if TYPE_CHECKING:
    from ..studio import Studio


@click.group(cls=Commands, epilog=example("brandstudio folders create Acme"))
def folders() -> None:
    """Brands and what lies inside them, six levels deep; each inherits from those above it."""


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
    if not app.as_json:
        for entry in found or ():
            depth = entry["path"].count("/")
            click.echo(f"{'  ' * depth}{entry['name']}  {paint(entry['path'], 'faint')}")
        if not found:
            click.echo("No folders. brandstudio folders create NAME makes one.")
        return
    app.show({"folders": found})


def _walk(studio: Studio, path: str) -> list[dict[str, Any]]:
    answer = studio.folders.children(folder=path)
    found = [{"path": path, "name": answer.folder.name}]
    for child in answer.children:
        found += _walk(studio, f"{path}/{child.slug}")
    return found


@folders.command(epilog=example("brandstudio folders create Spring --parent acme"))
@click.argument("name")
@click.option("--parent", metavar="PATH", type=FOLDER, help="The folder that it goes into.")
@click.option("--slug", metavar="TEXT", help="Its name in paths; made from NAME by default.")
@click.option("--ensure", is_flag=True, help="Find the folder where it stands already.")
@pass_app
def create(app: App, name: str, parent: str | None, slug: str | None, ensure: bool) -> None:
    """Make a folder; prints its path. Where its name in paths is taken, the new one is another
    folder (spring-2), unless --ensure says to find what is there.
    """
    wanted = slugify(slug or name, fallback="")
    with app.studio() as studio:
        if ensure:
            if not wanted:
                raise click.UsageError(f"--ensure needs a --slug: {name!r} spells none")
            made = studio.folders.ensure("/".join(filter(None, (parent, wanted))), name=name)
        else:
            made = studio.folders.create(name=name, parent=parent, slug=slug)
    if wanted and made.slug != wanted:
        app.say(
            f"{wanted} stands already; this one is {made.slug}. --ensure would have found the first."
        )
    app.show(made, f"{made.name}: {made.path}")


for _command in (
    declared(ops.ListFolders, "brands", Shape("folders brands --include-stats")),
    declared(ops.ListFolderChildren, "show", Shape("folders show acme")),
    declared(ops.GetFolderTree, "tree", Shape("folders tree acme")),
    declared(
        ops.RenameFolder,
        "rename",
        Shape('folders rename acme "Acme & Sons"', arguments=("folder", "name")),
    ),
    declared(ops.DeleteFolder, "delete", Shape("folders delete acme/spring")),
    declared(ops.RestoreFolder, "restore", Shape("folders restore acme/spring")),
    declared(ops.DuplicateFolder, "duplicate", Shape("folders duplicate acme/spring")),
    declared(ops.ListSubBrands, "sub-brands", Shape("folders sub-brands acme")),
):
    folders.add_command(_command)


@folders.command(epilog=example("brandstudio folders lock acme/spring"))
@click.argument("path", type=FOLDER)
@pass_app
def lock(app: App, path: str) -> None:
    """Refuse extraction and style edits of a folder."""
    with app.owner() as studio:
        app.show(studio.admin.locks.lock(folder=path), f"Locked: {path}")


@folders.command(epilog=example("brandstudio folders unlock acme/spring"))
@click.argument("path", type=FOLDER)
@pass_app
def unlock(app: App, path: str) -> None:
    """Allow them again."""
    with app.owner() as studio:
        app.show(studio.admin.locks.unlock(folder=path), f"Unlocked: {path}")
