"""Folders and items by their names: found, or the very error that the contract gives to that family
of calls.
"""

from __future__ import annotations

from typing import Literal

from ..errors import (
    BrandNotFound,
    FolderNotFound,
    NotFound,
    StudioError,
    UnsupportedBrand,
    UnsupportedHierarchy,
)
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import ItemRow

Family = Literal["images", "folders", "invites", "legacy"]

_LEGACY = {1: "BRAND_NOT_FOUND", 2: "SUB_BRAND_NOT_FOUND", 3: "CAMPAIGN_NOT_FOUND"}


def folder(tx: Transaction, workspace_id: str, path: str, family: Family = "folders") -> FolderRow:
    """The live folder of that path."""
    row = tx.folders.get(workspace_id, path)
    if row is None:
        raise missing_folder(tx, workspace_id, path, family)
    return row


def missing_folder(tx: Transaction, workspace_id: str, path: str, family: Family) -> StudioError:
    """Which not-found (decisions, point 4): the family's own, with the level at which the path
    breaks off.
    """
    slugs = path.split("/")
    deepest = tx.folders.deepest(workspace_id, path)
    level = 1 if deepest is None else deepest.level + 1
    if family == "images":
        if level == 1:
            return UnsupportedBrand(f"There is no Level 1 folder {slugs[0]!r}.", level1=slugs[0])
        return UnsupportedHierarchy(
            f"{slugs[level - 1]!r} does not lie in {'/'.join(slugs[: level - 1])!r}."
        )
    if family == "invites":
        return BrandNotFound(f"There is no folder {path!r}.")
    if family == "legacy":
        return NotFound(f"There is no brand {path!r}.")
    return _not_found(slugs, level, f"There is no folder {'/'.join(slugs[:level])!r}.")


def _not_found(slugs: list[str], level: int, message: str) -> FolderNotFound:
    details: dict[str, object] = {"level": level}
    details |= {f"level{number}": slug for number, slug in enumerate(slugs, 1)}
    if level in _LEGACY:
        details["legacyCode"] = _LEGACY[level]
    return FolderNotFound(message, **details)


def no_archived_folder(path: str) -> StudioError:
    """Nothing to restore under that path, whether or not a live folder stands there."""
    return _not_found(
        path.split("/"), path.count("/") + 1, f"No archived folder {path!r} waits to be restored."
    )


def item(
    tx: Transaction,
    workspace_id: str,
    place: FolderRow,
    image_id: str,
    *,
    trashed: bool = False,
    error: type[StudioError] = NotFound,
) -> ItemRow:
    """The item, found only through its own folder (decisions, point 5); ``trashed`` finds those in
    the trash too.
    """
    row = tx.items.get(workspace_id, image_id)
    if row is None or row.folder_id != place.id or (row.trashed_at is not None and not trashed):
        raise error()
    return row


def inherited_item(
    tx: Transaction, workspace_id: str, place: FolderRow, image_id: str, error: type[StudioError]
) -> ItemRow:
    """A live item of the folder or of one above it (spec: slots.imageId)."""
    row = tx.items.get(workspace_id, image_id)
    if row is None or row.trashed_at is not None or row.folder_id not in place.chain:
        raise error()
    return row
