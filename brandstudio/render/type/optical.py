"""The edge that the eye sees: quotes that stand outside it, and letters whose shape asks for a
nudge.
"""

from __future__ import annotations

from collections.abc import Sequence

from .measure import Word

# Any of these may open a line, by the custom of the language; guillemets are too wide and heavy to
# stand outside.
_OPENING = frozenset("\"'“„‘‚”’")
_CLOSING = frozenset("\"'”’“‘.,:;-‐–،؛。、")

# Round and slanting letters look indented when their outermost point touches the edge, and a j when its
# tail does (em).
_PROTRUSION = {
    **dict.fromkeys("OCGQScoqed", 0.012),
    **dict.fromkeys("TVWYvwyA", 0.018),
    **dict.fromkeys("JX", 0.008),
    "j": 0.08,
}


def protrusion(character: str, size: float) -> float:
    """How far (px) a first letter reaches over the left edge so that it looks aligned."""
    return _PROTRUSION.get(character, 0.0) * size


def hanging(
    shown: str, words: Sequence[Word], size: float, rtl: bool, align: str
) -> tuple[float, float]:
    """Widths (px) of the punctuation that hangs at the logical start and at the end of a line.

    Only at an edge that the lines share: quotes at the start of start-aligned lines, quotes and
    points at the end of end-aligned ones. A line of nothing but punctuation hangs nothing.
    """
    if not any(c.isalnum() for c in shown):
        return 0.0, 0.0
    base = int(rtl)
    if align == "start" and shown[0] in _OPENING and words[0].level == base:
        return _advance_of(words[0], 0) * size, 0.0
    if align == "end" and shown[-1] in _CLOSING and words[-1].level == base:
        return 0.0, _advance_of(words[-1], words[-1].end - words[-1].start - 1) * size
    return 0.0, 0.0


def _advance_of(word: Word, cluster: int) -> float:
    """The em advance of the glyphs of one cluster (an offset in the word)."""
    return sum(glyph.x_advance for glyph in word.shaped.glyphs if glyph.cluster == max(cluster, 0))
