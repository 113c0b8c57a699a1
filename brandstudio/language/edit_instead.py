"""What can be said instead of a wish that names a figure without a thing, a thing without a way, a mood, or what a
finished picture no longer holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .edit_looks import LOOKS
from .edit_words import vocabulary
from .senses import Token
from .tables import table
from .words import plain

_HOW_MUCH = 'That says how much, and not of what: say "a bit brighter" or "contrast +20 %".'
_WHICH_WAY = 'That says of what, and not which way: say "more contrast" or "contrast +20 %".'
_MOOD = (
    'A mood is told by what changes for it ("warmer, softer, less contrast"), or as one of the looks: '
    f"{', '.join(LOOKS)}."
)
#: What says how much.
_AMOUNTS = (
    "amount",
    "more",
    "less",
    "number",
    "percent",
    "signed",
    "share",
    "points",
    "degrees",
    "filler",
    "pronoun",
    "make",
)
#: What of that says it by itself.
_FIGURED = ("amount", "more", "less", "percent", "signed", "share", "points", "degrees")
#: A lone word of so many letters is none that tells how ("uf", "hm").
_INTERJECTION = 3
#: More words that nobody knows than this are no mood.
_FEW = 2


def instead_of(wish: str) -> str:
    """What can be said for such a wish; "" where it is another."""
    said = plain(wish)
    for row in table("edits")["instead"]:
        if re.search(row["says"], said):
            return str(row["told"])
    tokens = vocabulary().tokens(wish[:120])
    if not tokens:
        return ""
    figured = any(t.has(part) for t in tokens for part in _FIGURED)
    if figured and all(any(t.has(part) for part in _AMOUNTS) for t in tokens):
        return _HOW_MUCH
    if any(t.has("dimension") for t in tokens) and all(
        t.has("dimension") or t.has("filler") or t.has("pronoun") for t in tokens
    ):
        return _WHICH_WAY
    return ""


def only_how_much(told: str) -> bool:
    """Whether that is all that is said of a wish: beside another it tells nothing of what is missing."""
    return told == _HOW_MUCH


def mood_of(wish: str) -> str:
    """What can be said for a mood ("make it feel expensive", "plus chic"); "" where none is wished for."""
    tokens = vocabulary().tokens(wish[:120])
    unknown = [at for at, t in enumerate(tokens) if not t.senses and t.text.isalpha()]
    if _tells_of_somebody(tokens):
        return ""  # "I like the mood" wishes for none
    if any(t.has("look") or t.text in _moods() for t in tokens):
        held = ("region", "colour", "tinged", "as-it-is", "quality", "change", "dimension")
        return "" if any(t.has(part) for t in tokens for part in held) else _MOOD
    if not 0 < len(unknown) <= _FEW or any(t.has("region") or t.has("colour") for t in tokens):
        return ""
    return _MOOD if all(_tells_how(tokens, at) for at in unknown) else ""


def _tells_of_somebody(tokens: Sequence[Token]) -> bool:
    """Whether a wish begins with somebody who feels something, and with no verb that asks ("I like", "makes me")."""
    opens = table("edits")["plainer"]["feels"]
    words = [word for t in tokens[:3] for word in t.text.split()][:3]
    return any(" ".join(words[:count]) in opens for count in (1, 2, 3))


def _tells_how(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands where an adjective does: alone, at the end behind "make it" or "more"."""
    before = [t for t in tokens[:at] if t.senses and not t.has("amount")]
    if any(t.senses and not t.has("filler") for t in tokens[at + 1 :]):
        return False
    articles = table("edits")["stands_for"]["articles"]
    if at and (tokens[at - 1].text.split()[-1] in articles or tokens[at - 1].has("onto")):
        return False
    made = any(t.has("make") or t.has("more") or t.has("less") for t in before)
    return made or (len(tokens) == 1 and len(tokens[0].text) > _INTERJECTION)


def _moods() -> frozenset[str]:
    return frozenset(table("edits")["undoable"]["moods"]["words"])


__all__ = ["instead_of", "mood_of", "only_how_much"]
