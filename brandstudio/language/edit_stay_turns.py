"""Turns by which something is said to stay: "banner unchanged", "top half: nothing", "the face is fine as is", "con
la piel natural".

Each is settled by the words beside it, as every other turn is (`edit_phrases`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .edit_found import value_of
from .senses import Sense, Token
from .tables import table

_STAYS = Token("", (Sense("as-it-is"),))


def _a_banner(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """A banner that stays as it is hangs on the picture, and is no format to crop it to."""
    clause = tokens[begin:end]
    framed = tokens[at].has("frame") and all(s.part == "frame" for s in tokens[at].senses)
    stays = any(t.has("as-it-is") for t in clause) and not any(t.has("crop") for t in clause)
    upright = any(s.get("tall") for s in tokens[at].senses)
    return Token(tokens[at].text, ()) if framed and stays and not upright else None


def _nothing_there(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Top half: nothing", "oben nichts": that place stays as it is."""
    clause = tokens[begin:end]
    places = [t for t in clause if t.has("region")]
    plain = all(t is tokens[at] or t.has("region") or t.has("filler") for t in clause)
    if not (tokens[at].has("nothing") and places and plain):
        return None
    return Token(tokens[at].text, _STAYS.senses)


def _twice(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Is fine as is" says once that something stays."""
    told = at > begin and tokens[at].has("as-it-is") and tokens[at - 1].has("as-it-is")
    return Token(tokens[at].text, (Sense("filler"),)) if told else None


def _natural_skin(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "With natural skin", "avec la peau naturelle": the skin stays as it is."""
    first = max((i for i in range(begin, at + 1) if tokens[i].text in _WITH), default=begin)
    clause = tokens[first:end]
    natural = [t for t in clause if _is_natural(t)]
    skin = any(value_of(t.text) == "skin" for t in clause)
    plain = all(
        t in natural or value_of(t.text) == "skin" or t.has("filler") or t.text in _WITH
        for t in clause
    )
    if len(natural) != 1 or not skin or not plain:
        return None
    if tokens[at] is natural[0]:
        return Token(tokens[at].text, _STAYS.senses)
    leads = tokens[at].text in _WITH and not any(s.part == "filler" for s in tokens[at].senses[:1])
    return Token(tokens[at].text, (Sense("and"), Sense("filler"))) if leads else None


_WITH = frozenset(("with", "mit", "avec", "con"))


def _is_natural(token: Token) -> bool:
    words = table("edits")["turns"]["natural"]
    return token.text in words or (
        token.text.startswith("naturlich") and not token.text.endswith("keit")
    )


#: Every turn of that kind.
STAYS: tuple[Callable[[Sequence[Token], int, int, int], Token | None], ...] = (
    _a_banner,
    _nothing_there,
    _twice,
    _natural_skin,
)

__all__ = ["STAYS"]
