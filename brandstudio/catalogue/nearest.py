"""The nearest of very many vectors: a cache of each process over the rows, which are the truth.

Up to ``EXACT`` vectors of a workspace every one is compared. Beyond, each is kept as 768 signs of
itself, turned at random (Charikar 2002), and two numbers that say how far the signs speak for it.
The ``AGREEING`` whose signs agree best with the query's are reckoned from signs and numbers (the
unbiased estimate of Gao and Long 2024), and the ``CANDIDATES`` best of these are read from their
rows and compared. That takes 104 bytes a vector instead of 1,536, is made in one pass over the
rows, and lets items come, change and go without being built anew.

What changed since the last look is read then: new vectors stand in a tail until it is worth merging
them. Items that are gone are still found here; whoever asks looks each up in the rows anyway.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..context import Context
from ..store import Transaction

F32 = NDArray[np.float32]
Ids = NDArray[np.int64]

EXACT: Final = 250_000
AGREEING: Final = 12_000
CANDIDATES: Final = 1000
FEW: Final = 20_000
"""Items of a scope that are compared one by one."""
_SIGNS: Final = 768
_TAIL: Final = 4096
_BLOCK: Final = 8192
_KEPT: Final = 4
"""Workspaces and spaces that are kept in memory at once."""


class Near(NamedTuple):
    id: int
    similarity: float


class _Signs(NamedTuple):
    """What is kept of vectors: what a query's turned numbers come to along the signs, times
    ``scale``, and ``shift`` reckon how similar each is, but for what is the same for all.
    """

    bits: NDArray[np.uint64]
    scale: F32
    shift: F32

    def at(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> _Signs:
        return _Signs(self.bits[rows], self.scale[rows], self.shift[rows])


@dataclass(eq=False)
class _Part:
    """Vectors by ascending id: as they are, or as signs alone."""

    ids: Ids
    vectors: F32 | None = None
    signs: _Signs | None = None
    gone: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))

    def rows_of(self, wanted: Ids) -> NDArray[np.intp]:
        """The rows of those of the ids that are here."""
        at = np.searchsorted(self.ids, wanted)
        inside = at < len(self.ids)
        rows = at[inside]
        return np.asarray(rows[self.ids[rows] == wanted[inside]], dtype=np.intp)


class _Space:
    """The vectors of one workspace in one space."""

    def __init__(self, exact: int) -> None:
        self._exact = exact
        self._main = _Part(np.zeros(0, dtype=np.int64))
        self._tail: dict[int, F32] = {}
        self._stacked: tuple[Ids, F32] | None = None
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
        for ids, vectors in _blocks(tx.vectors.changed_since(space, workspace_id, self._seen)):
            for id, vector in zip(ids.tolist(), vectors, strict=True):
                self._tail[id] = vector
            if len(self._tail) >= max(_TAIL, len(self._main.ids) // 8):
                self._merge()
        self._main.gone[self._main.rows_of(np.array(sorted(self._tail), dtype=np.int64))] = True
        self._seen = last

    def _merge(self) -> None:
        """The tail becomes part of the rest."""
        self._stacked = None  # it may be from before the last block
        new, vectors = self._stack()
        self._main.gone[self._main.rows_of(new)] = True
        keep = ~self._main.gone
        ids = np.concatenate([self._main.ids[keep], new])
        order = np.argsort(ids, kind="stable")
        if self._main.signs is None and len(ids) <= self._exact:
            known = self._main.vectors
            joined = vectors if known is None else np.concatenate([known[keep], vectors])
            self._main = _Part(ids[order], vectors=joined[order])
        else:
            held = self._main.signs
            if held is None and self._main.vectors is not None:
                held = self._signs(self._main.vectors)
            fresh = self._signs(vectors)
            if held is not None:
                old = held.at(keep)
                fresh = _Signs(
                    np.concatenate([old.bits, fresh.bits]),
                    np.concatenate([old.scale, fresh.scale]),
                    np.concatenate([old.shift, fresh.shift]),
                )
            self._main = _Part(ids[order], signs=fresh.at(order))
        self._main.gone = np.zeros(len(ids), dtype=np.bool_)
        self._tail, self._stacked = {}, None

    def _signs(self, vectors: F32) -> _Signs:
        """768 bits a vector: on which side of so many planes through the middle it lies."""
        if self._turn is None or self._middle is None:
            self._middle = np.asarray(vectors.mean(axis=0), dtype=np.float32)
            self._turn = _planes(vectors.shape[1])
        found = _Signs(
            np.empty((len(vectors), _SIGNS // 64), dtype=np.uint64),
            np.empty(len(vectors), dtype=np.float32),
            np.empty(len(vectors), dtype=np.float32),
        )
        for start in range(0, len(vectors), _BLOCK):
            block = slice(start, start + _BLOCK)
            off = vectors[block] - self._middle
            turned = off @ self._turn
            found.bits[block] = np.packbits(turned > 0, axis=1).view(np.uint64)
            along = np.maximum(np.abs(turned).sum(axis=1), np.float32(1e-12))
            found.scale[block] = (off * off).sum(axis=1) / along
            found.shift[block] = off @ self._middle
        return found

    def nearest(
        self,
        tx: Transaction,
        place: tuple[str, str],
        vector: F32,
        among: Sequence[int] | None,
        most: int,
    ) -> list[Near]:
        """The nearest, the best first; ``among`` these ids where it is given."""
        only = None if among is None else np.array(sorted(among), dtype=np.int64)
        ids, similar = self._of_main(tx, place, vector, only, most)
        if self._tail:
            newer, vectors = self._stack()
            if only is not None:
                wanted = np.isin(newer, only, assume_unique=True)
                newer, vectors = newer[wanted], vectors[wanted]
            ids = np.concatenate([ids, newer])
            similar = np.concatenate([similar, vectors @ vector])
        return [Near(int(ids[at]), float(similar[at])) for at in _best(similar, most)]

    def _stack(self) -> tuple[Ids, F32]:
        """The tail as arrays, made once for all searches until something changes."""
        if self._stacked is None:
            ids = np.array(sorted(self._tail), dtype=np.int64)
            self._stacked = ids, np.stack([self._tail[id] for id in ids.tolist()])
        return self._stacked

    def _of_main(
        self,
        tx: Transaction,
        place: tuple[str, str],
        vector: F32,
        only: Ids | None,
        most: int,
    ) -> tuple[Ids, F32]:
        main = self._main
        rows = None if only is None else main.rows_of(only)
        if rows is not None:
            rows = rows[~main.gone[rows]]
        if main.vectors is not None:
            held = main.vectors if rows is None else main.vectors[rows]
            similar = held @ vector
            if rows is None:
                similar[main.gone] = -2
                rows = _best(similar, most)
                return main.ids[rows], similar[rows]
            return main.ids[rows], similar
        if main.signs is None:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        if rows is None or len(rows) > CANDIDATES:
            rows = self._likely(vector, rows, max(CANDIDATES, most))
        exact = tx.vectors.of_items(*place, main.ids[rows].tolist())
        ids = np.array([row.item_id for row in exact], dtype=np.int64)
        return ids, _unpacked([row.vector for row in exact]) @ vector

    def _likely(self, vector: F32, rows: NDArray[np.intp] | None, most: int) -> NDArray[np.intp]:
        """The rows that are nearest as far as signs can say."""
        assert self._main.signs is not None
        assert self._turn is not None
        assert self._middle is not None
        agreeing = self._agreeing(vector, rows, max(AGREEING, most))
        if len(agreeing) <= most:
            return agreeing
        signs = self._main.signs.at(agreeing)
        turned = (vector - self._middle) @ self._turn
        # What each byte of eight signs adds is reckoned once and looked up for every row.
        sides = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)
        worth = turned.reshape(-1, 8) @ (sides.T.astype(np.float32) * 2 - 1)
        places = signs.bits.view(np.uint8) + np.arange(_SIGNS // 8, dtype=np.int32) * 256
        similar = np.take(worth.ravel(), places).sum(axis=1) * signs.scale + signs.shift
        return np.asarray(agreeing[_best(similar, most)], dtype=np.intp)

    def _agreeing(self, vector: F32, rows: NDArray[np.intp] | None, most: int) -> NDArray[np.intp]:
        """The rows with the most signs as the query's."""
        assert self._main.signs is not None
        signs = self._main.signs.bits if rows is None else self._main.signs.bits[rows]
        query = self._signs(vector[None, :]).bits[0]
        differ = np.zeros(len(signs), dtype=np.uint16)
        for start in range(0, len(signs), _BLOCK):
            counts = np.bitwise_count(signs[start : start + _BLOCK] ^ query)
            # Four counts of at most 64 are added as one number: no byte of three such overflows.
            four = counts.view(np.uint32)
            four = four[:, 0] + four[:, 1] + four[:, 2]
            differ[start : start + _BLOCK] = (
                (four & 255) + ((four >> 8) & 255) + ((four >> 16) & 255) + (four >> 24)
            )
        if rows is None:
            differ[self._main.gone] = _SIGNS
        near = _lowest(differ, most)
        if rows is None:
            near = near[~self._main.gone[near]]
        return np.asarray(near if rows is None else rows[near], dtype=np.intp)


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
        among: Sequence[int] | None = None,
    ) -> list[Near]:
        """The nearest items of a workspace, the best first."""
        place = (space, workspace_id)
        with self._lock:
            held = self._spaces.setdefault(place, _Space(self._exact))
            self._spaces.move_to_end(place)
            while len(self._spaces) > _KEPT:
                self._spaces.popitem(last=False)
        with held.lock:
            held.refresh(tx, space, workspace_id)
            return held.nearest(tx, place, vector, among, most)


