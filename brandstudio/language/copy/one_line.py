"""A line of so many characters out of a brief's own clauses: what a Google Ads headline (30) or an
e-mail's subject (60) can hold. Nothing is rephrased, and nothing is cut that would make it untrue:
only a place or a time behind a clause may go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from ..tables import either
from .targets import Target, length

LONGEST = 60
"""Channels of at most so many characters take one line."""
_CLAUSE = re.compile(
    r"[,;:](?!\d)\s+| [\u2013\u2014-] |(?<=[^\W\d_])[.!?]\s+|[\u3001\u3002\uff0c\uff1b]"
)
_ASIDE = re.compile(rf"\s(?:{either('copy', 'place_or_time')})\s", re.IGNORECASE)
_TWISTED = re.compile(rf"(?<![^\W_])(?:{either('copy', 'conditions')})(?![^\W_])", re.IGNORECASE)
_MOST_CLAUSES = 8
_SAYS_MORE = 12
"""Characters that the clause which a text begins with is worth more than another, and a figure."""


def one_line(text: str, limit: Target) -> str | None:
    """The clauses of ``text`` that say most within ``limit``, in their order and with the first
    sentence among them; None where none fit.
    """
    most = limit.most or 0
    sentence = re.split(r"(?<=[^\W\d_][.!?])\s|\u3002|\s\u2013\s|\n", text, maxsplit=1)[0]
    own = len([part for part in _CLAUSE.split(sentence) if part.strip()])
    clauses = [part.strip(" .") for part in _CLAUSE.split(text) if part.strip(" .")]
    best: tuple[float, str] | None = None
    for chosen in _choices(clauses[:_MOST_CLAUSES], own):
        line = ", ".join(said for _, said in chosen)
        if length(line, limit.unit) <= most:
            worth = len(line) + _SAYS_MORE * sum(
                (at == 0) + bool(re.search(r"\d", said)) for at, said in chosen
            )
            best = max(best or (0.0, ""), (float(worth), line), key=lambda each: each[0])
    return None if best is None else best[1][:1].upper() + best[1][1:]


def _choices(clauses: Sequence[str], own: int) -> Iterator[list[tuple[int, str]]]:
    """Up to three clauses, one of the first sentence's at least, each as it is or without its end."""
    said = [(at, one) for at, clause in enumerate(clauses) for one in _shortened(clause)]
    for count in (1, 2, 3):
        for chosen in combinations(said, count):
            places = [at for at, _ in chosen]
            if len(set(places)) == count and places[0] < own and _says(chosen):
                yield list(chosen)


def _says(chosen: Sequence[tuple[int, str]]) -> bool:
    """Whether it is more than a bare figure ("299 francs") of what the first clause names."""
    return chosen[0][0] == 0 or len(chosen[0][1].split()) > 2 or len(chosen) > 1


def _shortened(clause: str) -> Iterator[str]:
    yield clause
    if not _TWISTED.search(clause):
        for match in reversed(list(_ASIDE.finditer(clause))):
            if len(clause[: match.start()].split()) > 1:
                yield clause[: match.start()].rstrip(" ,")
