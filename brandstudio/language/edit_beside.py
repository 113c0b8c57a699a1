"""What only goes on with the edit before it: "highlights especially", "darker, almost black", "like a
silhouette"; and a fault that is told before "remove it".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .edit_heard import Heard
from .edit_places import EVERYWHERE, fits, narrowed, placed
from .edit_values import Edit
from .senses import Sense, Token

_IDLE = frozenset({"filler", "pronoun", "and", "is", "make", "amount", "only"})
#: Much darker than darker is the first, and as dark as can be the other.
_NEARLY, _QUITE = 2.0, 2.6
#: Of the place that an edit is above all for there is so much more.
_MORE_THERE = 0.6
_WAYS = {"white": 1, "black": -1}


def goes_on_with(heard: Heard, clause: Sequence[Token]) -> bool:
    """Take in what belongs to the edit before; False where it is no such clause."""
    mine = heard.edits[heard.begin :]
    if not clause or any(not t.senses for t in clause):
        return False
    if _rest_grey(heard, clause):
        return True
    if not mine:
        return False
    return (
        _stays_coloured(mine, clause)
        or _above_all(heard, clause)
        or _as_far_as(heard, clause)
        or _rest_less(heard, clause)
    )


def _stays_coloured(mine: Sequence[Edit], clause: Sequence[Token]) -> bool:
    """ "The left half black and white, the right in colour": it has its colour."""
    grey = [e for e in mine if e.kind == "monochrome" and e.target != "all"]
    named = [s.get("value") for t in clause for s in t.senses if s.part == "region"]
    plain = all(
        any(s.part in (*_IDLE, "in-colour", "keep", "region") for s in t.senses) for t in clause
    )
    coloured = any(t.has("in-colour") for t in clause)
    return bool(grey and named) and plain and coloured and all(e.target not in named for e in grey)


def _rest_grey(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "The dog in colour, the rest grey", "only the flowers richer, rest grey"."""
    named = {s.get("value") for t in clause for s in t.senses if s.part == "region"}
    grey = any(s.get("value") == "grey" for t in clause for s in t.senses if s.part == "colour")
    plain = all(any(s.part in (*_IDLE, "region", "colour") for s in t.senses) for t in clause)
    places = {e.target for e in heard.edits[heard.begin :] if e.place != EVERYWHERE} or {
        *heard.keeps
    }
    if not (grey and plain) or named != {"rest"} or len(places) != 1:
        return False
    if any(e.kind == "monochrome" for e in heard.edits):
        return False
    place = placed("all", (places.pop(),))
    if place is None or not fits("monochrome", place):
        return False
    heard.edits.append(Edit("monochrome", 1.0, "", place.target, None, place.without))
    return True


