"""What a folder that was brought back needs before it is a studio: its key or nothing sealed, nothing
that was on the old disk alone, and everything flushed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ..errors import ValidationError
from .blobs import flush_file, flush_folder
from .holding import lock, release_hold

MOST_SMALL = 1 << 20
"""Bytes of the manifest, of a template and of the key file at most."""


@contextmanager
def folder_to_fill(data: Path) -> Iterator[Path]:
    """A new folder beside ``data``, to be filled and then given its name; gone afterwards where that
    was not done, and with it what killed restores of the same name left. Raises
    `errors.ValidationError` where something stands in ``data`` already.
    """
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        raise ValidationError.of(
            "data", "restore needs an empty folder; name another with --data", value=data
        )
    data.parent.mkdir(parents=True, exist_ok=True)
    for left in unfinished(data, older_than=60):
        release_hold(left)
    place = Path(tempfile.mkdtemp(prefix=_prefix(data), dir=data.parent))
    held = lock(place)
    try:
        yield place
    finally:
        os.close(held)
        shutil.rmtree(place, ignore_errors=True)


def unfinished(data: Path, older_than: float) -> list[Path]:
    """Folders beside ``data`` that a restore fills, or that a killed one left, so many seconds old;
    a lock tells which (`holding.release_hold`).
    """
    data = data.absolute()
    found = []
    with suppress(OSError):  # a folder that may not be listed is not looked through
        for path in data.parent.iterdir():
            with suppress(FileNotFoundError):
                ours = path.name.startswith(_prefix(data)) and path.is_dir()
                if ours and path.stat().st_mtime < time.time() - older_than:
                    found.append(path)
    return sorted(found)


def _prefix(data: Path) -> str:
    return f".{data.name}.restoring."


def flush_all(place: Path) -> None:
    """Make what was brought back durable before it is called a studio: files, names, folders."""
    for path in place.rglob("*"):
        flush_file(path)
    flush_folder(place)


def forget_passing(database: Path) -> list[str]:
    """Take out drawn downloads and uploads on their way, whose files were on the old disk alone;
    gives the files that the database names.
    """
    with closing(sqlite3.connect(database)) as db:
        db.execute("delete from renditions")
        db.execute("delete from uploads")
        db.commit()
        return [str(sha256) for (sha256,) in db.execute("select sha256 from blobs")]


def settle_key(place: Path, key: Path | None, without_key: bool) -> None:
    """As a backup that came without its master key."""
    with closing(sqlite3.connect(place / "studio.db")) as db:
        (webhooks,) = db.execute("select count(*) from webhooks").fetchone()
    without_its_key(place, key, int(webhooks), without_key)


def without_its_key(place: Path, key: Path | None, webhooks: int, without_key: bool) -> None:
    """The key file that was named, or nothing left that needs one."""
    if key is not None:
        if key.stat().st_size > MOST_SMALL:
            raise ValidationError.of("key", "is no key file of brandstudio", value=key)
        shutil.copyfile(key, place / "secret.key")
        (place / "secret.key").chmod(0o600)
        return
    if not without_key:
        sealed = (
            f"{webhooks} webhook secrets and every kept answer" if webhooks else "what it sealed"
        )
        raise ValidationError.of(
            "key",
            f"this backup came without its master key, and {sealed} can't be opened without it. Name "
            "the secret.key of the original (--key FILE), set BRANDSTUDIO_SECRET_KEY, or go on "
            "without it (--without-key): then links that were sent are dead, and webhooks are set anew",
        )
    with closing(sqlite3.connect(place / "studio.db")) as db:
        db.execute("delete from webhooks")
        db.execute("delete from idempotency where result is not null")
        db.commit()
