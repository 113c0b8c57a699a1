"""The checker: every invariant of the store, tested on what is really there (trust goals, I1 to I10)."""

from __future__ import annotations

import hashlib
import time

from .context import Context
from .models.admin import Doctor
from .store.blobs import FolderBlobs
from .sweeping import remove_orphans

ORPHAN_SECONDS = 600


def examine(ctx: Context, *, mend: bool = True) -> Doctor:
    """Check everything; with ``mend`` sweep orphaned files and rebuild counters and the search index."""
    problems: list[str] = []
    mended: list[str] = []
    with ctx.store.read() as tx:
        problems += tx.checks.integrity()
        problems += tx.checks.money()
        problems += tx.checks.jobs()
        problems += tx.checks.versions()
        problems += tx.checks.events()
        problems += tx.checks.pointers()
        problems += tx.checks.folders()
        counters = tx.checks.counters()
        blobs = {row.sha256: row.bytes for row in tx.blobs.all()}
        unheld = tx.checks.unheld_blobs()
        figures = tx.checks.figures()
    problems += _files(ctx, blobs)
    problems += [f"no row counts on blob {sha256[:12]}, but it has a row" for sha256 in unheld]
    if counters:
        if mend:
            with ctx.store.write() as tx:
                tx.checks.rebuild_counters()
            mended.append(f"{len(counters)} counters of the library were rebuilt")
        else:
            problems += counters
    if mend:
        swept = remove_orphans(ctx)
        if swept:
            mended.append(f"{swept} files that no row names were removed")
    else:
        problems += _orphans(ctx, set(blobs))
    return Doctor(ok=not problems, problems=problems, mended=mended, figures=figures)


def _files(ctx: Context, blobs: dict[str, int]) -> list[str]:
    problems = []
    for sha256, size in blobs.items():
        path = ctx.store.blobs.path(sha256)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            problems.append(f"blob {sha256[:12]} has a row but no file")
            continue
        if len(data) != size:
            problems.append(f"blob {sha256[:12]} has {len(data)} bytes instead of {size}")
        elif hashlib.sha256(data).hexdigest() != sha256:
            problems.append(f"blob {sha256[:12]} has another content than its name says")
    return problems


def _orphans(ctx: Context, known: set[str]) -> list[str]:
    assert isinstance(ctx.store.blobs, FolderBlobs)
    limit = time.time() - ORPHAN_SECONDS
    return [
        f"file {name[:12]} has no row" for name, modified in ctx.store.blobs.names()
        if name not in known and modified < limit
    ]
