"""Rows of words with a cursor, drawn line by line, however many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from .wording import fit

if TYPE_CHECKING:
    from ..app import StudioApp


@dataclass(frozen=True)
class Row:
    """A row: what it stands for, its cells, and the pen of each where it is not the usual one."""

    key: str
    cells: tuple[str, ...]
    pens: tuple[str, ...] = ()


@dataclass(frozen=True)
class Column:
    """A column's head and width; 0 shares what is left, a negative one is right-aligned."""

    title: str
    width: int = 0
    least: int = 0
    """The column stands only in a table of at least so many cells."""


class Rows(ScrollView, can_focus=True):
    """A table that is only ever drawn where it is seen."""

    DEFAULT_CSS = """
    Rows { overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "Up", show=False, id="rows.up"),
        Binding("down,j", "step(1)", "Down", show=False, id="rows.down"),
        Binding("pageup", "step(-10)", "Page up", show=False, id="rows.pageup"),
        Binding("pagedown", "step(10)", "Page down", show=False, id="rows.pagedown"),
        Binding("home", "edge(False)", "First", show=False, id="rows.first"),
        Binding("end", "edge(True)", "Last", show=False, id="rows.last"),
        Binding("enter", "choose", "Choose", show=False, id="rows.choose"),
    ]

    @dataclass
    class Chosen(Message):
        """Enter or a double click on a row."""

        rows: Rows
        key: str

        @property
        def control(self) -> Rows:
            return self.rows

    @dataclass
    class Stood(Message):
        """The cursor stands on another row."""

        rows: Rows
        key: str

        @property
        def control(self) -> Rows:
            return self.rows

    def __init__(
        self,
        columns: Sequence[Column] = (Column(""),),
        *,
        id: str | None = None,
        empty: str = "Nothing here yet.",
        heads: bool = True,
    ) -> None:
        super().__init__(id=id)
        self.columns = tuple(columns)
        self.rows: tuple[Row, ...] = ()
        self.cursor = 0
        self.empty = empty
        self._heads = heads

    @property
    def studio_app(self) -> StudioApp:
        return cast("StudioApp", self.app)

    @property
    def key(self) -> str | None:
        """What the row under the cursor stands for."""
        return self.rows[self.cursor].key if self.rows else None

    @property
    def _top(self) -> int:
        return 1 if self._heads else 0

    def on_mount(self) -> None:
        self.watch(self.app, "theme", self._new_theme, init=False)

    def _new_theme(self) -> None:
        self.refresh()

    def show(self, rows: Sequence[Row], columns: Sequence[Column] | None = None) -> None:
        """Other rows; the cursor stays on the same key where that is still there."""
        before = self.key
        self.rows = tuple(rows)
        if columns is not None:
            self.columns = tuple(columns)
        keys = [row.key for row in self.rows]
        if before in keys:
            self.cursor = keys.index(before)
        self.cursor = max(0, min(self.cursor, len(self.rows) - 1))
        self.virtual_size = Size(self.size.width, len(self.rows) + self._top)
        self.refresh()
        if self.key is not None and self.key != before:
            self.post_message(self.Stood(self, self.key))

    def on_resize(self) -> None:
        self.virtual_size = Size(self.size.width, len(self.rows) + self._top)

    def stand(self, index: int) -> None:
        if not self.rows:
            return
        self.cursor = max(0, min(index, len(self.rows) - 1))
        line = 0 if self.cursor == 0 else self.cursor + self._top
        self.scroll_to_region(
            Region(0, line, 1, 1 + (self._top if self.cursor == 0 else 0)), animate=False
        )
        self.refresh()
        self.post_message(self.Stood(self, self.rows[self.cursor].key))

    def action_step(self, by: int) -> None:
        self.stand(self.cursor + by)

    def action_edge(self, last: bool) -> None:
        self.stand(len(self.rows) - 1 if last else 0)

    def action_choose(self) -> None:
        if self.key is not None:
            self.post_message(self.Chosen(self, self.key))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        index = offset.y + self.scroll_offset.y - self._top
        if 0 <= index < len(self.rows):
            self.stand(index)
            if event.chain >= 2:
                self.action_choose()

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def _widths(self) -> list[int]:
        shown = [column for column in self.columns if self.size.width >= column.least]
        fixed = sum(abs(column.width) for column in shown)
        loose = sum(column.width == 0 for column in shown)
        left = max(0, self.size.width - fixed - len(shown) - 1)
        return [
            (abs(column.width) or max(4, left // max(1, loose))) if column in shown else 0
            for column in self.columns
        ]

    def render_line(self, y: int) -> Strip:
        pens = self.studio_app.pens
        line = y + self.scroll_offset.y
        if not self.rows:
            words, at = wrap(self.empty, max(12, self.size.width - 2)), line - self._top
            text = words[at] if 0 <= at < len(words) else ""
            segments = [Segment(fit(f" {text}", self.size.width), pens.quiet)]
            return self._finished(segments)
        if self._heads and line == 0:
            return self._finished(
                self._cells([column.title for column in self.columns], ["quiet"] * 20, False)
            )
        index = line - self._top
        if not 0 <= index < len(self.rows):
            return self._finished([])
        row = self.rows[index]
        return self._finished(self._cells(row.cells, list(row.pens), index == self.cursor))

    def _finished(self, segments: list[Segment]) -> Strip:
        strip = Strip(segments).adjust_cell_length(self.size.width)
        return strip.apply_style(self.rich_style)

    def _cells(self, cells: Sequence[str], names: list[str], at_cursor: bool) -> list[Segment]:
        pens, symbols = self.studio_app.pens, self.studio_app.symbols
        lit = at_cursor and self.has_focus
        gap = pens.select if lit else pens.text
        edge = symbols.right if at_cursor else " "
        segments = [Segment(edge, pens.select_accent if lit else pens.accent)]
        for place, (text, width) in enumerate(zip(cells, self._widths(), strict=False)):
            if not width:
                continue
            name = names[place] if place < len(names) and names[place] else "text"
            pen = getattr(pens, name)
            if lit:
                pen = pen + pens.select if name in ("text", "quiet") else pens.select + pen
            if self.columns[place].width < 0:
                text = fit(text, width) if len(text) >= width else text.rjust(width)
            else:
                text = fit(text, width)
            segments += [Segment(text, pen), Segment(" ", gap)]
        return segments
