"""What a thing should be: "the yellow jacket should be red instead", *que la veste jaune devienne rouge*, *la chaqueta
amarilla debería ser roja*.

Of two colours beside one thing the first tells which it is and the last what it is to become: it is made so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .senses import Sense, Token
from .tables import table

Clause = tuple[Token, ...]


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(table("edits")["plainer"][key])


def made_so(clause: Clause) -> Clause:
    """A clause that says what colour a thing should be, as the order to make it so."""
    hued = [at for at, t in enumerate(clause) if t.has("colour")]
    shall = [at for at, t in enumerate(clause) if t.text in _words("shall") or t.has("becoming")]
    if len(hued) != 2 or not shall or not hued[0] < shall[-1] < hued[1] or _asks(clause):
        return clause
    behind = clause[hued[1] + 1 :]
    if not all(t.has("filler") or t.has("becoming") or t.has("make") for t in behind):
        return clause
    opens = clause[0].text in _words("that")
    beside = ("filler", "make", "becoming", "is")
    said = [t for t in clause[shall[0] : hued[1]] if t.has("becoming") or t.text in _words("shall")]
    between = clause[hued[0] + 1 : hued[1]]
    if not all(t in said or not t.senses or any(map(t.has, beside)) for t in between):
        return clause
    order = Token(said[0].text, (Sense("make"),))
    told = clause[opens : hued[1] + 1]
    return tuple(order if t is said[0] else t for t in told if t is said[0] or t not in said)


def _asks(clause: Sequence[Token]) -> bool:
    return any(t.has("not") or t.has("keep") or t.has("too") for t in clause)


__all__ = ["made_so"]
