"""What is settled when all of a sentence is heard: a thing that must lie whole within a crop, a part of the
frame that alone is named, and a complaint that stands alone.
"""

from __future__ import annotations

from .edit_found import found_in, value_of
from .edit_heard import Heard, take
from .edit_limits import lone_complaint
from .edit_moods import settle_moods
from .edit_nouns import is_likely
from .edit_reading import read
from .edit_remarks import is_answered
from .edit_taken import note_taken
from .edit_values import is_side
from .senses import LANGUAGES
from .tables import table


def kept_in_view(heard: Heard) -> None:
    """A thing that is kept beside a crop must lie whole within it, as far as it is found."""
    if not any(e.kind == "crop" for e in heard.edits):
        return
    _closer_to_it(heard)
    for place in [
        k for k in heard.keeps if k.startswith(("thing-", "things-")) and k in heard.things
    ]:
        noun = heard.things[place]
        heard.keeps.remove(place)
        heard.presumed.append(noun)
        heard.in_view = True
        heard.taken_for = [taken for taken in heard.taken_for if taken[0] != noun]


def _closer_to_it(heard: Heard) -> None:
    """ "You can hardly see the bird, crop closer" goes closer to the bird."""
    bare = [e for e in heard.edits if e.kind == "crop" and not (e.value or e.exact or e.size)]
    if not bare or heard.presumed or heard.centred or heard.in_view or heard.crowded:
        return
    articles = table("edits")["turns"]["the"]  # French tea is one
    told = [w for r in heard.remarks if not is_side(r.place) for w in r.said.split()]
    words = [w for w in told if w not in articles]
    named = dict.fromkeys(w for w in words if is_likely(w) or value_of(w).startswith("thing"))
    if len(named) == 1 and not _spoils(heard):
        heard.presumed.extend(named)


def _spoils(heard: Heard) -> bool:
    """Whether something that is told of spoils the picture: it is not what a crop goes to."""
    spoil = {w for of in LANGUAGES for w in table("edits")["remark"]["spoils"][of]}
    return any(f" {word} " in f" {r.said} " for r in heard.remarks for word in spoil)


def only_a_part(heard: Heard) -> None:
    """Where nothing but a part of the frame is named that stays, it is cropped to that."""
    if len(heard.parts) != 1 or heard.edits or len(heard.unknown) > 1:
        return
    told, part = heard.parts[0]
    if heard.unknown in ([], [told]):
        heard.unknown, heard.edits = [], [part]
        heard.keeps = [k for k in heard.keeps if not is_side(k)]


def only_complains(heard: Heard) -> None:
    """Where nothing but one complaint is said ("it's a bit dark"), it is what is to be mended; moods that are
    complained of are.
    """
    others = len(heard.moods)
    if not heard.unknown:
        _mend(heard, others)
        _mend_the_rest(heard)
    settle_moods(heard)


def _mend_the_rest(heard: Heard) -> None:
    """Mend what was complained of a thing ("the guy is too dark") where no edit answers it."""
    for remark in [r for r in heard.remarks if r.mend is not None and not is_answered(r, heard)]:
        assert remark.mend is not None
        heard.remarks.remove(remark)
        take(heard, remark.mend)
        if not remark.taken[0]:
            heard.likened.append(remark.said)
        noun, told, value = remark.taken
        if told:
            note_taken(heard, noun, told, value)
        elif noun:
            heard.presumed.append(noun)


def _mend(heard: Heard, others: int) -> None:
    if (
        heard.clauses - others != 1
        or len(heard.remarks) != 1
        or heard.edits
        or heard.unknown
        or heard.complaints
    ):
        return
    # "The guy is a bit dark" complains as "his face is a bit dark" does.
    found = found_in(heard.stated)
    complaint = lone_complaint(heard.stated if found is None else found.clause)
    made = read(complaint, heard) if complaint else None
    if made is not None and len(made.edits) == 1:
        heard.remarks = []
        take(heard, made)
        if found is not None:
            note_taken(heard, found.noun, found.told, found.value)


__all__ = ["kept_in_view", "only_a_part", "only_complains"]
