"""``brandstudio templates``."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import StudioError
from ..models.sizes import BannerSize
from ..store.own_templates import template_files
from .app import App, Failure, example, pass_app
from .files import is_stdout, written
from .groups import Commands
from .params import FOLDER, IMAGE_ID, OUT, OneOf, choices, from_stdin
from .slots import slot_option
from .terminal import paint

if TYPE_CHECKING:
    from ..models.designs import Slots
    from ..render.layout.template import Template
    from ..studio import LocalStudio, Studio

FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
FILE_OR_STDIN = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
SIZES = choices(BannerSize)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_HEADLINE = "A long walk by the harbour before breakfast"
_SUBHEAD = "Guided walks every evening until the sun is down."
_BUTTON = "Choose a walk"
_LOOKS = 0.3
"""Seconds between two looks at a file that is watched."""


@click.group(cls=Commands, epilog=example("brandstudio templates lint launch.toml"))
def templates() -> None:
    """Templates of your own: JSON or TOML files. In DATA/templates/NAME.toml they are there for
    banners as NAME.
    """


@templates.command("list", epilog=example("brandstudio templates list"))
@pass_app
def list_templates(app: App) -> None:
    """The built-in ones with what each is for, and your own."""
    from ..render.layout.template import SHIPPED, builtin

    own = sorted({file.stem for file in template_files(app.own_templates().folder(at_once=True))})
    app.table(
        {"builtIn": list(SHIPPED), "own": own},
        ("name", "from", "for"),
        [
            *((name, "built in", builtin(name).description) for name in SHIPPED),
            *((name, "your own", "") for name in own),
        ],
    )


@templates.command(epilog=example("brandstudio templates add launch.toml"))
@click.argument("file", type=FILE)
@pass_app
def add(app: App, file: Path) -> None:
    """Keep a template, or another text of one, with the studio's own, for every machine that shares
    it.
    """
    from ..render.layout.template import SHIPPED, load

    if file.suffix not in (".toml", ".json") or not _NAME.fullmatch(file.stem):
        raise click.UsageError(
            "A template is a file NAME.toml or NAME.json; its name is small letters, digits and hyphens."
        )
    if file.stem in SHIPPED:
        raise click.UsageError(f"{file.stem} is the name of a built-in template.")
    data = _contents(file)
    load(data)
    app.own_templates().keep(file.name, data)
    app.show({"template": file.stem}, f"{file.stem} is there for banners.")


@templates.command(epilog=example("brandstudio templates remove launch"))
@click.argument("name")
@pass_app
def remove(app: App, name: str) -> None:
    """Take one of the studio's own templates away; banners that were made with it stay."""
    own = app.own_templates()
    files = [file for file in template_files(own.folder(at_once=True)) if file.stem == name]
    if not files:
        raise Failure("NOT_FOUND", f"there is no template of your own called {name}")
    for file in files:
        own.drop(file.name)
    app.show({"template": name}, f"{name} is taken away.")


@templates.command(epilog=example("brandstudio templates init launch"))
@click.argument("name")
@pass_app
def init(app: App, name: str) -> None:
    """Write NAME.toml here: a template that draws, to be changed."""
    if not _NAME.fullmatch(name):
        raise click.UsageError("A template's name is small letters, digits and hyphens.")
    target = Path(f"{name}.toml")
    starter = resources.files("brandstudio.assets").joinpath("templates", "starter.toml")
    try:
        with target.open("x", encoding="utf-8") as out:
            out.write(starter.read_text(encoding="utf-8").replace("NAME", name))
    except FileExistsError:
        raise click.UsageError(f"{target} is there already.") from None
    app.show({"file": str(target.absolute())}, f"{target} is written.")


@templates.command(epilog=example("brandstudio templates schema > template.schema.json"))
def schema() -> None:
    """The JSON Schema of templates, for editors; a server has it at /v1/template.schema.json."""
    file = resources.files("brandstudio.http").joinpath("static", "template.schema.json")
    click.echo(file.read_text(encoding="utf-8"), nl=False)


