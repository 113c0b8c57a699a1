"""Glyphs as pixels and as outlines. Baselines are put on whole pixels, the pen keeps its fraction
of a pixel.

Coverage is mixed in encoded sRGB, not in linear light: that is how browsers and design tools draw
text, and the weight that a designer sees there is the weight that is drawn here. Where coverage is
full the pixel is exactly the text colour, so the contrast proof does not depend on this choice.
Masks are kept in a bounded cache, shared by threads.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import uharfbuzz as hb  # type: ignore[import-untyped]
from numpy.typing import NDArray
from PIL import Image

from brandstudio.errors import ValidationError

from .apart import ApartFace, drawn_apart
from .bounded import Bounded
from .emphasis import coloured
from .faces import FontFace
from .setting import Line, Paragraph
from .shape import GlyphRun

Colour = tuple[int, int, int]
Alpha = NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""Left, bottom, width and height in px, y up."""

__all__ = ["ColourPatch", "TextMask", "draw_picture", "mask", "paint"]


@dataclass(frozen=True)
class ColourPatch:
    """A picture of colour glyphs: premultiplied RGBA, uint8, H x W x 4, at ``x``, ``y`` (whole
    px).
    """

    rgba: NDArray[np.uint8]
    x: int
    y: int


@dataclass(frozen=True)
class TextMask:
    """Coverage of text: uint8, H x W, whose top left pixel is at ``x``, ``y`` (whole px).

    ``alpha`` is what takes the text's colour; emoji stand in ``patches`` with colours of their own.
    """

    alpha: Alpha
    x: int
    y: int
    patches: tuple[ColourPatch, ...] = ()

    def moved(self, dx: int, dy: int) -> TextMask:
        """The same mask elsewhere; the pixels are shared."""
        patches = tuple(replace(p, x=p.x + dx, y=p.y + dy) for p in self.patches)
        return TextMask(self.alpha, self.x + dx, self.y + dy, patches)


_EMPTY = np.zeros((0, 0), np.uint8)
_EMPTY.flags.writeable = False
_NO_PICTURE = ColourPatch(np.zeros((0, 0, 4), np.uint8), 0, 0)
_MAX_PIXELS = 100_000_000  # of one line's mask; a hostile font may claim any size for its glyphs

# 8 MB of line masks and 16 MB of emoji: what one banner needs several times, in all its sizes. Ten
# thousand rows with words of their own fill any cache, and gain nothing by a larger one.
_MASKS: Bounded[tuple[object, ...], TextMask] = Bounded(
    8 << 20, lambda m: m.alpha.nbytes + sum(p.rgba.nbytes for p in m.patches) + 256
)
_EMOJI: Bounded[tuple[object, ...], ColourPatch] = Bounded(
    16 << 20, lambda patch: patch.rgba.nbytes + 256
)


def mask(drawn: Paragraph | Line, x: float = 0.0, y: float = 0.0) -> TextMask:
    """The coverage of a paragraph or of one of its lines, with the paragraph's box at ``x``, ``y``
    (px).

    A paragraph's mask holds all its lines; where ink of two lines overlaps, the greater coverage
    counts.
    """
    if isinstance(drawn, Line):
        return _line_mask(drawn, x, y)
    masks = [_line_mask(line, x, y) for line in drawn.lines]
    inked = [m for m in masks if m.alpha.size]
    patches = tuple(patch for m in masks for patch in m.patches)
    if len(inked) == 1:
        return TextMask(inked[0].alpha, inked[0].x, inked[0].y, patches)
    if not inked:
        return TextMask(_EMPTY, 0, 0, patches)
    left, top = min(m.x for m in inked), min(m.y for m in inked)
    right = max(m.x + m.alpha.shape[1] for m in inked)
    bottom = max(m.y + m.alpha.shape[0] for m in inked)
    alpha = np.zeros((bottom - top, right - left), np.uint8)
    for m in inked:
        height, width = m.alpha.shape
        part = alpha[m.y - top : m.y - top + height, m.x - left : m.x - left + width]
        np.maximum(part, m.alpha, out=part)
    return TextMask(alpha, left, top, patches)


