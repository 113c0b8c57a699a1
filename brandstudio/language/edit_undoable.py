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


def needs_a_model(wish: str) -> bool:
    """Whether a wish that was not understood is to add, remove or replace a thing."""
    tokens = [t for t in vocabulary().tokens(wish[:120]) if t.text not in _WITH]
    words = [word for t in tokens for word in t.text.replace(" ... ", " ").split()]
    said = [t for t in tokens if not t.has("filler") and t.text != "frame"]
    if any(t.has(part) for t in said for part in _NO_THING):
        return False
    if any(t.has("not") or t.has("nothing") for t in tokens):
        return False
    if words and _behind() & set(words):
        return _thing_in(tokens)
    for at in range(len(words)):
        for verb in _verbs():
            if tuple(words[at : at + len(verb)]) == verb:
                return _thing_in(_after(tokens, at + len(verb)))
    return False


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
    for token in tokens:
        if not token.text.replace("'", "").isalpha():
            continue
        if _is_thing(token):
            return True
        loose = any(s.part in (*_LOOSE, "colour", "quality", "change") for s in token.senses)
        if not loose and not token.has("change-to") and not token.has("add"):
            return False
    return False


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


__all__ = ["needs_a_model"]
