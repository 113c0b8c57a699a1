"""Folders: the tree, its archive, locks and heroes."""

from __future__ import annotations

from typing import NamedTuple

from .area import Area
from .engine import IS
from .references import Blobs


class FolderRow(NamedTuple):
    id: int
    workspace_id: str
    parent_id: int | None
    level: int
    slug: str
    name: str
    path: str
    l1_id: int | None
    l2_id: int | None
    l3_id: int | None
    l4_id: int | None
    l5_id: int | None
    l6_id: int | None
    locked: int
    hero_item_id: int | None
    created_at: int
    last_activity_at: int | None
    archived_at: int | None

    @property
    def chain(self) -> tuple[int, ...]:
        """Ids from Level 1 down to this folder."""
        levels = (self.l1_id, self.l2_id, self.l3_id, self.l4_id, self.l5_id, self.l6_id)
        return tuple(id for id in levels if id is not None)

    @property
    def levels(self) -> tuple[int | None, ...]:
        """The six level columns."""
        return (self.l1_id, self.l2_id, self.l3_id, self.l4_id, self.l5_id, self.l6_id)


SURE_OF_SLUG = 48
"""How much of a slug every suffixed form of it keeps."""

COLUMNS = (
    "id, workspace_id, parent_id, level, slug, name, path, l1_id, l2_id, l3_id, l4_id, l5_id, l6_id, locked, "
    "hero_item_id, created_at, last_activity_at, archived_at"
)


