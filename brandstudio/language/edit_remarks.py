"""What is only told of a picture beside an order: "the water looks dull, ...", "on ne voit presque pas
son visage", „da passiert eh nichts".

A remark has a subject and a verb that states, and no word that asks for anything. It asks for no change of its own and is left
aside, and said; what it tells of is what "it" is behind it. Where it tells of light or colour, an
edit of these must follow, at that place or everywhere; otherwise somebody waits for an answer, and it is not understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from .edit_heard import Heard, Remark
from .edit_nouns import is_likely, is_person
from .edit_places import narrowed
from .edit_values import Edit, apart, is_side
from .edit_words import vocabulary
from .senses import LANGUAGES, Sense, Token
from .tables import table

#: Parts of speech that ask for something, or for something to stay.
_ASKS = frozenset(
    {
        "change",
        "change-to",
        "remove",
        "take-away",
        "take",
        "crop",
        "cut",
        "cutout",
        "rotate",
        "flip",
        "straighten",
        "keep",
        "as-it-is",
        "except",
        "repaint",
        "transparent",
        "transparent-file",
        "instead",
        "space",
        "extend",
        "pull-up",
        "pull-down",
        "calm",
        "recover",
        "lift",
        "deepen",
        "in-colour",
        "in-view",
        "centred",
        "stand-out",
        "signed",
        "set-to",
        "degrees",
        "ratio",
    }
)
#: What is told of light and colour.
_TELLS = (
    "quality",
    "fault",
    "colour",
    "tinged",
    "cast",
    "noise",
    "veil",
    "effect",
    "too",
    "too-much",
)
_OF_FRAME = ("crop", "rotate", "straighten", "flip", "space")
#: Effects that a statement only observes: "it's super grainy" asks for none.
OBSERVED = ("grain", "vignette", "colour", "monochrome", "sepia")
#: What stands for a thing that is on the picture and can't be found: no reading takes it for a place.
NOWHERE = "?"


@cache
def _words(key: str, language: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(p.split()) for p in table("edits")["remark"][key][language])


def _stands(words: Sequence[str], at: int, key: str, language: str) -> int:
    """How many words the longest phrase of the table takes there; 0 for none."""
    phrases = _words(key, language)
    return max((len(p) for p in phrases if tuple(words[at : at + len(p)]) == p), default=0)


def _holds(words: Sequence[str], key: str) -> bool:
    """Whether a phrase of the table stands anywhere, in any language."""
    return any(_stands(words, at, key, of) for of in LANGUAGES for at in range(len(words)))


def remark_of(clause: Sequence[Token]) -> Remark | None:
    """The remark that a clause is; None where it may ask for something."""
    words = [word for token in clause for word in token.text.split()]
    complains = any(t.has(part) for t in clause for part in ("too", "too-much", "fault", "tinged"))
    if does_with_it(clause, words) and not complains:
        return Remark(" ".join(words), "", "", tells=False)
    seen = _holds(words, "seen")
    if any(_asks(token) and not (seen and token.has("except")) for token in clause):
        return None
    verb = next((at for of in LANGUAGES if (at := _verb(words, of)) is not None), None)
    verb = _behind_a_noun(clause) if verb is None else verb
    if verb is None or _holds(words, "wishes"):
        return None
    told = _told(clause, words, verb)
    return replace(told, tells=False, wants=()) if _is_content(clause) else told


def does_with_it(clause: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a clause tells what people do with the picture ("I'm printing this on canvas"), or what they
    need it for; what is to be seen on it would be a wish.
    """
    if any(any(t.has(part) for part in _CHANGES_IT) and not t.read_as for t in clause):
        return False
    begun = max((_stands(words, 0, "leads", of) for of in LANGUAGES), default=0)
    for at in {0, begun}:
        does = max((_stands(words, at, "doing", of) for of in LANGUAGES), default=0)
        if does:
            return not _holds(words[at + does :], "wishes") or _is_for(words, at)
        needs = max((_stands(words, at, "needing", of) for of in LANGUAGES), default=0)
        if needs and words[at + needs : at + needs + 1] and _is_for(words, at):
            return words[at + needs] in _THIS
    return False


