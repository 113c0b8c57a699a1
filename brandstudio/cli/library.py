"""``brandstudio library``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import click

from .. import operations as ops
from ..errors import NotFound, StudioError
from ..models.library import ItemKind, Sort
from .app import App, Failure, as_plain, example, pass_app
from .declared import Shape, declared
from .files import is_stdout, written
from .groups import Commands
from .params import (
    FILE,
    FILE_OR_NONE,
    FOLDER,
    IMAGE_ID,
    TRASHED_ID,
    OneOf,
    choices,
    contents,
)
from .terminal import priced, size


@click.group(cls=Commands, epilog=example("brandstudio library add acme photos/*.jpg"))
def library() -> None:
    """Everything that a folder holds: pictures, saved designs, saved copy."""


@library.command(epilog=example("brandstudio library add acme photos/*.jpg"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("files", nargs=-1, type=FILE_OR_NONE, metavar="FILE...")
@click.option(
    "--from-url", metavar="URL", multiple=True, help="A public https link; again for more."
)
@click.option("--filename", metavar="NAME", help="The name of what comes from standard input.")
@click.option("--dry-run", is_flag=True, help="Say what it would cost; do nothing.")
@pass_app
def add(
    app: App,
    folder: str,
    files: tuple[Path, ...],
    from_url: tuple[str, ...],
    filename: str | None,
    dry_run: bool,
) -> None:
    """Add pictures to a folder; prints their ids. One that can't be added does not stop the
    others. FILE may be - for standard input.

    Price: upload 1 credit each (brandstudio prices show).
    """
    sources: list[Path | str] = [*files, *from_url]
    if not sources:
        raise click.UsageError("Missing argument 'FILE...' (or --from-url).")
    added: list[object] = []
    failed: list[dict[str, object]] = []
    with app.studio() as studio:
        if dry_run:
            absent = [file for file in files if str(file) != "-" and not file.is_file()]
            if absent:
                raise Failure("NOT_FOUND", f"There is no file {absent[0]}.")
            _tell_price(app, studio, folder, len(sources))
            return
        for source in progress(sources, "picture"):
            try:
                if isinstance(source, str):
                    item = studio.library.add(folder=folder, url=source)
                else:
                    data, name = contents(source)
                    item = studio.library.add(folder=folder, file=data, filename=filename or name)
            except (StudioError, OSError) as given:
                error = _told_of(given)
                failed.append({"file": str(source), "code": error.code, "message": error.message})
                if not app.as_json:
                    click.echo(f"{error.code}: {source}: {error.message}", err=True)
                if error.code in _FOR_ALL:
                    raise error from given
                continue
            added.append(item)
            if not app.as_json:
                again = f"  (looks like {item.duplicate_of})" if item.duplicate_of else ""
                click.echo(f"{source}{again}  {item.image_id}")
    if app.as_json:
        app.show({"items": as_plain(added)})
    if failed:
        raise Failure(
            "NOT_ADDED",
            f"{len(failed)} of {len(sources)} pictures were not added",
            {"failed": failed},
        )


_FOR_ALL = ("FOLDER_NOT_FOUND", "FOLDER_TOO_DEEP", "UNAUTHENTICATED", "INVALID_API_KEY")
"""What is wrong with the command and not with one picture."""


def _told_of(given: StudioError | OSError) -> StudioError:
    """A file that is not there or can't be read, as a failure of its own."""
    if isinstance(given, StudioError):
        return given
    return NotFound(f"This file can't be read: {given.strerror or given}.")


def _tell_price(app: App, studio: Any, folder: str, count: int) -> None:
    studio.folders.children(folder=folder)
    total = studio.credits.pricing().prices["upload"] * count
    app.show(
        {"dryRun": True, "credits": total, "pictures": count},
        f"Would charge {priced(total)} ({count} x upload). Nothing was done.",
    )


def _listing(app: App, **query: Any) -> None:
    from . import shown

    with app.studio() as studio:
        page = studio.library.list(**{key: value for key, value in query.items() if value})
    app.show(page, *shown.lines_of(page))
    if page.next_cursor is not None and not app.as_json:
        app.say(f"{len(page.items)} of {page.total_count}; more: --cursor {page.next_cursor}")


_LIMIT = click.option("--limit", type=click.IntRange(1, 500), default=50, show_default=True)
_CURSOR = click.option("--cursor", metavar="TEXT", help="Go on where the page before ended.")
_KIND = click.option("--kind", type=OneOf(choices(ItemKind)), help="Of this kind alone.")
_TAGS = click.option(
    "--tag", "tags", metavar="TAG", multiple=True, help="With this tag; again for more."
)


