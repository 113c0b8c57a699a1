"""What people type into a search, as queries of SQLite's FTS5; no syntax of its leaks in."""

from __future__ import annotations

import re
from itertools import product
from typing import NamedTuple

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_QUOTES = str.maketrans("\u201c\u201d\u201e\u00ab\u00bb", '"""""')
#: A phrase in quotation marks or what stands between spaces, perhaps with a minus before it.
_TERM = re.compile(r'(-?)"([^"]*)"?|(-?)(\S+)')
_MOST_TERMS = 40
_MOST_DOUBLE = 2


class Search(NamedTuple):
    """What an item must hold, and what it must not, as match expressions; None asks for nothing."""

    wanted: str | None
    unwanted: str | None


def spaced(text: str) -> str:
    """Text with every character of a script that writes no spaces standing alone, so that search
    finds words in it.
    """
    return _UNSPACED.sub(r" \g<0> ", text)


def read_query(words: str) -> Search:
    """Every word must occur, the last one may be a beginning; words in quotation marks stand
    together, and a minus keeps out what follows it. A sharp s and a double one are the same.

    >>> read_query('blue "open sea" -boat')
    Search(wanted='"blue" AND "open sea"', unwanted='"boat"')
    >>> read_query("straße")
    Search(wanted='("straße"* OR "strasse"*)', unwanted=None)
    """
    wanted: list[str] = []
    unwanted: list[str] = []
    typed = words.replace("\0", " ").translate(_QUOTES)
    terms = [match for match in _TERM.finditer(typed) if any(map(str.isalnum, match[0]))]
    for place, match in enumerate(terms[:_MOST_TERMS]):
        phrase, word = match[2], match[4]
        minus = match[1] or match[3]
        said = spaced(phrase if phrase is not None else word).split()
        last = place == len(terms) - 1 and phrase is None and not minus
        (unwanted if minus else wanted).append(_either(" ".join(said), "*" if last else ""))
    return Search(" AND ".join(wanted) or None, " OR ".join(unwanted) or None)


def _either(words: str, beginning: str) -> str:
    """The words as a phrase, in each of their spellings."""
    said = words.replace('"', '""')
    parts = re.split("(\u00df|ss)", said)
    double = [place for place, part in enumerate(parts) if part in ("\u00df", "ss")]
    if len(double) > _MOST_DOUBLE:  # nobody writes such a word in each of its spellings
        spellings = [said, said.replace("\u00df", "ss")]
    else:
        spellings = []
        for chosen in product(("\u00df", "ss"), repeat=len(double)):
            made = list(parts)
            for place, sign in zip(double, chosen, strict=True):
                made[place] = sign
            spellings.append("".join(made))
    quoted = [f'"{spelling}"{beginning}' for spelling in dict.fromkeys(spellings)]
    return quoted[0] if len(quoted) == 1 else f"({' OR '.join(quoted)})"
