"""Clauses that only say how much, or where: they belong to the edit before them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .edit_made import Made
from .edit_values import Ban, Kind
from .forms import Form, Reading, placed_well, slots_of
from .senses import Sense, Token

#: Words for "in" behind a word for less.
_INSIDE = frozenset(("en", "in", "im", "bei", "dans"))
_THE = frozenset(["the", "der", "die", "das", "den", "le", "la", "les", "el", "los", "las"])
_NOTHING = Form(re.compile(""), "", 1, 1.0, None, "", frozenset(), False)


def floats(clause: Sequence[Token]) -> bool:
    """Whether a clause only says how much or where, which belongs to the one before."""
    return all(t.senses for t in clause) and floating(clause) is not None


def floating(clause: Sequence[Token]) -> Reading | None:
    chosen: list[Sense] = []
    idle = ("filler", "is", "make", "pronoun", "purpose", "and", "spot", "corner")
    for token in clause:
        beside = ("amount", "region", "only", "except", "not")
        sense = next(
            (s for s in token.senses if s.part in beside),
            next((s for s in token.senses if s.part in idle), None),
        )
        if sense is None:
            return None
        # "..., but not the sky" leaves the sky out.
        chosen.append(Sense("except") if sense.part == "not" else sense)
    slots = slots_of(chosen)
    return Reading(_NOTHING, (), slots, _placing(chosen)) if placed_well(slots) else None


def _placing(chosen: Sequence[Sense]) -> tuple[Sense, ...]:
    return tuple(s for s in chosen if s.part in ("region", "except"))


def either_way(token: Token) -> bool:
    return any(s.part == "except" and s.get("value") == "less" for s in token.senses)


def inside(token: Token) -> bool:
    """Whether the word is followed by "in": less there, as likely as left out."""
    return not _INSIDE.isdisjoint(token.text.lower().split())


def left_alone(clause: Sequence[Token]) -> Kind | None:
    """What a clause behind a wish leaves as it is: "... but not the contrast". "No contrast" may ask
    for none of it, so the article must be there.
    """
    said = [t for t in clause if not {s.part for s in t.senses} <= {"filler", "pronoun"}]
    if len(said) != 2 or not said[0].has("not") or any(not t.senses for t in clause):
        return None
    before = clause[clause.index(said[1]) - 1].text
    kinds = {s.get("kind") for s in said[1].senses if s.part == "dimension"}
    return kinds.pop() if before in _THE and len(kinds) == 1 else None


def set_apart(clause: Sequence[Token]) -> Made | None:
    """What a clause behind a wish leaves as it is: a measure, or the background."""
    if (kind := left_alone(clause)) is not None:
        return Made(bans=(Ban(kind),))
    if (place := _not_there(clause)) is not None:
        return Made(keeps=(place,))
    return Made(keeps=("background",)) if not_the_ground(clause) else None


def _not_there(clause: Sequence[Token]) -> str | None:
    """The place that a clause behind a wish leaves out of it: "heller, das Gesicht nicht", "Schatten
    aufhellen, Lichter nicht" (where *Lichter* is no comparative).
    """
    said = [t for t in clause if not t.has("filler") and not t.has("and")]
    if len(said) != 2 or not said[1].has("not"):
        return None
    values = {str(s.get("value")) for s in said[0].senses if s.part == "region"}
    return values.pop() if len(values) == 1 and not values & {"rest", "there"} else None


def not_the_ground(clause: Sequence[Token]) -> bool:
    """Whether a clause behind a wish leaves the background out of it ("..., not the background"): it has
    its article. "No background" cuts it away.
    """
    grounds = [t for t in clause if any(s.get("value") == "background" for s in t.senses)]
    said = [t for t in clause if not {s.part for s in t.senses} <= {"filler", "pronoun", "and"}]
    if len(said) != 2 or len(grounds) != 1 or not said[0].has("not"):
        return False
    return any(t.text in _THE for t in clause)


def takes_away(clause: Sequence[Token]) -> bool:
    """Whether a clause takes something away ("remove the haze", "no vignette")."""
    denied = any(t.has("not") for t in clause) and any(t.has("effect") for t in clause)
    return denied or any(t.has("remove") or t.has("take-away") for t in clause)


def bare_effect(clause: Sequence[Token]) -> bool:
    """Whether a clause only names an effect: behind one that takes something away ("... and the
    grain") that is to go as well, or is a wish of its own.
    """
    parts = [{s.part for s in t.senses} for t in clause]
    balanced = any(s.get("kind") == "balance" for t in clause for s in t.senses)
    return (
        not balanced
        and any("effect" in some for some in parts)
        and all(some & {"effect", "filler"} for some in parts)
    )


def only_a_colour(clause: Sequence[Token]) -> bool:
    """Whether a clause only names a colour, which is also all places of it."""
    parts = [{sense.part for sense in token.senses} for token in clause]
    return (
        any({"colour", "region"} <= some for some in parts)
        and all(some & {"colour", "filler", "only"} for some in parts)
        and floating(clause) is not None
    )
