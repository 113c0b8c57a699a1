"""``brandstudio rules``."""

from __future__ import annotations

import click

from .. import operations as ops
from .app import example
from .declared import Shape, declared
from .groups import Commands


@click.group(
    cls=Commands, epilog=example('brandstudio rules add acme "Never say cheap." --kind copy')
)
def rules() -> None:
    """Rules of a folder; they hold for the folders below it too, unless one there overrides it."""


for _command in (
    declared(ops.ListRules, "list", Shape("rules list acme --kind copy")),
    declared(
        ops.AddRule,
        "add",
        Shape(
            'rules add acme "Never say cheap." --kind copy',
            arguments=("folder", "text"),
            help={"kind": "What it holds for."},
        ),
    ),
    declared(
        ops.UpdateRule,
        "update",
        Shape('rules update acme rule_019f2c... --text "Never say cheap or budget."'),
    ),
    declared(ops.RemoveRule, "remove", Shape("rules remove acme rule_019f2c...")),
):
    rules.add_command(_command)
