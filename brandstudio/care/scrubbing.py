"""Files against the rows that name them: there, of the right length, and (a scrub) of the very
content; what is damaged is put back from a backup.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..context import Context
from ..store.backup import blobs_in


def damaged(ctx: Context, blobs: Mapping[str, int], *, scrub: bool) -> dict[str, str]:
    """A sentence for each file that is not what its row says, by its hash; ``scrub`` reads every
    byte.
    """
    found = {}
    # A bucket is listed once; asking it for each file would take a thousand times as long.
    near = ctx.store.blobs.near
    listed = {} if near or scrub else {file.name: file.bytes for file in ctx.store.blobs.names()}
    for sha256, size in blobs.items():
        if listed.get(sha256) == size:
            continue
        problem = ctx.store.blobs.problem(sha256, size, scrub=scrub)
        if problem is None:
            continue
        # A purge may have run since its row was read; then nothing is missing.
        with ctx.store.read() as tx:
            if tx.blobs.exists(sha256):
                found[sha256] = f"blob {sha256[:12]} {problem}"
    return found


def heal(ctx: Context, wanted: Mapping[str, int], backup: Path) -> int:
    """Put damaged files back from a backup that holds them; returns how many."""
    healed = 0
    for data in blobs_in(backup, wanted):
        ctx.store.blobs.publish(data, "application/octet-stream")
        healed += 1
    return healed
