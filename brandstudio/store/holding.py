"""What a running backup holds on to: a copy of the database in one moment, and a link to every file
that it names, so that a purge meanwhile takes nothing away.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from ..errors import StudioError
from . import Store
from .blobs import FolderBlobs
from .references import BlobRow

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no flock
    fcntl = None  # type: ignore[assignment]


def hold(store: Store, held: Path) -> list[BlobRow]:
    """A copy of the database in ``held``, and a hard link beside it to every file that it names."""
    folder = store.blobs if isinstance(store.blobs, FolderBlobs) else None
    with store.read() as tx:
        early = tx.blobs.all() if folder is not None else []
    for row in early:
        with suppress(FileNotFoundError):  # purged since; then it is not in the snapshot either
            _link(_path(folder, row), held / row.sha256)
    with closing(sqlite3.connect(store.data / "studio.db", isolation_level=None)) as source:
        with store.write() as tx:
            # Nobody writes now: the snapshot begins here, and what came since the first round is
            # linked at once.
            source.execute("begin")
            source.execute("select count(*) from blobs").fetchone()
            rows = tx.blobs.all()
            for row in rows if folder is not None else []:
                if not (held / row.sha256).exists():
                    try:
                        _link(_path(folder, row), held / row.sha256)
                    except FileNotFoundError:
                        raise StudioError(
                            f"A file of the library is missing on disk ({row.sha256[:12]}); run: brandstudio doctor"
                        ) from None
        with closing(sqlite3.connect(held / "studio.db")) as target:
            source.backup(target)
            # Drawn downloads are a cache, and uploads that nobody has used yet are on their way:
            # both stay behind.
            target.execute("delete from renditions")
            target.execute("delete from uploads")
            target.commit()
            target.execute("pragma journal_mode = delete")
            target.execute("vacuum")
    wanted = {row.sha256 for row in rows}
    for name in os.listdir(held):
        if name not in wanted and name != "studio.db":
            (held / name).unlink()
    return rows


def _path(folder: FolderBlobs | None, row: BlobRow) -> Path:
    assert folder is not None, "files that are kept elsewhere are not linked"
    return folder.path(row.sha256)


def lock(folder: Path) -> int:
    """A lock on the folder that ends with this process; a killed backup leaves it free."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return handle


def release_hold(folder: Path) -> bool:
    """Remove what a killed backup held, its links to purged pictures among it; False while that
    backup still runs.
    """
    try:
        handle = lock(folder)
    except BlockingIOError:
        return False
    try:
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(handle)
    return True


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except FileNotFoundError:
        raise
    except OSError:  # a file system without hard links
        shutil.copyfile(source, target)
