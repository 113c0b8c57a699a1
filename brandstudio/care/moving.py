"""A whole studio moved from one place into another: files first, then all rows in one transaction.

What breaks off leaves the studio where it was, and is run again. Only when everything stands in the
new place is the old one closed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ..errors import StudioError
from ..store import Store
from ..store.own_templates import template_files
from ..store.rows_moved import BATCH, copy_rows, extent, is_empty


@dataclass(frozen=True)
class Move:
    """What a move carried: files of the library, rows, uploads on their way, templates."""

    files: int
    rows: int
    uploads: int
    templates: int


def move(
    source: Store, target: Store, progress: Callable[[int, int], None] = lambda done, total: None
) -> Move:
    """Copy everything into the target, which must be empty or hold this very studio from a move
    that broke off at its end. Nobody else may use either. Raises StudioError.
    """
    with target.read() as new:
        begun = not is_empty(new.db)
        there = extent(new.db) if begun else None
    if begun:
        with source.read() as old:
            if extent(old.db) != there:
                raise StudioError("The place to move to holds a studio already.")
        return Move(0, 0, 0, 0)
    files = _copy_files(source, target, progress)
    uploads, templates = _copy_uploads(source, target), _copy_templates(source, target)
    with source.write() as old:
        # Nobody writes now; what came since the files were copied is copied as well.
        missing = [row for row in old.blobs.all() if row.sha256 not in files]
        for row in missing:
            _copy_file(source, target, row.sha256, row.mime_type)
        with target.write() as new:
            rows = copy_rows(old.db, new.db)
            for number, item in enumerate(new.items.all()):
                if number % BATCH == 0:
                    old.signs.time()  # a server ends transactions that say nothing
                tags = (*_listed(item.tags), *_listed(item.system_tags))
                new.items.index(item.id, item.workspace_id, tags)
    return Move(len(files) + len(missing), rows, uploads, templates)


def _copy_files(source: Store, target: Store, progress: Callable[[int, int], None]) -> set[str]:
    with source.read() as tx:
        rows = tx.blobs.all()
    there = {stored.name for stored in target.blobs.names()}
    for number, row in enumerate(rows, 1):
        if row.sha256 not in there or target.blobs.problem(row.sha256, row.bytes, scrub=False):
            _copy_file(source, target, row.sha256, row.mime_type)
        progress(number, len(rows))
    return {row.sha256 for row in rows}


def _copy_file(source: Store, target: Store, sha256: str, mime_type: str) -> None:
    data = source.blobs.read(sha256)
    if hashlib.sha256(data).hexdigest() != sha256:
        raise StudioError(
            f"A file of the library is missing or damaged ({sha256[:12]}); run: brandstudio doctor"
        )
    target.blobs.publish(data, mime_type)


def _copy_uploads(source: Store, target: Store) -> int:
    with source.read() as tx:
        waiting = tx.uploads.waiting_files()
    for s3_key in waiting:
        with (
            suppress(FileNotFoundError),
            target.room.arriving(s3_key, source.room.read(s3_key)) as land,
        ):
            land()
    return len(waiting)


def _copy_templates(source: Store, target: Store) -> int:
    files = template_files(source.templates.folder(at_once=True))
    for file in files:
        target.templates.keep(file.name, file.read_bytes())
    return len(files)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))
