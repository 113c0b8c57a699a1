"""Searching the library: what is asked, what is found, and searches that are kept."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .base import Input, Listing, Model, Timestamp
from .folders import NO_FOLDER, OptionalFolderPath
from .frames import Columns, Rows, columns_of, rows_of
from .library import ItemKind, LibraryItem

SearchBy = Literal["words", "meaning"]
Orientation = Literal["landscape", "portrait", "square"]
Side = Literal["left", "right", "top", "bottom"]
Words = Annotated[str, Field(max_length=500)]
Tags = Annotated[str, Field(max_length=500)]
SearchName = Annotated[str, Field(min_length=1, max_length=80, pattern=r"\S")]
Score = Annotated[float, Field(ge=0, le=100)]
Colour = Annotated[
    str, Field(pattern=r"^(#?[0-9a-fA-F]{3}|#?[0-9a-fA-F]{6}|[^\W\d_](?:[^\W\d_]|[ -]){1,29})$")
]


class SearchQuery(Input):
    """What a search asks for; what is None is not asked."""

    q: Words | None = None
    by: SearchBy | None = None
    in_folder: OptionalFolderPath = NO_FOLDER
    subtree: bool | None = None
    kind: ItemKind | None = None
    tags: Tags | None = None
    min_score: Score | None = None
    colour: Colour | None = None
    orientation: Orientation | None = None
    has_face: bool | None = None
    space: Side | None = None


class Correction(Model):
    """A word that no item holds, and the nearest words that were looked for in its place."""

    typed: str
    read_as: list[str]


class SearchPage(Listing[LibraryItem]):
    """Found items, the best first. ``unread`` is how many items of the workspace could not be looked
    at yet (counted to 10,000): they are read in the background.
    """

    items: list[LibraryItem]
    next_cursor: str | None
    total_count: int
    corrected: list[Correction]
    unread: int


class SimilarItem(Model):
    """An item and how alike it looks, 0 to 1."""

    likeness: float
    item: LibraryItem


class SimilarPage(Listing[SimilarItem]):
    """Pictures that look alike, the most alike first."""

    items: list[SimilarItem]
    unread: int

    def _table(self) -> tuple[Columns, Rows]:
        """A row for each item: its likeness before what it is."""
        columns = columns_of(LibraryItem)
        rows = rows_of((found.item for found in self.items), columns)
        like = [{"likeness": found.likeness} for found in self.items]
        return {"likeness": "number", **columns}, [a | b for a, b in zip(like, rows, strict=True)]


class DuplicateGroup(Model):
    """Pictures that are one and the same, the oldest first; ``exact`` where all their files are."""

    exact: bool
    items: list[LibraryItem]


class DuplicatePage(Listing[DuplicateGroup]):
    """Groups of duplicates. ``compared`` is how many pictures were; ``all`` says whether that was all
    of them.
    """

    entries: ClassVar[str] = "groups"
    groups: list[DuplicateGroup]
    compared: int
    all: bool

    @property
    def items(self) -> list[DuplicateGroup]:
        """The entries, as a list."""
        return self.groups

    def _table(self) -> tuple[Columns, Rows]:
        """A row for each item, with the number of its group from 1 on."""
        columns = columns_of(LibraryItem)
        rows = [
            {"group": number, "exact": group.exact, **row}
            for number, group in enumerate(self.groups, 1)
            for row in rows_of(group.items, columns)
        ]
        return {"group": "whole", "exact": "yes or no", **columns}, rows


class SavedSearch(Model):
    """A search that is kept under a name."""

    name: str
    query: SearchQuery
    created_at: Timestamp
    updated_at: Timestamp


class SavedSearchList(Listing[SavedSearch]):
    entries: ClassVar[str] = "searches"
    searches: list[SavedSearch]

    @property
    def items(self) -> list[SavedSearch]:
        """The entries, as a list."""
        return self.searches


class SavedSearchRemoved(Model):
    deleted: str
