"""Trial invitations."""

from __future__ import annotations

import builtins
from typing import NamedTuple

from .area import Area


class InviteRow(NamedTuple):
    id: str
    workspace_id: str
    email: str
    company: str | None
    first_name: str | None
    folder_id: int | None
    sub_brands: str | None
    created_at: int
    expires_at: int
    used_at: int | None
    used_workspace_id: str | None
    revoked_at: int | None
    reason: str | None


_COLUMNS = (
    "id, workspace_id, email, company, first_name, folder_id, sub_brands, created_at, expires_at, used_at, "
    "used_workspace_id, revoked_at, reason"
)


class Invites(Area):
    def add(
        self,
        id: str,
        workspace_id: str,
        email: str,
        token_hash: bytes,
        company: str | None,
        first_name: str | None,
        folder_id: int | None,
        sub_brands: str | None,
        now: int,
        expires_at: int,
    ) -> None:
        self._run(
            "insert into invites (id, workspace_id, email, token_hash, company, first_name, folder_id, sub_brands, "
            "created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            workspace_id,
            email,
            token_hash,
            company,
            first_name,
            folder_id,
            sub_brands,
            now,
            expires_at,
        )

    def get(self, workspace_id: str, id: str) -> InviteRow | None:
        return self._one(
            InviteRow,
            f"select {_COLUMNS} from invites where workspace_id = ? and id = ?",
            workspace_id,
            id,
        )

    def by_token(self, token_hash: bytes) -> InviteRow | None:
        return self._one(
            InviteRow, f"select {_COLUMNS} from invites where token_hash = ?", token_hash
        )

    def of_email(self, workspace_id: str, email: str) -> builtins.list[InviteRow]:
        return self._all(
            InviteRow,
            f"select {_COLUMNS} from invites where workspace_id = ? and lower(email) = lower(?) "
            "order by created_at, id",
            workspace_id,
            email,
        )

    def list(self, workspace_id: str) -> builtins.list[InviteRow]:
        return self._all(
            InviteRow,
            f"select {_COLUMNS} from invites where workspace_id = ? order by created_at desc, id",
            workspace_id,
        )

    def times_since(self, workspace_id: str, since: int) -> builtins.list[int]:
        """When the invitations of the window were sent, oldest first."""
        return self._column(
            "select created_at from invites where workspace_id = ? and created_at > ? order by created_at",
            workspace_id,
            since,
        )

    def revoke(self, id: str, reason: str | None, now: int) -> None:
        self._run("update invites set revoked_at = ?, reason = ? where id = ?", now, reason, id)

    def use(self, id: str, workspace_id: str, now: int) -> bool:
        return (
            self._run(
                "update invites set used_at = ?, used_workspace_id = ? where id = ? and used_at is null",
                now,
                workspace_id,
                id,
            )
            == 1
        )

    def add_attempt(self, id: str, now: int) -> None:
        while (
            self._run("insert into invite_attempts values (?, ?) on conflict do nothing", id, now)
            == 0
        ):
            now += 1

    def attempts(self, id: str, since: int) -> builtins.list[int]:
        """When the tries of the window were made, oldest first."""
        return self._column(
            "select at from invite_attempts where invite_id = ? and at > ? order by at", id, since
        )
