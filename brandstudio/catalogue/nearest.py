"""The nearest of very many vectors: a cache of each process over the rows, which are the truth.

Up to ``EXACT`` vectors of a workspace every one is compared. Beyond, each is kept as 768 signs of
itself, turned at random (Charikar 2002), and two numbers that say how far the signs speak for it.
The ``AGREEING`` whose signs agree best with the query's are reckoned from signs and numbers (the
unbiased estimate of Gao and Long 2024), and the ``CANDIDATES`` best of these are read from their
rows and compared. That takes 104 bytes a vector instead of 1,536, is made in one pass over the
rows, and lets items come, change and go without being built anew.

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

F32 = NDArray[np.float32]
Ids = NDArray[np.int64]

EXACT: Final = 250_000
AGREEING: Final = 12_000
CANDIDATES: Final = 600
_SPARSE: Final = 8
"""Of a scope that holds no more than one in so many, the signs are gathered before they are counted."""
_SIGNS: Final = 768
_TAIL: Final = 4096
_BLOCK: Final = 8192
_SAMPLED: Final = 16
_COLUMN: Final = 65_536
"""Rows whose signs are counted at once: a column of theirs stays in the processor's cache."""
_KEPT: Final = 4
"""Workspaces and spaces that are kept in memory at once."""


class Near(NamedTuple):
    id: int
    similarity: float


class _Signs(NamedTuple):
    """What is kept of vectors: what a query's turned numbers come to along the signs, times
    ``scale``, and ``shift`` reckon how similar each is, but for what is the same for all. The
    ``bits`` stand in a row for every 64 planes and a column for every vector: those that are
    compared at once lie side by side.
    """

    bits: NDArray[np.uint64]
    scale: F32
    shift: F32

    def at(self, rows: NDArray[np.intp]) -> _Signs:
        # An index in brackets would lay the columns out as rows again.
        return _Signs(np.take(self.bits, rows, axis=1), self.scale[rows], self.shift[rows])


