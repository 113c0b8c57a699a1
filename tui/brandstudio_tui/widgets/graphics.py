"""Real pictures where the terminal can show them: the Kitty protocol and Sixel.

Kitty pictures are cells like any others (a placeholder character whose marks name row and column
and whose colour names the picture), so scrolling and overlaps need no care. A Sixel is painted over
its cells after they were written, and again whenever they are.
"""

from __future__ import annotations

import base64
import io
import itertools
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from rich.color import Color
from rich.control import Control
from rich.segment import ControlType, Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from .blocks import decode, fitted

if TYPE_CHECKING:
    from PIL.Image import Image

    from ..app import StudioApp
    from ..views import Tile

_NO_WIDTH = ((ControlType.CURSOR_FORWARD, 0),)
"""Marks a segment that takes no cells and is passed on as it is."""

PLACEHOLDER = "\U0010eeee"
DIACRITICS = tuple(
    map(
        chr,
        (
            *(0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C),
            *(0x350, 0x351, 0x352, 0x357, 0x35B, *range(0x363, 0x370), *range(0x483, 0x488)),
            *(0x592, 0x593, 0x594, 0x595, 0x597, 0x598, 0x599, 0x59C, 0x59D, 0x59E, 0x59F, 0x5A0),
            *(0x5A1, 0x5A8, 0x5A9, 0x5AB, 0x5AC, 0x5AF, 0x5C4, *range(0x610, 0x618)),
            *(*range(0x657, 0x65C), 0x65D, 0x65E, *range(0x6D6, 0x6DD), *range(0x6DF, 0x6E3)),
            *(0x6E4, 0x6E7, 0x6E8, 0x6EB, 0x6EC, 0x730, 0x732, 0x733, 0x735, 0x736, 0x73A, 0x73D),
            *(0x73F, 0x740, 0x741, 0x743, 0x745, 0x747, 0x749, 0x74A, *range(0x7EB, 0x7F2), 0x7F3),
        ),
    )
)
"""The marks that number rows and columns, in the protocol's order; the first 128 of them."""


class Graphics(Protocol):
    """A way to show a picture's own pixels. ``prepare`` is for threads, all else for the loop."""

    def prepare(self, name: tuple[str, int | None], file: bytes, columns: int, rows: int) -> None:
        """Encode a picture for so many cells, and keep it."""
        ...

    def ready(self, name: tuple[str, int | None], columns: int, rows: int) -> bool:
        """Whether it is encoded."""
        ...

    def cells(self, name: tuple[str, int | None], columns: int, rows: int) -> list[Strip] | None:
        """An encoded picture as cells, where the protocol has such."""
        ...

    def over(
        self, widget: Any, crop: Region, strips: list[Strip], tiles: Sequence[tuple[Tile, Region]]
    ) -> list[Strip]:
        """The strips with what is painted over them."""
        ...


def graphics_for(app: StudioApp) -> Graphics | None:
    """What the terminal was found to show; None leaves half blocks."""
    if app.picture_kind == "kitty":
        return Kitty(app)
    if app.picture_kind == "sixel":
        return Sixel()
    return None


def _placed(picture: Image, columns: int, rows: int) -> tuple[int, int, int, int]:
    """Left, top and width in cells and the height in half cells of a picture in the middle of its
    cells, exactly where its half blocks stand.
    """
    width, height = fitted(picture.width, picture.height, columns, rows)
    return (columns - width) // 2, (rows * 2 - height) // 4, width, height


