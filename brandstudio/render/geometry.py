"""Rectangles and the grid of a canvas. Lengths are pixels, the origin is the top left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Final, Literal, NamedTuple, Self

Orientation = Literal[
    "button", "leaderboard", "strip", "landscape", "square", "portrait", "skyscraper"
]
"""The families of sizes, from the widest to the tallest."""

#: Running text is never planned smaller than this (px): small sizes are read at their real size.
SMALLEST_BODY = 13.0


class Rect(NamedTuple):
    """A rectangle by its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def area(self) -> float:
        return max(self.width, 0.0) * max(self.height, 0.0)

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, across: float, down: float | None = None) -> Rect:
        """The rectangle with each side moved inwards (outwards if negative); never of negative
        size.
        """
        down = across if down is None else down
        return Rect(
            self.x + across,
            self.y + down,
            max(self.width - 2 * across, 0.0),
            max(self.height - 2 * down, 0.0),
        )

    def moved(self, dx: float, dy: float) -> Rect:
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def mirrored(self, width: float) -> Rect:
        """The same rectangle on a canvas of this width seen in a mirror."""
        return Rect(width - self.right, self.y, self.width, self.height)

    def common(self, other: Rect) -> Rect:
        """What both cover; of zero size where they don't meet."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(
            x,
            y,
            max(min(self.right, other.right) - x, 0.0),
            max(min(self.bottom, other.bottom) - y, 0.0),
        )

    def meets(self, other: Rect, gap: float = 0.0) -> bool:
        """True if the two overlap or come nearer than `gap`."""
        return (
            self.x < other.right + gap
            and other.x < self.right + gap
            and self.y < other.bottom + gap
            and other.y < self.bottom + gap
        )

    def holds(self, other: Rect, slack: float = 0.01) -> bool:
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def snapped(self) -> Rect:
        """On whole pixels, each edge rounded on its own."""
        x, y = round(self.x), round(self.y)
        return Rect(x, y, max(round(self.right) - x, 0), max(round(self.bottom) - y, 0))

    def rounded(self) -> tuple[float, float, float, float]:
        """To thousandths of a pixel, as specs hold it."""
        return round(self.x, 3), round(self.y, 3), round(self.width, 3), round(self.height, 3)

    def pixels(self, width: int, height: int) -> tuple[int, int, int, int]:
        """The whole pixels that it touches on a canvas, as (x0, y0, x1, y1) with exclusive ends."""
        x0, y0 = max(int(self.x // 1), 0), max(int(self.y // 1), 0)
        x1, y1 = min(-int(-self.right // 1), width), min(-int(-self.bottom // 1), height)
        return x0, y0, max(x1, x0), max(y1, y0)


def union(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle that holds all; raises ValueError without any."""
    known = list(rects)
    x, y = min(r.x for r in known), min(r.y for r in known)
    return Rect(x, y, max(r.right for r in known) - x, max(r.bottom for r in known) - y)


class Controls(NamedTuple):
    """What an app lays over a picture that fills a phone's screen: its own name and buttons. Parts
    of the height at the top and at the bottom, and of the width at each side.
    """

    top: float = 0.0
    bottom: float = 0.0
    side: float = 0.0


#: Of every size but those that fill a phone's screen.
NO_CONTROLS: Final = Controls()
#: A story has a name above and a field for an answer below. A reel has its caption and its
#: buttons below, and more buttons up one side. As Meta asks for words and logos to keep off;
#: TikTok's own controls lie within a reel's.
STORY: Final = Controls(top=0.14, bottom=0.20, side=0.06)
REEL: Final = Controls(top=0.14, bottom=0.35, side=0.11)
#: The ratio of a phone's screen, and how near to it a picture fills one.
_SCREEN: Final = 9 / 16
_FILLS: Final = 0.01


def controls_of(size: str, width: int, height: int) -> Controls:
    """What an app lays over a banner of a size; nothing over one that fills no phone's screen."""
    if abs(width / height / _SCREEN - 1) > _FILLS:
        return NO_CONTROLS
    return REEL if size.startswith("reel") else STORY


@dataclass(frozen=True)
class Canvas:
    """A banner's size and the measures that follow from it.

    Everything is scaled from the geometric mean of the sides, so that a strip and a portrait of one
    campaign look like siblings rather than one stretched into the other.
    """

    width: int
    height: int
    controls: Controls = NO_CONTROLS

    @classmethod
    def of(cls, size: str, width: int, height: int) -> Self:
        """The canvas of a size, with what an app lays over it."""
        return cls(width, height, controls_of(size, width, height))

    @cached_property
    def mean(self) -> float:
        return sqrt(self.width * self.height)

    @cached_property
    def body(self) -> float:
        """The size of running text, px: step 0 of the type scale."""
        return max(0.031 * self.mean, SMALLEST_BODY)

    @cached_property
    def margin(self) -> float:
        """The safe area's distance from the edge, px, a whole number of rhythm units."""
        return max(round(0.06 * self.mean / self.unit), 1) * self.unit

    @cached_property
    def least_gap(self) -> float:
        """The smallest gap between two elements, px: two or three pixels between them look like a
        mistake. It is counted in running text, so that a poster and a button are one design.
        """
        return max(0.17 * self.body, 3.0)

    @cached_property
    def unit(self) -> float:
        """The rhythm: vertical distances are multiples of it, px."""
        return max(round(self.body / 4), 1)

    @cached_property
    def orientation(self) -> Orientation:
        ratio = self.width / self.height
        if ratio >= 4.6:
            return "button" if self.height <= 60 else "leaderboard"
        if ratio >= 2.3:
            return "strip"
        if ratio >= 1.2:
            return "landscape"
        if ratio >= 0.9:
            return "square"
        return "portrait" if ratio >= 0.42 else "skyscraper"

    @property
    def whole(self) -> Rect:
        return Rect(0, 0, self.width, self.height)

    @cached_property
    def free(self) -> Rect:
        """What no app lays its controls over: words, buttons and logos stand in it."""
        top, bottom, side = self.controls
        across = round(side * self.width)
        y0, y1 = round(top * self.height), round((1 - bottom) * self.height)
        return Rect(across, y0, self.width - 2 * across, y1 - y0)

    @cached_property
    def safe(self) -> Rect:
        return self.whole.inset(self.margin).common(self.free)

    @property
    def gridded(self) -> Rect:
        """What the rows and columns of a layout divide: the canvas, without what lies under an app's
        controls at its top and bottom.
        """
        return Rect(0, self.free.y, self.width, self.free.height)

    def bled(self, part: Rect) -> Rect:
        """A part of what is gridded, out to the canvas's edge where it ends at that one's."""
        own = self.gridded
        top = 0.0 if part.y <= own.y + 0.5 else part.y
        bottom = self.height if part.bottom >= own.bottom - 0.5 else part.bottom
        return Rect(part.x, top, part.width, bottom - top)

    def rhythm(self, length: float) -> float:
        """A length as a whole number of rhythm units, at least one."""
        return max(round(length / self.unit), 1) * self.unit


def on_grid(area: Rect, columns: tuple[float, float], rows: tuple[float, float]) -> Rect:
    """The part of an area from the first to the last of twelve columns and twelve rows (both
    counted from 1).
    """
    x0, x1 = (columns[0] - 1) / 12, columns[1] / 12
    y0, y1 = (rows[0] - 1) / 12, rows[1] / 12
    return Rect(
        area.x + x0 * area.width,
        area.y + y0 * area.height,
        (x1 - x0) * area.width,
        (y1 - y0) * area.height,
    )
