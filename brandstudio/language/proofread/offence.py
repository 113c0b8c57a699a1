"""Words that insult people: shown by their place, printed nowhere.

The table holds hashes only (``assets/words/offensive.toml`` says what of). Where the language is
not sure, the English words are looked for, as they are read everywhere.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from ..segments import WORD
from ..tables import word_set
from .disguise import unmasked
from .language import UNDETERMINED
from .marks import Marks, Token, fold

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt")
_MOST_WORDS = 3


def offence(marks: Marks, words: Sequence[Token], language: str) -> None:
    """Advise on each word, or group of up to three, that insults people."""
    spoken = language.split("-")[0]
    spoken = "en" if spoken == UNDETERMINED else spoken
    if spoken not in _LANGUAGES:
        return
    text = marks.document.masked
    spots = _found(text, words, spoken)
    bare = unmasked(text)
    if bare is not None:
        plain, places = bare
        hidden = [
            Token(m.start(), m.end(), m.group(), fold(m.group())) for m in WORD.finditer(plain)
        ]
        spots += [(places[a], places[b - 1] + 1) for a, b in _found(plain, hidden, spoken)]
    furthest = 0
    for start, end in sorted(set(spots), key=lambda spot: (spot[0], -spot[1])):
        if end > furthest:
            _advise(marks, start, end)
        furthest = max(furthest, end)


def _advise(marks: Marks, start: int, end: int) -> None:
    marks.advise(
        "words.offensive",
        "offensiveLanguage",
        "The words here insult people; say it without them.",
        start,
        end,
        None,
        "error",
    )


def _found(text: str, words: Sequence[Token], language: str) -> list[tuple[int, int]]:
    """Where the words stand; groups are looked for behind a word that begins one."""
    spots: list[tuple[int, int]] = []
    for word in words:
        key = word.key[:-2] if word.key.endswith("'s") else word.key
        if _insults(key, language):
            spots.append((word.start, word.start + len(key)))
    gaps = [_close(text, left, right) for left, right in pairwise(words)]
    for at in range(len(words)):
        phrase = words[at].key
        for more in range(1, _MOST_WORDS):
            if at + more >= len(words) or not gaps[at + more - 1]:
                break
            phrase = f"{phrase} {words[at + more].key}"
            if _insults(phrase, language):
                spots.append((words[at].start, words[at + more].end))
    return spots


def _close(text: str, left: Token, right: Token) -> bool:
    """Whether one word follows the other directly."""
    return right.start - left.end == 1 and text[left.end] in " -\u00a0"


@lru_cache(maxsize=16384)
def _insults(word: str, language: str) -> bool:
    table = _hashes(language)
    return hashed(word) in table or (
        language == "en" and word.endswith("s") and hashed(word[:-1]) in table
    )


@cache
def _hashes(language: str) -> frozenset[str]:
    return word_set("offensive", language)


def hashed(word: str) -> str:
    """A word as the table holds it."""
    folded = unicodedata.normalize("NFKC", word).casefold()
    return hashlib.blake2b(folded.encode("utf-8", "replace"), digest_size=6).hexdigest()
