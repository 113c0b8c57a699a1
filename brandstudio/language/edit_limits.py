"""What only bounds the wish before it ("a subtle vignette, not too dark"), and what is hinted at before a wish
answers it ("a bit dark overall, lighten it by 15 %").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .edit_heard import Heard
from .edit_made import Made
from .edit_values import Ban, Edit, is_side
from .senses import Sense, Token
from .tables import table

#: Of what darkens by itself, not too dark is so much.
_LESS = 0.5
_HINTS = frozenset({"quality", "amount", "filler", "is", "region", "pronoun", "and"})


def bounded(heard: Heard, made: Made, clause: Sequence[Token]) -> Made | None:
    """A wish that something be not too much of a thing: beside another wish it bounds that, and asks for
    nothing of its own. None where a bound stands alone.
    """
    mine = heard.edits[heard.begin :]
    if made.softens and any(t.has("not") and not t.has("not-so") for t in clause):
        return _lacking(made, clause, bool(mine))
    limits = table("edits")["turns"]["limits"]
    alone = any(t.has("limit") for t in clause)
    if not made.softens or not (alone or any(t.text in limits for t in clause)):
        return made
    if not mine:
        return None if alone else made
    if len(made.edits) != 1:
        return made
    edit = made.edits[0]
    if any(e.kind == edit.kind and e.amount * edit.amount < 0 for e in mine):
        return made
    if edit.kind == "brightness" and edit.amount > 0 and mine[-1].kind == "vignette":
        heard.edits[-1] = replace(mine[-1], amount=mine[-1].amount * _LESS)
        return Made()
    return Made(bans=(Ban(edit.kind, -1 if edit.amount > 0 else 1, edit.target),))


def _lacking(made: Made, clause: Sequence[Token], follows: bool) -> Made | None:
    """ "It isn't very bright" says that it lacks light, and is no order to darken it; of what "isn't dark"
    nobody knows what is wanted. "Not very bright" alone says nothing either.
    """
    stated = any(
        (t.has("is") and (not t.has("filler") or t.text in _STATES)) or t.text in _IS_NOT
        for t in clause
    )
    large = any(s.part == "amount" and s.get("number") > 1 for t in clause for s in t.senses)
    if not stated:
        return None if large and not follows else made
    edit = made.edits[0] if len(made.edits) == 1 else None
    if edit is None or edit.amount > 0 or edit.kind not in _LACKED:
        return None
    return Made((replace(edit, amount=0.7),))


#: What something may lack.
_LACKED = frozenset({"brightness", "contrast", "saturation", "sharpen", "temperature"})
_IS_NOT = frozenset(("isn't", "isn t", "is not", "aren't", "doesn't", "n est pas", "no es"))


def crowds(clause: Sequence[Token]) -> bool:
    """Whether a clause only says that there is too much of a thing ("too much sky"), which a crop answers."""
    said = [t for t in clause if not any(s.part in ("filler", "is", "and") for s in t.senses)]
    if len(said) != 2 or not any(t.has("too-much") for t in said[:1]):
        return False
    noun = said[1]
    colours = any(s.get("value") in ("colours", "light") for s in noun.senses)
    return (not noun.senses and noun.text.isalpha()) or (
        noun.has("region") and not (noun.has("colour") or colours or noun.has("dimension"))
    )


def ends_softly(heard: Heard, clause: Sequence[Token]) -> bool:
    """Whether a clause only says that a stretch of the frame ends softly, as it does ("the top third darker,
    gradually"). Of anything else nobody knows what is gradual.
    """
    mine = heard.edits[heard.begin :]
    plain = all(any(s.part in ("soft-edge", "filler", "pronoun") for s in t.senses) for t in clause)
    said = plain and any(t.has("soft-edge") for t in clause)
    return said and bool(mine) and any(is_side(p) for p in mine[-1].target.split("&"))


def lone_complaint(clause: Sequence[Token]) -> tuple[Token, ...]:
    """A statement that something is a little or very dark or cold, as the complaint that it is where nothing
    else is said; none where it may be praise ("very warm").
    """
    told = [s for t in clause for s in t.senses if s.part == "quality"]
    sizes = [t for t in clause if t.has("amount") and not t.has("quality")]
    plain = all(any(s.part in _HINTS for s in t.senses) for t in clause)
    stated = any(t.has("is") and (not t.has("filler") or t.text in _STATES) for t in clause)
    if not (plain and stated) or len(sizes) > 1 or not told:
        return ()
    said = {(s.get("kind"), s.get("sign")) for s in told}
    if not sizes:
        # "Looks cold" is no praise; what "looks dark" may be meant so.
        return (Token("too", (Sense("too"),)), *clause) if said == {("temperature", -1)} else ()
    little = all(s.get("number") < 1 for s in sizes[0].senses if s.part == "amount")
    if said - _COMPLAINED or (not little and ("brightness", 1) in said):
        return ()
    return tuple(Token(t.text, (Sense("too"),)) if t is sizes[0] else t for t in clause)


#: Verbs that are words of politeness too.
_STATES = frozenset(("esta", "estan", "ist", "sind"))
_COMPLAINED = {("brightness", 1), ("brightness", -1), ("temperature", -1)}


def no_darker(heard: Heard, clause: Sequence[Token]) -> bool:
    """Take in "no muy oscura" behind a vignette."""
    mine = heard.edits[heard.begin :]
    if not mine or mine[-1].kind != "vignette" or not any(t.has("not") for t in clause):
        return False
    faults = [s for t in clause for s in t.senses if s.part == "fault"]
    plain = all(any(s.part in ("not", "fault", "filler") for s in t.senses) for t in clause)
    if not plain or [(s.get("kind"), s.get("sign")) for s in faults] != [("brightness", 1)]:
        return False
    heard.edits[-1] = replace(mine[-1], amount=mine[-1].amount * _LESS)
    return True


def hint_of(made: Made, clause: Sequence[Token]) -> Edit | None:
    """The edit of a clause that may as well say how the picture is ("etwas dunkel"); None for a plain wish."""
    little = any(s.part == "amount" and s.get("number") < 1 for t in clause for s in t.senses)
    plain = all(any(s.part in _HINTS for s in t.senses) for t in clause)
    told = any(t.has("quality") for t in clause) and not any(t.has("change") for t in clause)
    if not (little and plain and told) or len(made.edits) != 1:
        return None
    return made.edits[0] if made.edits[0].kind == "brightness" else None


def answer_hint(heard: Heard, made: Made) -> None:
    """Let a hint go that a wish behind it answers."""
    hint = heard.hinted
    if hint is None or hint[1] not in heard.edits:
        return
    said, edit = hint
    if any(
        e.kind == edit.kind and e.place == edit.place and e.amount * edit.amount < 0
        for e in made.edits
    ):
        at = heard.edits.index(edit)
        heard.begin -= at < heard.begin
        del heard.edits[at]
        heard.likened.append(said)
        heard.hinted = None


__all__ = [
    "answer_hint",
    "bounded",
    "crowds",
    "ends_softly",
    "hint_of",
    "lone_complaint",
    "no_darker",
]
