"""``brandstudio library``, ``logos`` and ``fonts``: files from disk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from ..errors import StudioError
from .app import FOLDER, App, Failure, as_plain, example, pass_app

FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)


@click.group(epilog=example("brandstudio library add acme photos/*.jpg"))
def library() -> None:
    """Pictures of the library."""


@library.command(epilog=example("brandstudio library add acme photos/*.jpg"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@pass_app
def add(app: App, folder: str, files: tuple[Path, ...]) -> None:
    """Add pictures to a folder; prints their ids. One that can't be added does not stop the
    others.
    """
    added: list[Any] = []
    failed: list[dict[str, Any]] = []
    with app.studio() as studio:
        for file in progress(files, "picture"):
            try:
                item = studio.library.add(folder=folder, file=file)
            except StudioError as error:
                failed.append({"file": str(file), "code": error.code, "message": error.message})
                if not app.as_json:
                    click.echo(f"{error.code}: {file}: {error.message}", err=True)
                continue
            added.append(item)
            if not app.as_json:
                again = f"  (looks like {item.duplicate_of})" if item.duplicate_of else ""
                click.echo(f"{file}{again}  {item.image_id}")
    if app.as_json:
        app.show({"items": as_plain(added)})
    if failed:
        raise Failure(
            "NOT_ADDED",
            f"{len(failed)} of {len(files)} pictures were not added",
            {"failed": failed},
        )


@library.command("list", epilog=example("brandstudio library list acme --limit 20"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.option("--subtree", is_flag=True, help="The folders below it too.")
@click.option("--limit", type=click.IntRange(1, 500), default=50, show_default=True)
@pass_app
def list_items(app: App, folder: str, subtree: bool, limit: int) -> None:
    """What a folder holds, newest first."""
    with app.studio() as studio:
        page = studio.library.list(folder=folder, subtree=subtree, limit=limit)
    app.table(
        page,
        ("id", "kind", "status", "size", "title", "folder"),
        [
            (
                item.image_id,
                item.kind,
                item.status,
                f"{item.width or '?'}x{item.height or '?'}",
                item.title[:50],
                item.folder,
            )
            for item in page.items
        ],
        "Nothing here.",
    )


@click.group(epilog=example("brandstudio logos add acme logo.svg --name primary"))
def logos() -> None:
    """Logos of a folder; the folders below it use them too."""


@logos.command("add", epilog=example("brandstudio logos add acme logo.svg --name primary"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("file", type=FILE)
@click.option("--name", help="What banners call it; the file's name by default.")
@click.option(
    "--variant",
    type=click.Choice(("any", "light", "dark", "mono")),
    default="any",
    show_default=True,
    help="light is made for dark grounds, dark for light ones.",
)
@click.option(
    "--primary/--not-primary", default=None, help="The logo that banners take by default."
)
@pass_app
def add_logo(
    app: App, folder: str, file: Path, name: str | None, variant: Any, primary: bool | None
) -> None:
    """Add a logo: an SVG, or a PNG, WebP or JPEG (a JPEG has no transparency)."""
    with app.studio() as studio:
        made = studio.logos.add(
            folder=folder, file=file, name=name or file.stem, variant=variant, primary=primary
        )
    app.show(made, f"{folder} has the logo {made.name}")


@logos.command("list", epilog=example("brandstudio logos list acme"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@pass_app
def list_logos(app: App, folder: str) -> None:
    """The logos of a folder and those above it."""
    with app.studio() as studio:
        found = studio.logos.list(folder=folder)
    app.table(
        found,
        ("name", "variant", "primary", "from"),
        [(logo.name, logo.variant, logo.primary, logo.folder) for logo in found.logos],
        "No logos.",
    )


@click.group(epilog=example("brandstudio fonts add acme AcmeSans.ttf --role headline"))
def fonts() -> None:
    """Fonts of a folder; the folders below it use them too."""


@fonts.command("add", epilog=example("brandstudio fonts add acme AcmeSans.ttf --role headline"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("file", type=FILE)
@click.option(
    "--role", type=click.Choice(("any", "headline", "body")), default="any", show_default=True
)
@pass_app
def add_font(app: App, folder: str, file: Path, role: Any) -> None:
    """Add a font (TTF, OTF, WOFF2, a collection). It is checked before it is used."""
    with app.studio() as studio:
        made = studio.fonts.add(folder=folder, file=file, role=role)
    app.show(made, f"{folder} has the font {made.family}: {made.font_id}")


@fonts.command("list", epilog=example("brandstudio fonts list acme"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@pass_app
def list_fonts(app: App, folder: str) -> None:
    """The fonts of a folder and those above it."""
    with app.studio() as studio:
        found = studio.fonts.list(folder=folder)
    app.table(
        found,
        ("id", "family", "role", "from"),
        [(font.font_id, font.family, font.role, font.folder) for font in found.fonts],
        "No fonts; banners use those that come with brandstudio.",
    )


def progress(values: Sequence[Path], unit: str) -> Iterable[Path]:
    """The values with a progress bar where a person looks on and there is more than one."""
    from tqdm.auto import tqdm

    return tqdm(values, unit=f" {unit}", disable=None if len(values) > 1 else True, leave=False)
