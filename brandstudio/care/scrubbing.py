"""Files against the rows that name them: there, of the right length, and (a scrub) of the very
content; what is damaged is put back from a backup.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from ..context import Context
from ..store.backup import blobs_in

_PIECE = 1 << 20


def damaged(ctx: Context, blobs: Mapping[str, int], *, scrub: bool) -> dict[str, str]:
    """A sentence for each file that is not what its row says, by its hash; ``scrub`` reads every
    byte.
    """
    found = {}
    for sha256, size in blobs.items():
        problem = _problem(ctx.store.blobs.path(sha256), sha256, size, scrub)
        if problem is None:
            continue
        # A purge may have run since its row was read; then nothing is missing.
        with ctx.store.read() as tx:
            if tx.blobs.exists(sha256):
                found[sha256] = f"blob {sha256[:12]} {problem}"
    return found


def _problem(path: Path, sha256: str, size: int, scrub: bool) -> str | None:
    try:
        length = path.stat().st_size
        if length != size:
            return f"has {length} bytes instead of {size}"
        if scrub and _hash_of(path) != sha256:
            return "has another content than its name says"
    except FileNotFoundError:
        return "has a row but no file"
    except OSError as error:
        return f"can't be read ({error.strerror})"
    return None


def _hash_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def heal(ctx: Context, wanted: Mapping[str, int], backup: Path) -> int:
    """Put damaged files back from a backup that holds them; returns how many."""
    healed = 0
    for data in blobs_in(backup, wanted):
        ctx.store.blobs.publish(data, "application/octet-stream")
        healed += 1
    return healed
