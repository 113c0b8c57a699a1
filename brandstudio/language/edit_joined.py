"""How what a clause asks for joins what was said before it: held to the places that the sentence is held to, and at
the place that was compared before.
"""

from __future__ import annotations

from dataclasses import replace

from .edit_clauses import said
from .edit_compared import only_compares, only_paler
from .edit_heard import Heard, limited, take
from .edit_made import Made
from .edit_places import EVERYWHERE, OF_ONE_HUE, Place, fits
from .senses import Token
from .tables import table


def join(heard: Heard, made: Made, clause: tuple[Token, ...]) -> None:
    """Take in what a clause asks for, unless that lies beyond the places that the sentence is held
    to.
    """
    elsewhere = heard.alone or (made.edits and made.edits[0].place == EVERYWHERE)
    if heard.scope and made.edits and elsewhere:
        heard.unknown.append(said(clause))
    elif made.scope is not None:
        _hold_to(heard, made.scope, clause)
    else:
        take(heard, _deeper(_goes_on(heard, made, clause), clause))


def _deeper(made: Made, clause: tuple[Token, ...]) -> Made:
    """ "Make the sky a deeper blue", *un bleu plus profond*: more of its own colour, and darker."""
    deep = [t for t in clause if t.text in table("edits")["plainer"]["deeper"]]
    edit = made.edits[0] if len(made.edits) == 1 and len(deep) == 1 else None
    if edit is None or edit.kind != "colour" or edit.amount <= 0 or edit.target == "all":
        return made
    own = edit.value in _OWN_HUES.get(edit.target, ())
    richer = replace(edit, kind="saturation", value="") if own else edit
    darker = replace(edit, kind="brightness", value="", amount=-0.6 * edit.amount, exact=None)
    return replace(made, edits=(richer, darker))


#: The colours that scenery has by itself.
_OWN_HUES = {
    "sky": ("blue", "sky blue"),
    "water": ("blue", "teal", "turquoise"),
    "plants": ("green",),
}


def _goes_on(heard: Heard, made: Made, clause: tuple[Token, ...]) -> Made:
    """ "The sky darker and bluer" is of the sky twice; what has an object or a verb of its own ("...
    and lower the temperature") is of the whole picture.
    """
    before = heard.compared
    if heard.joined and before is not None and only_compares(clause):
        edits = tuple(replace(e, target=before.target, without=before.without) for e in made.edits)
        if all(e.place == EVERYWHERE and fits(e.kind, before) for e in made.edits):
            return replace(made, edits=edits)
    if heard.joined and before is not None and _less_of_a_hue(clause):
        # "Grass brighter and less yellow": the yellow of the grass, and no other. A face is of one hue.
        hued = [e for e in made.edits if e.target.startswith("colour-") and "&" not in e.target]
        if hued == list(made.edits) and before.target in OF_ONE_HUE:
            tints = (
                replace(e, kind="colour", value=e.target.removeprefix("colour-")) for e in hued
            )
            there = tuple(replace(e, target=before.target, without=before.without) for e in tints)
            made = replace(made, edits=there)
        elif hued == list(made.edits) and "colour-" not in before.target:
            there = tuple(
                replace(e, target=f"{e.target}&{before.target}", without=before.without)
                for e in hued
            )
            made = replace(made, edits=there)
    own = made.edits[-1].place if made.edits else EVERYWHERE
    if only_paler(clause):
        # "Grass less yellow, more green": what follows is of the grass, and not of its yellow.
        wider = [part for part in own[0].split("&") if not part.startswith("colour-")]
        own = ("&".join(wider), own[1]) if wider else EVERYWHERE
    heard.compared = None if own == EVERYWHERE else Place(*own)
    return made


def _less_of_a_hue(clause: tuple[Token, ...]) -> bool:
    """Whether a clause only asks for less of a colour, as it is or of all that has it ("moins jaunes")."""
    said = {"less", "too", "not-so", "colour", "region", "filler", "pronoun", "amount"}
    plain = all(any(s.part in said for s in t.senses) for t in clause)
    hues = [s for t in clause for s in t.senses if str(s.get("value")).startswith("colour-")]
    return only_paler(clause) or (plain and bool(hues) and any(t.has("less") for t in clause))


def _hold_to(heard: Heard, place: Place, clause: tuple[Token, ...]) -> None:
    """Hold what the sentence asks for, before and after, to the one place that may change."""
    if heard.alone or (heard.edits[heard.begin :] and not limited(heard, place)):
        heard.unknown.append(said(clause))
        return
    where = tuple(t for t in clause if t.has("region") or t.has("spot") or t.has("corner"))
    heard.scope, heard.alone = (where,), said(clause)


__all__ = ["join"]
