"""A column of text that says when it became wider or narrower, so that it is set anew."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.containers import VerticalScroll
from textual.message import Message


class TextColumn(VerticalScroll):
    """What stands in it was broken into lines for a width."""

    @dataclass
    class Reset(Message):
        """The width is another one."""

    _wide = 0

    def on_resize(self, event: events.Resize) -> None:
        if event.size.width != self._wide:
            self._wide = event.size.width
            self.post_message(self.Reset())
