"""``brandstudio templates``."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..models.sizes import BannerSize
from .app import App, Failure, example, pass_app
from .files import written
from .groups import Commands
from .params import FOLDER, IMAGE_ID, OUT, OneOf, choices, own_templates
from .terminal import paint

if TYPE_CHECKING:
    from ..models.designs import Slots
    from ..render.layout.template import Template
    from ..studio import LocalStudio, Studio

FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
SIZES = choices(BannerSize)


@click.group(cls=Commands, epilog=example("brandstudio templates lint launch.toml"))
def templates() -> None:
    """Templates of your own: JSON or TOML files. In DATA/templates/NAME.toml they are there for
    banners as NAME.
    """


@templates.command("list", epilog=example("brandstudio templates list"))
@pass_app
def list_templates(app: App) -> None:
    """The built-in ones and your own."""
    from ..render.layout.template import BUILTIN

    folder = app.data_folder / "templates"
    own = own_templates(app.data_folder)
    app.table(
        {"builtIn": list(BUILTIN), "own": own},
        ("name", "from"),
        [*((name, "built in") for name in BUILTIN), *((name, folder) for name in own)],
    )


@templates.command(epilog=example("brandstudio templates lint launch.toml"))
@click.argument("file", type=FILE)
@pass_app
def lint(app: App, file: Path) -> None:
    """What is wrong with a template, or what a designer would question in it."""
    from ..render.layout.template import lint as examine

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
    help="Whose colours, fonts and logo; quiet neutral ones and a photograph of ours without it.",
)
@click.option("--size", type=OneOf(SIZES), help="The template's first size by default.")
@click.option(
    "--headline", default="A long walk by the harbour before breakfast", show_default=True
)
@click.option(
    "--subhead", default="Guided walks every evening until the sun is down.", show_default=True
)
@click.option("--button", default="Choose a walk", show_default=True)
@click.option("--image", metavar="IMAGE_ID", type=IMAGE_ID, help="A picture of the folder.")
@click.option("--out", type=OUT, help="FILE-SIZE.jpg beside FILE by default; - is standard output.")
@pass_app
def preview(
    app: App, /, file: Path, folder: str | None, size: Any, out: Path | None, **given: Any
) -> None:
    """Draw a banner with a template, free, in full size up to 1920 pixels; prints the file's
    path.
    """
    from ..render.layout import template as rules

    text = _contents(file)
    template = rules.load(text)
    size = size or ("linkedin-feed" if "any" in template.sizes else template.sizes[0])
    if folder is None and given["image"] is not None:
        raise click.UsageError("--image needs --folder.")
    opened: AbstractContextManager[Studio] = app.studio() if folder is not None else _neutral()
    with opened as studio:
        if folder is None:
            folder, given["image"] = _furnished(studio)
        made = studio.designs.preview(
            folder=folder,
            size=size,
            template_text=text.decode("utf-8", "replace"),
            slots=_slots(template, given),
            max_side=1920,
        )
        data = made.read()
        app.picture(lambda: data)
    target = out or file.with_name(f"{file.stem}-{size}.jpg")
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

    wanted = {
        "headline": given["headline"],
        "subhead": given["subhead"],
        "button_text": given["button"],
        "author_name": "Ada Byron" if "author_name" in template.slots else None,
        "author_role": "Analyst" if "author_role" in template.slots else None,
        "image_id": given["image"],
    }
    return Slots(**{name: words for name, words in wanted.items() if words})


def _as_png(data: bytes) -> bytes:
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(data)).save(out, "PNG")
    return out.getvalue()


def _contents(file: Path) -> bytes:
    with file.open("rb") as source:
        return source.read(1 << 20)  # a template is at most 64 KB, and says so itself
