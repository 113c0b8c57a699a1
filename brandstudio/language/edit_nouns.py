"""A thing that is named with a noun of its own where it is to be kept, cut out or changed alone: "all
but the cow", "laisse la voiture telle quelle", "Flasche freistellen".

The noun is no word of the table. Where one stands in a clause, and the clause would be understood
with "subject" in its place, it is what stands out; an answer says so. Behind "except" and beside "cut
out" that is any noun; what is only kept must be a likely one, since "the mood" and "not grim" are
kept as well. Parts of things and what is
seldom what stands out are never taken for it, and where a person is seen only a word for a person is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from .edit_values import TONES
from .senses import LANGUAGES, Sense, Token
from .tables import table
from .words import plain

_SUBJECT = (Sense("region", {"value": "subject"}),)
#: What may stand between "except" and its noun.
_ARTICLES = frozenset({"filler", "pronoun"})


def with_subject(clause: Sequence[Token]) -> tuple[tuple[Token, ...], str] | None:
    """A clause with "subject" in the place of its one unknown noun, and that noun; None where there
    is none, or where the clause does not set it apart from the rest.
    """
    clause = _joined(clause)
    unknown = [at for at, token in enumerate(clause) if not token.senses]
    if not unknown and _is_cut_out(clause):
        # A portrait is a format too, but none that is cut out.
        unknown = [at for at, token in enumerate(clause) if token.text == "portrait"]
    if len(unknown) != 1 or not can_be_subject(clause[unknown[0]].text):
        return None
    if clause[unknown[0]].text in _found_by_hue():
        return None
    at = unknown[0]
    if (redder := _coloured_more(clause, at)) is not None:
        return redder, clause[at].text
    shown = _is_framed(clause, at) or any(t.has("stand-out") for t in clause)
    apart = _named_apart(clause, at) or _is_kept(clause) or shown or _is_changed(clause, at)
    likely = is_likely(clause[at].text) and apart
    set_on = _is_set_on(clause, at)
    if not (likely or _left_out(clause, at) or _is_cut_out(clause) or set_on):
        return None
    if not set_on and any(
        s.part == "region" and s.get("value") != "rest" for t in clause for s in t.senses
    ):
        beside = [t for t in clause if t.has("region") and not (_ARTICLES & _parts(t))]
        # "Isolate it on a transparent background", "isole la plume sur fond blanc".
        if any(t.has("transparent") or (_is_cut_out(clause) and t.has("colour")) for t in clause):
            beside = [t for t in beside if not _is_ground(t)]
        if not all(
            t.has("effect") or t.has("in-colour") or t.has("quality") or _is_tone(t) for t in beside
        ):
            return None
    noun = clause[at].text
    return (*clause[:at], Token(noun, _SUBJECT), *clause[at + 1 :]), noun


def _coloured_more(clause: Sequence[Token], at: int) -> tuple[Token, ...] | None:
    """ "Framboises plus rouges", "las fresas más rojas": in French and Spanish the colour stands behind its noun."""
    if at + 3 > len(clause) or not all(_parts(t) & _ARTICLES for t in clause[:at]):
        return None
    way, hued = clause[at + 1 : at + 3]
    name = next((str(s.get("value")) for s in hued.senses if s.part == "region"), "")
    romance = way.text in ("plus", "mas", "un peu plus") and (way.has("more"))
    if not (romance and name.startswith("colour-") and is_likely(clause[at].text)):
        return None
    colour = Token(hued.text, (Sense("colour", {"value": name.removeprefix("colour-")}),))
    rest = clause[at + 3 :]
    return (*clause[:at], Token(clause[at].text, _SUBJECT), way, colour, *rest)


def _joined(clause: Sequence[Token]) -> tuple[Token, ...]:
    """A clause with a noun of two words by its second ("coffee cup" is a cup)."""
    unknown = [at for at, token in enumerate(clause) if not token.senses]
    if len(unknown) != 2 or unknown[1] != unknown[0] + 1:
        return tuple(clause)
    if not all(is_likely(clause[at].text) for at in unknown):
        return tuple(clause)
    return (*clause[: unknown[0]], *clause[unknown[1] :])


def _parts(token: Token) -> set[str]:
    return {sense.part for sense in token.senses}


def _before(clause: Sequence[Token], at: int) -> int:
    """The place of the last word before a noun and its article; -1 for none."""
    before = at - 1
    while before >= 0 and _parts(clause[before]) & _ARTICLES and not clause[before].has("except"):
        before -= 1
    return before


def _left_out(clause: Sequence[Token], at: int) -> bool:
    """Whether a noun stands behind "except"."""
    before = _before(clause, at)
    return before >= 0 and clause[before].has("except")


def _named_apart(clause: Sequence[Token], at: int) -> bool:
    """Whether a noun stands behind "only", or a bare "not" at the clause's beginning."""
    before = _before(clause, at)
    if at + 1 < len(clause) and clause[at + 1].has("only") and likely_alone(clause, at):
        return True  # "sharpen shoes only"
    if before < 0:
        return False
    alone = before == 0 and at == len(clause) - 1 and clause[before].has("not")
    alone = alone and not (clause[before].has("without") and before == at - 1)
    return clause[before].has("only") or alone


def likely_alone(clause: Sequence[Token], at: int) -> bool:
    """Whether "only" behind a noun ends its clause, or only a figure stands behind it."""
    figures = ("percent", "signed", "share", "points", "filler", "amount")
    return all(any(t.has(part) for part in figures) for t in clause[at + 2 :])


