"""A column of text that says when it got another size, so that it is set anew."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message


class TextColumn(VerticalScroll):
    """What stands in it was broken into lines for a width, and given lines by the height."""

    @dataclass
    class Reset(Message):
        """The size is another one."""

    _had = Size()

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._had:
            self._had = event.size
            self.post_message(self.Reset())
