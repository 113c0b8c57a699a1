"""The root command: what all commands share, and where each of them lives."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from pathlib import Path
from typing import Any

import click

from ..errors import StudioError
from .app import DEBUG_VARIABLE, OWN_VARIABLES, URL_VARIABLE, App, Failure, Stopped, WrongUsage
from .groups import refuse_unknown
from .hints import told

_COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("demo", "The main job end to end: photos in, three banners out."),
    "serve": ("serve", "Serve /v1 with its worker."),
    "worker": ("serve", "Carry out jobs and deliveries beside servers."),
    "studio": ("screens", "The terminal studio."),
    "notebook": ("screens", "JupyterLab on a copy of the notebooks."),
    "folders": ("folders", "Brands, and what lies inside them."),
    # searching adds its commands to the group that it takes from library.
    "library": ("searching", "Pictures, saved designs and saved copy."),
    "searches": ("searching", "Searches that are kept."),
    "logos": ("assets", "Logos of a folder."),
    "fonts": ("assets", "Fonts of a folder."),
    "references": ("references", "Golden references: what the style is learned from."),
    "style": ("style", "A folder's look: learned, shown, edited."),
    "rules": ("rules", "What pictures, copy, logos and layouts keep to."),
    "images": ("images", "Make, edit, measure and resize pictures."),
    # edits adds its commands to the group that it takes from designs.
    "designs": ("edits", "Banners: preview, create, edit, render, save, export."),
    "text": ("text", "Copy: write, rewrite, proofread."),
    "jobs": ("jobs", "Work under way, and its end."),
    "batch": ("batch", "A table in, banners out."),
    "templates": ("templates", "Check and try templates of your own."),
    "export": ("designs", "A banner as PNG, JPEG, WebP, PDF or SVG."),
    "verify": ("verify", "What a picture says of its origin."),
    "keys": ("keys", "API keys."),
    "credits": ("credits", "Credits: add, balance, transactions, usage."),
    "prices": ("credits", "What each operation costs."),
    "webhooks": ("webhooks", "Where events go, and what became of them."),
    "workspaces": ("workspaces", "Workspaces: make, pause, resume."),
    "permissions": ("workspaces", "What a workspace may do."),
    "invites": ("invites", "Trial invitations."),
    "secrets": ("workspaces", "The master key."),
    "engines": ("engines", "Which engines answer, and what they understand."),
    "settings": ("settings", "Each setting, its value, and where it comes from."),
    "backup": ("backups", "A consistent copy, while running."),
    "replicate": ("replicate", "Copies in object storage as they come, and restore to a moment."),
    "move": ("moving", "The whole studio into a database and a bucket, and back."),
    "restore": ("backups", "A backup into an empty folder."),
    "doctor": ("engines", "What is installed, what is missing; check and mend the store."),
}
"""Name to module and one line of help, so that ``--help`` and completion load none of them."""

_SECTIONS = (
    ("Start", ("demo", "studio", "notebook", "serve", "worker")),
    (
        "Brand",
        ("folders", "library", "searches", "logos", "fonts", "references", "style", "rules"),
    ),
    (
        "Work",
        ("images", "designs", "text", "jobs", "batch", "templates", "export", "verify"),
    ),
    (
        "Account",
        (
            "keys",
            "credits",
            "prices",
            "webhooks",
            "workspaces",
            "permissions",
            "invites",
            "secrets",
        ),
    ),
    ("Care", ("settings", "engines", "doctor", "backup", "restore", "replicate", "move")),
)


def _hinted(error: StudioError) -> str:
    """What is wrong, with the way out where no folder of a near name is known."""
    if error.code not in _NO_FOLDER or "Did you mean" in error.message:
        return error.message
    ways = "brandstudio folders list shows those there are, folders create NAME makes one."
    return f"{error.message} {ways}"


_NO_FOLDER = ("FOLDER_NOT_FOUND", "UNSUPPORTED_BRAND")


class Root(click.Group):
    """Loads a command's module when it is used, and turns errors into ``CODE: message``, or into
    JSON.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        found = _COMMANDS.get(name)
        if found is None:
            return None
        module = importlib.import_module(f"{__package__}.{found[0]}")
        command: click.Command = getattr(module, name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        refuse_unknown(ctx, args[0], list(_COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in _SECTIONS:
            with formatter.section(title):
                formatter.write_dl([(name, _COMMANDS[name][1]) for name in names], col_max=14)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        own = [
            CompletionItem(name, help=entry[1])
            for name, entry in _COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*own, *click.Command.shell_complete(self, ctx, incomplete)]

    def invoke(self, ctx: click.Context) -> object:
        as_json = bool(ctx.params.get("as_json"))
        try:
            return self._invoke(ctx)
        except Failure as failure:
            failure.as_json = as_json
            raise
        except click.UsageError as error:
            error = _in_its_place(ctx, error)
            if not as_json:
                raise error from None
            wrong = WrongUsage("USAGE_ERROR", error.format_message())
            wrong.as_json = True
            raise wrong from None

    def _invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except StudioError as error:
            raise Failure(error.code, told(_hinted(error)), error.details) from None
        except (KeyboardInterrupt, click.Abort):
            raise Stopped from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever read our output has had enough; click ends quietly
            where = f"{error.filename}: " if error.filename else ""
            raise Failure("FILE_ERROR", f"{where}{error.strerror or error}") from None
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:
            if os.environ.get(DEBUG_VARIABLE):
                raise
            what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            raise Failure(
                "INTERNAL_ERROR", f"{what} ({DEBUG_VARIABLE}=1 shows where it comes from)"
            ) from error


def _in_its_place(ctx: click.Context, error: click.UsageError) -> click.UsageError:
    """The error; of an option that all commands share, that it stands before the command."""
    if not isinstance(error, click.NoSuchOption):
        return error
    name = error.option_name
    if all(name not in param.opts for param in ctx.command.params):
        return error
    told = f"{name} stands before the command: brandstudio {name} ..."
    return click.UsageError(told, error.ctx)


EPILOG = """\b
A server elsewhere:
  export BRANDSTUDIO_URL=https://studio.example.com
  export BRANDSTUDIO_API_KEY=bsk_...

\b
Exit status:
  0    done
  1    an error, told as CODE: message on standard error
  2    wrong usage
  3    done, and what was checked has findings (--check)
  130  stopped with Ctrl-C

\b
Completion in the shell:
  bash  eval "$(_BRANDSTUDIO_COMPLETE=bash_source brandstudio)"
  zsh   eval "$(_BRANDSTUDIO_COMPLETE=zsh_source brandstudio)"
  fish  _BRANDSTUDIO_COMPLETE=fish_source brandstudio | source

\b
Example:
  brandstudio demo
"""


@click.group(
    cls=Root,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that holds everything; $BRANDSTUDIO_DATA, else the platform's data folder.",
)
@click.option("--workspace", metavar="NAME_OR_ID", help="Whose studio.  [default: default]")
@click.option(
    "--url",
    metavar="URL",
    help="A server instead of a data folder; $BRANDSTUDIO_URL. Its key is $BRANDSTUDIO_API_KEY.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, errors too.")
@click.version_option(package_name="brandstudio", message="%(version)s")
@click.pass_context
def cli(
    ctx: click.Context, data: Path | None, workspace: str | None, url: str | None, as_json: bool
) -> None:
    """On-brand images, banners and copy: a studio that is yours and works offline."""
    # A pipe of a shell in the C locale must not stop a headline in another script.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if any(name.upper().startswith("BRANDSTUDIO") for name in os.environ):
        from ..settings import misspelt

        for name, meant in misspelt(os.environ, OWN_VARIABLES).items():
            click.echo(f"{name} is no setting; did you mean {meant}?", err=True)
    if url is not None and (data is not None or workspace is not None):
        raise click.UsageError(
            "--url names a server, whose key names the workspace: leave out --data and --workspace."
        )
    if url is None and data is None and workspace is None:
        url = os.environ.get(URL_VARIABLE) or None
    ctx.obj = App(
        data=data,
        workspace=workspace or "default",
        as_json=as_json,
        environment=os.environ,
        url=url,
    )
