"""Library: folders, the gallery, and what is known of the item under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

import brandstudio

from ..views import FolderNode, JobView, Tile
from ..widgets.detail import Detail
from ..widgets.folders import Branch, FolderChosen, FolderTree
from ..widgets.gallery import Gallery
from ..widgets.moves import Expected, Marked, Moved, Opened, Wanting
from ..widgets.shelf import PAGE, Batch, Kind, Query, Shelf, SortOrder, fetch
from ..widgets.status import FilterLine
from .adding import Adding
from .base import Area
from .picking import on_one_line, paths_in
from .searching import Searching

KINDS: tuple[Kind | None, ...] = (None, "image", "design", "text")
SORTS: tuple[SortOrder, ...] = ("latest", "oldest", "score", "hero")
SCORES = (0, 50, 70, 85, 95)
OF_TRASH = ("mark", "restore", "purge", "trashed")
OF_MARKED = ("mark", "unmark", "move", "tag", "download", "resize", "check", "trash")
"""What the footer names first in the trash, and where items are marked."""


class LibraryArea(Adding, Searching, Area):
    """Every picture, design and text of the workspace."""

    AREA = "library"
    FOOTERS: ClassVar[Mapping[str, Sequence[str]]] = {
        "folders": ("new_folder", "rename_folder", "delete_folder", "subtree")
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search", id="library.search"),
        Binding("a", "add", "Add", id="library.add", tooltip="Add files"),
        Binding(
            "b",
            "banner",
            "Banner",
            id="library.banner",
            tooltip="Banner with this picture; a saved banner is opened for changing",
        ),
        Binding("e", "make", "Edit", id="library.make", tooltip="Revise or resize this picture"),
        Binding("d", "download", "Save", id="library.download", tooltip="Download"),
        Binding("x", "trash", "Trash", id="library.trash", tooltip="To the trash"),
        Binding(
            "r", "restore", "Restore", show=False, id="library.restore", tooltip="Out of the trash"
        ),
        Binding("D", "purge", "Purge", show=False, id="library.purge", tooltip="Remove for good"),
        Binding("m", "move", "Move", show=False, id="library.move", tooltip="Into another folder"),
        Binding("t", "tag", "Tag", show=False, id="library.tag", tooltip="Tags"),
        Binding(
            "i", "title", "Title", show=False, id="library.title", tooltip="Title and description"
        ),
        Binding("z", "resize", "Resize", show=False, id="library.resize", tooltip="Another format"),
        Binding("c", "check", "Check", show=False, id="library.check", tooltip="Against the brand"),
        Binding(
            "H", "hero", "Hero", show=False, id="library.hero", tooltip="Stands for the folder"
        ),
        Binding(
            "g",
            "reference",
            "Reference",
            show=False,
            id="library.reference",
            tooltip="Golden reference",
        ),
        Binding("s", "sort", "Sort", show=False, id="library.sort", tooltip="Another order"),
        Binding(
            "f", "kind", "Kind", show=False, id="library.kind", tooltip="Images, designs, texts"
        ),
        Binding("o", "score", "Score", show=False, id="library.score", tooltip="Only good scores"),
        Binding(
            "S",
            "saved",
            "Saved",
            show=False,
            id="library.saved",
            tooltip="A saved search, or everything again",
        ),
        Binding(
            "K",
            "keep_search",
            "Keep search",
            show=False,
            id="library.search.keep",
            tooltip="Keep this search under a name",
        ),
        Binding(
            "R",
            "rename_search",
            "Rename search",
            show=False,
            id="library.search.rename",
            tooltip="Rename a saved search",
        ),
        Binding(
            "F",
            "forget_search",
            "Forget search",
            show=False,
            id="library.search.forget",
            tooltip="Forget a saved search",
        ),
        Binding("T", "tags", "Tags", show=False, id="library.tags", tooltip="Only with tags"),
        Binding(
            "w",
            "subtree",
            "Below",
            show=False,
            id="library.subtree",
            tooltip="With all folders below",
        ),
        Binding(
            "y",
            "trashed",
            "Trash can",
            show=False,
            id="library.trashed",
            tooltip="What is in the trash",
        ),
        Binding("n", "new_folder", "New folder", show=False, id="library.folder.new"),
        Binding("N", "rename_folder", "Rename folder", show=False, id="library.folder.rename"),
        Binding("X", "delete_folder", "Archive folder", show=False, id="library.folder.delete"),
        Binding("escape", "back", "Back", show=False, id="library.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._query = Query()
        self._typing: Timer | None = None
        self._probing = False

    def body(self) -> ComposeResult:
        with Horizontal(id="library"):
            yield FolderTree(id="folders")
            with Vertical(id="shelf"):
                with Horizontal(id="finding"):
                    yield Input(placeholder="Search  ( / )", id="search")
                    yield FilterLine(id="filters")
                yield Gallery(id="gallery")
            yield Detail(id="detail")

    def begin(self) -> None:
        self._query = replace(self._query, folder=self.studio_app.folder or None)
        self.query_one(Gallery).focus()
        self.load_folders()
        self.load(keep=None)
        self.set_interval(2.5, self._probe)

    # -- folders -----------------------------------------------------------------------------------

    def load_folders(self) -> None:
        def look(studio: brandstudio.Studio) -> list[FolderNode]:
            found = studio.folders.list(include_stats=True).level1_folders
            return [FolderNode.of(folder) for folder in found]

        def show(nodes: list[FolderNode]) -> None:
            self.query_one(FolderTree).show_top(nodes, self.studio_app.folder)
            if not nodes:
                self.studio_app.welcome()

        self.ask(look, show, group="folders")

    @on(Branch)
    def _branch(self, event: Branch) -> None:
        event.stop()
        path, node = event.path, event.node

        def look(studio: brandstudio.Studio) -> list[FolderNode]:
            if "/" in path:
                children = studio.folders.children(folder=path).children
                return [FolderNode.of(child, child.child_folder_count) for child in children]
            found: list[FolderNode] = []
            for second in studio.folders.tree(folder=path, include_stats=True).level2_folders:
                found.append(FolderNode.of(second))
                found += [FolderNode.of(third) for third in second.level3_folders]
            return found

        self.ask(look, lambda nodes: self.query_one(FolderTree).show_branch(node, nodes))

    @on(FolderChosen)
    def _folder_chosen(self, event: FolderChosen) -> None:
        event.stop()
        self.studio_app.set_folder(event.path)
        if not event.clicked:
            self.query_one(Gallery).focus()

    def show_folder(self, folder: str) -> None:
        if (folder or None) == self._query.folder:
            return
        self.query_one(FolderTree).stand_on(folder)
        self.query_one(FolderTree).refresh()
        self.look_for(replace(self._query, folder=folder or None))

    # -- the listing -------------------------------------------------------------------------------

    def look_for(self, query: Query) -> None:
        """Show another part of the library."""
        self._query = query
        self.query_one(FilterLine).show(query, None)
        self.refresh_bindings()
        self.load(keep=None)

    def load(self, keep: str | None) -> None:
        """Fetch the first page; the cursor stays on ``keep`` where it is in it."""
        query = self._query

        def look(studio: brandstudio.Studio) -> Batch:
            return fetch(studio, query, 0, None, PAGE)

        def show(batch: Batch) -> None:
            shelf = Shelf(query)
            shelf.take([batch])
            gallery = self.query_one(Gallery)
            gallery.show(shelf, keep)
            self._stand_on_fresh(gallery)
            self.query_one(FilterLine).show(query, shelf.total)

        self.ask(look, show, group="shelf")

    def _stand_on_fresh(self, gallery: Gallery) -> None:
        """Go to the first of what was just added, where it is seen."""
        fresh, self._fresh = self._fresh, frozenset()
        shelf = gallery.shelf
        found = [place for one in fresh if (place := shelf.find(one)) is not None]
        if found:
            gallery.move_to(min(found))
        elif fresh and self._query == Query(folder=self._query.folder, sort="oldest"):
            gallery.move_to(shelf.total - len(fresh))

    @on(Wanting)
    def _wanting(self, event: Wanting) -> None:
        event.stop()
        gallery = self.query_one(Gallery)
        shelf = gallery.shelf
        way = shelf.missing(event.first, event.last)
        if way is None:
            return

        def show(batches: list[Batch]) -> None:
            if gallery.shelf is shelf:
                shelf.take(batches)
                gallery.arrived()

        self.ask_latest("pages", way, show)

    def reload(self) -> None:
        tile = self.query_one(Gallery).tile
        self.load(keep=tile.image_id if tile else None)
        self.load_folders()

    def _probe(self) -> None:
        """See whether another process added or changed something at the head of the listing."""
        gallery = self.query_one(Gallery)
        if (
            not self.is_current
            or self._probing
            or not gallery.shelf.known
            or gallery.cursor >= PAGE
        ):
            return
        query, shelf = self._query, gallery.shelf
        self._probing = True

        def look(studio: brandstudio.Studio) -> Batch:
            return fetch(studio, query, 0, None, 20)

        def compare(batch: Batch) -> None:
            self._probing = False
            if gallery.shelf is not shelf or query != self._query:
                return
            held = [shelf.get(index) for index in range(len(batch.tiles))]
            fresh = [replace(tile, thumbnail=None) for tile in batch.tiles]
            old = [replace(tile, thumbnail=None) for tile in held if tile is not None]
            if fresh != old or (batch.total != shelf.total and not query.least):
                self.reload()

        def failed(error: Exception) -> None:
            self._probing = False

        self.ask(look, compare, otherwise=failed)

    def jobs_seen(self, jobs: tuple[JobView, ...], ended: tuple[JobView, ...]) -> None:
        if ended and self.is_current:
            self.reload()

    # -- searching and filtering -------------------------------------------------------------------

    @on(Input.Changed, "#search")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self._typing is not None:
            self._typing.stop()
        self._typing = self.set_timer(0.08, self._search)

    def _search(self) -> None:
        words = self.query_one("#search", Input).value
        if words != self._query.q:
            self.look_for(replace(self._query, q=words))

    @on(Input.Submitted, "#search")
    def _searched(self) -> None:
        self.query_one(Gallery).focus()

    def action_search(self) -> None:
        self.query_one("#search", Input).focus()

    def action_back(self) -> None:
        gallery, search = self.query_one(Gallery), self.query_one("#search", Input)
        if search.has_focus or not search.value:
            if not search.has_focus and gallery.marks:
                gallery.action_unmark()
            gallery.focus()
        else:
            search.value = ""

    def on_key(self, event: events.Key) -> None:
        if event.key == "down" and self.query_one("#search", Input).has_focus:
            event.stop()
            self.query_one(Gallery).focus()

    def on_paste(self, event: events.Paste) -> None:
        """Files that were dropped on the terminal, or pasted: a terminal writes their paths."""
        event.stop()
        if any(path.exists() for path in paths_in(event.text)):
            self.action_add(on_one_line(event.text))
        else:
            self.studio_app.say("No file of this machine was pasted", "quiet")

    def action_sort(self) -> None:
        place = SORTS.index(self._query.sort)
        self.look_for(replace(self._query, sort=SORTS[(place + 1) % len(SORTS)], least=0))

    def action_kind(self) -> None:
        place = KINDS.index(self._query.kind)
        self.look_for(replace(self._query, kind=KINDS[(place + 1) % len(KINDS)]))

    def action_score(self) -> None:
        place = SCORES.index(self._query.least)
        least = SCORES[(place + 1) % len(SCORES)]
        self.look_for(replace(self._query, least=least, sort="score" if least else "latest"))

    def action_subtree(self) -> None:
        self.look_for(replace(self._query, subtree=not self._query.subtree))

    def action_trashed(self) -> None:
        self.look_for(replace(self._query, trashed=not self._query.trashed))

    def action_tags(self) -> None:
        self.form(
            "Only with tags",
            (("tags", "Tags", self._query.tags, "harbour, spring"),),
            lambda values: self.look_for(replace(self._query, tags=values["tags"])),
        )

    # -- the item under the cursor -----------------------------------------------------------------

    @on(Moved)
    def _moved(self, event: Moved) -> None:
        event.stop()
        self.query_one(Detail).show(event.tile, self.query_one(Gallery))
        self.query_one(FilterLine).stand(self.query_one(Gallery))

    @on(Expected)
    def _expected(self, event: Expected) -> None:
        event.stop()
        self.query_one(Detail).expect(event.tiles, self.query_one(Gallery))

    @on(Marked)
    def _marked(self, event: Marked) -> None:
        event.stop()
        self.query_one(FilterLine).stand(self.query_one(Gallery))
        self.refresh_bindings()

    def footer(self) -> Sequence[str]:
        if self._query.trashed:
            return (*super().footer(), *OF_TRASH)
        marks = any(gallery.marks for gallery in self.query(Gallery))
        return (*super().footer(), *(OF_MARKED if marks else ()))

    @on(Opened)
    def _opened(self, event: Opened) -> None:
        from .item import ItemScreen

        event.stop()
        self.app.push_screen(ItemScreen(event.tile), lambda changed: self.reload())

    # -- what is asked of Batching -----------------------------------------------------------------

    @property
    def chosen(self) -> list[Tile]:
        return self.query_one(Gallery).chosen

    def changed(self) -> None:
        gallery = self.query_one(Gallery)
        gallery.marks.clear()
        self.refresh_bindings()
        self.reload()

    def form(
        self,
        title: str,
        fields: tuple[tuple[str, str, str, str], ...],
        then: Callable[[dict[str, str]], object],
        button: str = "Do it",
    ) -> None:
        """A form of text fields: (name, label, value, hint)."""
        from .dialogs import Field, Form

        dialog = Form(title, [Field(*field) for field in fields], button=button)

        def take(values: dict[str, str] | None) -> None:
            if values is not None:
                then(values)

        self.app.push_screen(dialog, take)