class Kitty:
    """Sends each picture once, then draws it with placeholders."""

    MOST = 200
    _numbers = itertools.count(0x100)

    def __init__(self, app: StudioApp) -> None:
        self._app = app
        self._made: OrderedDict[tuple[Any, ...], tuple[int, list[str], list[Strip]]] = OrderedDict()
        self._sent: OrderedDict[int, None] = OrderedDict()

    def prepare(self, name: tuple[str, int | None], file: bytes, columns: int, rows: int) -> None:
        key = (*name, columns, rows)
        if key in self._made or columns > len(DIACRITICS) or rows > len(DIACRITICS):
            return
        picture = decode(file)
        left, top, wide, halves = _placed(picture, columns, rows)
        high = -(-halves // 2)
        number = next(self._numbers) & 0xFFFFFF
        parts = transmission(number, picture, wide, high)
        self._made[key] = (
            number,
            parts,
            placeholders(number, columns, rows, (left, top, wide, high)),
        )
        while len(self._made) > 2 * self.MOST:
            self._made.popitem(last=False)

    def ready(self, name: tuple[str, int | None], columns: int, rows: int) -> bool:
        return (*name, columns, rows) in self._made

    def cells(self, name: tuple[str, int | None], columns: int, rows: int) -> list[Strip] | None:
        found = self._made.get((*name, columns, rows))
        if found is None:
            return None
        number, parts, strips = found
        if number not in self._sent:
            self._write(*parts)
        self._sent[number] = None
        self._sent.move_to_end(number)
        while len(self._sent) > self.MOST:
            old, _ = self._sent.popitem(last=False)
            self._write(f"\x1b_Ga=d,d=I,i={old},q=2\x1b\\")
        return strips

    def over(
        self, widget: Any, crop: Region, strips: list[Strip], tiles: Sequence[tuple[Tile, Region]]
    ) -> list[Strip]:
        return strips

    def _write(self, *parts: str) -> None:
        driver = self._app._driver
        if driver is not None:
            for part in parts:
                driver.write(part)


def transmission(number: int, picture: Image, wide: int, high: int) -> list[str]:
    """The escape sequences that give a picture to the terminal and make it placeable."""
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=1)
    data = base64.b64encode(file.getvalue()).decode()
    pieces = [data[start : start + 4096] for start in range(0, len(data), 4096)]
    parts = []
    for place, piece in enumerate(pieces):
        head = f"i={number},f=100,q=2," if place == 0 else ""
        more = int(place + 1 < len(pieces))
        parts.append(f"\x1b_G{head}m={more};{piece}\x1b\\")
    parts.append(f"\x1b_Ga=p,i={number},c={wide},r={high},U=1,q=2\x1b\\")
    return parts


def placeholders(
    number: int, columns: int, rows: int, place: tuple[int, int, int, int]
) -> list[Strip]:
    """The cells that show a transmitted picture."""
    left, top, wide, high = place
    pen = Style(color=Color.from_rgb(number >> 16 & 255, number >> 8 & 255, number & 255))
    strips = []
    for row in range(rows):
        if not top <= row < top + high:
            strips.append(Strip.blank(columns))
            continue
        mark = DIACRITICS[row - top]
        text = "".join(PLACEHOLDER + mark + DIACRITICS[column] for column in range(wide))
        segments = [Segment(" " * left), Segment(text, pen), Segment(" " * (columns - left - wide))]
        strips.append(Strip(segments, columns))
    return strips


class Sixel:
    """Paints pictures over their cells."""

    MOST = 120

    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[Any, ...], tuple[str, int, int]] = OrderedDict()

    def prepare(self, name: tuple[str, int | None], file: bytes, columns: int, rows: int) -> None:
        key = (*name, columns, rows)
        if key in self._drawn:
            return
        from textual_image._sixel import image_to_sixels
        from textual_image._terminal import get_cell_size

        picture = decode(file)
        left, top, wide, halves = _placed(picture, columns, rows)
        cell = get_cell_size()
        scaled = picture.resize((wide * cell.width, max(1, halves * cell.height // 2)))
        self._drawn[key] = (image_to_sixels(scaled), left, top)
        while len(self._drawn) > self.MOST:
            self._drawn.popitem(last=False)

    def ready(self, name: tuple[str, int | None], columns: int, rows: int) -> bool:
        return (*name, columns, rows) in self._drawn

    def cells(self, name: tuple[str, int | None], columns: int, rows: int) -> list[Strip] | None:
        return None

    def over(
        self, widget: Any, crop: Region, strips: list[Strip], tiles: Sequence[tuple[Tile, Region]]
    ) -> list[Strip]:
        """The last strip carries the pictures: what comes after the words is painted over them."""
        origin = widget.content_region.offset
        segments: list[Segment] = []
        for tile, region in tiles:
            found = self._drawn.get((*tile.picture, region.width, region.height))
            if found is None:
                continue
            data, left, top = found
            x, y = origin.x + region.x + left, origin.y + region.y + top
            segments.append(Segment(Control.move_to(x, y).segment.text, Style(), _NO_WIDTH))
            segments.append(Segment(data, Style(), _NO_WIDTH))
        if segments and strips:
            # Before the last cell that is seen, not behind it: where lines are cut, what has no
            # width and stands at the end is lost.
            last = strips[-1]
            place = last.cell_length - 1 - widget.show_vertical_scrollbar
            column, bottom = origin.x + crop.x + place, origin.y + crop.bottom - 1
            back = Segment(Control.move_to(column, bottom).segment.text, Style(), _NO_WIDTH)
            head, tail = last.crop(0, place), last.crop(place)
            strips[-1] = Strip([*head, *segments, back, *tail], last.cell_length)
        return strips
