"""What is only told beside an order is left aside, unless it complains of what can be mended: "the guy is too dark"
asks for that as "his face is too dark" does.
"""

from __future__ import annotations

from dataclasses import replace

from .edit_clauses import said
from .edit_comments import is_complaint
from .edit_found import found_in
from .edit_heard import Heard
from .edit_hues import repainted
from .edit_nouns import with_subject
from .edit_reading import read
from .edit_remarks import OBSERVED, goes_on, note, only_judges, only_observes, remark_of
from .edit_taken import in_scenery
from .senses import Token


def only_told(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Leave a remark aside, unless it is a complaint that can be carried out."""
    if repainted(clause) is not None:
        return False
    goes = heard.joined and heard.remarked and goes_on(clause)
    goes = goes or (heard.remarked and only_judges(clause))
    goes = goes and not (is_complaint(clause) and any(t.has("tinged") for t in clause))
    placed = in_scenery(clause)
    told = clause if placed is None else placed[0]
    remark = remark_of(told)
    heard.remarked = False
    if goes:
        heard.remarks[-1] = replace(
            heard.remarks[-1], said=f"{heard.remarks[-1].said} ... {said(clause)}"
        )
        heard.remarked = True
        return True
    made = None if remark is None else read(clause, heard)
    of_skin = placed is not None and placed[1][1] in ("the faces", "the skin")
    if remark and made is None and of_skin and is_complaint(told) and read(told, heard):
        return False  # "her skin is too red" complains as "her face is too red" does
    if remark and made is None and _of_a_thing(heard, clause):
        return False
    asked = made is not None and any(e.kind not in OBSERVED for e in made.edits)
    asked = asked and not only_observes(clause)
    if remark is None or asked or (made is not None and is_complaint(clause)):
        return False
    heard.remarked, heard.stated = True, clause
    note(heard, replace(remark, said=said(clause)))
    return True


def _of_a_thing(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Whether a complaint is of a thing that can be found, and can be read there."""
    if not is_complaint(clause):
        return False
    found = found_in(clause)
    if found is not None:
        return read(found.clause, heard) is not None
    named = with_subject(clause)
    return named is not None and read(named[0], heard) is not None


__all__ = ["only_told"]
