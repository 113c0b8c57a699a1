"""Search, likeness, duplicates and saved searches."""

from __future__ import annotations

from ..care import reading
from ..catalogue import duplicates, finding, nearest, searching, showing
from ..catalogue.search_scope import scoped, searched
from ..context import Context, Sealed, moment
from ..domain import paging
from ..engines import meaning
from ..errors import NotFound, ValidationError
from ..models.searching import (
    DuplicateGroup,
    DuplicatePage,
    SavedSearch,
    SavedSearchList,
    SavedSearchRemoved,
    SearchPage,
    SearchQuery,
    SimilarItem,
    SimilarPage,
)
from ..operations import (
    ListDuplicates,
    ListSearches,
    ListSimilar,
    RemoveSearch,
    SaveSearch,
    SearchLibrary,
)
from ..pixels import look, similarity
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import ItemRow, workspace_scope
from ..store.saved_searches import SavedSearchRow

MOST_SAVED = 200
WORDS_NOW, MEANINGS_NOW, LOOKS_NOW = 200, 32, 64
"""How many items that wait a search reads by itself: half a second at most."""
MOST_NEAR = 500
"""Hits by meaning that are looked at; there is no end to what is somehow near."""


def search_library(ctx: Context, op: SearchLibrary) -> SearchPage:
    query = _asked(ctx, op)
    if query.in_folder is not None:  # who asks for a folder that isn't there changes nothing
        with ctx.store.read() as tx:
            _place(ctx, tx, op, query)
    if ctx.engines.lettering.installed:
        reading.keep_up(ctx, "lettering")
    by_meaning = query.by == "meaning"
    if by_meaning and not (query.q or "").strip():
        raise ValidationError.of("q", "say what to look for: a search by meaning needs words")
    if by_meaning:
        ctx.store.assert_idle()
        ctx.engines.meaning.ready()
        unread = reading.read_now(ctx, "meaning", MEANINGS_NOW)
        return _by_meaning(ctx, op, query, unread)
    unread = reading.read_now(ctx, "words", WORDS_NOW) if query.q else 0
    filters = {"query": query.model_dump(mode="json")}
    with ctx.store.read() as tx:
        place = _place(ctx, tx, op, query)
        plan = searching.planned(tx, ctx.workspace_id, place, query)
        after = searching.decoded(op.cursor, filters)
        own = tx.items.total(workspace_scope(ctx.workspace_id), None)
        page = searching.page(tx, plan, own, after, op.limit, ctx.held_hits)
        rows = tx.items.by_ids(ctx.workspace_id, page.ids)
    return SearchPage(
        items=[showing.item(ctx, row) for row in rows],
        next_cursor=searching.encoded(page.following, filters),
        total_count=page.total,
        corrected=list(plan.corrected),
        unread=unread,
    )


def _asked(ctx: Context, op: SearchLibrary) -> SearchQuery:
    """What is asked for, on top of what the saved search says."""
    fields = op.model_dump(exclude={"saved", "limit", "cursor", "folder"}, exclude_none=True)
    if not fields.get("q", "").strip():  # an empty field of words asks for nothing, as in the list
        fields.pop("q", None)
    if op.folder is not None:
        fields["in_folder"] = op.folder
    if op.saved is not None:
        with ctx.store.read() as tx:
            row = tx.saved_searches.get(ctx.workspace_id, op.saved)
        if row is None:
            raise NotFound(f"No search is saved as {op.saved!r}.")
        kept = SearchQuery.model_validate_json(row.query).model_dump(exclude_none=True)
        fields = {**kept, **fields}
    return SearchQuery(**fields)


def _place(
    ctx: Context, tx: Transaction, op: SearchLibrary, query: SearchQuery
) -> FolderRow | None:
    return None if query.in_folder is None else finding.folder(ctx, tx, op, query.in_folder)


def _by_meaning(ctx: Context, op: SearchLibrary, query: SearchQuery, unread: int) -> SearchPage:
    vector = ctx.engines.meaning.query(query.q or "")
    filters = {"query": query.model_dump(mode="json")}
    start = 0
    if op.cursor is not None:
        (start,) = paging.decode(op.cursor, "meaning", [int], filters)
    with ctx.store.read() as tx:
        place = _place(ctx, tx, op, query)
        scope = searched(ctx.workspace_id, place, query, subtree=query.subtree is not False)
        near = nearest.among_matching(ctx, tx, meaning.SPACE, scope, vector, MOST_NEAR)
        page = near[max(0, start) : max(0, start) + op.limit]
        shown = tx.items.by_ids(ctx.workspace_id, [each.id for each in page])
    more = max(0, start) + op.limit < len(near)
    return SearchPage(
        items=[showing.item(ctx, row) for row in shown],
        next_cursor=paging.encode("meaning", [max(0, start) + op.limit], filters) if more else None,
        total_count=len(near),
        corrected=[],
        unread=unread,
    )


