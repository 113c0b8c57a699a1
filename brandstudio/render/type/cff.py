"""Outlines as a CID-keyed CFF font program, the form in which a PDF embeds them.

Glyph 0 is empty, glyph n is the n-th outline, and its CID is n. Source: Adobe Technical Notes 5176
(CFF) and 5177 (Type 2 charstrings).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .apart import Command

#: Design units per em. What a PDF takes widths of a CID font in, too.
UNITS: Final = 1000
_ENDCHAR, _HMOVETO, _RLINETO, _RRCURVETO, _RMOVETO = b"\x0e", b"\x16", b"\x05", b"\x08", b"\x15"
#: Coordinates that a charstring can say.
_FAR: Final = 30_000
_STANDARD_STRINGS: Final = 391


@dataclass(frozen=True, slots=True)
class Drawing:
    """A glyph: its contours (em, y up), to be filled by the nonzero rule, and its advance (em)."""

    commands: tuple[Command, ...]
    advance: float


@dataclass(frozen=True, slots=True)
class FontProgram:
    """The font file, and the box (units, left bottom right top) that holds every glyph."""

    data: bytes
    bounds: tuple[int, int, int, int]


def font_program(name: str, drawings: Sequence[Drawing]) -> FontProgram:
    """The font of these glyphs under an ASCII PostScript name. Coordinates are rounded to a
    thousandth of an em.
    """
    strings, corners = [], []
    for drawing in [Drawing((), 0.0), *drawings]:
        made, points = _charstring(drawing)
        strings.append(made)
        corners += points
    xs, ys = [x for x, _ in corners] or [0], [y for _, y in corners] or [0]
    bounds = min(xs), min(ys), max(xs), max(ys)
    count = len(strings)
    before = b"\x01\x00\x04\x04" + _index([name.encode("ascii")])
    after = _index([b"Adobe", b"Identity"]) + _index([])
    charset = b"\x02" + struct.pack(">HH", 1, count - 2) if count > 1 else b"\x00"
    select = b"\x03" + struct.pack(">HHBH", 1, 0, 0, count)
    glyphs = _index(strings)
    private = _number(0) + b"\x14" + _number(0) + b"\x15"

    def top(charset_at: int, select_at: int, glyphs_at: int, array_at: int) -> bytes:
        registry = (
            _number(_STANDARD_STRINGS) + _number(_STANDARD_STRINGS + 1) + _number(0) + b"\x0c\x1e"
        )
        box = b"".join(_number(value) for value in bounds) + b"\x05"
        return _index(
            [
                registry + box + _number(count) + b"\x0c\x22" + _offset(charset_at) + b"\x0f" + _offset(select_at)
                + b"\x0c\x25" + _offset(glyphs_at) + b"\x11" + _offset(array_at) + b"\x0c\x24"
            ]
        )  # fmt: skip

    # Offsets are of one length whatever they say, so the first pass tells where everything comes to
    # lie.
    charset_at = len(before) + len(top(0, 0, 0, 0)) + len(after)
    select_at = charset_at + len(charset)
    glyphs_at = select_at + len(select)
    private_at = glyphs_at + len(glyphs)
    array = _index([_offset(len(private)) + _offset(private_at) + b"\x12"])
    array_at = private_at + len(private)
    data = (
        before
        + top(charset_at, select_at, glyphs_at, array_at)
        + after
        + charset
        + select
        + glyphs
        + private
        + array
    )
    return FontProgram(data, bounds)


def _charstring(drawing: Drawing) -> tuple[bytes, list[tuple[int, int]]]:
    out = [_number(round(drawing.advance * UNITS))]
    corners: list[tuple[int, int]] = []
    x = y = 0
    first = True
    now = (0.0, 0.0)
    for letter, values in drawing.commands:
        points = [(values[i], values[i + 1]) for i in range(0, len(values), 2)]
        if letter == "Z" or not points:
            continue
        if letter == "Q":
            points = cubic(now, *points)
        now = points[-1]
        steps = b""
        for point in points:
            # Rounded where they lie, not by how far they are apart: errors do not add up.
            to_x, to_y = _unit(point[0]), _unit(point[1])
            steps += _number(to_x - x) + _number(to_y - y)
            x, y = to_x, to_y
            corners.append((x, y))
        out.append(
            steps + (_RMOVETO if letter == "M" else _RLINETO if letter == "L" else _RRCURVETO)
        )
        first = False
    if first:
        out.append(
            _number(0) + _HMOVETO
        )  # a place to stand on carries the width of a glyph without ink
    return b"".join(out) + _ENDCHAR, corners


def cubic(
    start: tuple[float, float], inner: tuple[float, float], end: tuple[float, float]
) -> list[tuple[float, float]]:
    """The same curve, said with two inner points instead of one: those two and the end."""
    first = start[0] + (inner[0] - start[0]) * 2 / 3, start[1] + (inner[1] - start[1]) * 2 / 3
    second = end[0] + (inner[0] - end[0]) * 2 / 3, end[1] + (inner[1] - end[1]) * 2 / 3
    return [first, second, end]


def _unit(value: float) -> int:
    return min(max(round(value * UNITS), -_FAR), _FAR)


def _number(value: int) -> bytes:
    """An integer as dictionaries and charstrings both say it."""
    if -107 <= value <= 107:
        return bytes([value + 139])
    if 108 <= value <= 1131:
        return bytes([(value - 108) // 256 + 247, (value - 108) % 256])
    if -1131 <= value <= -108:
        return bytes([(-value - 108) // 256 + 251, (-value - 108) % 256])
    return b"\x1c" + struct.pack(">h", min(max(value, -32768), 32767))


def _offset(value: int) -> bytes:
    return b"\x1d" + struct.pack(">i", value)


def _index(items: Sequence[bytes]) -> bytes:
    if not items:
        return b"\0\0"
    ends, at = [1], 1
    for item in items:
        at += len(item)
        ends.append(at)
    return (
        struct.pack(">HB", len(items), 4)
        + b"".join(struct.pack(">I", end) for end in ends)
        + b"".join(items)
    )