@templates.command(epilog=example("brandstudio templates lint launch.toml"))
@click.argument("file", type=FILE_OR_STDIN)
@pass_app
def lint(app: App, file: Path) -> None:
    """What is wrong with a template, or what a designer would question in it; - is standard input."""
    from ..render.layout.lint import lint as examine

    found = examine(_contents(file))
    app.show({"file": str(file), "findings": found}, *(found or [f"{file} is fine."]))
    if found:
        raise Failure("TEMPLATE_FINDINGS", f"{len(found)} to see to in {file}")


@templates.command(
    epilog=example("brandstudio templates preview launch.toml --folder acme --size square")
)
@click.argument("file", type=FILE)
@click.option(
    "--folder",
    metavar="PATH",
    type=FOLDER,
    help="Whose colours, fonts and logo; without it quiet neutral ones, a photograph of ours and no logo.",
)
@click.option("--size", type=OneOf(SIZES), help="The template's first size by default.")
@click.option("--headline", default=_HEADLINE, show_default=True)
@click.option("--subhead", default=_SUBHEAD, show_default=True)
@click.option("--button", default=_BUTTON, show_default=True)
@click.option("--image", metavar="IMAGE_ID", type=IMAGE_ID, help="A picture of the folder.")
@click.option("--out", type=OUT, help="FILE-SIZE.jpg beside FILE by default; - is standard output.")
@slot_option
@click.option("--scheme", metavar="NAME", help="A colour scheme of the template.")
@click.option("--watch", is_flag=True, help="Draw anew whenever FILE changes, until Ctrl-C.")
@pass_app
def preview(
    app: App,
    /,
    file: Path,
    folder: str | None,
    size: object,
    out: Path | None,
    watch: bool,
    **given: object,
) -> None:
    """Draw a banner with a template, free, in full size up to 1920 pixels; prints the file's
    path.
    """
    if folder is None and given["image"] is not None:
        raise click.UsageError("--image needs --folder.")
    opened: AbstractContextManager[Studio] = app.studio() if folder is not None else _neutral()
    with opened as studio:
        if folder is None:
            folder, given["image"] = _furnished(studio)
        given |= {"folder": folder, "size": size, "out": out}
        if not watch:
            _drawn(app, studio, file, given)
            return
        for text in _versions(file):
            if text is None:
                gone = f"{file} is gone; it is drawn again when it is back."
                app.show({"file": str(file), "error": gone}, paint(gone, "warn"))
                continue
            try:
                _drawn(app, studio, file, given, text)
            except StudioError as error:
                app.show({"file": str(file), "error": error.message}, paint(error.message, "bad"))


def _versions(file: Path) -> Iterator[bytes | None]:
    """What the file says, and again each time that it says something else, for ever; None each time
    that it is gone.

    Editors empty a file before they fill it, or move it away first: only what two looks in a row
    find counts.
    """
    seen: bytes | None = _contents(file)
    told: bytes | None = None
    while True:
        try:
            now = _contents(file)
        except FileNotFoundError:
            now = None
        if now == seen and now != told:
            told = now
            yield now
        seen = now
        time.sleep(_LOOKS)


def _drawn(
    app: App, studio: Studio, file: Path, given: dict[str, Any], text: bytes | None = None
) -> None:
    """Draw the template once, and say what there is to be said."""
    from ..render.layout import template as rules

    text = _contents(file) if text is None else text
    template = rules.load(text)
    size: Any = given["size"]
    size = size or ("linkedin-feed" if "any" in template.sizes else template.sizes[0])
    made = studio.designs.preview(
        folder=given["folder"],
        size=size,
        template_text=text.decode("utf-8", "replace"),
        scheme=given["scheme"],
        slots=_slots(template, given),
        max_side=1920,
    )
    data = made.read()
    app.picture(lambda: data)
    target = given["out"] or file.with_name(f"{file.stem}-{size}.jpg")
    if target.suffix.lower() == ".png":
        data = _as_png(data)
    if written(data, target, target.name) is None:
        return
    failures = [
        f"{failure.layer}: {failure.ratio:.1f} : 1, {failure.required:g} needed"
        for failure in made.contrast_failures or ()
    ]
    app.show(
        {
            "file": str(target.absolute()),
            "score": made.scores.total,
            "contrastFailures": failures,
            "warnings": list(made.warnings),
        },
        *(paint(f"note: {said}", "warn") for said in made.warnings),
        *(paint(failure, "bad") for failure in failures),
        f"Score {made.scores.total:.2f}. {made.assessment or ''}".rstrip(),
        f"Preview: {target}",
    )


