"""Things and parts of people that are found by what they are: "brighten the dog", "her hair warmer",
"everything but the car", "der linke Hund".

The nouns are no words of the table. Where one stands in a clause that would change the light, the colour
or the detail of it, or would leave it alone, it becomes the place that the picture is searched for. To
cut at it, to add it or to take it away is another wish.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from .edit_nouns import is_person
from .edit_values import SPOKEN_THINGS, plural, sided
from .senses import LANGUAGES, Sense, Token
from .tables import table
from .words import plain

#: A noun, and what it was taken for.
Taken = tuple[str, str]
#: What cuts at a thing, or needs a model.
_NEVER = ("crop", "cut", "cutout", "space", "extend", "rotate", "flip", "centred", "head", "sever")
_MORE = ("remove", "take-away", "take", "add", "change-to", "repaint")
#: What is changed where one of those stands: "take the yellow out of her hair".
_CHANGED = (
    "dimension",
    "quality",
    "change",
    "tint",
    "cast",
    "noise",
    "veil",
    "effect",
    "fault",
    "blur",
    "tinged",
    "in-colour",
)
_OF = frozenset(("of", "on", "from", "in", "de", "du", "des", "del", "von", "vom", "der", "d"))
_BEHIND = ("behind", "hinter", "derriere", "detras")


class Found(NamedTuple):
    """A clause with the place of a thing in it, the noun, the place, and what it is in words."""

    clause: tuple[Token, ...]
    noun: str
    value: str
    told: str


@cache
def _phrases() -> tuple[tuple[tuple[str, ...], str], ...]:
    """The phrases with their places, the longest first."""
    rows = table("edits")["found"]
    found = {
        tuple(plain(phrase).replace("-", " ").split()): str(row["value"])
        for row in reversed(rows)
        for of in LANGUAGES
        for phrase in row[of]
    }
    return tuple(sorted(found.items(), key=lambda each: -len(each[0])))


def value_of(noun: str) -> str:
    """The place that a noun names, "" where it is none that can be found."""
    return _by_words().get(tuple(plain(noun).replace("-", " ").split()), "")


@cache
def _by_words() -> dict[tuple[str, ...], str]:
    return dict(_phrases())


def kind_of(noun: str) -> tuple[str, bool]:
    """The kind of thing that a noun names, "" for none, and whether several are meant."""
    value = value_of(noun)
    if value.startswith("thing"):
        return sided(value)[:2]
    folded = plain(noun)
    if is_person(folded) and folded not in _PRONOUNS:
        return "person", folded.endswith("s") and not folded.endswith("ss")
    return "", False


_PRONOUNS = frozenset(("her", "him", "them", "sie", "ihn", "portrait"))


def found_in(clause: Sequence[Token]) -> Found | None:
    """A clause with its one noun of that kind as a place; None where it names none, or is no change."""
    places = named_things(clause)
    parts = [place for place in places if not place[2].startswith("thing")]
    if len(places) == 2 and len(parts) == 1 and places[1][2] == "thing-person":
        places = parts  # "die Haare der Frau"
    if len(places) != 1 or any(t.has(part) for t in clause for part in _NEVER):
        return None
    at, length, value = places[0]
    big = at > 0 and clause[at - 1].has("amount") and not clause[at - 1].has("change-to")
    if big and clause[at - 1].text not in _A_LITTLE:
        return None  # "the big cow" is one of several
    if _is_another(clause, at):
        return None
    noun = " ".join(t.text for t in clause[at : at + length])
    if not _is_changed(clause) or _is_behind(clause, at) or _beside_a_colour(clause, at, length):
        return None
    before, behind = list(clause[:at]), list(clause[at + length :])
    if value.startswith(("thing-", "things-")):
        before, behind, value = _at_a_side(before, behind, value)
        if value.startswith("things-"):
            before = [t for t in before if t.text not in _BOTH]
    else:
        left = _without_owner(before, behind)
        if left is None or named_things(left[1]):
            return None
        before, behind = left
    if before and before[-1].text in _HERS and not before[-1].senses:
        before = before[:-1]
    words = noun.split()
    if len(words) > 1 and words[0] in _ARTICLES:
        noun = " ".join(words[1:])
    place = Token(noun, (Sense("region", {"value": value}),))
    return Found((*before, place, *behind), noun, value, told_of(value))


#: What stands before a French noun whose article leans on it ("éclaircis un peu l'homme").
_A_LITTLE = ("un peu", "legerement", "un petit peu", "nettement", "beaucoup")


def _is_another(clause: Sequence[Token], at: int) -> bool:
    """Whether a noun is of something that is not there ("we need a bird"), or is not to be there ("no
    people", "sin coches").
    """
    before = at - 1
    while before >= 0 and (_is_idle(clause[before]) or clause[before].text in _ONE):
        if clause[before].text in _ONE and not _is_plainly_changed(clause):
            return True
        before -= 1
    told = any(t.has("change-to") or t.has("spoil") or t.has("change") for t in clause)
    return before == at - 1 and before >= 0 and clause[before].has("without") and not told


def _is_plainly_changed(clause: Sequence[Token]) -> bool:
    return any(t.has(part) for t in clause for part in _CHANGED)


_ONE = frozenset(("a", "an", "one", "ein", "eine", "einen", "einem", "un", "une", "una", "uno"))
_HERS = frozenset(("ihre", "ihren", "ihrem", "ihr", "seinen", "seinem", "seiner", "ihrer", "sein"))
_BOTH = frozenset(
    ("both", "beide", "beiden", "les deux", "deux", "dos", "los dos", "ambos", "ambas")
)
_ARTICLES = frozenset(
    ("die", "der", "das", "den", "dem", "les", "le", "son", "ce", "ihr", "ihre", "ihren", "ihrem")
) | {"ihrer", "seine", "seiner"}


def told_of(value: str) -> str:
    """What a place is in words."""
    if value.startswith(("thing-", "things-")):
        kind, several, side = sided(value)
        where = f" on the {side}" if side else ""
        return f"the {plural(kind) if several else SPOKEN_THINGS.get(kind, kind)}{where}"
    return "one piece of clothing" if value.startswith("worn-") else f"the {value}"


def named_things(clause: Sequence[Token]) -> list[tuple[int, int, str]]:
    """Where nouns of that kind stand, how many words they are, and their places."""
    out: list[tuple[int, int, str]] = []
    at = 0
    texts = [t.text for t in clause]
    while at < len(clause):
        for words, value in _phrases():
            if tuple(texts[at : at + len(words)]) != words:
                continue
            known = all(clause[i].senses for i in range(at, at + len(words)))
            idle = all(map(_is_idle, clause[at : at + len(words)]))
            if (known and not idle and len(words) == 1) or (known and idle):
                continue
            out.append((at, len(words), value))
            at += len(words) - 1
            break
        at += 1
    return out


def _is_idle(token: Token) -> bool:
    return all(s.part in ("filler", "make", "is", "pronoun", "and") for s in token.senses)


def _is_changed(clause: Sequence[Token]) -> bool:
    """Whether nothing is put in, taken away or painted over; its light and its colour may be."""
    held = any(
        t.has(part) for t in clause for part in ("not", "nothing", "keep", "as-it-is", "only")
    )
    if held or not any(t.has(part) for t in clause for part in _MORE):
        plainly = any(t.has("colour") for t in clause) and any(t.has("make") for t in clause)
        said = any(
            t.has(part) for t in clause for part in ("more", "less", "amount", *_CHANGED[:4])
        )
        return held or said or not plainly
    return any(t.has(part) for t in clause for part in _CHANGED)


def _is_behind(clause: Sequence[Token], at: int) -> bool:
    """Whether a noun only says what the background is behind."""
    before = at - 1
    while before >= 0 and (_is_idle(clause[before]) or clause[before].text in _OF):
        before -= 1
    return before >= 0 and clause[before].text.startswith(_BEHIND)


def _beside_a_colour(clause: Sequence[Token], at: int, length: int) -> bool:
    """Whether a thing is told by its colour ("the red car"): which it is, that decides."""
    if at > 0 and _is_hue(clause[at - 1]) and not clause[at - 1].has("change"):
        return True
    after = at + length
    if after >= len(clause) or not _is_hue(clause[after]):
        return False
    said = " ".join(t.text for t in clause[max(0, at - 1) : at + length]).split()
    romance = any(word in _ROMANCE for word in said[:-1])
    return romance and not any(t.has("make") for t in clause[:at])


_ROMANCE = frozenset(
    ("le", "la", "les", "el", "los", "las", "del", "al", "du", "des", "sa", "son", "su")
)


def _is_hue(token: Token) -> bool:
    hued = any(
        s.part == "region" and str(s.get("value")).startswith("colour-") for s in token.senses
    )
    return hued or token.has("colour")


def with_persons(tokens: Sequence[Token]) -> list[Token]:
    """Tokens in which a word for the person is of a person, and not of any subject, where it is not to
    be cut at.
    """
    out = _with_both(tokens)
    for at, token in enumerate(out):
        if token.text not in _PERSON_WORDS or not token.has("region"):
            continue
        first = max((i + 1 for i in range(at) if tokens[i].mark), default=0)
        last = next((i for i in range(at, len(tokens)) if tokens[i].mark), len(tokens))
        if not any(t.has(part) for t in tokens[first:last] for part in _NEVER):
            out[at] = Token(token.text, (Sense("region", {"value": "thing-person"}),))
    for at in range(len(out) - 1, -1, -1):
        if not any(s.get("value") == "thing-person" for s in out[at].senses):
            continue
        before, behind, value = _at_a_side(out[:at], out[at + 1 :], "thing-person")
        place = Token(out[at].text, (Sense("region", {"value": value}),))
        out = [*before, place, *behind]
    return out


def _with_both(tokens: Sequence[Token]) -> list[Token]:
    """ "Brighten them both", "éclaircis-les tous les deux": where nothing was named before, the persons."""
    out = list(tokens)
    for at in range(len(out)):
        for end in range(min(len(out), at + 3), at, -1):
            words = " ".join(t.text for t in out[at:end])
            if words not in _THEM_BOTH:
                continue
            before = out[:at]
            named = any(not t.senses or t.has("region") for t in before)
            ends = end == len(out) or out[end].mark or any(map(out[end].has, _BEHIND_THEM))
            if ends and not named:
                place = Token(words, (Sense("region", {"value": "things-person"}),))
                return [*before, place, *out[end:]]
    return out


_BEHIND_THEM = ("and", "amount", "change", "quality")
_THEM_BOTH = frozenset(
    (
        *("them both", "both of them", "the two of them", "sie beide", "alle beide"),
        *("les tous les deux", "les toutes les deux", "les tous deux", "a los dos", "a las dos"),
        *("a ambos", "a ambas", "los dos", "las dos"),
    )
)
_PERSON_WORDS = frozenset(("person", "personne", "persona"))


def _at_a_side(
    before: list[Token], behind: list[Token], value: str
) -> tuple[list[Token], list[Token], str]:
    """The words about a thing without the side that it is on, and its place with that."""
    if before and (side := _side(before[-1])):
        return before[:-1], behind, f"{value}-{side}"
    at = 0
    while at < len(behind) and behind[at].has("filler"):
        at += 1
    if at < len(behind) and (side := _side(behind[at])):
        return before, behind[at + 1 :], f"{value}-{side}"
    return before, behind, value


def _side(token: Token) -> str:
    """The side that a word says something is on, "" for none; a half is a part of it."""
    for sense in token.senses:
        side = sense.part == "region" and sense.get("value") in ("left", "right")
        if side and not sense.get("half"):
            return str(sense.get("value"))
    return ""


def _without_owner(
    before: list[Token], behind: list[Token]
) -> tuple[list[Token], list[Token]] | None:
    """The words about a part of somebody without whom it is of ("of the woman", "the man's"); None where
    that tells one of several persons.
    """
    if before and before[-1].text.endswith("'s") and is_person(before[-1].text[:-2]):
        before = before[:-1]
    at = 0
    while at < len(behind) and behind[at].has("filler"):
        at += 1
    of = any(t.text.split()[-1] in _OF for t in behind[:at])
    named = at < len(behind) and (is_person(behind[at].text) or value_of(behind[at].text))
    if of and named:
        behind = behind[at + 1 :]
    if any(_side(t) for t in (*before, *behind)):
        return None
    return before, behind


__all__ = ["Found", "found_in", "kind_of", "named_things", "told_of", "value_of", "with_persons"]