#: What stands before a thing that is there already.
_THIS = frozenset(
    (
        *("the", "this", "that", "these", "it", "them", "das", "den", "die", "der", "dieses", "es"),
        *("le", "la", "les", "ce", "cette", "ca", "el", "los", "las", "este", "esta", "lo", "eso"),
    )
)


def _is_for(words: Sequence[str], at: int) -> bool:
    behind = words[at + 1 :]
    return any(_stands(behind, i, "for", of) for of in LANGUAGES for i in range(len(behind)))


#: What changes a picture, whatever else is told beside it.
_CHANGES_IT = (
    *("remove", "take-away", "crop", "cutout", "cut", "rotate", "flip", "straighten", "repaint"),
    *("more", "less", "lift", "recover", "dimension", "change-to", "blur", "effect", "transparent"),
    *("keep", "as-it-is", "not", "except", "only", "too-little", "stand-out", "in-view", "ratio"),
)


def _is_content(clause: Sequence[Token]) -> bool:
    """Whether a statement says that something is as it should be ("the shirt is bright enough")."""
    denied = any(t.has("not") for t in clause)
    return not denied and any(t.has("enough") for t in clause)


def _behind_a_noun(clause: Sequence[Token]) -> int | None:
    """Where the verb of a statement stands that begins with what it is about, and no article ("Shirt ist
    schon hell genug", "jacket is the hero here").
    """
    count = 0
    for at, token in enumerate(clause[:_MOST_BEFORE]):
        words = token.text.split()
        if at and any(_stands(words, 0, "is", of) == len(words) for of in LANGUAGES):
            named = clause[:at]
            noun = any(not t.senses or t.has("region") for t in named)
            plain = all(
                not t.senses or any(t.has(p) for p in ("region", "filler", "colour", "amount"))
                for t in named
            )
            return count if noun and plain else None
        count += len(words)
    return None


#: So many words may stand before the verb of a statement.
_MOST_BEFORE = 5


def _verb(words: Sequence[str], language: str) -> int | None:
    """Where the verb of a statement in a language stands; None where words are none. It begins with what
    it is about, with a word that leads to a reason, or with a verb that needs no such.
    """
    begun = 0
    while step := _stands(words, begun, "leads", language):
        begun += step
    opens = any(_stands(words, begun, key, language) for key in ("opens", "bare"))
    if begun == len(words) or not (begun or opens):
        return None
    places = range(begun, len(words))
    return next((at for at in places if _stands(words, at, "states", language)), None)


def _asks(token: Token) -> bool:
    if token.read_as:
        return False  # a word that is taken for an order only as a slip may be another one
    parts = {sense.part for sense in token.senses}
    return bool(parts & _ASKS) and not parts & {"filler", "is", "quality", "fault", "region"}


def _told(clause: Sequence[Token], words: Sequence[str], verb: int) -> Remark:
    """A remark with what it is about: what is named before the verb."""
    before: list[Token] = []
    count = 0
    for token in clause:
        count += len(token.text.split())
        if count > verb:
            break
        before.append(token)
    unknown = [t.text for t in before if not t.senses and t.text.isalpha()]
    says = [at for at, t in enumerate(clause) if not _SAYS.isdisjoint(t.text.split())]
    if says:
        # "My wife says it's too yellow": whoever says so need not be on the picture.
        behind = clause[says[0] + 1 :]
        nouns = [t.text for t in behind if not t.senses and t.text.isalpha()]
        place = _place_in([t for t in behind if not t.has("colour")])
        said, noun = " ".join(t.text for t in clause), nouns[-1] if nouns and not place else ""
        return Remark(said, place, noun, tells=True, wants=tuple(_wanted(clause)))
    cause = next((at for at, t in enumerate(clause) if t.text in _CAUSES), len(clause))
    if words[-1] in _THE_PICTURE and not _place_in(before):
        # "Our photographer overexposed this": what it is about is the picture.
        said = " ".join(token.text for token in clause)
        return Remark(said, "", "", tells=True, wants=tuple(_wanted(clause)))
    behind = () if unknown else [t for t in clause[len(before) : cause] if not t.has("colour")]
    place = _place_in(before) or _place_in(behind)
    said = " ".join(token.text for token in clause)
    tells = any(t.has(part) for t in clause for part in _TELLS)
    tells = tells or _holds(words, "seen")
    noun = unknown[-1] if unknown and not place else ""
    return Remark(said, place, noun, tells, tuple(_wanted(clause)))