def _is_ground(token: Token) -> bool:
    return any(s.get("value") == "background" for s in token.senses)


def _is_tone(token: Token) -> bool:
    """Whether a word names the lights or the darks: "the highlights on the goat" are of the goat."""
    return any(s.part == "region" and s.get("value") in TONES for s in token.senses)


def _is_framed(clause: Sequence[Token], at: int) -> bool:
    """Whether a crop goes to a noun ("crop tightly on the glass", "eng auf das Glas zuschneiden")."""
    if not any(t.has("crop") for t in clause) or any(t.has("not") for t in clause):
        return False
    near = {t.text for t in clause[max(0, at - 2) : at]}
    return bool(near & _ONTO) and not near & _OFF


#: What leads a crop to its subject, and what leads it away.
_ONTO = frozenset(
    {
        "on",
        "to",
        "around",
        "onto",
        "auf",
        "um",
        "sur",
        "autour",
        "autour de",
        "en",
        "alrededor",
        "alrededor de",
    }
)
_OFF = frozenset({"off", "out", "from", "weg", "ab", "de", "fuera"})


def _is_kept(clause: Sequence[Token]) -> bool:
    if any(t.has("as-it-is") for t in clause):
        return True
    untouched = any(t.has("change-to") for t in clause)
    if untouched and (clause[0].has("not") or any(t.has("nothing") for t in clause)):
        return True
    alone = any(t.has("keep") or t.has("only") for t in clause)
    return alone and any(t.has("in-colour") for t in clause)


def _is_changed(clause: Sequence[Token], at: int) -> bool:
    """Whether the light or the detail of a noun is to change ("brighten the dog", "die Flasche etwas
    schärfer"); to paint it is another thing.
    """
    articles = table("edits")["stands_for"]["articles"]
    first = at == 0 and len(clause) > 1
    if not first and (at == 0 or clause[at - 1].text.split()[-1] not in articles):
        return False
    if at > 1 and clause[at - 2].text in _LIKE:
        return False
    held = [t for t in clause if any(t.has(part) for part in _CHANGES)]
    painted = any(t.has(part) for t in clause for part in _NO_CHANGE)
    return (
        bool(held)
        and not painted
        and (first or not any(s.get("kind") == "colour" for t in held for s in t.senses))
    )


#: What says how a thing is to change, and what asks for more than that.
_CHANGES = (
    "change",
    "quality",
    "dimension",
    "lift",
    "pull-up",
    "pull-down",
    "effect",
    "blur",
    "fault",
    "signed",
)
_NO_CHANGE = (
    "remove",
    "take-away",
    "change-to",
    "repaint",
    "colour",
    "crop",
    "cut",
    "space",
    "extend",
    "rotate",
    "flip",
    "not",
)
#: "Warm like the coffee" is a likeness.
_LIKE = frozenset(("like", "as", "wie", "comme", "como"))


def _is_set_on(clause: Sequence[Token], at: int) -> bool:
    """Whether a noun is put on a plain ground ("put the car on a white background")."""
    behind = clause[at + 1 :]
    ground = any(_is_ground(t) for t in behind) and any(t.has("colour") for t in behind)
    return ground and any(t.has("add") for t in clause[:at]) and is_likely(clause[at].text)


def _is_cut_out(clause: Sequence[Token]) -> bool:
    cut = any(t.has("cut") for t in clause) and any(t.has("out") for t in clause)
    denied = any(t.has("not") or t.has("except") for t in clause)
    return not denied and (cut or any(t.has("cutout") for t in clause))


def can_be_subject(noun: str) -> bool:
    """Whether a noun that nobody knows may be what a picture is of."""
    return noun.isalpha() and len(noun) > 2 and noun not in table("edits")["never_subject"]["words"]


@cache
def _likely() -> frozenset[str]:
    return frozenset(table("edits")["likely_subject"]["words"])


@cache
def _found_by_hue() -> frozenset[str]:
    """Things that have a place of their own: a refusal names it."""
    rows = table("edits")["thing"]
    return frozenset(word for row in rows for of in LANGUAGES for word in row[of])


def _folded(noun: str) -> str:
    """A noun as tables hold it: it may come as it was written, with its accents."""
    return _LEANT.sub("", plain(noun))


_LEANT = re.compile(r"^[ld]['\u2019](?=\w)")


def is_likely(noun: str) -> bool:
    """Whether a noun names what a picture may well be of."""
    folded = _folded(noun)
    return (
        is_person(noun) or folded in _likely() or (folded[-1:] == "s" and folded[:-1] in _likely())
    )


def lies_within(noun: str) -> bool:
    """Whether a noun names what lies within a picture, or is cut by one of its sides."""
    return _folded(noun) in table("edits")["lies_within"]["words"]


def is_structure(noun: str) -> bool:
    """Whether a noun names a building or the like, of which often only a part stands out."""
    return _folded(noun) in table("edits")["structures"]["words"]


def lies_beyond(noun: str) -> bool:
    """Whether a noun is of a place, or of what things stand on, before which something else stands out."""
    return _folded(noun) in table("edits")["lies"]["subject"]["in"]


def is_person(noun: str) -> bool:
    """Whether a noun names a person, or several."""
    return _folded(noun) in table("edits")["people"]["words"]


__all__ = ["can_be_subject", "is_likely", "is_person", "is_structure", "with_subject"]
