"""Thumbnails fetched and painted in threads, the ones on the screen first."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from textual.message import Message
from textual.strip import Strip

import brandstudio

from ..views import Tile
from .blocks import decode, paint
from .graphics import Graphics

Key = tuple[str, int | None, int, int]
AGAIN = 2.0
"""Seconds until what could not be read is tried again: the studio may not have answered."""


@dataclass
class ThumbReady(Message):
    """A thumbnail was painted."""

    image_id: str


class Thumbs:
    """Painted thumbnails by item, version and size; two threads make what is asked for."""

    def __init__(
        self,
        studio: Callable[[], brandstudio.Studio],
        post: Callable[[Message], object],
        *,
        painted: int = 400,
        files: int = 800,
        half: str = "▀",
        graphics: Graphics | None = None,
    ) -> None:
        self._studio, self._post, self._half = studio, post, half
        self._most_painted, self._most_files = painted, files
        self._graphics = graphics
        self._strips: OrderedDict[Key, list[Strip]] = OrderedDict()
        self._files: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()
        self._wanted: OrderedDict[Key, Tile] = OrderedDict()
        self._busy: set[Key] = set()
        self._failed: dict[tuple[str, int | None], float] = {}
        self._change = threading.Condition()
        self._ended = False
        self._threads = 0

    def get(self, tile: Tile, columns: int, rows: int) -> list[Strip] | None:
        """The painted thumbnail, or None, in which case it is asked for."""
        key = (*tile.picture, columns, rows)
        found = self._strips.get(key)
        if found is None:
            self._want(key, tile)
        return found

    def file(self, tile: Tile) -> bytes | None:
        """The thumbnail's file where it is held."""
        return self._files.get(tile.picture)

    def broken(self, tile: Tile) -> bool:
        """Whether its file could not be read."""
        return tile.picture in self._failed

    def _want(self, key: Key, tile: Tile) -> None:
        failed = self._failed.get(tile.picture, float("-inf"))
        if tile.thumbnail is None or time.monotonic() - failed < AGAIN:
            return
        with self._change:
            if key in self._busy:
                return
            self._wanted[key] = tile
            self._wanted.move_to_end(key)
            while len(self._wanted) > 120:  # long scrolled past
                self._wanted.popitem(last=False)
            if self._threads < 2 and not self._ended:
                self._threads += 1
                threading.Thread(target=self._work, name="studio-thumbs", daemon=True).start()
            self._change.notify()

    def stop(self) -> None:
        with self._change:
            self._ended = True
            self._change.notify_all()

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._wanted and not self._ended:
                    self._change.wait()
                if self._ended:
                    return
                key, tile = self._wanted.popitem()
                self._busy.add(key)
            strips: list[Strip] | None = None
            try:
                file = self._read(tile)
                small = decode(file, least=(key[2] * 2, key[3] * 4))
                strips = paint(small, key[2], key[3], self._half)
                if self._graphics is not None:
                    self._graphics.prepare(tile.picture, file, key[2], key[3])
            except Exception:
                self._failed[tile.picture] = time.monotonic()
            else:
                self._failed.pop(tile.picture, None)
            with self._change:
                self._busy.discard(key)
                if strips is not None:
                    self._strips[key] = strips
                    while len(self._strips) > self._most_painted:
                        self._strips.popitem(last=False)
            self._post(ThumbReady(tile.image_id))

    def _read(self, tile: Tile) -> bytes:
        held = self._files.get(tile.picture)
        if held is not None:
            return held
        assert tile.thumbnail is not None
        data = self._studio().read(tile.thumbnail)
        with self._change:
            self._files[tile.picture] = data
            while len(self._files) > self._most_files:
                self._files.popitem(last=False)
        return data
