"""From characters to positioned glyphs: itemise by script, font and level, then shape each word
with HarfBuzz.

Words are shaped once in font units and kept (bounded), so that trying another size or line length
costs a multiplication. A word here is what stands between spaces; kerning and ligatures never reach
across a space.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import uharfbuzz as hb  # type: ignore[import-untyped]

from .apart import ApartFace, Asked
from .bounded import Bounded
from .breaks import graphemes
from .characters import script_of
from .faces import Features, FontFace, FontSpec, FontStack, Variations, face_of

# Below the combining marks every character is a cluster, Latin or common, and none is an emoji by
# itself.
_PAST_LATIN = "\u0300"


class Glyph(NamedTuple):
    """A glyph of a run: its id, the code point offset it stands for, and its measures (px in a
    GlyphRun, y up).
    """

    gid: int
    cluster: int
    x_advance: float
    x_offset: float
    y_offset: float


class Item(NamedTuple):
    """A stretch of text with one font, one script and one level."""

    start: int
    end: int
    spec: FontSpec
    variations: Variations
    script: str
    level: int
    run: int = 0
    """Which run of rich words it is of, counted from 1; 0 for none."""


class Shaped(NamedTuple):
    """A shaped word in em units: glyphs in visual order, clusters counted from the word's start."""

    glyphs: tuple[Glyph, ...]
    advance: float
    left: float
    right: float
    top: float
    bottom: float
    """Ink bounds in em, y up, relative to the word's origin; all 0 where there is no ink."""


class GlyphRun(NamedTuple):
    """Glyphs of one font, size and level, placed in a line; ``x`` (px) is where the pen starts,
    from the line's origin.

    ``start`` and ``end`` are code point offsets in the paragraph's text. ``variations`` are the
    font's axis settings.
    """

    spec: FontSpec
    variations: Variations
    size: float
    level: int
    script: str
    glyphs: tuple[Glyph, ...]
    start: int
    end: int
    x: float
    width: float
    run: int = 0
    """Which run of rich words it is of, counted from 1; 0 for none."""

    @property
    def font(self) -> FontFace:
        """The face that the glyph ids belong to."""
        return face_of(self.spec)


_WORDS: Bounded[tuple[object, ...], Shaped] = Bounded(12_000, lambda shaped: len(shaped.glyphs) + 1)


def scripts_of(text: str) -> list[str]:
    """One ISO 15924 code per character; Common and Inherited take the script before, at the start
    the one after.
    """
    found: list[str] = []
    current = ""
    for character in text:
        current = script_of(ord(character)) or current
        found.append(current)
    first = next((script for script in found if script), "Latn")
    return [script or first for script in found]


def itemise(
    text: str,
    levels: Sequence[int],
    stack: FontStack,
    weight: float,
    optical: float,
    *,
    italic: bool = False,
) -> list[Item]:
    """Cut a hard line into items. A cluster is never cut; a space stays with the font before it."""
    first = None if italic else _one_item(text, levels, stack, weight, optical)
    if first is not None:
        return [first]
    scripts = scripts_of(text)
    bounds = graphemes(text)
    items: list[Item] = []
    for start, end in pairwise(bounds):
        cluster = text[start:end]
        last = items[-1] if items else None
        if cluster.isspace() and last is not None and not face_of(last.spec).is_colour:
            spec = last.spec
        else:
            spec = stack.spec_for(cluster, weight) or stack.nearest(cluster, weight)
            spec = stack.slanted(spec, cluster, weight) if italic else spec
        script, level = scripts[start], levels[start]
        if last is not None and last.spec == spec and last.script == script and last.level == level:
            items[-1] = last._replace(end=end)
        else:
            items.append(
                Item(start, end, spec, face_of(spec).variations(weight, optical), script, level)
            )
    return items


def _one_item(
    text: str, levels: Sequence[int], stack: FontStack, weight: float, optical: float
) -> Item | None:
    """The whole line as one item, if it is plain Latin of one level that the first font has: what
    most words are.
    """
    if not text or max(text) >= _PAST_LATIN or any(level != levels[0] for level in levels):
        return None
    spec = stack.first(weight)
    if not face_of(spec).covers(text):
        return None
    return Item(0, len(text), spec, face_of(spec).variations(weight, optical), "Latn", levels[0])


def shape_word(
    word: str,
    spec: FontSpec,
    variations: Variations,
    script: str,
    level: int,
    language: str,
    features: Features,
    around: tuple[str, str] = ("", ""),
) -> Shaped:
    """Shape one word of one item; right-to-left words come out in visual order like all others.
    ``around`` are the letters before and after where a run ends inside a word: joined scripts stay
    joined there.
    """
    rtl = level & 1
    key = (word, spec.sha256, spec.index, variations, script, rtl, language, features, around)
    held = _WORDS.get(key)
    if held is not None:
        return held
    face = face_of(spec)
    asked = Asked(word, variations, script, rtl, language, features, around)
    if isinstance(face, ApartFace):
        placed, measures = face.shaped(asked)
        shaped = Shaped(tuple(Glyph(*glyph) for glyph in placed), *measures)
    else:
        shaped = shape(face, asked)
    return _WORDS.put(key, shaped) if len(word) <= 64 else shaped


def shape(face: FontFace, asked: Asked) -> Shaped:
    """What the font makes of a word, now."""
    word, variations, script, rtl, language, features, around = asked
    font = face.font(variations)
    buffer = hb.Buffer()
    before, after = around
    buffer.add_codepoints([ord(c) for c in before + word + after], len(before), len(word))
    buffer.direction = "rtl" if rtl else "ltr"
    buffer.script = script
    if language:
        buffer.language = language
    hb.shape(font, buffer, {"kern": True, "liga": True, **dict(features)})
    unit = 1 / face.upem
    glyphs = []
    pen = 0
    left = bottom = 1e9
    right = top = -1e9
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        dx, dy, advance, _ = position.position
        gid = info.codepoint
        glyphs.append(Glyph(gid, info.cluster - len(before), advance * unit, dx * unit, dy * unit))
        extents = font.get_glyph_extents(gid)
        if extents is not None and extents.width:
            edge = pen + dx + extents.x_bearing
            left, right = min(left, edge), max(right, edge + extents.width)
            upper = dy + extents.y_bearing
            top, bottom = max(top, upper), min(bottom, upper + extents.height)
        pen += advance
    if right < left:
        left = right = top = bottom = 0
    return Shaped(tuple(glyphs), pen * unit, left * unit, right * unit, top * unit, bottom * unit)
