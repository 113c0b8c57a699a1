"""What the child process of `apart` does with a font of others: what this process does with its own.

It keeps the faces that it was given for as long as they are used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final, cast

import numpy as np

from .apart import Asked
from .faces import FontSpec, Variations, face_of
from .outline import contours
from .raster import Box, ColourPatch, draw_line, picture
from .shape import Glyph, GlyphRun, shape
from .subset import cut

Answer = tuple[dict[str, object], bytes]
OfGlyph = tuple[Variations, int]
Run = tuple[int, Variations, float, int, str, float, list[tuple[int, int, float, float, float]]]
"""Which font, its settings, size, level, script, where it stands, and its glyphs."""
#: A file of the child's is never empty.
_NOTHING: Final = b"\0\0\0\0"


class _Lacking(Exception):
    """A font that was not given yet."""


def answered(data: bytes) -> Answer:
    """The answer to a request, or that a font is lacking for it."""
    end = 4 + int.from_bytes(data[:4], "big")
    head = json.loads(data[4:end])
    sent: dict[str, bytes] = {}
    for sha256, length in head["sent"]:
        sent[sha256] = data[end : end + length]
        end += length

    def read(sha256: str) -> bytes:
        if sha256 not in sent:
            raise _Lacking
        return sent[sha256]

    specs = [
        FontSpec("", sha256, lambda of=sha256: read(of), index)  # type: ignore[misc]
        for sha256, index in head["fonts"]
    ]
    try:
        for spec in specs:
            face_of(spec)
    except _Lacking:
        return {"lacks": True}, _NOTHING
    return _DONE[head["do"]](specs, head["arguments"])


def _open(specs: Sequence[FontSpec], arguments: object) -> Answer:
    face = face_of(specs[0])
    told = {
        "upem": face.upem,
        "glyphs": face.glyph_count,
        "axes": [[a.tag, a.minimum, a.default, a.maximum] for a in face.axes],
        "colour": face.is_colour,
        "italic": face.is_italic,
        "ascender": face.ascender,
        "descender": face.descender,
        "capHeight": face.cap_height,
        "xHeight": face.x_height,
        "weight": face._default_weight,
        "embedding": face.embedding,
        "family": face.family,
        "postscriptName": face.postscript_name,
    }
    return told, _NOTHING + np.array(sorted(face.coverage), "<u4").tobytes()


def _word(specs: Sequence[FontSpec], arguments: object) -> Answer:
    asked = Asked(*cast("Asked", arguments))
    variations = _settings(asked.variations)
    made = shape(face_of(specs[0]), asked._replace(variations=variations))
    return {"glyphs": made.glyphs, "ink": made[1:]}, _NOTHING


def _glyph(specs: Sequence[FontSpec], arguments: object) -> Answer:
    told_settings, gid = cast("OfGlyph", arguments)
    face, variations = face_of(specs[0]), _settings(told_settings)
    told: dict[str, object] = {
        "extents": face.extents(variations, gid),
        "advance": face.advance(variations, gid),
    }
    return told, _NOTHING


def _path(specs: Sequence[FontSpec], arguments: object) -> Answer:
    variations, gid = cast("OfGlyph", arguments)
    found = contours(face_of(specs[0]), _settings(variations), gid)
    return {}, json.dumps(found).encode()


def _picture(specs: Sequence[FontSpec], arguments: object) -> Answer:
    variations, gid, size = cast("tuple[Variations, int, float]", arguments)
    return _packed([picture(face_of(specs[0]), _settings(variations), gid, size)])


def _line(specs: Sequence[FontSpec], arguments: object) -> Answer:
    told, bounds, fraction = cast("tuple[list[Run], Box, float]", arguments)
    runs = [
        GlyphRun(
            specs[number],
            _settings(variations),
            size,
            level,
            script,
            tuple(Glyph(*glyph) for glyph in glyphs),
            0,
            0,
            x,
            0.0,
        )
        for number, variations, size, level, script, x, glyphs in told
    ]
    made = draw_line(runs, bounds, fraction)
    return _packed([ColourPatch(made.alpha[..., None], made.x, made.y), *made.patches])


def _subset(specs: Sequence[FontSpec], arguments: object) -> Answer:
    variations, wanted, features = cast("tuple[Variations, list[int], list[str]]", arguments)
    data = cut(face_of(specs[0]), _settings(variations), wanted, features)
    return {"usable": data is not None}, data or _NOTHING


def _settings(told: Variations) -> Variations:
    """As keys of what is kept: JSON knows lists alone."""
    return tuple((tag, value) for tag, value in told)


def _packed(pictures: Sequence[ColourPatch]) -> Answer:
    told = [[*one.rgba.shape, one.x, one.y] for one in pictures]
    return {"pictures": told}, b"".join(one.rgba.tobytes() for one in pictures) + _NOTHING


_DONE: Final[dict[str, Callable[[Sequence[FontSpec], object], Answer]]] = {
    "open": _open,
    "word": _word,
    "glyph": _glyph,
    "path": _path,
    "picture": _picture,
    "line": _line,
    "subset": _subset,
}