@contextmanager
def _neutral() -> Iterator[LocalStudio]:
    """A studio of the command's own, gone with it: a template is tried before there is any
    folder.
    """
    import brandstudio

    with (
        tempfile.TemporaryDirectory(prefix="brandstudio-") as data,
        brandstudio.open(data) as studio,
    ):
        yield studio


def _furnished(studio: Studio) -> tuple[str, str]:
    """A folder without a look of its own, and the photograph in it."""
    photo = resources.files("brandstudio.assets").joinpath("photos", "dandelion.jpg")
    folder = studio.folders.create(name="Preview").path
    item = studio.library.add(folder=folder, file=photo.read_bytes(), filename="dandelion.jpg")
    return folder, item.image_id


def _slots(template: Template, given: dict[str, Any]) -> Slots:
    from ..models.designs import Slots

    wanted: dict[str, Any] = {
        "headline": given["headline"],
        "subhead": given["subhead"],
        "button_text": given["button"],
        "author_name": "Ada Byron" if "author_name" in template.slots else None,
        "author_role": "Analyst" if "author_role" in template.slots else None,
        "image_id": given["image"],
    }
    for name, rule in template.slots.items():
        if wanted.get(name) in (_HEADLINE, _SUBHEAD, _BUTTON):  # ours are cut to what is taken
            wanted[name] = _fitting(wanted[name], rule.max_length)
    sent = given["own"] or {}
    samples = _samples(template, given["image"])
    return Slots.of({name: words for name, words in {**wanted, **samples, **sent}.items() if words})


_NAMED = {
    "price": "€ 24.50",
    "date": "12 to 18 May",
    "time": "21:00",
    "place": "Old Harbour, Quay 7",
    "venue": "Old Harbour, Quay 7",
    "city": "Hamburg",
    "legal": "While places last",
}
"""Words for slots whose names say what they hold."""
_SAMPLES = ("Guided walks", "Old Harbour, Quay 7", "While places last", "No dogs", "Bring a coat")
"""Words for the others that nobody filled in."""


def _samples(template: Template, picture: str | None) -> dict[str, str | list[str]]:
    """Words for a template's own slots, cut to what each takes; the picture for a slot of one."""
    made: dict[str, str | list[str]] = {}
    for number, (name, rule) in enumerate(template.own_slots.items()):
        if rule.kind == "list":
            entries = _SAMPLES[: min(rule.max_entries or 3, len(_SAMPLES))]
            made[name] = [_fitting(words, rule.max_length) for words in entries]
        elif rule.kind == "image" and picture is not None:
            made[name] = picture
        elif rule.kind == "text" and rule.default is None:
            usual = _SAMPLES[number % len(_SAMPLES)]
            words = next((said for part, said in _NAMED.items() if part in name), usual)
            made[name] = _fitting(words, rule.max_length)
    return made


def _fitting(words: str, most: int | None) -> str:
    """As many whole words as a slot takes; of one that is too long its letters."""
    if most is None or len(words) <= most:
        return words
    whole = words[: most + 1].rpartition(" ")[0].rstrip(" ,")
    return whole or words[:most]


def _as_png(data: bytes) -> bytes:
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(data)).save(out, "PNG")
    return out.getvalue()


def _contents(file: Path) -> bytes:
    if is_stdout(file):
        return from_stdin()[: 1 << 20]
    with file.open("rb") as source:
        return source.read(1 << 20)  # a template is at most 64 KB, and says so itself
