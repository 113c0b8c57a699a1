"""What verbs of telling say (announce, invite, tell, present), so that it can stand alone."""

from __future__ import annotations

import re

from .vocabulary import ORDERS, SIGNS


def told(rest: str) -> str | None:
    """What a verb of telling says: ``Announce X``, ``Tell them that X``; whom it names stands
    before a colon.
    """
    verb = next(ORDERS.read("telling", rest), None)
    if verb is None:
        return None
    who = named(verb["who"])
    what = verb["what"] + verb["rest"]
    if verb.makes == "told":
        what = SIGNS["and_that"].sub("", what)  # every clause stands alone, not the first only
    said = nominative(verb["before"], what)
    return f"{who}: {said}" if who else said


def named(who: str) -> str:
    """Whom a text is for, without a preposition; empty for nobody and for everyone."""
    someone = next(ORDERS.read("whom", who.strip(" ,")), None)
    return someone["who"] if someone else ""


def nominative(before: str, said: str) -> str:
    """What stood behind a preposition, so that it can stand alone.

    Contractions are taken apart ("à propos du" to "le"), and where German cases leave no doubt
    articles and adjectives are put into the nominative; elsewhere the preposition stays.
    """
    alone = next(ORDERS.read("alone", f"{before.strip()} \n{said}"), None)
    if alone is None:
        return said
    adjectives = re.sub("en(?= |$)", alone["ending"], alone["adjectives"])
    return alone["article"] + alone["stem"] + adjectives + alone["what"]
