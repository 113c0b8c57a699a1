"""The nearest of very many vectors: a cache of each process over the rows, which are the truth.

Up to ``EXACT`` vectors of a workspace every one is compared. Beyond, each is kept as signs of itself
(`signs`) that say which ``CANDIDATES`` are likely. The first ``COMPARED`` of these are read from their
rows and compared; the others follow in the order that the signs give them. That is made in one pass
over the rows, and lets items come, change and go without being built anew.

What the items are is held beside their vectors (`held_facts`), some 40 bytes each: a scope costs a few
milliseconds whether half of a million lies in it or one in a thousand.

What changed since the last look is read then, and what an item is counts as its vector's change: new
vectors stand in a tail until it is worth merging them. Items that are gone are still found here; what
is found is looked up in the rows.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..context import Context
from ..store import Transaction
from .held_facts import HeldFacts, Mask, Names
from .search_scope import SearchScope
from .signs import Planes, Signs, best

F32 = NDArray[np.float32]
Ids = NDArray[np.int64]

EXACT: Final = 250_000
CANDIDATES: Final = 600
COMPARED: Final = 200
_TAIL: Final = 4096
_BLOCK: Final = 8192
_KEPT: Final = 4
"""Workspaces and spaces that are kept in memory at once."""


class Near(NamedTuple):
    id: int
    similarity: float


@dataclass(eq=False)
class _Part:
    """Vectors by ascending id: as they are, or as signs alone; and what each item is."""

    ids: Ids
    facts: HeldFacts
    vectors: F32 | None = None
    signs: Signs | None = None
    gone: Mask = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))

    def rows_of(self, wanted: Ids) -> NDArray[np.intp]:
        """The rows of those of the ids that are here."""
        at = np.searchsorted(self.ids, wanted)
        inside = at < len(self.ids)
        rows = at[inside]
        return np.asarray(rows[self.ids[rows] == wanted[inside]], dtype=np.intp)


class _New(NamedTuple):
    """An item that came or changed since the last merging."""

    vector: F32
    facts: Collection[str]


class _Space:
    """The vectors of one workspace in one space."""

    def __init__(self, exact: int) -> None:
        self._exact = exact
        self._names = Names()
        self._main = _Part(np.zeros(0, dtype=np.int64), HeldFacts(self._names))
        self._tail: dict[int, _New] = {}
        self._stacked: _Part | None = None
        self._planes: Planes | None = None
        self._seen = 0
        self.lock = threading.Lock()

    def refresh(self, tx: Transaction, space: str, workspace_id: str) -> None:
        """Take in what changed."""
        last = tx.vectors.last_change(space, workspace_id)
        if last == self._seen:
            return
        self._stacked = None
        taken = 0
        emptied: list[int] = []
        changed = _told_apart(tx.vectors.changed_since(space, workspace_id, self._seen), emptied)
        for ids, vectors in _blocks(changed):
            known = dict(tx.search.facts(ids.tolist()))
            for id, vector in zip(ids.tolist(), vectors, strict=True):
                self._tail[id] = _New(vector, known.get(id, ()))
            if len(self._tail) >= max(_TAIL, len(self._main.ids) // 8):
                self._merge()
            taken += len(ids)
        if taken >= _TAIL and len(self._tail) >= _TAIL:
            # The first look: an eighth of a million would be compared one by one at every search.
            self._merge()
        for id in emptied:
            self._tail.pop(id, None)
        elsewhere = np.array(sorted({*self._tail, *emptied}), dtype=np.int64)
        self._main.gone[self._main.rows_of(elsewhere)] = True
        self._seen = last

    def _merge(self) -> None:
        """The tail becomes part of the rest."""
        self._stacked = None  # it may be from before the last block
        new = self._stack()
        assert new.vectors is not None
        self._main.gone[self._main.rows_of(new.ids)] = True
        keep = np.flatnonzero(~self._main.gone)
        ids = np.concatenate([self._main.ids[keep], new.ids])
        order = np.argsort(ids, kind="stable")
        facts = self._main.facts.at(keep).and_then(new.facts).at(order)
        if self._main.signs is None and len(ids) <= self._exact:
            known = self._main.vectors
            joined = new.vectors if known is None else np.concatenate([known[keep], new.vectors])
            self._main = _Part(ids[order], facts, vectors=joined[order])
        else:
            held, known = self._main.signs, self._main.vectors
            if self._planes is None:
                self._planes = Planes(new.vectors if known is None else known)
            if held is None and known is not None:
                held = self._planes.signs(known)
            fresh = self._planes.signs(new.vectors)
            if held is not None:
                fresh = held.at(keep).and_then(fresh)
            self._main = _Part(ids[order], facts, signs=fresh.at(order))
        self._main.gone = np.zeros(len(ids), dtype=np.bool_)
        self._tail, self._stacked = {}, None

    def nearest(
        self,
        tx: Transaction,
        place: tuple[str, str],
        vector: F32,
        most: int,
        scope: SearchScope | None,
    ) -> list[Near]:
        """The nearest of those that lie in the scope, the best first."""
        ids, similar = self._of_main(tx, place, vector, most, scope)
        if self._tail:
            new = self._stack()
            assert new.vectors is not None
            alike = new.vectors @ vector
            inside = slice(None) if scope is None else new.facts.inside(scope)
            ids = np.concatenate([ids, new.ids[inside]])
            similar = np.concatenate([similar, alike[inside]])
        found = best(similar, most)
        pairs = zip(ids[found].tolist(), similar[found].tolist(), strict=True)
        return [Near(*pair) for pair in pairs]

    def _stack(self) -> _Part:
        """The tail as arrays, made once for all searches until something changes."""
        if self._stacked is None:
            ids = np.array(sorted(self._tail), dtype=np.int64)
            new = [self._tail[id] for id in ids.tolist()]
            facts = HeldFacts.of(self._names, [each.facts for each in new])
            self._stacked = _Part(ids, facts, np.stack([each.vector for each in new]))
        return self._stacked

    def _of_main(
        self,
        tx: Transaction,
        place: tuple[str, str],
        vector: F32,
        most: int,
        scope: SearchScope | None,
    ) -> tuple[Ids, F32]:
        main = self._main
        inside = ~main.gone
        if scope is not None:
            inside &= main.facts.inside(scope)
        if main.vectors is not None:
            similar = main.vectors @ vector
            similar[~inside] = -2
            found = best(similar, most)
            found = found[inside[found]]
            return main.ids[found], similar[found]
        if main.signs is None:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        assert self._planes is not None
        rows, reckoned = self._planes.likely(main.signs, vector, inside, max(CANDIDATES, most))
        exact = tx.vectors.of_items(*place, main.ids[rows[:COMPARED]].tolist())
        ids = np.array([id for id, _ in exact], dtype=np.int64)
        similar = _unpacked([held for _, held in exact], len(vector)) @ vector
        behind = reckoned[COMPARED:]
        if len(behind) and len(similar):
            # What was not compared stands behind what was, however well the signs speak of it.
            behind = behind - max(np.float32(0), behind[0] - similar.min())
        return (
            np.concatenate([ids, main.ids[rows[COMPARED:]]]),
            np.concatenate([similar, behind]),
        )


class Neighbours:
    """The spaces that this process has come to search, the least lately used forgotten first."""

    def __init__(self, exact: int = EXACT) -> None:
        self._exact = exact
        self._spaces: OrderedDict[tuple[str, str], _Space] = OrderedDict()
        self._lock = threading.Lock()

    def nearest(
        self,
        tx: Transaction,
        space: str,
        workspace_id: str,
        vector: F32,
        most: int,
        scope: SearchScope | None = None,
    ) -> list[Near]:
        """The nearest items of a workspace, the best first; of those alone that lie in a scope."""
        place = (space, workspace_id)
        with self._lock:
            held = self._spaces.setdefault(place, _Space(self._exact))
            self._spaces.move_to_end(place)
            while len(self._spaces) > _KEPT:
                self._spaces.popitem(last=False)
        with held.lock:
            held.refresh(tx, space, workspace_id)
            return held.nearest(tx, place, vector, most, scope)


def among_matching(
    ctx: Context, tx: Transaction, space: str, scope: SearchScope, vector: F32, most: int
) -> list[Near]:
    """The nearest of the items that lie in a scope, as far as their rows say so."""
    near = ctx.neighbours.nearest(tx, space, ctx.workspace_id, vector, most, scope)
    rows = tx.search.facts([each.id for each in near])
    true = {id for id, held in rows if scope.holds(held)}
    return [each for each in near if each.id in true]


def packed(vector: F32) -> bytes:
    """A vector as its row keeps it."""
    return vector.astype(np.float16).tobytes()


def unpacked(vector: bytes) -> F32:
    """A vector from its row."""
    return np.frombuffer(vector, dtype=np.float16).astype(np.float32)


def _unpacked(vectors: Sequence[bytes], width: int) -> F32:
    joined = np.frombuffer(b"".join(vectors), dtype=np.float16)
    return joined.reshape(len(vectors), width).astype(np.float32)


def _told_apart(
    rows: Iterable[tuple[int, bytes]], emptied: list[int]
) -> Iterator[tuple[int, bytes]]:
    """The rows with a vector; the items of the others are added to ``emptied``."""
    for id, vector in rows:
        if vector:
            yield id, vector
        else:
            emptied.append(id)


def _blocks(rows: Iterable[tuple[int, bytes]]) -> Iterator[tuple[Ids, F32]]:
    ids: list[int] = []
    vectors: list[bytes] = []
    for id, vector in rows:
        ids.append(id)
        vectors.append(vector)
        if len(ids) == _BLOCK:
            yield np.array(ids, dtype=np.int64), _unpacked(vectors, len(vectors[0]) // 2)
            ids, vectors = [], []
    if ids:
        yield np.array(ids, dtype=np.int64), _unpacked(vectors, len(vectors[0]) // 2)
