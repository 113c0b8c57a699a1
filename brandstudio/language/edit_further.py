"""A bare "more" or "less" behind what was said: "not more saturated: less", "a golden hour look, but more"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .edit_heard import Heard, take
from .edit_made import Made
from .edit_values import Edit
from .senses import Token
from .tables import table

_IDLE = frozenset({"filler", "pronoun", "is", "make", "and"})
#: What has a plain opposite, so that less of what must not be more is the other way.
_OPPOSED = frozenset({"brightness", "contrast", "saturation", "temperature", "sharpen", "clarity"})
#: What can be done more of.
_STRONGER = frozenset(
    {
        *("brightness", "contrast", "saturation", "temperature", "clarity", "sharpen", "soften"),
        *("blur", "grain", "vignette", "look", "fade", "glow", "dehaze", "colour", "sepia"),
    }
)
#: "More" behind a plain step is so many of it.
_MORE = 1.4
_LITTLE = 0.45


def goes_further(heard: Heard, clause: Sequence[Token]) -> bool:
    """Take in a clause that only says "more" or "less"; False where that says nothing for sure."""
    if _not_so_much(heard, clause) or _by_degrees(heard, clause) or _kept_light(heard, clause):
        return True
    way = _way(clause)
    if way == 0:
        return False
    mine = heard.edits[heard.begin :]
    return _stronger(heard, mine) if mine and way > 0 else not mine and _turned(heard, way)


def _by_degrees(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Turn it slightly left, 1.5 degrees": how far the turn before goes."""
    mine = heard.edits[heard.begin :]
    told = [s for t in clause for s in t.senses if s.part in ("degrees", "number")]
    plain = all(
        any(map(t.has, ("degrees", "number", "filler", "amount", "signed"))) for t in clause
    )
    if not mine or mine[-1].kind != "rotate" or mine[-1].exact is None or not plain:
        return False
    degrees = [abs(float(s.get("number"))) for s in told if s.part == "degrees"]
    degrees = degrees or [abs(float(s.get("number"))) for s in told]
    if len(degrees) != 1 or not 0 < degrees[0] <= 360:
        return False
    turned = degrees[0] if mine[-1].exact > 0 else -degrees[0]
    heard.edits[-1] = replace(mine[-1], exact=turned)
    return True


def _kept_light(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Add grain, but keep it light", "a vignette, but only a light one", "blur it, just a light blur": a little
    of it, and no lighter picture.
    """
    mine = heard.edits[heard.begin :]
    if not mine or mine[-1].kind not in _LAID or mine[-1].exact is not None or mine[-1].amount <= 0:
        return False
    last = mine[-1]
    again = [t for t in clause if _names(t, last.kind)]
    light = [t for t in clause if t not in again and _is_light(t, restated=bool(again))]
    rest = [t for t in clause if t not in light and t not in again]
    plain = all(any(map(t.has, ("keep", "make", "only", *_IDLE))) for t in rest)
    of_it = any(t.has("pronoun") for t in rest)
    if len(light) != 1 or not plain or len(again) > 1 or (of_it and len(mine) > 1):
        return False
    if any(t.has("make") for t in rest) and last.kind not in _ADDED:
        return False  # "blur the background, make it light": it may be the background
    if not rest and not again and light[0].has("quality"):
        return False  # alone it may be the picture
    heard.edits[-1] = replace(last, amount=min(last.amount, _LITTLE))
    return True


def _is_light(token: Token, *, restated: bool) -> bool:
    """Whether a word says that there is to be little of something."""
    little = any(s.part == "amount" and float(s.get("number")) < 1 for s in token.senses)
    return (restated and little) or token.text in table("edits")["plainer"]["light"]


def _names(token: Token, kind: str) -> bool:
    """Whether a word names an effect of a kind."""
    told = any(s.part == "effect" and s.get("kind") == kind for s in token.senses)
    return told or (kind == "blur" and token.has("blur"))


#: What is laid on a picture: that is kept light, and not the picture.
_LAID = frozenset(
    {
        *("grain", "vignette", "sepia", "glow", "sharpen", "look", "fade", "clarity"),
        *("blur", "soften"),
    }
)

#: What is put on, and nothing that was there.
_ADDED = frozenset({"grain", "vignette", "glow"})


def _not_so_much(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Warmer, but not so much" is a little warmer."""
    told = [t for t in clause if not any(s.part in _IDLE for s in t.senses)]
    mine = heard.edits[heard.begin :]
    if len(told) != 1 or not told[0].has("not-much") or len(mine) != 1:
        return False
    if mine[0].kind not in _STRONGER or mine[0].exact is not None:
        return False
    heard.edits[-1] = replace(mine[0], amount=mine[0].amount * _LITTLE)
    return True


def _way(clause: Sequence[Token]) -> int:
    """1 for "more", -1 for "less", 0 where anything else is said."""
    told = [t for t in clause if not any(s.part in _IDLE for s in t.senses)]
    if len(told) != 1 or any(not t.senses for t in clause):
        return 0
    if any(map(told[0].has, _LIFTS)):
        return 0  # "too dark, bring it up"
    return int(told[0].has("more")) - int(told[0].has("less"))


_LIFTS = ("pull-up", "upward", "lift", "pull-down", "downward", "calm", "recover")


def _turned(heard: Heard, way: int) -> bool:
    """ "No más saturado: menos" is the other way of what must not be."""
    ban = heard.bans[-1] if heard.bans else None
    if ban is None or ban.kind not in _OPPOSED or ban.sign * way >= 0:
        return False
    take(heard, Made((Edit(ban.kind, float(way), "", ban.target),)))
    return True


def _stronger(heard: Heard, mine: Sequence[Edit]) -> bool:
    """ "Blur the background, more": more of that. Of what takes away it may be either."""
    last = mine[-1]
    if len(mine) != 1 or last.kind not in _STRONGER or last.exact is not None or last.amount <= 0:
        return False
    heard.edits[-1] = replace(last, amount=last.amount * _MORE)
    return True


__all__ = ["goes_further"]
