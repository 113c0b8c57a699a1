"""A list behind what denies it, as one clause for each of its nouns: "not the woman or her camera", *sans toucher aux
ciseaux ni aux crayons*; and a noun that goes on with what is kept sharp (*la abeja con la flor*).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .senses import Token
from .tables import table

Clause = tuple[tuple[Token, ...], bool, bool]


def lists_parted(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, each list of what is denied in its parts."""
    return _kept_on([part for clause in clauses for part in _parted(clause)])


def _parted(told: Clause) -> Iterator[Clause]:
    clause, hard, joined = told
    first = next((at for at, t in enumerate(clause) if _names(t)), 0)
    lead = clause[:first]
    while lead and any(map(lead[-1].has, ("filler", "pronoun"))) and not _denies(lead[-1]):
        first, lead = first - 1, lead[:-1]
    ends = [at for at, t in enumerate(clause) if at > first and t.text in _words("alternatives")]
    denies = any(map(_denies, lead))
    lists = [
        clause[a:b] for a, b in zip([first, *(e + 1 for e in ends)], [*ends, None], strict=True)
    ]
    if not (ends and denies and all(map(_is_bare, lists))):
        yield told
        return
    for at, named in enumerate(lists):
        last = at == len(lists) - 1
        # Behind "except" a noun goes on as behind "and".
        spared = at > 0 and any(t.has("except") for t in lead)
        yield (named if spared else (*lead, *named)), hard and last, spared or (joined and not at)


def _kept_on(clauses: Sequence[Clause]) -> list[Clause]:
    """Clauses in which a noun behind "with" stays sharp as the one before it does."""
    out = list[Clause]()
    for clause, hard, joined in clauses:
        at = next((at for at, t in enumerate(clause) if at and _joins(t)), 0)
        if at and _stays_sharp(clause[:at]) and _is_bare(clause[at + 1 :]):
            kept = [t for t in clause[:at] if t.has("keep") or t.has("in-focus")]
            out += [(clause[:at], False, joined), ((*kept, *clause[at + 1 :]), hard, True)]
        else:
            out.append((clause, hard, joined))
    return out


def _joins(token: Token) -> bool:
    return token.has("and") and token.has("add")


def _stays_sharp(clause: Sequence[Token]) -> bool:
    kept = any(t.has("keep") for t in clause) and any(t.has("in-focus") for t in clause)
    return kept and not any(t.has("not") for t in clause)


def _denies(token: Token) -> bool:
    return token.has("not") or token.has("except")


def _names(token: Token) -> bool:
    return not token.senses or (token.has("region") and not token.has("change-to"))


def _is_bare(clause: Sequence[Token]) -> bool:
    """Whether a clause only names a thing, with its article or its owner and its colour."""
    idle = ("filler", "pronoun", "region", "colour")
    named = [t for t in clause if _names(t)]
    plain = all(not t.senses or any(map(t.has, idle)) for t in clause)
    return 0 < len(named) <= _MOST and plain and all(t.senses or t.text.isalpha() for t in named)


#: Words of one name for a thing.
_MOST = 3


def _words(key: str) -> frozenset[str]:
    return frozenset(table("edits")["plainer"][key])


__all__ = ["lists_parted"]
