"""What is known of an item, beside the gallery: its picture, figures, tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Static

from ..views import Tile
from .blocks import decode
from .picture import Picture

if TYPE_CHECKING:
    from ..app import StudioApp
    from .gallery import Gallery


class Detail(Vertical):
    """The item under the cursor, once the cursor has rested on it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._timer: Timer | None = None
        self._tile: Tile | None = None

    def compose(self) -> ComposeResult:
        yield Picture(id="detail-picture")
        yield Static(id="detail-words", markup=False)

    def show(self, tile: Tile | None, gallery: Gallery) -> None:
        """Show an item; a run of moves shows the last one only."""
        if not self.display or tile == self._tile:
            return
        self._tile = tile
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(0.06, lambda: self._show(tile, gallery))

    def _show(self, tile: Tile | None, gallery: Gallery) -> None:
        words = self.query_one("#detail-words", Static)
        picture = self.query_one(Picture)
        if tile is None:
            words.update("")
            picture.say("")
            return
        words.update(self._describe(tile))
        if tile.thumbnail is None:
            picture.say("no picture")
            return
        screen = cast(Any, self.screen)
        file = gallery.file_of(tile)

        def fetch(studio: Any) -> Any:
            data = file if file is not None else studio.read(tile.thumbnail)
            return decode(data), data

        def draw(found: Any) -> None:
            picture.show(found[0], name=tile.picture, file=found[1])

        screen.ask(fetch, draw, group="detail", otherwise=lambda error: picture.say("no picture"))

    def _describe(self, tile: Tile) -> Text:
        app = cast("StudioApp", self.app)
        pens, symbols = app.pens, app.symbols
        text = Text()
        text.append(f"{tile.title}\n", pens.strong)
        text.append(f"{tile.folder}\n", pens.second)
        size = f"  {tile.width}×{tile.height}" if tile.width else ""
        text.append(f"{tile.kind}{size}  {tile.created}\n", pens.quiet)
        if tile.score is not None and tile.kind != "text":
            filled = round(tile.score / 10)
            pen = pens.good if tile.score >= 80 else pens.warn if tile.score >= 50 else pens.bad
            text.append("score ", pens.quiet)
            text.append(symbols.bar * filled, pen)
            text.append(symbols.shade * (10 - filled), pens.line)
            text.append(f" {tile.score:.0f}\n", pen)
        if tile.versions > 1:
            text.append(f"{tile.versions} versions, {tile.current} current\n", pens.quiet)
        if tile.is_hero:
            text.append(f"{symbols.hero} hero of its folder\n", pens.accent)
        if tile.tags:
            text.append(" ".join(f"#{tag}" for tag in tile.tags) + "\n", pens.second)
        return text
