"""Words in a box: lines of equal length, on baselines, every glyph placed. Units are px, y down
from the box's top.

``layout`` sets a text at one size, ``fit`` at the largest for a box; ``paint.py`` draws, and PDF
and SVG take the same runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from brandstudio.models.markup import Runs

from .bidi import visual_order
from .bounded import Bounded
from .faces import Features, FontStack, face_of
from .linefit import Piece, as_stored, break_line
from .measure import HardLine, Measured, Word, hyphen_word, measure, optical_size
from .optical import hanging, protrusion
from .shape import Glyph, GlyphRun
from .spacing import auto_leading, auto_tracking, step_of

_LEAST = 1e-3  # em; a box without width still gets its words, one cluster to a line

Align = Literal["start", "center", "end"]
Direction = Literal["ltr", "rtl"]

__all__ = ["Align", "Direction", "Ink", "Line", "Paragraph", "TextStyle", "layout"]


@dataclass(frozen=True)
class TextStyle:
    """How a text is set: size in px, tracking and leading in em, None to follow size and script."""

    stack: FontStack
    size: float
    weight: float = 400
    tracking: float | None = None
    leading: float | None = None
    align: Align = "start"
    language: str | None = None
    hanging_punctuation: bool = True
    features: Features = ()
    """OpenType features beyond kerning and standard ligatures, as (tag, value)."""
    runs: Runs = ()
    """Characters that are set bold or italic, or painted in a colour of their own."""
    calm: bool = True
    """A line less is taken for a tenth of the size; of words that are the picture, none is."""
    spare: int = 0
    """Lines beyond the fewest that hold the words, for each line that the writer ended."""


class Ink(NamedTuple):
    """A rectangle that holds all ink, px."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def is_empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top


@dataclass(frozen=True)
class Line:
    """One set line. ``start`` and ``end`` are code point offsets in the text given to
    ``layout``.
    """

    text: str
    start: int
    end: int
    x: float
    """Where the pen starts; below 0 where a letter's own white or a hanging quote stands outside
    the box.
    """
    baseline: float
    width: float
    """Advance width without spaces at the end."""
    hang: float
    """How much of ``width`` hangs outside the box, px."""
    ink: Ink
    runs: tuple[GlyphRun, ...]
    """In visual order, left to right; each run's ``x`` counts from the line's ``x``."""
    ascent: float
    descent: float
    hyphenated: bool = False


@dataclass(frozen=True)
class Paragraph:
    """Set lines and the box they take. ``height`` reaches from the first line's ascent to the last
    line's descent.
    """

    text: str
    style: TextStyle
    direction: Direction
    lines: tuple[Line, ...]
    max_width: float
    width: float
    """The widest line."""
    height: float
    overflows: bool
    """True if a line is wider than ``max_width`` or there are more lines than ``max_lines``."""
    tier: int
    """The least good break that was needed: 0 good ones only, 1 inside phrases, 2 hyphens, 3
    anywhere.
    """
    leading: float
    """Distance between baselines, px."""
    tracking: float
    """px."""
    cap_height: float
    x_height: float
    """Of the first font, px."""

    @cached_property
    def ink(self) -> Ink:
        """The rectangle of all ink; empty for a text without any."""
        inks = [line.ink for line in self.lines if not line.ink.is_empty]
        if not inks:
            return Ink(0.0, 0.0, 0.0, 0.0)
        left, top, right, bottom = zip(*inks, strict=True)
        return Ink(min(left), min(top), max(right), max(bottom))

    @property
    def cap_top(self) -> float:
        """Where the capitals of the first line begin: what an eye aligns with, rather than the
        box's top.
        """
        return self.lines[0].baseline - self.cap_height

    @property
    def size(self) -> float:
        return self.style.size


_PARAGRAPHS: Bounded[tuple[object, ...], Paragraph] = Bounded(
    16_000,
    lambda paragraph: (
        sum(len(run.glyphs) + 4 for line in paragraph.lines for run in line.runs) + 16
    ),
)


def layout(
    text: str,
    style: TextStyle,
    max_width: float,
    *,
    max_lines: int | None = None,
    direction: Direction | None = None,
    tier: int = 3,
    shown: tuple[str, ...] = (),
    step: float | None = None,
) -> Paragraph:
    """Set ``text`` at ``style.size`` in lines no wider than ``max_width``.

    Newlines are kept, tabs are spaces. ``direction`` is found from the first strong character if
    None. With ``tier`` below 3 (see ``Break``) a word that fits no line is left whole and
    ``overflows`` is True. Text is never dropped. ``shown`` are its lines as once set, and ``step``
    the distance of their baselines (px), to be kept.
    """
    key = (text, style, max_width, max_lines, direction, tier, shown, step)
    held = _PARAGRAPHS.get(key)
    if held is None:
        held = _PARAGRAPHS.put(key, _layout(*key))
    return held


