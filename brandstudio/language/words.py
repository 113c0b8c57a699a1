"""Finding known words in free text of several languages.

Latin words are compared without case and accents, by whole words, by beginnings where an entry ends
in ``*``, by endings where it begins so; an entry with a space is a phrase. Japanese and Chinese have no spaces, so their
entries are found anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
# More than all tables hold, which is nearly nine thousand: each reading goes through them in the same order, and a cache that is
# a little too small for that has thrown out every entry when its turn comes again.
_ENTRIES = 32_768
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def plain(text: str) -> str:
    """Lower case without accents, full-width forms made narrow; ``ß`` is ``ss``. Han and kana stay
    whole.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    out = []
    for character in folded:
        if _CJK.match(character):
            out.append(character)
            continue
        out.append(
            "".join(
                c for c in unicodedata.normalize("NFD", character) if not unicodedata.combining(c)
            )
        )
    return "".join(out).replace("’", "'")


def tokens(text: str) -> list[str]:
    """The words of a plain text."""
    return _WORD.findall(text)


@lru_cache(maxsize=_ENTRIES)
def _pattern(entry: str) -> re.Pattern[str]:
    body = re.escape(plain(entry.strip("*"))).replace(r"\ ", r"[\s\-]+")
    if entry.startswith("*"):
        body = r"[^\W_]*" + body
    if _CJK.search(entry):
        return re.compile(body)
    return re.compile(
        rf"(?<![^\W_]){body}" + (r"[^\W_]*" if entry.endswith("*") else r"(?![^\W_])")
    )


@lru_cache(maxsize=_ENTRIES)
def _first_word(entry: str) -> str:
    """What a plain text must hold as it is for the entry to stand in it: looked for first, since
    almost no entry of a table stands in a text, and a pattern that looks behind itself tries every
    place of it.
    """
    return (plain(entry.strip("*")).split(" ") or [""])[0]


def find(text: str, entries: Iterable[str]) -> list[tuple[int, int]]:
    """Where the entries stand in a plain text, as (start, end)."""
    return [
        match.span()
        for entry in entries
        if _first_word(entry) in text
        for match in _pattern(entry).finditer(text)
    ]


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text with spaces in place of some of it, so that the rest stays where it is."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def contains(text: str, entries: Iterable[str]) -> bool:
    return any(_first_word(entry) in text and _pattern(entry).search(text) for entry in entries)


def weigh(text: str, table: Mapping[str, Iterable[str]]) -> dict[str, float]:
    """How strongly each concept speaks: one for each mention, earlier ones a little more."""
    found: dict[str, float] = {}
    for concept, entries in table.items():
        spots = {start for start, _ in find(text, entries)}
        if spots:
            found[concept] = sum(1.0 + 0.4 / (1 + start / 24) for start in spots)
    return found
