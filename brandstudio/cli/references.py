"""``brandstudio references``."""

from __future__ import annotations

import click

from .. import operations as ops
from .app import example
from .declared import Shape, declared
from .groups import Commands

_OF_PHOTOS = "Photos teach the pictures' look, designs the layout."


@click.group(
    cls=Commands, epilog=example("brandstudio references add acme img_019f2c... img_019f2d...")
)
def references() -> None:
    """Golden references: up to five pictures of a folder that its style is learned from."""


references.add_command(
    declared(
        ops.ListReferences,
        "list",
        Shape(
            "references list acme --domain photos",
            arguments=("folder",),
            usual={"domain": "photos"},
        ),
    )
)
references.add_command(
    declared(
        ops.AddReferences,
        "add",
        Shape(
            "references add acme img_019f2c... img_019f2d... --category hero",
            arguments=("folder", "library_image_ids"),
            usual={"domain": "photos"},
        ),
    )
)
references.add_command(
    declared(
        ops.RemoveReference,
        "remove",
        Shape(
            "references remove acme ref_019f2c... --category hero",
            arguments=("folder", "ref_id"),
            usual={"domain": "photos", "category": "general"},
        ),
    )
)