#: What somebody does who tells something of the picture.
_SAYS = frozenset(
    (
        *("says", "say", "said", "thinks", "think", "finds", "feels", "reckons", "told"),
        *("sagt", "sagen", "meint", "meinen", "findet", "finden", "glaubt"),
        *("dit", "disent", "trouve", "trouvent", "pense", "pensent"),
        *("dice", "dicen", "cree", "creen", "opina", "piensa", "encuentra"),
    )
)
#: What leads to the cause of something: the lamps of "por las luces" are no highlights that were spoken of.
_CAUSES = frozenset(
    (
        *("because", "due", "from", "thanks", "wegen", "durch", "aufgrund", "vom", "von"),
        *("cause", "par", "por", "culpa", "debido"),
    )
)
_THE_PICTURE = frozenset(
    ("this", "it", "photo", "picture", "image", "foto", "bild", "das", "image", "imagen")
)


def _place_in(words: Sequence[Token]) -> str:
    """The places that words name, as one; "" where they name none."""
    named = [s for t in words for s in t.senses if s.part == "region"]
    named = [s for s in named if s.get("value") not in ("colours", "light", "rest", "there")]
    if any(not str(s.get("value")).startswith("colour-") for s in named):
        # "El fondo verde" is the ground, whatever colour it has.
        named = [s for s in named if not str(s.get("value")).startswith("colour-")]
    return narrowed(dict.fromkeys(str(s.get("value")) for s in named)) or "" if named else ""


def _wanted(clause: Sequence[Token]) -> Iterator[tuple[str, float]]:
    """The kinds and signs of edits that would mend what a clause complains of."""
    too = any(t.has("too") or t.has("too-much") for t in clause)
    for sense in (s for t in clause for s in t.senses):
        if sense.part == "fault":
            yield sense.get("kind"), sense.get("sign")
        elif sense.part == "quality" and too:
            yield sense.get("kind"), -sense.get("sign")
        elif sense.part in ("colour", "tinged") and too:
            yield _LIGHT.get(sense.get("value"), ("colour", -1))


#: Too white is too bright.
_LIGHT = {"white": ("brightness", -1), "black": ("brightness", 1)}
#: What mends a complaint besides more of its own kind.
_MENDS: Mapping[tuple[str, float], frozenset[str]] = MappingProxyType(
    {
        ("contrast", 1): frozenset(("saturation", "dehaze", "clarity", "look", "colour")),
        ("saturation", 1): frozenset(
            ("contrast", "brightness", "clarity", "look", "temperature", "colour", "dehaze")
        ),
        ("saturation", -1): frozenset(("monochrome", "sepia", "fade")),
        ("dehaze", 1): frozenset(("contrast", "clarity")),
        ("sharpen", 1): frozenset(("clarity",)),
        ("brightness", 1): frozenset(("look", "dehaze")),
        ("temperature", 1): frozenset(("colour", "balance", "saturation")),
        ("temperature", -1): frozenset(("colour", "balance", "saturation")),
        ("colour", -1): frozenset(("saturation", "temperature", "monochrome", "repaint")),
    }
)


def _mends(edit: Edit, kind: str, sign: float) -> bool:
    """Whether an edit is what a complaint wants, or as good."""
    if edit.kind == kind:
        return edit.amount * sign > 0
    return edit.kind in _MENDS.get((kind, sign), ())


def only_observes(clause: Sequence[Token]) -> bool:
    """Whether a statement tells how bright or colourful something is, and no more: "el cielo está muy
    claro" asks for no brighter sky.
    """
    asks = (
        "change",
        "more",
        "less",
        "too",
        "too-much",
        "too-little",
        "not-so",
        "not",
        "make",
        "enough",
    )
    told = any(t.has("quality") for t in clause) and any(t.has("is") for t in clause)
    return told and not any(t.has(part) for t in clause for part in asks)


def only_judges(clause: Sequence[Token]) -> bool:
    """Whether what stands behind a remark only goes on to judge ("nice, but a bit heavy")."""
    known = {*_TELLS, "filler", "amount"}
    begins = bool(clause) and (clause[0].has("amount") or clause[0].has("too"))
    words = [t for t in clause if not t.senses]
    heavy = not words and all(t.has("amount") or t.has("filler") for t in clause)
    return heavy or (
        begins
        and len(words) == 1
        and all(not t.senses or any(s.part in known for s in t.senses) for t in clause)
    )


