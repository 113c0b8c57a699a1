"""``brandstudio move``: a whole studio from a folder into a database and a bucket, and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .app import App, Failure, example, pass_app
from .backups import Bar

if TYPE_CHECKING:
    from ..models.admin import Doctor
    from ..settings import Settings
    from ..store import Store

_SILENT_MS = 20_000


@click.command(
    epilog=example(
        "brandstudio move --to postgresql://studio@db.example/studio --blobs s3://bucket/studio"
    )
)
@click.option(
    "--to", "target", required=True, metavar="PLACE", help="postgresql://... or a new folder."
)
@click.option(
    "--blobs",
    metavar="s3://BUCKET/PREFIX",
    help="Where files go.  [default: BRANDSTUDIO_BLOBS_URL]",
)
@pass_app
def move(app: App, target: str, blobs: str | None) -> None:
    """Move the whole studio with its ledger, files, jobs and keys, while nothing works on it. What
    breaks off leaves it where it was, and is run again; the old place is closed at the end, not removed.
    """
    from ..care.moving import move as carry
    from ..service.places import open_store

    away = target.startswith(("postgresql://", "postgres://"))
    source, new = _places(app, target, blobs, away)
    _require_sound(source, "before the move")
    old, store = open_store(source), open_store(new)
    try:
        old.prepare()
        _require_quiet(old)
        _open_target(source, new, store, away)
        with Bar("Move") as bar:
            made = carry(old, store, bar.show)
        if old.possession is not None:
            old.possession.leave()
    finally:
        old.close()
        store.close()
    if away:
        for name in ("studio.db", "studio.db-wal", "studio.db-shm"):
            path = source.data / name
            if path.exists():
                path.rename(path.with_name(name.replace("studio.db", "studio.db.moved")))
        new = replace(new, data=source.data)
    _require_sound(new, "after the move")
    told = {
        "files": made.files,
        "rows": made.rows,
        "uploads": made.uploads,
        "templates": made.templates,
    }
    app.show(
        told | {"to": target if not away else "postgresql"},
        f"{made.files} files, {made.rows} rows, {made.uploads} uploads on their way and "
        f"{made.templates} templates; the doctor finds both places sound.",
        *_what_now(source, new, away),
    )


def _places(app: App, target: str, blobs: str | None, away: bool) -> tuple[Settings, Settings]:
    """The settings of the studio as it is, and as it is to be."""
    settings = app.settings()
    if not away:
        folder = Path(target).expanduser().absolute()
        if settings.database_url is None:
            raise Failure(
                "NOT_CONFIGURED",
                "the studio lies in a folder already: brandstudio backup copies it",
            )
        if folder == settings.data or (folder.exists() and any(folder.iterdir())):
            raise Failure("FOLDER_NOT_EMPTY", f"{folder} is not empty; name a new folder")
        return settings, replace(settings, data=folder, database_url=None, blobs_url=blobs)
    files = settings.blobs_url if (settings.data / "bucket.owner").exists() else None
    source = replace(settings, database_url=None, blobs_url=files)
    place = blobs or settings.blobs_url
    new = replace(settings, data=settings.data / "moving", database_url=target, blobs_url=place)
    told = {
        "--blobs": place,
        "BRANDSTUDIO_SECRET_KEY (brandstudio secrets show)": settings.secret_key,
        "BRANDSTUDIO_BASE_URL": settings.base_url,
    }
    if lacking := [name for name, value in told.items() if not value]:
        raise Failure("NOT_CONFIGURED", f"set {' and '.join(lacking)} for the move")
    return source, new


def _require_sound(settings: Settings, when: str) -> None:
    """The doctor's word. Raises Failure where there is a problem, or the key is not this studio's."""
    from ..care.doctor import examine
    from ..engines.select import ConfiguredEngines
    from ..keys import master
    from ..service.service import Service

    file = settings.data / "secret.key"
    if settings.secret_key and file.exists():
        ours = master.load(file, None).ids
        if ours[0] not in master.load(file, settings.secret_key).ids:
            raise Failure(
                "VALIDATION_ERROR",
                "BRANDSTUDIO_SECRET_KEY is not this studio's key; without it in the environment "
                "brandstudio secrets show prints the right one",
            )
    if settings.database_url is None and not (settings.data / "studio.db").exists():
        raise Failure("NOT_FOUND", f"there is no studio in {settings.data}")
    service = Service(settings, ConfiguredEngines(settings))
    try:
        found: Doctor = examine(service.context("", "move"), mend=False, scrub=False)
    finally:
        service.close()
    if not found.ok:
        raise Failure("STORE_PROBLEMS", f"{when}: {'; '.join(found.problems[:5])}")


def _require_quiet(store: Store) -> None:
    """Raise Failure while a process uses the studio."""
    from ..service.processes import ProcessLock

    lock = ProcessLock(store.locks)
    living = [id for id in lock.others() if lock.is_alive(id)]
    lock.close()
    if store.possession is not None:
        with store.read() as tx:
            living += [sign.id for sign in tx.signs.all() if sign.ago_ms < _SILENT_MS]
    if living:
        raise Failure(
            "STUDIO_IN_USE",
            f"{len(living)} processes use the studio: end its servers and workers first",
        )


def _open_target(source: Settings, new: Settings, store: Store, away: bool) -> None:
    from ..keys import master
    from ..store.objects import ObjectBlobs
    from ..store.rows_moved import is_empty

    if away and source.blobs_url == new.blobs_url and isinstance(store.blobs, ObjectBlobs):
        store.blobs.owning.take_over()  # the files stay where they are
    if store.possession is not None:
        store.database.prepare()
        with store.read() as tx:
            begun = not is_empty(tx.db)
        if not begun:
            store.possession.begin_anew()
    store.prepare()
    if not away and new.secret_key:
        master.keep(new.data / "secret.key", master.load(new.data / "secret.key", new.secret_key))


def _what_now(source: Settings, new: Settings, away: bool) -> list[str]:
    if away:
        return [
            "On each machine that shares the studio set BRANDSTUDIO_DATABASE_URL, BRANDSTUDIO_BLOBS_URL, "
            "BRANDSTUDIO_SECRET_KEY and BRANDSTUDIO_BASE_URL as here.",
            f"{source.data} is closed: studio.db.moved and blobs/ may go when you are sure.",
        ]
    return [
        "Take BRANDSTUDIO_DATABASE_URL and BRANDSTUDIO_BLOBS_URL out of the environment.",
        f"The studio is in {new.data}; the database is closed, and may go when you are sure.",
    ]
