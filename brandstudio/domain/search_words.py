"""Words as a search compares them: folded, stemmed, in trigrams, and how far two are apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

#: Scripts that write no spaces between words: their characters are looked for one by one.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f"
_WORD = re.compile(rf"(?:[^\W_]|[{_MARKS}])+")
_ACCENTED = re.compile("([a-z\u03b1-\u03c9])[\u0300-\u036f]+")

#: Language codes and their Snowball stemmers.
STEMMERS = MappingProxyType(
    {
        "ar": "arabic",
        "da": "danish",
        "de": "german",
        "el": "greek",
        "en": "english",
        "es": "spanish",
        "fi": "finnish",
        "fr": "french",
        "hi": "hindi",
        "hu": "hungarian",
        "it": "italian",
        "nl": "dutch",
        "no": "norwegian",
        "nb": "norwegian",
        "pt": "portuguese",
        "ro": "romanian",
        "ru": "russian",
        "sv": "swedish",
        "tr": "turkish",
        "ca": "catalan",
        "id": "indonesian",
        "pl": "polish",
    }
)
#: Languages that write their compounds as one word.
COMPOUNDING = frozenset({"de", "nl", "sv", "da", "no", "nb", "fi", "hu"})
#: What makes another word of one without being a word itself.
_ENDINGS = (
    *("lich", "keit", "heit", "schaft", "haft", "isch", "ung", "igung", "chen", "lein", "bar"),
    *("lijk", "heid", "ighed", "else", "ning", "inen", "issa", "ista", "eren"),
)
SHORTEST = 3
"""Letters of a word that more is looked for than the word itself."""
LONGEST = 40
_PART = 3
"""Letters of the other part of a compound, at least."""


def folded(text: str) -> str:
    """Text without case, accents and the sharp s: ``Straße`` and ``STRASSE`` are one.

    >>> folded("Große Überschrift")
    'grosse uberschrift'
    """
    lower = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    bare = _ACCENTED.sub(r"\1", unicodedata.normalize("NFD", lower))
    return unicodedata.normalize("NFC", bare)


def spaced(text: str) -> str:
    """Folded text with every character of a script that writes no spaces standing alone, so that
    search finds words in it.
    """
    return UNSPACED.sub(r" \g<0> ", folded(text))


def words(text: str) -> list[str]:
    """The words of a text as they are written, without signs."""
    return _WORD.findall(unicodedata.normalize("NFKC", text))


def expandable(word: str) -> bool:
    """Whether forms, compounds and typing errors of a folded word are looked for."""
    return SHORTEST <= len(word) <= LONGEST and word.isalpha() and not UNSPACED.search(word)


def stem(word: str, language: str) -> str | None:
    """The folded stem of a word in a language; None where there is no stemmer for it."""
    name = STEMMERS.get(language)
    if name is None:
        return None
    return folded(_stemmer(name).stemWord(unicodedata.normalize("NFKC", word).casefold()))


@cache
def _stemmer(name: str) -> Any:
    import snowballstemmer  # type: ignore[import-untyped]  # forty modules; only who indexes or searches needs it

    return snowballstemmer.stemmer(name)


def stems(word: str, languages: Iterable[str]) -> list[tuple[str, str]]:
    """(language, stem) of a word in each of the languages that is written in its script."""
    script = _script(word)
    found = []
    for language in sorted(languages):
        if _SCRIPTS.get(language, "latin") == script and (said := stem(word, language)):
            found.append((language, said))
    return found


_SCRIPTS = {"ar": "arabic", "el": "greek", "hi": "devanagari", "ru": "cyrillic"}


def _script(word: str) -> str:
    return unicodedata.name(word[0], "latin").split()[0].lower() if word else "latin"


def language_of_script(text: str) -> str | None:
    """The language that a script alone tells, where one of ours is written in it alone."""
    letters = [_script(character) for character in text if character.isalpha()][:400]
    for language, script in _SCRIPTS.items():
        if letters.count(script) * 2 > len(letters):
            # Cyrillic is Russian only where letters stand that its neighbours do not have.
            certain = language != "ru" or (
                re.search("[ыэё]", text) and not re.search("[іїєў]", text)
            )
            return language if certain else None
    return None


def grams(word: str) -> set[str]:
    """Trigrams of a folded word between its bounds, and its letters in order of the alphabet, by
    which a short word is found whose letters changed places.
    """
    bound = f"^{word}$"
    return {*inner_grams(bound), "~" + "".join(sorted(word))}


def inner_grams(part: str) -> set[str]:
    """Trigrams of a part of a word."""
    return {part[at : at + 3] for at in range(len(part) - 2)}


def is_compound_of(word: str, part: str) -> bool:
    """Whether a word is put together of the part and another one. An ending is no other part.

    >>> [is_compound_of(word, "fest") for word in ("sommerfest", "festzelt", "festlich", "festes")]
    [True, True, False, False]
    """
    if len(part) <= _PART:
        return False
    if word.endswith(part) and len(word) - len(part) >= _PART:
        return True
    rest = word[len(part) :]
    return word.startswith(part) and len(rest) > _PART and not rest.startswith(_ENDINGS)


def is_headed_by(word: str, stemmed: str, part: str, root: str, language: str) -> bool:
    """Whether a word is put together of another one and some form of the part: by their stems in that
    language, or where those mislead (``sommerf`` of *Sommerfeste*) by what the word ends with.

    >>> is_headed_by("weinflaschen", "weinflasch", "flasche", "flasch", "de")
    True
    >>> is_headed_by("sommerfeste", "sommerf", "fest", "fest", "de")
    True
    >>> is_headed_by("flaschenzug", "flaschenzug", "flasche", "flasch", "de")
    False
    """
    if len(root) > _PART and stemmed.endswith(root) and len(stemmed) - len(root) >= _PART:
        return True
    at = word.rfind(part)
    tail = word[at + len(part) :]
    return (
        at >= _PART < len(part) and 0 < len(tail) <= _PART and _is_form(part + tail, root, language)
    )


@lru_cache(4096)
def _is_form(word: str, root: str, language: str) -> bool:
    return stem(word, language) == root


def errors_allowed(word: str) -> int:
    """How many typing errors a word of that length may hold."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def distance(first: str, second: str, most: int) -> int:
    """Letters to add, leave out, change or let change places (optimal string alignment); ``most`` +
    1 where there are more.
    """
    if abs(len(first) - len(second)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for at, letter in enumerate(first, 1):
        following = [at]
        for place, other in enumerate(second, 1):
            best = min(row[place] + 1, following[-1] + 1, row[place - 1] + (letter != other))
            if at > 1 and place > 1 and letter == second[place - 2] and first[at - 2] == other:
                best = min(best, before[place - 2] + 1)
            following.append(best)
        if min(following) > most:
            return most + 1
        before, row = row, following
    return min(row[-1], most + 1)
