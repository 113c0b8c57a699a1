"""What is said beside a wish and means nothing without it: "..., not more", "but not the dog", "keep
her sharp", "keep the centre bright", "keeping the horse in".

Such a clause is set aside until its sentence ends, and is then taken in beside the edits that it
belongs to; where there are none, it is not understood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .edit_made import Made
from .edit_nouns import can_be_subject, is_likely, is_person
from .edit_outcome import OF_FRAME
from .edit_places import EVERYWHERE
from .edit_values import Ban, Edit
from .senses import Sense, Token
from .tables import table

#: What a thing may be named with beside its noun; the noun itself is no word of the table.
_BESIDE = frozenset({"filler", "pronoun", "and", "is", "make"})
_APART_FROM_EYES = frozenset({"skin", "hair", "clothes", "sky", "water", "plants"})
_EDGES = frozenset({"corners", "left-edge", "right-edge", "top-edge", "bottom-edge"})


@dataclass(frozen=True, slots=True)
class Aside:
    """A clause that waits for the edits of its sentence."""

    said: str
    #: ``apart`` (not the dog), ``sharp``, ``in-view``, ``heads``, ``centred``, ``placed`` or ``as-bright``.
    way: str
    #: The place that is named, "subject" where only an unknown noun or a pronoun stands.
    place: str
    #: The noun that is taken for the subject.
    noun: str = ""
    quality: Sense = field(default_factory=lambda: Sense(""))
    #: On which side of a crop it is to stand.
    side: str = ""


def aside_of(clause: Sequence[Token]) -> Aside | None:
    """The aside that a clause is; None where it is none, or could be anything else."""
    ways = ("keep", "not", "in-focus", "in-view", "quality", "region")
    if (held := _held(clause)) is not None:
        return held
    marked = {way: [t for t in clause if t.has(way)] for way in ways}
    if bare_of(clause) and not any(t.has("keep") for t in clause):
        return None  # "without people" may take them away
    unknown = [t.text for t in clause if not t.senses]
    said = " ".join(t.text for t in clause)
    stray = [noun for noun in unknown if not can_be_subject(noun)]
    if len(unknown) > 1 or stray or not _plain(clause):
        return None
    place = _place(marked["region"])
    if place is None or (unknown and place):
        return None
    noun = unknown[0] if unknown else ""
    if marked["not"] and not marked["keep"]:
        ends = clause[-1].has("not") and bool(noun) and is_likely(noun)
        bare = (clause[0].has("not") or ends) and not (marked["in-focus"] or marked["quality"])
        return Aside(said, "apart", "subject", noun) if noun and bare else None
    if marked["in-focus"] and not marked["keep"] and not marked["not"]:
        named = place or ("subject" if _is_somebody(clause, noun) else "")
        return Aside(said, "sharp", named, noun) if named else None
    if marked["in-view"] and noun and not (marked["keep"] or marked["not"] or marked["quality"]):
        return Aside(said, "in-view", "subject", noun) if is_likely(noun) else None
    if len(marked["keep"]) != 1 or marked["not"]:
        return None
    if marked["in-focus"]:
        return Aside(said, "sharp", place or "subject", noun)
    if marked["quality"]:
        quality = next(s for s in marked["quality"][0].senses if s.part == "quality")
        named = place or ("subject" if is_likely(noun) else "")
        return Aside(said, "as-bright", named, noun, quality) if named else None
    if noun or (marked["in-view"] and place in ("", "subject", "faces")):
        return Aside(said, "in-view", place or "subject", noun)
    return None


def placed_in_crop(clause: Sequence[Token]) -> Aside | None:
    """Where something is to stand in a crop ("ball on the left third", "Motiv rechts", "sujet à gauche"); None
    where a clause says anything else.
    """
    sides = [_SIDES[v] for v in _values(clause) if v in _SIDES]
    named = {v for v in _values(clause) if v not in _SIDES}
    unknown = [t.text for t in clause if not t.senses]
    idle = {*_BESIDE, "keep", "region", "add", "spot"}
    plain = all(not t.senses or any(s.part in idle for s in t.senses) for t in clause)
    if len(set(sides)) != 1 or not plain or named - {"subject", "faces"} or len(unknown) > 1:
        return None
    if not (unknown or named) or not all(map(can_be_subject, unknown)):
        return None
    if unknown and not (is_likely(unknown[0]) or is_person(unknown[0])):
        return None
    said = " ".join(t.text for t in clause)
    place = named.pop() if len(named) == 1 else "subject"
    return Aside(said, "placed", place, unknown[0] if unknown else "", side=sides[0])


#: Where a thing stands by words for a side of the frame.
_SIDES = {
    f"{side}{part}": side
    for side in ("left", "right", "top", "bottom")
    for part in ("", "-third", "-25")
}


def _values(clause: Sequence[Token]) -> list[str]:
    return [str(s.get("value")) for t in clause for s in t.senses if s.part == "region"]


def bare_of(clause: Sequence[Token]) -> bool:
    """Whether a clause says that there is to be none of something: "no people", and not "not the people"."""
    articles = table("edits")["stands_for"]["articles"]
    said = ("change", "change-to", "spoil", "more", "less")
    return any(
        t.has("without") and after.text not in articles and not any(map(after.has, said))
        for t, after in pairwise(clause)
    )


def _is_somebody(clause: Sequence[Token], noun: str) -> bool:
    """Whether a bare "her sharp" speaks of a person or a thing."""
    return is_likely(noun) if noun else any(is_person(t.text) for t in clause)


def _held(clause: Sequence[Token]) -> Aside | None:
    """What is to stand in the middle of a crop, or a head that it must not cut."""
    said = " ".join(t.text for t in clause)
    middle = [t for t in clause if t.has("centred")]
    head = [t for t in clause if t.has("head")]
    unknown = [t.text for t in clause if not t.senses]
    told = bool(middle) and len(unknown) == 1  # "the golden temple": its colour only describes it
    hued = [t for t in clause if told and _describes(t)]
    named = [t for t in clause if t.has("region") and t not in middle and t not in hued]
    idle = _BESIDE | {
        "keep",
        "region",
        "centred",
        "head",
        "not",
        "sever",
        "crop",
        "in-view",
        "cut",
        "out",
    }
    plain = [t for t in clause if t.senses and t not in hued]
    if not all(any(s.part in idle for s in t.senses) for t in plain):
        return None
    place = _place(named)
    denied = any(t.has("not") for t in clause)
    kept = any(t.has("keep") for t in clause)
    if any(t.has("crop") and not t.has("sever") for t in clause):
        return None
    if len(unknown) > 1 or place is None or not all(map(can_be_subject, unknown)):
        return None
    noun = unknown[0] if unknown else ""
    if middle and not head and not denied and place in ("", "subject", "faces"):
        return Aside(said, "centred", place or "subject", noun)
    severs = any(t.has("sever") for t in clause)
    if noun and denied and severs and not (head or middle or kept or place):
        return Aside(said, "in-view", "subject", noun)  # "sin cortar la vela"
    if not head or middle or place not in ("", "subject", "faces"):
        return None
    cuts = any(t.has("sever") or t.has("crop") or t.has("cut") for t in clause)
    return Aside(said, "heads", "faces") if kept != (denied and cuts) else None


def _describes(token: Token) -> bool:
    """Whether a word beside a noun only tells what it looks like ("the red buoy", *der roten Boje*)."""
    hued = any(
        str(s.get("value")).startswith("colour-") for s in token.senses if s.part == "region"
    )
    return hued or token.has("colour") or (token.has("quality") and not token.has("in-focus"))


def _plain(clause: Sequence[Token]) -> bool:
    """Whether nothing but the words of an aside stand in a clause."""
    known = _BESIDE | {"keep", "not", "in-focus", "in-view", "quality", "region"}
    return all(not t.senses or any(s.part in known for s in t.senses) for t in clause)


def _place(named: Sequence[Token]) -> str | None:
    """The one place that is named, "" for none; None where there are several."""
    values = {s.get("value") for t in named for s in t.senses if s.part == "region"}
    if len(values) > 1 or any("&" in value for value in values):
        return None
    return next(iter(values), "")


def settled(aside: Aside, edits: Sequence[Edit]) -> Made | None:
    """What an aside comes to beside the edits of its sentence; None where it belongs to none."""
    if aside.way in ("in-view", "centred", "heads", "placed"):
        return Made() if any(e.kind == "crop" and ":" in e.value for e in edits) else None
    if aside.way == "as-bright":
        return _as_bright(aside, edits)
    behind = [e for e in edits if e.place == ("background", ())]
    if aside.way == "sharp":
        behind = [e for e in edits if e.kind in ("blur", "soften") and e.amount > 0]
        spared = (("background", ()), EVERYWHERE, ("all", (aside.place,)))
        if any(e.place not in spared for e in behind):
            # "Haut weicher, Augen scharf lassen": they are no part of it.
            elsewhere = all(e.target in _APART_FROM_EYES for e in behind)
            return Made() if elsewhere and aside.place in ("eyes", "lips", "teeth") else None
    elif not _may_leave_out(aside, edits):
        return None
    else:
        behind = list(edits)
    bans = tuple(dict.fromkeys(Ban(e.kind, 0, aside.place) for e in behind))
    return Made(bans=bans) if bans else None


def _may_leave_out(aside: Aside, edits: Sequence[Edit]) -> bool:
    """Whether edits of the background, or of everything, can leave a thing out; of everything only
    what is likely to be one, since "not grim" is kept as well.
    """
    places = {edit.place for edit in edits}
    if not places <= {("background", ()), EVERYWHERE} or any(e.kind in OF_FRAME for e in edits):
        return False
    return EVERYWHERE not in places or is_likely(aside.noun)


def _as_bright(aside: Aside, edits: Sequence[Edit]) -> Made | None:
    """ "Keep the centre bright" beside darker edges: it stays as it is."""
    kind, sign = aside.quality.get("kind"), aside.quality.get("sign")
    against = [e for e in edits if e.kind == kind and e.amount * sign < 0]
    if kind == "brightness" and sign > 0:
        against += [e for e in edits if e.kind == "vignette" and e.amount > 0]
    if not against:
        return None
    if aside.place == "centre" and all(e.kind == "vignette" or e.target in _EDGES for e in against):
        return Made()
    return Made(bans=tuple(dict.fromkeys(Ban(e.kind, 0, aside.place) for e in against)))


def confirms(clause: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """Whether a clause only says that the edit before it does not go the other way, or no further
    than was said ("less contrast, not more").
    """
    if _greys_the_rest(clause):
        return any(e.kind == "monochrome" and e.place != ("all", ()) for e in edits)
    said = [t for t in clause if not {s.part for s in t.senses} <= {"filler", "pronoun", "is"}]
    if len(said) != 2 or not said[0].has("not") or not edits or any(not t.senses for t in clause):
        return False
    last = edits[-1]
    more, less = said[1].has("more"), said[1].has("less")
    if more == less:
        return False
    told = last.exact is not None or abs(last.amount) not in (0.7, 1.0)
    return told or (last.amount < 0) == more


def _greys_the_rest(clause: Sequence[Token]) -> bool:
    """ "The car in colour, the rest grey" says what was said."""
    rest = any(s.part == "region" and s.get("value") == "rest" for t in clause for s in t.senses)
    grey = any(s.part == "colour" and s.get("value") == "grey" for t in clause for s in t.senses)
    idle = {"filler", "pronoun", "is", "make", "region", "colour", "in-colour", "keep"}
    return rest and grey and all(any(s.part in idle for s in t.senses) for t in clause)


__all__ = ["Aside", "aside_of", "confirms", "settled"]