@dataclass(eq=False)
class _Part:
    """Vectors by ascending id: as they are, or as signs alone; and what each item is."""

    ids: Ids
    facts: HeldFacts
    vectors: F32 | None = None
    signs: _Signs | None = None
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
        self._turn: F32 | None = None
        self._middle: F32 | None = None
        self._seen = 0
        self.lock = threading.Lock()

    def refresh(self, tx: Transaction, space: str, workspace_id: str) -> None:
        """Take in what changed."""
        last = tx.vectors.last_change(space, workspace_id)
        if last == self._seen:
            return
        self._stacked = None
        taken = 0
        for ids, vectors in _blocks(tx.vectors.changed_since(space, workspace_id, self._seen)):
            known = dict(tx.search.facts(ids.tolist()))
            for id, vector in zip(ids.tolist(), vectors, strict=True):
                self._tail[id] = _New(vector, known.get(id, ()))
            if len(self._tail) >= max(_TAIL, len(self._main.ids) // 8):
                self._merge()
            taken += len(ids)
        if taken >= _TAIL and len(self._tail) >= _TAIL:
            # The first look: an eighth of a million would be compared one by one at every search.
            self._merge()
        self._main.gone[self._main.rows_of(np.array(sorted(self._tail), dtype=np.int64))] = True
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
            held = self._main.signs
            if held is None and self._main.vectors is not None:
                held = self._signs(self._main.vectors)
            fresh = self._signs(new.vectors)
            if held is not None:
                old = held.at(keep)
                fresh = _Signs(
                    np.concatenate([old.bits, fresh.bits], axis=1),
                    np.concatenate([old.scale, fresh.scale]),
                    np.concatenate([old.shift, fresh.shift]),
                )
            self._main = _Part(ids[order], facts, signs=fresh.at(order))
        self._main.gone = np.zeros(len(ids), dtype=np.bool_)
        self._tail, self._stacked = {}, None

    def _signs(self, vectors: F32) -> _Signs:
        """768 bits a vector: on which side of so many planes through the middle it lies."""
        if self._turn is None or self._middle is None:
            self._middle = np.asarray(vectors.mean(axis=0), dtype=np.float32)
            self._turn = _planes(vectors.shape[1])
        found = _Signs(
            np.empty((_SIGNS // 64, len(vectors)), dtype=np.uint64),
            np.empty(len(vectors), dtype=np.float32),
            np.empty(len(vectors), dtype=np.float32),
        )
        for start in range(0, len(vectors), _BLOCK):
            block = slice(start, start + _BLOCK)
            off = vectors[block] - self._middle
            turned = off @ self._turn
            found.bits[:, block] = np.packbits(turned > 0, axis=1).view(np.uint64).T
            along = np.maximum(np.abs(turned).sum(axis=1), np.float32(1e-12))
            found.scale[block] = (off * off).sum(axis=1) / along
            found.shift[block] = off @ self._middle
        return found

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
        return [Near(int(ids[at]), float(similar[at])) for at in _best(similar, most)]

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
            best = _best(similar, most)
            best = best[inside[best]]
            return main.ids[best], similar[best]
        if main.signs is None:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        rows = self._likely(vector, inside, max(CANDIDATES, most))
        exact = tx.vectors.of_items(*place, main.ids[rows].tolist())
        ids = np.array([row.item_id for row in exact], dtype=np.int64)
        return ids, _unpacked([row.vector for row in exact], len(vector)) @ vector

    def _likely(self, vector: F32, inside: Mask, most: int) -> NDArray[np.intp]:
        """The rows that are nearest of those inside, as far as signs can say."""
        assert self._main.signs is not None
        assert self._turn is not None
        assert self._middle is not None
        agreeing = self._agreeing(vector, inside, max(AGREEING, most))
        if len(agreeing) <= most:
            return agreeing
        signs = self._main.signs.at(agreeing)
        turned = (vector - self._middle) @ self._turn
        # What each byte of eight signs adds is reckoned once and looked up for every row.
        sides = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)
        worth = turned.reshape(-1, 8) @ (sides.T.astype(np.float32) * 2 - 1)
        eights = signs.bits.view(np.uint8).reshape(-1, len(agreeing), 8)
        similar = np.zeros(len(agreeing), dtype=np.float32)
        for at, of_eight in enumerate(worth):
            similar += of_eight[eights[at // 8, :, at % 8]]
        similar = similar * signs.scale + signs.shift
        return np.asarray(agreeing[_best(similar, most)], dtype=np.intp)

    def _agreeing(self, vector: F32, inside: Mask, most: int) -> NDArray[np.intp]:
        """The rows inside with the most signs as the query's."""
        assert self._main.signs is not None
        bits = self._main.signs.bits
        count = int(np.count_nonzero(inside))
        rows = np.flatnonzero(inside) if count * _SPARSE <= len(inside) else None
        if rows is not None:
            if count <= most:
                return rows
            bits = np.take(bits, rows, axis=1)
        query = self._signs(vector[None, :]).bits[:, 0]
        differ = np.zeros(bits.shape[1], dtype=np.uint16)
        unlike, counts = np.empty(_COLUMN, dtype=np.uint64), np.empty(_COLUMN, dtype=np.uint8)
        for start in range(0, len(differ), _COLUMN):
            found = differ[start : start + _COLUMN]
            unlike, counts = unlike[: len(found)], counts[: len(found)]
            for word, asked in zip(bits[:, start : start + _COLUMN], query, strict=True):
                np.bitwise_xor(word, asked, out=unlike)
                found += np.bitwise_count(unlike, out=counts)
        if rows is not None:
            return np.asarray(rows[_lowest(differ, most)], dtype=np.intp)
        differ[~inside] = _SIGNS
        near = _lowest(differ, most)
        return near[inside[near]]


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


def _planes(width: int) -> F32:
    """As many planes as there are signs, at right angles to each other as far as that goes."""
    chance = np.random.default_rng(width)
    frames = [
        np.linalg.qr(chance.standard_normal((width, width)))[0] for _ in range(-(-_SIGNS // width))
    ]
    return np.asarray(np.concatenate(frames, axis=1)[:, :_SIGNS], dtype=np.float32)


def _lowest(counts: NDArray[np.uint16], most: int) -> NDArray[np.intp]:
    """Places of the lowest counts, in no order."""
    if most >= len(counts):
        return np.arange(len(counts))
    if len(counts) >= _SAMPLED * most:
        # One in so many says where about the limit lies; what may lie below it is counted out.
        some = np.cumsum(np.bincount(counts[::_SAMPLED]))
        near = np.flatnonzero(counts <= np.searchsorted(some, 1.3 * most / _SAMPLED))
        if most <= len(near) < len(counts):
            return np.asarray(near[_lowest(counts[near], most)], dtype=np.intp)
    limit = int(np.searchsorted(np.cumsum(np.bincount(counts)), most))
    return np.concatenate([np.flatnonzero(counts < limit), np.flatnonzero(counts == limit)])[:most]


def _best(similar: F32, most: int) -> NDArray[np.intp]:
    """Places of the highest, the highest first."""
    if most < len(similar):
        found = np.argpartition(-similar, most)[:most]
        return np.asarray(found[np.argsort(-similar[found], kind="stable")], dtype=np.intp)
    return np.asarray(np.argsort(-similar, kind="stable"), dtype=np.intp)