def goes_on(clause: Sequence[Token]) -> bool:
    """Whether what stands behind "and" only goes on with a remark ("... and triste")."""
    known = {*_TELLS, "filler", "amount", "is", "pronoun", "region"}
    return bool(clause) and all(
        not token.senses or any(s.part in known for s in token.senses) for token in clause
    )


def note(heard: Heard, remark: Remark) -> None:
    """Remember a remark, and what is spoken of from now on."""
    heard.remarks.append(remark)
    heard.several = remark.place or (NOWHERE if remark.noun else "")
    likely = is_likely(remark.noun) or is_person(remark.noun)
    said = f" {remark.said} "
    appears = any(f" {verb} " in said for verb in table("edits")["plainer"]["appears"])
    if not (remark.tells or remark.place or (likely and appears)):
        return  # "the food looks sad, make it pop" is of the food
    if remark.place or remark.noun:
        heard.topic = remark.place or ("subject" if likely else NOWHERE)
        heard.about = remark.noun if likely and not remark.place else ""


def of_topic(clause: tuple[Token, ...], topic: str) -> tuple[Token, ...] | None:
    """A clause at the place that the sentence told of; None where it has a place of its own, or is of the
    whole picture.
    """
    words = [word for token in clause for word in token.text.split()]
    if any(t.has("region") and not t.has("colour") for t in clause):
        return None
    if any(t.has("spot") or t.has("corner") for t in clause):
        if not any(is_side(p) for p in topic.split("&")):
            return None
        # "It's too dark at the bottom right, brighten that corner."
        clause = tuple(t for t in clause if not (t.has("spot") or t.has("corner")))
    if not topic or _holds(words, "whole"):
        return None
    return (*clause, *(Token(p, (Sense("region", {"value": p}),)) for p in topic.split("&")))


def settled(heard: Heard) -> list[str]:
    """The remarks that are left aside; those that no edit answers are not understood."""
    aside: list[str] = []
    if _tints_all(heard):
        # "Su jersey azul, lo quiero rosa": the jersey is blue, and no picture is to be pink.
        heard.unknown += [
            edit.thing for edit in heard.edits if edit.kind == "repaint" and edit.thing
        ]
    for remark in heard.remarks:
        (aside if is_answered(remark, heard) else heard.unknown).append(remark.said)
    return aside


def is_answered(remark: Remark, heard: Heard) -> bool:
    """Whether an edit answers a remark."""
    hued = any(t.has("colour") for t in vocabulary().tokens(remark.said))
    if hued and _tints_all(heard) and _THE_PICTURE.isdisjoint(remark.said.split()):
        return False  # "Son pull bleu, je le voudrais rose" is of the jumper
    return _is_answered(remark, heard.edits) and not _is_meant(remark, heard)


def _tints_all(heard: Heard) -> bool:
    return any(edit.kind == "colour" and edit.target == "all" for edit in heard.edits)


def _is_meant(remark: Remark, heard: Heard) -> bool:
    """Whether "it" is a thing that spoils the picture and can't be found: "crowd is distracting, blur it" is
    no wish to blur all of it.
    """
    of_all = heard.of_it and any(edit.target == "all" for edit in heard.edits)
    thing = bool(remark.noun) and remark.noun not in _THE_PICTURE
    return of_all and thing and _holds(remark.said.split(), "spoils")


def _is_answered(remark: Remark, edits: Sequence[Edit]) -> bool:
    if not remark.tells:
        return bool(edits)
    tonal = [e for e in edits if e.kind not in _OF_FRAME and _reaches(e, remark.place)]
    if remark.wants:
        return any(_mends(edit, *want) for edit in tonal for want in remark.wants)
    return bool(tonal)


def _reaches(edit: Edit, place: str) -> bool:
    """Whether an edit may change something of a place."""
    if not place:
        return True
    return not any(apart(p, q) for p in edit.target.split("&") for q in place.split("&"))


__all__ = [
    "NOWHERE",
    "OBSERVED",
    "Remark",
    "goes_on",
    "is_answered",
    "note",
    "of_topic",
    "only_judges",
    "only_observes",
    "remark_of",
    "settled",
]
