"""The line beside the search: what is shown, in which order, and how many are marked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .bars import Piece, PieceLine
from .shelf import Query

if TYPE_CHECKING:
    from .gallery import Gallery


class FilterLine(PieceLine):
    """Each part of the filter as words that a click turns."""

    DEFAULT_CSS = "FilterLine { background: $background; padding: 0 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._query = Query()
        self._total: int | None = None
        self._at, self._marked = 0, 0

    def show(self, query: Query, total: int | None) -> None:
        self._query, self._total = query, total
        self.refresh()

    def stand(self, gallery: Gallery) -> None:
        self._at, self._marked = gallery.cursor, len(gallery.marks)
        self._total = gallery.shelf.total if gallery.shelf.known else None
        self.refresh()

    def pieces(self) -> Iterable[Piece]:
        pens, query = self.pens, self._query
        if query.saved:
            yield Piece(f" {query.saved} ", pens.accent, "screen.saved")
            return
        # What hides items comes first: where there is little room, the end is left away. What
        # could be turned on stands last, quietly.
        if query.least:
            yield Piece(f" score {query.least}+ ", pens.accent, "screen.score")
        if query.tags:
            yield Piece(f" #{query.tags} ", pens.accent, "screen.tags")
        if query.subtree:
            yield Piece(" with below ", pens.accent, "screen.subtree")
        if query.trashed:
            yield Piece(" in the trash ", pens.bad, "screen.trashed")
        if query.kind:
            yield Piece(f" {query.kind} ", pens.second, "screen.kind")
        yield Piece(f" {query.sort} ", pens.second, "screen.sort")
        if not query.kind:
            yield Piece(" all kinds ", pens.second, "screen.kind")
        for word, stands, action in (
            ("saved", False, "saved"),
            ("trash", query.trashed, "trashed"),
            ("tags", query.tags, "tags"),
            ("score", query.least, "score"),
            ("below", query.subtree, "subtree"),
        ):
            if not stands:
                yield Piece(f" {word} ", pens.quiet, f"screen.{action}")

    def tail(self) -> Iterable[Piece]:
        pens = self.pens
        if self._marked:
            yield Piece(f" {self.studio_app.symbols.marked} {self._marked} marked ", pens.accent)
        if self._total is None:
            yield Piece(f" {self.studio_app.symbols.more} ", pens.quiet)
        elif self._total:
            yield Piece(f" {self._at + 1:,} of {self._total:,} ", pens.quiet)
        else:
            yield Piece(" nothing here ", pens.quiet)