class Folders(Area):
    def get(self, workspace_id: str, path: str) -> FolderRow | None:
        return self._one(
            FolderRow,
            f"select {COLUMNS} from folders where workspace_id = ? and path = ? and archived_at is null",
            workspace_id,
            path,
        )

    def by_id(self, id: int) -> FolderRow | None:
        return self._one(FolderRow, f"select {COLUMNS} from folders where id = ?", id)

    def deepest(self, workspace_id: str, path: str) -> FolderRow | None:
        """The deepest live folder on the way to the path; tells which level is missing."""
        slugs = path.split("/")
        for depth in range(len(slugs), 0, -1):
            found = self.get(workspace_id, "/".join(slugs[:depth]))
            if found is not None:
                return found
        return None

    def by_ids(self, ids: tuple[int, ...]) -> list[FolderRow]:
        marks = ", ".join("?" * len(ids))
        return self._all(
            FolderRow, f"select {COLUMNS} from folders where id in ({marks}) order by level", *ids
        )

    def add(
        self, workspace_id: str, parent: FolderRow | None, slug: str, name: str, now: int
    ) -> FolderRow:
        level = 1 if parent is None else parent.level + 1
        path = slug if parent is None else f"{parent.path}/{slug}"
        id = self._insert(
            "insert into folders (workspace_id, parent_id, level, slug, name, path, created_at) "
            "values (?, ?, ?, ?, ?, ?, ?)",
            workspace_id,
            None if parent is None else parent.id,
            level,
            slug,
            name,
            path,
            now,
        )
        chain = (*(() if parent is None else parent.chain), id)
        padded = (*chain, *(None,) * (6 - len(chain)))
        self._run(
            "update folders set l1_id = ?, l2_id = ?, l3_id = ?, l4_id = ?, l5_id = ?, l6_id = ? where id = ?",
            *padded,
            id,
        )
        row = self.by_id(id)
        assert row is not None
        return row

    def taken_slugs(self, workspace_id: str, parent: FolderRow | None, slug: str) -> set[str]:
        """Slugs of live siblings that this one could clash with: itself, or cut and with a
        suffix.
        """
        # A suffix may take the place of the slug's last characters (slugs have 60 at most), so the
        # beginning decides.
        start = ("" if parent is None else parent.path + "/") + slug[:SURE_OF_SLUG]
        rows = self._column(
            f"select slug from folders where workspace_id = ? and archived_at is null and parent_id {self._said(IS)} ? "
            "and path >= ? and path < ?",
            workspace_id,
            None if parent is None else parent.id,
            start,
            start + "\x7f",
        )
        return set(rows)

    def rename(self, id: int, name: str) -> None:
        self._run("update folders set name = ? where id = ?", name, id)

    def level1(self, workspace_id: str) -> list[FolderRow]:
        return self._all(
            FolderRow,
            f"select {COLUMNS} from folders where workspace_id = ? and level = 1 and archived_at is null order by id",
            workspace_id,
        )

    def all(self, workspace_id: str) -> list[FolderRow]:
        return self._all(
            FolderRow,
            f"select {COLUMNS} from folders where workspace_id = ? and archived_at is null order by path",
            workspace_id,
        )

    def children(self, id: int) -> list[FolderRow]:
        return self._all(
            FolderRow,
            f"select {COLUMNS} from folders where parent_id = ? and archived_at is null order by id",
            id,
        )

    def below(self, folder: FolderRow) -> list[FolderRow]:
        """All live folders under this one, parents before children."""
        return self._all(
            FolderRow,
            f"select {COLUMNS} from folders where l{folder.level}_id = ? and level > ? and archived_at is null "
            "order by level, id",
            folder.id,
            folder.level,
        )

    def child_count(self, id: int) -> int:
        return int(
            self._value(
                "select count(*) from folders where parent_id = ? and archived_at is null", id
            )
        )

    def archive(self, id: int, now: int) -> None:
        self._run("update folders set archived_at = ? where id = ?", now, id)

    def newest_archived(
        self, workspace_id: str, parent: FolderRow | None, slug: str
    ) -> FolderRow | None:
        """By its parent rather than by its path: the parent may have another path since it was
        restored itself.
        """
        return self._one(
            FolderRow,
            f"select {COLUMNS} from folders where workspace_id = ? and parent_id {self._said(IS)} ? and slug = ? and archived_at > 0 "
            "order by archived_at desc, id desc limit 1",
            workspace_id,
            None if parent is None else parent.id,
            slug,
        )

    def archived_before(self, limit: int) -> list[FolderRow]:
        return self._all(
            FolderRow,
            f"select {COLUMNS} from folders where archived_at > 0 and archived_at < ? order by level desc",
            limit,
        )

    def restore(self, id: int, slug: str, path: str) -> None:
        self._run(
            "update folders set archived_at = null, slug = ?, path = ? where id = ?", slug, path, id
        )

    def lock(self, id: int, locked: bool) -> None:
        self._run("update folders set locked = ? where id = ?", int(locked), id)

    def touch(self, id: int, now: int) -> None:
        self._run("update folders set last_activity_at = ? where id = ?", now, id)

    def set_hero(self, id: int, item_id: int | None) -> None:
        self._run("update folders set hero_item_id = ? where id = ?", item_id, id)

    def with_hero(self, item_id: int) -> list[FolderRow]:
        return self._all(
            FolderRow, f"select {COLUMNS} from folders where hero_item_id = ?", item_id
        )

    def any_child(self, id: int) -> bool:
        """Whether any folder, live or archived, that still holds something lies inside."""
        return (
            self._value(
                "select 1 from folders where parent_id = ? and (archived_at is null or archived_at > 0) limit 1",
                id,
            )
            is not None
        )

    def strip(self, id: int) -> list[str]:
        """Remove what an archived folder looked like; returns files that nobody counts on now.

        The row itself stays with its path, since the ledger names folders by id; archived_at = 0
        marks it as emptied.
        """
        held = [
            (owner, sha256)
            for table, prefix in (
                ("golden_references", "ref"),
                ("logos", "logo"),
                ("fonts", "font"),
            )
            for owner, sha256 in self._db.execute(
                f"select b.owner, b.sha256 from {table} t join blob_refs b on b.owner = '{prefix}:' || t.id "
                "where t.folder_id = ?",
                (id,),
            )
        ]
        for table in (
            "golden_references",
            "logos",
            "fonts",
            "rules",
            "styles",
            "reference_sets",
            "identities",
        ):
            self._run(f"delete from {table} where folder_id = ?", id)
        self._run("update folders set archived_at = 0 where id = ?", id)
        return Blobs(self._db).release_all(held)
