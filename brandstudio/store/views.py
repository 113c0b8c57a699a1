"""The views that people may ask in SQL: one workspace's rows, read-only, and nothing behind them.

The views of the schema (``public_items`` and so on) carry every workspace; a connection made here
shows those of one under their plain names, and SQLite's authorizer refuses whatever else is in the
file, so that no query comes upon a key, a secret or a payload.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlite_utils

VIEWS = ("items", "versions", "designs", "charges", "events", "jobs")

_PUBLIC = frozenset(f"public_{name}" for name in VIEWS)
_ASKED = frozenset({"table_info", "table_xinfo", "index_list", "foreign_key_list"})
_FREE = frozenset(
    {
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_FUNCTION,
        sqlite3.SQLITE_RECURSIVE,
        sqlite3.SQLITE_TRANSACTION,
        sqlite3.SQLITE_SAVEPOINT,
    }
)


class Views(sqlite_utils.Database):
    """A read-only database of the six views; ``with`` closes it."""

    def view_names(self) -> list[str]:
        """The names of the views."""
        return list(VIEWS)


def views(file: Path, workspace_id: str) -> Views:
    """The views over one workspace of that file, on a connection of their own."""
    connection = sqlite3.connect(":memory:", uri=True)
    try:
        connection.execute("attach database ? as studio", (f"{file.absolute().as_uri()}?mode=ro",))
        for name in VIEWS:
            connection.execute(_scoped(connection, name, workspace_id))
        found = Views(connection, recursive_triggers=False, execute_plugins=False)
        connection.execute("pragma query_only = on")
        connection.set_authorizer(_authorize)
    except BaseException:
        connection.close()
        raise
    return found


def _scoped(connection: sqlite3.Connection, name: str, workspace_id: str) -> str:
    """The statement that makes one view; a view takes no parameter, so the id is quoted."""
    rows = connection.execute(f"pragma studio.table_info(public_{name})")
    columns = ", ".join(column for _, column, *_ in rows if column != "workspace_id")
    quoted = workspace_id.replace("'", "''")
    return (
        f"create temp view {name} as select {columns} from studio.public_{name} "
        f"where workspace_id = '{quoted}'"
    )


def _authorize(
    action: int, first: str | None, second: str | None, database: str | None, view: str | None
) -> int:
    """Selecting is free; of the file only what the views themselves read."""
    if action == sqlite3.SQLITE_READ:
        asked = first in _PUBLIC and view in VIEWS
        inside = database != "studio" or asked or view in _PUBLIC
        return sqlite3.SQLITE_OK if inside else sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_PRAGMA:
        return sqlite3.SQLITE_OK if first in _ASKED and second else sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _FREE else sqlite3.SQLITE_DENY
