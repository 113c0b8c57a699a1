"""``brandstudio logos`` and ``fonts``: files from disk that a folder and those below it use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import operations as ops
from .app import App, example, pass_app
from .declared import Shape, declared
from .groups import Commands
from .params import FILE, FOLDER, LOGO, OneOf, contents

if TYPE_CHECKING:
    from ..operations.library import FontRole, LogoVariant


@click.group(cls=Commands, epilog=example("brandstudio logos add acme logo.svg --name primary"))
def logos() -> None:
    """Logos of a folder; the folders below it use them too."""


@logos.command("add", epilog=example("brandstudio logos add acme logo.svg --name primary"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("file", type=FILE)
@click.option("--name", help="What banners call it; the file's name by default.")
@click.option(
    "--variant",
    type=OneOf(("any", "light", "dark", "mono")),
    default="any",
    show_default=True,
    help="light is made for dark grounds, dark for light ones.",
)
@click.option(
    "--primary/--not-primary", default=None, help="The logo that banners take by default."
)
@pass_app
def add_logo(
    app: App, folder: str, file: Path, name: str | None, variant: LogoVariant, primary: bool | None
) -> None:
    """Add a logo: an SVG, or a PNG, WebP or JPEG (a JPEG has no transparency)."""
    data, called = contents(file)
    with app.studio() as studio:
        made = studio.logos.add(
            folder=folder,
            file=data,
            name=name or Path(called).stem,
            variant=variant,
            primary=primary,
        )
    ground = "any ground" if made.variant == "any" else f"the variant {made.variant}"
    over = f"; it replaces the file that {made.name} had for {ground}" if made.replaced else ""
    app.show(made, f"{folder} has the logo {made.name}{over}")


logos.add_command(declared(ops.ListLogos, "list", Shape("logos list acme")))
logos.add_command(
    declared(
        ops.UpdateLogo,
        "set-primary",
        Shape(
            "logos set-primary acme wordmark",
            arguments=("folder", "name"),
            types={"name": LOGO},
            fixed={"primary": True},
        ),
    )
)
logos.add_command(
    declared(
        ops.RemoveLogo,
        "remove",
        Shape(
            "logos remove acme wordmark --variant dark",
            arguments=("folder", "name"),
            types={"name": LOGO},
        ),
    )
)


@click.group(
    cls=Commands, epilog=example("brandstudio fonts add acme AcmeSans.ttf --role headline")
)
def fonts() -> None:
    """Fonts of a folder; the folders below it use them too."""


@fonts.command("add", epilog=example("brandstudio fonts add acme AcmeSans.ttf --role headline"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("file", type=FILE)
@click.option("--role", type=OneOf(("any", "headline", "body")), default="any", show_default=True)
@pass_app
def add_font(app: App, folder: str, file: Path, role: FontRole) -> None:
    """Add a font (TTF, OTF, WOFF2, a collection). It is checked before it is used."""
    data, called = contents(file)
    with app.studio() as studio:
        made = studio.fonts.add(folder=folder, file=data, filename=called, role=role)
    app.show(made, f"{folder} has the font {made.family}: {made.font_id}")


fonts.add_command(declared(ops.ListFonts, "list", Shape("fonts list acme")))
fonts.add_command(
    declared(
        ops.UpdateFont,
        "update",
        Shape(
            "fonts update acme font_019f2c... body",
            arguments=("folder", "font_id", "role"),
        ),
    )
)
fonts.add_command(declared(ops.RemoveFont, "remove", Shape("fonts remove acme font_019f2c...")))
