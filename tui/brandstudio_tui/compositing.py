"""Sends the terminal what changed and no more.

Textual 8.2 cuts what it sends at the right end of a change alone: a frame around one picture of the
gallery brings every picture to its left along, 14 to 25 kB a key.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class Changes(ChopsUpdate):
    """Parts of lines, cut at both ends."""

    def render_segments(self, console: Console) -> str:
        written: list[str] = []
        for y, left, right in self.spans:
            for end, (start, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                first, last = max(left, start), min(right, end)
                if strip is None or first >= last:
                    continue
                if (first, last) != (start, end):
                    strip = strip.crop(first - start, last - start)
                written += (Control.move_to(first, y).segment.text, strip.render(console))
        return "".join(written)


class Frugal(Compositor):
    """A screen's compositor that sends such changes."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return update and Changes(update.chops, update.spans, update.chop_ends)
