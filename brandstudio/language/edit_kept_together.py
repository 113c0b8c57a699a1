"""What of a clause belongs to more than it stands beside: that its nouns stay, for a bare noun before its "and", too;
and that a stretch of the frame ends softly, for the change that is told of that.
"""

from __future__ import annotations

from collections.abc import Sequence

from .senses import Token


def told_to_stay(clause: Sequence[Token]) -> tuple[Token, ...]:
    """The words behind its nouns by which a clause says that these stay; none of a clause that says anything else,
    or that begins with them ("keep the sky").
    """
    first = next((at for at, t in enumerate(clause) if t.senses and not t.has("region")), 0)
    told = tuple(clause[first:])
    if not first or clause[0].has("keep"):
        return (
            tuple(t for t in clause if t.has("keep") or t.has("as-it-is")) if _as_is(clause) else ()
        )
    if told[0].has("keep") and not any(t.has("not") or not t.senses for t in told):
        return told
    parts = {"not", "change-to", "filler", "keep"}
    left = any(t.has("not") for t in told) and any(t.has("change-to") for t in told)
    plain = left and all(any(s.part in parts for s in t.senses) for t in told)
    if plain:
        return told
    return tuple(t for t in told if t.has("keep") or t.has("as-it-is")) if _as_is(clause) else ()


def _as_is(clause: Sequence[Token]) -> bool:
    return any(t.has("as-it-is") for t in clause) and not clause[0].has("keep")


def softly_ended(
    clauses: Sequence[tuple[tuple[Token, ...], bool, bool]],
) -> list[tuple[tuple[Token, ...], bool, bool]]:
    """The clauses, each that says of its own change that it ends softly ("lado derecho más oscuro con transición
    suave") as two: the change, and how it ends.
    """
    out = list[tuple[tuple[Token, ...], bool, bool]]()
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

__all__ = ["softly_ended", "told_to_stay"]
