"""Vectors of items: what they mean and how they look, as bytes of half floats."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .area import Area
from .engine import IN_LIST


def this_change() -> int:
    """A number that no earlier change had, whether or not its row is still there: with one more than
    the highest of those that are, what follows a removal would seem to be seen already.
    """
    return time.time_ns() // 1000


class VectorRow(NamedTuple):
    item_id: int
    vector: bytes


class Vectors(Area):
    def put(
        self, space: str, workspace_id: str, item_id: int, made_from: str, vector: bytes
    ) -> None:
        self._run(
            "insert into search_vectors values (?1, ?2, ?3, ?4, ?6, ?5) "
            "on conflict (space, workspace_id, item_id) do update set "
            "made_from = excluded.made_from, changed = excluded.changed, vector = excluded.vector",
            space,
            workspace_id,
            item_id,
            made_from,
            vector,
            max(self.last_change(space, workspace_id) + 1, this_change()),
        )

    def empty(self, space: str, workspace_id: str, item_id: int) -> None:
        """The item has no vector any more: what processes hold of it in memory goes with this change,
        which a row that is gone could not tell them.
        """
        if self.get(space, workspace_id, item_id) is not None:
            self.put(space, workspace_id, item_id, "", b"")

    def get(self, space: str, workspace_id: str, item_id: int) -> bytes | None:
        found: bytes | None = self._value(
            "select vector from search_vectors where space = ? and workspace_id = ? and item_id = ?",
            space,
            workspace_id,
            item_id,
        )
        return found or None

    def last_change(self, space: str, workspace_id: str) -> int:
        """A number that grows with every vector that is written."""
        return int(
            self._value(
                "select coalesce(max(changed), 0) from search_vectors where space = ? and workspace_id = ?",
                space,
                workspace_id,
            )
        )

    def changed_since(self, space: str, workspace_id: str, seen: int) -> Iterator[VectorRow]:
        """Vectors that were written after that change, in the order of their items; an empty one is
        of an item that has none any more.
        """
        rows = self._db.execute(
            "select item_id, vector from search_vectors where space = ? and workspace_id = ? "
            "and changed > ? order by item_id",
            (space, workspace_id, seen),
        )
        return map(VectorRow._make, rows)

    def of_items(self, space: str, workspace_id: str, ids: Sequence[int]) -> list[VectorRow]:
        return self._all(
            VectorRow,
            "select item_id, vector from search_vectors where space = ? and workspace_id = ? "
            f"and length(vector) > 0 and item_id {self._said(IN_LIST)} order by item_id",
            space,
            workspace_id,
            json.dumps(list(ids)),
        )

    def forget_other_spaces(self, spaces: Iterable[str]) -> None:
        """Vectors of a model that is no longer used."""
        held = list(spaces)
        self._run(
            f"delete from search_vectors where space not in ({', '.join('?' * len(held))})", *held
        )
