"""How large words are, and may be."""

from __future__ import annotations

from typing import Final

from brandstudio.render.layout.words import Words

#: How much larger a word or two stand that nothing stands below.
_ALONE_LARGER: Final = 0.55


def tidy(size: float) -> float:
    """A size in half pixels."""
    return round(size * 2) / 2


def headline_of(words: Words) -> float:
    """The size of the headline of words that have one (px)."""
    return next(b.paragraph.size for b in words.blocks if b.slot == "headline")


def boldness(headline: str, *, alone: bool) -> float:
    """A word or two may stand larger than a sentence: a third at six letters, as planned
    from 42 on; where nothing stands below them, ``alone``, the room of that too (up to 24).
    """
    letters = len("".join(headline.split()))
    few, fewest = (min(max((most - letters) / (most - 6), 0.0), 1.0) for most in (42, 24))
    return (1.0 + 0.33 * few) * (1.0 + _ALONE_LARGER * fewest if alone else 1.0)
