"""Banned words in their other forms: inflected, and spelled with letters that only look the same."""

from __future__ import annotations

import re
import unicodedata

from ..segments import WORD
from ..tables import word_set

#: Adjectives that are compared and made adverbs; of other words "-er" makes another word (corner).
_COMPARED = word_set("proofread", "compared")
_DOUBLING = word_set("proofread", "doubling")
_OTHER_WORDS = word_set("proofread", "other_words")
_VOWELS = "aeiou"


def inflections(word: str) -> list[str]:
    """The English forms of a single word: of a noun, a verb, and an adjective that is compared."""
    low = word.casefold()
    if not (low.isascii() and low.isalpha() and len(low) >= 3):
        return []
    stem = low[:-1] if low.endswith("e") else low
    soft = low[:-1] + "i" if low.endswith("y") and low[-2] not in _VOWELS else ""
    if soft:
        forms = [soft + "es", soft + "ed", low + "ing"]
    else:
        hissing = low.endswith(("s", "x", "z", "ch", "sh"))
        forms = [low + ("es" if hissing else "s")]
        forms += [stem + "ed", stem + "ing"] if len(low) > 3 else []
    if low in _COMPARED:
        base = soft or (low + low[-1] if low in _DOUBLING else stem)
        forms += [base + "er", base + "est", (soft or low) + "ly", (soft or low) + "ness"]
    return [form for form in forms if form not in _OTHER_WORDS]


# Letters of Greek and Cyrillic that are drawn as Latin ones are.
_ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝвкмнтгпАВЕКМНОРСТУХІЈЅαονρτυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdqwbkmhtrnABEKMHOPCTYXIJSaovptuikABEZHIKMNOPTYX",
)
_LATIN = re.compile(r"[A-Za-z]")
_SUSPECT = re.compile(
    "[\u00ad\u034f\u061c\u115f\u180e\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\u0370-\u03ff\u0400-\u04ff"
    "\u0500-\u052f\uff01-\uff5e\U0001d400-\U0001d7ff]"
)


def unmasked(text: str) -> tuple[str, list[int]] | None:
    """A text with its disguises taken off, and where each of its characters stood; None where
    nothing is disguised.

    Invisible characters go, full-width and mathematical letters become plain, and in a word that
    also has Latin letters those of other alphabets become the Latin ones that they look like.
    """
    if not _SUSPECT.search(text):
        return None
    kept: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if not _SUSPECT.match(character):
            kept.append(character)
            places.append(place)
        elif unicodedata.category(character) not in ("Cf", "Mn", "Lo"):
            plain = unicodedata.normalize("NFKC", character)
            kept.append(plain if len(plain) == 1 else character)
            places.append(place)
    bare = WORD.sub(lambda match: in_latin(match.group()), "".join(kept))
    return (bare, places) if bare != text else None


def in_latin(word: str) -> str:
    """A word with Latin letters in place of those that look like them, where it has some already."""
    return word.translate(_ALIKE) if _LATIN.search(word) else word
