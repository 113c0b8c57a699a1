"""A text measured once per font setting: words, break opportunities and running advances in em,
free of any size.

Everything that depends only on text, fonts, weight, language and direction is here and kept
(bounded); layout at a size multiplies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from brandstudio.models.markup import Runs

from .bidi import base_level, levels
from .bounded import Bounded
from .breaks import NEWLINES, Break, guess_language, hard_lines, line_breaks
from .faces import Features, FontSpec, FontStack, Variations, face_of
from .rich import around, itemise_rich
from .shape import Item, Shaped, shape_word

#: The part of the white between its nearer letters that tracking may take.
_TAKEN = 0.4
# Scripts whose letters stand apart, so that tracking may change; others are joined or set solid.
_TRACKED = frozenset({"Latn", "Grek", "Cyrl", "Armn", "Geor", "Hebr", "Cher"})


class Word(NamedTuple):
    """A word or a stretch of spaces of one item, shaped."""

    start: int
    end: int
    spec: FontSpec
    variations: Variations
    script: str
    level: int
    shaped: Shaped
    is_space: bool
    run: int = 0


@dataclass(frozen=True)
class HardLine:
    """One line of the writer's own, measured. Offsets count from the text's start."""

    start: int
    end: int
    words: tuple[Word, ...]
    breaks: tuple[Break, ...]
    advance: tuple[float, ...]
    """``advance[i]`` is the em width of everything before ``start + i``."""
    tracked: tuple[int, ...]
    """``tracked[i]`` counts the clusters before ``start + i`` that take tracking."""
    hyphen: float
    """The em width of a hyphen in that of the line's fonts whose hyphen is the widest."""
    language: str = ""

    def width(self, start: int, end: int, tracking: float) -> float:
        """Em width of ``text[start:end]``, tracking between the clusters; the caller has trimmed
        the spaces.
        """
        a, b = start - self.start, end - self.start
        gaps = self.tracked[b] - self.tracked[a] - 1
        return self.advance[b] - self.advance[a] + (tracking * gaps if gaps > 0 else 0.0)

    @staticmethod
    def takes_tracking(word: Word) -> bool:
        """True if the word's letters stand apart, so that tracking may change."""
        return is_tracked(word.script, word.spec)


def is_tracked(script: str, spec: FontSpec) -> bool:
    """True for scripts of separate letters in a text face; joined scripts, ideographs and emoji
    keep their own.
    """
    return script in _TRACKED and not face_of(spec).is_colour


