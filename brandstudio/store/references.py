"""Blob rows and who counts on each; uploads on their way in; drawn downloads."""

from __future__ import annotations

from typing import NamedTuple

from .area import Area
from .blobs import Blob, BlobStore
from .engine import PerEngine
from .removals import Removals


class BlobRow(NamedTuple):
    sha256: str
    bytes: int
    mime_type: str


_VERSIONS_ITEM = PerEngine(
    "cast(substr(r.owner, 9, instr(substr(r.owner, 9), ':') - 1) as integer)",
    # Planners may ask this before the like: what is no version's owner must not fail in the cast.
    "nullif(case when r.owner like 'version:%' then split_part(r.owner, ':', 2) end, '')::bigint",
)
"""The item in an owner like ``version:7:2``."""


_NAMED = PerEngine(
    "insert into blobs values (?, ?, ?, ?) on conflict do nothing",
    # The row is locked, so that another workspace that lets go of the same file waits and sees us.
    "insert into blobs values (?, ?, ?, ?) on conflict (sha256) do update set bytes = excluded.bytes",
)


class Blobs(Area):
    def keep(self, blob: Blob, owner: str, files: BlobStore, now: int) -> None:
        """Name a published file in a row and count the owner on it.

        A purge may have removed the very same file between publishing and this transaction; then
        the caller tries again.
        """
        self._require_there(blob.sha256, files)
        self._run(
            _NAMED,
            blob.sha256,
            blob.bytes,
            blob.mime_type,
            now,
        )
        self.hold(blob.sha256, owner)

    def _require_there(self, sha256: str, files: BlobStore) -> None:
        if files.near:
            there = files.exists(sha256)
        else:
            # Published files are there unless they were removed since; only then is the network
            # asked, inside a transaction as it is.
            removals = Removals(self._db)
            state = removals.state(sha256)
            there = state != "leaving" and (state != "gone" or files.exists(sha256))
            if there and state is not None:
                removals.forget(sha256)
        if not there:
            raise BlobVanished(sha256)

    def hold(self, sha256: str, owner: str) -> None:
        """One more owner of a file that has a row."""
        self._run(
            "insert into blob_refs (owner, sha256) values (?, ?) on conflict do nothing",
            owner,
            sha256,
        )

    def get(self, sha256: str) -> BlobRow | None:
        return self._one(
            BlobRow, "select sha256, bytes, mime_type from blobs where sha256 = ?", sha256
        )

    def of_workspace(self, workspace_id: str, sha256: str) -> bool:
        """True of a file that a version, a banner or a logo of the workspace counts on."""
        found = self._value(
            "select 1 from blob_refs r where r.sha256 = ?2 and ("
            "(r.owner like 'variant:%' and exists (select 1 from variants v join jobs j on j.id = v.job_id "
            "where v.id = substr(r.owner, 9) and j.workspace_id = ?1)) or "
            "(r.owner like 'version:%' and exists (select 1 from items i where i.id = "
            f"{self._said(_VERSIONS_ITEM)} and i.workspace_id = ?1))) "
            "union all select 1 from logos l join folders f on f.id = l.folder_id "
            "where l.sha256 = ?2 and f.workspace_id = ?1 limit 1",
            workspace_id,
            sha256,
        )
        return found is not None

    def release(self, owner: str) -> list[str]:
        """The owner counts no more; returns the files that nobody counts on now. Their rows go with
        ``drop``.
        """
        return self.release_all(
            [
                (owner, sha256)
                for sha256 in self._column("select sha256 from blob_refs where owner = ?", owner)
            ]
        )

    def held_by_prefix(self, prefix: str) -> list[tuple[str, str]]:
        """(owner, file) of all owners that begin so."""
        return self.held_between(prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1))

    def held_between(self, first: str, end: str) -> list[tuple[str, str]]:
        """(owner, file) of all owners from the first up to the end."""
        return [
            (owner, sha256)
            for owner, sha256 in self._db.execute(
                "select owner, sha256 from blob_refs where owner >= ? and owner < ?", (first, end)
            )
        ]

    def release_all(self, held: list[tuple[str, str]]) -> list[str]:
        """As ``release``, for several; the rows that named the files must be gone by the end of the
        transaction.
        """
        self._db.executemany("delete from blob_refs where owner = ? and sha256 = ?", held)
        gone = []
        for sha256 in sorted({sha256 for _, sha256 in held}):
            if self._db.engine == "postgres":
                # Whoever names it meanwhile, in another workspace, has the row.
                self._run("select 1 from blobs where sha256 = ? for update", sha256)
            if self._value("select 1 from blob_refs where sha256 = ? limit 1", sha256) is None:
                self._run("delete from blobs where sha256 = ?", sha256)
                gone.append(sha256)
        return gone

    def all(self) -> list[BlobRow]:
        return self._all(BlobRow, "select sha256, bytes, mime_type from blobs")

    def exists(self, sha256: str) -> bool:
        return self._value("select 1 from blobs where sha256 = ?", sha256) is not None


class BlobVanished(RuntimeError):
    """The published file was swept before its row came; publish it again and repeat the
    transaction.
    """


