"""A clause read by the forms of the table, at the place that it names, or that was named before it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .edit_amounts import SHARED
from .edit_back import completed
from .edit_clauses import values
from .edit_forms import made_of
from .edit_heard import Heard
from .edit_made import Made
from .edit_nouns import is_likely
from .edit_outcome import OF_FRAME
from .edit_places import EVERYWHERE
from .edit_prepared import is_made_so
from .edit_relations import THOSE
from .edit_remarks import of_topic
from .edit_values import is_side
from .edit_words import vocabulary
from .forms import Forms
from .senses import Token, side_by_side
from .tables import table


@cache
def _forms() -> Forms:
    return Forms(table("edits")["form"])


def read(clause: Sequence[Token], heard: Heard) -> Made | None:
    """What a clause asks for, by the first of its readings that makes sense."""
    for reading in _forms().read(clause):
        if reading.form.makes == "cutout-of" and not side_by_side(clause, "colour", "region"):
            continue  # "remove the blue from the background" is no cut-out
        made = made_of(completed(reading, heard))
        if made is not None:
            return made
    return None


def read_at(place: tuple[Token, ...], clause: tuple[Token, ...], heard: Heard) -> Made | None:
    """A clause read at a place that was named before it. Where it names another of its own, one of
    the two must be a side of the other.
    """
    places = [values(place), values(clause)]
    if all(places) and (
        any(t.has("except") for t in (*place, *clause))
        or not any(all(map(is_side, some)) for some in places)
    ):
        return None
    return read((*place, *clause), heard)


#: What speaks of several things, and so never of the picture.
_THEM = frozenset(("them", "em", "'em", "les", "leur", "los", "las", "ihnen"))


def read_of(heard: Heard, clause: tuple[Token, ...]) -> Made | None:
    """What a clause asks for, at the place that a remark of its sentence told of, if any. What is of
    the frame has no place.
    """
    plain = read(clause, heard)
    it = any(t.has("pronoun") or is_made_so(t) for t in clause)
    them = any(t.text in _THEM or (t.text in THOSE and t.has("pronoun")) for t in clause)
    own = heard.topic or (heard.told_before if it else "")
    topic = own or (heard.went_on if heard.joined and _may_go_on(plain) else "")
    elsewhere = any(t.has("region") or not t.senses for t in clause)
    heard.went_on = own if it else (heard.went_on if heard.joined and not elsewhere else "")
    if them and not topic and not heard.several and _spoke_of_things(heard):
        return None  # "... the houses. Make them pop": nobody asked for more colour of all
    placed = of_topic(clause, topic or (heard.several if them else ""))
    if placed is not None and plain is None:
        made = read(placed, heard)  # "bring them up": of what was spoken of
        if made is not None and heard.about and topic == "subject":
            heard.presumed.append(heard.about)
        return made
    if placed is None or plain is None or not any(e.place == EVERYWHERE for e in plain.edits):
        return plain
    if all(e.kind in (*OF_FRAME, "cutout", "background_colour", "look") for e in plain.edits):
        return plain
    made = read(placed, heard)
    if made is not None and heard.about:
        heard.presumed.append(heard.about)
    return made


def _spoke_of_things(heard: Heard) -> bool:
    """Whether the last remark named things that have no place ("you can barely see the houses")."""
    said = vocabulary().tokens(heard.remarks[-1].said) if heard.remarks else ()
    return any(not t.senses and is_likely(t.text) for t in said)


def _may_go_on(made: Made | None) -> bool:
    """Whether a wish without a place of its own goes on with "it" of the clause before its "and" ("make it bluer and
    pull the saturation down"): what is laid on a picture whole has no place.
    """
    return made is not None and all(e.kind in (*SHARED, "colour") for e in made.edits)


__all__ = ["read", "read_at", "read_of"]
