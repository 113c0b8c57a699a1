"""What options and arguments take: folders, ids, files, words, and how each completes in the shell.

Completion opens the studio that the command would open and reads from it; where it can't (no data
folder yet, a server that does not answer) it offers nothing and says nothing.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click
from click.shell_completion import CompletionItem

from .app import KEY_VARIABLE, URL_VARIABLE, App
from .hints import children, meant
from .overwriting import STDIN, OutFile

if TYPE_CHECKING:
    from ..models.jobs import JobKind
    from ..models.library import ItemKind
    from ..models.style import Domain
    from ..studio import Studio

FILE = click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True, path_type=Path)
"""A file to read; - is standard input."""

FILE_OR_NONE = click.Path(allow_dash=True, path_type=Path)
"""One of several files to read: one that is missing does not stop the others."""

OUT = OutFile(dir_okay=False, allow_dash=True, path_type=Path)
"""A file to write; - is standard output."""


class FolderArgument(click.types.StringParamType):
    """The path of a folder; the slash that a shell's user may leave at its end is no part of it."""

    name = "path"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        text = str(value)
        return text.rstrip("/") or text

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        parent, slash, _ = incomplete.rpartition("/")

        def paths(studio: Studio) -> Iterable[str]:
            return (f"{parent}{slash}{slug}" for slug in children(studio, parent))

        return _offered(ctx, incomplete, paths)


FOLDER = FolderArgument()


class OneOf(click.Choice[str]):
    """One word of a list; a wrong one is told with the right one that is nearest."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        message = super().get_invalid_choice_message(value, ctx)
        near = meant(str(value), map(str, self.choices))
        return f"{message} Did you mean {near!r}?" if near else message


class Known(click.types.StringParamType):
    """An id or a name that the studio knows; ``find`` gives those to complete, each with a line of
    help.
    """

    def __init__(
        self, name: str, find: Callable[[Studio, dict[str, Any]], Iterable[tuple[str, str]]]
    ) -> None:
        self.name = name
        self._find = find

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The id; a file is told from one, since nothing but NOT_FOUND would say so later."""
        text = str(value)
        if self.name in ("image id", "item id") and ("/" in text or _ENDING.search(text)):
            self.fail(f"{text!r} is no {self.name}, it looks like a file. {_FIRST}", param, ctx)
        return text

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _offered(ctx, incomplete, lambda studio: self._find(studio, ctx.params))


def _items(
    kind: ItemKind | None = None, trashed: bool = False
) -> Callable[..., Iterable[tuple[str, str]]]:
    def find(studio: Studio, params: dict[str, Any]) -> Iterable[tuple[str, str]]:
        page = studio.library.list(
            folder=params.get("folder"), kind=kind, trashed=trashed, limit=100
        )
        return ((item.image_id, item.title or item.filename) for item in page.items)

    return find


def _jobs(kind: JobKind | None = None) -> Callable[..., Iterable[tuple[str, str]]]:
    def find(studio: Studio, _: dict[str, Any]) -> Iterable[tuple[str, str]]:
        page = studio.jobs.list(kind=kind, limit=50)
        return ((job.job_id, f"{job.kind}, {job.status}") for job in page.jobs)

    return find


def _variants(studio: Studio, params: dict[str, Any]) -> Iterable[tuple[str, str]]:
    job = studio.designs.get(job_id=params["job_id"])
    return ((entry.variant_id, f"{entry.template}, {entry.size}") for entry in job.variants)


def _rules(studio: Studio, params: dict[str, Any]) -> Iterable[tuple[str, str]]:
    return ((rule.rule_id, rule.text) for rule in studio.rules.list(folder=params["folder"]).rules)


def _references(studio: Studio, params: dict[str, Any]) -> Iterable[tuple[str, str]]:
    domain: Domain = params.get("domain") or "photos"
    found = studio.references.list(folder=params["folder"], domain=domain).refs
    return ((entry.ref_id, entry.filename) for entry in found)