def paint(
    canvas: NDArray[np.uint8] | Image.Image,
    drawn: Paragraph | Line,
    x: float,
    y: float,
    colour: Colour,
    inks: Sequence[Colour | None] = (),
) -> None:
    """Draw on an RGB canvas (uint8 H x W x 3, or a Pillow RGB image), in place.

    What lies outside the canvas is left out. ``x``, ``y`` is the top left corner of the paragraph's
    box, px. ``inks`` are the colours of its runs, None for the paragraph's.
    """
    if not isinstance(canvas, Image.Image) and (
        canvas.dtype != np.uint8 or canvas.ndim != 3 or canvas.shape[2] != 3
    ):
        raise ValueError("the canvas must be uint8, height x width x 3")
    lines = drawn.lines if isinstance(drawn, Paragraph) else (drawn,)
    for part, ink in (found for line in lines for found in coloured(line, colour, inks)):
        made = _line_mask(part, x, y)
        if made.alpha.size:
            if isinstance(canvas, Image.Image):
                canvas.paste(ink, (made.x, made.y), Image.fromarray(made.alpha))
            else:
                _blend(canvas, made.alpha, made.x, made.y, ink)
        for patch in made.patches:
            _blend_patch(canvas, patch)


def _blend(canvas: NDArray[np.uint8], alpha: Alpha, x: int, y: int, colour: Colour) -> None:
    height, width = canvas.shape[:2]
    x0, y0, x1, y1 = (
        max(x, 0),
        max(y, 0),
        min(x + alpha.shape[1], width),
        min(y + alpha.shape[0], height),
    )
    if x1 <= x0 or y1 <= y0:
        return
    # Pillow mixes in exactly rounded integers, faster than numpy; both kinds of canvas get the same
    # bytes.
    part = Image.fromarray(canvas[y0:y1, x0:x1])
    part.paste(colour, (0, 0), Image.fromarray(alpha[y0 - y : y1 - y, x0 - x : x1 - x]))
    canvas[y0:y1, x0:x1] = np.asarray(part)


def _blend_patch(canvas: NDArray[np.uint8] | Image.Image, patch: ColourPatch) -> None:
    width, height = (
        canvas.size if isinstance(canvas, Image.Image) else (canvas.shape[1], canvas.shape[0])
    )
    x0, y0 = max(patch.x, 0), max(patch.y, 0)
    x1, y1 = min(patch.x + patch.rgba.shape[1], width), min(patch.y + patch.rgba.shape[0], height)
    if x1 <= x0 or y1 <= y0:
        return
    over = patch.rgba[y0 - patch.y : y1 - patch.y, x0 - patch.x : x1 - patch.x].astype(np.uint16)
    if isinstance(canvas, Image.Image):
        under = np.asarray(canvas.crop((x0, y0, x1, y1)))
        canvas.paste(Image.fromarray(_over(under, over)), (x0, y0))
    else:
        canvas[y0:y1, x0:x1] = _over(canvas[y0:y1, x0:x1], over)


