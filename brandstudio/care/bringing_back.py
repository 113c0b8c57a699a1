"""A studio brought back from its copies in object storage, as it was at a moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..store.blobs import flush_folder
from ..store.brought_back import flush_all, folder_to_fill, forget_passing
from ..store.object_place import ObjectPlace
from ..store.objects import ObjectBlobs
from . import litestream
from .copies import copies_at, noted


@dataclass(frozen=True)
class BroughtBack:
    """What came back: the moment it is of, how many files, and those that were purged since."""

    moment: float
    files: int
    absent: tuple[str, ...]
    elsewhere: bool


def bring_back(
    place: ObjectPlace,
    data: Path,
    *,
    moment: float | None,
    environment: Mapping[str, str],
    finish: Callable[[Path], None],
    progress: Callable[[int, int], None],
) -> BroughtBack:
    """Bring the studio back into ``data``, which must be empty or not there yet.

    The newest moment is that until which the copies are whole; a later one is taken for it.
    ``finish`` sees the folder before it gets its name. Raises ValidationError, and leaves nothing
    behind, where there is no copy.
    """
    with folder_to_fill(data) as folder:
        copies = copies_at(place, folder)
        until, elsewhere = noted(copies)
        chosen = until if moment is None else min(moment, until)
        litestream.restore(folder / "studio.db", place, chosen, environment)
        named = forget_passing(folder / "studio.db")
        absent = () if elsewhere else _fetch(copies, folder / "blobs", named, progress)
        finish(folder)
        flush_all(folder)
        if data.exists():
            data.rmdir()
        folder.rename(data)
        flush_folder(data.absolute().parent)
    return BroughtBack(chosen, len(named) - len(absent), absent, elsewhere)


def _fetch(
    copies: ObjectBlobs, blobs: Path, named: list[str], progress: Callable[[int, int], None]
) -> tuple[str, ...]:
    blobs.mkdir(mode=0o700)
    absent = []
    for done, sha256 in enumerate(named):
        target = blobs / sha256[:2] / sha256
        target.parent.mkdir(mode=0o700, exist_ok=True)
        try:
            copies.save(sha256, target)
        except FileNotFoundError:
            absent.append(sha256)
        progress(done + 1, len(named))
    return tuple(absent)
