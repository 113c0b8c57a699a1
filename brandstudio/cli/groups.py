"""A group of commands as it is listed and as it is missed."""

from __future__ import annotations

import click

from .hints import meant

_SAME = {"get": "show", "ls": "list", "delete": "remove", "rm": "remove", "new": "create"}
"""What other tools call a command of ours, where a group has no command of that name itself."""


class Commands(click.Group):
    """A group in its own order, its commands told in whole sentences; a wrong name is answered with
    the right one that is nearest.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, first_sentence(command)) for name, command in self.commands.items()]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        refuse_unknown(ctx, args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


def refuse_unknown(ctx: click.Context, name: str, known: list[str]) -> None:
    """Raise for a command that there is none of, and name the one that was probably meant."""
    if name in known or name.startswith("-") or ctx.resilient_parsing:
        return
    same = _SAME.get(name)
    near = same if same in known else meant(name, known)
    raise click.UsageError(
        f"No such command {name!r}." + (f" Did you mean {near!r}?" if near else ""), ctx
    )


def first_sentence(command: click.Command) -> str:
    """What a command does, in a line."""
    text = " ".join((command.help or "").split("\n\n")[0].split())
    head, dot, _ = text.partition(". ")
    return head + "." if dot else text
