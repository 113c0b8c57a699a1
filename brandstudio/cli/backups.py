"""``brandstudio backup`` and ``brandstudio restore``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import click

from .app import App, Failure, example, pass_app
from .params import original_key, without_key


@click.command(epilog=example("brandstudio backup studio-monday.tar"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--with-secrets",
    is_flag=True,
    help="The master key too; keep such a file as safe as a password.",
)
@pass_app
def backup(app: App, file: Path, with_secrets: bool) -> None:
    """Write a consistent copy of everything to FILE (tar), while servers and workers run."""
    from ..service.places import blobs_elsewhere
    from ..store.backup import back_up

    settings = app.settings()
    if settings.database_url is not None:
        raise Failure(
            "NOT_CONFIGURED",
            "the database is on a server: copy it there first (pg_dump --format=custom), then the "
            "data folder and the bucket; see the guide, 'A studio in PostgreSQL'",
        )
    with Bar("Backup") as bar:
        made = back_up(
            app.data_folder,
            file,
            now=datetime.now(UTC),
            with_secrets=with_secrets,
            progress=bar.show,
            blobs=blobs_elsewhere(settings),
        )
    app.show(
        {
            "file": made.path,
            "files": made.files,
            "leftOut": made.left_out,
            "bytes": made.bytes,
            "withSecrets": made.with_secrets,
        },
        f"{made.files} files of the library and the database, {made.bytes / 1e6:,.1f} MB"
        + ("" if with_secrets else "; the master key stayed here (--with-secrets takes it along)"),
        *(
            [
                f"{made.left_out} files of the library were left out: they stay in {settings.blobs_url}"
            ]
            if made.left_out
            else []
        ),
        f"Backup: {made.path}",
    )


@click.command(
    epilog=example(
        "brandstudio --data ./studio-again restore studio-monday.tar --key ./studio/secret.key"
    )
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path))
@original_key
@without_key
@pass_app
def restore(app: App, file: Path, key: Path | None, without_key: bool) -> None:
    """Bring a backup back into the data folder, which must be empty; every file is checked."""
    from ..keys import master
    from ..settings import from_environment
    from ..store.backup import restore as bring_back

    settings = from_environment(str(app.data_folder))
    if settings.database_url is not None:
        raise Failure(
            "NOT_CONFIGURED",
            "a backup file is brought back into a folder alone: take BRANDSTUDIO_DATABASE_URL away",
        )
    key_is_set = settings.secret_key is not None
    with Bar("Restore") as bar:
        made = bring_back(
            file,
            app.data_folder,
            key=key,
            key_is_set=key_is_set,
            without_key=without_key,
            progress=bar.show,
        )
    if without_key and not made.with_secrets and not key_is_set:
        master.create(app.data_folder / "secret.key")
    if made.left_out:
        app.show(
            {"data": made.path, "files": made.files, "leftOut": made.left_out},
            f"The database as of {made.created_at}. {made.left_out} files of the library stay in "
            "object storage: set BRANDSTUDIO_BLOBS_URL to where they are, let this folder have them "
            "(brandstudio replicate take-over), then run brandstudio doctor.",
            f"Restored: {made.path}",
        )
        return
    with app.owner() as studio:
        report = studio.admin.doctor()
    lines = [f"{made.files} files of the library and the database as of {made.created_at}."]
    if without_key and not made.with_secrets:
        lines.append("A new master key was made: links signed before are dead.")
        if made.webhooks:
            lines.append(f"{made.webhooks} webhooks were taken out: brandstudio webhooks set URL")
    lines += [f"problem: {problem}" for problem in report.problems]
    app.show(
        {"data": made.path, "files": made.files, "createdAt": made.created_at, "sound": report.ok},
        *lines,
        f"Restored: {made.path}",
    )


class Bar:
    """A progress bar where a person looks on."""

    def __init__(self, title: str) -> None:
        from tqdm.auto import tqdm

        self._bar: Any = tqdm(desc=title, unit=" files", disable=None, leave=False)

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.close()

    def show(self, done: int, total: int) -> None:
        """So many of so many files."""
        self._bar.total = total
        self._bar.update(done - self._bar.n)
