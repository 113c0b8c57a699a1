"""Vectors as signs: what is kept of very many, and which of them are likely to be the nearest.

A vector is kept as 768 signs of itself, turned at random (Charikar 2002), and two numbers that say how
far the signs speak for it: 104 bytes instead of 1,536. Three sieves say which are likely. The first
256 signs of all are counted, which reads a third of what is kept; of the ``ALIKE`` that agree best all
signs are counted and weighed by the two numbers; the ``AGREEING`` best of these are reckoned sign by
sign (the unbiased estimate of Gao and Long 2024).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
Mask = NDArray[np.bool_]
Rows = NDArray[np.intp]
Words = NDArray[np.uint64]
"""Signs, 64 in each."""

ALIKE: Final = 30_000
AGREEING: Final = 4_000
_SIGNS: Final = 768
_HEAD: Final = 4
"""Words of signs that are counted of every vector."""
_SPARSE: Final = 8
"""Of a scope that holds no more than one in so many, the signs are gathered before they are counted."""
_BLOCK: Final = 8192
_SAMPLED: Final = 16
_COLUMN: Final = 65_536
"""Rows whose signs are counted at once: a column of theirs stays in the processor's cache."""
_PAIRS: Final = np.uint64(0x00FF00FF00FF00FF)
_SUM: Final = np.uint64(0x0001000100010001)
_SIDES: Final[F32] = np.where(
    np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).T == 1,
    np.float32(1),
    np.float32(-1),
)
"""On which side each of eight signs puts a byte of them."""


class Signs(NamedTuple):
    """What is kept of vectors: what a query's turned numbers come to along the signs, times
    ``scale``, and ``shift`` reckon how similar each is, but for what is the same for all.

    ``heads`` has a row for every 64 planes and a column for every vector: those that are compared
    at once lie side by side. ``rests`` has a row for every vector, which is looked up by itself.
    """

    heads: Words
    rests: Words
    scale: F32
    shift: F32

    def at(self, rows: Rows) -> Signs:
        # An index in brackets would lay the columns out as rows again.
        heads = np.take(self.heads, rows, axis=1)
        return Signs(heads, np.take(self.rests, rows, axis=0), self.scale[rows], self.shift[rows])

    def and_then(self, others: Signs) -> Signs:
        return Signs(
            np.concatenate([self.heads, others.heads], axis=1),
            np.concatenate([self.rests, others.rests]),
            np.concatenate([self.scale, others.scale]),
            np.concatenate([self.shift, others.shift]),
        )


