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
from .edit_limits import lone_complaint
from .edit_made import Made
from .edit_nouns import with_subject
from .edit_reading import read
from .edit_remarks import OBSERVED, goes_on, note, only_judges, only_observes, remark_of
from .edit_taken import in_scenery
from .senses import Token


def only_told(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Leave a remark aside, unless it is a complaint that can be carried out."""
    if repainted(clause) is not None and not any(t.has("is") for t in clause):
        return False
    goes = heard.joined and heard.remarked and goes_on(clause)
    goes = goes or (heard.remarked and only_judges(clause))
    apart = any(t.has("tinged") or (t.has("region") and clause[-1] is not t) for t in clause)
    goes = goes and not (is_complaint(clause) and apart)
    placed = in_scenery(clause)
    told = clause if placed is None else placed[0]
    remark = remark_of(told)
    heard.remarked = False
    if goes:
        heard.remarks[-1] = replace(
            heard.remarks[-1], said=f"{heard.remarks[-1].said} ... {said(clause)}", mend=None
        )
        heard.remarked = True
        return True
    made = None if remark is None else read(clause, heard)
    of_skin = placed is not None and placed[1][1] in ("the faces", "the skin")
    if remark and made is None and of_skin and is_complaint(told) and read(told, heard):
        return False  # "her skin is too red" complains as "her face is too red" does
    asked = made is not None and any(e.kind not in OBSERVED for e in made.edits)
    asked = asked and not only_observes(clause)
    if remark is None or asked or (made is not None and is_complaint(clause)):
        return False
    heard.remarked, heard.stated = True, clause
    mend, taken = _mended(heard, clause) or (None, ("", "", ""))
    if mend is None and (mend := _too_cold(heard, clause)) is not None:
        remark = replace(remark, wants=(("temperature", 1.0),))
    note(heard, replace(remark, said=said(clause), mend=mend, taken=taken))
    return True


def _too_cold(heard: Heard, clause: tuple[Token, ...]) -> Made | None:
    """ "It looks rather cold" wants warmth, which no other wish behind it brings by chance; None where nothing of
    that is said, or of a place.
    """
    lone = lone_complaint(clause)
    made = read(lone, heard) if lone else None
    edits = () if made is None else made.edits
    warms = [e for e in edits if e.kind == "temperature" and e.amount > 0 and e.target == "all"]
    return made if len(edits) == len(warms) == 1 else None


def _mended(heard: Heard, clause: tuple[Token, ...]) -> tuple[Made, tuple[str, str, str]] | None:
    """What a complaint of a thing, or of scenery, comes to by itself; None where it is none, or of nothing that can
    be found.
    """
    found, scenery, named = found_in(clause), in_scenery(clause), with_subject(clause)
    if not is_complaint(clause):
        # "The guy is a bit dark" complains, whatever else is said.
        made = read(lone, heard) if found and (lone := lone_complaint(found.clause)) else None
        sized = made is not None and len(made.edits) == 1 and any(t.has("amount") for t in clause)
        return (made, (found.noun, found.told, found.value)) if found and made and sized else None
    if found is not None:
        told, taken = found.clause, (found.noun, found.told, found.value)
    elif scenery is not None:
        told, taken = scenery[0], (*scenery[1], "")
    elif named is not None:
        told, taken = named[0], (named[1], "", "")
    else:
        return None
    made = read(told, heard)
    return (made, taken) if made is not None and len(made.edits) == 1 else None


__all__ = ["only_told"]
