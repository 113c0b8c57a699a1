"""Clauses that only compare ("the sky darker", "plus bleu", "más frío"): one behind "and" goes on with
the place of the one before, since it has neither a verb nor an object of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from .senses import Token
from .tables import table

_BEGINS = frozenset(("more", "less", "plus", "moins", "mas", "menos"))
#: What is said of something that is blurred, and no verb.
_BLURRED = frozenset(
    (
        *("blurry", "blurred", "blurrier", "out of focus", "defocused", "unscharf", "unscharfer"),
        *("unscharfe", "verschwommen", "flou", "floue", "borroso", "desenfocado"),
    )
)
#: What only closes a German comparison ("wärmer und satter aussehen").
_SEEMS = frozenset(("aussehen", "wirken", "werden", "sein", "machen", "erscheinen"))
_HOW_MUCH = ("amount", "percent", "more", "less")


def only_compares(clause: Sequence[Token]) -> bool:
    """Whether a clause is a comparison and nothing else: no verb, no place, no "it"."""
    if clause and all(t.has("look") or any(map(t.has, _HOW_MUCH)) for t in clause):
        return any(t.has("look") for t in clause)  # "darker and dramatic"
    return _all(clause, _HOW_MUCH) and _any(clause)


def only_paler(clause: Sequence[Token]) -> bool:
    """Whether a clause asks for less of a colour, and so names no place for what follows it."""
    less = any(t.has("less") or t.has("too") or t.has("not-so") for t in clause)
    said = any(t.has(part) for t in clause for part in ("change", "quality", "dimension"))
    return less and not said and any(t.has("colour") for t in clause)


def _all(clause: Sequence[Token], beside: Sequence[str]) -> bool:
    by = table("edits")["plainer"]["by"]
    return all(
        any(map(token.has, beside))
        or _compared(token, clause)
        or token.text in _SEEMS
        or (token.text in by and at + 1 < len(clause) and clause[at + 1].has("percent"))
        for at, token in enumerate(clause)
    )


def _any(clause: Sequence[Token]) -> bool:
    return any(_compared(token, clause) for token in clause)


def _compared(token: Token, clause: Sequence[Token]) -> bool:
    """Whether a word compares: "darker", "más vivo", or an adjective beside "more"."""
    if token.has("in-focus"):
        return True  # "warmer and crisp": it is how that is to be
    if token.has("change"):
        first = token.text.split()[0]
        tongues = {t for sense, some in token.spoken if sense.part == "change" for t in some}
        # English and German verbs don't end so; French ones do.
        return first in _BEGINS or (first.endswith("er") and bool(tongues & {"en", "de"}))
    if token.has("blur") and token.text in _BLURRED:
        return True
    beside = any(other.has("more") or other.has("less") for other in clause)
    return beside and (token.has("quality") or token.has("colour"))


__all__ = ["only_compares", "only_paler"]
