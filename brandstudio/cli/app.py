"""What commands share: the studio they open, and how they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..service.service import Service
    from ..settings import Settings
    from ..studio.studio import LocalStudio


class Failure(click.ClickException):
    """Ends a command with ``CODE: message`` on standard error and exit status 1; with ``--json`` as
    JSON.
    """

    exit_code = 1

    def __init__(self, code: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.details = dict(details or {})
        self.as_json = False

    def show(self, file: IO[Any] | None = None) -> None:
        if self.as_json:
            error = {"code": self.code, "message": self.message, "details": as_plain(self.details)}
            click.echo(json.dumps({"error": error}, ensure_ascii=False), file=file or sys.stderr)
            return
        click.echo(f"{self.code}: {self.message}", file=file or sys.stderr)


class WrongUsage(Failure):
    """A command that can't be read, told as JSON; exit status 2 as without."""

    exit_code = 2


@dataclass(frozen=True)
class App:
    """The options before the command. ``data`` is None where it was not given."""

    data: Path | None
    workspace: str
    as_json: bool
    environment: Mapping[str, str]

    @property
    def data_folder(self) -> Path:
        """The folder that holds everything."""
        from ..settings import default_data_folder

        return self.data if self.data is not None else default_data_folder(self.environment)

    def settings(self, **changes: Any) -> Settings:
        """Settings of the environment, over the data folder."""
        from dataclasses import replace

        from ..settings import from_environment

        return replace(from_environment(self.data_folder, self.environment), **changes)

    @contextmanager
    def studio(self, worker: bool = False) -> Iterator[LocalStudio]:
        """The studio, for the length of a command."""
        import brandstudio

        with brandstudio.open(self.data_folder, workspace=self.workspace, worker=worker) as studio:
            yield studio

    @contextmanager
    def service(self, **changes: Any) -> Iterator[Service]:
        """The service itself, for commands that serve."""
        from ..engines.select import ConfiguredEngines
        from ..service.service import Service

        settings = self.settings(**changes)
        service = Service(settings, ConfiguredEngines(settings))
        try:
            yield service
        finally:
            service.close()

    # -- printing ----------------------------------------------------------------------------------

    def show(self, value: Any, *lines: str) -> None:
        """Print the value as JSON where that is asked for, else the lines."""
        if self.as_json:
            click.echo(json.dumps(as_plain(value), ensure_ascii=False, indent=2))
            return
        for line in lines:
            click.echo(line)

    def table(
        self, value: Any, head: Sequence[str], rows: Iterable[Sequence[Any]], empty: str = "None."
    ) -> None:
        """Print the value as JSON where that is asked for, else rows under a head."""
        if self.as_json:
            self.show(value)
            return
        cells = [[_cell(cell) for cell in row] for row in rows]
        if not cells:
            click.echo(empty)
            return
        widths = [
            max(_width(line[place]) for line in [list(head), *cells]) for place in range(len(head))
        ]
        for line in [[title.upper() for title in head], *cells]:
            padded = [
                cell + " " * (width - _width(cell))
                for cell, width in zip(line, widths, strict=True)
            ]
            click.echo("  ".join(padded).rstrip())

    def say(self, text: str) -> None:
        """A remark for people, on standard error."""
        click.echo(text, err=True)


class FolderArgument(click.types.StringParamType):
    """The path of a folder; the slash that a shell's user may leave at its end is no part of it."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        return text.rstrip("/") or text


FOLDER = FolderArgument()

pass_app = click.make_pass_decorator(App)


def as_plain(value: Any) -> Any:
    """The value as JSON knows it, with the names of the wire."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return {str(key): as_plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain(part) for part in value]
    return str(value) if isinstance(value, Path) else value


def credits(amount: float) -> str:
    """An amount of credits as people write it."""
    text = f"{amount:,.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _cell(value: Any) -> str:
    from datetime import datetime

    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, float):
        return credits(value)
    return " ".join(str(value).split())


def _width(text: str) -> int:
    import unicodedata

    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def example(text: str) -> str:
    """The end of a command's help: how it is used."""
    return f"\b\nExample:\n  {text}"
