"""A listing of up to millions of items, of which only some pages are held.

Pages follow each other by cursors, so a page far away is reached through those before it; for an
order that has a mirror (latest and oldest) the end is reached from the other side at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import brandstudio

from ..views import Tile

PAGE = 100
"""Items of a page."""
STRIDE = 500
"""Items of one request while a page far away is looked for."""
HELD = 60
"""Pages held; the longest unused go first."""

Kind = Literal["image", "design", "text"]
SortOrder = Literal["latest", "oldest", "score", "hero"]
MIRROR: dict[SortOrder, SortOrder] = {"latest": "oldest", "oldest": "latest"}


@dataclass(frozen=True)
class Query:
    """What of the library is shown, and in which order."""

    folder: str | None = None
    sort: SortOrder = "latest"
    kind: Kind | None = None
    q: str = ""
    tags: str = ""
    subtree: bool = False
    trashed: bool = False
    least: int = 0
    saved: str = ""

    def arguments(self) -> dict[str, Any]:
        """As the listing's own arguments."""
        given: dict[str, Any] = {"sort": self.sort}
        for name in ("folder", "kind"):
            if getattr(self, name):
                given[name] = getattr(self, name)
        if self.q.strip():
            given["q"] = self.q.strip()
        if self.tags.strip():
            given["tags"] = self.tags.strip()
        if self.subtree and self.folder:
            given["subtree"] = True
        if self.trashed:
            given["trashed"] = True
        return given


@dataclass(frozen=True)
class Batch:
    """Items fetched: where they begin, from which end they were counted, and how to go on."""

    query: Query
    start: int
    tiles: tuple[Tile, ...]
    cursor: str | None
    total: int
    mirrored: bool


def fetch(
    studio: brandstudio.Studio, query: Query, start: int, cursor: str | None, limit: int
) -> Batch:
    """One request from a place of the listing; run in a thread."""
    if query.saved:
        found = studio.library.search(
            query.q.strip() or None, saved=query.saved, limit=limit, cursor=cursor
        )
        tiles = tuple(Tile.of(item) for item in found.items)
        return Batch(query, start, tiles, found.next_cursor, found.total_count, False)
    page = studio.library.list(**query.arguments(), limit=limit, cursor=cursor)
    tiles = tuple(Tile.of(item) for item in page.items)
    return Batch(query, start, tiles, page.next_cursor, page.total_count, False)


class Shelf:
    """The pages held, by index from the start or, mirrored, from the end."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.total = 0
        self.known = False
        self._pages: OrderedDict[tuple[bool, int], tuple[Tile, ...]] = OrderedDict()
        self._cursors: dict[tuple[bool, int], str | None] = {(False, 0): None, (True, 0): None}

    def __len__(self) -> int:
        return self.total

    def get(self, index: int) -> Tile | None:
        """The item at that place, None while it is not held."""
        if not 0 <= index < self.total:
            return None
        for mirrored, place in ((False, index), (True, self.total - 1 - index)):
            page = self._pages.get((mirrored, place // PAGE))
            if page is not None and place % PAGE < len(page):
                return page[place % PAGE]
        return None

    def find(self, image_id: str) -> int | None:
        """Where a held item stands."""
        for (mirrored, number), page in self._pages.items():
            for offset, tile in enumerate(page):
                if tile.image_id == image_id:
                    place = number * PAGE + offset
                    return self.total - 1 - place if mirrored else place
        return None

    def missing(self, first: int, last: int) -> Callable[[brandstudio.Studio], list[Batch]] | None:
        """The fetching that would bring the first absent item of a range; None when all are
        held.
        """
        last = min(last, self.total - 1)
        for index in range(max(0, first), last + 1):
            if self.get(index) is None:
                return self._way_to(index)
        return None

    def _way_to(self, index: int) -> Callable[[brandstudio.Studio], list[Batch]]:
        mirrored = False
        place = index
        two_sided = self.query.sort in MIRROR and not self.query.least and not self.query.saved
        if two_sided and index > self.total // 2:
            mirrored, place = True, self.total - 1 - index
        goal = place // PAGE
        near = max(n for side, n in self._cursors if side == mirrored and n <= goal)
        cursor = self._cursors[mirrored, near]
        query = self.query
        asked = replace(query, sort=MIRROR[query.sort]) if mirrored else query

        def go(studio: brandstudio.Studio) -> list[Batch]:
            batches: list[Batch] = []
            page, following = near, cursor
            while page <= goal and len(batches) < 40:
                limit = PAGE if goal - page < 4 else STRIDE
                got = fetch(studio, asked, page * PAGE, following, limit)
                batches.append(replace(got, query=query, mirrored=mirrored))
                following, page = got.cursor, page + limit // PAGE
                if following is None:
                    break
            return batches

        return go

    def take(self, batches: Sequence[Batch]) -> None:
        """Keep what was fetched for this query; what belongs to another is dropped."""
        for batch in batches:
            if batch.query != self.query:
                continue
            self.known = True
            self.total = batch.total
            first = batch.start // PAGE
            for offset in range(0, max(1, len(batch.tiles)), PAGE):
                number = first + offset // PAGE
                self._pages[batch.mirrored, number] = batch.tiles[offset : offset + PAGE]
                self._pages.move_to_end((batch.mirrored, number))
            after = first + -(-len(batch.tiles) // PAGE)
            if batch.cursor is not None:
                self._cursors[batch.mirrored, after] = batch.cursor
            self._cut(batch)
        while len(self._pages) > HELD:
            self._pages.popitem(last=False)

    def _cut(self, batch: Batch) -> None:
        """With a least score, the listing by score ends where the score falls below it."""
        least = self.query.least
        if not least:
            return
        for offset, tile in enumerate(batch.tiles):
            if (tile.score or 0) < least:
                self.total = batch.start + offset
                return
        if self.total > batch.start + len(batch.tiles) and batch.cursor is not None:
            self.total = batch.total
