"""What is said of a picture and asks for no change of its own: a complaint that an edit answers ("The
windows are blown out - pull the highlights back"), and a wish that only goes on with one ("the
turquoise is too loud, take it back clearly").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from .colour_names import HUES, NEUTRAL
from .edit_heard import Heard
from .edit_kept import (
    is_part,
    kept_names,
    lies_beyond,
    own_colour,
    stands_before,
    stays_as,
    stays_by_itself,
)
from .edit_made import Made
from .edit_nouns import with_subject
from .edit_places import EVERYWHERE
from .edit_values import Edit
from .senses import Sense, Token
from .tables import table

#: What a complaint may hold beside its one or two unknown words.
_BESIDE = frozenset({"filler", "pronoun", "is", "too", "amount", "and", "space"})
_MOST_UNKNOWN = 2
_SMALLER = frozenset({"less", "downward", "pull-down", "calm"})
#: What asks that a complaint be answered, and says no more.
_MENDS = frozenset({"mend"})


def complaint_of(clause: Sequence[Token]) -> Sense | None:
    """What a clause complains of, where nothing else is said in it; None where it asks for anything,
    or names a place.
    """
    faults = [t for t in clause if t.has("fault")]
    unknown = [t for t in clause if not t.senses]
    if len(faults) != 1 or not any(t.has("is") for t in clause) or len(unknown) > _MOST_UNKNOWN:
        return None
    others = [t for t in clause if t.senses and t is not faults[0]]
    if not all(_BESIDE & {s.part for s in t.senses} for t in others):
        return None
    return next(s for s in faults[0].senses if s.part == "fault")


def answers(edits: Sequence[Edit], complaint: Sense) -> bool:
    """Whether an edit goes against what was complained of."""
    kind, sign = complaint.get("kind"), complaint.get("sign")
    return any(edit.kind == kind and edit.amount * sign > 0 for edit in edits)


def answered(heard: Heard) -> list[str]:
    """The complaints that an edit answers; the others are not understood."""
    aside: list[str] = []
    for said, complaint in heard.complaints:
        (aside if answers(heard.edits, complaint) else heard.unknown).append(said)
    cropped = any(e.kind == "crop" for e in heard.edits)
    (aside if cropped else heard.unknown).extend(heard.crowded)
    if heard.bare_edges and not any(e.kind in ("rotate", "straighten") for e in heard.edits):
        heard.unknown.append(heard.bare_edges)
    return aside


def settle_beyond(heard: Heard) -> list[str]:
    """What of the clauses that only keep something lies beyond all edits; the others are not
    understood. What an edit leaves by itself needs no word.
    """
    aside: list[str] = []
    for clause in heard.beyond:
        told = " ".join(t.text for t in clause)
        if stays_by_itself(clause, heard.edits):
            continue
        if lies_beyond(clause, heard.edits):
            aside.append(told)
        elif (named := with_subject(clause)) is not None and not is_part(named[1]):
            heard.keeps.append("subject")
            heard.presumed.append(named[1])
        elif noun := _stays_white(clause, heard.edits):
            heard.keeps.append("highlights")
            heard.taken_for.append((noun, "the highlights"))
        elif hue := _by_its_hue(clause, heard.edits):
            heard.keeps.append(f"colour-{hue}")
            heard.things.setdefault(f"colour-{hue}", kept_names(clause)[-1])
            heard.taken_for.append((kept_names(clause)[-1], f"all {hue} parts"))
        elif (noun := stands_before(clause, heard.edits)) and not is_part(noun):
            heard.presumed.append(noun)
        else:
            heard.unknown.append(told)
    return aside


def _by_its_hue(clause: Sequence[Token], edits: Sequence[Edit]) -> str:
    """The hue that a kept thing is named with ("leave the blue shirts"): all of that colour is left out; "" for
    none, and where another colour is changed that may be near it.
    """
    near = any("colour-" in e.target or e.kind == "repaint" for e in edits)
    stays = any(t.has("as-it-is") or t.has("keep") for t in clause) or clause[0].has("not")
    if near or not stays:
        return ""
    hues = [c for c in map(own_colour, clause) if c in HUES and c not in NEUTRAL]
    return hues[0] if len(hues) == 1 and len(kept_names(clause)) == 1 else ""


def _stays_white(clause: Sequence[Token], edits: Sequence[Edit]) -> str:
    """The noun of what is as bright as the highlights and is to stay white while a colour changes ("snow should remain
    white"); "" for none.
    """
    names = kept_names(clause)
    white = any(own_colour(t) == "white" for t in clause) or stays_as(clause) == ["white"]
    bright = [w for words in table("edits")["tone_of"]["highlights"].values() for w in words]
    tints = all(e.kind in ("temperature", "colour", "saturation") and not e.without for e in edits)
    whole = all(e.target == "all" for e in edits)
    return names[0] if white and len(names) == 1 and names[0] in bright and tints and whole else ""


def is_kept(clause: Sequence[Token]) -> bool:
    """Whether a clause only says that things which nobody knows are to stay."""
    return bool(kept_names(clause))


def says_too_much(clause: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """Whether a clause only says that something is too much ("they're a bit much"), behind an edit that
    takes it back.
    """
    idle = {"filler", "pronoun", "is", "amount", "too-much", "too"}
    plain = all(idle & {s.part for s in t.senses} for t in clause)
    much = any(t.has("too-much") for t in clause) and any(t.has("is") for t in clause)
    return bool(clause) and plain and much and bool(edits) and edits[-1].amount < 0


def in_shadow(clause: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """Whether a clause only says why something is brightened: "it's in shadow"."""
    dark = any(s.get("value") == "shadows" for t in clause for s in t.senses if s.part == "region")
    idle = {"filler", "pronoun", "is", "amount", "region"}
    plain = all(idle & {s.part for s in t.senses} for t in clause)
    said = any(t.has("is") and not t.has("filler") for t in clause) and dark and plain
    return said and bool(edits) and (edits[-1].kind, edits[-1].amount > 0) == ("brightness", True)


def only_describes(clause: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """Whether a clause only likens what was asked for before it: sepia "as of an old photo"."""
    if not clause or clause[0].text.split()[0] not in ("como", "comme", "wie", "like"):
        return False
    look = [t for t in clause if t.has("look")]
    rest = all(t.has("look") or t.has("filler") for t in clause)
    old = ("sepia", "monochrome", "fade", "grain")
    return len(look) == 1 and rest and any(e.kind in old for e in edits)


def is_complaint(clause: Sequence[Token]) -> bool:
    """Whether a clause tells what is wrong ("the sky is too bright", "Too saturated!")."""
    wrong = any(t.has(part) for t in clause for part in ("fault", "too", "too-much", "tinged"))
    exclaims = any(t.has("too") or t.has("too-much") for t in clause)
    return wrong and (exclaims or any(t.has("is") for t in clause))


def of_one_cast(clause: tuple[Token, ...]) -> tuple[Token, ...]:
    """A complaint of a cast that is told by two colours ("everything's yellowish brown") by the first of them."""
    if not any(t.has("is") for t in clause) or any(t.has("make") for t in clause):
        return clause
    second = [
        at
        for at, (one, two) in enumerate(pairwise(clause), 1)
        if one.has("tinged") and two.has("colour") and not two.has("tinged")
    ]
    return tuple(t for at, t in enumerate(clause) if at not in second)


def is_reason(heard: Heard, made: Made, clause: Sequence[Token]) -> bool:
    """Whether a complaint that names no place is only the reason of an edit at one: "bring the highlights
    of the background down, they're blown out".
    """
    told = is_complaint(clause) or any(t.has("not-so") for t in clause)
    if not told or len(made.edits) != 1 or made.edits[0].place != EVERYWHERE:
        return False
    one = made.edits[0]
    return any(
        e.kind == one.kind and e.amount * one.amount > 0 and e.place != EVERYWHERE
        for e in heard.edits[heard.begin :]
    )


def of_complaint(heard: Heard, made: Made) -> Made:
    """What follows a complaint about a place ("the sky is too bright, darken it by 20 %") is of that
    place, where it names none and goes the same way. One about the whole picture that is answered at a
    place ("Too saturated! Pull the blues back") asks for nothing beyond that.
    """
    before = heard.complained
    if before is None or len(made.edits) != 1:
        return made
    edit = made.edits[0]
    softer = edit.kind == "soften" and before.amount < 0 and edit.amount > 0
    if softer and (made := _of_glare(heard, before, made)).edits != (edit,):
        return made
    if edit.kind != before.kind or edit.amount * before.amount <= 0 or edit.value != before.value:
        return made
    if edit.place != EVERYWHERE:
        if before.place == EVERYWHERE and before in heard.edits:
            at = heard.edits.index(before)
            heard.begin -= at < heard.begin
            del heard.edits[at]
        return made
    return replace(made, edits=(replace(edit, target=before.target, without=before.without),))


def _of_glare(heard: Heard, before: Edit, made: Made) -> Made:
    """What "softer" is behind a complaint that asks for no blur: "the light is too harsh, soften it" wants less
    contrast, and what glares darker lights besides; of loud colours it only says how much is wanted.
    """
    edit = made.edits[0]
    if before.kind == "contrast":
        return replace(made, edits=(replace(edit, kind="contrast", amount=-1.0),))
    if not before.place == edit.place == EVERYWHERE or before not in heard.edits:
        return made
    at, toned = heard.edits.index(before), replace(before, amount=max(before.amount, -1.0))
    if before.kind == "saturation":
        heard.edits[at] = toned if before.exact is None else before
        return replace(made, edits=())
    if before.kind != "brightness":
        return made
    heard.edits[at] = replace(toned, target="highlights")
    softer = replace(edit, kind="contrast", amount=-min(1.0, edit.amount))
    return replace(made, edits=(softer,))


def tempered(heard: Heard, clause: Sequence[Token], size: float | None) -> bool:
    """Take in "take it back a little" behind a complaint: how much of the edit before."""
    before = heard.complained
    mends = [t for t in clause if any(t.has(part) for part in _MENDS)]
    only = bool(mends) and all(
        {"filler", "pronoun", "and", *_MENDS} & {s.part for s in t.senses} for t in clause
    )
    if only and heard.remarks and heard.remarks[-1].mend is not None:
        return True
    if before is None or before not in heard.edits:
        return False
    if only and before.kind == "colour" and before.place == EVERYWHERE and before.exact is None:
        # "A bit too purple, can you correct that": the cast goes, however little of it there is.
        at = heard.edits.index(before)
        heard.edits[at] = replace(before, amount=min(before.amount, -0.7))
    if only:
        return True  # "it's blown out, bring it back"; "too dark, fix that"
    less = [t for t in clause if any(t.has(part) for part in _SMALLER)]
    idle = all(
        {"filler", "pronoun", "amount", "share", "percent", *_SMALLER} & {s.part for s in t.senses}
        for t in clause
    )
    if not less or not idle or before.amount > 0:
        return False
    at = heard.edits.index(before)
    shares = [s for t in clause for s in t.senses if s.part in ("share", "percent")]
    if shares:
        share = float(shares[0].get("number"))
        if len(shares) > 1 or not 0 < share <= 1 or before.exact is not None:
            return False
        heard.edits[at] = replace(before, amount=-1.0, exact=share)  # "pull it back a third"
        return True
    heard.edits[at] = replace(before, amount=(size or 1.0) * min(-1.0, before.amount))
    return True


def is_colourless(token: Token) -> bool:
    """Whether a word takes all colour away, beside which the light may be spoken of."""
    return any(
        s.part == "effect" and s.get("kind") in ("monochrome", "sepia") for s in token.senses
    )


__all__ = [
    "answered",
    "complaint_of",
    "in_shadow",
    "is_colourless",
    "is_complaint",
    "is_kept",
    "is_reason",
    "of_complaint",
    "only_describes",
    "says_too_much",
    "settle_beyond",
    "tempered",
]
