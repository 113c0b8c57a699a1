"""The checker: every invariant of the store, tested on what is really there (trust goals, I1 to
I10).
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..context import Context
from ..errors import ValidationError
from ..keys.master import ANSWERS_PURPOSE, WEBHOOK_PURPOSE, MasterKey
from ..models.admin import Doctor
from ..store import Store, Transaction
from ..store.database import wal_reset_bug
from .advice import advice
from .scrubbing import damaged, elsewhere, heal, is_address
from .sweeping import ORPHAN_SECONDS, left_behind, remove_left_behind, remove_orphans


def examine(
    ctx: Context, *, mend: bool = True, scrub: bool = True, source: str | None = None
) -> Doctor:
    """Check everything; with ``mend`` sweep orphaned files and rebuild counters, tags and the
    search index. ``scrub`` reads every file against its hash; files that are damaged or missing
    are put back from ``source``, a backup or the address of copies, where it holds them.
    """
    with ctx.store.read() as tx:
        damage = tx.checks.integrity()
        figures = {} if damage else tx.checks.figures()
    if any(problem.startswith("integrity") for problem in damage):
        # Nothing that is read of a damaged file can be trusted, least of all for mending it.
        return Doctor(
            ok=False,
            problems=damage,
            mended=[],
            figures=figures,
            advice=[advice(problem) for problem in damage],
        )
    mended = _mend(ctx) if mend else []
    with ctx.store.read() as tx:
        blobs = {row.sha256: row.bytes for row in tx.blobs.all()}
    broken = damaged(ctx, blobs, scrub=scrub)
    if broken and source is not None:
        wanted = {sha256: blobs[sha256] for sha256 in broken}
        healed = heal(ctx, elsewhere(ctx, wanted, source))
        name = source if is_address(source) else Path(source).name
        mended.append(f"{healed} of {len(broken)} damaged files were put back from {name}")
        broken = damaged(ctx, {sha256: blobs[sha256] for sha256 in broken}, scrub=True)
    problems = [*damage, *_wrong_rows(ctx), *broken.values(), *_wrong_files(ctx), *_sealed(ctx)]
    problems += _permissions(ctx.store.data)
    with ctx.store.read() as tx:
        figures = tx.checks.figures()
    return Doctor(
        ok=not problems,
        problems=problems,
        mended=mended,
        figures=figures,
        notes=[*_notes(ctx.store), *_strangers(ctx.store)],
        advice=[advice(problem) for problem in problems],
    )


def _wrong_rows(ctx: Context) -> list[str]:
    """What rows say that can't be, or that other rows contradict."""
    with ctx.store.read() as tx:
        return [
            *tx.checks.money(),
            *tx.checks.jobs(),
            *tx.checks.versions(),
            *tx.checks.holds(),
            *tx.checks.events(),
            *tx.checks.pointers(),
            *tx.checks.folders(),
            *tx.checks.counters(),
            *tx.checks.search(),
            *tx.checks.tags(),
            *(
                f"no row counts on blob {sha256[:12]}, but it has a row"
                for sha256 in tx.checks.unheld_blobs()
            ),
        ]


def _wrong_files(ctx: Context) -> list[str]:
    """Files that a row waits for and nobody has, and those that nobody waits for."""
    with ctx.store.read() as tx:
        waiting = tx.uploads.waiting_files()
    problems = [
        f"upload {s3_key} was taken, but its file is missing"
        for s3_key in waiting
        if not ctx.store.room.has(s3_key)
    ]
    problems += _orphans(ctx, _named(ctx))
    problems += [
        f"{path.name} was left behind by a killed process"
        for path in left_behind(ctx.store.data)
        if path.stat().st_mtime < time.time() - ORPHAN_SECONDS
    ]
    return problems


def _mend(ctx: Context) -> list[str]:
    """Put right what can be told from the rest without doubt."""
    mended = []
    with ctx.store.read() as tx:
        counters, search, tags = tx.checks.counters(), tx.checks.search(), tx.checks.tags()
    if counters:
        with ctx.store.write() as tx:
            tx.checks.rebuild_counters()
        mended.append(f"{len(counters)} counters of the library were rebuilt")
    if search or tags:
        with ctx.store.write() as tx:
            mended.append(f"{_index_anew(tx)} items were indexed anew for search and tags")
    left = len(_orphans(ctx, _named(ctx)))
    remove_orphans(ctx)
    for name in remove_left_behind(ctx):
        mended.append(f"{name}, which a killed process had left behind, was removed")
    if left:
        mended.append(f"{left} files that no row names were removed")
    opened = 0
    for path, _ in _too_open(ctx.store.data):
        with suppress(OSError):  # gone meanwhile, or another's
            path.chmod(0o700 if path.is_dir() else 0o600)
            opened += 1
    if opened:
        mended.append(f"{opened} files that others could read were closed to them")
    return mended


