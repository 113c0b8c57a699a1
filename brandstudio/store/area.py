"""What every area of a transaction shares: one method, one statement, typed parameters in, a frozen
row out.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from .engine import Connection, Cursor, PerEngine

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

    def __init__(self, db: Connection) -> None:
        self._db = db

    def _said(self, text: PerEngine) -> str:
        """A statement, or a part of one, as the engine of this transaction spells it."""
        return text.on(self._db.engine)

    def _one(self, kind: type[Row], sql: str | PerEngine, *parameters: object) -> Row | None:
        found = self._execute(sql, parameters).fetchone()
        return None if found is None else kind._make(found)

    def _all(self, kind: type[Row], sql: str | PerEngine, *parameters: object) -> list[Row]:
        return [kind._make(row) for row in self._execute(sql, parameters)]

    def _value(self, sql: str | PerEngine, *parameters: object) -> Any:
        found = self._execute(sql, parameters).fetchone()
        return None if found is None else found[0]

    def _column(self, sql: str | PerEngine, *parameters: object) -> list[Any]:
        return [row[0] for row in self._execute(sql, parameters)]

    def _run(self, sql: str | PerEngine, *parameters: object) -> int:
        """Rows changed."""
        return self._execute(sql, parameters).rowcount

    def _insert(self, sql: str, *parameters: object) -> int:
        """The new row's id."""
        return int(self._value(f"{sql} returning id", *parameters))

    def _execute(self, sql: str | PerEngine, parameters: tuple[object, ...]) -> Cursor:
        text = sql if isinstance(sql, str) else self._said(sql)
        return self._db.execute(text, bound(text, parameters))
