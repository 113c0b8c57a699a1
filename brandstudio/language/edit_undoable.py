"""Wishes that only a model could carry out: a thing that is to be added, taken away or put in the place of
another ("pop a plant in the corner", "den Mann rausretuschieren", "ponles un collar rojo").

A verb of the table does that with what stands behind it, or before it at the end of a German clause, where
that is a thing: no tone, veil, colour or finish.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .edit_found import value_of
from .edit_nouns import is_likely, is_person
from .edit_words import vocabulary
from .senses import LANGUAGES, Token
from .tables import table

#: What is done without making or unmaking a thing, whatever verb it is done with.
_NO_THING = (
    *("veil", "noise", "tint", "cast", "dimension", "effect", "look", "border", "lit", "space"),
    *("crop", "cutout", "ratio", "in-colour", "keep", "as-it-is", "repaint", "tinged", "split"),
)
#: Senses that a word of a thing may have besides: "sun", "round".
_LOOSE = ("filler", "pronoun", "amount", "breadth", "and", "is", "make", "purpose")
#: Words that bring nothing in by themselves ("avec un grain").
_WITH = frozenset(("with", "mit", "avec", "con", "w"))


@cache
def _verbs() -> tuple[tuple[str, ...], ...]:
    rows = table("edits")["undoable"]
    said = (tuple(phrase.split()) for of in LANGUAGES for phrase in rows["verbs"][of])
    return tuple(sorted(said, key=lambda words: -len(words)))


@cache
def _behind(of: str = "de") -> frozenset[str]:
    return frozenset(table("edits")["undoable"]["behind"][of])


def asks_for_a_thing(wish: str) -> bool:
    """Whether a wish that was not understood is to add, remove or replace a thing."""
    every = vocabulary().tokens(wish[:120])
    swaps = any(any(s.get("value") in ("sky", "background") for s in t.senses) for t in every)
    tokens = [t for t in every if swaps or t.text not in _WITH]
    words = [word for t in tokens for word in t.text.replace(" ... ", " ").split()]
    if _swaps_things(tokens):
        return True
    said = [t for t in tokens if not t.has("filler") and t.text != "frame" and not t.has("add")]
    if any(t.has(part) for t in said for part in _NO_THING):
        return False
    if any(t.has("not") or t.has("nothing") for t in tokens):
        return False
    if words and _behind() & set(words):
        return _thing_in(tokens)
    for at in range(len(words)):
        for verb in _verbs():
            if tuple(words[at : at + len(verb)]) == verb:
                if _is_told_of(tokens, at):
                    return False  # "looks like somebody put paper over this"
                behind = _after(tokens, at + len(verb))
                if _thing_in([t for t in behind if t.text not in _counted()]):
                    return True
                return _thing_in(behind) or _another_for(behind)
    return False


def _is_told_of(tokens: Sequence[Token], words: int) -> bool:
    """Whether somebody stands before a verb who did that: it is no order then."""
    count = 0
    for token in tokens:
        if count >= words:
            return False
        count += len(token.text.replace(" ... ", " ").split())
        if not token.senses and token.text in _SOMEBODY:
            return True
    return False


_SOMEBODY = frozenset(
    ("somebody", "someone", "jemand", "einer", "quelqu", "quelqu'un", "alguien", "they", "ils")
)


def _another_for(tokens: Sequence[Token]) -> bool:
    """Whether a sky or a ground is to be swapped for another ("the grey sky for a fiery sunset")."""
    place = [
        i
        for i, t in enumerate(tokens)
        if any(s.part == "region" and s.get("value") in ("sky", "background") for s in t.senses)
    ]
    swapped = [i for i, t in enumerate(tokens) if t.text in _FOR]
    if not place or not swapped or swapped[-1] < place[0]:
        return False
    return any(not t.senses and t.text.isalpha() for t in tokens[swapped[-1] :])


def _swaps_things(tokens: Sequence[Token]) -> bool:
    """Whether a thing is to be swapped for another, whatever either looks like ("swap the old phone for a modern
    one"): a thing stands on both sides of "for".
    """
    verb = next((i for i, t in enumerate(tokens) if t.text in _swaps()), None)
    swapped = [i for i, t in enumerate(tokens) if t.text in _FOR]
    if verb is None or not swapped or swapped[-1] < verb:
        return False
    named = [t for t in tokens[verb + 1 : swapped[-1]] if not t.senses]
    other = [t for t in tokens[swapped[-1] + 1 :] if not t.senses]
    return any(is_likely(t.text) or is_person(t.text) for t in named) and bool(other)


@cache
def _counted() -> frozenset[str]:
    """Words before a thing that say where or how many ("setz da noch zwei Leute hin")."""
    return frozenset(table("edits")["undoable"]["counted"]["words"])


@cache
def _swaps() -> frozenset[str]:
    rows = table("edits")["undoable"]["swaps"]
    return frozenset(word for of in LANGUAGES for word in rows[of])


_FOR = frozenset(("for", "by", "with", "durch", "gegen", "mit", "par", "contre", "por", "con"))


def _after(tokens: Sequence[Token], words: int) -> Sequence[Token]:
    """The tokens behind so many words."""
    count = 0
    for at, token in enumerate(tokens):
        if count >= words:
            return tokens[at:]
        count += len(token.text.replace(" ... ", " ").split())
    return ()


def _thing_in(tokens: Sequence[Token]) -> bool:
    """Whether the first word that says anything is a thing, its colour and size left aside."""
    for at, token in enumerate(tokens):
        if not token.text.replace("'", "").isalpha():
            continue
        if token.has("colour") and at + 1 < len(tokens) and tokens[at + 1].text in _OF:
            return False  # "the green of that connector" is its colour
        if _is_thing(token):
            return True
        loose = any(s.part in (*_LOOSE, "colour", "quality", "change") for s in token.senses)
        if not loose and not token.has("change-to") and not token.has("add"):
            return False
    return False


_OF = frozenset(("of", "from", "von", "vom", "am", "an", "de", "du", "del"))


def _is_thing(token: Token) -> bool:
    word = token.text
    if not token.senses:
        return True
    if token.has("filler") or token.has("amount") or token.has("pronoun"):
        return False
    region = {str(s.get("value")) for s in token.senses if s.part == "region"}
    return bool(
        value_of(word) or is_likely(word) or is_person(word) or region & {"subject", "clothes"}
    )


__all__ = ["asks_for_a_thing"]