def _rest_less(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Her face brighter, the rest a little less": the other way there."""
    last = heard.edits[-1]
    rest = [s for t in clause for s in t.senses if s.part == "region"]
    less = any(t.has("less") for t in clause)
    plain = all(any(s.part in (*_IDLE, "less", "region") for s in t.senses) for t in clause)
    if not less or not plain or {s.get("value") for s in rest} != {"rest"}:
        return False
    if last.place == EVERYWHERE or last.without or last.kind not in ("brightness", "saturation"):
        return False
    size = -0.45 if last.amount > 0 else 0.45
    heard.edits.append(
        replace(last, target="all", without=(last.target,), amount=size, exact=None, thing="")
    )
    return True


def _above_all(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Highlights especially": the same once more, there."""
    last = heard.edits[-1]
    named = [s for t in clause for s in t.senses if s.part == "region"]
    plain = all(
        t.has("above-all") or any(s.part in (*_IDLE, "region") for s in t.senses) for t in clause
    )
    if not any(t.has("above-all") for t in clause) or not plain or not named:
        return False
    parts = [part for s in named for part in str(s.get("value")).split("&")]
    place = narrowed(dict.fromkeys(parts))
    if place is None or last.place != EVERYWHERE or not fits(last.kind, (place, ())):
        return False
    if last.kind not in (
        "brightness",
        "contrast",
        "saturation",
        "temperature",
        "sharpen",
        "clarity",
    ):
        return False
    more = _MORE_THERE if last.amount > 0 else -_MORE_THERE
    heard.edits.append(replace(last, target=place, amount=more, exact=None))
    return True


def _as_far_as(heard: Heard, clause: Sequence[Token]) -> bool:
    """ "Almost black", "like a silhouette" behind "darker", "almost white" behind "lighter"."""
    last = heard.edits[-1]
    if last.kind != "brightness" or last.exact is not None:
        return False
    dark = any(t.has("as-dark") for t in clause)
    named = [s.get("value") for t in clause for s in t.senses if s.part == "colour"]
    nearly = any(t.has("almost") for t in clause)
    idle = {*_IDLE, "almost", "as-dark", "colour"}
    if not all(any(s.part in idle for s in t.senses) for t in clause):
        return False
    if dark == bool(named) or (named and not (nearly and len(named) == 1 and named[0] in _WAYS)):
        return False
    way = -1 if dark else _WAYS[str(named[0])]
    if last.amount * way < 0:
        return False
    heard.edits[-1] = replace(last, amount=way * (_QUITE if dark else _NEARLY))
    return True


def with_splashes(
    clauses: Sequence[tuple[tuple[Token, ...], bool, bool]],
) -> list[tuple[tuple[Token, ...], bool, bool]]:
    """Clauses in which what alone keeps its colour is told before the rest that is grey: "reds only, rest grey"."""
    out: list[tuple[tuple[Token, ...], bool, bool]] = []
    for clause, hard, joined in clauses:
        before = out[-1] if out else None
        if before is not None and not before[1] and _is_alone(before[0]) and _greys_rest(clause):
            out[-1] = (*before[0], Token("in colour", (Sense("in-colour"),))), hard, before[2]
        else:
            out.append((clause, hard, joined))
    return out


def _is_alone(clause: Sequence[Token]) -> bool:
    """Whether a clause only names what it is held to."""
    only = any(t.has("only") for t in clause)
    known = (*_IDLE, "region", "colour")
    plain = all(not t.senses or any(s.part in known for s in t.senses) for t in clause)
    named = [t for t in clause if t.has("region") or not t.senses]
    return (
        only
        and plain
        and 0 < len(named) <= _MOST_NAMED
        and not any(t.has("change") for t in clause)
    )


#: Words of a name, with its colour.
_MOST_NAMED = 2


def _greys_rest(clause: Sequence[Token]) -> bool:
    """Whether a clause only says that the rest is grey."""
    values = {s.get("value") for t in clause for s in t.senses if s.part == "region"}
    grey = any(
        (s.part == "colour" and s.get("value") == "grey")
        or (s.part == "effect" and s.get("kind") == "monochrome")
        for t in clause
        for s in t.senses
    )
    plain = all(
        any(s.part in (*_IDLE, "region", "colour", "effect") for s in t.senses) for t in clause
    )
    return grey and plain and values == {"rest"}


_REMOVE = (Sense("remove"), Sense("take-away"))
#: What is to be taken away, and what says that it is there.
_FAULTS = ("tint", "cast", "veil", "noise", "tinged")
_THERE = ("is", "filler", "pronoun", "too-much", "amount", "make")
_TAKES = ("remove", "take-away", "mend", "less", "downward")


def with_faults(
    clauses: Sequence[tuple[tuple[Token, ...], bool, bool]],
) -> list[tuple[tuple[Token, ...], bool, bool]]:
    """Clauses in which a fault that is only told of is put into the one that has it taken away: "there is a
    yellow cast, please remove it".
    """
    out: list[tuple[tuple[Token, ...], bool, bool]] = []
    for clause, hard, joined in clauses:
        before = out[-1] if out else None
        verb = next((t for t in clause if any(map(t.has, _TAKES))), None)
        bare = verb is not None and all(
            t is verb
            or any(s.part in ("filler", "pronoun", "and", "out", *_TAKES) for s in t.senses)
            for t in clause
        )
        if before is not None and bare and verb is not None and (fault := _fault(before[0])):
            out[-1] = (Token(verb.text, _REMOVE), *fault), hard, before[2]
        else:
            out.append((clause, hard, joined))
    return out


def _fault(clause: Sequence[Token]) -> tuple[Token, ...]:
    """The words for a fault in a clause that only tells of it; none where it says more."""
    faults = [t for t in clause if any(map(t.has, _FAULTS))]
    said = [t for t in clause if t in faults or t.has("colour")]
    rest = [t for t in clause if t not in said]
    plain = all(any(s.part in (*_THERE, "region") for s in t.senses) for t in rest)
    there = any(t.has("is") or t.text in _HAS for t in rest)
    if len(faults) != 1 or not plain or not there:
        return ()
    return tuple(t for t in clause if t in said or (t.has("region") and not t.has("filler")))


_HAS = frozenset(
    (
        "has",
        "have",
        "there is",
        "there's",
        "theres",
        "hat",
        "haben",
        "il y a",
        "a",
        "y",
        "tiene",
        "hay",
    )
)

__all__ = ["goes_on_with", "with_faults", "with_splashes"]
