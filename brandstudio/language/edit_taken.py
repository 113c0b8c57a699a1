"""What a noun that nobody knows may stand for, where the rest of its clause is plain: a thing told by
its colour, the sunset for the sky, windows that are not to blow out for the highlights, what haze is
taken off for the whole picture. What was taken so is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from .edit_found import found_in
from .edit_heard import Heard
from .edit_hues import Taken, hue, of_the_ground, told_by_colour
from .edit_noun_told import tint_of, tone_of
from .edit_values import Edit
from .senses import LANGUAGES, Sense, Token
from .tables import table

Reading = tuple[tuple[Token, ...], Taken]
#: What says how a thing that is told by its colour is to become.
_BECOMES = (
    "change",
    "quality",
    "dimension",
    "fault",
    "blur",
    "look",
    "lift",
    "upward",
    "downward",
    "pull-down",
    "calm",
)
_SAYS_MORE = ("remove", "take-away", "add", "change-to", "repaint", "crop", "cutout", "space")


def taken(clause: Sequence[Token]) -> Iterator[Reading]:
    """The readings of a clause in which a noun stands for a place that can be found."""
    for reading in (
        _of_a_scene(clause, scenery=True),
        told_by_colour(clause),
        _changed_by_colour(clause),
        tone_of(clause),
        tint_of(clause),
        _colour_of(clause),
        of_the_ground(clause),
        _of_a_scene(clause, scenery=False),
        _blown_out(clause),
        _hazy(clause),
        _somebody(clause),
    ):
        if reading is not None:
            yield reading


def _unknown(clause: Sequence[Token]) -> int | None:
    """Where the one noun stands that nobody knows; None where there is none, or several."""
    found = [at for at, token in enumerate(clause) if not token.senses]
    if len(found) != 1 or not clause[found[0]].text.isalpha():
        return None
    return found[0]


def _changed_by_colour(clause: Sequence[Token]) -> Reading | None:
    """ "The red jumper a little darker": with its article, so that "more red flowers" is none."""
    at = _unknown(clause)
    if at is None or not any(t.has(part) for t in clause for part in _BECOMES):
        return None
    if any(t.has(part) for t in clause for part in _SAYS_MORE):
        return None
    beside = [i for i in (at - 1, at + 1) if 0 <= i < len(clause) and hue(clause[i])]
    if len(beside) != 1:
        return None
    first = min(at, beside[0])
    if first == 0 or clause[first - 1].text not in table("edits")["stands_for"]["articles"]:
        return None
    name = hue(clause[beside[0]])
    placed = list(clause)
    placed[beside[0]] = _region(clause[beside[0]].text, f"colour-{name}")
    del placed[at]
    return tuple(placed), (clause[at].text, f"all {name} parts")


def _colour_of(clause: Sequence[Token]) -> Reading | None:
    """ "The oranges of the horizon" are all oranges: where of them they are is not found."""
    hued = [at for at, token in enumerate(clause) if hue(token)]
    if len(hued) != 1 or len(clause) - hued[0] < 3:
        return None
    at = hued[0] + 1
    while at < len(clause) and clause[at].has("filler"):
        at += 1
    between = clause[hued[0] + 1 : at]
    if at == len(clause) or (clause[at].senses and not clause[at].has("level")):
        return None
    if clause[at].text in table("edits")["on_a_face"]["words"]:
        return None  # "the green in her hair" is of the hair
    of = table("edits")["stands_for"]["of"]
    if not clause[at].text.isalpha() or not any(t.text in of for t in between):
        return None
    name = hue(clause[hued[0]])
    place = _region(clause[hued[0]].text, f"colour-{name}")
    end = at + 1
    if not clause[at].senses and end < len(clause) and not clause[end].senses:
        end += int(clause[end].text.isalpha())  # "tree trunks"
    told = (clause[end - 1].text, f"the {name} parts")
    return (*clause[: hued[0]], place, *clause[end:]), told


def _region(text: str, value: str) -> Token:
    return Token(text, (Sense("region", {"value": value}),))


@cache
def _scenes() -> tuple[tuple[tuple[str, ...], str, bool], ...]:
    """Phrases that stand for a place, and whether that is scenery; the longest first."""
    rows = table("edits")["stands_for"]["place"]
    found = [
        (tuple(phrase.split()), str(row["value"]), bool(row.get("scenery")))
        for row in rows
        for of in LANGUAGES
        for phrase in row[of]
    ]
    return tuple(sorted(found, key=lambda each: -len(each[0])))


def _of_a_scene(clause: Sequence[Token], *, scenery: bool) -> Reading | None:
    """A sunset and clouds are the sky, the sea is water, trees are plants; a whole room is the whole
    picture.
    """
    said = [t.text for t in clause]
    for words, value, is_scenery in _scenes():
        if is_scenery != scenery:
            continue
        for at in range(len(said) - len(words) + 1):
            stretch = clause[at : at + len(words)]
            if tuple(said[at : at + len(words)]) != words:
                continue
            if words[0] in _WITH_AN_ARTICLE and not (
                (at > 0 and said[at - 1] in _WITH_AN_ARTICLE[words[0]])
                or (at == 0 and words[0] == "sea" and _is_english(clause[1:]))
            ):
                continue  # "hard to see" is no lake
            # "Sea" is a Spanish word for "be" as well.
            known = all(t.senses and not (scenery and _is_idle(t)) for t in stretch)
            if known or (
                scenery and (_is_more_than_changed(clause) or _is_of_a_hue(clause, at, value))
            ):
                continue
            if value != "all":
                place: tuple[Token, ...] = (_region(" ".join(words), value),)
                return (*clause[:at], *place, *clause[at + len(words) :]), (
                    " ".join(words),
                    _PLANTS if value == "plants" else f"the {value}",
                )
            if at > 0 and _is_whole(clause[max(0, at - 2) : at]):
                return (*clause[:at], *clause[at + len(words) :]), (
                    " ".join(words),
                    "the whole picture",
                )
    return None


def in_scenery(clause: Sequence[Token]) -> Reading | None:
    """A clause with the place that a thing, or scenery, in it stands for; None where it names none."""
    found = found_in(clause)
    if found is not None:
        return found.clause, (found.noun, found.told)
    return _of_a_scene(clause, scenery=True)


#: A meadow is found by its green, as the trees behind it are: that is said.
_PLANTS = "the plants, all that is green"


def _is_idle(token: Token) -> bool:
    return all(s.part in ("filler", "make", "is") for s in token.senses)


def _is_of_a_hue(clause: Sequence[Token], at: int, value: str) -> bool:
    """Whether scenery is told by a colour that is not its own ("the red leaves")."""
    return at > 0 and hue(clause[at - 1]) not in ("", *_OWN_HUES.get(value, ()))


def _is_english(tokens: Sequence[Token]) -> bool:
    """Whether a word stands there that is English and nothing else ("sea more turquoise")."""
    return any(some == {"en"} for t in tokens for some in t.tongues)


#: Words that are scenery in one language behind its article alone.
_WITH_AN_ARTICLE = {
    "see": ("der", "den", "dem", "am", "im", "vom", "zum"),
    "sea": ("the", "this", "that", "of", "a", "bluer", "greener", "our"),
    "mar": ("el", "del", "al", "este"),
}
#: The colours that scenery has by itself.
_OWN_HUES = {"water": ("blue", "teal", "turquoise"), "plants": ("green",)}


def _is_more_than_changed(clause: Sequence[Token]) -> bool:
    """Whether scenery is to be taken away, put in or cut at: no change of its light and colour."""
    held = any(t.has("not") or t.has("only") or t.has("keep") for t in clause)
    veiled = any(t.has(part) for t in clause for part in ("tint", "cast", "veil", "noise"))
    more = [p for p in _SAYS_MORE if p != "add" and not (held and p == "change-to")]
    if veiled:
        more = [p for p in more if p not in ("remove", "take-away")]
    return any(t.has(part) for t in clause for part in (*more, "cut", "extend"))


def _is_whole(before: Sequence[Token]) -> bool:
    whole = table("edits")["stands_for"]["whole"]
    return any(word in whole for token in before for word in token.text.split())


def _blown_out(clause: Sequence[Token]) -> Reading | None:
    """Windows that are not to blow out are the highlights: nothing else does."""
    at = _unknown(clause)
    bright = table("edits")["stands_for"]["blown"]
    if at is None or not any(t.has("not") for t in clause):
        return None
    if not any(t.has("spoil") and t.text in bright for t in clause):
        return None
    light = _region(clause[at].text, "highlights")
    return (*clause[:at], light, *clause[at + 1 :]), (clause[at].text, "the highlights")


def _hazy(clause: Sequence[Token]) -> Reading | None:
    """Haze, and a cast, are taken off wherever they lie: what they come from needs not be found."""
    at = _unknown(clause)
    veils = [i for i, t in enumerate(clause) if t.has("veil") or t.has("tint") or t.has("cast")]
    if at is None or len(veils) != 1 or at < veils[0]:
        return None
    if not any(t.has(part) for t in clause for part in ("remove", "take-away", "take", "less")):
        return None
    if clause[at].text in table("edits")["on_a_face"]["words"]:
        return None  # the red of cheeks is not that of all
    between = clause[veils[0] + 1 : at]
    if not between or not all(t.has("filler") or t.has("out") or t.has("is") for t in between):
        return None
    left = (*clause[: veils[0] + 1], *clause[at + 1 :])
    return left, (clause[at].text, "the whole picture")


def _somebody(clause: Sequence[Token]) -> Reading | None:
    """ "Make her stand out": the person whom the picture is of."""
    if not any(t.has("stand-out") for t in clause) or any(t.has("region") for t in clause):
        return None
    at = next((i for i, t in enumerate(clause) if t.text in _PEOPLE), None)
    if at is None:
        return None
    return (*clause[:at], _region(clause[at].text, "subject"), *clause[at + 1 :]), ("", "")


_PEOPLE = frozenset(("her", "him", "them", "sie", "ihn", "la", "le", "les"))


def note_taken(heard: Heard, noun: str, place: str, value: str = "") -> None:
    """Remember what a noun was taken for, and a thing with its place, or the places of its colour."""
    if not noun:
        return
    heard.taken_for.append((noun, place))
    if value:
        heard.things[value] = noun
    if place.startswith("all "):
        heard.things[f"colour-{place.removeprefix('all ').removesuffix(' parts')}"] = noun


def with_things(edits: Sequence[Edit], things: Mapping[str, str]) -> list[Edit]:
    """Edits of a thing's place, or of its colour, with the thing that was named with it."""
    out: list[Edit] = []
    for edit in edits:
        parts = [part for some in (edit.target, *edit.without) for part in some.split("&")]
        if any(part.startswith("colour-") for part in parts):
            parts = [part for part in parts if part.startswith("colour-")]
        noun = next((things[p] for p in parts if p in things), "")
        out.append(replace(edit, thing=noun) if noun and not edit.thing else edit)
    return out


def left_in_colour(edits: Sequence[Edit], things: Mapping[str, str]) -> tuple[Edit, ...]:
    """Edits with the thing that alone keeps its colour ("black and white but keep the yellow chair")."""
    grey = [edit for edit in edits if edit.kind == "monochrome"]
    named = {id(edit): with_things([edit], things)[0] for edit in grey}
    return tuple(named.get(id(edit), edit) for edit in edits)


__all__ = ["Taken", "in_scenery", "left_in_colour", "note_taken", "taken", "with_things"]
