"""What is known of an item, beside the gallery: its picture, figures, tags."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import Static

import brandstudio
from brandstudio.errors import ServiceBusy

from ..views import Tile
from .blocks import decode, paint
from .picture import Picture

if TYPE_CHECKING:
    from PIL.Image import Image

    from ..app import StudioApp
    from ..screens.base import Area
    from .gallery import Gallery

HELD = 12
"""Painted pictures held: the one shown, those beside it, and where one came from."""
Key = tuple[tuple[str, int | None], Size]


@dataclass(frozen=True)
class Painted:
    """A picture, its file, and its strips where there is room for any."""

    picture: Image
    file: bytes
    strips: list[Strip] | None


class Detail(Vertical):
    """The item under the cursor, once the cursor has rested on it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._tile: Tile | None = None
        self._unseen: tuple[Tile | None, Gallery] | None = None
        self._painted: OrderedDict[Key, Painted] = OrderedDict()

    def compose(self) -> ComposeResult:
        yield Picture(id="detail-picture")
        yield Static(id="detail-words", markup=False)

    def show(self, tile: Tile | None, gallery: Gallery) -> None:
        """Show an item: its words at once, its picture when it is fetched and painted; of a run of
        moves only the last one's picture is.
        """
        self._unseen = None if self.display else (tile, gallery)
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
        key = (tile.picture, picture.size)
        held = self._painted.get(key)
        if held is not None:
            self._painted.move_to_end(key)
            picture.show(held.picture, name=tile.picture, file=held.file, painted=held.strips)
            return
        file = gallery.file_of(tile)
        half = cast("StudioApp", self.app).symbols.half

        def fetch(studio: brandstudio.Studio) -> Painted:
            data = file if file is not None else studio.read(tile.thumbnail or "")
            return painted(data, key[1], half)

        def draw(found: Painted) -> None:
            self._keep(key, found)
            if self._tile == tile:
                picture.show(
                    found.picture, name=tile.picture, file=found.file, painted=found.strips
                )

        cast("Area", self.screen).ask_latest(
            "detail", fetch, draw, lambda error: self._not_read(tile, error)
        )

    def on_show(self) -> None:
        """A wider terminal has room for it: show what the cursor stood on meanwhile."""
        unseen = self._unseen
        if unseen is not None:
            self.call_after_refresh(self.show, *unseen)

    def _not_read(self, tile: Tile, error: Exception) -> None:
        if self._tile != tile:
            return
        picture = self.query_one(Picture)
        picture.say("")  # what stood before is another item's
        picture.fail(error, "no picture")
        if isinstance(error, ServiceBusy):
            self._tile = None  # asked for again when the gallery is fetched again

    def expect(self, tiles: Sequence[Tile], gallery: Gallery) -> None:
        """Have the pictures painted of items that may come next, where their files are held."""
        cells = self.query_one(Picture).size
        if not self.display or not cells.area:
            return
        half = cast("StudioApp", self.app).symbols.half
        files = [
            ((tile.picture, cells), file)
            for tile in tiles
            if (tile.picture, cells) not in self._painted
            and (file := gallery.file_of(tile)) is not None
        ]

        def work(studio: brandstudio.Studio) -> list[tuple[Key, Painted]]:
            return [(key, painted(file, cells, half)) for key, file in files]

        def keep(found: list[tuple[Key, Painted]]) -> None:
            for key, one in found:
                self._keep(key, one)

        if files:
            cast("Area", self.screen).ask_latest("expected", work, keep, lambda error: None)

    def _keep(self, key: Key, found: Painted) -> None:
        self._painted[key] = found
        while len(self._painted) > HELD:
            self._painted.popitem(last=False)

    def _describe(self, tile: Tile) -> Text:
        app = cast("StudioApp", self.app)
        pens, symbols = app.pens, app.symbols
        text = Text()
        text.append(f"{tile.title}\n", pens.strong)
        text.append(f"{tile.folder}\n", pens.second)
        size = f"  {tile.width}×{tile.height}" if tile.width else ""
        if tile.template:
            text.append(f"{tile.template}\n", pens.quiet)
        text.append(f"{tile.kind}{size}  {tile.created}\n", pens.quiet)
        if tile.score is not None and tile.kind != "text":
            filled = round(tile.score / 10)
            pen = pens.good if tile.score >= 80 else pens.warn if tile.score >= 50 else pens.bad
            text.append("score ", pens.quiet)
            text.append(symbols.bar * filled, pen)
            text.append(symbols.shade * (10 - filled), pens.line)
            text.append(f" {tile.score:.0f}\n", pen)
        if tile.versions > 1:
            text.append(f"{tile.versions} versions, v{tile.current} is current\n", pens.quiet)
        if tile.is_hero:
            text.append(f"{symbols.hero} hero of its folder\n", pens.accent)
        if tile.tags:
            text.append(" ".join(f"#{tag}" for tag in tile.tags) + "\n", pens.second)
        return text


def painted(file: bytes, cells: Size, half: str) -> Painted:
    """A file painted for so many cells, from a picture that may also be shown somewhat larger."""
    found = decode(file, least=(cells.width * 4, cells.height * 8))
    strips = paint(found, cells.width, cells.height, half) if cells.area else None
    return Painted(found, file, strips)
