"""Sentences and endings that only speak of the text: its tone, its length, what to leave out."""

from __future__ import annotations

from ..tables import word_set
from .genres import (
    CHANNELS,
    DETERMINERS,
    LENGTHS,
    TO_US,
    TONE_NOUNS,
    describes,
    fold,
    is_tone,
    words_of,
)
from .vocabulary import ORDERS, SIGNS

_PLAIN_TONES = word_set("orders", "plain_tones")
_EXTRAS = word_set("orders", "extras")
_FILLERS = word_set("orders", "fillers")


def _wishful(text: str, core: frozenset[str], ordered: bool) -> bool:
    """Whether all words of a stretch are about the text: one of ``core`` (or, after an order, a
    tone) and fillers. They may stand in any order, so that no pattern says more than their lists.
    """
    tokens = words_of(text)
    if not tokens or len(tokens) > 14 or SIGNS["money_or_address"].search(text):
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


def _about_text(text: str, ordered: bool) -> bool:
    if _wishful(text, TONE_NOUNS, ordered):
        return True
    return _wishful(text, LENGTHS | _EXTRAS, ordered) and bool(
        SIGNS["measured"].search(text) or ordered or {fold(t) for t in words_of(text)} & _EXTRAS
    )


def is_wish(bare: str) -> bool:
    """A sentence that only speaks of the text: "Keep it under 50 words", "Friendly tone", "Don't
    use jargon".
    """
    wish = next(ORDERS.read("wish", f"{bare} "), None)
    if wish is None:
        return _about_text(bare, False)
    return _about_text(wish["rest"].strip(), wish.makes == "strong")


def without_tail(said: str, ordered: bool) -> tuple[str, str] | None:
    """The sentence without a wish at its end, and the wish."""
    core = said.rstrip(" .!")
    bracket = SIGNS["bracket_at_the_end"].search(core)
    if bracket and _about_text(bracket.group(1), ordered):
        return core[: bracket.start()], bracket.group(1)
    for mark in list(SIGNS["break"].finditer(core))[-6:]:
        if _about_text(core[mark.end() :], ordered):
            return core[: mark.start()], core[mark.end() :]
    for mark in list(SIGNS["preposition"].finditer(core))[-4:]:
        rest = core[mark.end() :]
        plain = ordered or {fold(t) for t in words_of(rest)} & _PLAIN_TONES
        if plain and mark.start() and _about_text(rest, False):
            return core[: mark.start()], rest
        preposition, *others = words_of(rest)
        if ordered and fold(preposition) in TO_US and all(fold(t) in CHANNELS for t in others):
            return core[: mark.start()], rest
    return None