def measured_for(text: str, style: TextStyle, direction: Direction | None) -> Measured:
    """The measured text that ``layout`` uses for a style."""
    optical = optical_size(style.stack, style.size)
    return measure(
        text, style.stack, style.weight, optical, style.language or "", style.features, direction,
        style.runs,
    )  # fmt: skip


def spacing_for(measured: Measured, style: TextStyle) -> tuple[float, float]:
    """Tracking and leading in em for a style, chosen by size and script where the style leaves them
    open.
    """
    tracking = style.tracking
    if tracking is None:
        tracking = auto_tracking(style.size, has_optical=optical_size(style.stack, style.size) > 0)
    leading = style.leading
    if leading is None:
        scripts = {
            word.script for line in measured.lines for word in line.words if not word.is_space
        }
        leading = auto_leading(style.size, scripts)
    return tracking, leading


def _layout(
    text: str,
    style: TextStyle,
    max_width: float,
    max_lines: int | None,
    direction: Direction | None,
    tier: int,
    shown: tuple[str, ...],
    stored_step: float | None,
) -> Paragraph:
    measured = measured_for(text, style, direction)
    tracking, leading = spacing_for(measured, style)
    target = max(max_width / style.size, _LEAST)
    lines, used = _set_lines(measured, style, max_width, target, tracking, tier)
    # A line that ends inside a word is shaped anew and may come out a hair wider than measured: set
    # it narrower.
    for _ in range(3):
        excess = max(line.width - line.hang for line in lines) - max_width
        if excess <= 0.01 or tier < 3:
            break
        target = max(target - (excess + 0.01) / style.size, _LEAST)
        lines, used = _set_lines(measured, style, max_width, target, tracking, tier)
    if shown and tuple(line.text for line in lines) != shown:
        stored = as_stored(measured.lines, measured.text, shown)
        lines, used = _set_lines(measured, style, max_width, target, tracking, tier, stored)
    step = step_of(lines, leading * style.size, style.size, stored_step)
    top = lines[0].ascent
    placed = tuple(_lower(line, top + number * step) for number, line in enumerate(lines))
    face = face_of(style.stack.faces[0])
    too_wide = any(line.width - line.hang > max_width + 0.01 for line in placed)
    return Paragraph(
        text,
        style,
        "rtl" if measured.base else "ltr",
        placed,
        max_width,
        max(line.width for line in placed),
        placed[-1].baseline + placed[-1].descent,
        too_wide or (max_lines is not None and len(placed) > max_lines),
        used,
        step,
        tracking * style.size,
        face.cap_height * style.size,
        face.x_height * style.size,
    )


def _set_lines(
    measured: Measured,
    style: TextStyle,
    max_width: float,
    target: float,
    tracking: float,
    tier: int,
    stored: list[list[Piece]] | None = None,
) -> tuple[list[Line], int]:
    lines: list[Line] = []
    used = 0
    for number, hard in enumerate(measured.lines):
        held = (stored[number], 0) if stored is not None else None
        pieces, needed = held or break_line(
            hard, measured.text, target, tracking, tier, style.spare
        )
        used = max(used, needed)
        lines += [_set_line(measured, hard, piece, style, max_width, tracking) for piece in pieces]
    return lines, used


def _words_in(measured: Measured, hard: HardLine, piece: Piece) -> list[Word]:
    """The words of a piece, those that it cuts shaped anew, and its hyphen."""
    out: list[Word] = []
    for word in hard.words:
        if word.end <= piece.start or word.start >= piece.end or piece.start == piece.end:
            continue
        start, end = max(word.start, piece.start), min(word.end, piece.end)
        if (start, end) != (word.start, word.end):
            word = word._replace(
                start=start, end=end, shaped=measured.shape_piece(start, end, word)
            )
        out.append(word)
    if piece.hyphen and out:
        out.append(hyphen_word(out[-1], piece.end, measured.language, measured.features))
    return out


class _Laid(NamedTuple):
    """Words one after the other from a pen at 0: their runs, how far the pen went, and their ink
    (px across, y up in ems).
    """

    runs: tuple[GlyphRun, ...]
    width: float
    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0

    @property
    def is_blank(self) -> bool:
        return self.right <= self.left


