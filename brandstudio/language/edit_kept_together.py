"""What of a clause belongs to more than it stands beside: that its nouns stay, for a bare noun before its "and", too;
and that a stretch of the frame ends softly, for the change that is told of that.
"""

from __future__ import annotations

from collections.abc import Sequence

from .senses import Token

Clause = tuple[tuple[Token, ...], bool, bool]


def kept_lists(clauses: Sequence[Clause]) -> list[Clause]:
    """Clauses in which each bare place of a list is kept as the last one of it is."""
    out = list(clauses)
    for at in range(len(out) - 1):
        after, _, goes_on = out[at + 1]
        kept = (_sharp(after) or _told_to_stay(after)) if goes_on else ()
        first = at
        while kept and first >= 0 and not out[first][1] and _is_bare(out[first][0]):
            clause, hard, joined = out[first]
            out[first] = (*clause, *kept), hard, joined
            if not joined and not _has_place_before(out, first):
                break
            first -= 1
    return out


def _has_place_before(clauses: Sequence[Clause], at: int) -> bool:
    """Whether the change before a list has its place already: "darker, the sky, tree and grass stay" has none."""
    before = [c for c, _, _ in clauses[:at] if c and not _is_bare(c)]
    return bool(before) and any(t.has("region") for t in before[-1])


def _is_bare(clause: Sequence[Token]) -> bool:
    unknown = [t for t in clause if not t.senses]
    places = any(t.has("region") for t in clause) or 0 < len(unknown) <= 2
    return places and all(not t.senses or t.has("region") or t.has("filler") for t in clause)


def _told_to_stay(clause: Sequence[Token]) -> tuple[Token, ...]:
    """The words behind its nouns by which a clause says that these stay; none of a clause that says anything else,
    or that begins with them ("keep the sky").
    """
    first = next((at for at, t in enumerate(clause) if t.senses and not _names(t)), 0)
    told = tuple(clause[first:])
    if not _is_bare(clause[:first]) or clause[0].has("keep"):
        return _keeping(clause) if _as_is(clause) else ()
    if told[0].has("keep") and not any(t.has("not") or not t.senses for t in told):
        return told
    parts = {"not", "change-to", "filler", "keep"}
    left = any(t.has("not") for t in told) and any(t.has("change-to") for t in told)
    plain = left and all(any(s.part in parts for s in t.senses) for t in told)
    if plain:
        return told
    return _keeping(told) if _as_is(clause) else ()


def _sharp(clause: Sequence[Token]) -> tuple[Token, ...]:
    """The words behind its nouns by which a clause says that these are sharp, or stay so ("Gesicht und Haare scharf
    lassen"): what stands before its "and" is sharp as well, and is no place of the blur before the comma.
    """
    first = next((at for at, t in enumerate(clause) if t.senses and not _names(t)), 0)
    told = tuple(clause[first:])
    beside = ("in-focus", "keep", "is", "make", "filler", "as-it-is")
    plain = all(any(s.part in beside for s in t.senses) for t in told)
    sharp = any(t.has("in-focus") for t in told)
    return told if first and plain and sharp and _is_bare(clause[:first]) else ()


def _keeping(tokens: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(t for t in tokens if t.has("keep") or t.has("as-it-is"))


def _names(token: Token) -> bool:
    """Whether a word is a place or an article before it ("el árbol y la hierba se quedan")."""
    return token.has("region") or token.has("filler")


def _as_is(clause: Sequence[Token]) -> bool:
    return any(t.has("as-it-is") for t in clause) and not clause[0].has("keep")


def softly_ended(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, each that says of its own change that it ends softly ("lado derecho más oscuro con transición
    suave") as two: the change, and how it ends.
    """
    out = list[Clause]()
    for clause, hard, joined in clauses:
        at = next((at for at, t in enumerate(clause) if t.has("soft-edge")), 0)
        last = clause[at:] if at else ()
        if not at or not all(t.has("soft-edge") or t.has("filler") for t in last):
            out.append((clause, hard, joined))
            continue
        first = clause[: at - 1] if clause[at - 1].text in _WITH else clause[:at]
        out += [(first, False, joined), (last, hard, False)]
    return out


_WITH = frozenset(("with", "mit", "avec", "con"))

__all__ = ["kept_lists", "softly_ended"]
