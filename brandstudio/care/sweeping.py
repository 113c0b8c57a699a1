"""What time takes away: old trash, archived folders, stale uploads and keys, files that no row
names.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..catalogue.purging import PurgedItem, purge_item
from ..catalogue.showing import TRASH_MS
from ..context import Context
from ..errors import ServiceBusy
from ..store import Transaction
from ..store.brought_back import unfinished
from ..store.folders import FolderRow
from ..store.holding import release_hold
from ..store.library import ItemRow
from .clockwatch import in_doubt

log = logging.getLogger("brandstudio")

DAY_MS = 24 * 3600 * 1000
ORPHAN_SECONDS = 600
EVENTS_MS = 90 * DAY_MS
PASSING_MS = 3600 * 1000
"""How long previews and exports stay."""


def sweep(ctx: Context) -> None:
    """Remove what is due, in small transactions so that nobody waits.

    What goes by its age stays while the wall clock is in doubt; what goes by its size does not.
    """
    now = ctx.now()
    _apart(trim_renditions, ctx)
    with ctx.store.write() as tx:
        doubted = in_doubt(tx, ctx.clock)
    if doubted:
        return
    _apart(empty_trash, ctx, now)
    _apart(remove_archived, ctx, now)
    _apart(_forget, ctx, now)
    _apart(ctx.store.carry_out_removals)
    _apart(_remove_unnamed, ctx)
    _apart(remove_left_behind, ctx)


def _apart(part: Callable[..., object], *given: object) -> None:
    """One part of the sweep; whatever is wrong there keeps no other part from its work."""
    try:
        part(*given)
    except ServiceBusy:
        raise
    except Exception:
        log.exception("a part of the sweep broke off: %s", part.__name__)


def _forget(ctx: Context, now: int) -> None:
    """Rows that are only kept for so long, and the files of stale uploads and previews."""
    with ctx.store.write() as tx:
        tx.idempotency.sweep(now - DAY_MS)
        tx.outbox.delivered_before(now - EVENTS_MS)
        stale = tx.uploads.older_than(now - DAY_MS)
        for s3_key in stale:
            tx.uploads.remove(s3_key)
        gone = tx.blobs.release_all(
            tx.blobs.held_between("passing:", f"passing:{now - PASSING_MS:015d}")
        )
    ctx.store.remove_files(gone)
    for s3_key in stale:
        ctx.store.room.remove(s3_key)


def _remove_unnamed(ctx: Context) -> None:
    if ctx.store.blobs.near or listing_is_due(ctx):
        remove_orphans(ctx)


def listing_is_due(ctx: Context) -> bool:
    """Whether the listing of a bucket, which costs a request for each thousand files, is a day old;
    then this process does it.
    """
    note = ctx.store.data / "bucket.listed"
    with suppress(FileNotFoundError):
        if time.time() - note.stat().st_mtime < DAY_MS / 1000:
            return False
    note.touch(0o600)
    return True


def _remove(file: Path) -> None:
    """One file that can't be removed now is left to the next sweep, and stops nothing."""
    with suppress(OSError):
        file.unlink()


def empty_trash(ctx: Context, now: int) -> int:
    """Purge items that have lain in the trash for 30 days."""
    removed = 0
    while True:
        purged = _purged(ctx, lambda tx: tx.items.trashed_before(now - TRASH_MS, 100))
        removed += purged
        if purged < 100:
            return removed


def _purged(ctx: Context, some: Callable[[Transaction], list[ItemRow]]) -> int:
    """Purge some items together; one by one where that fails: a damaged row stays, for the doctor to
    tell of, and keeps no other in the trash.
    """
    try:
        with ctx.store.write() as tx:
            purged = [purge_item(tx, row) for row in some(tx)]
    except ServiceBusy:
        raise
    except Exception:
        log.exception("items can't be purged together")
        purged = _purged_singly(ctx, some)
    for item in purged:
        ctx.store.remove_files(item.gone)
        for key in item.renditions:
            _remove(ctx.store.renditions / key)
    return len(purged)


def _purged_singly(ctx: Context, some: Callable[[Transaction], list[ItemRow]]) -> list[PurgedItem]:
    with ctx.store.read() as tx:
        ids = [row.id for row in some(tx)]
    purged = []
    for id in ids:
        try:
            with ctx.store.write() as tx:
                # Restored or purged meanwhile, it is not among them any more.
                purged += [purge_item(tx, row) for row in some(tx) if row.id == id]
        except ServiceBusy:
            raise
        except Exception:
            log.exception("an item can't be purged; run: brandstudio doctor")
    return purged


