"""What every area of a transaction shares: one method, one statement, typed parameters in, a frozen
row out.
"""

from __future__ import annotations

import sqlite3
from typing import Any, NamedTuple, TypeVar

Row = TypeVar("Row", bound=NamedTuple)


def numbered(*values: object) -> dict[str, object]:
    """Values for the placeholders ``?1``, ``?2``, ...: to sqlite3 these are names, and Python 3.14
    refuses a sequence for names.
    """
    return {str(number): value for number, value in enumerate(values, 1)}


def bound(sql: str, values: tuple[object, ...]) -> tuple[object, ...] | dict[str, object]:
    """The values as a statement wants them."""
    return numbered(*values) if "?1" in sql else values


class Area:
    """Statements of one area, on an open transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def _one(self, kind: type[Row], sql: str, *parameters: object) -> Row | None:
        found = self._db.execute(sql, bound(sql, parameters)).fetchone()
        return None if found is None else kind._make(found)

    def _all(self, kind: type[Row], sql: str, *parameters: object) -> list[Row]:
        return [kind._make(row) for row in self._db.execute(sql, bound(sql, parameters))]

    def _value(self, sql: str, *parameters: object) -> Any:
        found = self._db.execute(sql, bound(sql, parameters)).fetchone()
        return None if found is None else found[0]

    def _column(self, sql: str, *parameters: object) -> list[Any]:
        return [row[0] for row in self._db.execute(sql, bound(sql, parameters))]

    def _run(self, sql: str, *parameters: object) -> int:
        """Rows changed."""
        return self._db.execute(sql, bound(sql, parameters)).rowcount

    def _insert(self, sql: str, *parameters: object) -> int:
        """The new row's id."""
        row_id = self._db.execute(sql, bound(sql, parameters)).lastrowid
        assert row_id is not None
        return row_id
