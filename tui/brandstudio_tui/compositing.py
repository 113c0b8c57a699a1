"""Draws and sends the terminal what changed and no more.

Textual 8.2 draws every widget within the rectangle around all changes, and cuts what it sends at the
right end of a change alone: a frame around one picture of the gallery brings every picture to its left
along, 14 to 25 kB a key.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip


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
    """A screen's compositor that draws and sends such changes."""

    _changed: tuple[Region, ...] = ()

    def render_partial_update(self) -> ChopsUpdate | None:
        self._changed = tuple(self._dirty_regions)
        try:
            update = super().render_partial_update()
        finally:
            self._changed = ()
        return update and Changes(update.chops, update.spans, update.chop_ends)

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Of each widget that a change touches the lines from the first that does to the last."""
        if not self._changed:
            yield from super()._get_renders(crop)
            return
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            touching = [change for change in self._changed if change.overlaps(seen)]
            if not touching:
                continue
            top = min(change.y for change in touching)
            height = max(change.bottom for change in touching) - top
            lines = seen.intersection(Region(seen.x, top, seen.width, height))
            yield region, lines, widget.render_lines(lines.translate(-region.offset))