def remove_archived(ctx: Context, now: int) -> int:
    """Remove folders that have been archived for 30 days, with all that was in them. The ledger
    keeps their rows.
    """
    with ctx.store.read() as tx:
        rows = tx.folders.archived_before(now - TRASH_MS)
    return sum(_is_removed(ctx, row) for row in rows)


def _is_removed(ctx: Context, row: FolderRow) -> bool:
    """Remove one archived folder, where it can be."""
    while _empty(ctx, row.id):
        pass
    with ctx.store.write() as tx:
        current = tx.folders.by_id(row.id)
        if not _is_due(tx, current) or tx.items.some_of_folder(row.id, 1):
            return False
        gone = tx.folders.strip(row.id)
    ctx.store.remove_files(gone)
    return True


def _is_due(tx: Transaction, folder: FolderRow | None) -> bool:
    """Still archived: somebody may have restored it between two transactions."""
    return folder is not None and bool(folder.archived_at) and not tx.folders.any_child(folder.id)


def _empty(ctx: Context, folder_id: int, most: int = 100) -> bool:
    """Purge some items of an archived folder; whether there may be more."""

    def some(tx: Transaction) -> list[ItemRow]:
        due = _is_due(tx, tx.folders.by_id(folder_id))
        return tx.items.some_of_folder(folder_id, most) if due else []

    return _purged(ctx, some) == most


def remove_orphans(ctx: Context, grace_seconds: float = ORPHAN_SECONDS) -> int:
    """Unlink files that no row names and that are old enough not to be on their way into one."""
    limit = time.time() - grace_seconds
    ctx.store.blobs.sweep_temporary(grace_seconds)
    oldest = time.time() - max(grace_seconds, ctx.store.blobs.grace_seconds)
    old = [name for name, modified, _ in ctx.store.blobs.names() if modified < oldest]
    with ctx.store.read() as tx:
        known = {row.sha256 for row in tx.blobs.all()}
        waiting = tx.uploads.all_keys()
        drawn = tx.renditions.all_keys()
    orphans = [name for name in old if name not in known]
    ctx.store.remove_files(orphans)
    ctx.store.room.sweep(waiting, grace_seconds)
    for file in ctx.store.renditions.iterdir():
        with suppress(OSError):
            if file.name not in drawn and file.stat().st_mtime < limit:
                file.unlink()
    return len(orphans)


def remove_left_behind(ctx: Context, grace_seconds: float = ORPHAN_SECONDS) -> list[str]:
    """Remove what a killed backup, key rotation or start left in the data folder; returns the
    names.
    """
    limit = time.time() - grace_seconds
    gone = []
    for path in left_behind(ctx.store.data):
        with suppress(OSError):  # one that can't be removed now keeps no other
            if path.is_dir():
                # Whoever writes a backup, or brings one back, holds a lock on its folder for as
                # long as it lives.
                if release_hold(path):
                    gone.append(path.name)
            elif path.stat().st_mtime < limit:
                path.unlink()
                gone.append(path.name)
    return gone


def left_behind(data: Path) -> list[Path]:
    """Passing files and folders of ours directly in the data folder, and those of a restore beside
    it: in use, or left by a crash.
    """
    passing = sorted(path for path in data.iterdir() if _PASSING.fullmatch(path.name))
    return [*passing, *unfinished(data, ORPHAN_SECONDS)]


_PASSING = re.compile(r"(?:backup|base_url|(?:bucket|replica)\.owner|secret\.key)\.[0-9a-f]{8,12}")


def trim_renditions(ctx: Context) -> int:
    """Keep the cache of downloads within its bound, the oldest going first; returns how many files
    went.
    """
    gone = []
    with ctx.store.write() as tx:
        over = tx.renditions.total_bytes() - ctx.settings.rendition_cache_bytes
        for row in tx.renditions.oldest(1000):
            if over <= 0:
                break
            tx.renditions.remove(row.key)
            gone.append(row.key)
            over -= row.bytes
    for key in gone:
        _remove(ctx.store.renditions / key)
    return len(gone)
