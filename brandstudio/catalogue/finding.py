"""Folders and items by their names: found, or the very error that the contract gives to that family
of calls.
"""

from __future__ import annotations

from ..context import Context
from ..errors import FolderNotFound, NotFound, StudioError
from ..operations import Operation
from ..operations.missing import folder_not_found, missing_folder
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import ItemRow


def folder(ctx: Context, tx: Transaction, op: Operation[object], path: str) -> FolderRow:
    """The live folder of that path, or the not-found of the operation's family, with the level at
    which the path breaks off (decisions, point 4).
    """
    row = tx.folders.get(ctx.workspace_id, path)
    if row is not None:
        return row
    deepest = tx.folders.deepest(ctx.workspace_id, path)
    level = 1 if deepest is None else deepest.level + 1
    family = "folders" if op.route is None else op.route.missing
    raise missing_folder(family, path.split("/"), level)


def no_archived_folder(path: str) -> FolderNotFound:
    """Nothing to restore under that path, whether or not a live folder stands there."""
    slugs = path.split("/")
    return folder_not_found(slugs, len(slugs), f"No archived folder {path!r} waits to be restored.")


def item(
    ctx: Context,
    tx: Transaction,
    place: FolderRow,
    image_id: str,
    *,
    trashed: bool = False,
    error: type[StudioError] = NotFound,
) -> ItemRow:
    """The item, found only through its own folder (decisions, point 5); ``trashed`` finds those in
    the trash too.
    """
    row = tx.items.get(ctx.workspace_id, image_id)
    if row is None or row.folder_id != place.id or (row.trashed_at is not None and not trashed):
        raise error()
    return row


def inherited_item(
    ctx: Context, tx: Transaction, place: FolderRow, image_id: str, error: type[StudioError]
) -> ItemRow:
    """A live item of the folder or of one above it (spec: slots.imageId)."""
    row = tx.items.get(ctx.workspace_id, image_id)
    if row is None or row.trashed_at is not None or row.folder_id not in place.chain:
        raise error()
    return row