@library.command("list", epilog=example("brandstudio library list acme --subtree --kind design"))
@click.argument("folder", type=FOLDER, required=False, metavar="[FOLDER]")
@click.option("--subtree", is_flag=True, help="The folders below it too.")
@_KIND
@_TAGS
@click.option("--sort", type=OneOf(choices(Sort)), default="latest", show_default=True)
@click.option("--trashed", is_flag=True, help="What is in the trash.")
@_LIMIT
@_CURSOR
@pass_app
def list_items(app: App, /, tags: tuple[str, ...], **query: object) -> None:
    """What a folder holds, newest first; without FOLDER what the whole workspace holds."""
    _listing(app, **query, tags=",".join(tags))


@library.command(epilog=example("brandstudio library download acme img_019f2c... --format webp"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("image_ids", type=IMAGE_ID, nargs=-1, required=True, metavar="IMAGE_ID...")
@click.option("--format", "form", type=OneOf(("jpeg", "webp")), help="As it is stored without.")
@click.option(
    "--max-side",
    type=click.IntRange(0, 4096),
    default=0,
    help="The longer side in pixels, 256 to 4096; the original size without.",
)
@click.option("--quality", type=click.IntRange(1, 100), default=82, show_default=True)
@click.option(
    "--out",
    type=click.Path(allow_dash=True, path_type=Path),
    help="A file or a folder; - is standard output. The item's own name here without.",
)
@pass_app
def download(
    app: App,
    folder: str,
    image_ids: tuple[str, ...],
    form: Literal["jpeg", "webp"] | None,
    max_side: int,
    quality: int,
    out: Path | None,
) -> None:
    """Items as files."""
    if len(image_ids) > 1 and out is not None and not out.is_dir():
        raise click.UsageError("--out is a folder that is there, where several items are loaded.")
    told = []
    with app.studio() as studio:
        for image_id in image_ids:
            link = studio.library.download(
                folder=folder, image_id=image_id, format=form, max_side=max_side, quality=quality
            )
            data = link.read()
            target = written(data, out, link.filename)
            told.append({"imageId": image_id, "file": target and str(target), "bytes": len(data)})
            if target is not None and not app.as_json:
                click.echo(f"{size(len(data))}: {target}")
    if app.as_json and not is_stdout(out):
        app.show({"files": told})


@library.command(epilog=example("brandstudio library upload photo.jpg"))
@click.argument("file", type=FILE)
@click.option("--filename", metavar="NAME", help="The name of what comes from standard input.")
@pass_app
def upload(app: App, file: Path, filename: str | None) -> None:
    """Put a file into the waiting room for a call of your own; prints its s3Key, good for one use."""
    data, name = contents(file)
    with app.studio() as studio:
        key = studio.library.upload(data, filename or name)
    app.show({"s3Key": key}, f"Good for one use: {key}")


for _command in (
    declared(
        ops.GetLibraryItem,
        "show",
        Shape("library show acme img_019f2c...", arguments=("folder", "image_id")),
    ),
    declared(
        ops.UpdateLibraryItem,
        "edit",
        Shape(
            'library edit acme img_019f2c... --title "Harbour" --tags sea --focal-point 0.3,0.5',
            arguments=("folder", "image_id"),
        ),
    ),
    declared(
        ops.DeleteItem,
        "trash",
        Shape(
            "library trash acme img_019f2c...",
            arguments=("folder", "image_id"),
            fixed={"purge": False},
            doc="Move an item to the trash for 30 days.",
        ),
    ),
    declared(
        ops.DeleteItem,
        "purge",
        Shape(
            "library purge acme img_019f2c... --yes",
            arguments=("folder", "image_id"),
            types={"image_id": TRASHED_ID},
            fixed={"purge": True},
            confirm="Gone for good, with all versions and files?",
            doc="Remove an item for good, with all its versions and files.",
        ),
    ),
    declared(
        ops.RestoreItem,
        "restore",
        Shape(
            "library restore acme img_019f2c...",
            arguments=("folder", "image_id"),
            types={"image_id": TRASHED_ID},
        ),
    ),
    declared(
        ops.MoveItem,
        "move",
        Shape(
            "library move acme img_019f2c... acme/spring", arguments=("folder", "image_id", "to")
        ),
    ),
    declared(
        ops.SetHero,
        "set-hero",
        Shape("library set-hero acme img_019f2c...", arguments=("folder", "image_id")),
    ),
    declared(
        ops.ClearHero,
        "clear-hero",
        Shape("library clear-hero acme img_019f2c...", arguments=("folder", "image_id")),
    ),
):
    library.add_command(_command)


def progress(values: Sequence[object], unit: str) -> Iterable[Any]:
    """The values with a progress bar where a person looks on and there is more than one."""
    from tqdm.auto import tqdm

    return tqdm(values, unit=f" {unit}", disable=None if len(values) > 1 else True, leave=False)
