"""Files against the rows that name them: there, of the right length, and (a scrub) of the very
content; what is damaged is put back from a backup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..context import Context
from ..store.backup import blobs_in
from .copies import copied, copies_at, object_place


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


def heal(ctx: Context, found: Iterable[bytes]) -> int:
    """Put files back whose content was found elsewhere; returns how many."""
    healed = 0
    for data in found:
        ctx.store.blobs.publish(data, "application/octet-stream")
        healed += 1
    return healed


def elsewhere(ctx: Context, wanted: Mapping[str, int], source: str) -> Iterator[bytes]:
    """The content of those files, of the given sizes, that a backup or copies in object storage hold
    whole.
    """
    if is_address(source):
        place = object_place(ctx.settings, source.rstrip("/"))
        return copied(copies_at(place, ctx.store.data), wanted)
    return blobs_in(Path(source), wanted)


def is_address(source: str) -> bool:
    """Whether it is object storage that is named, and not a file."""
    return source.startswith("s3://")
