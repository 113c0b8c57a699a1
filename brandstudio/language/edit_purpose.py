"""What an edit is for ("..., so that white text is readable", *„damit der Titel lesbar ist"*): no wish
of its own.

Only words that are to be read or seen, what is to be looked at and where a picture is shown are such
an aim; it is left aside, and said. "So that it looks like night" asks for more
than was said before it, and is left to be refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from .edit_nouns import is_likely
from .senses import Token, prepared
from .tables import table

#: Most words of one aim; a longer stretch says more than that.
_LONGEST = 12


@cache
def _phrases(key: str) -> tuple[tuple[str, ...], ...]:
    """The phrases of the table, the longest first."""
    told = (tuple(prepared(phrase).split()) for phrase in table("edits")["aim"][key])
    return tuple(sorted(told, key=len, reverse=True))


def without_purpose(tokens: Sequence[Token]) -> tuple[list[Token], list[str]]:
    """The tokens of instructions without what they are said to be for, and that."""
    out: list[Token] = []
    aims: list[str] = []
    at = 0
    while at < len(tokens):
        end = _end(tokens, at)
        if end is None:
            out.append(tokens[at])
            at += 1
        else:
            aims.append(" ".join(token.text for token in tokens[at:end]))
            at = end
    return out, aims


def _end(tokens: Sequence[Token], at: int) -> int | None:
    """Where an aim that begins at a token ends, at the next mark or joining word that may end it;
    None where none begins there.
    """
    stretch: list[str] = []
    for end in range(at, min(len(tokens), at + _LONGEST)):
        if tokens[end].mark:
            return None
        stretch += tokens[end].text.split()
        after = tokens[end + 1] if end + 1 < len(tokens) else None
        closes = after is None or after.mark or after.has("and")
        closes = closes and not _turns_somebody(tokens, at, end + 1)
        aim = closes and (_is_aim(tuple(stretch)) or _is_own(tokens, at, end + 1))
        aim = aim or (closes and _is_finish(tokens, at, tuple(stretch)))
        if aim or (closes and _is_where_it_comes(tokens, at, end + 1)):
            return end + 1
    return None


def _is_aim(words: tuple[str, ...]) -> bool:
    """Whether a stretch opens as an aim and each of its words speaks of what is read or seen."""
    begun = _begins(words, "opens")
    rest, read = words[begun:], False
    while begun and rest:
        seen = _begins(rest, "read")
        taken = max(seen, _begins(rest, "of"), int(_is_noun(rest[0])))
        if not taken:
            return False
        rest, read = rest[taken:], read or bool(seen)
    return read


def _is_finish(tokens: Sequence[Token], at: int, words: tuple[str, ...]) -> bool:
    """Whether a stretch behind a wish tells what look that is to give ("lift the blacks for a matte finish")."""
    before = at > 0 and not tokens[at - 1].mark
    finishes = table("edits")["turns"]["finishes"]
    return before and bool(_begins(words, "for")) and any(word in finishes for word in words[2:])


def _is_own(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a stretch tells what people will do with the picture ("so we can drop it on a slide"),
    or names something nobody knows that it is for ("for a cover"); not what another is swapped for.
    """
    words = tuple(word for t in tokens[at:end] for word in t.text.split())
    begun = _begins(words, "own")
    if begun and len(words) > begun:
        return True
    article = _begins(words, "for")
    rest = tokens[at + 1 : end]
    named = [t for t in rest if not t.senses or t.read_as]
    # "For a banner, ..." before all else tells where the picture will stand; "crop to a banner" is a
    # format.
    leads = (at == 0 or tokens[at - 1].mark) and end < len(tokens) and tokens[end].mark
    idle = ("filler", "frame", "purpose", "colour") if leads else ("filler",)
    named = named or [t for t in rest if leads and t.has("frame")]
    plain = all(not t.senses or t.read_as or any(map(t.has, idle)) for t in rest)
    if not (article and named and plain and len(rest) <= _MOST_NAMED):
        return False
    first = max((i + 1 for i in range(at) if tokens[i].mark), default=0)
    if sum(t.has("colour") for t in tokens[first:at]) > 1:
        return False  # "green -> red for the door" is of the door
    return not any(t.has("change-to") or t.has("instead") for t in tokens[:at])


#: Words of a name of what a picture is for.
_MOST_NAMED = 7


def _is_where_it_comes(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a stretch only tells on which side something comes to stand when the picture is mirrored."""
    words = tuple(word for t in tokens[at:end] for word in t.text.split())
    if not (_begins(words, "opens") or words[:1] == ("que",)):
        return False
    first = max((i + 1 for i in range(at) if _ends(tokens[i])), default=0)
    mirrored = any(t.has("flip") or t.has("over") for t in tokens[first:at])
    sided = any(
        s.part == "region" and s.get("value") in ("left", "right")
        for t in tokens[at:end]
        for s in t.senses
    )
    asks = any(t.has(part) for t in tokens[at:end] for part in ("change", "crop", "remove", "blur"))
    return mirrored and sided and not asks


def _turns_somebody(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a turn is for a face to be seen ("gírala para que se le vea la cara"): no turned frame shows another
    side of somebody, so that this is what is asked for, and no aim.
    """
    if not any(s.get("value") == "faces" for t in tokens[at:end] for s in t.senses):
        return False
    # Within its sentence, and no farther back than one reaches: a text of "and" alone is one of thousands.
    said = takewhile(lambda t: not _ends(t), reversed(tokens[max(0, at - _SENTENCE) : at]))
    return any(t.has("rotate") for t in said)


#: So many words a sentence has at most that is looked through.
_SENTENCE = 60


def _ends(token: Token) -> bool:
    return any(s.part == "stop" for s in token.senses) and token.text.strip() not in (",", "")


def _is_noun(word: str) -> bool:
    """Whether a word names a thing, and so asks for nothing."""
    return is_likely(word)


def _begins(words: tuple[str, ...], key: str) -> int:
    """How many words the longest phrase of that key takes that stands first; 0 for none."""
    return next((len(p) for p in _phrases(key) if words[: len(p)] == p), 0)
