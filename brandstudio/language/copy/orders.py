"""What of a brief's sentence is asked of the writer, and what is said to the reader.

"A short Instagram caption about our new ski pass, playful tone" asks for a genre, a length and a
tone and says one thing: our new ski pass. :func:`part` takes such words away, in English, German,
French and Spanish, and gives back what remains, word for word; what is not known for an instruction
stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..patterns import Reading
from ..tables import word_set
from .genres import Phrase, describes, fold, genre_phrase, names_genre, words_of
from .targets import MEASURE
from .telling import named, nominative, told
from .vocabulary import ORDERS
from .wishes import is_wish, without_tail

# Nobody is written to, and nothing happens, by one of these.
_PURE = word_set("orders", "pure")
_ORDER = 90
"""Characters within which the order of a sentence names a length."""
# As a label alone these name where someone can be reached.
_ADDRESSES = word_set("orders", "addresses")


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
    """A sentence of a brief, parted into instruction and fact. A length within its order ("a post of no
    more than 60 characters: ...") is read apart from it.
    """
    found = _part(sentence)
    length = None if found.ordered else MEASURE.search(sentence[:_ORDER])
    if length is None:
        return found
    for instead in (" ", " text "):
        told = _part(
            f"{sentence[: length.start()]}{instead}{sentence[length.end() :].lstrip(' ,')}"
        )
        if told.ordered:
            return replace(told, wishes=(length.group().strip(" ,"), *told.wishes))
    return found


def _part(sentence: str) -> Part:
    body = sentence.strip()
    bare = body.rstrip(" .!")
    if is_wish(bare) or any(ORDERS.read("bare order", bare)):
        return Part("", True, "", (bare,))
    opening = next(ORDERS.read("opening", body))
    said, ordered, audience, wish = _lead(body, opening)
    wishes = [wish] if wish else []
    trailing: list[str] = []
    while said and (cut := without_tail(said, ordered)) is not None:
        said, tail = cut
        trailing.insert(0, tail)
        ordered = True
    if ordered and said and not trailing and not wishes and said == body:
        ordered = False
    if ordered and said.endswith("?") and opening["polite"]:
        said = said[:-1]  # it was the request that was a question
    return Part(
        said.strip(" ,;\u2013-") if ordered else said, ordered, audience, (*wishes, *trailing)
    )


def is_genre(label: str) -> bool:
    """Whether a label before a colon only names the kind of copy ("Ankündigung", "Short LinkedIn
    post").
    """
    tokens = words_of(label)
    if len(tokens) == 1 and fold(tokens[0]) in _ADDRESSES:
        return False
    return (
        bool(tokens) and all(describes(t) for t in tokens) and any(names_genre(t) for t in tokens)
    )


@dataclass(frozen=True, slots=True)
class _Named:
    """A sentence that begins by naming a text ("A short post for members about …"), as far as it
    was read: ``wish`` is that name with its order, ``tail`` what follows.
    """

    asked: bool
    phrase: Phrase
    wish: str
    audience: str
    tail: str

    @property
    def names(self) -> str:
        """The unknown words that are names or figures, before a colon."""
        some = [w for w in self.phrase.unknown if w[:1].isupper() or any(c.isdigit() for c in w)]
        return ": ".join([*some, ""])

    @property
    def sure(self) -> bool:
        """Whether it was asked for, or named beyond doubt."""
        return self.asked or self.phrase.strong

    @property
    def several(self) -> bool:
        """Whether it was asked for, or named beyond doubt in several words."""
        return self.asked or (self.phrase.strong and self.phrase.count > 1)


def _named(opening: Reading, phrase: Phrase) -> _Named:
    rest, audience = opening["rest"], ""
    tail = rest[phrase.end :].lstrip(" ")
    if whom := next(ORDERS.read("addressed", tail), None):
        audience = whom["who"].strip() if named(whom["them"]) else ""
        tail = whom["tail"]
    order = opening["polite"] + opening["verb"]
    wish = (order + rest[: phrase.end]).strip(" ,:;-\u2013")
    return _Named(bool(order), phrase, wish, audience, tail)


def _nothing(text: _Named, tail: Reading) -> str | None:
    kept = " ".join(text.phrase.unknown)
    lone = len(text.phrase.unknown) == 1 and any(ORDERS.read("adjective", kept))
    if kept and not lone:
        return kept
    return "" if text.sure else None


def _telling(text: _Named, tail: Reading) -> str | None:
    said = told(tail.said)
    return None if said is None else text.names + said


def _about(text: _Named, tail: Reading) -> str | None:
    return text.names + nominative(tail["before"], tail["what"])


def _after_colon(text: _Named, tail: Reading) -> str | None:
    return text.names + tail["what"] if text.sure else None


def _on(text: _Named, tail: Reading) -> str | None:
    if not (text.several or (text.phrase.strong and fold(text.wish) in _PURE)):
        return None
    if text.phrase.unknown:
        return f"{' '.join(text.phrase.unknown)} {tail.said}"
    return nominative(tail["before"], tail["what"])


def _after_comma(text: _Named, tail: Reading) -> str | None:
    return tail["what"] if text.several else None


#: The fact that follows a text's name, by how it follows.
FOLLOWING: Mapping[str, Callable[[_Named, Reading], str | None]] = {
    "nothing": _nothing,
    "telling": _telling,
    "about": _about,
    "after a colon": _after_colon,
    "on": _on,
    "after a comma": _after_comma,
}


def _lead(body: str, opening: Reading) -> tuple[str, bool, str, str]:
    """The sentence without the instruction that it begins with: (fact, whether there was one,
    audience, wish).
    """
    said = told(opening["verb"] + opening["rest"])
    if said is not None:
        return said, True, "", ""
    phrase = genre_phrase(opening["rest"], bool(opening["polite"] or opening["verb"]))
    if phrase is None:
        for tail in ORDERS.read("following", opening["rest"]):
            if opening["verb"] and tail.makes == "about":
                return nominative(tail["before"], tail["what"]), True, "", ""
        return body, False, "", ""
    text = _named(opening, phrase)
    for tail in ORDERS.read("following", text.tail):
        said = FOLLOWING[tail.makes](text, tail)
        if said is not None:
            return said, True, text.audience, text.wish
    return body, False, "", ""
