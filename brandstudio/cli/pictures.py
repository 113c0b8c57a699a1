"""Pictures in the terminal: by Kitty's protocol, as Sixel, or as half blocks in colour.

Which of them a terminal knows is read from its environment alone: nothing is asked over the wire
and waited for, so that no command ever hangs on a terminal that does not answer.
"""

from __future__ import annotations

import base64
import io
import os
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from .terminal import columns, is_terminal

if TYPE_CHECKING:
    from PIL.Image import Image

Way = Literal["kitty", "sixel", "blocks", "none"]
WAYS: tuple[Way, ...] = ("kitty", "sixel", "blocks", "none")

_WIDEST, _HIGHEST = 60, 20
"""Cells that a picture takes at most: it is a look at the result, not the result."""

_CELL = (10, 20)
"""Pixels of a cell where the terminal does not say: what counts is that a cell is twice as high
as wide.
"""
_CHUNK = 4096
_MULTIPLEXERS = ("screen", "tmux")
_KITTY_TERMS, _SIXEL_TERMS = ("kitty", "ghostty"), ("sixel", "mlterm", "foot", "yaft", "contour")


def way(environment: Mapping[str, str] | None = None, *, terminal: bool | None = None) -> Way:
    """How pictures can be shown here: ``BRANDSTUDIO_PICTURES`` decides, else what the terminal says
    of itself. None without a terminal.
    """
    environment = os.environ if environment is None else environment
    terminal = is_terminal() if terminal is None else terminal
    asked = environment.get("BRANDSTUDIO_PICTURES", "auto")
    if not terminal:
        return "none"
    for known in WAYS:
        if asked == known:
            return known
    term = environment.get("TERM", "")
    if term in ("", "dumb") or environment.get("NO_COLOR"):
        return "none"
    if not (environment.get("TMUX") or term.startswith(_MULTIPLEXERS)):
        if environment.get("KITTY_WINDOW_ID") or any(name in term for name in _KITTY_TERMS):
            return "kitty"
        if environment.get("TERM_PROGRAM") == "WezTerm" or any(
            name in term for name in _SIXEL_TERMS
        ):
            return "sixel"
    return "blocks"


def show(data: bytes, chosen: Way | None = None) -> None:
    """Write the picture to standard output, where it can be shown; else nothing."""
    chosen = way() if chosen is None else chosen
    if chosen == "none":
        return
    picture = _opened(data)
    if picture is None:
        return
    wide, high = _cells(picture.width, picture.height)
    if chosen == "kitty":
        parts = kitty(picture, wide, high)
    elif chosen == "sixel":
        parts = sixel(picture.resize((wide * _CELL[0], high * _CELL[1])))
    else:
        parts = blocks(picture.resize((wide, high * 2)), truecolour=_is_truecolour())
    for part in parts:
        sys.stdout.write(part)
    sys.stdout.flush()


def _opened(data: bytes) -> Image | None:
    """The picture over the terminal's own ground; None for what is none (a PDF, a copy)."""
    from PIL import Image, UnidentifiedImageError

    try:
        picture = Image.open(io.BytesIO(data), formats=["PNG", "JPEG", "WEBP"])
        picture.thumbnail((_WIDEST * _CELL[0], _HIGHEST * _CELL[1]))
    except (UnidentifiedImageError, OSError):
        return None
    flat = Image.new("RGBA", picture.size, (128, 128, 128, 255))
    flat.alpha_composite(picture.convert("RGBA"))
    return flat.convert("RGB")


def _cells(wide: int, high: int) -> tuple[int, int]:
    """Columns and rows of the picture in its own proportions."""
    room = max(8, min(_WIDEST, columns() - 2))
    across = min(room, max(1, round(_HIGHEST * 2 * wide / high)))
    return across, max(1, round(across * high / wide / 2))


def _is_truecolour() -> bool:
    environment = os.environ
    return (
        environment.get("COLORTERM") in ("truecolor", "24bit")
        or "direct" in environment.get("TERM", "")
        or environment.get("TERM_PROGRAM") in ("iTerm.app", "vscode", "WezTerm", "ghostty")
    )


def kitty(picture: Image, wide: int, high: int) -> Iterator[str]:
    """The picture by the terminal graphics protocol, over that many cells."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    text = base64.standard_b64encode(out.getvalue()).decode()
    chunks = [text[at : at + _CHUNK] for at in range(0, len(text), _CHUNK)]
    for number, chunk in enumerate(chunks):
        head = f"a=T,f=100,q=2,c={wide},r={high}," if number == 0 else ""
        yield f"\x1b_G{head}m={int(number < len(chunks) - 1)};{chunk}\x1b\\"
    yield "\n"


def sixel(picture: Image) -> Iterator[str]:
    """The picture as Sixel (DEC STD 070), in 128 colours of its own."""
    few = picture.quantize(128)
    palette = few.getpalette() or []
    yield f'\x1bPq"1;1;{few.width};{few.height}'
    for number in range(len(palette) // 3):
        red, green, blue = (round(part / 2.55) for part in palette[3 * number : 3 * number + 3])
        yield f"#{number};2;{red};{green};{blue}"
    pixels = few.tobytes()
    for top in range(0, few.height, 6):
        band = [
            pixels[row * few.width : (row + 1) * few.width]
            for row in range(top, min(top + 6, few.height))
        ]
        yield "$".join(_runs(band, colour) for colour in sorted(set(b"".join(band)))) + "-"
    yield "\x1b\\\n"


def _runs(band: list[bytes], colour: int) -> str:
    """One colour of a band of six rows, its repetitions told by their number."""
    sixes = [0] * len(band[0])
    for bit, row in enumerate(band):
        at = row.find(colour)
        while at >= 0:
            sixes[at] |= 1 << bit
            at = row.find(colour, at + 1)
    out, at = [f"#{colour}"], 0
    while at < len(sixes):
        end = at
        while end < len(sixes) and sixes[end] == sixes[at]:
            end += 1
        sign = chr(63 + sixes[at])
        out.append(f"!{end - at}{sign}" if end - at > 3 else sign * (end - at))
        at = end
    return "".join(out)


def blocks(picture: Image, *, truecolour: bool) -> Iterator[str]:
    """The picture as upper half blocks, two pixels a cell, one line of text a row of cells."""
    pixels = picture.tobytes()

    def colour(x: int, y: int, ground: bool) -> str:
        at = 3 * (y * picture.width + x)
        red, green, blue = pixels[at : at + 3]
        first = 48 if ground else 38
        if truecolour:
            return f"{first};2;{red};{green};{blue}"
        return f"{first};5;{_of_256(red, green, blue)}"

    for y in range(0, picture.height - 1, 2):
        line = "".join(
            f"\x1b[{colour(x, y, False)};{colour(x, y + 1, True)}m▀" for x in range(picture.width)
        )
        yield f"{line}\x1b[0m\n"


def _of_256(red: int, green: int, blue: int) -> int:
    """The nearest of xterm's 6 by 6 by 6 colours, or of its greys where it is one."""
    if max(red, green, blue) - min(red, green, blue) < 10:
        return 232 + min(23, max(0, round((red - 8) / 10)))
    steps = (0, 95, 135, 175, 215, 255)
    places = [
        min(range(6), key=lambda step: abs(steps[step] - part)) for part in (red, green, blue)
    ]
    return 16 + 36 * places[0] + 6 * places[1] + places[2]
