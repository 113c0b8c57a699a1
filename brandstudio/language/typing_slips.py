"""Slips of the typing hand in the words that prompts are made of most: "backgorund" is a background."""

from __future__ import annotations

import re
from functools import cache

from .tables import lists_of, table
from .words import contains, plain

_WORD = re.compile(r"[^\W\d_]{5,}")


def without_slips(prompt: str) -> str:
    """The prompt with such words as they are spelled; a word that is another's is left alone."""
    return _WORD.sub(lambda match: _meant(match[0]), prompt)


@cache
def _meant(word: str) -> str:
    low = plain(word)
    if low in _often() or contains(low, _whole()):
        return word
    near = [other for other in _often() if _is_a_slip(low, other)]
    return near[0] if len(near) == 1 else word


@cache
def _often() -> tuple[str, ...]:
    return tuple(table("scenes")["often_typed"])


@cache
def _whole() -> tuple[str, ...]:
    """The words that are known, without beginnings and endings: these let slips through."""
    names = ("families", "motifs", "undrawable", "colours", "times", "moods")
    every = (e for name in names for some in lists_of(name).values() for e in some)
    return tuple(e for e in every if len(e) > 4 and not e.startswith("*") and not _reaches(e))


def _reaches(entry: str) -> bool:
    """Whether an entry is the beginning of words that are much longer."""
    return entry.endswith("*") and any(o.startswith(entry[:-1]) for o in _often())


def _is_a_slip(low: str, meant: str) -> bool:
    """Whether two neighbours changed places, or one letter is missing, doubled or another; an ending is
    no slip.
    """
    if low[0] != meant[0] or low.startswith(meant) or meant in (f"{low}s", f"{low}e"):
        return False
    if len(low) == len(meant):
        off = [i for i, (a, b) in enumerate(zip(low, meant, strict=True)) if a != b]
        swapped = len(off) == 2 and off[1] == off[0] + 1
        swapped = swapped and low[off[0]] == meant[off[1]] and low[off[1]] == meant[off[0]]
        return swapped or len(off) == 1
    short, long = sorted((low, meant), key=len)
    return len(long) == len(short) + 1 and any(
        long[:i] + long[i + 1 :] == short for i in range(1, len(long))
    )


__all__ = ["without_slips"]
