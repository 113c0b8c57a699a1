"""``brandstudio library search``, ``similar``, ``duplicates``, and ``brandstudio searches``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from .. import operations as ops
from ..models.library import ItemKind
from ..models.searching import Orientation, SearchBy, SearchQuery, Side
from .app import App, example, pass_app
from .declared import Shape, declared
from .groups import Commands
from .library import library
from .params import FOLDER, IMAGE_ID, OneOf, choices

Command = TypeVar("Command", bound=Callable[..., Any])

_QUERY = (
    click.option(
        "--by",
        type=OneOf(choices(SearchBy)),
        help="words (as without), or meaning: in any language (brandstudio[search]).",
    ),
    click.option("--kind", type=OneOf(choices(ItemKind)), help="Of this kind alone."),
    click.option(
        "--tag", "tags", metavar="TAG", multiple=True, help="With this tag; again for more."
    ),
    click.option(
        "--min-score", type=click.FloatRange(0, 100), help="Keeping so well to the brand."
    ),
    click.option("--colour", metavar="COLOUR", help="Showing this colour: teal, blau, #0aa."),
    click.option("--orientation", type=OneOf(choices(Orientation)), help="Of this shape."),
    click.option("--face/--no-face", "has_face", default=None, help="With a face, or without."),
    click.option("--space", type=OneOf(choices(Side)), help="Calm enough for words on this side."),
    click.option(
        "--no-subtree",
        "subtree",
        flag_value=False,
        type=bool,
        default=None,
        help="Without the folders below.",
    ),
)


def _query(command: Command) -> Command:
    """The options of a search."""
    for option in reversed(_QUERY):
        command = option(command)
    return command


def _given(words: tuple[str, ...], tags: tuple[str, ...], query: dict[str, Any]) -> dict[str, Any]:
    said = {"q": " ".join(words) or None, "tags": ",".join(tags) or None, **query}
    return {name: value for name, value in said.items() if value is not None}


@library.command(epilog=example('brandstudio library search "sea dusk" --folder acme --space left'))
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@click.option("--folder", type=FOLDER, metavar="PATH", help="In this folder and those below it.")
@_query
@click.option("--saved", metavar="NAME", help="A saved search; what is said beside it goes before.")
@click.option("--limit", type=click.IntRange(1, 500), default=50, show_default=True)
@click.option("--cursor", metavar="TEXT", help="Go on where the page before ended.")
@pass_app
def search(app: App, /, words: tuple[str, ...], tags: tuple[str, ...], **query: Any) -> None:
    """Items by words or by meaning and by what they are, the best first. "Words in quotation marks"
    stand together, -without keeps out; what begins with a minus stands behind --.
    """
    from ..engines.lettering import Lettering
    from . import shown

    with app.studio() as studio:
        page = studio.library.search(**_given(words, tags, query))
    app.show(page, *shown.lines_of(page))
    for each in page.corrected:
        app.say(f"No item holds {each.typed!r}; looked for {' or '.join(each.read_as)}.")
    if page.unread:
        app.say(f"{page.unread} items are not read yet; a worker reads them.")
    if words and not page.items and app.url is None and not Lettering().installed:
        app.say("Words that stand in pictures are not read here: pip install 'brandstudio[ocr]'.")
    if page.next_cursor is not None and not app.as_json:
        app.say(f"{len(page.items)} of {page.total_count}; more: --cursor {page.next_cursor}")


@library.command(epilog=example("brandstudio library similar img_019f2c... --limit 5"))
@click.argument("image_id", type=IMAGE_ID, metavar="IMAGE_ID")
@click.option("--folder", type=FOLDER, metavar="PATH", help="The folder that the picture lies in.")
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True)
@pass_app
def similar(app: App, image_id: str, folder: str | None, limit: int) -> None:
    """Pictures and designs that look like one, the most alike first."""
    with app.studio() as studio:
        page = studio.library.similar(image_id, folder=folder, limit=limit)
    lines = [
        f"{each.likeness:.2f}  {each.item.image_id}  {each.item.folder}  {each.item.title}".rstrip()
        for each in page.items
    ]
    app.show(page, *(lines or ["Nothing looks like it."]))


@library.command(epilog=example("brandstudio library duplicates acme"))
@click.argument("folder", type=FOLDER, required=False, metavar="[FOLDER]")
@click.option("--no-subtree", is_flag=True, help="Without the folders below.")
@pass_app
def duplicates(app: App, folder: str | None, no_subtree: bool) -> None:
    """Pictures that are one and the same: copies, other sizes, light edits. Nothing is removed."""
    with app.studio() as studio:
        page = studio.library.duplicates(folder, subtree=not no_subtree)
    lines = []
    for group in page.groups:
        lines.append("the same file:" if group.exact else "nearly the same:")
        lines += [
            f"  {item.image_id}  {item.width}x{item.height}  {item.folder}  {item.title}".rstrip()
            for item in group.items
        ]
    told = f"{page.compared} pictures compared" + (
        "" if page.all else ", the newest; there are more"
    )
    app.show(page, *lines, f"{len(page.groups)} groups of duplicates; {told}.")


@click.group(cls=Commands, epilog=example("brandstudio searches save Kites kite --colour red"))
def searches() -> None:
    """Searches that are kept under a name, for everybody of the workspace."""


@searches.command(epilog=example("brandstudio searches save Kites kite --in acme --colour red"))
@click.argument("name", metavar="NAME")
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@click.option("--in", "in_folder", type=FOLDER, metavar="PATH", help="In this folder and below it.")
@_query
@pass_app
def save(
    app: App, /, name: str, words: tuple[str, ...], tags: tuple[str, ...], **query: Any
) -> None:
    """Keep a search; one of that name is replaced."""
    with app.studio() as studio:
        kept = studio.searches.save(name=name, query=SearchQuery(**_given(words, tags, query)))
    app.show(kept, f"{told(kept.query)}  {kept.name}")


@searches.command("list", epilog=example("brandstudio searches list"))
@pass_app
def list_searches(app: App) -> None:
    """The searches that are kept, by name."""
    with app.studio() as studio:
        kept = studio.searches.list()
    width = max((len(each.name) for each in kept), default=0)
    lines = [f"{each.name:{width}}  {told(each.query)}" for each in kept]
    app.show(kept, *(lines or ["No searches are saved. brandstudio searches save NAME WORDS"]))


def told(query: SearchQuery) -> str:
    """A search in a line."""
    fields = query.model_dump(exclude_none=True)
    words = fields.pop("q", "")
    return " ".join(filter(None, [words, *(f"{name}={value}" for name, value in fields.items())]))


searches.add_command(
    declared(ops.RemoveSearch, "remove", Shape("searches remove Kites", arguments=("name",)))
)
