"""Library: listing, trash, heroes, links; what comes in runs through a pipeline."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Mapping

from ..catalogue import finding, searching, showing
from ..catalogue.purging import purge_item
from ..context import Context, Sealed, moment
from ..domain import filenames, paging
from ..errors import AlreadyProcessing, NotFound, PayloadTooLarge, RateLimited, ValidationError
from ..jobs.now import RunNow, TakePicture
from ..keys import links as signed
from ..models.folders import HeroLevel
from ..models.library import (
    MAX_FILE_BYTES,
    DownloadLink,
    HeroSet,
    LibraryItem,
    LibraryPage,
    Purged,
    Trashed,
    UploadTicket,
)
from ..models.searching import SearchQuery
from ..operations import (
    AddToLibrary,
    ClearHero,
    CreateUpload,
    DeleteItem,
    DownloadItem,
    GetLibraryItem,
    ListLibrary,
    MoveItem,
    RestoreItem,
    SetHero,
    UpdateLibraryItem,
)
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import ItemRow, ListScope, folder_scope, subtree_scope, workspace_scope
from ..store.references import Announced, PendingUploads

UPLOAD_MS = 15 * 60 * 1000
MAX_PENDING = 100
MAX_OF_KEY = MAX_PENDING // 2
"""What one key may have of them, so that it keeps nobody else of its workspace waiting."""
Key = tuple[float, ...]
"""The values that an entry is sorted by."""
_LEVELS: dict[HeroLevel, int] = {"brand": 1, "sub-brand": 2, "campaign": 3}
_NAMES: dict[int, HeroLevel] = {number: name for name, number in _LEVELS.items()}


def list_library(ctx: Context, op: ListLibrary) -> LibraryPage:
    tags = tuple(tag.strip() for tag in (op.tags or "").split(",") if tag.strip())
    query = op.q if op.q and op.q.strip() else None
    filters = {
        "folder": op.folder,
        "kind": op.kind,
        "subtree": op.subtree,
        "q": query,
        "tags": tags,
        "trashed": op.trashed,
    }
    with ctx.store.read() as tx:
        place = None if op.folder is None else finding.folder(ctx, tx, op, op.folder)
        scope = _scope(ctx, place, subtree=op.subtree)
        if query is not None or tags or op.trashed:
            after = (
                None
                if op.cursor is None
                else paging.decode(op.cursor, op.sort, _KEY_KINDS[op.sort], filters)
            )
            wanted = searching.listing(
                ctx.workspace_id,
                place,
                SearchQuery(q=query, kind=op.kind, tags=",".join(tags)),
                subtree=op.subtree,
                trashed=op.trashed,
            )
            rows = tx.items.matching(scope, wanted, op.sort, after, op.limit + 1)
            total = tx.items.matching_total(scope, wanted)
            keys = [_key(op.sort, row) for row in rows]
        else:
            rows, keys = _page(tx, scope, op, filters)
            total = tx.items.total(scope, op.kind)
    more = len(rows) > op.limit
    cursor = paging.encode(op.sort, keys[op.limit - 1], filters) if more else None
    return LibraryPage(
        items=[showing.item(ctx, row) for row in rows[: op.limit]],
        next_cursor=cursor,
        total_count=total,
    )


_KEY_KINDS: dict[str, list[type]] = {
    "latest": [int, int],
    "oldest": [int, int],
    "score": [float, int],
    "hero": [int, int, int],
}


def _key(sort: str, row: ItemRow) -> Key:
    if sort == "score":
        return (row.sort_score, row.id)
    if sort == "hero":
        return (1 - row.is_hero, row.created_at, row.id)
    return (row.created_at, row.id)


def _scope(ctx: Context, place: FolderRow | None, *, subtree: bool) -> ListScope:
    if place is None:
        return workspace_scope(ctx.workspace_id)
    return subtree_scope(place) if subtree else folder_scope(place)


def _page(
    tx: Transaction, scope: ListScope, op: ListLibrary, filters: Mapping[str, object]
) -> tuple[list[ItemRow], list[Key]]:
    after = (
        None
        if op.cursor is None
        else paging.decode(op.cursor, op.sort, _KEY_KINDS[op.sort], filters)
    )
    if op.sort != "hero":
        rows = tx.items.page(scope, op.kind, op.sort, after, op.limit + 1)
        return rows, [_key(op.sort, row) for row in rows]
    # Heroes come first and are few; then everything else, the latest first.
    rows = []
    if after is None or after[0] == 0:
        rows = tx.items.page(
            scope,
            op.kind,
            "latest",
            None if after is None else after[1:],
            op.limit + 1,
            heroes=True,
        )
    if len(rows) <= op.limit:
        rest = None if after is None or after[0] == 0 else after[1:]
        rows += tx.items.page(
            scope, op.kind, "latest", rest, op.limit + 1 - len(rows), heroes=False
        )
    return rows, [_key("hero", row) for row in rows]


def add_to_library(ctx: Context, op: AddToLibrary) -> RunNow[LibraryItem]:
    with ctx.store.read() as tx:
        finding.folder(ctx, tx, op, op.folder)
        ctx.require_balance(tx, "upload")
    return TakePicture(op)


def create_upload(ctx: Context, op: CreateUpload) -> Sealed[UploadTicket]:
    if op.bytes > MAX_FILE_BYTES:
        raise PayloadTooLarge(f"A file may have {MAX_FILE_BYTES >> 20} MB at most.")
    if not re.fullmatch(r"[\w.+-]+/[\w.+-]+", op.mime_type):
        raise ValidationError.of("mimeType", "a media type, like image/png", value=op.mime_type)
    now = ctx.now()
    token = secrets.token_urlsafe(32)
    s3_key = f"uploads/{secrets.token_hex(16)}"
    with ctx.store.write() as tx:
        left_behind = _make_room(ctx, tx, now)
        tx.uploads.add(
            s3_key,
            hashlib.sha256(token.encode()).digest(),
            ctx.workspace_id,
            Announced(filenames.safe(op.filename, "upload"), op.mime_type, op.bytes),
            now,
            now + UPLOAD_MS,
            ctx.key_id,
        )
        answer = UploadTicket(
            s3_key=s3_key,
            upload_url=ctx.links.absolute(f"/uploads/{token}"),
            method="PUT",
            headers={"content-type": op.mime_type},
            expires_at=moment(now + UPLOAD_MS),
        )
        sealed = ctx.seal(tx, answer)
    if left_behind is not None:
        ctx.store.room.remove(left_behind)
    return sealed


def _make_room(ctx: Context, tx: Transaction, now: int) -> str | None:
    """Where a key's share of uploads is pending, or a hundred of the workspace, give up the oldest that
    nobody used within the life of its link: programs that crash between upload and add must not lock
    their workspace out. Returns the key of the one given up. Raises RateLimited where all are young.
    """
    share = () if ctx.key_id is None else ((ctx.key_id, MAX_OF_KEY),)
    for key_id, most in (*share, (None, MAX_PENDING)):
        pending = tx.uploads.pending(ctx.workspace_id, now, key_id)
        if pending.many < most:
            continue
        oldest = tx.uploads.oldest_waiting(ctx.workspace_id, key_id)
        if oldest is None or now - oldest.written_at < UPLOAD_MS:
            raise _no_room(most, "of this key" if key_id else "in this workspace", pending, now)
        tx.uploads.remove(oldest.s3_key)
        return oldest.s3_key
    return None


def _no_room(most: int, whose: str, pending: PendingUploads, now: int) -> RateLimited:
    """Says when the oldest ends: its link, or the life of its file."""
    wait = max(1, -(-((pending.since or now) + UPLOAD_MS - now) // 1000))
    return RateLimited(
        f"{most} uploads {whose} are waiting already; use them first, or wait {wait} seconds: an upload that "
        "is not used within a quarter of an hour gives way.",
        retryAfter=wait,
    )


def get_library_item(ctx: Context, op: GetLibraryItem) -> LibraryItem:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id, trashed=op.trashed)
    return showing.item(ctx, row)


def update_library_item(ctx: Context, op: UpdateLibraryItem) -> LibraryItem:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id)
        tags = row_tags = tuple(json.loads(row.tags))
        if op.tags is not None:
            tags = tuple(dict.fromkeys(tag.strip() for tag in op.tags if tag.strip()))
        title = row.title if op.title is None else op.title
        description = row.description if op.description is None else op.description
        if (title, description, tags) != (row.title, row.description, row_tags):
            tx.items.describe(row, title, description, tags, ctx.now())
        if op.focal_point is not None:
            tx.items.set_focal_point(row.id, op.focal_point.x, op.focal_point.y, ctx.now())
        changed = tx.items.by_id(row.id)
        assert changed is not None
        return showing.item(ctx, changed)


def download_item(ctx: Context, op: DownloadItem) -> DownloadLink:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id)
    if row.sha256 is None:
        raise NotFound("This item has no finished version to download yet.")
    stored = {"image/jpeg": "jpg", "image/png": "png", "text/markdown": "md"}.get(
        row.mime_type or "", "bin"
    )
    ending = {"jpeg": "jpg", "webp": "webp", None: stored}[op.format]
    name = filenames.with_ending(op.filename or row.filename or row.title or row.public_id, ending)
    picture = (row.mime_type or "").startswith("image/")
    target = signed.Target(
        ctx.workspace_id,
        row.sha256,
        row.public_id,
        name,
        op.format if picture else None,
        op.max_side if picture else 0,
        op.quality if picture else 0,
    )
    return DownloadLink(url=ctx.links.to(target, signed.DOWNLOAD_SECONDS), filename=name)


def delete_item(ctx: Context, op: DeleteItem) -> Trashed | Purged:
    now = ctx.now()
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id, trashed=op.purge)
        if tx.jobs.open_of_item(row.id) is not None:
            raise AlreadyProcessing
        if not op.purge:
            _leave_heroes(tx, row)
            tx.items.trash(row.id, now)
            tx.items.count(ctx.workspace_id, place, row.kind, -1)
            return Trashed(
                deleted=True, image_id=row.public_id, trashed_until=moment(now + showing.TRASH_MS)
            )
        purged = purge_item(tx, row)
    ctx.store.remove_files(purged.gone)
    for name in purged.renditions:
        (ctx.store.renditions / name).unlink(missing_ok=True)
    return Purged(
        purged=True,
        keys=purged.keys,
        versions_removed=purged.versions,
        refs_dropped=purged.references,
    )


def _leave_heroes(tx: Transaction, row: ItemRow) -> None:
    for place in tx.folders.with_hero(row.id):
        tx.folders.set_hero(place.id, None)
    tx.items.set_hero(row.id, False)


def restore_item(ctx: Context, op: RestoreItem) -> Sealed[LibraryItem]:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id, trashed=True)
        if row.trashed_at is not None:
            tx.items.untrash(row.id, ctx.now())
            tx.items.count(ctx.workspace_id, place, row.kind, 1)
        changed = tx.items.by_id(row.id)
        assert changed is not None
        answer = showing.item(ctx, changed)
        return ctx.seal(tx, answer)


def move_item(ctx: Context, op: MoveItem) -> Sealed[LibraryItem]:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id)
        target = finding.folder(ctx, tx, op, op.to)
        if tx.jobs.open_of_item(row.id) is not None:
            raise AlreadyProcessing
        if target.id != place.id:
            _leave_heroes(tx, row)
            tx.items.move(row.id, target, ctx.now())
            tx.items.count(ctx.workspace_id, place, row.kind, -1)
            tx.items.count(ctx.workspace_id, target, row.kind, 1)
            tx.folders.touch(target.id, ctx.now())
        changed = tx.items.by_id(row.id)
        assert changed is not None
        answer = showing.item(ctx, changed)
        return ctx.seal(tx, answer)


def set_hero(ctx: Context, op: SetHero) -> Sealed[HeroSet]:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        target = _hero_folder(tx, place, op.level)
        row = finding.item(ctx, tx, place, op.image_id)
        if row.sha256 is None or row.kind == "text":
            raise NotFound("Only an image or a design with a finished version can be a hero.")
        if target.hero_item_id is not None and target.hero_item_id != row.id:
            _drop_hero(tx, target)
        tx.folders.set_hero(target.id, row.id)
        tx.items.set_hero(row.id, True)
        answer = HeroSet(is_hero=True, level=_NAMES[target.level])
        return ctx.seal(tx, answer)


def clear_hero(ctx: Context, op: ClearHero) -> HeroSet:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = finding.item(ctx, tx, place, op.image_id)
        _leave_heroes(tx, row)
        return HeroSet(is_hero=False, level=_NAMES[place.level])


def _hero_folder(tx: Transaction, place: FolderRow, level: HeroLevel | None) -> FolderRow:
    """The level that the hero stands for: the folder's own, or one above it that ``level``
    names.
    """
    if level is None:
        return place
    depth = _LEVELS[level]
    if depth > place.level:
        raise ValidationError.of(
            "level", f"{level} needs the folder down to Level {depth}", value=level
        )
    found = tx.folders.by_id(place.chain[depth - 1])
    assert found is not None
    return found


def _drop_hero(tx: Transaction, place: FolderRow) -> None:
    former = place.hero_item_id
    tx.folders.set_hero(place.id, None)
    if former is not None and not tx.folders.with_hero(former):
        tx.items.set_hero(former, False)
