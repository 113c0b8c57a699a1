"""Two pictures in one place with a divider between: before on its left, after on its right."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widget import Widget

from .blocks import paint

if TYPE_CHECKING:
    from PIL.Image import Image

    from ..app import StudioApp


class Slider(Widget, can_focus=True):
    """Arrows or the mouse move the divider."""

    DEFAULT_CSS = "Slider { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "slide(-2)", "Left", id="slider.left"),
        Binding("right,l", "slide(2)", "Right", id="slider.right"),
        Binding("home", "slide(-9999)", "Before", show=False, id="slider.before"),
        Binding("end", "slide(9999)", "After", show=False, id="slider.after"),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._pair: tuple[Image, Image] | None = None
        self._names = ("", "")
        self._strips: tuple[list[Strip], list[Strip]] = ([], [])
        self._painted: tuple[int, int] = (0, 0)
        self.share = 0.5

    def show(self, before: Image, after: Image, name_before: str, name_after: str) -> None:
        self._pair, self._names = (before, after), (name_before, name_after)
        self._painted = (0, 0)
        self.share = 0.5
        self.refresh()

    def action_slide(self, by: int) -> None:
        self._set(self.share + by / max(1, self.size.width))

    def _set(self, share: float) -> None:
        self.share = min(1.0, max(0.0, share))
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        self._set(event.x / max(1, self.size.width))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if event.button:
            self._set(event.x / max(1, self.size.width))

    def render_line(self, y: int) -> Strip:
        app = cast("StudioApp", self.app)
        width, height = self.size
        if self._pair is None:
            return Strip.blank(width, self.rich_style)
        if self._painted != (width, height):
            first = paint(self._pair[0], width, height - 1, app.symbols.half)
            second = paint(
                self._pair[1].resize(self._pair[0].size), width, height - 1, app.symbols.half
            )
            self._strips, self._painted = (first, second), (width, height)
        column = round(self.share * (width - 1))
        if y == height - 1:
            left, right = self._names
            words = f" {left} {app.symbols.left}".rjust(column)[-column:] if column else ""
            rest = f"{app.symbols.right} {right} "
            segments = [
                Segment(words, app.pens.second),
                Segment("┃" if app.symbols.half == "▀" else "|", app.pens.accent),
                Segment(rest, app.pens.accent),
            ]
            return Strip(segments).adjust_cell_length(width).apply_style(self.rich_style)
        before, after = self._strips[0][y], self._strips[1][y]
        bar = Strip([Segment(app.symbols.frame[1], app.pens.chip)])
        strip = Strip.join([before.crop(0, column), bar, after.crop(column + 1)])
        return strip.adjust_cell_length(width).apply_style(self.rich_style)
