"""The command line: one module for each area, loaded when its command is used."""

from __future__ import annotations


def main() -> None:
    """Run the command line; never returns."""
    from .root import cli

    cli()
