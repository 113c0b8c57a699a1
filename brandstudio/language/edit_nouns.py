"""A thing that is named with a noun of its own where it is to be kept, cut out or changed alone: "all
but the cow", "laisse la voiture telle quelle", "Flasche freistellen".

The noun is no word of the table. Where one stands in a clause, and the clause would be understood
with "subject" in its place, it is what stands out; an answer says so. Parts of things and what is
seldom what stands out are never taken for it, and where a person is seen only a word for a person is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .senses import LANGUAGES, Sense, Token
from .tables import table

_SUBJECT = (Sense("region", {"value": "subject"}),)
#: What may stand between "except" and its noun.
_ARTICLES = frozenset({"filler", "pronoun"})


def with_subject(clause: Sequence[Token]) -> tuple[tuple[Token, ...], str] | None:
    """A clause with "subject" in the place of its one unknown noun, and that noun; None where there
    is none, or where the clause does not set it apart from the rest.
    """
    unknown = [at for at, token in enumerate(clause) if not token.senses]
    if len(unknown) != 1 or not can_be_subject(clause[unknown[0]].text):
        return None
    if clause[unknown[0]].text in _found_by_hue():
        return None
    at = unknown[0]
    if not (_named_apart(clause, at) or _is_kept(clause) or _is_cut_out(clause)):
        return None
    if any(s.part == "region" and s.get("value") != "rest" for t in clause for s in t.senses):
        beside = [t for t in clause if t.has("region") and not (_ARTICLES & _parts(t))]
        if not all(t.has("effect") or t.has("in-colour") or t.has("quality") for t in beside):
            return None
    noun = clause[at].text
    return (*clause[:at], Token(noun, _SUBJECT), *clause[at + 1 :]), noun


def _parts(token: Token) -> set[str]:
    return {sense.part for sense in token.senses}


def _named_apart(clause: Sequence[Token], at: int) -> bool:
    """Whether a noun stands behind "except", "only", or a bare "not" at the clause's beginning."""
    before = at - 1
    while before >= 0 and _parts(clause[before]) & _ARTICLES and not clause[before].has("except"):
        before -= 1
    if before < 0:
        return False
    token = clause[before]
    alone = before == 0 and at == len(clause) - 1 and token.has("not")
    return token.has("except") or token.has("only") or alone


def _is_kept(clause: Sequence[Token]) -> bool:
    kept = any(t.has("keep") for t in clause)
    return kept and any(t.has("as-it-is") or t.has("in-colour") for t in clause)


def _is_cut_out(clause: Sequence[Token]) -> bool:
    cut = any(t.has("cut") for t in clause) and any(t.has("out") for t in clause)
    denied = any(t.has("not") or t.has("except") for t in clause)
    return not denied and (cut or any(t.has("cutout") for t in clause))


def can_be_subject(noun: str) -> bool:
    """Whether a noun that nobody knows may be what a picture is of."""
    return noun.isalpha() and len(noun) > 2 and noun not in table("edits")["never_subject"]["words"]


@cache
def _found_by_hue() -> frozenset[str]:
    """Things that have a place of their own: a refusal names it."""
    rows = table("edits")["thing"]
    return frozenset(word for row in rows for of in LANGUAGES for word in row[of])


def is_person(noun: str) -> bool:
    """Whether a noun names a person, or several."""
    return noun.lower() in table("edits")["people"]["words"]


__all__ = ["can_be_subject", "is_person", "with_subject"]
