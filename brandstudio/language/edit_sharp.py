"""What is said to be sharp, or to stay so, is never made softer: where what was read would blur it, a slip or a turn
that nobody knows is in between, and nothing is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .edit_clauses import said
from .edit_found import value_of
from .edit_values import Edit
from .senses import Token

_SOFTENS = ("blur", "soften")
#: With those a clause complains of what is sharp, or wants less of it.
_OTHERWISE = ("too", "not", "less", "not-so", "change", "too-much", "without")


def softened_though_sharp(
    clauses: Iterable[tuple[tuple[Token, ...], bool, bool]], edits: Sequence[Edit]
) -> list[str]:
    """The clauses that say that a place is sharp which an edit would soften."""
    softened = {
        part
        for e in edits
        if e.kind in _SOFTENS and (e.amount > 0 or e.kind == "blur")
        for part in e.target.split("&")
    }
    return [said(clause) for clause, _, _ in clauses if _sharp_places(clause) & softened]


def _sharp_places(clause: Sequence[Token]) -> set[str]:
    """The places that a clause says are sharp, or stay so."""
    sharp = any(t.has("in-focus") for t in clause)
    if not sharp or any(t.has(part) for t in clause for part in _OTHERWISE):
        return set()
    if any(t.has("is") and not t.has("keep") and not t.has("filler") for t in clause):
        return set()  # "the face is sharp": it only tells how it is
    named = {str(s.get("value")) for t in clause for s in t.senses if s.part == "region"}
    return (named | {value_of(t.text) for t in clause if not t.senses}) - {""}


__all__ = ["softened_though_sharp"]
