"""A choice of a few values on one line: arrows turn it, a click on an end too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from .wording import fit

if TYPE_CHECKING:
    from ..app import StudioApp


class Choice(Widget, can_focus=True):
    """``label ◂ value ▸``."""

    DEFAULT_CSS = "Choice { height: 1; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "Before", show=False, id="choice.before"),
        Binding("right,l,space", "turn(1)", "Next", show=False, id="choice.next"),
        Binding("down,j", "app.focus_next", "Below", show=False, id="choice.below"),
        Binding("up,k", "app.focus_previous", "Above", show=False, id="choice.above"),
    ]
    value: reactive[str] = reactive("", init=False)

    @dataclass
    class Changed(Message):
        choice: Choice
        value: str

        @property
        def control(self) -> Choice:
            return self.choice

    def __init__(
        self,
        label: str,
        options: Sequence[tuple[str, str]],
        *,
        value: str | None = None,
        id: str | None = None,
        label_width: int = 11,
    ) -> None:
        super().__init__(id=id)
        self.label = label
        self.options = tuple(options)
        self._label_width = label_width
        first = self.options[0][0] if self.options else ""
        self.set_reactive(Choice.value, first if value is None else value)

    def set_options(self, options: Sequence[tuple[str, str]]) -> None:
        """Other values; the chosen one stays where it is still among them."""
        self.options = tuple(options)
        if self.value not in [value for value, _ in self.options]:
            self.value = self.options[0][0] if self.options else ""
        self.refresh()

    def offer(self, value: str) -> None:
        """Choose a value, which may be of one's own: it is offered too then."""
        if value not in [one for one, _ in self.options]:
            self.set_options((*self.options, (value, value)))
        self.value = value

    def watch_value(self, value: str) -> None:
        self.post_message(self.Changed(self, value))

    def action_turn(self, by: int) -> None:
        values = [value for value, _ in self.options]
        if not values:
            return
        place = values.index(self.value) if self.value in values else 0
        self.value = values[(place + by) % len(values)]

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            self.action_turn(-1 if offset.x <= self._label_width + 1 else 1)

    def render_line(self, y: int) -> Strip:
        app = cast("StudioApp", self.app)
        pens, symbols = app.pens, app.symbols
        shown = dict(self.options).get(self.value, self.value or "-")
        lit = self.has_focus
        value_width = max(1, self.size.width - self._label_width - 4)
        if cell_len(shown) > value_width:
            shown = fit(shown, value_width)
        segments = [
            Segment(fit(self.label, self._label_width), pens.accent if lit else pens.quiet),
            Segment(f"{symbols.left} ", pens.accent if lit else pens.quiet),
            Segment(shown, pens.select if lit else pens.text),
            Segment(f" {symbols.right}", pens.accent if lit else pens.quiet),
        ]
        strip = Strip(segments).adjust_cell_length(self.size.width)
        return strip.apply_style(self.rich_style)