class UploadRow(NamedTuple):
    s3_key: str
    workspace_id: str
    filename: str
    mime_type: str
    bytes: int
    created_at: int
    expires_at: int
    written_at: int | None
    used_at: int | None


_UPLOAD = (
    "s3_key, workspace_id, filename, mime_type, bytes, created_at, expires_at, written_at, used_at"
)


class Announced(NamedTuple):
    """The file that an upload's link waits for."""

    filename: str
    mime_type: str
    bytes: int


class PendingUploads(NamedTuple):
    """How many, and when the oldest of them came to wait (ms since 1970)."""

    many: int
    since: int | None


class WaitingUpload(NamedTuple):
    s3_key: str
    written_at: int


class Uploads(Area):
    def add(
        self,
        s3_key: str,
        token_hash: bytes,
        workspace_id: str,
        announced: Announced,
        now: int,
        expires_at: int,
        key_id: str | None = None,
    ) -> None:
        self._run(
            "insert into uploads (s3_key, token_hash, workspace_id, filename, mime_type, bytes, created_at, expires_at, "
            "key_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            s3_key,
            token_hash,
            workspace_id,
            *announced,
            now,
            expires_at,
            key_id,
        )

    def by_token(self, token_hash: bytes) -> UploadRow | None:
        return self._one(
            UploadRow, f"select {_UPLOAD} from uploads where token_hash = ?", token_hash
        )

    def get(self, workspace_id: str, s3_key: str) -> UploadRow | None:
        return self._one(
            UploadRow,
            f"select {_UPLOAD} from uploads where workspace_id = ? and s3_key = ?",
            workspace_id,
            s3_key,
        )

    def written(self, s3_key: str, now: int) -> bool:
        return (
            self._run(
                "update uploads set written_at = ? where s3_key = ? and written_at is null",
                now,
                s3_key,
            )
            == 1
        )

    def use(self, s3_key: str, now: int) -> bool:
        """Consume it; False when somebody was faster."""
        return (
            self._run(
                "update uploads set used_at = ? where s3_key = ? and used_at is null and written_at is not null",
                now,
                s3_key,
            )
            == 1
        )

    def pending(self, workspace_id: str, now: int, key_id: str | None = None) -> PendingUploads:
        """Links that still take a file, and files that wait to be used: of the workspace, or of one
        key in it.
        """
        found = self._one(
            PendingUploads,
            "select count(*), min(coalesce(written_at, created_at)) from uploads "
            "where workspace_id = ?1 and used_at is null and (expires_at > ?2 or written_at is not null) "
            "and (cast(?3 as text) is null or key_id = ?3)",
            workspace_id,
            now,
            key_id,
        )
        assert found is not None
        return found

    def oldest_waiting(self, workspace_id: str, key_id: str | None = None) -> WaitingUpload | None:
        """The file that has waited longest to be used."""
        return self._one(
            WaitingUpload,
            "select s3_key, written_at from uploads where workspace_id = ?1 and used_at is null "
            "and written_at is not null and (cast(?2 as text) is null or key_id = ?2) "
            "order by written_at limit 1",
            workspace_id,
            key_id,
        )

    def waiting_files(self) -> list[str]:
        """Uploads that were taken and not used yet."""
        return self._column(
            "select s3_key from uploads where written_at is not null and used_at is null"
        )

    def older_than(self, limit: int) -> list[str]:
        return self._column("select s3_key from uploads where created_at < ?", limit)

    def remove(self, s3_key: str) -> None:
        self._run("delete from uploads where s3_key = ?", s3_key)

    def all_keys(self) -> set[str]:
        return set(self._column("select s3_key from uploads"))


class RenditionRow(NamedTuple):
    key: str
    item_id: int
    sha256: str
    bytes: int
    mime_type: str


class Renditions(Area):
    """Files of the download cache; they are not blobs and may be removed at any time."""

    def get(self, key: str) -> RenditionRow | None:
        return self._one(
            RenditionRow,
            "select key, item_id, sha256, bytes, mime_type from renditions where key = ?",
            key,
        )

    def put(
        self, key: str, item_id: int, sha256: str, bytes: int, mime_type: str, now: int
    ) -> None:
        self._run(
            "insert into renditions values (?, ?, ?, ?, ?, ?) on conflict (key) do update set "
            "item_id = excluded.item_id, sha256 = excluded.sha256, bytes = excluded.bytes, "
            "mime_type = excluded.mime_type, used_at = excluded.used_at",
            key,
            item_id,
            sha256,
            bytes,
            mime_type,
            now,
        )

    def total_bytes(self) -> int:
        return int(self._value("select coalesce(sum(bytes), 0) from renditions"))

    def oldest(self, most: int) -> list[RenditionRow]:
        return self._all(
            RenditionRow,
            "select key, item_id, sha256, bytes, mime_type from renditions order by used_at limit ?",
            most,
        )

    def of_item(self, item_id: int) -> list[RenditionRow]:
        return self._all(
            RenditionRow,
            "select key, item_id, sha256, bytes, mime_type from renditions where item_id = ?",
            item_id,
        )

    def remove(self, key: str) -> None:
        self._run("delete from renditions where key = ?", key)

    def all_keys(self) -> set[str]:
        return set(self._column("select key from renditions"))
