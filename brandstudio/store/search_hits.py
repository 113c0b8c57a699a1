"""What the search index answers: which items match, how many, and what they hold.

A search wants its newest hits and the number of all. Where the index is FTS5 both come of one pass
over it, and ids and texts come as one text each: a row of its own for each of thousands takes
several times as long as finding it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .area import Area
from .engine import IN_LIST, Cursor, PerEngine
from .lexemes import tsquery

#: The columns that hold words; typed words are never looked for among the facts.
TEXT = ("title", "tags", "description", "prompt", "filename")
CELL = "\x1f"
"""Stands between two texts that come as one. It counts as space, and indexed texts hold no space
but the plain one.
"""
_MATCHES = PerEngine("search_items match ?", "lexemes @@ ?::tsquery")
#: The texts themselves; the table that FTS5 keeps them in is read in half the time of the index.
_HELD = PerEngine(
    "select id, {columns} from search_items_content where id ",
    "select rowid, {columns} from search_items where rowid ",
)
_COUNTED = 20_000
_FIRST = 16
"""One in so many ids, the newest, is looked through first: many hits have enough there, and
counting the others costs less than reading them."""
_SLICE = 1 << 20
"""Ids that are looked through at once: what comes as one text has an end."""


def among(columns: Iterable[str], expression: str) -> str:
    """The expression, looked for in these columns alone."""
    return f"{{{' '.join(columns)}}}:({expression})"


class Latest(NamedTuple):
    """Ids of the newest that match, and how many match in all."""

    ids: list[int]
    total: int


class SearchHits(Area):
    @property
    def matches(self) -> str:
        """The condition that a row of the index matches what ``asked`` gives."""
        return self._said(_MATCHES)

    def asked(self, expression: str) -> str:
        """A match expression in the engine's own language."""
        return expression if self._db.engine == "sqlite" else tsquery(expression)

    def count(self, wanted: str, most: int | None = None, *, below: int | None = None) -> int:
        """How many match, counted no further than ``most``; ``below`` an id."""
        counted, values = f"search_items where {self.matches}", [self.asked(wanted)]
        if below is not None:
            return int(self._value(f"select count(*) from {counted} and rowid < ?", *values, below))
        if most is None:
            return int(self._value(f"select count(*) from {counted}", *values))
        held = f"(select 1 from {counted} limit ?) held"
        return int(self._value(f"select count(*) from {held}", *values, most))

    def count_below(self, wanted: str, end: int) -> int:
        """How many match of the ids below that."""
        counted = f"select count(*) from search_items where {self.matches} and rowid < ?"
        return int(self._value(counted, self.asked(wanted), end))

    def rarity(self, wanted: str, total: int) -> float | None:
        """The inverse document frequency of BM25, counted up to where a word is common; None of
        what no item holds.
        """
        held = self.count(wanted, _COUNTED)
        return math.log(1 + (max(total, held) - held + 0.5) / (held + 0.5)) if held else None

    def latest(self, wanted: str, most: int) -> Latest:
        """The newest that match, ``most`` at most, and how many match."""
        if self._db.engine != "sqlite":
            ids = self.newest(wanted, most)
            return Latest(ids, len(ids) if len(ids) < most else self.count(wanted))
        found: list[int] = []
        total, end = 0, 1 + self.newest_id()
        width = min(_SLICE, end // _FIRST + 1)
        while end > 0 and len(found) < most:
            # FTS5 goes upwards faster than downwards, and what it counts it needs no second time.
            listed = self._listed(wanted, end - width, end - 1)
            if listed:
                total += 1 + listed.count(",")
                newest = listed.rsplit(",", most - len(found))
                if len(newest) > most - len(found):
                    del newest[0]
                found += map(int, reversed(newest))
            end, width = end - width, _SLICE
        if end > 0:
            total += self.count_below(wanted, end)
        return Latest(found, total)

    def every(self, wanted: str, first: int, last: int) -> Iterator[str]:
        """All ids that match from the first to the last, upwards, in texts of ids between commas."""
        for start in range(first, last + 1, _SLICE):
            listed = self._listed(wanted, start, min(last, start + _SLICE - 1))
            if listed:
                yield listed

    def _listed(self, wanted: str, first: int, last: int) -> str:
        """Ids between commas, upwards, as SQLite lists them; the caller sees to it that they are not
        too many for one text.
        """
        listed: str | None = self._value(
            "select group_concat(rowid) from (select rowid from search_items "
            f"where {self.matches} and rowid between ? and ? order by rowid)",
            self.asked(wanted),
            first,
            last,
        )
        return listed or ""

    def newest_id(self) -> int:
        """The highest id in SQLite's index; 0 where it is empty."""
        return int(self._value("select coalesce(max(id), 0) from search_items_content"))

    def last_change(self) -> int:
        """A number that grows with every change of SQLite's index."""
        return int(self._value("select coalesce(max(id), 0) from search_items_changes"))

    def changes_since(self, seen: int) -> list[int] | None:
        """The items whose index changed after that change; None where it is not known any more."""
        rows: list[tuple[int, int]] = self._db.execute(
            "select id, item_id from search_items_changes where id > ? order by id", (seen,)
        ).fetchall()
        if rows and rows[0][0] != seen + 1:
            return None
        return [item for _, item in rows]

    def newest(self, wanted: str, most: int, below: int | None = None) -> list[int]:
        """Ids that match, the newest first; ``below`` an id."""
        return self._column(
            f"select rowid from search_items where {self.matches} and rowid < ? order by rowid desc limit ?",
            self.asked(wanted),
            2**62 if below is None else below,
            most,
        )

    def within(self, wanted: str, first: int, last: int) -> list[int]:
        """Ids that match from the first to the last."""
        return self._column(
            f"select rowid from search_items where {self.matches} and rowid between ? and ?",
            self.asked(wanted),
            first,
            last,
        )

    def facts(self, ids: Sequence[int]) -> list[tuple[int, set[str]]]:
        """What items are, by the texts themselves: to ask the index whether each of a list matches
        costs ten times as much.
        """
        return [(id, set(tokens.split())) for id, tokens in self._texts_of(ids, ("facts",))]

    def said(self, ids: Sequence[int], columns: Sequence[str]) -> tuple[list[int], list[str]]:
        """Those of the items that are there, and what they hold in each of the columns, in small
        letters: the texts of the first, of the second and so on.
        """
        if self._db.engine == "sqlite":
            row = " || char(31) || ".join(["id", *(self._held(each) for each in columns)])
            joined: str | None = self._value(
                f"select group_concat({row}, char(31)) from search_items_content "
                f"where id {self._said(IN_LIST)}",
                json.dumps(list(ids)),
            )
            cells = (joined or "").lower().split(CELL)
            numbers = cells[:: 1 + len(columns)]
            if len(cells) == len(ids) * (1 + len(columns)) and {*map(str, ids)} == {*numbers}:
                del cells[:: 1 + len(columns)]
                return list(map(int, numbers)), cells
            # An item is gone, or one of an older version was never folded and holds such a sign.
        rows = [(id, texts) for id, *texts in self._texts_of(ids, columns)]
        return [id for id, _ in rows], [text.lower() for _, texts in rows for text in texts]

    def _texts_of(self, ids: Sequence[int], columns: Sequence[str]) -> Cursor:
        return self._db.execute(
            self._said(_HELD).format(columns=", ".join(self._held(each) for each in columns))
            + self._said(IN_LIST),
            (json.dumps(list(ids)),),
        )

    def _held(self, column: str) -> str:
        return f"c{(*TEXT, 'facts').index(column)}" if self._db.engine == "sqlite" else column


class IndexHits(NamedTuple):
    """What matches an expression, asked of the index."""

    search: SearchHits
    expression: str

    def latest(self, most: int) -> Latest:
        return self.search.latest(self.expression, most)

    def newest(self, most: int, below: int) -> list[int]:
        return self.search.newest(self.expression, most, below)

    def since(self, floor: int) -> Latest:
        ids = self.search.within(self.expression, floor, 2**62)
        return Latest(ids, len(ids) + self.search.count_below(self.expression, floor))

    def total(self) -> int:
        return self.search.count(self.expression)
