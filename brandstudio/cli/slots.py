"""Slots that a template declares itself, on the command line: ``--slot date="12 May"``."""

from __future__ import annotations

import click

from ..models.own_slots import OWN_NAME, OwnValue


def _read(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> dict[str, OwnValue] | None:
    """``NAME=WORDS`` as slots; a name that is given again makes a list."""
    found: dict[str, OwnValue] = {}
    for said in value:
        name, equals, words = said.partition("=")
        if not equals or not OWN_NAME.fullmatch(name):
            raise click.BadParameter(f"{said[:60]!r}: say NAME=WORDS, like date='12 May'")
        before = found.get(name)
        if before is None:
            found[name] = words
        else:
            found[name] = [*(before if isinstance(before, list) else [before]), words]
    return found or None


def _columns(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> object:
    found = _read(ctx, param, value) or {}
    if any(isinstance(column, list) for column in found.values()):
        raise click.BadParameter("a slot has one column")
    return found or None


slot_columns = click.option(
    "--slot",
    "own",
    multiple=True,
    callback=_columns,
    metavar="NAME=COLUMN",
    help="The column of a slot that the template declares itself; again for more.",
)
slot_option = click.option(
    "--slot",
    "own",
    multiple=True,
    callback=_read,
    metavar="NAME=WORDS",
    help="A slot that the template declares itself; again for more, the same name again for a list.",
)
