"""``brandstudio replicate``: copies in object storage as they come, and back to a moment."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .app import App, Failure, example, pass_app
from .backups import Bar
from .params import original_key, without_key

if TYPE_CHECKING:
    import subprocess

    from ..care.copies import Copies
    from ..settings import Settings

_URL = "s3://my-bucket/copies"


@click.group(epilog=example(f"brandstudio replicate run --to {_URL}"))
def replicate() -> None:
    """Copies in object storage as they come, and restore to a moment."""


@replicate.command(epilog=example(f"brandstudio replicate run --to {_URL}"))
@click.option("--to", "url", required=True, metavar="URL", help="Where to: s3://bucket/prefix.")
@click.option(
    "--keep-days",
    type=click.FloatRange(min=1),
    default=7,
    show_default=True,
    help="How far back a restore may go; purged files stay in the copies for as long.",
)
@click.option(
    "--every",
    type=click.FloatRange(min=1),
    default=10,
    show_default=True,
    help="Seconds between two rounds over the files.",
)
@click.option(
    "--take-over", is_flag=True, help="Go on with the copies of a folder that is gone for good."
)
@pass_app
def run(app: App, url: str, keep_days: float, every: float, take_over: bool) -> None:
    """Copy everything from now on, beside servers and workers, until SIGTERM: the database as it
    changes, files as they come. The master key is not copied.
    """
    from ..care import litestream
    from ..care.copies import Copies, copies_at, object_place
    from ..service.places import open_store

    settings = _in_the_folder(app)
    if not settings.database.is_file():
        raise Failure("NOT_FOUND", f"there is no studio in {settings.data}")
    place = object_place(settings, _checked(url))
    litestream.program()
    stopping = _until_asked()
    lock = _only_one(settings.data)
    target = copies_at(place, settings.data)
    if take_over:
        target.owning.take_over()
    target.owning.claim()
    store = open_store(settings)
    store.prepare()
    process = litestream.start(settings.database, place, keep_days, lock, app.environment)
    try:
        _go_on(app, process, Copies(store, target, keep_days), every, stopping)
    finally:
        litestream.stop(process)
        store.close()


def _go_on(
    app: App,
    process: subprocess.Popen[bytes],
    copies: Copies,
    every: float,
    stopping: threading.Event,
) -> None:
    from ..errors import ServiceBusy

    told = False
    while True:
        if process.poll() is not None:
            raise Failure("NOT_RUNNING", f"litestream ended with status {process.returncode}")
        last = stopping.is_set()
        try:
            done = copies.round()
        except ServiceBusy as error:
            click.echo(f"{error.message} The next round tries again.", err=True)
        else:
            if not told:
                app.show({"files": done.files}, f"Copying; {done.files} files are there.")
                sys.stdout.flush()
                told = True
        if last:
            return
        stopping.wait(every)


@replicate.command(
    epilog=example(
        f"brandstudio --data ./again replicate restore --from {_URL} --key ./studio/secret.key"
    )
)
@click.option("--from", "url", required=True, metavar="URL", help="Where the copies are.")
@click.option(
    "--at",
    type=click.DateTime(["%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S"]),
    help="The moment, in UTC without an offset; the newest if left out.",
)
@original_key
@without_key
@pass_app
def restore(app: App, url: str, at: datetime | None, key: Path | None, without_key: bool) -> None:
    """Bring a studio back into the data folder, which must be empty, as it was at a moment."""
    from ..care.bringing_back import bring_back
    from ..care.copies import object_place
    from ..keys import master
    from ..store.brought_back import settle_key

    settings = _in_the_folder(app)
    moment = None if at is None else (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()
    key_is_set = settings.secret_key is not None

    def finish(folder: Path) -> None:
        if not key_is_set:
            settle_key(folder, key, without_key)
            if without_key and key is None:
                master.create(folder / "secret.key")

    with Bar("Restore") as bar:
        made = bring_back(
            object_place(settings, _checked(url)),
            settings.data,
            moment=moment,
            environment=app.environment,
            finish=finish,
            progress=bar.show,
        )
    of = datetime.fromtimestamp(made.moment, UTC).isoformat(timespec="seconds")
    lines = [f"{made.files} files and the database as of {of}."]
    if moment is not None and made.moment < moment:
        lines.append("The copies are whole until then only; a later moment was asked for.")
    if made.absent:
        lines.append(
            f"{len(made.absent)} files were purged after that moment and are gone: brandstudio doctor"
        )
    if made.elsewhere:
        lines.append(
            "Its files stay in their own bucket: set BRANDSTUDIO_BLOBS_URL, then brandstudio "
            "replicate take-over, then brandstudio doctor."
        )
    told = {
        "data": settings.data,
        "files": made.files,
        "moment": of,
        "absent": list(made.absent),
        "filesElsewhere": made.elsewhere,
    }
    app.show(told, *lines, f"Restored: {settings.data}")


@replicate.command(epilog=example(f"brandstudio replicate status --at {_URL}"))
@click.option("--at", "url", required=True, metavar="URL", help="Where the copies are.")
@pass_app
def status(app: App, url: str) -> None:
    """Until when the copies are whole; exit status 3 when that is over five minutes ago."""
    from ..care.copies import copies_at, noted, object_place
    from .app import Findings

    settings = app.settings()
    until, _ = noted(copies_at(object_place(settings, _checked(url)), settings.data))
    age = max(0.0, time.time() - until)
    of = datetime.fromtimestamp(until, UTC).isoformat(timespec="seconds")
    if age > 300:
        raise Findings("BEHIND", f"the copies are whole until {of}, {age:,.0f} s ago")
    app.show({"until": of, "secondsAgo": round(age)}, f"Whole until {of}, {age:,.0f} s ago")


@replicate.command("take-over", epilog=example("brandstudio replicate take-over"))
@pass_app
def take_over(app: App) -> None:
    """Make the bucket of BRANDSTUDIO_BLOBS_URL, and the database of BRANDSTUDIO_DATABASE_URL, this
    folder's, or let machines share them where all that it takes is set. Run it where the folder
    that had them is gone for good: two studios over one prefix would remove each other's files.
    """
    from ..service.places import open_store
    from ..store.objects import ObjectBlobs

    settings = app.settings()
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = open_store(settings)
    taken = {}
    if store.possession is not None:
        store.database.prepare()
        if store.shared:
            store.share()
        else:
            store.possession.take_over()
        taken["database"] = "the database"
    elif settings.database.is_file():
        store.database.prepare()
        if store.file_place.take_over() and settings.blobs_url is None:
            taken["blobs"] = "the files, which lie in it"
    if isinstance(store.blobs, ObjectBlobs) and settings.blobs_url is not None:
        store.blobs.owning.take_over()
        taken["blobs"] = settings.blobs_url
    store.close()
    if not taken:
        raise Failure(
            "NOT_CONFIGURED",
            "database and files lie in the folder of data: neither BRANDSTUDIO_BLOBS_URL nor "
            "BRANDSTUDIO_DATABASE_URL is set",
        )
    who = "Machines share" if store.shared else "This folder has"
    app.show(taken, f"{who} {' and '.join(taken.values())} now.")


def _in_the_folder(app: App) -> Settings:
    """The settings. Raises Failure where the database is on a server, which has copies of its own."""
    settings = app.settings()
    if settings.database_url is not None:
        raise Failure(
            "NOT_CONFIGURED",
            "the database is on a server, which is replicated by means of its own; see the guide, "
            "'A studio in PostgreSQL'",
        )
    return settings


def _checked(url: str) -> str:
    bucket, _, prefix = url.removeprefix("s3://").rstrip("/").partition("/")
    if not url.startswith("s3://") or not bucket or not prefix:
        raise click.UsageError(f"an address like {_URL} is meant, with a prefix of its own")
    return url.rstrip("/")


def _until_asked() -> threading.Event:
    """Set by SIGTERM and SIGINT."""
    asked = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: asked.set())
    return asked


def _only_one(data: Path) -> int:
    """A lock that this process and litestream hold: one stream of copies at a time."""
    import fcntl

    handle = os.open(data / "replicate.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Failure(
            "ALREADY_RUNNING",
            "copies of this folder are being made already (or the litestream of a run that was "
            "killed still runs: end it first)",
        ) from None
    return handle
