"""What is said of a style beside an order, and asks for nothing by itself: "too much HDR: clarity down", "contre-jour :
débouche les ombres", "..., make them neutral", "..., pas trop", "skin natural".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from .edit_clauses import said
from .edit_found import value_of
from .edit_heard import Heard, Remark
from .edit_moods import mood_said
from .edit_outcome import OF_FRAME
from .senses import Token
from .tables import table

_IDLE = frozenset({"filler", "pronoun", "is", "make", "and", "only"})
_LITTLE = 0.5


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(table("edits")["turns"][key])


def style_said(heard: Heard, clause: Sequence[Token]) -> bool:
    """Take in a clause that only speaks of a style; False where it is another."""
    return (
        _not_only_there(heard, clause)
        or _as_some_place_is(heard, clause)
        or _too_much_of_it(heard, clause)
        or _heads(heard, clause)
        or _neutral_too(heard, clause)
        or _more_natural(heard, clause)
        or _not_too_much(heard, clause)
        or _natural_skin(heard, clause)
        or mood_said(heard, clause)
    )


def _plain(clause: Sequence[Token], *named: Token) -> bool:
    return all(t in named or any(s.part in _IDLE for s in t.senses) for t in clause)


def _not_only_there(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Nicht nur den Himmel, alles dunkler": a place that the wish is not held to."""
    text = " ".join(t.text for t in clause)
    begun = any(text == p or text.startswith(f"{p} ") for p in _words("not_only"))
    asks = any(t.has(part) for t in clause for part in ("change", "quality", "dimension", "effect"))
    if not begun:
        return False
    (heard.unknown if asks else heard.likened).append(said(clause))
    return True


def _as_some_place_is(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "As bright as the left side": how it is there nobody measures. "As dark as possible" is none."""
    for at, token in enumerate(clause[:-3]):
        much = token.text in _words("as_much_as") and clause[at + 1].has("quality")
        if much and clause[at + 2].text in _words("as_what"):
            behind = [t for t in clause[at + 3 :] if not t.has("filler")]
            if any(t.has("region") or not t.senses for t in behind):
                heard.unknown.append(said(clause))
                return True
    return False


def _too_much_of_it(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Too much HDR": it complains, and what is done about it is said behind it."""
    much = [t for t in clause if t.has("too-much") or t.has("too")]
    styles = [t for t in clause if t.has("look")]
    if len(much) != 1 or len(styles) != 1 or not _plain(clause, *much, *styles):
        return False
    wants = tuple((kind, -1.0) for kind in ("clarity", "saturation", "contrast"))
    heard.remarks.append(Remark(said(clause), "", "", tells=True, wants=wants))
    return True


def _heads(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Contre-jour : ..." at the head of an order tells how the picture was taken."""
    told = " ".join(
        t.text for t in clause if not all(s.part in _IDLE for s in t.senses) or not t.senses
    )
    if heard.clauses > 1 or heard.edits or told not in _words("heading"):
        return False
    heard.remarks.append(Remark(said(clause), "", "", tells=True))
    return True


def _neutral_too(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "..., make them neutral" behind a cast that is taken out."""
    neutral = [t for t in clause if t.text in _words("neutral")]
    mine = heard.edits[heard.begin :]
    taken = any(e.kind == "balance" or (e.kind == "colour" and e.amount < 0) for e in mine)
    if len(neutral) != 1 or not taken or not _plain(clause, *neutral):
        return False
    heard.likened.append(said(clause))
    return True


def _more_natural(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "The colours are exaggerated, make it more natural" is answered by less of them; alone it says nothing."""
    natural = [t for t in clause if t.text in _words("natural") or t.text in _MORE_NATURAL]
    more = [t for t in clause if t.has("more")]
    mine = heard.edits[heard.begin :]
    less = any(e.kind in ("saturation", "contrast", "colour") and e.amount < 0 for e in mine)
    if len(natural) != 1 or not less or not _plain(clause, *natural, *more):
        return False
    heard.likened.append(said(clause))
    return True


_MORE_NATURAL = frozenset(("naturlicher", "natürlicher"))


def _not_too_much(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "..., pas trop" behind a wish is little of it."""
    mine = heard.edits[heard.begin :]
    bare = [t for t in clause if t.has("not-so") or t.has("limit")]
    if len(bare) != 1 or not mine or not _plain(clause, *bare):
        return False
    if bare[0].text not in _words("limits"):
        return False
    last = mine[-1]
    if last.exact is not None or last.kind in OF_FRAME:
        return False
    if abs(last.amount) > _LITTLE:
        heard.edits[-1] = replace(last, amount=_LITTLE if last.amount > 0 else -_LITTLE)
    return True


def _natural_skin(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Less orange, skin natural": what is taken out is to leave it so."""
    skin = [t for t in clause if value_of(t.text) in ("skin", "faces")]
    natural = [t for t in clause if t.text in _words("natural")]
    mine = heard.edits[heard.begin :]
    less = any(e.kind in ("saturation", "colour", "temperature") and e.amount < 0 for e in mine)
    less = less or any(e.kind == "balance" for e in mine)
    if len(skin) != 1 or len(natural) != 1 or not less or not _plain(clause, *skin, *natural):
        return False
    last = mine[-1]
    if last.kind == "saturation" and last.target.startswith("colour-") and last.exact is None:
        # Skin is orange itself: what is too much of it is a cast.
        hue = last.target.removeprefix("colour-")
        heard.edits[-1] = replace(last, kind="colour", value=hue, target="all", amount=-1.0)
    heard.likened.append(said(clause))
    return True


__all__ = ["style_said"]