def list_similar(ctx: Context, op: ListSimilar) -> SimilarPage:
    with ctx.store.read() as tx:  # first: who asks for what isn't there changes nothing
        item = _found(ctx, tx, op)
    unread = reading.read_now(ctx, "look", LOOKS_NOW)
    if item.kind == "text" or item.thumbnail_sha is None:
        raise NotFound("Only an image or a design with a finished version has a look.")
    vector = reading.look_of(ctx, item)
    with ctx.store.read() as tx:
        scope = scoped(ctx.workspace_id, None, SearchQuery(), subtree=True)
        near = nearest.among_matching(ctx, tx, look.SPACE, scope, vector, op.limit + 1)
        rows = tx.items.by_ids(ctx.workspace_id, [each.id for each in near])
    alike = {each.id: each.similarity for each in near}
    found = [
        SimilarItem(likeness=_likeness(item, row, alike[row.id]), item=showing.item(ctx, row))
        for row in rows
        if row.id != item.id
    ]
    found.sort(key=lambda each: -each.likeness)
    return SimilarPage(items=found[: op.limit], unread=unread)


def _found(ctx: Context, tx: Transaction, op: ListSimilar) -> ItemRow:
    if op.folder is not None:
        place = finding.folder(ctx, tx, op, op.folder)
        return finding.item(ctx, tx, place, op.image_id)
    row = tx.items.get(ctx.workspace_id, op.image_id)
    if row is None or not row.live:
        raise NotFound
    return row


def _likeness(item: ItemRow, other: ItemRow, alike: float) -> float:
    """How alike two looks are; whose hashes say that they are one picture are nearly 1."""
    likeness = max(0.0, min(1.0, alike))
    if item.phash is not None and other.phash is not None:
        first, second = item.phash & (1 << 64) - 1, other.phash & (1 << 64) - 1
        if similarity.near_duplicate(first, second):
            likeness = max(likeness, 1 - similarity.distance(first, second) / 100)
    return round(likeness, 4)


def list_duplicates(ctx: Context, op: ListDuplicates) -> DuplicatePage:
    with ctx.store.read() as tx:
        place = None if op.folder is None else finding.folder(ctx, tx, op, op.folder)
        scope = scoped(ctx.workspace_id, place, SearchQuery(), subtree=op.subtree).expression()
        pictures = tx.items.hashes(scope, duplicates.MOST + 1)
    found = duplicates.groups(pictures[: duplicates.MOST], ctx.store.check_time)
    wanted = [id for group in found[: duplicates.MOST_GROUPS] for id in group]
    with ctx.store.read() as tx:
        rows = {row.id: row for row in tx.items.by_ids(ctx.workspace_id, wanted)}
    groups = []
    for group in found[: duplicates.MOST_GROUPS]:
        held = [rows[id] for id in group if id in rows]
        if len(held) > 1:
            exact = held[0].content_sha is not None and len({row.content_sha for row in held}) == 1
            items = [showing.item(ctx, row) for row in held]
            groups.append(DuplicateGroup(exact=exact, items=items))
    return DuplicatePage(
        groups=groups,
        compared=min(len(pictures), duplicates.MOST),
        all=len(pictures) <= duplicates.MOST and len(found) <= duplicates.MOST_GROUPS,
    )


def save_search(ctx: Context, op: SaveSearch) -> Sealed[SavedSearch]:
    name = op.name.strip()
    with ctx.store.write() as tx:
        if op.query.in_folder is not None:
            finding.folder(ctx, tx, op, op.query.in_folder)
        scoped(ctx.workspace_id, None, op.query, subtree=True)  # refuses unknown colours
        kept = tx.saved_searches.list(ctx.workspace_id)
        if len(kept) >= MOST_SAVED and name not in {row.name for row in kept}:
            raise ValidationError.of(
                "name", f"{MOST_SAVED} searches are saved already; remove one first", value=name
            )
        query = op.query.model_dump_json(exclude_none=True)
        tx.saved_searches.put(ctx.workspace_id, name, query, ctx.now())
        row = tx.saved_searches.get(ctx.workspace_id, name)
        assert row is not None
        return ctx.seal(tx, _saved(row))


def _saved(row: SavedSearchRow) -> SavedSearch:
    return SavedSearch(
        name=row.name,
        query=SearchQuery.model_validate_json(row.query),
        created_at=moment(row.created_at),
        updated_at=moment(row.updated_at),
    )


def list_searches(ctx: Context, op: ListSearches) -> SavedSearchList:
    with ctx.store.read() as tx:
        rows = tx.saved_searches.list(ctx.workspace_id)
    return SavedSearchList(searches=[_saved(row) for row in rows])


def remove_search(ctx: Context, op: RemoveSearch) -> SavedSearchRemoved:
    with ctx.store.write() as tx:
        if not tx.saved_searches.remove(ctx.workspace_id, op.name.strip()):
            raise NotFound(f"No search is saved as {op.name!r}.")
    return SavedSearchRemoved(deleted=op.name.strip())
