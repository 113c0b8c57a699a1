"""A thing that is named with its colour: "the red jumper", "le fond rose", "turn the mustard armchair
teal".

A noun that nobody knows is told by its colour where that is named beside it: behind "except" and
"only" it is all parts of the colour, and a colour for another repaints them. Beside a word for the
background the colour only describes it. What was taken so is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from .colour_names import NEUTRAL
from .edit_made import Made
from .edit_nouns import is_likely, is_person
from .edit_values import Edit
from .senses import Sense, Token
from .tables import table

#: A noun, "" for none, and what it was taken for.
Taken = tuple[str, str]
#: Words beside the two colours and the noun of a colour for another.
_BESIDE = frozenset({"filler", "pronoun", "make", "change-to", "repaint", "is", "add"})
_VERBS = frozenset({"make", "change-to", "repaint"})
_TOWARDS = frozenset({"to", "into", "in", "en", "par", "por", "a", "mit", "with", "durch"})
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
    elif not (_asks(tokens) or _leads(tokens, two)) or (nouns and abs(nouns[0] - one) != 1):
        return None
    before, after = hue(tokens[one]), shade(tokens[two])
    if not before or not after or before in NEUTRAL or after in (before, "brand"):
        return None
    noun = tokens[nouns[0]].text if nouns else ""
    if noun and not noun.isalpha():
        return None
    within = "".join(f"&{_region(t)}" for t in where)
    if within and noun:
        return None
    edit = Edit("repaint", 1.0, after, f"colour-{before}{within}", thing=noun)
    return Made((edit,)), (noun, f"all {before} parts")


def painted_thing(clause: Sequence[Token]) -> tuple[Made, str] | None:
    """A likely subject that is to have another colour, whatever its own is ("paint the car mint green",
    "mach den Stuhl blau"), with its noun; None where a clause is no such wish.
    """
    tokens = _without_doubles(clause)
    coloured = [at for at, t in enumerate(tokens) if shade(t)]
    nouns = [at for at, t in enumerate(tokens) if not t.senses]
    if len(coloured) != 1 or len(nouns) != 1 or nouns[0] == 0 or coloured[0] < nouns[0]:
        return None
    noun, colour = tokens[nouns[0]].text, shade(tokens[coloured[0]])
    rest = [t for at, t in enumerate(tokens) if at not in (*coloured, *nouns)]
    plain = all(any(s.part in _BESIDE - {"is", "add"} for s in t.senses) for t in rest)
    asked = any(t.has(verb) for t in rest for verb in _VERBS)
    named = tokens[nouns[0] - 1].text.split()[-1] in table("edits")["stands_for"]["articles"]
    if (
        not (plain and asked and named)
        or colour == "brand"
        or any(t.text in _ANOTHER for t in clause)
    ):
        return None
    if not is_likely(noun) or is_person(noun):
        return None
    return Made((Edit("repaint", 1.0, colour, "subject", thing=noun),)), noun


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
