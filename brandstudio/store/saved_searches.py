"""Searches that people keep under a name, one workspace's at a time."""

from __future__ import annotations

from typing import NamedTuple

from .area import Area


class SavedSearchRow(NamedTuple):
    name: str
    query: str
    created_at: int
    updated_at: int


class SavedSearches(Area):
    def put(self, workspace_id: str, name: str, query: str, now: int) -> None:
        """Keep a search; one of that name is replaced."""
        self._run(
            "insert into saved_searches values (?1, ?2, ?3, ?4, ?4) "
            "on conflict (workspace_id, name) do update set query = ?3, updated_at = ?4",
            workspace_id,
            name,
            query,
            now,
        )

    def get(self, workspace_id: str, name: str) -> SavedSearchRow | None:
        return self._one(
            SavedSearchRow,
            "select name, query, created_at, updated_at from saved_searches where workspace_id = ? and name = ?",
            workspace_id,
            name,
        )

    def list(self, workspace_id: str) -> list[SavedSearchRow]:
        return self._all(
            SavedSearchRow,
            "select name, query, created_at, updated_at from saved_searches where workspace_id = ? order by name",
            workspace_id,
        )

    def remove(self, workspace_id: str, name: str) -> bool:
        return bool(
            self._run(
                "delete from saved_searches where workspace_id = ? and name = ?", workspace_id, name
            )
        )
