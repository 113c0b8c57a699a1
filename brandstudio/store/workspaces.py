"""Workspaces, their permissions, and the keys that open them."""

from __future__ import annotations

import builtins
from typing import NamedTuple

from .area import Area


class WorkspaceRow(NamedTuple):
    id: str
    name: str
    balance: int
    pause_reason: str | None
    created_at: int


class KeyRow(NamedTuple):
    id: str
    workspace_id: str
    name: str
    level: str
    prefix: str
    created_at: int
    last_used_at: int | None
    revoked_at: int | None


class OpenerRow(NamedTuple):
    id: str
    workspace_id: str
    level: str
    last_used_at: int | None
    revoked_at: int | None
    pause_reason: str | None


_COLUMNS = "id, name, balance, pause_reason, created_at"
_KEY = "id, workspace_id, name, level, prefix, created_at, last_used_at, revoked_at"


class Workspaces(Area):
    def add(self, id: str, name: str, now: int) -> None:
        self._run("insert into workspaces (id, name, created_at) values (?, ?, ?)", id, name, now)

    def get(self, id: str) -> WorkspaceRow | None:
        return self._one(WorkspaceRow, f"select {_COLUMNS} from workspaces where id = ?", id)

    def named(self, name_or_id: str) -> WorkspaceRow | None:
        return self._one(
            WorkspaceRow,
            f"select {_COLUMNS} from workspaces where id = ?1 or name = ?1 order by id = ?1 desc",
            name_or_id,
        )

    def list(self) -> builtins.list[WorkspaceRow]:
        return self._all(WorkspaceRow, f"select {_COLUMNS} from workspaces order by created_at, id")

    def others(self, id: str, most: int) -> builtins.list[str]:
        """Ids of workspaces that are not this one, some of them where there are more than that."""
        return self._column("select id from workspaces where id <> ? limit ?", id, most)

    def pause(self, id: str, reason: str | None) -> None:
        self._run("update workspaces set pause_reason = ? where id = ?", reason, id)

    def grant(self, id: str, permission: str) -> None:
        self._run("insert into permissions values (?, ?) on conflict do nothing", id, permission)

    def withdraw(self, id: str, permission: str) -> None:
        self._run("delete from permissions where workspace_id = ? and name = ?", id, permission)

    def permissions(self, id: str) -> builtins.list[str]:
        return self._column("select name from permissions where workspace_id = ? order by name", id)

    def may(self, id: str, permission: str) -> bool:
        return (
            self._value(
                "select 1 from permissions where workspace_id = ? and name = ?", id, permission
            )
            is not None
        )


class Keys(Area):
    def add(
        self, id: str, workspace_id: str, name: str, level: str, hash: bytes, prefix: str, now: int
    ) -> None:
        self._run(
            "insert into api_keys (id, workspace_id, name, level, hash, prefix, created_at) values (?, ?, ?, ?, ?, ?, ?)",
            id,
            workspace_id,
            name,
            level,
            hash,
            prefix,
            now,
        )

    def opener(self, hash: bytes) -> OpenerRow | None:
        """What a key opens, in one statement: every request begins with it."""
        return self._one(
            OpenerRow,
            "select k.id, k.workspace_id, k.level, k.last_used_at, k.revoked_at, w.pause_reason from api_keys k "
            "join workspaces w on w.id = k.workspace_id where k.hash = ?",
            hash,
        )

    def by_hash(self, hash: bytes) -> KeyRow | None:
        return self._one(KeyRow, f"select {_KEY} from api_keys where hash = ?", hash)

    def get(self, workspace_id: str, id: str) -> KeyRow | None:
        return self._one(
            KeyRow,
            f"select {_KEY} from api_keys where workspace_id = ? and id = ?",
            workspace_id,
            id,
        )

    def list(self, workspace_id: str) -> builtins.list[KeyRow]:
        return self._all(
            KeyRow,
            f"select {_KEY} from api_keys where workspace_id = ? order by created_at, id",
            workspace_id,
        )

    def revoke(self, id: str, now: int) -> None:
        self._run("update api_keys set revoked_at = coalesce(revoked_at, ?) where id = ?", now, id)

    def state(self, id: str) -> tuple[bool, str | None]:
        """Whether the key was revoked, and why its workspace is paused (None: it is not)."""
        found = self._db.execute(
            "select k.revoked_at, w.pause_reason from api_keys k join workspaces w on w.id = k.workspace_id where k.id = ?",
            (id,),
        ).fetchone()
        return (True, None) if found is None else (found[0] is not None, found[1])

    def used(self, id: str, now: int) -> None:
        self._run("update api_keys set last_used_at = ? where id = ?", now, id)
