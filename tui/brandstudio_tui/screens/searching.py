"""Saved searches: showing what one finds, keeping, renaming and forgetting one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.widgets import Input

import brandstudio
from brandstudio.errors import NotFound, ValidationError

from ..widgets.rows import Column, Row
from ..widgets.shelf import Query
from .base import Asking
from .dialogs import Field, Form, Pick

if TYPE_CHECKING:
    from brandstudio.models.searching import SearchQuery

    Back = Callable[[brandstudio.Studio], object]


def told(query: SearchQuery) -> str:
    """A search in a line, in words."""
    depth = "" if query.subtree is False else " and below"
    face = {True: "with a face", False: "without a face"}
    parts = (
        query.q,
        query.by and f"by {query.by}",
        query.kind and f"{query.kind}s",
        query.tags and " ".join(f"#{tag.strip()}" for tag in query.tags.split(",")),
        query.min_score and f"score {query.min_score:g}+",
        query.colour and f"in {query.colour}",
        query.orientation,
        face.get(query.has_face) if query.has_face is not None else None,
        query.space and f"room at the {query.space}",
        query.in_folder and f"in {query.in_folder}{depth}",
    )
    return ", ".join(part for part in parts if part) or "everything"


def asked(query: Query) -> SearchQuery:
    """What of the library is shown, as a search that can be kept; its order is not kept."""
    from brandstudio.models.searching import SearchQuery  # not before the first frame

    return SearchQuery(
        q=query.q.strip() or None,
        kind=query.kind,
        tags=query.tags.strip() or None,
        min_score=query.least or None,
        in_folder=query.folder,
        subtree=query.subtree if query.folder else None,
    )


def kept(studio: brandstudio.Studio, name: str) -> SearchQuery | None:
    """What is saved under a name."""
    return next((one.query for one in studio.searches.list() if one.name == name), None)


def keep(studio: brandstudio.Studio, name: str, query: Query) -> tuple[SearchQuery, Back]:
    """Save what is shown under a name, and how that is taken back; run in a thread."""
    wanted = asked(query)
    if query.saved:  # what was typed besides comes on top of what that search says
        base = kept(studio, query.saved)
        if base is not None:
            more = {"q": wanted.q} if wanted.q else {}
            wanted = base.model_copy(update=more)
    before = kept(studio, name)
    studio.searches.save(name=name, query=wanted)
    if before is None:
        return wanted, lambda studio: studio.searches.remove(name=name)
    return wanted, lambda studio: studio.searches.save(name=name, query=before)


def rename(studio: brandstudio.Studio, old: str, new: str) -> Back:
    """Save a search under another name, which none may have yet; run in a thread."""
    query = kept(studio, old)
    if query is None:
        raise NotFound(f"No search is saved as {old!r}.")
    if kept(studio, new) is not None:
        raise ValidationError.of("name", "another search is saved under this name", value=new)
    studio.searches.save(name=new, query=query)
    studio.searches.remove(name=old)

    def back(studio: brandstudio.Studio) -> None:
        studio.searches.save(name=old, query=query)
        studio.searches.remove(name=new)

    return back


class Searching(Asking):
    """The actions on saved searches, for a screen that shows a query of the library."""

    if TYPE_CHECKING:
        _query: Query

        def look_for(self, query: Query) -> None: ...

    def action_saved(self) -> None:
        """Show what a saved search finds; once more shows everything again."""
        if self._query.saved:
            self.look_for(replace(self._query, saved=""))
        else:
            self._pick("Saved search", self._show_saved)

    def _show_saved(self, name: str) -> None:
        self.studio_app.screen.query_one(
            "#search", Input
        ).value = ""  # what stood there is asked no more
        self.look_for(Query(folder=self._query.folder, saved=name))

    def action_keep_search(self) -> None:
        """Keep what is searched for and filtered under a name."""
        query = self._query
        if query.trashed:
            self.studio_app.say("A search does not look into the trash can", "warn")
            return
        if not (query.q.strip() or query.tags.strip() or query.kind or query.least or query.saved):
            self.studio_app.say("Nothing is searched for or filtered yet: /, f, o, T", "quiet")
            return

        def save(values: dict[str, str] | None) -> None:
            name = (values or {}).get("name", "").strip()
            if not name:
                return

            def show(done: tuple[SearchQuery, Back]) -> None:
                self._done("Keep search", f"Kept as {name}: {told(done[0])}", done[1])

            self.ask(lambda studio: keep(studio, name, query), show)

        name = query.saved or query.q.strip().title()
        note = f"{query.saved} {query.q}" if query.saved else told(asked(query))
        field = Field("name", "Name", name[:80])
        form = Form("Keep this search", [field], button="Keep", note=f"{note.strip()}. One of that "
            "name is replaced.", filled=True)  # fmt: skip
        self.studio_app.push_screen(form, save)

    def action_rename_search(self) -> None:
        """Give a saved search another name: the one shown, or one that is picked."""
        self._with_one("Rename which search?", self._rename)

    def _rename(self, old: str) -> None:
        def change(values: dict[str, str] | None) -> None:
            new = (values or {}).get("name", "").strip()
            if not new or new == old:
                return

            def show(back: Back) -> None:
                if self._query.saved == old:
                    self.look_for(replace(self._query, saved=new))
                self._done("Rename search", f"{old} is {new} now", back)

            self.ask(lambda studio: rename(studio, old, new), show)

        field = Field("name", "Name", old)
        self.studio_app.push_screen(Form("Rename search", [field], button="Rename"), change)

    def action_forget_search(self) -> None:
        """Forget a saved search: the one shown, or one that is picked."""
        self._with_one("Forget which search?", self._forget)

    def _forget(self, name: str) -> None:
        def work(studio: brandstudio.Studio) -> Back:
            query = kept(studio, name)
            studio.searches.remove(name=name)
            return lambda studio: query and studio.searches.save(name=name, query=query)

        def show(back: Back) -> None:
            if self._query.saved == name:
                self.look_for(replace(self._query, saved=""))
            self._done("Forget search", f"Forgotten: {name}", back)

        self.ask(work, show)

    def _done(self, label: str, said: str, back: Back) -> None:
        self.studio_app.say(f"{said}  (u undoes)")
        self.studio_app.history.add(label, back)

    def _with_one(self, title: str, then: Callable[[str], None]) -> None:
        if self._query.saved:
            then(self._query.saved)
        else:
            self._pick(title, then)

    def _pick(self, title: str, then: Callable[[str], None]) -> None:
        """Ask for a saved search."""
        dialog = Pick(title, (), (Column("Name", 24), Column("Finds", 0)))

        def look(studio: brandstudio.Studio) -> list[Row]:
            return [
                Row(one.name, (one.name, told(one.query)), ("", "quiet"))
                for one in studio.searches.list()
            ]

        self.studio_app.push_screen(dialog, lambda name: None if name is None else then(name))
        dialog.call_after_refresh(lambda: dialog.ask(look, dialog.add_rows))
