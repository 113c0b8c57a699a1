"""Colours that a prompt asks for as an accent only: "concrete with a copper accent" is no copper."""

from __future__ import annotations

import re
from functools import cache

from .tables import either, lists_of
from .words import contains, find

Span = tuple[int, int]


@cache
def _words() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    said = either("wishes", "accents")
    link = either("wishes", "accents_of")
    return (
        re.compile(rf"\s+(?:{said})(?![^\W_])"),
        re.compile(rf"(?<![^\W_])(?:{said})\s+(?:(?:{link})\s*)?$"),
        re.compile(rf"[^\W_]*(?:{said})(?![^\W_])"),
    )


def accents(rest: str, family: str) -> tuple[Span, ...]:
    """Where a sheet of one material is to have an accent in a colour, which it has not: it would be of
    that colour all over. Marble has veins of its second colour.
    """
    if family != "texture" or contains(rest, lists_of("motifs")["marble"]):
        return ()
    behind, before, grown = _words()
    out = []
    for start, end in (s for some in lists_of("colours").values() for s in find(rest, some)):
        if (after := behind.match(rest, end)) is not None:
            out.append((start, after.end()))
        elif (ahead := before.search(rest[:start])) is not None:
            out.append((ahead.start(), end))
        elif grown.fullmatch(rest[start:end]):
            out.append((start, end))
    return tuple(s for s in out if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in out))
