"""A thing that is named with its colour: "the red jumper", "le fond rose", "turn the mustard armchair
teal".

A noun that nobody knows is told by its colour where that is named beside it: behind "except" and
"only" it is all parts of the colour, and a colour for another repaints them. Beside a word for the
background the colour only describes it. What was taken so is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from .colour_names import NEUTRAL
from .edit_found import named_things
from .edit_made import Made
from .edit_nouns import is_likely, is_person
from .edit_values import Edit
from .senses import Sense, Token

#: A noun, "" for none, and what it was taken for.
Taken = tuple[str, str]
#: Words beside the two colours and the noun of a colour for another.
_BESIDE = frozenset({"filler", "pronoun", "make", "change-to", "repaint", "is", "add"})
_VERBS = frozenset({"make", "change-to", "repaint"})
_TOWARDS = frozenset(
    (
        "to",
        "into",
        "in",
        "en",
        "par",
        "por",
        "a",
        "mit",
        "with",
        "durch",
        "auf",
        "zu",
        "hacia",
        "vers",
    )
)
#: "For a blue one" is another thing.
_ANOTHER = frozenset({"one", "ones"})
#: A ground without a pattern; of a picture "flat" is another thing.
_PLAIN = frozenset({"flat"})


def shade(token: Token) -> str:
    """The colour that a word names, "" where it names none."""
    return next((str(s.get("value")) for s in token.senses if s.part == "colour"), "")


def hue(token: Token) -> str:
    """The colour whose places a word names, "" where it names none."""
    values = (str(s.get("value")) for s in token.senses if s.part == "region")
    named = next((v.removeprefix("colour-") for v in values if v.startswith("colour-")), "")
    name = shade(token)
    # "Violettes" is a form of a colour that is not listed among its places.
    return named or ("" if name in NEUTRAL or name == "brand" or name.startswith("#") else name)


def repainted(clause: Sequence[Token]) -> tuple[Made, Taken] | None:
    """One colour for another, with what was taken for what; None where a clause is no such wish."""
    tokens = _without_doubles(clause)
    coloured = [at for at, t in enumerate(tokens) if shade(t) or hue(t)]
    nouns = [at for at, t in enumerate(tokens) if not t.senses]
    instead = [at for at, t in enumerate(tokens) if t.has("instead")]
    rest = [t for at, t in enumerate(tokens) if at not in (*coloured, *nouns, *instead)]
    if len(coloured) != 2 or len(nouns) > 1 or len(instead) > 1:
        return None
    where = [t for t in rest if _region(t) in _PLACES]
    rest = [t for t in rest if t not in where]
    if len(where) > 1 or not all(any(s.part in _BESIDE for s in t.senses) for t in rest):
        return None
    if any(t.text in _ANOTHER for t in clause):
        return None
    one, two = coloured
    if instead:
        if not one < instead[0] < two or (nouns and nouns[0] > one):
            return None
        one, two = two, one
    elif not (_asks(tokens) or _leads(tokens, two) or _is_told_before(tokens, one, two, nouns)) or (
        nouns and not (_is_beside(tokens, nouns[0], one) or _is_beside(tokens, nouns[0], two))
    ):
        return None
    before, after = hue(tokens[one]), shade(tokens[two])
    if not before or not after or before in NEUTRAL or after in (before, "brand"):
        return None
    noun = tokens[nouns[0]].text if nouns else ""
    if noun and not noun.isalpha():
        return None
    apart = noun and not instead and not _is_beside(tokens, nouns[0], one)
    if apart and not _is_several(noun) and nouns[0] == two + 1:
        noun = ""  # "swap the magenta for red neon": all of it, whatever it is to become
    within = "".join(f"&{_region(t)}" for t in where)
    if within and noun:
        return None
    edit = Edit("repaint", 1.0, after, f"colour-{before}{within}", thing=noun)
    return Made((edit,)), (noun, f"all {before} parts")


def _is_told_before(tokens: Sequence[Token], one: int, two: int, nouns: Sequence[int]) -> bool:
    """Whether a noun stands between its colour and the new one, and nothing else is said ("red mugs blue",
    *„rote Tassen blau"*).
    """
    return nouns == [one + 1] and two == one + 2 and two == len(tokens) - 1


def _is_beside(tokens: Sequence[Token], noun: int, colour: int) -> bool:
    """Whether only words that say nothing stand between a noun and a colour ("the bowl from red")."""
    first, last = sorted((noun, colour))
    return all(t.has("filler") for t in tokens[first + 1 : last])


def _is_several(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith("ss")


def painted_thing(clause: Sequence[Token]) -> tuple[Made, str, str] | None:
    """A thing that is to have another colour, whatever its own is ("paint the car mint green", "beanie
    red", "mach den Stuhl blau"), with its noun and its place, "subject" where that is not found by what it
    is; None where a clause is no such wish.
    """
    tokens = [t for t in _without_doubles(clause) if t.text not in _PLAIN]
    if (instead := [i for i, t in enumerate(tokens) if t.has("instead")]) and all(
        shade(t) or t.has("filler") for t in tokens[instead[0] + 1 :]
    ):
        tokens = tokens[: instead[0]]  # "grey instead of black": black has no hue to find it by
    tokens = _without_its_grey(tokens)
    coloured = [at for at, t in enumerate(tokens) if shade(t)]
    found = _named_thing(tokens)
    if len(coloured) != 1 or found is None or any(t.text in _ANOTHER for t in clause):
        return None
    first, end, noun, place = found
    at, colour = coloured[0], shade(tokens[coloured[0]])
    rest = [t for i, t in enumerate(tokens) if i != at and not first <= i < end]
    plain = all(any(s.part in _BESIDE - {"add"} for s in t.senses) for t in rest)
    asked = any(t.has(verb) for t in rest for verb in _VERBS)
    behind = at >= end
    if not plain or colour == "brand" or not (behind or _is_dyed(tokens, at, asked)):
        return None
    if any(t.has("is") for t in rest) and not asked and not any(t.text in _SHOULD for t in rest):
        return None  # "the car is red" is told
    return Made((Edit("repaint", 1.0, colour, place, thing=noun),)), noun, place


def _without_its_grey(tokens: Sequence[Token]) -> list[Token]:
    """ "Make the grey jacket navy": a neutral that a thing has tells no hue to find it by."""
    coloured = [at for at, t in enumerate(tokens) if shade(t)]
    if len(coloured) != 2 or shade(tokens[coloured[0]]) not in ("grey", "black", "white"):
        return list(tokens)
    at = coloured[0]
    nouns = [i for i in (at - 1, at + 1) if 0 <= i < len(tokens) and not tokens[i].senses]
    return [t for i, t in enumerate(tokens) if i != at] if nouns else list(tokens)


#: What makes a wish of a statement.
_SHOULD = frozenset(
    (
        "should",
        "should be",
        "soll",
        "sollte",
        "doit",
        "doit etre",
        "debe",
        "debe ser",
        "deberia ser",
    )
)


def _is_dyed(tokens: Sequence[Token], at: int, asked: bool) -> bool:
    """Whether a colour before its thing is the new one ("paint it red, the car"): it is behind a verb that
    dyes, and directly before nothing.
    """
    return asked and any(t.has("repaint") for t in tokens) and at == len(tokens) - 1


def _named_thing(tokens: Sequence[Token]) -> tuple[int, int, str, str] | None:
    """Where the one thing of a clause is named, its noun, and its place; None for none, or several."""
    things = named_things(tokens)
    unknown = [at for at, t in enumerate(tokens) if not t.senses]
    if len(things) == 1:
        first, length, value = things[0]
        beside = [(at, t) for at, t in enumerate(tokens) if not first <= at < first + length]
        stray = any(not t.senses or (_region(t) and not shade(t)) for _, t in beside)
        living = value in ("skin", "hair") or value.partition("-")[2] in _NEVER_PAINTED
        noun = " ".join(t.text for t in tokens[first : first + length])
        return None if stray or living else (first, first + length, noun, value)
    if (
        things
        or not unknown
        or len(unknown) > 2
        or unknown != list(range(unknown[0], unknown[-1] + 1))
    ):
        return None
    noun = tokens[unknown[-1]].text  # "flower pot", "coffee cup"
    if not noun.isalpha() or not is_likely(noun) or is_person(noun):
        return None
    return unknown[0], unknown[-1] + 1, " ".join(tokens[at].text for at in unknown), "subject"


#: People are not painted, and of a table or a plant the picture shows little beside what is on it.
_NEVER_PAINTED = frozenset(("person", "table", "plant", "tv"))


def _region(token: Token) -> str:
    return next((str(s.get("value")) for s in token.senses if s.part == "region"), "")


#: Places within which one colour may be painted over with another.
_PLACES = frozenset(("sky", "water", "plants"))


def _without_doubles(clause: Sequence[Token]) -> list[Token]:
    """A clause with the last of several colours that stand side by side ("rose fuchsia", "pastel pink
    #f7c9d4").
    """
    after = (*clause[1:], Token("", ()))
    if sum(bool(shade(token)) for token in clause) < 3:
        pairs = zip(clause, after, strict=True)
        return [t for t, then in pairs if not (shade(t) and shade(then).startswith("#"))]
    after = (*clause[1:], Token("", ()))
    return [t for t, then in zip(clause, after, strict=True) if not (shade(t) and shade(then))]


def _asks(clause: Sequence[Token]) -> bool:
    return any(t.has(verb) for t in clause for verb in _VERBS)


def _leads(clause: Sequence[Token], at: int) -> bool:
    """Whether a colour stands behind a word that leads to it ("en rouge")."""
    near = [t.text for t in clause[max(0, at - 3) : at]]
    return bool(_TOWARDS & set(near))


def told_by_colour(clause: Sequence[Token]) -> tuple[tuple[Token, ...], Taken] | None:
    """A clause without its one unknown noun, where that stands beside its colour and is set apart;
    and what was taken for what.
    """
    unknown = [at for at, t in enumerate(clause) if not t.senses]
    apart = any(t.has(part) for t in clause for part in ("except", "only", "in-colour"))
    if len(unknown) != 1 or not apart or not clause[unknown[0]].text.isalpha():
        return None
    at = unknown[0]
    beside = [i for i in (at - 1, at + 1) if 0 <= i < len(clause) and hue(clause[i])]
    if len(beside) != 1:
        return None
    name = hue(clause[beside[0]])
    placed = list(clause)
    placed[beside[0]] = Token(
        clause[beside[0]].text, (Sense("region", {"value": f"colour-{name}"}),)
    )
    del placed[at]
    return tuple(placed), (clause[at].text, f"all {name} parts")


def of_the_ground(clause: Sequence[Token]) -> tuple[tuple[Token, ...], Taken] | None:
    """A clause in which a word for the background stands without what describes it: its colour where
    another is named, its noun ("the street behind her"), and what it was ("instead of the white").
    """
    tokens, told = list(clause), ("", "")
    ground = [at for at, t in enumerate(tokens) if _is_ground(t)]
    if len(ground) != 1:
        return None
    at = ground[0]
    if instead := [i for i, t in enumerate(tokens) if t.has("instead")]:
        behind = tokens[instead[0] + 1 :]
        if all(shade(t) or t.has("filler") for t in behind) and at < instead[0]:
            tokens = tokens[: instead[0]]
    tokens = [t for t in _without_doubles(tokens) if t.text not in _PLAIN]
    at = next((i for i, t in enumerate(tokens) if _is_ground(t)), -1)
    if at < 0:
        return None  # it stood behind "instead of", or twice
    colours = [i for i, t in enumerate(tokens) if shade(t) and i != at]
    between = tokens[at + 1 : colours[0]] if colours and colours[0] > at else []
    if (
        len(colours) == 2
        and between
        and all(any(t.has(part) for part in ("filler", "make", "change-to")) for t in between)
    ):
        # "The background from grey to beige": what it was tells nothing.
        del tokens[at + 1 : colours[0] + 1]
        colours = [i for i, t in enumerate(tokens) if shade(t) and i != at]
    beside = [i for i in (at - 1, at + 1) if i in colours]
    others = [t for t in tokens if t.has("change") or t.has("blur") or t.has("upward")]
    if beside and 0 < beside[0] < at and _is_of_colour(tokens[beside[0] - 1]):
        # "A crisp white background": the word is of the white.
        del tokens[beside[0] - 1]
        at -= 1
    elif beside and (len(colours) > 1 or others):
        del tokens[beside[0]]
        at -= beside[0] < at
    if tokens[at].text.startswith(("behind", "hinter", "derriere", "detras")) and at > 0:
        noun = at - 1
        taken_away = any(t.has("remove") or t.has("take-away") for t in clause)
        if not taken_away and not tokens[noun].senses and tokens[noun].text.isalpha():
            told = (tokens[noun].text, "the background")
            del tokens[noun]
    if len(tokens) == len(clause):
        return None
    return tuple(tokens), told


def _is_of_colour(token: Token) -> bool:
    """Whether a word before a colour describes that ("crisp white") rather than what is to be done."""
    kinds = {s.get("kind") for s in token.senses if s.part == "change"}
    return bool(kinds) and not kinds & {"brightness", "temperature", "colour"}


def _is_ground(token: Token) -> bool:
    return any(s.part == "region" and s.get("value") == "background" for s in token.senses)


__all__ = ["hue", "of_the_ground", "repainted", "shade", "told_by_colour"]
