"""What photographers write for a plain wish: "teal shadows / orange highlights", "duotone black + orange", "a
third-stop", "flat mint green background", and what has lost its colour already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from .edit_values import TONES
from .senses import Sense, Token
from .tables import table

#: A slash between two wishes; "b / w" and "4 / 5" are one thing.
_SLASH = re.compile(r"(?<=[^\W\d_]{2})\s+/\s+(?=[^\W\d_]{2})")
_PLUS = re.compile(r"(?<=[^\W\d_]{2})\s+\+\s+(?=[^\W\d_]{2})")
#: German stops in one word.
_STOP = re.compile(
    r"\b(?P<part>zweidrittel|drittel|halb|ganz|voll)e?n?[-\s]?blende(?P<more>n?)\b", re.IGNORECASE
)
_PARTS = {
    "zweidrittel": "2/3",
    "drittel": "1/3",
    "halb": "halbe",
    "ganz": "eine ganze",
    "voll": "eine volle",
}
_A_STOP = re.compile(
    r"\b(?:um\s+)?(?:eine?[nrm]?\s+)?(?=(?:2/3|1/3|halbe|eine ganze|eine volle) Blende)"
)


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(table("edits")["turns"][key])


def written_out(text: str) -> str:
    """A text with the signs and the compounds of photographers as words."""
    text = _PLUS.sub(" and ", _SLASH.sub(", ", text))
    text = _STOP.sub(lambda m: f"{_PARTS[m['part'].casefold()]} Blende", text)
    return _A_STOP.sub("", text)


def plain_ground(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Flat mint green background", "fondo liso verde agua": a plain ground is what a colour makes of it."""
    token, clause = tokens[at], tokens[begin:end]
    if token.text not in _words("plain_ground"):
        return None
    grounds = [t for t in clause if any(s.get("value") == "background" for s in t.senses)]
    colours = [t for t in clause if t.has("colour")]
    asks = any(t.has(part) for t in clause for part in ("more", "less", "blur", "not", "too"))
    one = len(grounds) == 1 and bool(colours) and not asks
    return Token(token.text, (Sense("filler"),)) if one else None


def lost_colour(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "The colours are faded" complains of what "faded" alone would ask for."""
    token = tokens[at]
    if not any(s.part == "change" and s.get("kind") == "fade" for s in token.senses):
        return None
    before = tokens[begin:at]
    told = any(t.text in _words("are_so") for t in before)
    wished = any(t.has("make") and not t.has("is") for t in before)
    if not told or wished or token.text not in _words("lost"):
        return None
    return Token(token.text, (Sense("fault", {"kind": "saturation", "sign": 1}),))


def all_grey(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Everything grey except the tulips", "grey out all but the boat": what is grey has no colour."""
    token, clause = tokens[at], tokens[begin:end]
    grey = any(s.part == "colour" and s.get("value") == "grey" for s in token.senses)
    spared = any(t.has("except") for t in clause)
    ground = any(s.get("value") == "background" for t in clause for s in t.senses)
    if not (grey and spared) or ground or any(t.has("change-to") for t in clause):
        return None
    return Token(token.text, (Sense("effect", {"kind": "monochrome"}),))


def likened_to(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Körnig wie analoger Film", "fade it like an old print": the finish that it is likened to is wished too."""
    if tokens[at].text not in _words("likening") or at == begin:
        return None
    behind = [t for t in tokens[at + 1 : end] if not t.has("filler")]
    looks = bool(behind) and behind[0].has("look")
    return Token(tokens[at].text, (Sense("and"),)) if looks else None


def cast_of_a_hue(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Enlève la dominante rosée": the cast that is named, and not whatever there is."""
    token = tokens[at]
    balance = any(s.part == "effect" and s.get("kind") == "balance" for s in token.senses)
    behind = tokens[at + 1] if at + 1 < end else None
    named = behind is not None and (behind.has("tinged") or behind.has("colour"))
    if not (balance and named) or token.text.split()[0] not in _words("takes_casts"):
        return None
    return Token(token.text, (Sense("remove"),))


def cut_once(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Silueta recortada": two words for one cut-out."""
    cuts = tokens[at].has("cutout") or tokens[at].text.startswith("recort")
    again = cuts and at > begin and tokens[at - 1].has("cutout")
    return Token(tokens[at].text, (Sense("filler"),)) if again else None


def only_in_colour(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Nur die Jacke farbig": it alone keeps its colour."""
    only = tokens[at].text in _words("in_colour") and any(t.has("only") for t in tokens[begin:at])
    more = any(t.has("more") or t.has("make") for t in tokens[begin:end])
    return Token(tokens[at].text, (Sense("in-colour"),)) if only and not more else None


def as_a_tone(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Lichter +10": beside a figure with its sign German *Lichter* are the highlights, and no more light."""
    token = tokens[at]
    tones = tuple(s for s in token.senses if s.part == "region" and s.get("value") in TONES)
    signed = at + 1 < end and tokens[at + 1].has("signed")
    return Token(token.text, tones) if token.has("change") and tones and signed else None


def as_an_end(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Weiß +20, Schwarz -10": beside nothing but a figure with its sign a slider's ends are lights and darks."""
    signed = at == begin and at + 1 < end and tokens[at + 1].has("signed")
    alone = signed and all(t.has("percent") or t.has("filler") for t in tokens[at + 2 : end])
    for tone in ("highlights", "shadows") if alone else ():
        if tokens[at].text in _words(f"ends_of_{tone}"):
            return Token(tokens[at].text, (Sense("region", {"value": tone}),))
    return None


def half_as(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Halb so stark gesättigt" is half of it, and no little more."""
    half = tokens[at].text in _words("half_as") and at + 1 < end and tokens[at + 1].has("quality")
    return Token(tokens[at].text, (Sense("share", {"number": 0.5}),)) if half else None


def from_to(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Gelb zu Orange": between two colours German *zu* is no "too"."""
    between = begin < at < end - 1 and tokens[at - 1].has("colour") and tokens[at + 1].has("colour")
    return (
        Token("to", (Sense("filler"), Sense("onto")))
        if between and tokens[at].text == "zu"
        else None
    )


#: Turns of single words, as `edit_phrases` tries them.
JARGON: tuple[Callable[[Sequence[Token], int, int, int], Token | None], ...] = (
    plain_ground,
    lost_colour,
    all_grey,
    likened_to,
    cast_of_a_hue,
    cut_once,
    only_in_colour,
    as_a_tone,
    as_an_end,
    half_as,
    from_to,
)

__all__ = ["JARGON", "written_out"]
