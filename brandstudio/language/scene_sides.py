"""The sides of a picture that a prompt names: the one to keep free, and the one that the light comes
from.
"""

from __future__ import annotations

import re
from typing import Literal, cast

from .tables import either, table
from .undrawn import lists_of
from .words import contains, find

LightSide = Literal["left", "right"]
SpaceSide = Literal["left", "right", "top", "bottom", "middle"]

_LIGHT_FROM = re.compile(rf"\b(?:{either('scenes', 'light_from')})\s+([^\W\d]+)")
_SHADOW_TO = re.compile(rf"\b(?:{either('scenes', 'shadow_to')})\s+([^\W\d]+)")


def light_of(text: str) -> tuple[LightSide | None, str]:
    """The side that the light is to come from, and the text without it: it keeps nothing free."""
    for pattern, cast_away in ((_LIGHT_FROM, False), (_SHADOW_TO, True)):
        match = pattern.search(text)
        side = _side(match[1]) if match is not None else None
        if match is not None and side is not None:
            if cast_away:
                side = "right" if side == "left" else "left"
            return side, text[: match.start(1)] + text[match.end() :]
    return None, text


def _side(word: str) -> LightSide | None:
    sides: tuple[LightSide, ...] = ("left", "right")
    return next((s for s in sides if contains(word, lists_of("space")[s])), None)


def opposite(rest: str) -> SpaceSide | None:
    """ "A podium on the left" leaves room on the right."""
    sides = lists_of("space")
    named = [side for side in ("left", "right") if contains(rest, sides[side])]
    if len(named) != 1:
        return None
    return "right" if named[0] == "left" else "left"


def space_of(text: str) -> tuple[SpaceSide | None, str]:
    """The side to keep free, and the text without the words that said so."""
    nouns = find(text, table("scenes")["words"]["space"])
    best: tuple[int, SpaceSide, tuple[int, int], tuple[int, int]] | None = None
    for side, entries in lists_of("space").items():
        for spot in find(text, entries):
            for noun in nouns:
                apart = max(noun[0] - spot[1], spot[0] - noun[1], 0)
                if apart <= 28 and (best is None or apart < best[0]):
                    best = (apart, cast(SpaceSide, side), spot, noun)
    if best is None:
        return None, text
    start, end = min(best[2][0], best[3][0]), max(best[2][1], best[3][1])
    return best[1], text[:start] + " " + text[end:]