class Planes:
    """The planes through the middle of the vectors that were there first, and on which side others lie."""

    def __init__(self, first: F32) -> None:
        self._middle = np.asarray(first.mean(axis=0), dtype=np.float32)
        self._turn = _planes(first.shape[1])

    def signs(self, vectors: F32) -> Signs:
        """768 bits a vector, and its two numbers."""
        found = Signs(
            np.empty((_HEAD, len(vectors)), dtype=np.uint64),
            np.empty((len(vectors), _SIGNS // 64 - _HEAD), dtype=np.uint64),
            np.empty(len(vectors), dtype=np.float32),
            np.empty(len(vectors), dtype=np.float32),
        )
        for start in range(0, len(vectors), _BLOCK):
            block = slice(start, start + _BLOCK)
            off = vectors[block] - self._middle
            turned = np.asarray(off @ self._turn, dtype=np.float32)
            words = _packed(turned)
            found.heads[:, block] = words[:, :_HEAD].T
            found.rests[block] = words[:, _HEAD:]
            along = np.maximum(np.abs(turned).sum(axis=1), np.float32(1e-12))
            found.scale[block] = (off * off).sum(axis=1) / along
            found.shift[block] = off @ self._middle
        return found

    def likely(self, signs: Signs, vector: F32, inside: Mask, most: int) -> tuple[Rows, F32]:
        """The rows that are nearest of those inside, as far as signs can say, the best first; and how
        similar they say that each is.
        """
        turned = np.asarray((vector - self._middle) @ self._turn, dtype=np.float32)
        asked = _packed(turned[None, :])[0]
        rows, differ = _alike(signs.heads, asked[:_HEAD], inside, max(ALIKE, most))
        if len(rows) > max(AGREEING, most):
            differ = differ + _bits(np.take(signs.rests, rows, axis=0) ^ asked[_HEAD:])
            agree = (_SIGNS - 2 * differ.astype(np.float32)) * np.abs(turned).mean()
            weighed = agree * signs.scale[rows] + signs.shift[rows]
            rows = rows[best(weighed, max(AGREEING, most))]
        similar = _reckoned(signs.at(rows), turned) + vector @ self._middle
        found = best(similar, most)
        return rows[found], similar[found]


def _planes(width: int) -> F32:
    """As many planes as there are signs, at right angles to each other as far as that goes."""
    chance = np.random.default_rng(width)
    frames = [
        np.linalg.qr(chance.standard_normal((width, width)))[0] for _ in range(-(-_SIGNS // width))
    ]
    return np.asarray(np.concatenate(frames, axis=1)[:, :_SIGNS], dtype=np.float32)


def _packed(turned: F32) -> Words:
    return np.packbits(turned > 0, axis=1).view(np.uint64)


def _bits(words: Words) -> NDArray[np.uint16]:
    """How many bits are set in each row of eight words: the counts stand in the bytes of one word."""
    counts = np.bitwise_count(words).view(np.uint64)[:, 0]
    pairs = (counts & _PAIRS) + ((counts >> np.uint64(8)) & _PAIRS)
    return ((pairs * _SUM) >> np.uint64(48)).astype(np.uint16)


def _alike(heads: Words, asked: Words, inside: Mask, most: int) -> tuple[Rows, NDArray[np.uint16]]:
    """The rows inside whose first signs differ least, and in how many they do."""
    count = int(np.count_nonzero(inside))
    if count * _SPARSE <= len(inside) or count <= most:
        rows = np.flatnonzero(inside)
        differ = _differing(np.take(heads, rows, axis=1), asked)
        near = lowest(differ, most)
        return rows[near], differ[near]
    differ = _differing(heads, asked)
    near = lowest(differ, most, inside)
    return near, differ[near]


def _differing(heads: Words, asked: Words) -> NDArray[np.uint16]:
    differ = np.zeros(heads.shape[1], dtype=np.uint16)
    unlike, counts = np.empty(_COLUMN, dtype=np.uint64), np.empty(_COLUMN, dtype=np.uint8)
    for start in range(0, len(differ), _COLUMN):
        found = differ[start : start + _COLUMN]
        unlike, counts = unlike[: len(found)], counts[: len(found)]
        for word, wanted in zip(heads[:, start : start + _COLUMN], asked, strict=True):
            np.bitwise_xor(word, wanted, out=unlike)
            found += np.bitwise_count(unlike, out=counts)
    return differ


def _reckoned(signs: Signs, turned: F32) -> F32:
    """How similar each is, sign by sign: what each byte of eight adds is reckoned once and looked
    up for every row.
    """
    worth = turned.reshape(-1, 8) @ _SIDES
    words = np.concatenate([signs.heads.T, signs.rests], axis=1)
    similar = np.zeros(len(words), dtype=np.float32)
    for of_eight, bytes_ in zip(worth, words.view(np.uint8).T.copy(), strict=True):
        similar += of_eight[bytes_]
    return np.asarray(similar * signs.scale + signs.shift, dtype=np.float32)


def lowest(counts: NDArray[np.uint16], most: int, inside: Mask | None = None) -> Rows:
    """Places of the lowest counts, in no order; of those inside, of which there are more than so many."""
    if inside is None and most >= len(counts):
        return np.arange(len(counts))
    if len(counts) >= _SAMPLED * most:
        # One in so many says where about the limit lies; what may lie below it is counted out.
        some = counts[::_SAMPLED] if inside is None else counts[::_SAMPLED][inside[::_SAMPLED]]
        limit = np.searchsorted(np.cumsum(np.bincount(some)), 1.3 * most / _SAMPLED)
        low = counts <= limit
        near = np.flatnonzero(low if inside is None else low & inside)
        if most <= len(near) < len(counts):
            return np.asarray(near[lowest(counts[near], most)], dtype=np.intp)
    if inside is not None:
        rows = np.flatnonzero(inside)
        return np.asarray(rows[lowest(counts[rows], most)], dtype=np.intp)
    limit = np.searchsorted(np.cumsum(np.bincount(counts)), most)
    return np.concatenate([np.flatnonzero(counts < limit), np.flatnonzero(counts == limit)])[:most]


def best(similar: F32, most: int) -> Rows:
    """Places of the highest, the highest first."""
    if most >= len(similar):
        return np.asarray(np.argsort(-similar, kind="stable"), dtype=np.intp)
    found = np.argpartition(-similar, most)[:most]
    return np.asarray(found[np.argsort(-similar[found], kind="stable")], dtype=np.intp)
