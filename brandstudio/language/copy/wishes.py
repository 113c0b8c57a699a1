"""Sentences and endings that only speak of the text: its tone, its length, what to leave out."""

from __future__ import annotations

import re

from ..tables import either, word_set
from .genres import (
    CHANNELS,
    DETERMINERS,
    LENGTHS,
    TO_US,
    TONE_NOUNS,
    WORD,
    describes,
    fold,
    is_tone,
)

_PLAIN_TONES = word_set("orders", "plain_tones")
_EXTRAS = word_set("orders", "extras")
_FILLERS = word_set("orders", "fillers")
_WISH_VERB = re.compile(
    rf"(?:please\s+)?(?:{either('orders', 'wish_verbs')})\s+(?:(?:"
    rf"{either('orders', 'wish_fillers')})\s+)*",
    re.IGNORECASE,
)


def _wishful(text: str, core: frozenset[str], ordered: bool) -> bool:
    """Whether all words of a stretch are about the text: one of ``core`` (or, after an order, a
    tone) and fillers.
    """
    tokens = WORD.findall(text)
    if not tokens or len(tokens) > 14 or re.search(r"[£$€¥%@]|://", text):
        return False
    words = [fold(t) for t in tokens]
    hit = False
    for place, word in enumerate(words):
        parts = word.split("-")
        if word.isdigit():
            ahead = words[place + 1 : place + 4]
            if not any(w in LENGTHS or w in _EXTRAS for w in ahead):
                return False
        elif word in core or (len(parts) == 2 and parts[0].isdigit() and parts[1] in LENGTHS):
            hit = True
        elif is_tone(word):
            hit = hit or ordered
        elif not (word in _FILLERS or word in DETERMINERS or (ordered and describes(word))):
            return False
    return hit


_MEASURED = re.compile(rf"\d|\b(?:{either('orders', 'counted')})\b", re.IGNORECASE)


def _about_text(text: str, ordered: bool) -> bool:
    if _wishful(text, TONE_NOUNS, ordered):
        return True
    return _wishful(text, LENGTHS | _EXTRAS, ordered) and bool(
        _MEASURED.search(text) or ordered or {fold(t) for t in WORD.findall(text)} & _EXTRAS
    )


_WEAK_WISHES = word_set("orders", "weak_wishes")


def is_wish(bare: str) -> bool:
    """A sentence that only speaks of the text: "Keep it under 50 words", "Friendly tone", "Don't
    use jargon".
    """
    verb = _WISH_VERB.match(bare + " ")
    rest = bare[verb.end() :] if verb else bare
    if verb is None or not rest:
        return verb is None and _about_text(rest, False)
    telling = verb.group().strip().casefold() not in _WEAK_WISHES
    return _about_text(rest, telling)


def without_tail(said: str, ordered: bool) -> tuple[str, str] | None:
    """The sentence without a wish at its end, and the wish."""
    core = said.rstrip(" .!")
    bracket = re.search(r"\s*[(\[]([^()\[\]]{1,80})[)\]]$", core)
    if bracket and _about_text(bracket.group(1), ordered):
        return core[: bracket.start()], bracket.group(1)
    breaks = list(re.finditer(r"\s*[,;]\s+|\s+[\u2013\u2014-]\s+", core))[-6:]
    for mark in breaks:
        if _about_text(core[mark.end() :], ordered):
            return core[: mark.start()], core[mark.end() :]
    spaces = list(
        re.finditer(
            r"\s+(?=(?:in|with|under|dans|avec|sur un|en|con|mit|im|for|für|pour|para)\s)", core
        )
    )[-4:]
    for mark in spaces:
        rest = core[mark.end() :]
        plain = ordered or {fold(t) for t in WORD.findall(rest)} & _PLAIN_TONES
        if plain and mark.start() and _about_text(rest, False):
            return core[: mark.start()], rest
        preposition, *others = WORD.findall(rest)
        if ordered and fold(preposition) in TO_US and all(fold(t) in CHANNELS for t in others):
            return core[: mark.start()], rest
    return None
