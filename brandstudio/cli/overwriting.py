"""Files that commands write, which never are those that the same command reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

STDIN = "-"


class OutFile(click.Path):
    """A file (or folder) to write."""


def refuse_overwriting(ctx: click.Context) -> None:
    """End the command before anything where it would write over a file that it was given to
    read.
    """
    targets = [param for param in ctx.command.params if isinstance(param.type, OutFile)]
    if not targets:
        return
    sources = [
        param
        for param in ctx.command.params
        if isinstance(param.type, click.Path) and param not in targets
    ]
    read = [path for param in sources for path in _paths(ctx.params.get(param.name or ""))]
    for param in targets:
        for target in _paths(ctx.params.get(param.name or "")):
            if str(target) != STDIN and not target.is_dir():
                require_apart(target, read, f"name another {param.opts[0]}")


def require_apart(target: Path, read: list[Path], advice: str) -> None:
    """Raise UsageError where ``target`` is one of the files that are read."""
    for source in read:
        if _is_standard_input(target) if str(source) == STDIN else _is_same(source, target):
            raise click.UsageError(
                f"{target} is what this command reads, and would be written over; {advice}."
            )


def _is_same(source: Path, target: Path) -> bool:
    from ..studio.whole_files import same_file

    return same_file(source, target)


def _is_standard_input(target: Path) -> bool:
    """Whether the shell hands that very file in (``< posts.csv``)."""
    try:
        return os.path.samestat(os.fstat(sys.stdin.fileno()), target.stat())
    except (OSError, ValueError, AttributeError):
        return False


def _paths(value: object) -> Iterator[Path]:
    for path in value if isinstance(value, tuple) else (value,):
        if isinstance(path, Path):
            yield path