def among_matching(
    ctx: Context,
    tx: Transaction,
    space: str,
    scope: str,
    vector: F32,
    most: int,
    *,
    whole: bool = False,
) -> list[Near]:
    """The nearest of the items that match an expression of the search index.

    Where few match, they alone are compared; where very many do, the nearest of all are looked
    through until enough of them match. ``whole``: all but what lies in the trash matches, so that
    nobody need look how many do.
    """
    few = [] if whole else tx.search.newest(scope, FEW + 1)
    if not whole and len(few) <= FEW:
        return ctx.neighbours.nearest(tx, space, ctx.workspace_id, vector, most, few)
    wider = max(most, CANDIDATES) if whole else 4 * most
    while True:
        near = ctx.neighbours.nearest(tx, space, ctx.workspace_id, vector, wider)
        matching = set(tx.search.among(scope, [each.id for each in near]))
        found = [each for each in near if each.id in matching]
        if len(found) >= most or len(near) < wider:
            return found[:most]
        wider *= 4


def packed(vector: F32) -> bytes:
    """A vector as its row keeps it."""
    return vector.astype(np.float16).tobytes()


def unpacked(vector: bytes) -> F32:
    """A vector from its row."""
    return _unpacked([vector]).ravel()


def _unpacked(vectors: Sequence[bytes]) -> F32:
    if not vectors:
        return np.zeros((0, 1), dtype=np.float32)
    joined = np.frombuffer(b"".join(vectors), dtype=np.float16)
    return joined.reshape(len(vectors), -1).astype(np.float32)


def _blocks(rows: Iterable[tuple[int, bytes]]) -> Iterator[tuple[Ids, F32]]:
    ids: list[int] = []
    vectors: list[bytes] = []
    for id, vector in rows:
        ids.append(id)
        vectors.append(vector)
        if len(ids) == _BLOCK:
            yield np.array(ids, dtype=np.int64), _unpacked(vectors)
            ids, vectors = [], []
    if ids:
        yield np.array(ids, dtype=np.int64), _unpacked(vectors)


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
    limit = int(np.searchsorted(np.cumsum(np.bincount(counts)), most))
    return np.concatenate([np.flatnonzero(counts < limit), np.flatnonzero(counts == limit)])[:most]


def _best(similar: F32, most: int) -> NDArray[np.intp]:
    """Places of the highest, the highest first."""
    if most < len(similar):
        found = np.argpartition(-similar, most)[:most]
        return np.asarray(found[np.argsort(-similar[found], kind="stable")], dtype=np.intp)
    return np.asarray(np.argsort(-similar, kind="stable"), dtype=np.intp)
