"""``brandstudio rules``."""

from __future__ import annotations

from typing import get_args

import click

from .. import operations as ops
from ..models.rules import RuleKind
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
            help={
                "kind": "What it holds for; without it the sentence says, where it can be checked."
            },
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


def _kind_of(ctx: click.Context, param: click.Parameter, given: str | None) -> object:
    """The kind that was said; else the one kind of rule as which the sentence can be checked."""
    if given is not None or ctx.resilient_parsing:
        return given
    from ..language.rule_sentences import check_from

    kinds = get_args(RuleKind)
    found = [kind for kind in kinds if check_from(kind, ctx.params.get("text") or "")]
    if len(found) == 1:
        return found[0]
    why = f"reads as {' or '.join(found)}" if found else "does not say what it holds for"
    raise click.MissingParameter(
        f"The sentence {why}: say --kind with one of {', '.join(kinds)}.", ctx, param
    )


for _param in rules.commands["add"].params:
    if _param.name == "kind":
        _param.required, _param.callback = False, _kind_of
