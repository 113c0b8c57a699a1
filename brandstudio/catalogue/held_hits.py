"""Which items match, held in memory as bits: a cache of each process over SQLite's search index,
which is the truth.

A query asks for several things at once: words, facts, and what is kept out. What is asked for over
and over is held with a bit for each item, 125 KB among a million, and whoever asks for it again puts
bits together where the index would go through its lists. What is asked for seldom is listed by the
index, and what few items hold always is.

Items that changed since, told by the index itself (`schema/0011_search_changes.sql`), are judged by
their texts, and those that came since are asked of the index. When they are many, all is forgotten.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..store import Transaction
from ..store.search_hits import Latest
from ..store.searching import either

Bits = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Ids = NDArray[np.int64]

LEAST: Final = 100_000
"""Up to this id the index itself answers as fast."""
MOST_BYTES: Final = 32 << 20
_TIMES: Final = 2
"""How often something is asked for before it is held: listing all that match costs as much as that."""
_FEW: Final = 64
"""What one in so many items holds at most is not held."""
_MANY: Final = 5
"""Where one in so many items matches what is not held, the index answers the whole query as fast."""
_PROBED: Final = 16
_CHANGED: Final = 1024
_COUNTED: Final = 4096


class Asked(NamedTuple):
    """A query in parts, each a match expression: an item matches all of ``facts`` and ``words``
    and nothing of ``unwanted``. ``whole`` says the same in one.
    """

    facts: tuple[str, ...]
    words: tuple[str, ...]
    unwanted: tuple[str, ...]
    whole: str


@dataclass(eq=False)
class _Held:
    """What is held of the items up to ``top``, as the index was after the change ``seen``."""

    top: int
    seen: int
    room: int
    changed: set[int] = field(default_factory=set)
    bits: OrderedDict[str, Bits] = field(default_factory=OrderedDict)
    few: set[str] = field(default_factory=set)
    asked: Counter[str] = field(default_factory=Counter)

    def get(self, part: str) -> Bits | None:
        found = self.bits.get(part)
        if found is not None:
            self.bits.move_to_end(part)
        return found

    def keep(self, part: str, bits: Bits) -> None:
        self.bits[part] = bits
        while len(self.bits) > self.room:
            self.bits.popitem(last=False)

    def due(self, asked: Asked, known: Mapping[str, Bits | None]) -> str | None:
        """What is not held, was asked for often enough and is worth listing now: one part a search,
        since it may take long, and of several words none, since together they match little.
        """

        def missing(parts: Sequence[str]) -> list[str]:
            return [part for part in parts if known[part] is None and part not in self.few]

        words = missing(asked.words)
        parts = missing(asked.facts) or missing(asked.unwanted) or words * (len(words) == 1)
        if not parts:
            return None
        if len(self.asked) >= _COUNTED:
            self.asked.clear()
            self.few.clear()
        self.asked[parts[0]] += 1
        return parts[0] if self.asked[parts[0]] > _TIMES else None

    def suffices(self, asked: Asked, known: Mapping[str, Bits | None]) -> bool:
        """Whether to list the rest is worth while: with nothing held it is not, and to list all that
        is an image costs more than to find those with a word.
        """
        if any(known[part] is None and part not in self.few for part in asked.facts):
            return False
        return any(known[part] is not None for part in (*asked.facts, *asked.words))


class HeldHits:
    """What this process holds. ``least`` is the id from which on anything is."""

    def __init__(self, least: int = LEAST) -> None:
        self._least = least
        self._held: _Held | None = None
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many parts are held."""
        return 0 if self._held is None else len(self._held.bits)

    def matching(
        self, tx: Transaction, asked: Asked, judge: Callable[[Sequence[int]], list[int]]
    ) -> Ids | None:
        """The ids of all that match, upwards; None where the index may as well be asked. ``judge``
        tells which of some items match, by what they are now.
        """
        if tx.db.engine != "sqlite":
            return None
        newest = tx.search.newest_id()
        with self._lock:
            held = self._current(tx, newest)
            if held is None:
                return None
            changed = sorted(held.changed)
            known = {part: held.get(part) for part in (*asked.facts, *asked.words, *asked.unwanted)}
            due = held.due(asked, known)
        if due is not None:
            known[due] = self._kept(held, due, _every(tx, due, 0, held.top))
        if not held.suffices(asked, known):
            return None
        ids = self._together(tx, held, asked, known, changed)
        if ids is None:
            return None
        if changed:  # they were taken out
            ids = np.sort(np.concatenate([ids, np.array(judge(changed), dtype=np.int64)]))
        if newest > held.top:
            ids = np.concatenate([ids, _every(tx, asked.whole, held.top + 1, newest)])
        return ids

    def _current(self, tx: Transaction, newest: int) -> _Held | None:
        """What is held, as far as it still may be used; None where a later state of the index is."""
        if newest < self._least:
            return None
        last = tx.search.last_change()
        held = self._held
        if held is not None and last < held.seen:
            return None  # this transaction began before another that looked since
        if held is not None and last > held.seen:
            since = tx.search.changes_since(held.seen)
            if since is None:
                held = None
            else:
                held.changed.update(id for id in since if id <= held.top)
                held.seen = last
        grown = 0 if held is None else newest - held.top
        if held is None or len(held.changed) > _CHANGED or grown > held.top // 16:
            held = self._held = _Held(newest, last, max(1, MOST_BYTES // (newest // 8 + 1)))
        return held

    def _kept(self, held: _Held, part: str, ids: Ids) -> Bits | None:
        """Hold a part from now on, unless few items match."""
        mask = np.zeros(held.top + 1, dtype=np.bool_)
        mask[ids] = True
        bits = np.packbits(mask)
        with self._lock:
            if len(ids) * _FEW < held.top:
                held.few.add(part)
                return None
            held.keep(part, bits)
        return bits

    def _together(
        self,
        tx: Transaction,
        held: _Held,
        asked: Asked,
        known: Mapping[str, Bits | None],
        changed: Sequence[int],
    ) -> Ids | None:
        """What matches of all that did not change; None where too much were to be listed for it."""
        mask = _of_known(held.top, asked, known)
        mask[list(changed)] = False
        wanted = [part for part in (*asked.facts, *asked.words) if known[part] is None]
        unwanted = [part for part in asked.unwanted if known[part] is None]
        for part in held.few.intersection(unwanted):
            unwanted.remove(part)
            mask[_every(tx, part, 0, held.top)] = False
        if not wanted and not unwanted:
            return np.flatnonzero(mask)
        rest = " AND ".join(wanted) if wanted else either(unwanted)
        both = wanted and unwanted
        ids = _rest(tx, held.top, f"(({rest}) NOT {either(unwanted)})" if both else rest)
        if ids is None:
            return None
        if len(wanted) + len(unwanted) == 1:
            self._kept(held, (*wanted, *unwanted)[0], ids)  # listed once, held at once
        if wanted:
            return np.asarray(ids[mask[ids]])
        mask[ids] = False
        return np.flatnonzero(mask)


def _of_known(top: int, asked: Asked, known: Mapping[str, Bits | None]) -> Mask:
    """What matches as far as it is held."""
    bits = np.full(top // 8 + 1, 255, dtype=np.uint8)
    for part in (*asked.facts, *asked.words):
        if (held := known[part]) is not None:
            bits &= held
    for part in asked.unwanted:
        if (held := known[part]) is not None:
            bits &= ~held
    return np.unpackbits(bits, count=top + 1).view(np.bool_)


def _rest(tx: Transaction, top: int, expression: str) -> Ids | None:
    """What matches what is not held; None where that is a large part of all, by the newest of them."""
    start = top - top // _PROBED
    newest = _every(tx, expression, start, top)
    if len(newest) * _PROBED * _MANY > top:
        return None
    return np.concatenate([_every(tx, expression, 0, start - 1), newest])


def _every(tx: Transaction, expression: str, first: int, last: int) -> Ids:
    """All that match from the first id to the last, upwards."""
    listed = tx.search.every(expression, first, last)
    found = [np.fromstring(ids, dtype=np.int64, sep=",") for ids in listed]
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


class KnownHits(NamedTuple):
    """What matches, known upwards."""

    ids: Ids

    def latest(self, most: int) -> Latest:
        return Latest(self.ids[-most:][::-1].tolist(), len(self.ids))

    def newest(self, most: int, below: int) -> list[int]:
        end = int(np.searchsorted(self.ids, below))
        found: list[int] = self.ids[max(0, end - most) : end][::-1].tolist()
        return found

    def since(self, floor: int) -> Latest:
        found: list[int] = self.ids[np.searchsorted(self.ids, floor) :].tolist()
        return Latest(found, len(self.ids))

    def total(self) -> int:
        return len(self.ids)
