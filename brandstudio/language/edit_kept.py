"""What a clause says is to stay as it is, where no form reads it: "the wall not", "Stadt bleibt", "white bar
stays white", "hair edges clean".

A thing that nobody knows is kept for sure where nothing is changed at its place: a wall while a dog is
brightened, a roof while the sky is. What an edit leaves by itself (the shading of what is painted over, the
hair of what is cut out) is kept as well. Of the whole picture nothing can be left out that is not found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from .colour_names import HUES, NEUTRAL
from .edit_asides import bare_of
from .edit_found import value_of
from .edit_nouns import is_likely, is_person
from .edit_outcome import OF_FRAME
from .edit_values import Ban, Edit
from .senses import LANGUAGES, Sense, Token
from .tables import table

_IDLE = frozenset({"filler", "pronoun", "and", "is", "make", "only", "amount"})
_MARKS = ("keep", "as-it-is", "not", "nothing", "change-to", "any-of-it")
#: Words that are nouns beside another noun ("window frame").
_NOUNS = ("border", "frame", "space", "level", "breadth")
#: Words of one name for a thing.
_MOST = 3


@cache
def _of(section: str, key: str) -> frozenset[str]:
    rows = table("edits")[section]
    return frozenset(rows[key] if key in rows else [w for of in LANGUAGES for w in rows[of]])


@cache
def _phrases(section: str) -> frozenset[str]:
    return frozenset(word for of in LANGUAGES for word in table("edits")[section][of])


def kept_names(clause: Sequence[Token]) -> list[str]:
    """The nouns that a clause only says are to stay, each without what describes it; none where it says
    anything else.
    """
    if not _is_marked(clause):
        return []
    names = [t.text for t in clause if not t.senses]
    rest = [t for t in clause if t.senses]
    beside = (*_IDLE, *_MARKS, *_NOUNS, *(("change",) if denied_kind(clause) else ()))
    plain = all(any(s.part in beside for s in t.senses) or own_colour(t) for t in rest)
    if not plain or not 0 < len(names) <= _MOST or not all(map(_is_noun, names)):
        return []
    return names


def _is_noun(word: str) -> bool:
    return word.replace("'", "").isalpha()


def _is_marked(clause: Sequence[Token]) -> bool:
    """Whether a clause says that something stays, or that it is not to be changed."""
    if any(t.has("as-it-is") or t.has("keep") for t in clause):
        return not any(t.has("not") and not t.has("as-it-is") for t in clause)
    denied = [t for t in clause if t.has("not") or t.has("nothing")]
    if any(t.has("change-to") or t.has("change") for t in clause):
        return bool(denied)
    if bare_of(clause):
        return False  # "no wall" is not "not the wall"
    # "The road not", "pas le mur", "not the wall".
    ends = [t for t in (clause[0], clause[-1]) if t.has("not")]
    return len(denied) == 1 and bool(ends) and len(clause) > 1


def denied_kind(clause: Sequence[Token]) -> tuple[str, float] | None:
    """The kind and sign of the change that must not be made; None where it is any."""
    if any(t.has("change-to") or t.has("as-it-is") or t.has("keep") for t in clause):
        return None
    changes = [s for t in clause for s in t.senses if s.part == "change"]
    return (changes[0].get("kind"), changes[0].get("sign", 1)) if changes else None


def stays_as(clause: Sequence[Token]) -> list[str]:
    """The colours that something is said to stay in, which it has ("die Berge bleiben schwarz")."""
    words = [w for t in clause if t.has("as-it-is") and t.has("keep") for w in t.text.split()]
    rows = [(w, row["name"]) for row in table("colours")["colour"] for w in row["words"]]
    return [
        name
        for word in words
        for w, name in rows
        if word == w or (w.endswith("*") and word.startswith(w[:-1]))
    ][:1]


def own_colour(token: Token) -> str:
    return next((str(s.get("value")) for s in token.senses if s.part == "colour"), "")


def stays_by_itself(clause: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """Whether a clause only names what its edits leave alone by themselves: the shading of what is painted
    over, the edges of what is cut out.
    """
    if not edits:
        return False
    if _has_none_of_it(clause, edits):
        return True
    if any(t.has("not") for t in clause):
        return False
    words = [t.text for t in clause]
    keeps = any(t.has("keep") or t.has("as-it-is") for t in clause)
    if (
        not keeps
        and all(e.kind == "colour" for e in edits)
        and any(t.has("effect") for t in clause)
    ):
        return False  # "brown tones, a bit of grain": there is no wood that could keep it
    painted = any(e.kind in ("repaint", "colour", "background_colour") for e in edits)
    cut = any(e.kind in ("cutout", "background_colour") or e.target == "background" for e in edits)
    named = (_phrases("shading") if painted else frozenset()) | (
        _phrases("outline") if cut else frozenset()
    )
    if not any(word in named for word in words):
        return False
    idle = {*_IDLE, "keep", "as-it-is", "in-focus", "quality", "breadth"}
    care = _phrases("care")
    return all(
        t.text in named or t.text in care or any(s.part in idle for s in t.senses) for t in clause
    )


def _has_none_of_it(clause: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """Whether a clause only says what a ground of one colour has none of by itself ("no grey left")."""
    ground = any(e.kind == "background_colour" for e in edits)
    denied = [t for t in clause if t.has("without") or t.has("not")]
    rest = [t for t in clause if t not in denied]
    none = _phrases("in_a_ground")
    named = [t for t in rest if t.text in none]
    plain = all(t in named or any(s.part in (*_IDLE, "region") for s in t.senses) for t in rest)
    return ground and len(denied) == 1 and bool(named) and plain


def keeps_somebody(clause: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """Whether a clause only keeps whom a background that is changed lies behind ("keep him")."""
    whom = [t for t in clause if t.text in _WHOM]
    rest = [t for t in clause if t not in whom]
    plain = all(
        any(s.part in ("keep", "filler", "as-it-is", "in-focus") for s in t.senses) for t in rest
    )
    behind = all(e.target == "background" or e.kind == "cutout" for e in edits)
    return bool(whom and edits) and plain and behind and any(t.has("keep") for t in rest)


_WHOM = frozenset(
    ("him", "her", "them", "it", "ihn", "sie", "es", "le", "la", "les", "lo", "los", "las")
)


def lies_beyond(clause: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """Whether all that a clause keeps lies where no edit changes anything, for sure."""
    names = kept_names(clause)
    if not names or not edits:
        return False
    denied = denied_kind(clause)
    edits = [e for e in edits if denied is None or _is_or_holds(e, *denied)]
    named = [colour for colour in map(own_colour, clause) if colour] or stays_as(clause)
    colour = named[0] if named else ""
    return all(_is_apart(e, names, colour) for e in edits)


def _is_or_holds(edit: Edit, kind: str, sign: float) -> bool:
    """Whether an edit is of that kind and way, or a finish that may hold one."""
    if kind == "brightness" and edit.kind in ("contrast", "vignette"):
        return True
    return edit.kind in ("look", "brand") or (edit.kind == kind and edit.amount * sign > 0)


def _is_apart(edit: Edit, names: Sequence[str], colour: str) -> bool:
    """Whether a thing, of a colour where one is named, lies outside the place of an edit for sure."""
    if edit.kind in OF_FRAME:
        return edit.kind not in ("crop", "space")
    if edit.kind in ("cutout", "background_colour"):
        return _stands_before(names)
    parts = edit.target.split("&")
    lies = table("edits")["lies"]
    head = names[-1]
    if edit.kind == "repaint" and edit.thing and head in _phrases("set_off"):
        return True  # of a red skateboard that is painted the stripes are not red
    if "background" in parts:
        return _stands_before(names) and not value_of(head)
    if "sky" in parts:
        return not _any_in(names, _of("in_the_sky", "words"))
    if "faces" in parts or any(part in _OF_A_FACE for part in parts):
        return not _any_in(names, _of("on_a_face", "words"))
    if "subject" in parts:
        return head in lies["subject"]["in"] or _is_another(edit, names)
    if "shadows" in parts:
        return all(name in lies["highlights"]["in"] for name in names)
    for place in ("water", "plants"):
        if place in parts:
            return not _any_in(names, lies[place]["in"])
    if any(_is_of_a_thing(part) for part in parts):
        living = any(part.split("-")[1:2] and part.split("-")[1] in _LIVING for part in parts)
        its_own = _phrases("part_of_an_animal" if living else "part_of_a_thing")
        return not _any_in(names, its_own) and not _may_be(parts, names)
    own = next((p.removeprefix("colour-") for p in parts if p.startswith("colour-")), "")
    return bool(own and colour) and colour != own and (colour in NEUTRAL or _are_apart(own, colour))


def _is_another(edit: Edit, names: Sequence[str]) -> bool:
    """Whether what is kept beside a thing that is painted over is another thing, and no part of it nor on it."""
    mine = (*_phrases("part_of_a_thing"), *_phrases("part_of_an_animal"))
    other = is_likely(names[-1]) and names[-1] not in edit.thing.split()
    return edit.kind == "repaint" and bool(edit.thing) and other and not _any_in(names, mine)


_LIVING = frozenset(("dog", "cat", "horse", "cow", "sheep", "bird", "person"))
_OF_A_FACE = frozenset(("eyes", "lips", "teeth", "mouth"))


def _is_of_a_thing(part: str) -> bool:
    return part.startswith(("thing-", "things-", "worn-")) or part in ("hair", "skin", "clothes")


def _may_be(parts: Sequence[str], names: Sequence[str]) -> bool:
    """Whether a name may be one for the thing that is changed, or for a part of a person who is."""
    person = any(part.endswith("-person") or "-person-" in part for part in parts)
    if person and (is_person(names[-1]) or _is_worn(names) or value_of(names[-1])):
        return True
    skin = any(part in ("skin", "hair") for part in parts)
    return skin and _any_in(names, _of("on_a_face", "words"))


def is_part(name: str) -> bool:
    """Whether a noun is of a part of a thing, or of what lies on it: it is no subject of its own beside that."""
    return name in _phrases("part_of_a_thing")


def _is_worn(names: Sequence[str]) -> bool:
    return _any_in(names, table("edits")["lies"]["background"]["in"])


def _stands_before(names: Sequence[str]) -> bool:
    """Whether a name is of what somebody wears, or of what a cut-out leaves by itself."""
    return _is_worn(names) or _any_in(names, _phrases("outline"))


def stands_before(clause: Sequence[Token], edits: Sequence[Edit]) -> str:
    """The thing that a clause keeps while only the background is changed ("fond plus sombre, la loupe ne bouge pas"): it
    stands before that, unless such a thing lies behind others; "" where none does.
    """
    names = kept_names(clause)
    # What shines through a glass is of the ground: of a new one nobody knows what becomes of the thing.
    grounds = all(
        "background" in e.target.split("&") and not e.without and e.kind != "background_colour"
        for e in edits
    )
    behind = (
        *table("edits")["lies"]["subject"]["in"],
        *table("edits")["never_subject"]["words"],
        *_of("in_the_sky", "words"),
    )
    if not edits or not grounds or len(names) != 1 or _any_in(names, behind) or value_of(names[0]):
        return ""
    named = any(t.text.split()[-1] in table("edits")["stands_for"]["articles"] for t in clause)
    return names[0] if named and not any(own_colour(t) for t in clause) else ""


def _any_in(names: Iterable[str], words: Iterable[str]) -> bool:
    return not frozenset(names).isdisjoint(words)


def _are_apart(one: str, other: str) -> bool:
    """Whether two hues have nothing in common."""
    if one not in HUES or other not in HUES:
        return False
    (first, last), (begin, end) = HUES[one], HUES[other]
    middle, off = first + ((last - first) % 360) / 2, begin + ((end - begin) % 360) / 2
    away = abs((middle - off + 180) % 360 - 180)
    return away > ((last - first) % 360) / 2 + ((end - begin) % 360) / 2


def keeps_the_rest(clause: Sequence[Token]) -> bool:
    """Whether a clause only says that all else stays ("sonst nix", "rest exactly same", "rien d'autre ne
    bouge").
    """
    idle = {*_IDLE, *_MARKS, "nothing-else", "region", "change", "completely"}
    if not all(any(s.part in idle for s in t.senses) for t in clause):
        return False
    rest = any(s.get("value") == "rest" for t in clause for s in t.senses if s.part == "region")
    else_ = any(t.has("nothing-else") for t in clause)
    named = {s.get("value") for t in clause for s in t.senses if s.part == "region"}
    if not (rest or else_) or named - {"rest"}:
        return False
    changed = any(t.has("change") for t in clause)
    stays = any(t.has(mark) for t in clause for mark in ("keep", "as-it-is", "not"))
    return not changed and (else_ or stays)


def only_unspoilt(clause: tuple[Token, ...]) -> tuple[Token, ...]:
    """A clause that says what must not become of something ("ohne dass der weiße Grund grau wird") as one that
    keeps it.
    """
    denied = [t for t in clause if t.has("not")]
    turned = [t for t in clause if t.has("becoming")]
    if len(denied) != 1 or denied[0] is not clause[0] or not turned:
        return clause
    told = [t for t in clause[1:] if t not in turned and not t.has("quality") and not own_colour(t)]
    named = [t for t in told if t.has("region") or not t.senses]
    plain = all(t in named or any(s.part in _IDLE for s in t.senses) for t in told)
    if len(named) != 1 or not plain:
        return clause
    kept = Token(
        " ".join(t.text for t in clause if t not in told), (Sense("keep"), Sense("as-it-is"))
    )
    return (*told, kept)


def without_its_colour(clause: tuple[Token, ...]) -> tuple[Token, ...]:
    """A clause that leaves a place as it is, without the colour that only describes it ("el fondo blanco
    igual").
    """
    if not any(t.has("as-it-is") for t in clause) or any(t.has("in-colour") for t in clause):
        return clause
    return tuple(t for t in clause if not own_colour(t)) if _is_placed(clause) else clause


def only_stays(clause: tuple[Token, ...]) -> tuple[Token, ...]:
    """A clause that says what something stays as ("white bar stays white", "trees stay dark green") as one
    that keeps it: what it stays as, it is. Sharpness and colour beside others that lose theirs are told.
    """
    at = next((i for i, t in enumerate(clause) if t.text in _phrases("stays")), None)
    if at is None or not 0 < at < len(clause) or any(t.has("not") for t in clause):
        return clause
    before, after = clause[:at], clause[at + 1 :]
    said = {"colour", "quality", "filler", "amount", "completely", "tinged"}
    if not after or not all(any(s.part in said for s in t.senses) for t in after):
        return clause
    if any(
        t.has("in-focus") or t.has("in-colour") or (t.has("region") and not own_colour(t))
        for t in after
    ):
        return clause
    if not any(own_colour(t) or t.has("quality") for t in after):
        return clause
    named = [t for t in before if not own_colour(t)] if _is_placed(before) else list(before)
    hued = [t for t in after if _tells_where(t)]
    if named and all(t.has("filler") or own_colour(t) for t in named):
        named = [t for t in after if own_colour(t)]  # "the rose stays red": all that is red
    elif len(hued) == 1 and any(not t.senses for t in named):
        named = hued  # "the cushions stay turquoise"
    told = " ".join(t.text for t in clause[at:])
    return (*named, Token(told, (Sense("keep"), Sense("as-it-is"))))


def _tells_where(token: Token) -> bool:
    """Whether a colour has places of its own, as black and white have none."""
    return any(
        s.part == "region" and str(s.get("value")).startswith("colour-") for s in token.senses
    )


def kept_quality(clause: Sequence[Token]) -> Ban | None:
    """What "leave the sparks bright", "la puerta sigue oscura", "keep the dust warm" forbid, wherever the thing is:
    what is dark must not be brightened, and nothing made cooler. None where a clause says anything else.
    """
    stays = [t for t in clause if t.has("keep") or t.text in _phrases("stays")]
    told = [s for t in clause for s in t.senses if s.part == "quality"]
    unknown = [t for t in clause if not t.senses]
    idle = {*_IDLE, "keep", "as-it-is", "quality"}
    plain = all(t in stays or not t.senses or any(s.part in idle for s in t.senses) for t in clause)
    if len(stays) != 1 or len(told) != 1 or not 0 < len(unknown) <= _MOST or not plain:
        return None
    if not all(_is_noun(t.text) for t in unknown) or any(t.has("region") for t in clause):
        return None
    kind, sign = told[0].get("kind"), int(told[0].get("sign"))
    if kind == "brightness":
        return Ban(kind, -sign, "highlights" if sign > 0 else "shadows")
    return Ban(kind, -sign) if kind == "temperature" else None


def _is_placed(before: Sequence[Token]) -> bool:
    """Whether a place is named that is no colour: its colour only describes it."""
    return any(t.has("region") and not own_colour(t) for t in before)


__all__ = [
    "is_part",
    "keeps_somebody",
    "keeps_the_rest",
    "kept_names",
    "kept_quality",
    "lies_beyond",
    "only_stays",
    "only_unspoilt",
    "own_colour",
    "stands_before",
    "stays_as",
    "stays_by_itself",
    "without_its_colour",
]
