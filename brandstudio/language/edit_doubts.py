"""What could be read and is not what was meant: two things where one stands out, a border that is to be cut off and
no tighter crop, what is only there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .edit_heard import Heard
from .edit_made import Made
from .edit_values import Ban, Edit, is_side
from .senses import LANGUAGES, Token
from .tables import table
from .words import plain


@cache
def _of(key: str) -> frozenset[str]:
    return frozenset(word for of in LANGUAGES for word in table("edits")["doubts"][key][of])


def as_what_stands_out(noun: str, edits: Sequence[Edit]) -> list[str]:
    """A noun that was taken for what stands out, where that is to change; what sits on another thing, or carries one,
    where it is to be cut along as well.
    """
    changed = any("subject" in edit.target.split("&") for edit in edits)
    cut = is_carried(noun) and any(e.kind in _ALONG_IT for e in edits)
    return [noun] if changed or cut else []


#: What shows where the outline of a thing is.
_ALONG_IT = ("cutout", "background_colour", "monochrome", "saturation")


def of_two_things(heard: Heard) -> list[str]:
    """The nouns that were taken for what stands out and are no such thing for sure: another thing is changed as well
    ("kitty brighter, desk darker"), or it sits on what stands out, or carries it ("the bee should pop").
    """
    nouns = list(dict.fromkeys(heard.as_subject))
    found = any(e.target.startswith(("thing-", "things-")) for e in heard.edits)
    return nouns if found or len(nouns) > 1 else [noun for noun in nouns if is_carried(noun)]


def is_carried(noun: str) -> bool:
    """Whether a noun names what sits on another thing, or carries others: a bee, a carpet, a plate."""
    low = plain(noun)
    return low in _of("carried") or (low.endswith("s") and low[:-1] in _of("carried"))


def cuts_it_away(heard: Heard, made: Made, clause: Sequence[Token]) -> bool:
    """Whether a crop is to cut away a thing that was named before it ("a border on the left, trim it off"), and is
    no tighter crop: how far it reaches nobody said.
    """
    edit = made.edits[0] if len(made.edits) == 1 else None
    if edit is None or edit.kind != "crop" or edit.value or edit.exact is not None:
        return False
    if edit.target != "all" or any(t.has("ratio") for t in clause):
        return False
    words = {word for t in clause for word in t.text.split()}
    told = {word for remark in heard.remarks for word in remark.said.split()}
    told |= {word for said in heard.unknown for word in said.split()}
    if any(is_side(part) for remark in heard.remarks for part in remark.place.split("&")):
        return True  # "too much on the left, crop it"
    if any(not _of("sides").isdisjoint(crowd.split()) for crowd in heard.crowded):
        return True
    it = any(t.has("pronoun") for t in clause) or not words.isdisjoint(_of("it"))
    return it and (not words.isdisjoint(_of("off")) or not told.isdisjoint(_of("edges")))


def only_there(clause: Sequence[Token]) -> bool:
    """Whether a clause only says that an edge is there ("there's a dark edge on the right"): it is to get no
    darker.
    """
    words = " ".join(t.text for t in clause).split()
    begins = any(tuple(words[: len(p)]) == p for p in map(tuple, map(str.split, _of("there"))))
    return begins and not _of("edges").isdisjoint(words)


def spares_the_ground(clause: Sequence[Token]) -> bool:
    """Whether a clause only says "not the background": that is to stay, where "no background" cuts it away."""
    the = table("edits")["turns"]["the"]
    denied = len(clause) == _THREE and clause[0].text in ("not", "nicht", "pas", "no")
    ground = any(s.get("value") == "background" for s in clause[-1].senses)
    return denied and clause[1].text in the and ground


#: "Not", an article and what it is of.
_THREE = 3


def liked(clause: Sequence[Token]) -> Ban | None:
    """What must not be undone, where a clause only says that somebody likes it so ("I like it dark"); None where it
    says anything else.
    """
    words = " ".join(t.text for t in clause).split()
    phrases = [p.split() for p in _of("likes")]
    begins = max((len(p) for p in phrases if words[: len(p)] == p), default=0)
    told = [s for t in clause for s in t.senses if s.part == "quality"]
    idle = ("filler", "pronoun", "quality", "is", "amount", "as-it-is")
    plain = all(any(s.part in idle for s in t.senses) for t in clause)
    if not begins or len(told) != 1 or not plain:
        return None
    return Ban(told[0].get("kind"), -int(told[0].get("sign")))


__all__ = [
    "as_what_stands_out",
    "cuts_it_away",
    "is_carried",
    "liked",
    "of_two_things",
    "only_there",
    "spares_the_ground",
]
