"""Fonts that others made: read, and tried as a banner would use them, in a child process with limits
on time and memory.

A file may have the right tables and still hold a program that never ends, so the child also does
what is done with a font later: it draws every glyph, at the ends of its axes too, and shapes every
character that the font has. What does not end there within the limits, or ends the child, is no
font that can be used here. The same HarfBuzz does the same with it afterwards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from typing import Any, Final

import uharfbuzz as hb  # type: ignore[import-untyped]

from brandstudio.errors import PayloadTooLarge, StudioError, UnsupportedMediaType
from brandstudio.pixels.safely import Bounds, read_safely

from .faces import Axis, FontFace
from .font_check import MAX_BYTES, MAX_EXTENT, FaceInfo, FontInfo, check_font
from .raster import draw_picture

_MEMORY: Final = 768 << 20
_MEMORY_PER_BYTE: Final = 24
_SECONDS: Final = 8
_SECONDS_PER_MEGABYTE: Final = 1
_TRIED_SIZE: Final = 48.0
#: Faces with more glyphs are drawn at their default alone: one weight of CJK takes two seconds.
_MANY_GLYPHS: Final = 12_000
_OUTLINES: Final = ("glyf", "loca", "gvar", "CFF ", "CFF2", "COLR", "SVG ", "CBDT", "sbix")
_CHUNK: Final = 200
#: Glyphs that one character may become, on the average of a chunk; Indic scripts need four.
_MOST_GLYPHS: Final = 16


def take_font(data: bytes, *, max_bytes: int = MAX_BYTES) -> FontInfo:
    """As `font_check.check_font`, in a child process, and only of a font that can be drawn with.

    Raises `errors.PayloadTooLarge`, and `errors.UnsupportedMediaType` with the reason.
    """
    if len(data) > max_bytes:
        raise PayloadTooLarge(f"The font is larger than {max_bytes >> 20} MB.", maxBytes=max_bytes)
    bounds = Bounds(
        _MEMORY + _MEMORY_PER_BYTE * len(data),
        _SECONDS + _SECONDS_PER_MEGABYTE * (len(data) >> 20),
    )
    told, unpacked = read_safely(f"{__name__}:{rehearsed.__name__}", data, bounds, "font")
    try:
        return FontInfo(
            str(told["format"]),
            unpacked,
            hashlib.sha256(unpacked).hexdigest(),
            tuple(_face(one) for one in told["faces"]),
        )
    except (KeyError, TypeError, ValueError) as error:  # the child is not to be believed
        raise _refused("it could not be read") from error


def rehearsed(data: bytes) -> tuple[dict[str, object], bytes]:
    """What the child tells of a font, and the font unpacked."""
    info = check_font(data)
    drawn: set[int] = set()
    for told in info.faces:
        face = FontFace(info.data, told.index, sha256=info.sha256)
        outlines = hash(tuple(face.font().face.reference_table(tag).data for tag in _OUTLINES))
        if outlines not in drawn:  # faces of a collection share them
            drawn.add(outlines)
            _draw_all(face)
        _shape(face)
    faces = [asdict(face) for face in info.faces]
    return {"format": info.format, "faces": faces}, info.data


def _face(told: dict[str, Any]) -> FaceInfo:
    low, high = told["weight_range"]
    return FaceInfo(
        int(told["index"]),
        str(told["family"])[:200],
        (float(low), float(high)),
        tuple(
            Axis(str(a["tag"]), float(a["minimum"]), float(a["default"]), float(a["maximum"]))
            for a in told["axes"]
        ),
        bool(told["is_italic"]),
        bool(told["is_colour"]),
        int(told["glyphs"]),
        int(told["characters"]),
        tuple(str(name)[:40] for name in told["scripts"]),
    )


def _draw_all(face: FontFace) -> None:
    for variations in _settings(face):
        for glyph in range(face.glyph_count):
            _draw(face, variations, glyph)


def _settings(face: FontFace) -> Iterator[tuple[tuple[str, float], ...]]:
    """The ends of the axes that are ever set: weight and optical size."""
    yield ()
    if face.glyph_count <= _MANY_GLYPHS:
        yield from {face.variations(*ends) for ends in product((1, 1000), (1, 1000))} - {()}


def _draw(face: FontFace, variations: tuple[tuple[str, float], ...], glyph: int) -> None:
    font = face.font(variations)
    extents = font.get_glyph_extents(glyph)
    if extents is not None and max(map(abs, extents)) > MAX_EXTENT * face.upem:
        raise _refused(f"glyph {glyph} is larger than {MAX_EXTENT:.0f} em at an end of its axes")
    if face.is_colour:
        try:
            draw_picture(face, variations, glyph, _TRIED_SIZE)
        except StudioError as error:
            raise _refused(f"glyph {glyph} can't be drawn") from error
        return
    scale = _TRIED_SIZE / face.upem
    raster = hb.RasterDraw()
    raster.extents = hb.RasterExtents(-48, -48, 144, 144, 0)
    raster.transform = (scale, 0, 0, scale, 0, 0)
    raster.draw_glyph(font, glyph)
    raster.render()


def _shape(face: FontFace) -> None:
    font = face.font()
    characters = sorted(face.coverage)
    for start in range(0, len(characters), _CHUNK):
        buffer = hb.Buffer()
        buffer.add_codepoints(characters[start : start + _CHUNK])
        buffer.guess_segment_properties()
        hb.shape(font, buffer)
        if len(buffer.glyph_infos) > _MOST_GLYPHS * _CHUNK:
            raise _refused("its substitutions multiply what is written")


def _refused(reason: str) -> UnsupportedMediaType:
    return UnsupportedMediaType(
        f"This is not a font that can be used here: {reason}.", reason=reason
    )