def _over(under: NDArray[np.uint8], premultiplied: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Porter and Duff's source over destination, for a premultiplied source."""
    kept = under * (255 - premultiplied[..., 3:]) + 127
    mixed = ((kept + 1 + (kept >> 8)) >> 8) + premultiplied[..., :3]
    out: NDArray[np.uint8] = np.minimum(mixed, 255).astype(np.uint8)
    return out


def _line_mask(line: Line, x: float, y: float) -> TextMask:
    """The mask of a line, drawn once per 64th of a pixel that the pen starts at."""
    pen = line.x + x
    whole = math.floor(pen)
    fraction = round((pen - whole) * 64) / 64
    baseline = round(line.baseline + y)
    key = (line.runs, fraction)
    held = _MASKS.get(key)
    if held is None:
        ink = line.ink
        if (ink.right - ink.left + 2) * (ink.bottom - ink.top + 2) > _MAX_PIXELS:
            raise ValidationError("A line of text is too large to draw; use a smaller size.")
        draw = (
            draw_apart if any(isinstance(run.font, ApartFace) for run in line.runs) else draw_line
        )
        held = _MASKS.put(key, draw(line.runs, _bounds(line), fraction))
    return held.moved(whole, baseline)


def draw_apart(runs: Sequence[GlyphRun], bounds: Box, fraction: float) -> TextMask:
    """As `draw_line`, in the child process that has the fonts of others."""
    fonts = {run.spec: run.font for run in runs}
    specs = list(fonts)
    told = [
        [specs.index(run.spec), run.variations, run.size, run.level, run.script, run.x, run.glyphs]
        for run in runs
    ]
    alpha, *patches = drawn_apart(fonts, told, bounds, fraction)
    made = tuple(ColourPatch(pixels, x, y) for pixels, x, y in patches)
    return TextMask(alpha[0][..., 0], alpha[1], alpha[2], made)


def draw_line(runs: Sequence[GlyphRun], bounds: Box, fraction: float) -> TextMask:
    """All runs of a line with the origin at ``fraction``, 0, as far as they lie in the bounds;
    overlapping outlines are united, not added.
    """
    raster = hb.RasterDraw()
    raster.extents = hb.RasterExtents(*bounds, 0)
    patches: list[ColourPatch] = []
    inked = False
    for run in runs:
        face = run.font
        font = face.font(run.variations)
        scale = run.size / face.upem
        pen = fraction + run.x
        for gid, _, advance, dx, dy in run.glyphs:
            if face.is_colour:
                patches += _emoji(run, gid, pen + dx, dy)
            else:
                raster.transform = (scale, 0, 0, scale, pen + dx, dy)
                raster.draw_glyph(font, gid)
                inked = True
            pen += advance
    image = raster.render() if inked else None
    if image is None or not image.extents.width or not image.extents.height:
        return TextMask(_EMPTY, 0, 0, tuple(patches))
    alpha = _rows(image, 1)[..., 0]
    extents = image.extents
    return TextMask(alpha, extents.x_origin, -(extents.y_origin + extents.height), tuple(patches))


def _bounds(line: Line) -> Box:
    """The pixels that a line may touch, y up from its baseline. A glyph whose outline leaves the
    box that the font declares for it is cut off there: otherwise a hostile font could ask for any
    amount of memory.
    """
    ink = line.ink
    room = 2 + 0.04 * max((run.size for run in line.runs), default=0.0)
    left, right = ink.left - line.x - room, ink.right - line.x + room
    top, bottom = line.baseline - ink.top + room, line.baseline - ink.bottom - room
    x, y = math.floor(left), math.floor(bottom)
    return x, y, math.ceil(right) - x + 1, math.ceil(top) - y + 1


def _rows(image: Any, channels: int) -> NDArray[np.uint8]:
    """A HarfBuzz picture (rows from the bottom up, padded) as a read-only array, H x W x channels,
    top row first.
    """
    extents = image.extents
    flat = np.frombuffer(image.buffer, np.uint8)[: extents.stride * extents.height]
    rows = flat.reshape(extents.height, extents.stride)[::-1, : extents.width * channels]
    out = np.ascontiguousarray(rows).reshape(extents.height, extents.width, channels)
    out.flags.writeable = False
    return out


def _emoji(run: GlyphRun, gid: int, x: float, dy: float) -> list[ColourPatch]:
    """A colour glyph on whole pixels: a picture gains nothing from fractions, and stays sharp and
    cached.
    """
    held = draw_picture(run.font, run.variations, gid, run.size)
    if not held.rgba.size:
        return []
    return [replace(held, x=held.x + round(x), y=held.y - round(dy))]


def draw_picture(
    face: FontFace, variations: tuple[tuple[str, float], ...], gid: int, size: float
) -> ColourPatch:
    """A colour glyph at a size (px), its origin at 0, 0; without pixels if it has no ink."""
    key = (face.key, variations, gid, size)
    held = _EMOJI.get(key)
    if held is None:
        if isinstance(face, ApartFace):
            found = ColourPatch(*face.picture(variations, gid, size))
        else:
            found = picture(face, variations, gid, size)
        held = _EMOJI.put(key, found)
    return held


def picture(
    face: FontFace, variations: tuple[tuple[str, float], ...], gid: int, size: float
) -> ColourPatch:
    """As `draw_picture`, drawn now."""
    font = face.font(variations)
    scale = size / face.upem
    extents = font.get_glyph_extents(gid)
    if extents is None or not extents.width:
        return _NO_PICTURE
    if abs(extents.width * scale) * abs(extents.height * scale) > _MAX_PIXELS:
        raise ValidationError("A colour glyph is too large to draw.")
    raster = hb.RasterPaint()
    raster.transform = (scale, 0, 0, scale, 0, 0)
    raster.set_glyph_extents(extents)
    raster.paint_glyph(font, gid)
    image = raster.render()
    if image is None or not image.extents.width or not image.extents.height:
        return _NO_PICTURE
    rgba = _rows(image, 4)[..., [2, 1, 0, 3]]
    rgba.flags.writeable = False
    return ColourPatch(
        rgba, image.extents.x_origin, -(image.extents.y_origin + image.extents.height)
    )
