"""Set text as vector outlines, for exports that shall not depend on a font at the reader's side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .apart import ApartFace, Command
from .bounded import Bounded
from .faces import FontFace
from .raster import draw_picture
from .setting import Line, Paragraph

_SHARPNESS = 4.0  # a picture in a vector export is drawn this many times larger than it is shown


@dataclass(frozen=True)
class GlyphOutline:
    """A cluster's glyph as SVG path data: px, y down, in the coordinates of the paragraph's box."""

    path: str
    start: int
    """The code point offset in the paragraph's text."""
    run: int = 0
    """Which run of rich words it is of, counted from 1; 0 for none."""


@dataclass(frozen=True)
class GlyphPicture:
    """A colour glyph, with its gradients and layers, as straight RGBA (uint8), and where it is
    shown (px).
    """

    rgba: NDArray[np.uint8]
    x: float
    y: float
    width: float
    height: float
    start: int


_PATHS: Bounded[tuple[object, ...], tuple[Command, ...]] = Bounded(
    200_000, lambda commands: len(commands) + 1
)


class _Pen:
    """Collects what HarfBuzz draws, in em units, y up (the pen protocol of fontTools)."""

    def __init__(self, unit: float) -> None:
        self.commands: list[Command] = []
        self._unit = unit

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        self.commands.append(
            (letter, tuple(value * self._unit for point in points for value in point))
        )

    def moveTo(self, point: tuple[float, float]) -> None:
        self._add("M", point)

    def lineTo(self, point: tuple[float, float]) -> None:
        self._add("L", point)

    def curveTo(self, *points: tuple[float, float]) -> None:
        self._add("C", *points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        self._add("Q", *points)

    def closePath(self) -> None:
        self._add("Z")

    def endPath(self) -> None:
        """An open contour needs no mark."""


def outlines(drawn: Paragraph | Line) -> tuple[GlyphOutline | GlyphPicture, ...]:
    """Every inked glyph in reading order of lines and visual order within, placed as ``paint``
    places it.

    Overlapping contours are to be filled by the nonzero rule.
    """
    lines = drawn.lines if isinstance(drawn, Paragraph) else (drawn,)
    out: list[GlyphOutline | GlyphPicture] = []
    for line in lines:
        for run in line.runs:
            face = run.font
            pen = line.x + run.x
            for glyph in run.glyphs:
                x, y = pen + glyph.x_offset, line.baseline - glyph.y_offset
                if face.is_colour:
                    patch = draw_picture(face, run.variations, glyph.gid, run.size * _SHARPNESS)
                    if patch.rgba.size:
                        k = 1 / _SHARPNESS
                        height, width = patch.rgba.shape[0] * k, patch.rgba.shape[1] * k
                        straight = _straight(patch.rgba)
                        out.append(
                            GlyphPicture(
                                straight,
                                x + patch.x * k,
                                y + patch.y * k,
                                width,
                                height,
                                glyph.cluster,
                            )
                        )
                else:
                    commands = commands_of(face, run.variations, glyph.gid)
                    if commands:
                        path = _path(commands, x, y, run.size)
                        out.append(GlyphOutline(path, glyph.cluster, run.run))
                pen += glyph.x_advance
    return tuple(out)


def commands_of(
    face: FontFace, variations: tuple[tuple[str, float], ...], gid: int
) -> tuple[Command, ...]:
    """A glyph's contours as path commands (M, L, Q, C, Z): em, y up."""
    key = (face.key, variations, gid)
    held = _PATHS.get(key)
    if held is None:
        if isinstance(face, ApartFace):
            found = face.path(variations, gid)
        else:
            found = contours(face, variations, gid)
        held = _PATHS.put(key, found)
    return held


def contours(
    face: FontFace, variations: tuple[tuple[str, float], ...], gid: int
) -> tuple[Command, ...]:
    """As `commands_of`, drawn now."""
    pen = _Pen(1 / face.upem)
    draw: Callable[[int, Any], None] = face.font(variations).draw_glyph_with_pen
    draw(gid, pen)
    return tuple(pen.commands)


def _path(commands: tuple[Command, ...], x: float, y: float, size: float) -> str:
    parts = []
    for letter, values in commands:
        points = (
            f"{_number(x + values[i] * size)} {_number(y - values[i + 1] * size)}"
            for i in range(0, len(values), 2)
        )
        parts.append(letter + " ".join(points))
    return "".join(parts)


def _number(value: float) -> str:
    """Three decimals, without a tail of zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _straight(premultiplied: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Premultiplied to straight alpha, as picture formats want it."""
    alpha = premultiplied[..., 3:].astype(np.uint16)
    colour = premultiplied[..., :3].astype(np.uint16) * 255 + alpha // 2
    out = premultiplied.copy()
    out[..., :3] = np.minimum(colour // np.maximum(alpha, 1), 255)
    return out
