"""The sides of a picture that a prompt names: the one to keep free, and the one that the light comes
from.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple, cast

from .tables import either, lists_of, table
from .words import contains, find

LightSide = Literal["left", "right"]
SpaceSide = Literal["left", "right", "top", "bottom", "middle"]

Tone = Literal["darker", "lighter"]
_TONES: tuple[Tone, ...] = ("darker", "lighter")
#: What stands between "darker" and the side, and nothing else does: "dunkler Holzboden von oben" is a floor.
_FEW = r"(?:\s+(?:at|towards?|to|on|in|the|nach|am|im|zum|an|der|en|vers|le|la|a|au|hacia|por|el)){0,3}\s+"

_LIGHT_FROM = re.compile(rf"\b(?:{either('scenes', 'light_from')})\s+([^\W\d]+)")
_SHADOW_TO = re.compile(rf"\b(?:{either('scenes', 'shadow_to')})\s+([^\W\d]+)")

_SIDE_LIT = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'side_lit')})(?![^\W_])")


_ROOM_FOR = re.compile(
    rf"\b(?:{either('scenes', 'room_for')})\s+(?:(?:{either('scenes', 'room_articles')})\s+)?"
    rf"(?:{either('scenes', 'room_is_for')})\b"
)
#: "Headline space", "espace titre": what the room is for stands beside it without a word between.
_ROOM_OF = re.compile(
    rf"\b(?:{either('scenes', 'room_is_for')})[\s-]+(?=(?:{either('scenes', 'rooms')})\b)"
    rf"|(?<=\b)(?:{either('scenes', 'rooms_first')})\s+(?:d[eu]l?\s+)?(?:{either('scenes', 'room_is_for')})\b"
)
#: "Copy goes on the left": where words are to stand there is to be room.
_SIDE_WORD = "|".join(re.escape(w) for words in table("scenes")["space"].values() for w in words)
_TEXT_AT = re.compile(
    rf"(?<![^\W_])(?:{either('scenes', 'room_is_for')}|{either('scenes', 'text_or_so')})"
    rf"(?:\s+(?:{either('scenes', 'text_stands')})){{0,5}}\s+({_SIDE_WORD})(?![^\W_])"
)
_ROOM_AT = r" space \1 "
#: "Text in the sky" is room at the top.
_TEXT_IN_SKY = re.compile(
    rf"(?<![^\W_])(?:{either('scenes', 'room_is_for')}|{either('scenes', 'text_or_so')})"
    rf"(?:\s+(?:{either('scenes', 'text_stands')})){{0,5}}\s+(sky|himmel|ciel|cielo)(?![^\W_])"
)
#: "Fondo borroso a la izquierda": the side of a mere background.
_BACKDROP_AT = re.compile(
    rf"(?<![^\W_])(?:{either('scenes', 'blurred_ground')})(?:\s+[^\W_]+)?"
    rf"(?:\s+(?:on|to|at|the|auf|der|am|a|la|en|el|lado|au|cote|side)){{0,3}}\s+({_SIDE_WORD})(?![^\W_])"
)
#: Signs round words that are to be read in the picture itself.
_LETTERED = frozenset('"\u201c\u201e\u00ab')


class Light(NamedTuple):
    """The side that the light is to come from, whether it is to come from above, and the words that
    say so.
    """

    side: LightSide | None = None
    above: bool = False
    said: str = ""


def light_of(text: str) -> tuple[Light, str]:
    """Where the light is to come from, and the text without it: it keeps nothing free."""
    for pattern, cast_away in ((_LIGHT_FROM, False), (_SHADOW_TO, True)):
        match = pattern.search(text)
        if match is None:
            continue
        side, rest = _side(match[1]), text[: match.start(1)] + text[match.end() :]
        if side is not None:
            if cast_away:
                side = "right" if side == "left" else "left"
            return Light(side, said=match[0]), rest
        if not cast_away and contains(match[1], lists_of("space")["top"]):
            return Light(above=True, said=match[0]), rest
    match = _SIDE_LIT.search(text)
    if match is not None:  # whichever side: the one that a line begins at
        return Light("left", said=match[0]), text[: match.start()] + text[match.end() :]
    return Light(), text


def _side(word: str) -> LightSide | None:
    sides: tuple[LightSide, ...] = ("left", "right")
    return next((s for s in sides if contains(word, lists_of("space")[s])), None)


def toned_of(text: str) -> tuple[tuple[SpaceSide, Tone] | None, str]:
    """The side that is to grow darker or lighter ("darker at the bottom"), and the text without it."""
    for tone in _TONES:
        said = rf"(?<![^\W_])(?:{'|'.join(table('wishes')['tones'][tone])})(?![^\W_])"
        for side, entries in lists_of("space").items():
            place = rf"(?<![^\W_])(?:{'|'.join(map(re.escape, entries))})(?![^\W_])"
            match = re.search(rf"{said}{_FEW}{place}", text) or re.search(
                rf"{place}\s+(?:(?:etwas|a bit|slightly|un peu|un poco)\s+)?{said}\s*(?:[,.;]|$)",
                text,
            )
            if match is not None and side != "middle":
                return (
                    cast(SpaceSide, side),
                    tone,
                ), f"{text[: match.start()]} {text[match.end() :]}"
    return None, text


def is_lettered(prompt: str) -> bool:
    """Whether words stand in quotation marks: they are to be read in the picture."""
    return bool(_LETTERED & set(prompt))


def with_room(text: str, given: str) -> str:
    """The text with where words are to stand said as room: "copy goes on the left" asks for a free side."""
    text = _ROOM_OF.sub(" space ", _ROOM_FOR.sub(" ", text))
    if is_lettered(given):
        return text
    return _TEXT_AT.sub(_ROOM_AT, _TEXT_IN_SKY.sub(r" space top , \1 ", text))


def of_the_sky(text: str, kept_free: str) -> bool:
    """Whether it is the sky that is to be free on a side ("ciel vide à droite"), and no land."""
    at = text.find(kept_free) if kept_free else -1
    if at < 0:
        return False
    words = re.split("[,.;:]", text[:at])[-1].split()[-2:]
    return contains(" ".join([*words, kept_free]), table("scenes")["words"]["the_sky"])


def opposite(rest: str) -> SpaceSide | None:
    """ "A podium on the left" leaves room on the right; a blurred background there is room itself."""
    sides = lists_of("space")
    for side in ("left", "right"):
        if (match := _BACKDROP_AT.search(rest)) is not None and contains(match[1], sides[side]):
            return side
    named = [side for side in ("left", "right") if contains(rest, sides[side])]
    if len(named) != 1:
        return None
    return "right" if named[0] == "left" else "left"


_SIDES: tuple[SpaceSide, ...] = ("left", "right", "top", "bottom", "middle")


@cache
def _free_sides() -> tuple[tuple[SpaceSide, re.Pattern[str]], ...]:
    """ "Right half clear", "die rechte Hälfte bleibt frei", "clear left third", "mitad superior vacía"."""
    words = table("wishes")["free_side"]
    side_of = {side: "|".join(words[side]) for side in _SIDES}
    part, stays, free = ("|".join(words[name]) for name in ("part", "stays", "free"))
    rows = []
    for side in _SIDES:
        own = side_of[side]
        either_way = rf"(?:(?:{own})\s+(?:{part})|(?:{part})\s+(?:{own}))"
        behind = rf"(?<![^\W_]){either_way}\s+(?:(?:{stays})\s+){{0,2}}(?:{free})(?![^\W_])"
        before = rf"(?<![^\W_])(?:{free})\s+(?:\w{{1,3}}\s+)?{either_way}(?![^\W_])"
        # "Keep the centre clear", "links frei": clear is of a side that is named right beside it.
        alone = rf"(?<![^\W_])(?:{own})\s+(?:(?:{stays})\s+){{0,2}}(?:{free})(?![^\W_])"
        alone += rf"|(?<![^\W_])(?:{free})\s+(?:\w{{1,3}}\s+)?(?:{own})(?![^\W_])"
        said = f"{behind}|{before}|{alone}" if side == "middle" else f"{behind}|{before}"
        rows.append((side, re.compile(said)))
    return tuple(rows)


def space_of(text: str) -> tuple[SpaceSide | None, str, str]:
    """The side to keep free, the words that say so, and the text without them."""
    for whole, said in _free_sides():
        if (match := said.search(text)) is not None:
            return whole, match[0], text[: match.start()] + " " + text[match.end() :]
    nouns = find(text, table("scenes")["words"]["space"])
    best: tuple[int, SpaceSide, tuple[int, int], tuple[int, int]] | None = None
    for side, entries in lists_of("space").items():
        for spot in find(text, entries):
            for noun in nouns:
                apart = max(noun[0] - spot[1], spot[0] - noun[1], 0)
                between = text[min(noun[1], spot[1]) : max(noun[0], spot[0])]
                # "Lightning on the right, space on the left": a side belongs to its own clause.
                apart += 12 if re.search("[,.;:]", between) else 0
                if apart <= 28 and (best is None or apart < best[0]):
                    best = (apart, cast(SpaceSide, side), spot, noun)
    if best is None:
        return None, "", text
    start, end = min(best[2][0], best[3][0]), max(best[2][1], best[3][1])
    return best[1], text[start:end], text[:start] + " " + text[end:]