@dataclass(frozen=True)
class Measured:
    """A cleaned text (same length and offsets as the original), its base level and its hard
    lines.
    """

    text: str
    base: int
    language: str
    levels: tuple[int, ...]
    lines: tuple[HardLine, ...]
    features: Features

    @cached_property
    def closest(self) -> float:
        """How far tracking may go below 0 (em) before letters of these words meet: a part of the white
        that the font leaves between its nearer ones, which is little between heavy letters.
        """
        words = (w for line in self.lines for w in line.words if not w.is_space)
        whites = sorted(
            w for word in words if is_tracked(word.script, word.spec) for w in _whites(word)
        )
        return -_TAKEN * whites[len(whites) // 4] if whites else 0.0

    def shape_piece(self, start: int, end: int, word: Word) -> Shaped:
        """Shape a part of a word anew, where a line ends inside it."""
        return shape_word(
            self.text[start:end],
            word.spec,
            word.variations,
            word.script,
            word.level,
            self.language,
            self.features,
        )


def _whites(word: Word) -> Iterator[float]:
    """The white between the boxes of neighbouring letters (em), where they leave any: kerned ones
    and diagonals reach into each other's.
    """
    face, pen, edge = face_of(word.spec), 0.0, None
    for glyph in word.shaped.glyphs:
        ink = face.extents(word.variations, glyph.gid)
        if ink is not None and ink.width and glyph.x_advance > 0:
            left = pen + glyph.x_offset + ink.x_bearing / face.upem
            if edge is not None and left > edge:
                yield left - edge
            edge = left + ink.width / face.upem
        pen += glyph.x_advance


_MEASURED: Bounded[tuple[object, ...], Measured] = Bounded(
    16_000, lambda measured: len(measured.text) + 16
)


def clean(text: str) -> str:
    """The text as it is set, of the same length: tabs and other controls as spaces, lone surrogates
    as U+FFFD.
    """
    if text.isprintable():
        return text
    return "".join(_clean_character(c) for c in text)


def _clean_character(character: str) -> str:
    if character in NEWLINES:
        return character
    codepoint = ord(character)
    if codepoint < 32 or 0x7F <= codepoint < 0xA0:
        return " "
    return "\ufffd" if 0xD800 <= codepoint <= 0xDFFF else character


def measure(
    text: str,
    stack: FontStack,
    weight: float,
    optical: float,
    language: str,
    features: Features,
    direction: str | None,
    runs: Runs = (),
) -> Measured:
    """Measure ``text`` for fonts at a weight and an optical size (px). ``direction`` is ``ltr``,
    ``rtl`` or None.
    """
    key = (text, stack, weight, optical, language, features, direction, runs)
    held = _MEASURED.get(key)
    if held is not None:
        return held
    cleaned = clean(text)
    base = base_level(cleaned) if direction is None else int(direction == "rtl")
    spoken = language or guess_language(cleaned)
    all_levels: list[int] = [base] * len(cleaned)
    lines = []
    for start, end in hard_lines(cleaned):
        part = cleaned[start:end]
        part_levels = levels(part, base)
        all_levels[start:end] = part_levels
        items = itemise_rich(part, part_levels, stack, weight, optical, runs, start)
        lines.append(_measure_line(part, start, items, spoken, features))
    measured = Measured(cleaned, base, spoken, tuple(all_levels), tuple(lines), features)
    return _MEASURED.put(key, measured)


def _measure_line(
    part: str, start: int, items: list[Item], language: str, features: Features
) -> HardLine:
    words: list[Word] = []
    widths = [0.0] * len(part)
    clusters = [0] * len(part)
    rich = any(item.run for item in items)
    for item in items:
        tracks = is_tracked(item.script, item.spec)
        for a, b, is_space in _words_of(part, item):
            shaped = shape_word(
                part[a:b], item.spec, item.variations, item.script, item.level, language, features,
                around(part, item, a, b) if rich else ("", ""),
            )  # fmt: skip
            words.append(
                Word(
                    start + a,
                    start + b,
                    item.spec,
                    item.variations,
                    item.script,
                    item.level,
                    shaped,
                    is_space,
                    item.run,
                )
            )
            for glyph in shaped.glyphs:
                widths[a + glyph.cluster] += glyph.x_advance
                clusters[a + glyph.cluster] += tracks and glyph.x_advance > 0
    # A hyphen is set in the font of the word that it breaks, and one of a Japanese font is a full
    # em wide.
    fonts = {(word.spec, word.variations, word.script): word for word in words}
    hyphen = max(
        (hyphen_word(word, 0, language, features).shaped.advance for word in fonts.values()),
        default=0.0,
    )
    found = line_breaks(part, language) if part else ()
    shifted = (
        tuple(Break(b.offset + start, b.tier, b.cost, b.hyphen) for b in found) if start else found
    )
    return HardLine(
        start,
        start + len(part),
        tuple(words),
        shifted,
        tuple(accumulate(widths, initial=0.0)),
        tuple(accumulate(clusters, initial=0)),
        hyphen,
        language,
    )


def _words_of(part: str, item: Item) -> Iterator[tuple[int, int, bool]]:
    """Cut an item at spaces: (start, end, whether it is spaces)."""
    at = item.start
    while at < item.end:
        is_space = part[at] == " "
        end = at + 1
        while end < item.end and (part[end] == " ") == is_space:
            end += 1
        yield at, end, is_space
        at = end


def hyphen_word(word: Word, offset: int, language: str, features: Features) -> Word:
    """The hyphen shown where ``word`` is broken, in the same font; it stands for no character of
    the text.
    """
    sign = "\u2010" if 0x2010 in face_of(word.spec).coverage else "-"
    shaped = shape_word(
        sign, word.spec, word.variations, word.script, word.level, language, features
    )
    return word._replace(start=offset, end=offset, shaped=shaped, is_space=False)


def optical_size(stack: FontStack, size: float) -> float:
    """The size that the first font's optical axis is set to; 0 where it has none, so that one
    measure serves all.
    """
    values = dict(face_of(stack.faces[0]).variations(400, size))
    return values.get("opsz", 0.0)
