"""Jump mode: a letter on everything that can take the focus; pressing it goes there."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Label

from .base import Dialog

LETTERS = "asdfghjklqwertyuiopzxcvbnm"


class Jump(Dialog[None]):
    """Letters over the screen below."""

    DEFAULT_CSS = """
    Jump { background: $background 30%; }
    Jump > .letter { position: absolute; width: 3; height: 1; background: $accent;
                     color: $on-accent; text-style: bold; }
    """

    def __init__(self, below: Screen[Any]) -> None:
        super().__init__()
        targets = [
            widget
            for widget in below.focus_chain
            if isinstance(widget, Widget) and widget.region.area
        ]
        self._targets = dict(zip(LETTERS, targets, strict=False))

    def compose(self) -> ComposeResult:
        for letter, widget in self._targets.items():
            label = Label(f" {letter} ", classes="letter")
            label.offset = widget.region.offset
            yield label

    def on_click(self) -> None:
        self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        widget = self._targets.get(event.character or "")
        self.dismiss(None)
        if widget is not None and widget.is_mounted:
            widget.focus()
