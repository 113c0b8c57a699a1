"""Search, likeness, duplicates and saved searches: all ours."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..errors import FolderNotFound, NotFound
from ..models.folders import NO_FOLDER, OptionalFolderPath
from ..models.library import ItemKind
from ..models.searching import (
    Colour,
    DuplicatePage,
    Orientation,
    SavedSearch,
    SavedSearchList,
    SavedSearchRemoved,
    Score,
    SearchBy,
    SearchName,
    SearchPage,
    SearchQuery,
    Side,
    SimilarPage,
    Tags,
    Words,
)
from .base import Command, Operation, Route, Scope
from .images import ImageId


class SearchLibrary(Operation[SearchPage]):
    """Items by words or by meaning, the best first, narrowed by what they are.

    By words: every word counts, in its other forms and as a part of a compound too; a word that no
    item holds is read as the nearest that one holds, and said in ``corrected``. By meaning: what the
    words mean, in any language (extra ``search``).
    """

    route = Route(
        "GET", "/v1/library/search", Scope.READ, errors=(FolderNotFound, NotFound), extension=True
    )
    q: Words | None = None
    by: SearchBy | None = None
    folder: OptionalFolderPath = NO_FOLDER
    subtree: bool | None = None
    kind: ItemKind | None = None
    tags: Tags | None = None
    min_score: Score | None = None
    colour: Colour | None = None
    orientation: Orientation | None = None
    has_face: bool | None = None
    space: Side | None = None
    saved: SearchName | None = None
    limit: Annotated[int, Field(ge=1, le=500)] = 50
    cursor: Annotated[str, Field(max_length=500)] | None = None


class ListSimilar(Operation[SimilarPage]):
    """Pictures and designs of the workspace that look like one: in arrangement, colours and forms."""

    route = Route(
        "GET",
        "/v1/library/{image_id}/similar",
        Scope.READ,
        errors=(FolderNotFound, NotFound),
        extension=True,
    )
    image_id: ImageId
    folder: OptionalFolderPath = NO_FOLDER
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class ListDuplicates(Operation[DuplicatePage]):
    """Groups of pictures that are one and the same: copies, other sizes, light edits."""

    route = Route(
        "GET",
        "/v1/library/duplicates",
        Scope.READ,
        errors=(FolderNotFound,),
        extension=True,
    )
    folder: OptionalFolderPath = NO_FOLDER
    subtree: bool = True


class SaveSearch(Command[SavedSearch]):
    """Keep a search under a name; one of that name is replaced."""

    route = Route(
        "POST", "/v1/searches", Scope.CREATE, status=201, extension=True, envelope="search"
    )
    name: SearchName
    query: SearchQuery


class ListSearches(Operation[SavedSearchList]):
    """The searches that are kept in the workspace, by name."""

    route = Route("GET", "/v1/searches", Scope.READ, extension=True)


class RemoveSearch(Operation[SavedSearchRemoved]):
    """Forget a saved search."""

    route = Route("DELETE", "/v1/searches/{name}", Scope.CREATE, errors=(NotFound,), extension=True)
    name: SearchName
