"""``brandstudio style``."""

from __future__ import annotations

import click

from .. import operations as ops
from .app import example
from .declared import Shape, declared
from .groups import Commands
from .params import EXTRACTION


@click.group(cls=Commands, epilog=example("brandstudio style extract acme"))
def style() -> None:
    """A folder's look: learned from its references and website, shown as resolved, edited."""


for _command in (
    declared(
        ops.ExtractStyle, "extract", Shape("style extract acme --website-url https://acme.example")
    ),
    declared(ops.GetStyle, "show", Shape("style show acme/spring")),
    declared(
        ops.UpdateStyle,
        "edit",
        Shape('style edit acme --palette \'[{"hex": "#0b3d5c", "role": "primary"}]\''),
    ),
    declared(
        ops.GetExtraction,
        "extraction",
        Shape("style extraction acme job_019f2c...", types={"job_id": EXTRACTION}),
    ),
    declared(ops.GetBrand, "brand", Shape("style brand acme")),
    declared(
        ops.SampleColours,
        "sample-colours",
        Shape("style sample-colours acme --file poster.png --count 5", files=("image_url",)),
    ),
):
    style.add_command(_command)
