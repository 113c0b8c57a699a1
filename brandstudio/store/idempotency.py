"""Idempotency keys: the first answer to a key, for 24 hours."""

from __future__ import annotations

from typing import NamedTuple

from .area import Area


class KeyedRow(NamedTuple):
    workspace_id: str
    key: str
    hash: bytes
    result: str | None
    request_id: str
    created_at: int


class Idempotency(Area):
    def get(self, workspace_id: str, key: str) -> KeyedRow | None:
        return self._one(
            KeyedRow,
            "select workspace_id, key, hash, result, request_id, created_at from idempotency "
            "where workspace_id = ? and key = ?",
            workspace_id,
            key,
        )

    def begin(self, workspace_id: str, key: str, hash: bytes, request_id: str, now: int) -> None:
        self._run(
            "insert into idempotency (workspace_id, key, hash, request_id, created_at) values (?, ?, ?, ?, ?)",
            workspace_id,
            key,
            hash,
            request_id,
            now,
        )

    def finish(self, workspace_id: str, key: str, request_id: str, result: str) -> bool:
        """False where another request has taken the key over, since this one seemed to be gone."""
        return (
            self._run(
                "update idempotency set result = ? where workspace_id = ? and key = ? and request_id = ?",
                result,
                workspace_id,
                key,
                request_id,
            )
            == 1
        )

    def free(self, workspace_id: str, key: str, request_id: str) -> None:
        """An answer of 400 or more frees the key."""
        self._run(
            "delete from idempotency where workspace_id = ? and key = ? and request_id = ? and result is null",
            workspace_id,
            key,
            request_id,
        )

    def sealed(self) -> list[str]:
        """Every answer that is kept."""
        return self._column("select result from idempotency where result is not null")

    def sweep(self, before: int) -> int:
        return self._run("delete from idempotency where created_at < ?", before)

    def remove(self, workspace_id: str, key: str) -> None:
        self._run("delete from idempotency where workspace_id = ? and key = ?", workspace_id, key)
