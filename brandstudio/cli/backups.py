"""``brandstudio backup`` and ``brandstudio restore``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import click

from .app import App, example, pass_app


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
    from ..store.backup import back_up

    with Bar("Backup") as bar:
        made = back_up(
            app.data_folder,
            file,
            now=datetime.now(UTC),
            with_secrets=with_secrets,
            progress=bar.show,
        )
    app.show(
        {
            "file": made.path,
            "files": made.files,
            "bytes": made.bytes,
            "withSecrets": made.with_secrets,
        },
        f"{made.files} files of the library and the database, {made.bytes / 1e6:,.1f} MB"
        + ("" if with_secrets else "; the master key stayed here (--with-secrets takes it along)"),
        f"Backup: {made.path}",
    )


@click.command(epilog=example("brandstudio --data ./studio-again restore studio-monday.tar"))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path))
@pass_app
def restore(app: App, file: Path) -> None:
    """Bring a backup back into the data folder, which must be empty; every file is checked."""
    from ..store.backup import restore as bring_back

    with Bar("Restore") as bar:
        made = bring_back(file, app.data_folder, progress=bar.show)
    with app.owner() as studio:
        report = studio.admin.doctor()
    lines = [f"{made.files} files of the library and the database as of {made.created_at}."]
    if not made.with_secrets:
        lines.append("The backup came without the master key: links signed before are dead.")
        if made.webhooks:
            lines.append(
                f"{made.webhooks} webhook secrets need the old secret.key in {made.path}; without it: "
                "brandstudio webhooks remove, then set."
            )
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
