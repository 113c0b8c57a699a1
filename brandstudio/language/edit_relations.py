"""What is told by another thing and is none of it: what lies around it ("um die Sonne"), and what is to be more so than it
("plus clair que les cheveux").

Neither is a place or a measure that an edit could have. A word that is idle elsewhere must not let the other thing be
taken for where the change is.
"""

from __future__ import annotations

from collections.abc import Sequence

from .edit_found import value_of
from .senses import Sense, Token
from .tables import table

_FIGURES = ("share", "percent", "number", "signed", "points", "degrees", "amount")
_FRAMED = ("crop", "space", "border", "cutout", "extend", "frame", "rotate", "turn")
#: Whom something lies around.
_WHOM = frozenset(("sie", "ihn", "ihre", "ihr", "sein", "seinen"))
_MORE_OR_LESS = frozenset(("plus", "moins", "mas", "menos"))


def round_it(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """German "um die Sonne", "um das Gesicht herum" is what lies around it, which is no place that can be found; of
    a share it says by how much ("um die Hälfte").
    """
    if tokens[at].text != "um" or at + 1 >= end:
        return None
    behind, clause = tokens[at + 1 : at + 3], tokens[begin:end]
    if any(t.has(part) for t in behind for part in _FIGURES):
        return None
    aims = any(t.text.startswith("zu ") or t.text == "zu" for t in tokens[at + 1 : end])
    if aims or any(t.has(part) for t in clause for part in _FRAMED):
        return None
    articled = behind[0].text in table("edits")["turns"]["the"] or behind[0].text in _WHOM
    return Token("um", (Sense("around"),)) if articled else None


def than_another(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """French and Spanish *que* behind a comparison and before a thing: than that ("más clara que el pelo")."""
    if tokens[at].text != "que" or at == begin:
        return None
    before = tokens[max(begin, at - 2) : at]
    compares = any(not _MORE_OR_LESS.isdisjoint(t.text.split()) for t in before)
    behind = next((t for t in tokens[at + 1 : min(end, at + 3)] if not t.has("filler")), None)
    other = behind is not None and (behind.has("region") or bool(value_of(behind.text)))
    return Token("que", ()) if compares and other else None


def those(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Make those blurrier", *mach die doch bitte dunkler*: what no noun stands behind is what was spoken of."""
    if tokens[at].text not in THOSE or at == begin or not tokens[at].has("filler"):
        return None
    if not any(map(tokens[at - 1].has, ("make", "blur", "change"))):
        return None
    behind = tokens[at + 1 : end]
    plain = all(any(map(t.has, _HOW)) and not t.has("region") for t in behind)
    told = any(not t.has("filler") for t in behind) or tokens[at - 1].has("blur")
    return Token(tokens[at].text, (Sense("pronoun"),)) if plain and told else None


THOSE = frozenset(("those", "these", "die", "den", "diese", "diesen"))
_HOW = (
    "filler",
    "change",
    "quality",
    "blur",
    "amount",
    "more",
    "less",
    "percent",
    "share",
    "fault",
)


def all_that(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "The background is too busy, blur all that", *mach das alles dunkler*: what was spoken of, and not the
    whole picture.
    """
    near = [i for i in (at - 1, at + 1) if begin <= i < end]
    if tokens[at].text in _ALL:
        other = next((i for i in near if tokens[i].text in _THAT), None)
        last = -1 if other is None else max(at, other)
        behind = next((t for t in tokens[last + 1 : end] if not t.has("filler")), None)
        named = behind is not None and (not behind.senses or behind.has("region"))
        plain = other is not None and not named and not (behind and behind.has("is"))
        return Token("it", (Sense("filler"),)) if plain else None
    if tokens[at].text in _THAT and any(tokens[i].text == "it" for i in near):
        return Token("it", (Sense("pronoun"),))
    return None


_ALL = frozenset(("all", "tout", "todo", "alles"))
_THAT = frozenset(("that", "this", "ca", "cela", "eso", "esto", "das"))


def over_it(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Dunst über dem Meer": behind haze it says where that is, and no upper part of the picture."""
    if tokens[at].text not in table("edits")["plainer"]["over"] or tokens[at].has("veil"):
        return None
    before = [t for t in tokens[begin:at] if not t.has("filler")]
    veiled = bool(before) and before[-1].has("veil")
    named = any(not t.senses or t.has("region") for t in tokens[at + 1 : end])
    return Token(tokens[at].text, (Sense("filler"),)) if veiled and named else None


def anybody(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """German *man* is nobody who could be seen ("man sieht kaum etwas")."""
    if tokens[at].text != "man" or tokens[at].senses:
        return None
    near = [tokens[i].text for i in (at - 1, at + 1) if begin <= i < end]
    return Token("man", (Sense("filler"),)) if _OF_ANYBODY & set(near) else None


_OF_ANYBODY = frozenset(
    (
        *(
            "sieht",
            "kann",
            "erkennt",
            "schaut",
            "guckt",
            "blickt",
            "merkt",
            "sollte",
            "soll",
            "muss",
        ),
        *("darf", "konnte", "dass", "damit", "wenn", "weil", "wie", "wird", "hat", "bemerkt"),
    )
)


__all__ = ["THOSE", "all_that", "anybody", "over_it", "round_it", "than_another", "those"]
