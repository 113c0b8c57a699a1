"""``brandstudio studio`` and ``brandstudio notebook``: the front-ends, where they are installed."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path
from typing import Any

import click

from .app import KEY_VARIABLE, App, Failure, example, pass_app
from .engines import missing_modules


@click.command(
    epilog=example("brandstudio studio\n  brandstudio --url https://studio.example.com studio acme")
)
@click.argument("folder", required=False, default="")
@click.option(
    "--plain", is_flag=True, help="For screen readers: lines of words, no pictures, no frames."
)
@click.option("--ascii", "ascii_only", is_flag=True, help="No signs beyond ASCII.")
@click.option(
    "--pictures",
    type=click.Choice(["auto", "kitty", "sixel", "blocks", "none"]),
    default="auto",
    show_default=True,
    help="How pictures are shown.",
)
@click.option(
    "--keys",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keys of one's own (TOML).",
)
@click.option("--serve", is_flag=True, help="In a browser, at the address that is printed.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where --serve listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8001, show_default=True)
@pass_app
def studio(app: App, /, folder: str, serve: bool, host: str, port: int, **options: object) -> None:
    """The terminal studio, on the data folder or on a server."""
    if missing_modules("textual"):
        raise Failure(
            "NOT_INSTALLED", "the terminal studio needs Textual: pip install 'brandstudio[tui]'"
        )
    if _absent("brandstudio_tui.app"):
        raise Failure("NOT_INSTALLED", "this version comes without the terminal studio")
    api_key = app.environment.get(KEY_VARIABLE, "")
    if app.url is not None and not api_key:
        raise Failure("UNAUTHENTICATED", f"{app.url} needs a key: export {KEY_VARIABLE}=bsk_...")
    if serve:
        if missing_modules("textual_serve_asgi uvicorn"):
            raise Failure("NOT_INSTALLED", "--serve needs pip install 'brandstudio[tui,server]'")
        importlib.import_module("brandstudio_tui.serving").serve(
            _spoken(app, folder, options),
            host=host,
            port=port,
            say=lambda address: click.echo(f"The studio: {address}"),
        )
        return
    importlib.import_module("brandstudio_tui.app").main(
        data=app.data_folder if app.url is None else None,
        workspace=app.workspace,
        url=app.url,
        api_key=api_key,
        folder=folder.strip("/"),
        **options,
    )


def _spoken(app: App, folder: str, options: dict[str, Any]) -> list[str]:
    """The arguments that open the same studio again, in the page's own process."""
    where = ["--url", app.url] if app.url is not None else ["--data", str(app.data_folder)]
    if app.url is None and app.workspace != "default":
        where += ["--workspace", app.workspace]
    words = [*where, "studio", *([folder] if folder else [])]
    for name, value in options.items():
        option = "--ascii" if name == "ascii_only" else f"--{name}"
        if value is True:
            words.append(option)
        elif value not in (False, None):
            words += [option, str(value)]
    return words


@click.command(epilog=example("brandstudio notebook"))
@click.option("--no-browser", is_flag=True, help="Print the address only.")
@pass_app
def notebook(app: App, no_browser: bool) -> None:
    """JupyterLab on a copy of the shipped notebooks in ./brandstudio-notebooks; what is there
    already stays.
    """
    if missing_modules("jupyterlab anywidget"):
        raise Failure(
            "NOT_INSTALLED", "the notebooks need JupyterLab: pip install 'brandstudio[notebook]'"
        )
    shipped = _notebooks()
    if not shipped:
        raise Failure("NOT_INSTALLED", "this version comes without notebooks")
    folder = Path("brandstudio-notebooks")
    folder.mkdir(exist_ok=True)
    for file in shipped:
        if not (folder / file.name).exists():
            shutil.copyfile(file, folder / file.name)
    app.say(f"Notebooks: {folder.absolute()}")
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        str(folder),
        *(["--no-browser"] if no_browser else []),
    ]
    environment = {**os.environ, "BRANDSTUDIO_DATA": str(app.data_folder)}
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)  # noqa: S603


def _absent(module: str) -> bool:
    try:
        return util.find_spec(module) is None
    except ModuleNotFoundError:
        return True


def _notebooks() -> list[Path]:
    found = util.find_spec("brandstudio_notebooks")
    places = (
        [] if found is None else [Path(place) for place in found.submodule_search_locations or ()]
    )
    # Installed, the notebooks lie in the package; in a checkout they lie beside it.
    return sorted(
        {
            file
            for place in places
            for folder in (place, place.parent)
            if folder == place or folder.name == "notebooks"
            for file in folder.glob("*.ipynb")
        }
    )
