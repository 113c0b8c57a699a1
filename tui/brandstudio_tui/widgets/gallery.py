"""The gallery: a grid drawn line by line over a listing of any length.

Its virtual size is the whole listing; a line is drawn when it is seen, and kept until something in
its row changes. Half blocks are drawn always; at rest a terminal with pictures gets real ones.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from ..views import Tile
from .blocks import grounded
from .empty import empty_line
from .graphics import Graphics, graphics_for
from .moves import Expected, Marked, Moved, Opened, Wanting
from .shelf import Query, Shelf
from .thumbs import ThumbReady, Thumbs
from .wording import fit, spoken, tile_words

if TYPE_CHECKING:
    from ..app import StudioApp

SIZES: tuple[tuple[int, int], ...] = ((14, 4), (19, 6), (26, 8), (38, 12), (58, 18))
"""Cells of a thumbnail, from the smallest gallery to the largest."""
WORDS = 2
"""Lines of words below a thumbnail."""
REST_SECONDS = 0.25
AHEAD_SECONDS = 0.06
"""How long after a move what may be seen next is made ready; keys held down follow closer."""


class Gallery(ScrollView, can_focus=True):
    """A grid of items with a cursor and marks."""

    DEFAULT_CSS = """
    Gallery { background: $background; overflow-x: hidden; overflow-y: scroll;
              scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1, 0)", "Left", show=False, id="gallery.left"),
        Binding("right,l", "step(1, 0)", "Right", show=False, id="gallery.right"),
        Binding("up,k", "step(0, -1)", "Up", show=False, id="gallery.up"),
        Binding("down,j", "step(0, 1)", "Down", show=False, id="gallery.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="gallery.pageup"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="gallery.pagedown"),
        Binding("home", "edge(False)", "First", show=False, id="gallery.first"),
        Binding("end", "edge(True)", "Last", show=False, id="gallery.last"),
        Binding("enter", "open", "Open", id="gallery.open"),
        Binding("space", "mark", "Mark", id="gallery.mark"),
        Binding("ctrl+a", "mark_all", "Mark all seen", show=False, id="gallery.mark.all"),
        Binding("ctrl+d", "unmark", "Unmark all", show=False, id="gallery.unmark"),
        Binding("plus,equals_sign", "zoom(1)", "Larger", show=False, id="gallery.larger"),
        Binding("minus", "zoom(-1)", "Smaller", show=False, id="gallery.smaller"),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.shelf = Shelf(Query())
        self.cursor = 0
        self.marks: dict[str, Tile] = {}
        self._zoom = 1
        self._zoomed = False
        self._columns, self._cell, self._rows = 1, SIZES[1][0], SIZES[1][1]
        self._lines: OrderedDict[int, dict[int, Strip]] = OrderedDict()
        self._thumbs: Thumbs | None = None
        self._graphics: Graphics | None = None
        self._ground = Style()
        self._resting = False
        self._rest_timer: Timer | None = None
        self._ahead_timer: Timer | None = None

    # -- what it shows -----------------------------------------------------------------------------

    @property
    def studio_app(self) -> StudioApp:
        return cast("StudioApp", self.app)

    @property
    def tile(self) -> Tile | None:
        """The item under the cursor."""
        return self.shelf.get(self.cursor)

    @property
    def chosen(self) -> list[Tile]:
        """The marked items, or the one under the cursor."""
        return list(self.marks.values()) or [tile for tile in (self.tile,) if tile is not None]

    def on_mount(self) -> None:
        app = self.studio_app
        self._graphics = graphics_for(app)
        self._thumbs = Thumbs(
            app.gate.studio, self.post_message, half=app.symbols.half, graphics=self._graphics
        )
        self.watch(app, "theme", self.redraw, init=False)

    def on_unmount(self) -> None:
        if self._thumbs is not None:
            self._thumbs.stop()

    def show(self, shelf: Shelf, keep: str | None = None) -> None:
        """Another listing, with the cursor on the item ``keep`` where that is in it."""
        self.shelf = shelf
        found = shelf.find(keep) if keep else None
        self.cursor = found if found is not None else min(self.cursor, max(0, shelf.total - 1))
        if found is None and keep is None:
            self.cursor = 0
            self.scroll_to(y=0, animate=False)
        self._move_began()
        self.arrived()

    def arrived(self) -> None:
        """Items that were missing are held now."""
        self.redraw()
        self._arrange()
        self._seen()
        self._stood()

    def redraw(self) -> None:
        self._lines.clear()
        self.refresh()

    # -- measures ----------------------------------------------------------------------------------

    @property
    def pitch(self) -> int:
        """Lines from one row to the next: picture, words and the line between."""
        return 2 if self.studio_app.plain else self._rows + WORDS + 1

    def on_resize(self) -> None:
        self._arrange()
        self._seen()

    def _arrange(self) -> None:
        width = max(8, self.size.width)
        columns = 1
        if not self.studio_app.plain:
            if not self._zoomed:  # a large screen is for large pictures, until someone says else
                self._zoom = 1 if width < 90 else 2 if width < 150 else 3
            wanted, rows = SIZES[self._zoom]
            columns = max(1, (width - 1) // (wanted + 1))
            cell = (width - 1) // columns - 1
            cell = min(cell, wanted * 2)
            rows = max(2, min(rows * cell // wanted, max(3, self.size.height - WORDS - 2)))
            self._cell, self._rows = cell, rows
        else:
            self._cell, self._rows = width, 1
        self._columns = columns
        total_rows = -(-self.shelf.total // self._columns)
        self.virtual_size = Size(width, total_rows * self.pitch + 1)
        self._lines.clear()
        self.scroll_to_cursor()
        self.refresh()

    def _row_of(self, index: int) -> int:
        return index // self._columns

    def _visible(self) -> tuple[int, int]:
        """First and last index on the screen."""
        top = self.scroll_offset.y // self.pitch
        bottom = (self.scroll_offset.y + max(1, self.size.height)) // self.pitch
        return top * self._columns, (bottom + 1) * self._columns - 1

    def _seen(self) -> None:
        first, last = self._visible()
        last = min(last, self.shelf.total - 1)
        if any(self.shelf.get(index) is None for index in range(first, last + 1)):
            self.post_message(Wanting(first, last))

    # -- moving ------------------------------------------------------------------------------------

    def move_to(self, index: int) -> None:
        index = max(0, min(index, self.shelf.total - 1))
        if self.shelf.total == 0:
            return
        before, self.cursor = self.cursor, index
        for changed in {before, index}:
            self._frame(changed)
        self.scroll_to_cursor()
        self._seen()
        self._stood()

    def _stood(self) -> None:
        self.post_message(Moved(self.tile))
        if self._ahead_timer is not None:
            self._ahead_timer.stop()
        self._ahead_timer = self.set_timer(AHEAD_SECONDS, self._look_ahead)

    def _look_ahead(self) -> None:
        """Have made ready what a step of the cursor shows: thumbnails of the rows above and below,
        and the large pictures of the items beside this one.
        """
        if self.studio_app.plain or self._thumbs is None:
            return
        first, last = self._visible()
        for index in (
            *range(first - self._columns, first),
            *range(last + 1, last + 1 + self._columns),
        ):
            tile = self.shelf.get(index)
            if tile is not None and self.studio_app.picture_kind != "none":
                self._thumbs.get(tile, self._cell, self._rows)
        steps = (1, self._columns, -1, -self._columns)
        beside = [self.shelf.get(self.cursor + step) for step in steps]
        self.post_message(Expected([tile for tile in beside if tile is not None]))

    def scroll_to_cursor(self) -> None:
        top = self._row_of(self.cursor) * self.pitch
        region = Region(0, top, max(1, self.size.width - 1), self.pitch + 1)
        if self.is_mounted:
            self.scroll_to_region(region, animate=False, force=True)

    def action_step(self, x: int, y: int) -> None:
        target = self.cursor + x + y * self._columns
        if 0 <= target < self.shelf.total:
            self.move_to(target)

    def action_page(self, direction: int) -> None:
        rows = max(1, self.size.height // self.pitch)
        self.move_to(self.cursor + direction * rows * self._columns)

    def action_edge(self, last: bool) -> None:
        self.move_to(self.shelf.total - 1 if last else 0)

    def action_open(self) -> None:
        if self.tile is not None:
            self.post_message(Opened(self.tile))

    def action_mark(self) -> None:
        tile = self.tile
        if tile is None:
            return
        if self.marks.pop(tile.image_id, None) is None:
            self.marks[tile.image_id] = tile
        self._frame(self.cursor)
        self.post_message(Marked(len(self.marks)))
        if self.cursor + 1 < self.shelf.total:
            self.move_to(self.cursor + 1)

    def action_mark_all(self) -> None:
        first, last = self._visible()
        for index in range(first, min(last, self.shelf.total - 1) + 1):
            tile = self.shelf.get(index)
            if tile is not None:
                self.marks[tile.image_id] = tile
        self.redraw()
        self.post_message(Marked(len(self.marks)))

    def action_unmark(self) -> None:
        self.marks.clear()
        self.redraw()
        self.post_message(Marked(0))

    def action_zoom(self, step: int) -> None:
        self._zoomed = True
        self._zoom = max(0, min(len(SIZES) - 1, self._zoom + step))
        self.on_resize()

    def _index_at(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        row = (offset.y + self.scroll_offset.y) // self.pitch
        column = min(offset.x // (self._cell + 1), self._columns - 1)
        index = row * self._columns + column
        return index if 0 <= index < self.shelf.total else None

    def on_click(self, event: events.Click) -> None:
        index = self._index_at(event)
        if index is None:
            return
        self.move_to(index)
        if event.ctrl or event.shift:
            self.action_mark()
        elif event.chain >= 2:
            self.action_open()

    # -- pictures ----------------------------------------------------------------------------------

    def on_thumb_ready(self, ready: ThumbReady) -> None:
        ready.stop()
        first, last = self._visible()
        for index in range(first, min(last, self.shelf.total - 1) + 1):
            tile = self.shelf.get(index)
            if tile is not None and tile.image_id == ready.image_id:
                self._touch(self._row_of(index))
                if self._resting:
                    self._move_began()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self._seen()
            self._move_began()

    def _move_began(self) -> None:
        if self._graphics is None:
            return
        if self._resting:
            self._resting = False
            self.redraw()
        if self._rest_timer is not None:
            self._rest_timer.stop()
        self._rest_timer = self.set_timer(REST_SECONDS, self._rest)

    def _rest(self) -> None:
        self._resting = True
        self.redraw()

    # -- drawing -----------------------------------------------------------------------------------

    def _touch(self, row: int, paint: bool = True) -> None:
        """Forget how a row looked, and draw all of it anew where ``paint`` says so."""
        self._lines.pop(row, None)
        # The line below a row is the first of the next one.
        below = self._lines.get(row + 1)
        if below is not None:
            below.pop(0, None)
        if paint:
            self.refresh_lines(row * self.pitch, self.pitch + 1)

    def _frame(self, index: int) -> None:
        """Draw the frame and the words of an item anew; its picture stands."""
        row, column = divmod(index, self._columns)
        self._touch(row, paint=self.studio_app.plain)
        left, top, wide = column * (self._cell + 1), row * self.pitch, self._cell + 2
        place = Region(left, top - self.scroll_offset.y, wide, self._rows + WORDS + 2)
        head, middle = place.split_horizontal(1)
        middle, words = middle.split_horizontal(self._rows)
        self.refresh(head, middle.split_vertical(1)[0], middle.split_vertical(-1)[1], words)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        row, line = divmod(y + self.scroll_offset.y, self.pitch)
        kept = self._lines.get(row)
        if kept is None:
            kept = self._lines[row] = {}
            while len(self._lines) > 200:
                self._lines.popitem(last=False)
        strip = kept.get(line)
        if strip is None:
            drawn = grounded(self._draw(row, line), self._ground)
            strip = kept[line] = Strip(drawn).adjust_cell_length(width, self._ground)
        return strip

    def _draw(self, row: int, line: int) -> Strip:
        total_rows = -(-self.shelf.total // self._columns)
        if total_rows == 0:
            return empty_line(self.shelf, row * self.pitch + line, self.size, self.studio_app.pens)
        if row > total_rows or (row == total_rows and line > 0):
            return Strip([])
        if self.studio_app.plain:
            return self._draw_words(row, line)
        if line == 0:
            return self._draw_rule(row, total_rows)
        segments: list[Segment] = []
        edge = self.studio_app.symbols.grid[1]
        heavy = self.studio_app.symbols.frame[1]
        pens = self.studio_app.pens
        cursor_row, cursor_column = divmod(self.cursor, self._columns)
        for column in range(self._columns + 1):
            at_cursor = row == cursor_row and column in (cursor_column, cursor_column + 1)
            lit = at_cursor and self.has_focus
            segments.append(
                Segment(heavy if at_cursor else edge, pens.accent if lit else pens.line)
            )
            if column < self._columns:
                segments += self._draw_cell(row * self._columns + column, line - 1)
        return Strip(segments)

    def _draw_rule(self, row: int, total_rows: int) -> Strip:
        flat, _, tl, tr, bl, br, lt, rt, top, bottom, cross = tuple(self.studio_app.symbols.grid)
        pens = self.studio_app.pens
        if row == 0:
            left, join, right = tl, top, tr
        elif row == total_rows:
            left, join, right = bl, bottom, br
        else:
            left, join, right = lt, cross, rt
        text = left + join.join(flat * self._cell for _ in range(self._columns)) + right
        cursor_row, column = divmod(self.cursor, self._columns)
        if row not in (cursor_row, cursor_row + 1):
            return Strip([Segment(text, pens.line)])
        heavy, _, htl, htr, hbl, hbr = tuple(self.studio_app.symbols.frame)
        start = column * (self._cell + 1)
        ends = (htl, htr) if row == cursor_row else (hbl, hbr)
        lit = pens.accent if self.has_focus else pens.line
        return Strip(
            [
                Segment(text[:start], pens.line),
                Segment(ends[0] + heavy * self._cell + ends[1], lit),
                Segment(text[start + self._cell + 2 :], pens.line),
            ]
        )

    def _draw_cell(self, index: int, line: int) -> list[Segment]:
        if index >= self.shelf.total:
            return [Segment(" " * self._cell)]
        tile = self.shelf.get(index)
        pens = self.studio_app.pens
        if tile is None:
            dots = self.studio_app.symbols.dot
            return [Segment((dots + " ") * (self._cell // 2) + " " * (self._cell % 2), pens.line)]
        if line >= self._rows:
            return self._draw_caption(index, tile, line - self._rows)
        return self._draw_picture(tile, line)

    def _draw_picture(self, tile: Tile, line: int) -> list[Segment]:
        pens, symbols = self.studio_app.pens, self.studio_app.symbols
        strips = None
        if self._thumbs is not None and self.studio_app.picture_kind != "none":
            strips = self._thumbs.get(tile, self._cell, self._rows)
            if self._resting and self._graphics is not None:
                strips = self._graphics.cells(tile.picture, self._cell, self._rows) or strips
        if strips is not None:
            return list(strips[line])
        sign = {"design": symbols.design, "text": symbols.text}.get(tile.kind, symbols.image)
        if tile.status == "failed":
            sign = symbols.failed
        broken = self._thumbs and self._thumbs.broken(tile) and self.studio_app.server_there
        if line == self._rows // 2:
            word = "no picture" if broken or tile.thumbnail is None else sign
            return [Segment(word.center(self._cell), pens.quiet)]
        return [Segment(" " * self._cell)]

    def _draw_caption(self, index: int, tile: Tile, line: int) -> list[Segment]:
        pens, symbols = self.studio_app.pens, self.studio_app.symbols
        at_cursor = index == self.cursor and self.has_focus
        pen = pens.select if at_cursor else pens.text
        quiet = pens.select_quiet if at_cursor else pens.quiet
        if line == 0:
            mark = symbols.marked if tile.image_id in self.marks else " "
            return [
                Segment(mark + " ", pens.accent if not at_cursor else pens.select_accent),
                Segment(fit(tile.title, self._cell - 2), pen),
            ]
        words = tile_words(tile, symbols, room=self._cell - 2)
        return [Segment("  ", quiet), Segment(fit(words, self._cell - 2), quiet)]

    def _draw_words(self, row: int, line: int) -> Strip:
        """An item as a line of words, for a screen reader."""
        tile = self.shelf.get(row)
        if line > 0 or row >= self.shelf.total:
            return Strip([])
        app, here = self.studio_app, row == self.cursor
        said = spoken(tile, app.symbols, tile.image_id in self.marks) if tile else "loading"
        text = f"{'>' if here else ' '} {row + 1} of {self.shelf.total}, {said}"
        return Strip([Segment(text, app.pens.strong if here else app.pens.text)])

    def on_focus(self) -> None:
        self._frame(self.cursor)

    on_blur = on_focus

    def render_lines(self, crop: Region) -> list[Strip]:
        self._ground = self.rich_style  # worked out anew whenever it is asked for
        strips = super().render_lines(crop)
        if self._graphics is None or not self._resting or not self.screen.is_active:
            return strips
        return self._graphics.over(self, crop, strips, self._tiles_in(crop))

    def _tiles_in(self, crop: Region) -> list[tuple[Tile, Region]]:
        """Items whose whole picture is on the screen and touches the crop, with their place."""
        found = []
        first, last = self._visible()
        for index in range(first, min(last, self.shelf.total - 1) + 1):
            tile = self.shelf.get(index)
            if tile is None:
                continue
            row, column = divmod(index, self._columns)
            place = Region(
                1 + column * (self._cell + 1),
                row * self.pitch + 1 - self.scroll_offset.y,
                self._cell,
                self._rows,
            )
            whole = place.y >= 0 and place.bottom <= self.size.height
            if whole and place.overlaps(crop):
                found.append((tile, place))
        return found

    def file_of(self, tile: Tile) -> bytes | None:
        """The thumbnail's file where it is held."""
        return None if self._thumbs is None else self._thumbs.file(tile)
