"""Where an edit is to happen, from the words of a clause: parts that are named together, and parts
that are left out.

Parts of one clause narrow each other ("the left half of the subject", "the sky at the top right");
what stands behind "except" is left out, up to the next word that asks for something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from .edit_values import REGIONS, TONES, apart, is_side
from .senses import Sense

#: Regions that only say what picture-wide thing is spoken of.
WHOLE = frozenset({"colours", "light"})
_KNOWN = re.compile(
    r"(?:left|right|top|bottom)-(?:third|edge|\d{1,2})|colour-.+|things?-[a-z]+(?:-left|-right)?|worn-[a-z]+"
)
#: More parts than this in one breath are a list, not a place.
_MOST = 3


#: Kinds that happen to the whole picture, whatever part is named.
_EVERYWHERE = frozenset(
    {
        *("vignette", "grain", "duotone", "brand", "light", "glow", "tilt_shift", "border"),
        *("rounded",),
    }
)
#: What can be done to a part of a face, and to the whites of a picture.
_PLAIN = frozenset({"brightness", "contrast", "sharpen", "clarity", "blur", "pixelate"})
_PARTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "eyes": _PLAIN,
        "mouth": _PLAIN,
        "lips": _PLAIN | {"saturation", "colour"},
        "teeth": _PLAIN | {"whiten"},
    }
)
_WHITE = frozenset({"all", "highlights", "teeth"})
_DETAIL = frozenset({"sharpen", "soften", "blur", "clarity"})


class Place(NamedTuple):
    """A part, or several joined by ``&``, that all hold; and the parts that are left out of it."""

    target: str
    without: tuple[str, ...] = ()


EVERYWHERE = Place("all")
#: What is of one hue in all its tones.
OF_ONE_HUE = frozenset({"faces", "skin", "hair", "teeth"})


def place_of(placing: Sequence[Sense | None]) -> Place | None:
    """The place that a clause names: its places and its "except" in their order, None standing for
    each word that asks for something. None when they make no place.
    """
    within: list[Sense] = []
    left_out: list[list[Sense]] = []
    group = within
    for sense in placing:
        if sense is None:
            group = within
        elif sense.part == "except":
            group = []
            left_out.append(group)
        elif sense.get("value") not in WHOLE:
            group.append(sense)
    if not all(left_out):
        return None
    target, without = joined(within), [joined(group) for group in left_out]
    if target is None or None in without:
        return None
    return placed(target, [w for w in without if w is not None])


def joined(named: Sequence[Sense]) -> str | None:
    """Places that narrow each other, as one; None where they can't."""
    if not named:
        return "all"
    # "Left of the subject" lies beside it; "the left half of it" is a part.
    if any(sense.get("beside") and not _sides(after) for sense, after in _followed(named)):
        return None
    return narrowed(part for sense in named for part in str(sense.get("value")).split("&"))


def narrowed(parts: Iterable[str]) -> str | None:
    """Parts that all hold, in their plain order; None where one is unknown, or two exclude each
    other.
    """
    some = sorted(dict.fromkeys(parts), key=_order)
    if not 0 < len(some) <= _MOST or not all(p in REGIONS or _KNOWN.fullmatch(p) for p in some):
        return None
    if sum(part.startswith("colour-") for part in some) > 1:
        # "Sable plus doré" is sand that is to have more gold, not the gold of the sand.
        return None
    if any(apart(one, other) for at, one in enumerate(some) for other in some[at + 1 :]):
        return None
    return "&".join(some)


def _followed(named: Sequence[Sense]) -> Iterable[tuple[Sense, Sequence[Sense]]]:
    return ((sense, named[at + 1 :]) for at, sense in enumerate(named))


def _sides(named: Sequence[Sense]) -> bool:
    return all(is_side(str(sense.get("value"))) for sense in named)


def _order(part: str) -> int:
    if is_side(part):
        return 0 if part.startswith(("top", "bottom")) else 1
    return 2 if part in TONES else 3


_OPPOSITE = {
    "background": "subject",
    "subject": "background",
    "left": "right",
    "right": "left",
    "top": "bottom",
    "bottom": "top",
}


def placed(target: str, without: Sequence[str]) -> Place | None:
    """A place in its plainest form: all but the subject is the background, and the background but
    the subject is just that. None when nothing of it is left.
    """
    if set(target.split("&")) & set(without):
        return None
    own = target.split("&")
    rest = tuple(dict.fromkeys(w for w in without if not _disjoint(own, w.split("&"))))
    if target == "all" and len(rest) == 1 and rest[0] in _OPPOSITE:
        return Place(_OPPOSITE[rest[0]])
    return Place(target, rest)


def _disjoint(own: Sequence[str], other: Sequence[str]) -> bool:
    """Whether nothing of a place can lie in another, by what the places are."""
    return any(apart(one, two) for one in own for two in other)


def fits(kind: str, place: tuple[str, Sequence[str]]) -> bool:
    """Whether an edit of a kind can be held to a place. Detail has no tone, and "softer greens" are
    paler to one and blurred to another.
    """
    target, without = place
    if target == "all" and not without:
        return True
    parts = target.split("&")
    if kind in _EVERYWHERE or any(kind not in _PARTS.get(part, {kind}) for part in parts):
        return False
    if kind == "whiten" and target not in _WHITE:
        return False
    left_out = [part for some in without for part in some.split("&")]
    coloured = any(part.startswith("colour-") for part in parts)
    return kind not in _DETAIL or not (coloured or TONES & {*parts, *left_out})


def disjoint(one: str, other: str) -> bool:
    """Whether two places have nothing in common."""
    colours = all(place.startswith("colour-") for place in (one, other))
    return one != other and (colours or _OPPOSITE.get(one) == other)
