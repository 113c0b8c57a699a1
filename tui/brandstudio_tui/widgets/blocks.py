"""Pictures as half blocks: two pixels a cell, on any terminal with colours."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 64_000_000
"""What a thumbnail or preview of the service never comes near; more is no picture of ours."""


def decode(data: bytes, longest: int = 0, least: tuple[int, int] = (0, 0)) -> Image:
    """The picture of a file, at most ``longest`` pixels a side where that is given. A JPEG is read only
    as large as it must be to have ``least`` pixels, which is quicker.
    """
    from PIL import Image as pillow

    picture = pillow.open(io.BytesIO(data), formats=["PNG", "JPEG", "WEBP"])
    if picture.width * picture.height > MOST_PIXELS:
        raise ValueError("the picture is too large to show")
    if all(least):
        picture.draft("RGB", least)
    if longest:
        picture.draft("RGB", (longest, longest))
        picture.thumbnail((longest, longest))
    return on_ground(picture)


def on_ground(picture: Image) -> Image:
    """The picture without transparency: a checkered ground shows where it was."""
    from PIL import Image as pillow

    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        full = picture.convert("RGBA")
        ground = pillow.new("RGBA", full.size, (128, 128, 128, 255))
        return pillow.alpha_composite(ground, full).convert("RGB")
    return picture.convert("RGB")


def fitted(width: int, height: int, columns: int, rows: int) -> tuple[int, int]:
    """The largest size in half-block pixels that keeps the proportions inside the cells."""
    most_wide, most_high = max(1, columns), max(1, rows * 2)
    scale = min(most_wide / max(1, width), most_high / max(1, height))
    return max(1, min(most_wide, round(width * scale))), max(
        1, min(most_high, round(height * scale))
    )


@lru_cache(maxsize=32768)
def _style(top: int, bottom: int) -> Style:
    return Style(color=_colour(top), bgcolor=_colour(bottom))


@lru_cache(maxsize=8192)
def _colour(code: int) -> Color:
    return Color.from_triplet(ColorTriplet(code >> 16, code >> 8 & 255, code & 255))


def grounded(segments: Iterable[Segment], ground: Style) -> list[Segment]:
    """The segments with the ground behind those that bring none of their own. Cells of a picture do,
    and to add styles for each of them is most of what drawing them would cost.
    """
    return [
        segment
        if segment.style is not None and segment.style.bgcolor is not None
        else Segment(segment.text, ground if segment.style is None else ground + segment.style)
        for segment in segments
    ]


def paint(picture: Image, columns: int, rows: int, half: str = "▀") -> list[Strip]:
    """``rows`` strips of ``columns`` cells with the picture in their middle."""
    width, height = fitted(picture.width, picture.height, columns, rows)
    small = picture.resize((width, height))
    # Six bits a channel: far fewer styles, and no eye sees it in a cell.
    data = bytes(value & 0xFC | 0x02 for value in small.tobytes())
    left = (columns - width) // 2
    top = (rows * 2 - height) // 2
    top -= top % 2
    blank = Strip.blank(columns)
    strips: list[Strip] = []
    for row in range(rows):
        upper = row * 2 - top
        if upper < 0 or upper >= height:
            strips.append(blank)
            continue
        segments = [Segment(" " * left)] if left else []
        segments += _line(data, width, upper, upper + 1 < height, half)
        if columns - width - left:
            segments.append(Segment(" " * (columns - width - left)))
        strips.append(Strip(segments, columns))
    return strips


def _line(data: bytes, width: int, upper: int, has_lower: bool, half: str) -> list[Segment]:
    """One line of cells, equal neighbours in one segment."""
    above = data[upper * width * 3 : (upper + 1) * width * 3]
    below = data[(upper + 1) * width * 3 : (upper + 2) * width * 3] if has_lower else above
    segments: list[Segment] = []
    run, last = 0, (-1, -1)
    for place in range(0, width * 3, 3):
        pair = (
            above[place] << 16 | above[place + 1] << 8 | above[place + 2],
            below[place] << 16 | below[place + 1] << 8 | below[place + 2],
        )
        if pair == last:
            run += 1
            continue
        if run:
            segments.append(_segment(last, run, has_lower, half))
        run, last = 1, pair
    segments.append(_segment(last, run, has_lower, half))
    return segments


def _segment(pair: tuple[int, int], run: int, has_lower: bool, half: str) -> Segment:
    if half == " ":  # no Unicode: the lower colour alone fills the cell
        return Segment(" " * run, _style(pair[1], pair[1]))
    if not has_lower:
        return Segment(half * run, Style(color=_colour(pair[0])))
    return Segment(half * run, _style(*pair))
