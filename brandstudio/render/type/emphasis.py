"""Runs of rich words after they are set: their glyphs alone, their colours, and what could not be
slanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from .setting import Line, Paragraph
from .shape import GlyphRun

Ink = TypeVar("Ink")


def only(paragraph: Paragraph, runs: frozenset[int]) -> Paragraph:
    """The paragraph with the glyphs of these runs alone (0: those of none), at their places."""
    lines = tuple(
        replace(line, runs=tuple(run for run in line.runs if run.run in runs))
        for line in paragraph.lines
    )
    return replace(paragraph, lines=lines)


def coloured(line: Line, ink: Ink, inks: Sequence[Ink | None]) -> Iterator[tuple[Line, Ink]]:
    """A line in parts of one ink each; ``inks`` are those of its runs, None for the line's own."""
    if not any(inks):
        yield line, ink
        return
    parts: dict[Ink, list[GlyphRun]] = {}
    for run in line.runs:
        own = inks[run.run - 1] if run.run else None
        parts.setdefault(ink if own is None else own, []).append(run)
    for fill, runs in parts.items():
        yield replace(line, runs=tuple(runs)), fill


def upright(paragraph: Paragraph) -> tuple[str, ...]:
    """The words of italic runs that no face at hand slants."""
    asked = paragraph.style.runs
    found = []
    for line in paragraph.lines:
        for run in line.runs:
            words = paragraph.text[run.start : run.end].strip()
            wanted = bool(run.run) and asked[run.run - 1].italic
            if wanted and not run.font.is_italic and any(c.isalpha() for c in words):
                found.append(words)
    return tuple(found)
