"""Words that insult people: shown by their place, printed nowhere.

The table holds hashes only (``assets/words/offensive.toml`` says what of). Where the language is
not sure, the words of every language are looked for, but for those that are clean words of one
which the text may be in ("slut" is an end in Danish).
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..tables import table, word_set
from .disguise import unmasked
from .language import UNDETERMINED, likely
from .marks import Marks, Token, tokens_of
from .respelled import respelled

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt")
_MOST_WORDS = 3
_LONGEST_ARTICLE = 6
"""Characters of an article with its apostrophe."""
_CLEAN_IN: Mapping[str, str] = table("offensive")["clean_in"]


def offence(marks: Marks, words: Sequence[Token], language: str) -> None:
    """Advise on each word, or group of up to three, that insults people."""
    spoken = language.split("-")[0]
    if spoken == UNDETERMINED:
        said = " ".join(word.text for word in words[:600])
        insults = _Insults(_LANGUAGES, likely(said) | {UNDETERMINED})
    elif spoken in _LANGUAGES:
        insults = _Insults((spoken,))
    else:
        return
    text = marks.document.masked
    spots = _found(text, words, insults)
    bare = unmasked(text)
    if bare is not None:
        spots += _back(bare[1], _found(bare[0], tokens_of(bare[0]), insults))
    plain = text if bare is None else bare[0]
    for read, hidden in respelled(plain):
        spotted = _found(plain, [word for word in read if word.start in hidden], insults)
        spots += spotted if bare is None else _back(bare[1], spotted)
    furthest = 0
    for start, end in sorted(set(spots), key=lambda spot: (spot[0], -spot[1])):
        if end > furthest:
            _advise(marks, start, end)
        furthest = max(furthest, end)


def _back(places: Sequence[int], spots: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spots of an unmasked text, where they stand in the text itself."""
    return [(places[start], places[end - 1] + 1) for start, end in spots]


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


class _Insults(NamedTuple):
    """Whether a word insults: by the tables of some languages, unless it is a clean word of one that
    is likely.
    """

    languages: tuple[str, ...]
    likely: frozenset[str] = frozenset()

    def __call__(self, word: str) -> bool:
        return any(
            _insults(word, language)
            and self.likely.isdisjoint(_CLEAN_IN.get(hashed(word), "").split())
            for language in self.languages
        )


def _found(text: str, words: Sequence[Token], insults: _Insults) -> list[tuple[int, int]]:
    """Where the words stand; groups are looked for behind a word that begins one."""
    spots: list[tuple[int, int]] = []
    for word in words:
        possessive = word.key.endswith("'s")
        key, end = (word.key[:-2], word.end - 2) if possessive else (word.key, word.end)
        cut = key.rfind("'", 0, _LONGEST_ARTICLE) + 1  # d'une, l'une, dell'altra
        if insults(key):
            spots.append((word.start, end))
        elif cut and insults(key[cut:]):
            spots.append((word.start + cut, end))
    gaps = [_close(text, left, right) for left, right in pairwise(words)]
    for at in range(len(words)):
        phrase = words[at].key
        for more in range(1, _MOST_WORDS):
            if at + more >= len(words) or not gaps[at + more - 1]:
                break
            phrase = f"{phrase} {words[at + more].key}"
            if insults(phrase):
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
