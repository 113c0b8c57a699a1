"""``brandstudio templates``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .app import App, Failure, example, pass_app
from .groups import Commands
from .params import FOLDER

if TYPE_CHECKING:
    from ..models.designs import Slots
    from ..render.compose import Rendering
    from ..render.layout.template import Template
    from ..service.service import Service

FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
SIZES = ("linkedin-cover", "linkedin-feed", "square", "portrait", "email-header")


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
    own = sorted({file.stem for ending in ("json", "toml") for file in folder.glob(f"*.{ending}")})
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
    help="Whose colours, fonts and logo; quiet neutral ones without it.",
)
@click.option("--size", type=click.Choice(SIZES), help="The template's first size by default.")
@click.option("--headline", default="The evenings are long again", show_default=True)
@click.option(
    "--subhead", default="Guided walks every evening until the sun is down.", show_default=True
)
@click.option("--button", default="Choose a walk", show_default=True)
@click.option(
    "--image", metavar="IMAGE_ID", help="A picture of the folder; a photograph of ours without it."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="FILE-SIZE.png beside FILE by default.",
)
@pass_app
def preview(
    app: App,
    file: Path,
    folder: str | None,
    size: Any,
    headline: str,
    subhead: str,
    button: str,
    image: str | None,
    out: Path | None,
) -> None:
    """Draw a banner with a template, free, at full size; prints the file's path."""
    from ..models.designs import Slots
    from ..render.layout import template as rules

    template = rules.load(_contents(file))
    size = size or ("linkedin-feed" if "any" in template.sizes else template.sizes[0])
    if not template.comes_in(size):
        raise Failure(
            "VALIDATION_ERROR", f"size: {template.name} comes in {', '.join(template.sizes)}"
        )
    wanted = {
        "headline": headline,
        "subhead": subhead or None,
        "button_text": button or None,
        "author_name": "Ada Byron" if "author_name" in template.slots else None,
        "author_role": "Analyst" if "author_role" in template.slots else None,
    }
    slots = Slots(
        **{name: words for name, words in wanted.items() if words},
        **({"image_id": image} if image else {}),
    )
    with app.service() as service:
        made = _drawn(service, app.workspace, template, size, slots, folder)
    target = out or file.with_name(f"{file.stem}-{size}.png")
    target.write_bytes(made.png)
    failures = [
        f"{failure.layer}: {failure.ratio:.1f} : 1, {failure.required:g} needed"
        for failure in made.contrast_failures
    ]
    app.show(
        {
            "file": str(target.absolute()),
            "score": made.scores.total,
            "contrastFailures": failures,
            "warnings": list(made.warnings),
        },
        *made.warnings,
        *failures,
        f"Score {made.scores.total:.2f}. {made.assessment}",
        f"Preview: {target}",
    )


def _drawn(
    service: Service,
    workspace: str,
    template: Template,
    size: Any,
    slots: Slots,
    folder: str | None,
) -> Rendering:
    """The banner in a folder's look, or in a neutral one with a photograph of ours."""
    from dataclasses import replace
    from importlib.resources import files

    from ..models.sizes import SIZES as PIXELS
    from ..operations import PreviewDesign
    from ..pipelines.briefs import gather, require_glyphs
    from ..pixels.probe import probe
    from ..render.brief import Brief, Look, Photo
    from ..render.compose import Rendering, compose
    from ..render.type.bundled import bundled_stack
    from ..studio.core import build

    data = files("brandstudio.assets").joinpath("photos", "dandelion.jpg").read_bytes()
    shape = probe(data)
    photo = Photo(
        data=data, sha256="0" * 64, mime_type=shape.mime, width=shape.width, height=shape.height
    )
    if folder is None:
        if slots.image_id is not None:
            raise Failure("VALIDATION_ERROR", "--image needs --folder")
        width, height = PIXELS[size]
        brief = Brief(
            template=template,
            size=size,
            width=width,
            height=height,
            slots=slots,
            look=Look(),
            fonts=bundled_stack(),
            photo=photo,
        )
    else:
        caller = service.owner(workspace)
        # The studio's own preview says what is wrong with the folder or the picture, in its own
        # words.
        service.send(
            caller,
            build(PreviewDesign, {"folder": folder, "size": size, "slots": slots}),
            service.new_request_id(),
        )
        materials = gather(service.context(caller.workspace_id, "preview"), folder, slots)
        require_glyphs(materials, slots)
        brief = materials.brief(template, size, slots)
        if brief.photo is None:
            brief = replace(brief, photo=photo)
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    return made


def _contents(file: Path) -> bytes:
    with file.open("rb") as source:
        return source.read(1 << 20)  # a template is at most 64 KB, and says so itself