def _logos(studio: Studio, params: dict[str, Any]) -> Iterable[tuple[str, str]]:
    return ((logo.name, logo.variant) for logo in studio.logos.list(folder=params["folder"]).logos)


def _fonts(studio: Studio, params: dict[str, Any]) -> Iterable[tuple[str, str]]:
    found = studio.fonts.list(folder=params["folder"]).fonts
    return ((font.font_id, f"{font.family}, {font.role}") for font in found)


_ENDING = re.compile(r"\.[a-z0-9]{2,5}$", re.IGNORECASE)
_FIRST = (
    "brandstudio library add FOLDER FILE brings a file in and prints its id; "
    "brandstudio library list shows those there are."
)
IMAGE_ID = Known("image id", _items())
TRASHED_ID = Known("image id", _items(trashed=True))
DESIGN_ID = Known("image id", _items("design"))
TEXT_ID = Known("item id", _items("text"))
JOB_ID = Known("job id", _jobs())
BANNER_JOB = Known("job id", _jobs("design"))
EXTRACTION = Known("job id", _jobs("extraction"))
VARIANT = Known("variant", _variants)
RULE_ID = Known("rule id", _rules)
REFERENCE_ID = Known("reference id", _references)
LOGO = Known("logo", _logos)
FONT_ID = Known("font id", _fonts)


class Template(click.types.StringParamType):
    """A template's name: a built-in one, or one of the team's own."""

    name = "template"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from ..render.layout.template import SHIPPED

        own: Sequence[str] = ()
        with suppress(Exception):  # a completion that fails offers less, and disturbs nobody
            own = own_templates(app_of(ctx).data_folder)
        names = dict.fromkeys(("all", *SHIPPED, *own))
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


TEMPLATE = Template()


def own_templates(data: Path) -> list[str]:
    """Names of the templates that a team keeps in its data folder."""
    from ..store.own_templates import template_files

    places = (data / "templates", data / "shared-templates")
    return sorted({file.stem for place in places for file in template_files(place)})


class Words(click.types.StringParamType):
    """Words; ``-`` reads them from standard input."""

    name = "text"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        return from_stdin().decode("utf-8", "replace").strip() if value == STDIN else str(value)


WORDS = Words()


def from_stdin() -> bytes:
    """All of standard input, as far as 64 MB."""
    return sys.stdin.buffer.read(64 * 1024 * 1024)


def contents(file: Path) -> tuple[bytes, str]:
    """A file's bytes and its name; of standard input a name without an ending."""
    if str(file) == STDIN:
        return from_stdin(), "stdin"
    return file.read_bytes(), file.name


def app_of(ctx: click.Context) -> App:
    """The options before the command, while it is being completed and none of it runs."""
    given = ctx.find_root().params
    return App(
        data=given.get("data"),
        workspace=given.get("workspace") or "default",
        as_json=True,
        environment=os.environ,
        url=given.get("url") or os.environ.get(URL_VARIABLE) or None,
    )


def _offered(
    ctx: click.Context, incomplete: str, find: Callable[[Studio], Iterable[Any]]
) -> list[CompletionItem]:
    try:
        from ..store.possession import has_studio

        app = app_of(ctx)
        if app.url is None and not has_studio(app.data_folder):
            return []
        if app.url is not None and not os.environ.get(KEY_VARIABLE):
            return []
        with app.studio() as studio:
            found = [part if isinstance(part, tuple) else (part, "") for part in find(studio)]
    except Exception:  # a completion that fails offers nothing, and disturbs nobody
        return []
    return [
        CompletionItem(value, help=" ".join(text.split())[:60] or None)
        for value, text in found
        if value.startswith(incomplete)
    ]


def choices(words: object) -> list[str]:
    """The words of a Literal type."""
    return [str(word) for word in get_args(words)]


original_key = click.option(
    "--key",
    type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path),
    help="The secret.key of the original, for a copy that came without it.",
)
without_key = click.option(
    "--without-key",
    is_flag=True,
    help="Go on without the master key: sent links are dead, webhooks are set anew.",
)
"""What is brought back from a copy goes on with the key that sealed it, or with a new one."""
