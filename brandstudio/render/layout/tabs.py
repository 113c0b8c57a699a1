"""The plate behind a logo that reads nowhere without one: a label sewn into the banner's edge, a tab that
fills a corner, or the disc of a seal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.limits import Limits

#: How far a logo in a tab that fills the banner's corner keeps off its sides, in its own heights.
_CORNERED: Final = 0.7
#: How far such a plate reaches beyond a logo, beside and below it, in its heights.
_BESIDE, _BELOW = 0.42, 0.34
#: How far a disc reaches beyond the seal on it, in its heights.
_RIM: Final = 0.08


@dataclass(frozen=True)
class Tab:
    """A logo's box and the plate behind it, on the canvas."""

    logo: Rect
    label: Rect
    radius: float = 0.0
    panel: str | None = None
    """The colour of a panel that the plate is to look a part of."""
    disc: bool = False
    """A disc under a round logo, which looks like the logo's own."""

    def amid(self, space: Canvas) -> Rect:
        """The logo in the middle of the height of what is seen of its label, with as much room above
        as below.
        """
        label, box = self.label.common(space.whole), self.logo
        return box.moved(0.0, round(label.y + label.height / 2 - box.y - box.height / 2))


def in_corner(box: Rect, space: Canvas, limits: Limits, panel: str) -> Tab:
    """A logo moved towards its corner of the banner, on a tab that fills that corner, as wide beside
    the logo as above and below.
    """
    pad = min(max(_CORNERED, limits.clear) * box.height, space.margin)
    at_left, at_top = box.centre[0] < space.width / 2, box.centre[1] < space.height / 2
    x = round(pad if at_left else space.width - pad - box.width)
    y = round(pad if at_top else space.height - pad - box.height)
    moved = Rect(x, y, box.width, box.height)
    return Tab(moved, moved.inset(-pad).common(space.whole).snapped(), 0.0, panel)


def as_disc(box: Rect) -> Tab:
    """The disc under a round logo: with it the two are one seal."""
    label = box.inset(-round(max(_RIM * box.height, 2.0))).snapped()
    return Tab(box, label, label.height / 2, disc=True)


def in_line(box: Rect, words: Rect) -> Rect:
    """A logo so far in that its plate begins where the words below it do; as it is elsewhere."""
    pad = _BESIDE * box.height
    if abs(box.x - words.x) < pad:
        return box.moved(round(words.x + pad - box.x), 0.0)
    return box.moved(-round(pad), 0.0) if abs(box.right - words.right) < pad else box


def at_edge(box: Rect, space: Canvas, radius: float, panel: str | None = None) -> Tab:
    """A plate that hangs from the banner's nearer edge, like a label sewn into it: a box afloat on
    a picture looks stuck on. In the middle of the height it stays afloat.
    """
    around = box.inset(-_BESIDE * box.height, -_BELOW * box.height)
    hidden = radius + 1  # the corners at the edge are out of sight
    label = around.common(space.whole)
    # Under the app's controls a plate's own edges would lie out of sight.
    if not space.controls.top and box.y < 0.25 * space.height:
        label = Rect(around.x, -hidden, around.width, around.bottom + hidden)
    elif not space.controls.top and box.bottom > 0.75 * space.height:
        label = Rect(around.x, around.y, around.width, space.height + hidden - around.y)
    return Tab(box, label.snapped(), radius, panel)
