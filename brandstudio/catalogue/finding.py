"""Folders and items by their names: found, or the very error that the contract gives to that family
of calls.
"""

from __future__ import annotations

from ..context import Context
from ..errors import FolderNotFound, NotFound, StudioError
from ..models.nearest import nearest
from ..operations import Operation
from ..operations.missing import folder_not_found, missing_folder
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import ItemRow

_TOPS, _NAMES = 20, 1000
"""Level 1 folders that are searched for one whose beginning was left out, and names in a folder
that a mistyped one is compared with.
"""


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
    slugs = path.split("/")
    raise missing_folder(family, slugs, level, _meant(tx, ctx.workspace_id, slugs))


def _meant(tx: Transaction, workspace_id: str, slugs: list[str]) -> str | None:
    """The folder of the workspace that is nearest to a path that is none."""
    place: FolderRow | None = None
    for slug in slugs:
        inside = tx.folders.level1(workspace_id) if place is None else tx.folders.children(place.id)
        by_slug = {folder.slug: folder for folder in inside}
        near = slug if slug in by_slug else nearest(slug, [*by_slug][:_NAMES])
        if near is None:
            # A folder of that name may stand elsewhere: people leave out its beginning.
            return None if place is not None else _elsewhere(tx, workspace_id, [*by_slug], slugs)
        place = by_slug[near]
    return None if place is None else place.path


def _elsewhere(tx: Transaction, workspace_id: str, tops: list[str], slugs: list[str]) -> str | None:
    for top in tops[:_TOPS]:
        found = tx.folders.get(workspace_id, "/".join([top, *slugs]))
        if found is not None:
            return found.path
    return None


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
