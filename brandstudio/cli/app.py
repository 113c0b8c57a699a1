"""What commands share: the studio they open, and how they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import click

from . import terminal
from .overwriting import refuse_overwriting
from .terminal import credits

if TYPE_CHECKING:
    from ..service.service import Service
    from ..settings import Settings
    from ..store.own_templates import OwnTemplates
    from ..studio import LocalStudio, Studio

__all__ = [
    "App",
    "Failure",
    "WrongUsage",
    "as_plain",
    "credits",
    "example",
    "pass_app",
]

KEY_VARIABLE, URL_VARIABLE = "BRANDSTUDIO_API_KEY", "BRANDSTUDIO_URL"
DEBUG_VARIABLE = "BRANDSTUDIO_DEBUG"
OWN_VARIABLES = (KEY_VARIABLE, URL_VARIABLE, "BRANDSTUDIO_PICTURES", DEBUG_VARIABLE)
"""What the command line reads for itself."""


class Failure(click.ClickException):
    """Ends a command with ``CODE: message`` on standard error and exit status 1; with ``--json`` as
    JSON.
    """

    exit_code = 1

    def __init__(
        self, code: str, message: str, details: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.details = dict(details or {})
        self.as_json = False

    def show(self, file: IO[Any] | None = None) -> None:
        if self.as_json:
            error = {"code": self.code, "message": self.message, "details": as_plain(self.details)}
            click.echo(json.dumps({"error": error}, ensure_ascii=False), file=file or sys.stderr)
            return
        stream = file or sys.stderr
        code = terminal.paint(self.code, "bad", stream)
        click.echo(f"{code}: {self.message}", file=stream)


class WrongUsage(Failure):
    """A command that can't be read, told as JSON; exit status 2 as without."""

    exit_code = 2


class Stopped(Failure):
    """Ctrl-C, or a question that was answered with no; exit status 130, as of a signal."""

    exit_code = 130

    def __init__(self) -> None:
        super().__init__("STOPPED", "Stopped; what was done before stays done.")


class Findings(Failure):
    """The work was done, and what was checked has findings; exit status 3."""

    exit_code = 3


@dataclass(frozen=True)
class App:
    """The options before the command. ``data`` is None where it was not given, ``url`` where the
    studio lies in a data folder.
    """

    data: Path | None
    workspace: str
    as_json: bool
    environment: Mapping[str, str]
    url: str | None = None

    @property
    def data_folder(self) -> Path:
        """The folder that holds everything."""
        from ..settings import default_data_folder

        return self.data if self.data is not None else default_data_folder(self.environment)

    def own_templates(self) -> OwnTemplates:
        """Where the team's own templates lie."""
        from ..service.places import open_store

        return open_store(self.settings()).templates

    def settings(self, **changes: Any) -> Settings:
        """Settings of the environment, over the data folder."""
        from dataclasses import replace

        from ..settings import from_environment

        return replace(from_environment(self.data_folder, self.environment), **changes)

    @contextmanager
    def studio(self) -> Iterator[Studio]:
        """The studio, for the length of a command: in the data folder, or behind ``--url``."""
        import brandstudio

        if self.url is None:
            with self.owner() as local:
                yield local
            return
        key = self.environment.get(KEY_VARIABLE, "").strip()
        if not key:
            raise Failure(
                "NO_API_KEY",
                f"{self.url} needs a key: export {KEY_VARIABLE}=bsk_... "
                "(brandstudio keys create makes one, where the server runs)",
            )
        try:
            remote = brandstudio.connect(self.url, api_key=key)
        except ValueError as error:
            raise Failure("VALIDATION_ERROR", f"--url: {error}") from None
        with remote as studio:
            yield studio

    @contextmanager
    def owner(self) -> Iterator[LocalStudio]:
        """The studio in the data folder with what only its owner may do."""
        import brandstudio

        if self.url is not None:
            raise Failure(
                "LOCAL_ONLY",
                "this command works on the data folder itself: run it where the server runs, "
                "without --url and BRANDSTUDIO_URL",
            )
        with brandstudio.open(self.data_folder, workspace=self.workspace) as studio:
            yield studio

    def opener(self) -> Callable[[], LocalStudio]:
        """What opens the studio of the data folder in another process."""
        import brandstudio

        return partial(brandstudio.open, str(self.data_folder), workspace=self.workspace)

    @contextmanager
    def service(self, **changes: object) -> Iterator[Service]:
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

    def show(self, value: object, *lines: str) -> None:
        """Print the value as JSON where that is asked for, else the lines."""
        if self.as_json:
            click.echo(json.dumps(as_plain(value), ensure_ascii=False, indent=2))
            return
        # What is to be known of a result is no part of it: a script reads the id alone.
        for line in lines:
            click.echo(line, err=isinstance(line, terminal.Note))

    def table(
        self,
        value: object,
        head: Sequence[str],
        rows: Iterable[Sequence[object]],
        empty: str = "None.",
    ) -> None:
        """Print the value as JSON where that is asked for, else rows under a head."""
        rows = [] if self.as_json else list(rows)
        self.show(value, *(terminal.table(head, rows) if rows else [empty]))

    def say(self, text: str) -> None:
        """A remark for people, on standard error."""
        click.echo(text, err=True)

    def picture(self, data: Callable[[], bytes]) -> None:
        """Show a picture where a person looks on and the terminal can; ``data`` is read only
        then.
        """
        from . import pictures

        if not self.as_json and (way := pictures.way(self.environment)) != "none":
            pictures.show(data(), way)


Given = ParamSpec("Given")
Made = TypeVar("Made")
_with_app = click.make_pass_decorator(App)


def pass_app(command: Callable[Concatenate[App, Given], Made]) -> Callable[Given, Made]:
    """Hand the command its :class:`App`, once it is sure that nothing it reads is written over."""
    handed = _with_app(command)

    @wraps(command)
    def checked(*args: Given.args, **given: Given.kwargs) -> Made:
        refuse_overwriting(click.get_current_context())
        return handed(*args, **given)

    return checked


def as_plain(value: object) -> Any:
    """The value as JSON knows it, with the names of the wire."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return {str(key): as_plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain(part) for part in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)  # 96 credits, as over HTTP
    return str(value) if isinstance(value, Path) else value


def example(text: str) -> str:
    """The end of a command's help: how it is used."""
    return f"\b\nExample:\n  {text}"
