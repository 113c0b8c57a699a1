"""The checker: every invariant of the store, tested on what is really there (trust goals, I1 to
I10).
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..context import Context
from ..models.admin import Doctor
from ..store import Transaction
from ..store.blobs import FolderBlobs
from .sweeping import ORPHAN_SECONDS, remove_orphans

_PIECE = 1 << 20


def examine(ctx: Context, *, mend: bool = True) -> Doctor:
    """Check everything; with ``mend`` sweep orphaned files and rebuild counters, tags and the
    search index.
    """
    with ctx.store.read() as tx:
        damage = tx.checks.integrity()
        figures = {} if damage else tx.checks.figures()
    if any(problem.startswith("integrity") for problem in damage):
        # Nothing that is read of a damaged file can be trusted, least of all for mending it.
        return Doctor(
            ok=False,
            problems=[*damage, "restore a backup: brandstudio restore FILE"],
            mended=[],
            figures=figures,
        )
    mended = _mend(ctx) if mend else []
    with ctx.store.read() as tx:
        problems = [
            *damage,
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
        ]
        blobs = {row.sha256: row.bytes for row in tx.blobs.all()}
        problems += [
            f"no row counts on blob {sha256[:12]}, but it has a row"
            for sha256 in tx.checks.unheld_blobs()
        ]
        waiting = tx.uploads.waiting_files()
        figures = tx.checks.figures()
    problems += _files(ctx, blobs)
    problems += [
        f"upload {s3_key} was taken, but its file is missing"
        for s3_key in waiting
        if not (ctx.store.uploads / s3_key.removeprefix("uploads/")).exists()
    ]
    problems += _orphans(ctx, set(blobs))
    problems += _permissions(ctx.store.data)
    return Doctor(ok=not problems, problems=problems, mended=mended, figures=figures)


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
    if left:
        mended.append(f"{left} files that no row names were removed")
    opened = 0
    for path, _ in _too_open(ctx.store.data):
        path.chmod(0o700 if path.is_dir() else 0o600)
        opened += 1
    if opened:
        mended.append(f"{opened} files that others could read were closed to them")
    return mended


def _named(ctx: Context) -> set[str]:
    with ctx.store.read() as tx:
        return {row.sha256 for row in tx.blobs.all()}


def _index_anew(tx: Transaction) -> int:
    tx.checks.clear_search()
    count = 0
    for row in tx.items.all():
        tx.items.index(
            row.id,
            row.workspace_id,
            row.title,
            row.description,
            tuple(json.loads(row.tags)),
            tuple(json.loads(row.system_tags)),
            row.prompt,
            row.filename,
        )
        count += 1
    return count


def _files(ctx: Context, blobs: dict[str, int]) -> list[str]:
    problems = []
    for sha256, size in blobs.items():
        digest, length = hashlib.sha256(), 0
        try:
            with ctx.store.blobs.path(sha256).open("rb") as file:
                while piece := file.read(_PIECE):
                    digest.update(piece)
                    length += len(piece)
        except FileNotFoundError:
            # A purge may have run since its row was read; then nothing is missing.
            with ctx.store.read() as tx:
                if tx.blobs.exists(sha256):
                    problems.append(f"blob {sha256[:12]} has a row but no file")
            continue
        if length != size:
            problems.append(f"blob {sha256[:12]} has {length} bytes instead of {size}")
        elif digest.hexdigest() != sha256:
            problems.append(f"blob {sha256[:12]} has another content than its name says")
    return problems


def _orphans(ctx: Context, known: set[str]) -> list[str]:
    assert isinstance(ctx.store.blobs, FolderBlobs)
    limit = time.time() - ORPHAN_SECONDS
    orphans = [
        f"file {name[:12]} has no row"
        for name, modified in ctx.store.blobs.names()
        if name not in known and modified < limit
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
    choice.
    """
    if os.name == "nt":  # pragma: no cover - other rights there
        return
    for path in data.rglob("*"):
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(path.lstat().st_mode)
            if mode & 0o077:
                yield path, mode
