"""The groups whose calls take files: the library, logos and fonts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from .. import errors
from .. import operations as ops
from ..models.folders import Folder
from ..models.frames import (
    Columns,
    Rows,
    arrow_table,
    columns_of,
    pandas_frame,
    polars_frame,
    rows_of,
)
from ..models.library import Font, ItemKind, LibraryItem, Logo
from ..models.searching import (
    DuplicatePage,
    Orientation,
    SearchBy,
    SearchPage,
    Side,
    SimilarPage,
)
from . import uploading
from .core import M, build
from .exporting import exporting
from .files import Source, contents, contents_name
from .steps import Steps, ask, blocking
from .verbs import Group, Pages, Verb, recipe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

    import pandas
    import polars
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

PAGE = 500
"""Items that are read at a time where the whole library is wanted."""


def _paged(
    called: str,
    take: Callable[[Sequence[LibraryItem]], None],
    folder: str | Folder | None,
    subtree: bool,
    kind: ItemKind | None,
) -> Steps[int]:
    """Have every page of the library taken, the oldest first; how many items there were."""
    cursor: str | None = None
    count = 0
    while True:
        fields = given(folder=folder, kind=kind, cursor=cursor)
        fields |= {"subtree": subtree, "limit": PAGE, "sort": "oldest"}
        page = yield from ask(build(ops.ListLibrary, fields, called))
        take(page.items)
        count += len(page)
        cursor = page.next_cursor
        if cursor is None:
            return count


def _all(
    called: str, folder: str | Folder | None, subtree: bool, kind: ItemKind | None
) -> Steps[tuple[Columns, Rows]]:
    """Every item of the library as the row of a table."""
    columns = columns_of(LibraryItem)
    items: list[LibraryItem] = []
    yield from _paged(called, items.extend, folder, subtree, kind)
    return columns, rows_of(items, columns)


class Library(Group[M], attribute="library"):
    """Every picture, saved design and saved copy of the folders."""

    list = Verb(ops.ListLibrary)
    pages = Pages(ops.ListLibrary)
    get = Verb(ops.GetLibraryItem)
    update = Verb(ops.UpdateLibraryItem)
    download = Verb(ops.DownloadItem)
    delete = Verb(ops.DeleteItem)
    restore = Verb(ops.RestoreItem)
    move = Verb(ops.MoveItem)
    set_hero = Verb(ops.SetHero)
    clear_hero = Verb(ops.ClearHero)
    create_upload = Verb(ops.CreateUpload)
    search_pages = Pages(ops.SearchLibrary)

    @recipe(ops.SearchLibrary)
    def search(
        self,
        q: str | None = None,
        *,
        by: SearchBy | None = None,
        folder: str | Folder | None = None,
        subtree: bool | None = None,
        kind: ItemKind | None = None,
        tags: str | None = None,
        min_score: float | None = None,
        colour: str | None = None,
        orientation: Orientation | None = None,
        has_face: bool | None = None,
        space: Side | None = None,
        saved: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Steps[SearchPage]:
        """Items by words or by meaning, the best first, narrowed by what they are.

        ``by="words"`` finds every word in its other forms and as a part of a compound too; a word
        that no item holds is read as the nearest one, and said in ``corrected``. ``by="meaning"``
        finds what the words mean, in any language (extra ``search``). ``tags`` are separated by
        commas, ``colour`` is a name or ``#rrggbb``, ``space`` a side that is calm enough for words.
        ``saved`` takes up a saved search; what is given beside it goes before. ``subtree=False``
        leaves out the folders below.
        """
        fields = given(
            q=q,
            by=by,
            folder=folder,
            subtree=subtree,
            kind=kind,
            tags=tags,
            min_score=min_score,
            colour=colour,
            orientation=orientation,
            has_face=has_face,
            space=space,
            saved=saved,
            limit=limit,
            cursor=cursor,
        )
        return (yield from ask(build(ops.SearchLibrary, fields, "library.search")))

    @recipe(ops.ListSimilar)
    def similar(
        self, image_id: str, *, folder: str | Folder | None = None, limit: int = 20
    ) -> Steps[SimilarPage]:
        """Pictures and designs of the workspace that look like one, the most alike first."""
        fields = given(image_id=image_id, folder=folder, limit=limit)
        return (yield from ask(build(ops.ListSimilar, fields, "library.similar")))

    @recipe(ops.ListDuplicates)
    def duplicates(
        self, folder: str | Folder | None = None, *, subtree: bool = True
    ) -> Steps[DuplicatePage]:
        """Groups of pictures that are one and the same: copies, other sizes, light edits."""
        fields = given(folder=folder, subtree=subtree)
        return (yield from ask(build(ops.ListDuplicates, fields, "library.duplicates")))

    @recipe(ops.AddToLibrary)
    def add(
        self,
        *,
        folder: str | Folder,
        file: Source | None = None,
        url: str | None = None,
        filename: str | None = None,
        mime_type: str | None = None,
        client_reference_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[LibraryItem]:
        """Add a picture: ``file`` is a path, bytes, an open binary file, a Pillow image or a numpy
        array; or a public https ``url``.
        """
        if (file is None) == (url is None):
            raise TypeError("library.add takes either file or url")
        fields = given(
            folder=folder,
            image_url=url,
            filename=filename,
            mime_type=mime_type,
            client_reference_id=client_reference_id,
            idempotency_key=idempotency_key,
        )
        if file is None:
            return (yield from ask(build(ops.AddToLibrary, fields, "library.add")))
        data, fields["filename"] = yield from blocking(lambda _: contents(file, filename))
        fields["image_url"] = yield from uploading.uploaded(
            data, fields["filename"], idempotency_key
        )
        try:
            return (yield from ask(build(ops.AddToLibrary, fields, "library.add")))
        except errors.InvalidImageUrl:
            if idempotency_key is None:
                raise
            # An earlier call with this key broke off between its upload and the add, too long ago
            # to go on from there.
            fields["image_url"] = yield from uploading.uploaded(data, fields["filename"])
            return (yield from ask(build(ops.AddToLibrary, fields, "library.add")))

    @recipe(ops.ListLibrary)
    def export(
        self,
        path: str | PathLike[str],
        *,
        folder: str | Folder | None = None,
        subtree: bool = True,
        kind: ItemKind | None = None,
    ) -> Steps[int]:
        """Write the library, or ``folder`` with all below it, as a table, and return its rows.

        ``path`` ends in ``.parquet`` (needs pyarrow), ``.csv`` or ``.jsonl``. Columns are typed and
        times are UTC; links are left out, since they are over within the hour. Pages are written as
        they come, so memory stays flat; the file appears when it is whole.
        """
        with exporting(path, columns_of(LibraryItem)) as write:
            return (yield from _paged("library.export", write, folder, subtree, kind))

    @recipe(ops.ListLibrary)
    def to_pandas(
        self,
        *,
        folder: str | Folder | None = None,
        subtree: bool = True,
        kind: ItemKind | None = None,
    ) -> Steps[pandas.DataFrame]:
        """The library, or ``folder`` with all below it, as a DataFrame: every item, typed columns,
        times in UTC, no links. Needs pandas.
        """
        items = yield from _all("library.to_pandas", folder, subtree, kind)
        return pandas_frame(*items)

    @recipe(ops.ListLibrary)
    def to_polars(
        self,
        *,
        folder: str | Folder | None = None,
        subtree: bool = True,
        kind: ItemKind | None = None,
    ) -> Steps[polars.DataFrame]:
        """The library, or ``folder`` with all below it, as a polars DataFrame: every item, typed
        columns, times in UTC, no links. Needs polars.
        """
        items = yield from _all("library.to_polars", folder, subtree, kind)
        return polars_frame(*items)

    @recipe(ops.ListLibrary)
    def to_arrow(
        self,
        *,
        folder: str | Folder | None = None,
        subtree: bool = True,
        kind: ItemKind | None = None,
    ) -> Steps[pyarrow.Table]:
        """The library, or ``folder`` with all below it, as an Arrow table: every item, typed
        columns, times in UTC, no links. Needs pyarrow.
        """
        items = yield from _all("library.to_arrow", folder, subtree, kind)
        return arrow_table(*items)

    @recipe(ops.CreateUpload)
    def upload(
        self, file: Source, filename: str | None = None, *, idempotency_key: str | None = None
    ) -> Steps[str]:
        """Put a file into the service's waiting room and return its s3Key, good for one use.

        With ``idempotency_key`` the same file under the same key lands in the same place, for 24
        hours.
        """
        return (yield from uploading.uploaded(file, filename, idempotency_key))


class Logos(Group[M], attribute="logos"):
    """The logos of a folder, by name, in variants for light and dark grounds."""

    list = Verb(ops.ListLogos)
    update = Verb(ops.UpdateLogo)
    remove = Verb(ops.RemoveLogo)

    @recipe(ops.AddLogo)
    def add(
        self,
        *,
        folder: str | Folder,
        name: str,
        file: Source | None = None,
        url: str | None = None,
        variant: Literal["any", "light", "dark", "mono"] = "any",
        primary: bool | None = None,
    ) -> Steps[Logo]:
        """Add a logo (SVG, PNG, WebP, JPEG) under a name; the first one of a folder is its primary
        logo.
        """
        link = url if file is None else (yield from uploading.uploaded(file))
        fields = given(folder=folder, name=name, image_url=link, variant=variant, primary=primary)
        return (yield from ask(build(ops.AddLogo, fields, "logos.add")))


class Fonts(Group[M], attribute="fonts"):
    """The fonts of a folder, for headlines, for body text or for both."""

    list = Verb(ops.ListFonts)
    update = Verb(ops.UpdateFont)
    remove = Verb(ops.RemoveFont)

    @recipe(ops.AddFont)
    def add(
        self,
        *,
        folder: str | Folder,
        file: Source | None = None,
        url: str | None = None,
        filename: str | None = None,
        role: Literal["headline", "body", "any"] = "any",
    ) -> Steps[Font]:
        """Add a font file (TTF, OTF, WOFF2 or a collection); the folders below use it too."""
        if file is not None:
            filename = filename or contents_name(file)
            url = yield from uploading.uploaded(file, filename)
        fields = given(folder=folder, file_url=url, filename=filename, role=role)
        return (yield from ask(build(ops.AddFont, fields, "fonts.add")))


def given(**fields: object) -> dict[str, Any]:
    """The fields that a caller gave."""
    return {name: value for name, value in fields.items() if value is not None}
