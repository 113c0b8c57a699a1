"""What of a brief's sentence is asked of the writer, and what is said to the reader.

"A short Instagram caption about our new ski pass, playful tone" asks for a genre, a length and a
tone and says one thing: our new ski pass. :func:`part` takes such words away, in English, German,
French and Spanish, and gives back what remains, word for word; what is not known for an instruction
stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..tables import either, word_set
from .genres import ABOUT, ON, WORD, describes, fold, genre_phrase, names_genre, skip
from .telling import EVERYONE, nominative, told
from .wishes import is_wish, without_tail

# Nobody is written to, and nothing happens, by one of these.
_PURE = word_set("orders", "pure")
# As a label alone these name where someone can be reached.
_ADDRESSES = word_set("orders", "addresses")
_POLITE = re.compile(rf"(?:(?:{either('orders', 'polite')})\b[,!:]?\s*)++", re.IGNORECASE)
_WRITE = re.compile(rf"(?:{either('orders', 'write')})\s+", re.IGNORECASE)
_OF_WHOM = re.compile(
    rf"(?P<who>(?:{either('orders', 'to_whom')})\s+[^.,:;!?]{{1,60}}?)\s+(?=(?:"
    rf"{either('orders', 'to_whom_about')})\b)",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(rf"\w{{3,}}(?:{either('orders', 'adjective_forms')})(?:e[nrsm]?)?$")
_BARE = re.compile(
    rf"(?>{_POLITE.pattern}|(?:{_WRITE.pattern[:-3]}|{either('orders', 'bare_orders')})\b\s*)++",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """``said`` is the fact, empty for a mere instruction; ``audience`` whom an instruction named;
    ``wishes`` the rest.
    """

    said: str
    ordered: bool = False
    audience: str = ""
    wishes: tuple[str, ...] = ()


def part(sentence: str) -> Part:
    """A sentence of a brief, parted into instruction and fact."""
    body = sentence.strip()
    bare = body.rstrip(" .!")
    if is_wish(bare) or _BARE.fullmatch(bare):
        return Part("", True, "", (bare,))
    said, ordered, audience, wish = _lead(body)
    wishes = [wish] if wish else []
    trailing: list[str] = []
    while said and (cut := without_tail(said, ordered)) is not None:
        said, tail = cut
        trailing.insert(0, tail)
        ordered = True
    if ordered and said and not trailing and not wishes and said == body:
        ordered = False
    if ordered and said.endswith("?") and _POLITE.match(body):
        said = said[:-1]  # it was the request that was a question
    return Part(
        said.strip(" ,;\u2013-") if ordered else said, ordered, audience, (*wishes, *trailing)
    )


def is_genre(label: str) -> bool:
    """Whether a label before a colon only names the kind of copy ("Ankündigung", "Short LinkedIn
    post").
    """
    tokens = WORD.findall(label)
    if len(tokens) == 1 and fold(tokens[0]) in _ADDRESSES:
        return False
    return (
        bool(tokens) and all(describes(t) for t in tokens) and any(names_genre(t) for t in tokens)
    )


@dataclass(frozen=True, slots=True)
class _Opening:
    """A sentence that begins by naming a text ("A short post for members about …"), as far as it
    was read.
    """

    body: str
    asked: bool
    end: int
    strong: bool
    count: int
    unknown: list[str]
    wish: str
    audience: str
    tail: str

    @property
    def names(self) -> str:
        """The unknown words that are names or figures, before a colon."""
        named = [w for w in self.unknown if w[:1].isupper() or any(c.isdigit() for c in w)]
        return ": ".join([*named, ""])

    @property
    def several(self) -> bool:
        """Whether it was asked for, or named beyond doubt in several words."""
        return self.asked or (self.strong and self.count > 1)


def _opening(body: str, asked: bool, found: tuple[int, bool, int, list[str]]) -> _Opening:
    end, strong, count, unknown = found
    after, audience = skip(body, end), ""
    if whom := _OF_WHOM.match(body, after):
        who = whom.group("who")
        audience = "" if EVERYONE.match(who.partition(" ")[2]) else who.strip()
        after = whom.end()
    wish = body[:end].strip(" ,:;-\u2013")
    return _Opening(body, asked, end, strong, count, unknown, wish, audience, body[after:])


def _alone(opening: _Opening) -> str | None:
    if opening.tail.strip(" .!"):
        return None
    kept = " ".join(opening.unknown)
    if kept and not (len(opening.unknown) == 1 and _ADJECTIVE.match(kept.casefold())):
        return kept
    return "" if opening.asked or opening.strong else None


def _telling(opening: _Opening) -> str | None:
    said = told(opening.tail)
    return None if said is None else opening.names + said


def _about(opening: _Opening) -> str | None:
    about = ABOUT.match(opening.tail)
    if not about:
        return None
    return opening.names + nominative(about.group(), opening.tail[about.end() :])


def _after_colon(opening: _Opening) -> str | None:
    mark = re.match(r"\s*[:\u2013-]\s+", opening.body[opening.end :])
    if not mark or not (opening.asked or opening.strong):
        return None
    return opening.names + opening.body[opening.end + mark.end() :]


def _on(opening: _Opening) -> str | None:
    on = ON.match(opening.tail)
    if not on or not (opening.several or (opening.strong and fold(opening.wish) in _PURE)):
        return None
    if opening.unknown:
        return f"{' '.join(opening.unknown)} {opening.tail}"
    return nominative(on.group(), opening.tail[on.end() :])


def _after_comma(opening: _Opening) -> str | None:
    stop = re.match(r"\s*[,;]\s*", opening.body[opening.end :])
    return opening.body[opening.end + stop.end() :] if stop and opening.several else None


#: How a fact follows the text's name; the first that reads the sentence counts.
_FOLLOWING = (_alone, _telling, _about, _after_colon, _on, _after_comma)


def _lead(body: str) -> tuple[str, bool, str, str]:
    """The sentence without the instruction that it begins with: (fact, whether there was one,
    audience, wish).
    """
    polite = _POLITE.match(body)
    start = polite.end() if polite else 0
    rest = body[start:]
    said = told(rest)
    if said is not None:
        return said, True, "", ""
    verb = _WRITE.match(rest)
    at = start + (verb.end() if verb else 0)
    asked = bool(verb or polite)
    found = genre_phrase(body, at, asked)
    if found is None:
        about = ABOUT.match(body, at)
        if verb and about:
            return nominative(about.group(), body[about.end() :]), True, "", ""
        return body, False, "", ""
    opening = _opening(body, asked, found)
    for read in _FOLLOWING:
        said = read(opening)
        if said is not None:
            return said, True, opening.audience, opening.wish
    return body, False, "", ""
