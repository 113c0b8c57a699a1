"""Keeping a banner: what it costs, and saving it as a design or into one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import brandstudio

from ..views import Tile
from ..widgets.rows import Column, Row
from .composing import Draft, Drawn, save
from .dialogs import Pick
from .exporting import Exporting

if TYPE_CHECKING:
    from ..app import StudioApp


class Keeping(Exporting):
    """Keeping, too, for a screen that has a draft, what was drawn of it, and a line for the cost."""

    if TYPE_CHECKING:
        draft: Draft
        drawn: list[Drawn]
        came_from: str

        def show_cost(self, words: str) -> None: ...

    def purse_seen(self) -> None:
        self.say_cost()

    def say_cost(self, quote: tuple[float, float] | None = None) -> None:
        """What ^s costs: drawing and saving, or saving alone where the banner is drawn already."""
        purse, shown = self.studio_app.purse, self.current
        if shown is not None:
            words = "Saved." if shown.saved else f"Saving {purse.line('upload')}"
        elif (price := purse.price("banner_create")) is not None:
            words = f"Drawing {purse.quoted(quote or (price, 0.0), keeping='upload')}"
        else:
            words = ""
        self.show_cost(words)

    def action_save(self) -> None:
        self.with_drawn(lambda one: self._keep(one, ""))

    def action_save_into(self) -> None:
        def keep(into: str) -> None:
            self.with_drawn(lambda one: self._keep(one, into))

        # The question comes before anything is drawn: whoever leaves it pays nothing.
        if self.may_draw():
            draft = self.draft if self.current is None else self.current.draft
            pick_design(self.studio_app, draft.folder, keep, first=self.came_from)

    def _keep(self, one: Drawn, into: str) -> None:
        def show(saved: Drawn) -> None:
            self.drawn = [saved if kept == one else kept for kept in self.drawn]
            self.say_cost()
            self.studio_app.say(f"Saved to {one.draft.folder}: {one.draft.headline}  (u undoes)")
            if not into:
                self.studio_app.history.add(
                    "Save banner",
                    lambda studio: studio.library.delete(
                        image_id=saved.saved, folder=one.draft.folder
                    ),
                )

        self.ask(lambda studio: save(studio, one, into), show)


def pick_design(app: StudioApp, folder: str, then: Callable[[str], None], first: str = "") -> None:
    """Ask for a saved design of the folder; the one that is gone on with stands first."""
    dialog = Pick("Save into which design?", (), (Column("Title", 0), Column("Versions", 10)))

    def look(studio: brandstudio.Studio) -> list[Tile]:
        page = studio.library.list(folder=folder, kind="design", limit=200)
        tiles = [Tile.of(item) for item in page.items]
        return sorted(tiles, key=lambda tile: tile.image_id != first)

    def show(tiles: list[Tile]) -> None:
        dialog.add_rows(
            [Row(tile.image_id, (tile.title, f"v{tile.versions}"), ("", "quiet")) for tile in tiles]
        )

    app.push_screen(dialog, lambda chosen: None if chosen is None else then(chosen))
    dialog.call_after_refresh(lambda: dialog.ask(look, show))
