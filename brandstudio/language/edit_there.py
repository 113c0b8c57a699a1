"""Clauses that speak of a place named before them, or that only say where or how much of the edit before
them.
"""

from __future__ import annotations

from dataclasses import replace

from .edit_clauses import said
from .edit_floating import either_way, floating, inside
from .edit_heard import Heard, by_a_figure, placed_anew, sized, take
from .edit_made import Made
from .edit_outcome import OF_FRAME
from .edit_places import EVERYWHERE, OF_ONE_HUE, Place, disjoint, narrowed, place_of
from .edit_reading import read, read_at
from .edit_values import Edit, is_side
from .senses import Token


def less_there(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a word that leaves a place out or does less there ("menos en los amarillos"), behind
    an edit of another place: less there where the two places have nothing in common, else it is
    not understood.
    """
    at = next((i for i, t in enumerate(clause) if either_way(t)), None)
    if at is None:
        return False
    first, tail = clause[:at], clause[at:]
    found = floating(tail) if all(t.senses for t in tail) else None
    if found is None or len(found.regions) != 1 or "amount" in found.slots:
        return False
    made = read(first, heard) if first else Made(tuple(heard.edits[heard.begin :]))
    if made is None or not made.edits:
        return False
    last, place = made.edits[-1], found.regions[0]
    if last.place == EVERYWHERE:
        if not first and last.kind == "monochrome" and place.startswith("colour-"):
            heard.edits[-1] = replace(last, without=(place,))
            return True
        return heard.leave_open(said(tail)) if not first and inside(tail[0]) else False
    if last.without or last.kind in OF_FRAME:
        return False
    if not inside(tail[0]) or not disjoint(last.target, place) or last.exact is not None:
        return heard.leave_open(said(clause))
    if first:
        take(heard, made)
    take(heard, Made((replace(last, target=place, amount=-last.amount),)))
    return True


def heard_at(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in what is to be done at the places that were named before: "in the sky only: darker and
    less saturated" holds for all that follows in the sentence, "the sky and the left edge darker"
    names the last of the places itself.
    """
    places = heard.pending or heard.scope
    if not places:
        return False
    made = [m for p in places if (m := read_at(p, clause, heard)) is not None]
    if len(made) == len(places):
        heard.scope = places
    elif heard.pending:
        made = _with_its_own(heard, clause)
    else:
        made = []
    if made:
        heard.pending = ()
    for some in _less_each(made):
        take(heard, some)
    return bool(made)


def _with_its_own(heard: Heard, clause: tuple[Token, ...]) -> list[Made]:
    """What a clause with a place of its own asks for, there and at the places before it."""
    own = read(clause, heard)
    if own is None or not own.edits or any(e.place == EVERYWHERE for e in own.edits):
        return []
    hued = all(e.target.startswith("colour-") and "&" not in e.target for e in own.edits)
    if hued and (within := _of_its_hue(heard, own)):
        return within
    made: list[Made] = []
    for before in heard.pending:
        place = _found_before(before)
        if place is None:
            return []
        if any(is_side(place.target) and "-" in e.target for e in own.edits):
            # "The left and right edges": the first is no half.
            return []
        edits = tuple(replace(e, target=place.target, without=()) for e in own.edits)
        made.append(Made(edits, softens=own.softens))
    return [*made, own]


def _found_before(before: tuple[Token, ...]) -> Place | None:
    """The one place that a clause before told of; None where it told of none, of all, or of what it leaves out."""
    found = floating(before)
    place = None if found is None else place_of(found.placing)
    return None if place is None or place == EVERYWHERE or place.without else place


def _of_its_hue(heard: Heard, own: Made) -> list[Made]:
    """ "Sky, less blue": the blue of the sky, and no other; a face is of one hue, and toned."""
    made: list[Made] = []
    for before in heard.pending:
        place = _found_before(before)
        if place is None:
            return []
        edits: list[Edit] = []
        for e in own.edits:
            hue = e.target.removeprefix("colour-")
            part = narrowed([e.target, *place.target.split("&")])
            if place.target in OF_ONE_HUE and e.kind == "saturation":
                edits.append(replace(e, kind="colour", value=hue, target=place.target))
            elif part is None:
                return []
            else:
                edits.append(replace(e, target=part))
        made.append(replace(own, edits=tuple(edits)))
    return made


def _less_each(made: list[Made]) -> list[Made]:
    """What is asked for all but one place, and for all but another, as for all but both."""
    edits = [m.edits[0] for m in made if len(m.edits) == 1]
    same = {(e.kind, e.value, e.amount, e.exact) for e in edits}
    # The background is all but the subject.
    grounds = [e for e in edits if e.place == ("background", ())]
    apart = all(e in grounds or (e.target == "all" and e.without) for e in edits)
    if len(edits) != len(made) or len(made) < 2 or len(same) != 1 or not apart:
        return made
    if len(grounds) == len(edits):
        return made[:1]
    out = tuple(dict.fromkeys(place for e in edits for place in e.without))
    target = "background" if grounds else "all"
    return [replace(made[0], edits=(replace(edits[0], target=target, without=out),))]


def beside(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause that only says how much, or where, of the edit before it; a place without an
    edit before it waits for the next.
    """
    if heard.edits and by_a_figure(heard, clause):
        return True
    found = floating(clause) if all(t.senses for t in clause) else None
    if found is None:
        return False
    if not found.regions:
        return sized(heard, found)
    if not heard.edits:
        heard.pending = (*heard.pending, clause)
        return True
    return placed_anew(heard, found)


__all__ = ["beside", "heard_at", "less_there"]
