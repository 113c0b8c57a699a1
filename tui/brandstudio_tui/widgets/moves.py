"""What the gallery tells the screen that it stands in."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from ..views import Tile


@dataclass
class Moved(Message):
    """The cursor stands on another item, or on none."""

    tile: Tile | None


@dataclass
class Expected(Message):
    """Where a step leads from here, once the cursor rests."""

    tiles: list[Tile]


@dataclass
class Opened(Message):
    tile: Tile


@dataclass
class Marked(Message):
    """The set of marked items changed."""

    count: int


@dataclass
class Wanting(Message):
    """Items that are seen are not held yet."""

    first: int
    last: int
