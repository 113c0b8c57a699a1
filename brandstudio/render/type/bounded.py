"""A least-recently-used cache with a bound on the sum of what it holds, safe between threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Bounded(Generic[K, V]):
    """Keeps values until their weights sum to more than ``limit``; the one unused longest goes
    first.

    Two threads that miss the same key may both make the value; one of the two is kept. Values must
    not be changed.
    """

    def __init__(self, limit: int, weigh: Callable[[V], int] = lambda _: 1) -> None:
        self._limit = limit
        self._weigh = weigh
        self._held: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._sum = 0
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value under ``key``, now the most recently used, or None."""
        with self._lock:
            entry = self._held.get(key)
            if entry is None:
                return None
            self._held.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V) -> V:
        """Keep ``value`` (unless it alone is over the limit) and give it back."""
        weight = self._weigh(value)
        if weight > self._limit:
            return value
        with self._lock:
            old = self._held.pop(key, None)
            if old is not None:
                self._sum -= old[1]
            self._held[key] = (value, weight)
            self._sum += weight
            while self._sum > self._limit:
                _, (_, freed) = self._held.popitem(last=False)
                self._sum -= freed
        return value

    def __len__(self) -> int:
        return len(self._held)
