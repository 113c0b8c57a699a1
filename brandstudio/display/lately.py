"""Tiles of banners that this process has just drawn, which are mostly shown next: the picture is at
hand then, while its file takes 10 to 25 ms to unpack.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MOST = 48
"""Tiles that are kept, some 20 KB each: as many as a list shows."""
SECONDS = 60.0
"""In this time no more than ``MOST`` are made: a table of thousands does not pay for each."""


class Lately:
    """The newest tiles, by the SHA-256 of their files; safe between threads. ``now`` is in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._tiles: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._began, self._asked = float("-inf"), 0

    def wanted(self) -> bool:
        """Whether a tile may be made now; whoever is told so makes it."""
        with self._lock:
            now = self._now()
            if now - self._began > SECONDS:
                self._began, self._asked = now, 0
            self._asked += 1
            return self._asked <= MOST

    def keep(self, told_by: bytes, tile: bytes) -> None:
        """Keep the tile of the file with that SHA-256; the oldest goes."""
        with self._lock:
            self._tiles[told_by] = tile
            while len(self._tiles) > MOST:
                self._tiles.popitem(last=False)

    def tile(self, told_by: bytes) -> bytes | None:
        """The tile of the file with that SHA-256, where it is kept."""
        with self._lock:
            return self._tiles.get(told_by)
