"""The words that describe a text (genre, channel, tone, length), and the phrase that they make."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..tables import word_list, word_set
from .vocabulary import ORDERS

DETERMINERS = word_set("orders", "determiners")
TO_US = word_set("orders", "to_us")
CHANNELS = word_set("orders", "channels")
_GENRES = word_set("orders", "genres")
# Words that name a genre and much else besides: with a verb, a channel or an "about" they count.
_WEAK_GENRES = word_set("orders", "weak_genres")
LENGTHS = word_set("orders", "lengths")
TONE_NOUNS = word_set("orders", "tone_nouns")
# Without the endings of German, French and Spanish adjectives.
TONES = word_set("orders", "tones")
_FOR_WHOM = word_set("orders", "for_whom")
_CHANNEL_PREPOSITIONS = word_set("orders", "channel_prepositions")
_LENGTH_PREPOSITIONS = word_set("orders", "length_prepositions")
_JOINING = word_set("orders", "joining")
_NUMBERS = word_set("orders", "number_words")
_WORD = re.compile(r"[^\W_]+(?:['\u2019/-][^\W_]+)*")


def words_of(text: str) -> list[str]:
    return _WORD.findall(text)


def fold(token: str) -> str:
    return token.casefold().replace("\u2019", "'")


_ENDINGS = word_list("orders", "adjective_endings")


def is_tone(word: str) -> bool:
    if word in TONES:
        return True
    return any(word.endswith(end) and word[: -len(end)] in TONES for end in _ENDINGS)


def names_genre(token: str) -> bool:
    parts = fold(token).split("-")
    return fold(token) in _GENRES or (parts[-1] in _GENRES and all(describes(p) for p in parts))


def describes(token: str) -> bool:
    """Whether a token belongs to the description of a text: genre, channel, tone, length."""
    word = fold(token)
    if (
        word in _GENRES
        or word in _WEAK_GENRES
        or word in CHANNELS
        or word in DETERMINERS
        or word in LENGTHS
        or is_tone(word)
    ):
        return True
    if word in _JOINING:
        return True
    parts = word.split("-")
    return len(parts) > 1 and all(describes(p) or p.isdigit() for p in parts)


@dataclass(frozen=True, slots=True)
class Phrase:
    """The description of a text that a sentence begins with: where it ends, whether a genre is named
    beyond doubt, how many words describe, and which are not known.
    """

    end: int
    strong: bool
    count: int
    unknown: tuple[str, ...]


def genre_phrase(text: str, asked: bool) -> Phrase | None:
    """The description that ``text`` begins with, if it does.

    A scan and no pattern: what a word is hangs on the words read so far and on the next, and unknown
    words belong to the description only when a genre follows them.
    """
    end, count, strong, weak, channel = 0, 0, False, False, False
    unknown: list[str] = []
    pending: list[str] = []
    determined = False
    for match in _WORD.finditer(text):
        token, word = match.group(), fold(match.group())
        if text[end : match.start()].strip(" ,/-\"'\u201c\u201d") or len(pending) > 3:
            break
        following = _next(text, match.end())
        ahead = fold(following.group()) if following else ""
        if asked and count == 0 and word in TO_US and word not in _FOR_WHOM:
            end = match.end()
            continue
        if word in _CHANNEL_PREPOSITIONS and ahead in CHANNELS and (strong or weak):
            end = match.end()
            continue
        number = _counts(word) and ahead in LENGTHS
        if word in _LENGTH_PREPOSITIONS and (
            (_counts(ahead) and _unit_after(text, following)) or ahead in TONE_NOUNS
        ):
            number = True
        if describes(token) or number or (count and word in LENGTHS) or (word == "line" and count):
            if word == "line" and text[match.end() :].lstrip().startswith("up"):
                break
            strong = strong or names_genre(token)
            weak = weak or word in _WEAK_GENRES
            channel = channel or word in CHANNELS or word.split("-")[0] in CHANNELS
            determined = determined or word in DETERMINERS
            unknown += pending
            pending = []
            end, count = match.end(), count + 1
            continue
        if (asked or determined) and not (strong or weak or _leads_on(text[match.start() :])):
            pending.append(token)
            if _genre_soon(text, match.end()):
                end = match.end()
                continue
        break
    told = asked or channel or _leads_on(text[end:].lstrip(" "), ("about",))
    if pending or not (strong or (weak and told) or (channel and asked)):
        return None
    return Phrase(end, strong or channel, count, tuple(unknown))


def _next(text: str, at: int) -> re.Match[str] | None:
    """The word at a place, behind spaces."""
    while at < len(text) and text[at] == " ":
        at += 1
    return _WORD.match(text, at)


def _leads_on(rest: str, ways: tuple[str, ...] = ("about", "on")) -> bool:
    """Whether a text goes on with what it is about."""
    return any(tail.makes in ways for tail in ORDERS.read("following", rest))


def _counts(word: str) -> bool:
    return word.isdigit() or word in _NUMBERS


def _unit_after(text: str, number: re.Match[str] | None) -> bool:
    """Whether a number is one of lengths, with a description or without: "three short paragraphs"."""
    unit = _next(text, number.end()) if number else None
    if unit is not None and is_tone(fold(unit.group())):
        unit = _next(text, unit.end())
    return unit is not None and fold(unit.group()) in LENGTHS


def _genre_soon(text: str, at: int) -> bool:
    """Whether a genre is among the next three words, with nothing but words before it."""
    for _ in range(3):
        match = _next(text, at)
        if match is None or _leads_on(text[match.start() :]):
            return False
        if names_genre(match.group()) or fold(match.group()) in _WEAK_GENRES:
            return True
        at = match.end()
    return False