def _set_line(
    measured: Measured,
    hard: HardLine,
    piece: Piece,
    style: TextStyle,
    max_width: float,
    tracking: float,
) -> Line:
    size = style.size
    words = _words_in(measured, hard, piece)
    laid = _laid(hard, words, size, tracking * size)
    face = face_of(style.stack.faces[0])
    # The first font gives the strut, ink the rest: a fallback font's generous line height would
    # push words about.
    ascent, descent = max(face.ascender, laid.top) * size, max(face.descender, -laid.bottom) * size
    shown = measured.text[piece.start : piece.end]
    at, hang = _align(shown, words, style, bool(measured.base), laid, max_width)
    return Line(
        shown,
        piece.start,
        piece.end,
        at,
        0.0,
        laid.width,
        hang,
        Ink(at + laid.left, -laid.top * size, at + laid.right, -laid.bottom * size),
        laid.runs,
        ascent,
        descent,
        piece.hyphen,
    )


def _laid(hard: HardLine, words: list[Word], size: float, gap: float) -> _Laid:
    """The words of a line in the order that they are seen in, ``gap`` px of tracking between
    letters.
    """
    ordered = [words[i] for i in visual_order([word.level for word in words])]
    runs: list[GlyphRun] = []
    pen, left, right, top, bottom = 0.0, 1e9, -1e9, -1e9, 1e9
    for word in ordered:
        origin = pen
        glyphs = []
        for gid, cluster, advance, dx, dy in word.shaped.glyphs:
            wide = advance * size
            if gap and advance > 0 and hard.takes_tracking(word):
                wide += gap
            glyphs.append(Glyph(gid, word.start + cluster, wide, dx * size, dy * size))
            pen += wide
        shaped = word.shaped
        if shaped.right > shaped.left:
            widened = pen - origin - shaped.advance * size
            left = min(left, origin + shaped.left * size)
            right = max(right, origin + shaped.right * size + widened)
            top, bottom = max(top, shaped.top), min(bottom, shaped.bottom)
        _append(runs, word, size, tuple(glyphs), origin, pen - origin)
    if runs and gap and runs[-1].glyphs[-1].x_advance > 0 and hard.takes_tracking(ordered[-1]):
        pen -= gap  # tracking stands between letters, not after the last
        right -= gap
    if right <= left:
        return _Laid(tuple(runs), pen)
    return _Laid(tuple(runs), pen, left, right, top, bottom)


def _append(
    runs: list[GlyphRun], word: Word, size: float, glyphs: tuple[Glyph, ...], x: float, width: float
) -> None:
    """Add a word's glyphs, joined to the run before where font and level are the same."""
    last = runs[-1] if runs else None
    same = (
        last is not None
        and last.spec == word.spec
        and last.level == word.level
        and last.script == word.script
        and last.run == word.run
        and word.start in (last.end, last.start - (word.end - word.start))
    )
    if last is not None and same:
        runs[-1] = last._replace(
            glyphs=last.glyphs + glyphs,
            start=min(last.start, word.start),
            end=max(last.end, word.end),
            width=last.width + width,
        )
    else:
        runs.append(
            GlyphRun(
                word.spec,
                word.variations,
                size,
                word.level,
                word.script,
                glyphs,
                word.start,
                word.end,
                x,
                width,
                word.run,
            )
        )


def _align(
    shown: str, words: list[Word], style: TextStyle, rtl: bool, laid: _Laid, max_width: float
) -> tuple[float, float]:
    """Where the pen starts, and how much hangs outside: edges are aligned by ink, opening quotes
    stand outside.
    """
    if not words or laid.is_blank:
        at_right = (style.align == "end") != rtl
        return (max_width / 2 if style.align == "center" else max_width if at_right else 0.0), 0.0
    first_outside, last_outside = (0.0, 0.0)
    if style.hanging_punctuation:
        first_outside, last_outside = hanging(shown, words, style.size, rtl, style.align)
    left_hang, right_hang = (last_outside, first_outside) if rtl else (first_outside, last_outside)
    left_edge, right_edge = laid.left + left_hang, laid.right - right_hang
    if style.align == "center":
        return (max_width - (left_edge + right_edge)) / 2, left_hang + right_hang
    if (style.align == "start") != rtl:  # aligned at the left
        nudge = protrusion(shown[:1], style.size) if not left_hang and not rtl else 0.0
        return -left_edge - nudge, left_hang
    return max_width - right_edge, right_hang


def _lower(line: Line, baseline: float) -> Line:
    ink = line.ink
    return Line(
        line.text,
        line.start,
        line.end,
        line.x,
        baseline,
        line.width,
        line.hang,
        Ink(ink.left, ink.top + baseline, ink.right, ink.bottom + baseline),
        line.runs,
        line.ascent,
        line.descent,
        line.hyphenated,
    )
