"""What is known of an item, beside the gallery: its picture, figures, tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from ..views import Tile
from .blocks import decode, paint
from .picture import Picture

if TYPE_CHECKING:
    from ..app import StudioApp
    from .gallery import Gallery


class Detail(Vertical):
    """The item under the cursor, once the cursor has rested on it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._tile: Tile | None = None

    def compose(self) -> ComposeResult:
        yield Picture(id="detail-picture")
        yield Static(id="detail-words", markup=False)

    def show(self, tile: Tile | None, gallery: Gallery) -> None:
        """Show an item: its words at once, its picture when it is fetched and painted; of a run of
        moves only the last one's picture is.
        """
        if not self.display or tile == self._tile:
            return
        self._tile = tile
        words, picture = self.query_one("#detail-words", Static), self.query_one(Picture)
        if tile is None:
            words.update("")
            picture.say("")
            return
        words.update(self._describe(tile), layout=False)
        if tile.thumbnail is None:
            picture.say("no picture")
            return
        screen = cast(Any, self.screen)
        file = gallery.file_of(tile)
        cells, half = picture.size, cast("StudioApp", self.app).symbols.half

        def fetch(studio: Any) -> Any:
            data = file if file is not None else studio.read(tile.thumbnail)
            found = decode(data)
            painted = paint(found, cells.width, cells.height, half) if cells.area else None
            return found, data, painted

        def draw(found: Any) -> None:
            if self._tile == tile:
                picture.show(found[0], name=tile.picture, file=found[1], painted=found[2])

        screen.ask_latest("detail", fetch, draw, lambda error: picture.say("no picture"))

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
