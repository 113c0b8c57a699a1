"""Library items, their versions, tags, counters and search."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from .area import Area, numbered
from .engine import BY_INDEX, IN_LIST
from .folders import FolderRow
from .search_index import SearchIndex


class ItemRow(NamedTuple):
    id: int
    public_id: str
    workspace_id: str
    folder_id: int
    kind: str
    status: str
    title: str
    description: str
    tags: str
    system_tags: str
    filename: str
    prompt: str
    mime_type: str | None
    width: int | None
    height: int | None
    bytes: int | None
    score: float | None
    sort_score: float
    current_version: int | None
    next_version: int
    total_versions: int
    focal_x: float | None
    focal_y: float | None
    phash: int | None
    content_sha: str | None
    duplicate_of: str | None
    client_reference_id: str | None
    error: str | None
    is_hero: int
    live: int
    created_at: int
    updated_at: int
    trashed_at: int | None
    path: str
    sha256: str | None
    thumbnail_sha: str | None
    recipe: str | None
    body: str | None


class ItemHash(NamedTuple):
    id: int
    phash: int | None
    content_sha: str | None


class ItemName(NamedTuple):
    public_id: str
    phash: int


_ITEM = (
    "items.id, items.public_id, items.workspace_id, items.folder_id, items.kind, items.status, items.title, "
    "items.description, items.tags, items.system_tags, items.filename, items.prompt, items.mime_type, items.width, "
    "items.height, items.bytes, items.score, items.sort_score, items.current_version, items.next_version, "
    "items.total_versions, items.focal_x, items.focal_y, items.phash, items.content_sha, items.duplicate_of, "
    "items.client_reference_id, items.error, items.is_hero, items.live, items.created_at, items.updated_at, "
    "items.trashed_at, folders.path, versions.sha256, versions.thumbnail_sha, versions.recipe, versions.body"
)
_FROM = (
    "from items join folders on folders.id = items.folder_id "
    "left join versions on versions.item_id = items.id and versions.number = items.current_version"
)


class ListScope(NamedTuple):
    """Which items a listing covers: a column of ``items``, its value, and the counter that belongs
    to it.
    """

    workspace_id: str
    column: str
    value: Any
    counter: str


def workspace_scope(workspace_id: str) -> ListScope:
    return ListScope(workspace_id, "workspace_id", workspace_id, f"w:{workspace_id}")


def folder_scope(folder: FolderRow) -> ListScope:
    return ListScope(folder.workspace_id, "folder_id", folder.id, f"f:{folder.id}")


def subtree_scope(folder: FolderRow) -> ListScope:
    return ListScope(folder.workspace_id, f"l{folder.level}_id", folder.id, f"s:{folder.id}")


class Match(NamedTuple):
    """A match expression of the search index; ``trashed`` where it asks for what is in the trash."""

    expression: str
    trashed: bool = False


def _filter(scope: ListScope, wanted: Match, index: SearchIndex) -> tuple[str, list[object]]:
    state = (
        "items.trashed_at is not null and items.folder_id in (select id from folders where archived_at is null)"
        if wanted.trashed
        else "items.live = 1"
    )
    among = f"items.id in (select rowid from search_items where {index.matches})"
    values = [scope.value, index.asked(wanted.expression)]
    return f"items.{scope.column} = ? and {state} and {among}", values


class Items(Area):
    def add(
        self,
        public_id: str,
        workspace_id: str,
        folder: FolderRow,
        kind: str,
        status: str,
        now: int,
        *,
        title: str = "",
        filename: str = "",
        prompt: str = "",
        tags: tuple[str, ...] = (),
        system_tags: tuple[str, ...] = (),
        client_reference_id: str | None = None,
        phash: int | None = None,
        content_sha: str | None = None,
        duplicate_of: str | None = None,
        description: str = "",
        created_at: int | None = None,
    ) -> int:
        id = self._insert(
            "insert into items (public_id, workspace_id, folder_id, l1_id, l2_id, l3_id, l4_id, l5_id, l6_id, kind, "
            "status, title, description, filename, prompt, tags, system_tags, client_reference_id, phash, content_sha, "
            "duplicate_of, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            public_id,
            workspace_id,
            folder.id,
            *folder.levels,
            kind,
            status,
            title,
            description,
            filename,
            prompt,
            json.dumps(list(tags), ensure_ascii=False),
            json.dumps(list(system_tags), ensure_ascii=False),
            client_reference_id,
            phash,
            content_sha,
            duplicate_of,
            created_at or now,
            now,
        )
        self.count(workspace_id, folder, kind, 1)
        self.index(id, workspace_id, (*tags, *system_tags))
        self._run("update folders set last_activity_at = ? where id = ?", now, folder.id)
        return id

    def count(self, workspace_id: str, folder: FolderRow, kind: str, change: int) -> None:
        """Move the counters of the workspace, the folder and every subtree that it lies in."""
        scopes = [f"w:{workspace_id}", f"f:{folder.id}", *(f"s:{id}" for id in folder.chain)]
        self._db.executemany(
            "insert into item_counts values (?1, ?2, ?3) on conflict (scope, kind) do update set n = item_counts.n + excluded.n",
            [numbered(scope, kind, change) for scope in scopes],
        )

    def index(self, id: int, workspace_id: str, tags: Iterable[str]) -> None:
        """Bring search and tags up to date with the item."""
        self._run("delete from item_tags where item_id = ?", id)
        self._db.executemany(
            "insert into item_tags values (?, ?, ?) on conflict do nothing",
            [(workspace_id, tag, id) for tag in sorted({tag.casefold() for tag in tags})],
        )
        self._found.put(id)

    @property
    def _found(self) -> SearchIndex:
        return SearchIndex(self._db)

    def get(self, workspace_id: str, public_id: str) -> ItemRow | None:
        return self._one(
            ItemRow,
            f"select {_ITEM} {_FROM} where items.workspace_id = ? and items.public_id = ?",
            workspace_id,
            public_id,
        )

    def by_id(self, id: int) -> ItemRow | None:
        return self._one(ItemRow, f"select {_ITEM} {_FROM} where items.id = ?", id)

    def total(self, scope: ListScope, kind: str | None) -> int:
        """Live items of a scope, from the counters."""
        if kind is None:
            return int(
                self._value(
                    "select coalesce(sum(n), 0) from item_counts where scope = ?", scope.counter
                )
            )
        return int(
            self._value(
                "select n from item_counts where scope = ? and kind = ?", scope.counter, kind
            )
            or 0
        )

    def page(
        self,
        scope: ListScope,
        kind: str | None,
        sort: str,
        after: tuple[object, ...] | None,
        limit: int,
        heroes: bool | None = None,
    ) -> list[ItemRow]:
        """A page by index alone. ``after`` is the sort key of the last item before it; ``heroes``
        keeps or drops heroes.
        """
        key, descending = (
            ("sort_score", True) if sort == "score" else ("created_at", sort != "oldest")
        )
        order, compare = ("desc", "<") if descending else ("asc", ">")
        index = f"items_{scope.column.removesuffix('_id')}"
        if sort == "score":
            index += "_score"
        elif kind is not None:
            index += "_kind"
        clauses, parameters = [f"items.{scope.column} = ?", "items.live = 1"], [scope.value]
        if scope.column not in ("workspace_id", "folder_id", "l1_id"):
            clauses.append(f"items.{scope.column} is not null")
        if kind is not None:
            clauses.append("items.kind = ?")
            parameters.append(kind)
        if heroes is True:
            index = "items_heroes"
            clauses += ["items.workspace_id = ?", "items.is_hero = 1"]
            parameters.append(scope.workspace_id)
        elif heroes is False:
            clauses.append("items.is_hero = 0")
        if after is not None:
            clauses.append(f"(items.{key}, items.id) {compare} (?, ?)")
            parameters += list(after)
        # The page's ids come from the index alone, so that the joins run for the page and not for
        # what it passes over.
        return self._all(
            ItemRow,
            f"select {_ITEM} from (select id as page_id from items {self._said(BY_INDEX).format(index)} where {' and '.join(clauses)} "
            f"order by {key} {order}, id {order} limit ?) join items on items.id = page_id "
            "join folders on folders.id = items.folder_id "
            "left join versions on versions.item_id = items.id and versions.number = items.current_version "
            f"order by items.{key} {order}, items.id {order}",
            *parameters,
            limit,
        )

    def matching(
        self,
        scope: ListScope,
        wanted: Match,
        sort: str,
        after: tuple[object, ...] | None,
        limit: int,
    ) -> list[ItemRow]:
        """A page of the items that match, in the order asked for."""
        where, parameters = _filter(scope, wanted, self._found)
        key, order, compare = {
            "oldest": ("items.created_at", "asc", ">"),
            "score": ("items.sort_score", "desc", "<"),
        }.get(sort, ("items.created_at", "desc", "<"))
        if after is not None:
            where += f" and ({key}, items.id) {compare} (?, ?)"
            parameters += list(after)
        return self._all(
            ItemRow,
            f"select {_ITEM} {_FROM} where {where} order by {key} {order}, items.id {order} limit ?",
            *parameters,
            limit,
        )

    def matching_total(self, scope: ListScope, wanted: Match) -> int:
        if not wanted.trashed:
            return self._found.count(wanted.expression)
        where, parameters = _filter(scope, wanted, self._found)
        return int(self._value(f"select count(*) from items where {where}", *parameters))

    def by_ids(self, workspace_id: str, ids: Sequence[int]) -> list[ItemRow]:
        """Live items of the workspace, in the order of their ids given."""
        rows = self._all(
            ItemRow,
            f"select {_ITEM} {_FROM} where items.workspace_id = ? and +items.live = 1 "  # +: found by id
            f"and items.id {self._said(IN_LIST)}",
            workspace_id,
            json.dumps(list(ids)),
        )
        place = {id: at for at, id in enumerate(ids)}
        return sorted(rows, key=lambda row: place[row.id])

    def hashes(self, expression: str, limit: int) -> list[ItemHash]:
        """What tells whether two pictures are one, of the newest items that match."""
        return self._all(
            ItemHash,
            "select i.id, i.phash, i.content_sha from search_items join items i on i.id = search_items.rowid "
            f"where {self._found.matches} and i.live = 1 and i.kind <> 'text' order by search_items.rowid desc limit ?",
            self._found.asked(expression),
            limit,
        )

    def of_folder(self, folder_id: int) -> list[ItemRow]:
        """Live items, oldest first."""
        return self._all(
            ItemRow,
            f"select {_ITEM} {_FROM} where items.folder_id = ? and items.live = 1 order by items.created_at, "
            "items.id",
            folder_id,
        )

    def all(self) -> Iterator[ItemRow]:
        """Every item there is."""
        for id in self._column("select id from items"):
            row = self.by_id(id)
            assert row is not None
            yield row

    def some_of_folder(self, folder_id: int, most: int) -> list[ItemRow]:
        """Items live, hidden or in the trash."""
        return self._all(
            ItemRow, f"select {_ITEM} {_FROM} where items.folder_id = ? limit ?", folder_id, most
        )

    def counts_of_folder(self, folder_id: int) -> dict[str, int]:
        kinds = "select kind, n from item_counts where scope = ?"
        return dict(self._db.execute(kinds, (f"f:{folder_id}",)).fetchall())

    def with_content(self, workspace_id: str, sha256: str) -> str | None:
        """The oldest live item of the same content."""
        found: str | None = self._value(
            "select public_id from items where workspace_id = ? and content_sha = ? and live = 1 order by id limit 1",
            workspace_id,
            sha256,
        )
        return found

    def perceptual_hashes(self, workspace_id: str, limit: int) -> list[ItemName]:
        """The newest hashes of live items, for finding near-duplicates."""
        return self._all(
            ItemName,
            "select public_id, phash from items where workspace_id = ? and live = 1 and phash is not null "
            "order by created_at desc, id desc limit ?",
            workspace_id,
            limit,
        )

    def take_number(self, id: int, now: int) -> int:
        """The next version number; once taken it is never used again."""
        return int(
            self._value(
                "update items set next_version = next_version + 1, updated_at = ? where id = ? "
                "returning next_version - 1",
                now,
                id,
            )
        )

    def copy_numbers(self, id: int, next_version: int) -> None:
        """A copy goes on counting where its original stood."""
        self._run("update items set next_version = ? where id = ?", next_version, id)

    def set_status(
        self, id: int, status: str, error: str | None, client_reference_id: str | None, now: int
    ) -> None:
        self._run(
            "update items set status = ?, error = ?, client_reference_id = coalesce(?, client_reference_id), "
            "updated_at = ? where id = ?",
            status,
            error,
            client_reference_id,
            now,
            id,
        )

    def begin_job(self, id: int, client_reference_id: str | None, now: int) -> None:
        """Processing; the error and the reference of the job before are gone."""
        self._run(
            "update items set status = 'processing', error = null, client_reference_id = ?, updated_at = ? where id = ?",
            client_reference_id,
            now,
            id,
        )

    def show_version(self, id: int, number: int, score: float | None, now: int) -> None:
        """Make a finished version the current one."""
        self._run(
            "update items set current_version = ?1, score = cast(?2 as double precision), "
            "sort_score = coalesce(cast(?2 as double precision), -1), updated_at = ?3, "
            "mime_type = (select mime_type from versions where item_id = ?4 and number = ?1), "
            "width = (select width from versions where item_id = ?4 and number = ?1), "
            "height = (select height from versions where item_id = ?4 and number = ?1), "
            "bytes = (select bytes from versions where item_id = ?4 and number = ?1), "
            "total_versions = (select count(*) from versions where item_id = ?4 and status = 'finished') where id = ?4",
            number,
            score,
            now,
            id,
        )
        self._found.put(id)
        self._run(
            "insert into search_pending select step, workspace_id, id from items, (select 'look' as step union all "
            "select 'lettering') steps where id = ? and kind <> 'text' on conflict do nothing",
            id,
        )

    def describe(
        self, row: ItemRow, title: str, description: str, tags: tuple[str, ...], now: int
    ) -> None:
        self._run(
            "update items set title = ?, description = ?, tags = ?, updated_at = ? where id = ?",
            title,
            description,
            json.dumps(list(tags), ensure_ascii=False),
            now,
            row.id,
        )
        self.index(row.id, row.workspace_id, (*tags, *json.loads(row.system_tags)))

    def set_picture_facts(
        self, row: ItemRow, system_tags: tuple[str, ...], phash: int | None, content_sha: str | None
    ) -> None:
        self._run(
            "update items set system_tags = ?, phash = ?, content_sha = ? where id = ?",
            json.dumps(list(system_tags), ensure_ascii=False),
            phash,
            content_sha,
            row.id,
        )
        self.index(row.id, row.workspace_id, (*json.loads(row.tags), *system_tags))

    def set_focal_point(self, id: int, x: float | None, y: float | None, now: int) -> None:
        self._run(
            "update items set focal_x = ?, focal_y = ?, updated_at = ? where id = ?", x, y, now, id
        )

    def set_hero(self, id: int, is_hero: bool) -> None:
        self._run("update items set is_hero = ? where id = ?", int(is_hero), id)

    def trash(self, id: int, now: int) -> None:
        self._run(
            "update items set live = 0, trashed_at = ?, is_hero = 0, updated_at = ? where id = ?",
            now,
            now,
            id,
        )
        self._found.put(id)

    def untrash(self, id: int, now: int) -> None:
        self._run(
            "update items set live = 1, trashed_at = null, updated_at = ? where id = ?", now, id
        )
        self._found.put(id)

    def hide(self, id: int) -> None:
        """Out of every listing with its archived folder."""
        self._run("update items set live = 0 where id = ?", id)
        self._found.put(id)

    def show(self, id: int) -> None:
        self._run("update items set live = 1 where id = ? and trashed_at is null", id)
        self._found.put(id)

    def hidden_of_folder(self, folder_id: int) -> list[ItemRow]:
        """Items that were live when their folder was archived."""
        return self._all(
            ItemRow,
            f"select {_ITEM} {_FROM} where items.folder_id = ? and items.live = 0 and items.trashed_at is null",
            folder_id,
        )

    def trashed_before(self, limit: int, most: int) -> list[ItemRow]:
        return self._all(
            ItemRow,
            f"select {_ITEM} {_FROM} where items.trashed_at is not null and items.trashed_at < ? limit ?",
            limit,
            most,
        )

    def move(self, id: int, folder: FolderRow, now: int) -> None:
        self._run(
            "update items set folder_id = ?, l1_id = ?, l2_id = ?, l3_id = ?, l4_id = ?, l5_id = ?, l6_id = ?, "
            "updated_at = ? where id = ?",
            folder.id,
            *folder.levels,
            now,
            id,
        )
        self._found.put(id)

    def remove(self, row: ItemRow) -> None:
        self._found.remove(row.workspace_id, row.id)
        self._run("update jobs set item_id = null where item_id = ?", row.id)
        self._run(
            "update items set duplicate_of = null where workspace_id = ? and duplicate_of = ?",
            row.workspace_id,
            row.public_id,
        )
        self._run("delete from items where id = ?", row.id)