def _named(ctx: Context) -> set[str]:
    with ctx.store.read() as tx:
        return {row.sha256 for row in tx.blobs.all()}


def _index_anew(tx: Transaction) -> int:
    tx.search.clear()
    count = 0
    for row in tx.items.all():
        tx.items.index(
            row.id, row.workspace_id, (*json.loads(row.tags), *json.loads(row.system_tags))
        )
        count += 1
    return count


def _notes(store: Store) -> list[str]:
    """What is no fault of the store, but good to know."""
    if store.possession is not None or not wal_reset_bug():
        return []
    return [
        f"this Python's SQLite is {sqlite3.sqlite_version}, older than 3.51.3: its memory map is off "
        "and checkpoints are serialised, so that its WAL-reset bug can't strike; other programs "
        "that write to studio.db are not guarded"
    ]


def _strangers(store: Store) -> list[str]:
    """What others put into folders of ours: it is told, and left alone."""
    found = []
    for folder, name, kind in _SHAPES:
        for path in store.data.glob(f"{folder}/*"):
            fits = re.fullmatch(name, path.name) and not path.is_symlink()
            if not (fits and (path.is_dir() if kind == "folder" else path.is_file())):
                with suppress(FileNotFoundError):  # gone meanwhile
                    path.lstat()
                    found.append(str(path.relative_to(store.data)))
    if not found:
        return []
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return [f"not of brandstudio's making, and left alone: {', '.join(sorted(found)[:5])}{more}"]


_SHAPES = (
    ("blobs", "tmp|[0-9a-f]{2}", "folder"),
    ("blobs/??", "[0-9a-f]{64}", "file"),
    ("blobs/tmp", ".*", "file"),
    ("uploads", ".*", "file"),
    ("renditions", ".*", "file"),
    ("locks", "prc_[0-9a-f]{16}", "file"),
)
"""What lies in each of our folders."""


def _sealed(ctx: Context) -> list[str]:
    """Everything sealed is opened: a key that does not fit is found now, not when it is needed."""
    key = ctx.master_key()
    with ctx.store.read() as tx:
        hooks, answers = tx.webhooks.all(), tx.idempotency.sealed()
    problems = []
    for hook in hooks:
        for sealed in filter(None, (hook.secret, hook.next_secret)):
            if not _opens(key, sealed, WEBHOOK_PURPOSE):
                problems.append(
                    f"the webhook secret of workspace {hook.workspace_id} can't be opened with this "
                    "master key: put the key back that it was sealed with, or set the webhook anew"
                )
    unread = sum(not _opens(key, sealed.encode(), ANSWERS_PURPOSE) for sealed in answers)
    if unread:
        problems.append(
            f"{unread} kept answers can't be opened with this master key: requests that are sent "
            "again with their Idempotency-Key will fail until the key is back or a day has passed"
        )
    return problems


def _opens(key: MasterKey, sealed: bytes, purpose: str) -> bool:
    try:
        key.decrypt(sealed, purpose)
    except ValidationError:
        return False
    return True


def _orphans(ctx: Context, known: set[str]) -> list[str]:
    limit = time.time() - ORPHAN_SECONDS
    oldest = min(limit, time.time() - ctx.store.blobs.grace_seconds)
    with ctx.store.read() as tx:
        leaving = tx.removals.names()
    orphans = [
        f"file {name[:12]} has no row"
        for name, modified, _ in ctx.store.blobs.names()
        if name not in known and name not in leaving and modified < oldest
    ]
    stale = [
        f"temporary file {path.name[:12]} was left behind"
        for path, modified in ctx.store.blobs.temporary()
        if modified < limit
    ]
    return orphans + stale


def _permissions(data: Path) -> list[str]:
    return [
        f"{path.relative_to(data)} can be read by others ({mode:o})"
        for path, mode in _too_open(data)
    ]


def _too_open(data: Path) -> Iterator[tuple[Path, int]]:
    """What of the folder is open to others than its owner. The data folder itself is the owner's
    choice; a link has no rights of its own, and what it leads to is not ours to close.
    """
    if os.name == "nt":  # pragma: no cover - other rights there
        return
    for path in data.rglob("*"):
        with suppress(FileNotFoundError):
            found = path.lstat().st_mode
            mode = stat.S_IMODE(found)
            if mode & 0o077 and not stat.S_ISLNK(found):
                yield path, mode
