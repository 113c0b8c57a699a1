"""Removing an item for good: its rows, what derives from it, and the files that nobody else counts
on.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..store import Transaction
from ..store.library import ItemRow


@dataclass(frozen=True)
class PurgedItem:
    """``keys``: storage keys that were removed; ``gone``: hashes whose files are to be unlinked
    after the commit; ``renditions``: names of cached downloads to unlink.
    """

    keys: list[str]
    gone: list[str]
    renditions: list[str]
    versions: int
    references: int


def purge_item(tx: Transaction, row: ItemRow) -> PurgedItem:
    """Remove the item in the open transaction (spec: Delete; decisions, point 14)."""
    versions = len(
        [version for version in tx.versions.list(row.id) if version.status == "finished"]
    )
    for place in tx.folders.with_hero(row.id):
        tx.folders.set_hero(place.id, None)
    gone: list[str] = []
    references = tx.references.of_item(row.id)
    for reference in references:
        gone += tx.blobs.release(f"ref:{reference.id}")
    for reference in references:
        tx.references.remove(reference.id)
    renditions = [rendition.key for rendition in tx.renditions.of_item(row.id)]
    for key in renditions:
        tx.renditions.remove(key)
    if row.live:
        folder = tx.folders.by_id(row.folder_id)
        assert folder is not None
        tx.items.count(row.workspace_id, folder, row.kind, -1)
    # Rows that name the blobs go first, then the blobs: foreign keys hold that order.
    held = tx.blobs.held_by_prefix(f"version:{row.id}:")
    tx.items.remove(row)
    gone += tx.blobs.release_all(held)
    return PurgedItem(
        keys=[f"blobs/{sha256[:2]}/{sha256}" for sha256 in gone]
        + [f"renditions/{key}" for key in renditions],
        gone=gone,
        renditions=renditions,
        versions=versions,
        references=len(references),
    )
