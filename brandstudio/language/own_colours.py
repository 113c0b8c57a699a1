"""Colours that belong to a part of a scene: of "green hills, a clear blue sky" the hills are green
and the sky is blue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from .tables import either, lists_of, table
from .words import blanked, contains, find

_ADJECTIVE = rf"(?:(?!(?:{either('scenes', 'between')})\s)[^\W\d_]+\s+)?"
_BEFORE = re.compile(rf"(?:い|の|色の|色|的|色的)?\s*{_ADJECTIVE}")
"""Between a colour and what it is of: "green rolling hills"."""
_AFTER = re.compile(rf"\s+{_ADJECTIVE}")
"""Between a thing and its colour: "collines vertes", "mer calme bleue"."""


_ON_IT = re.compile(
    r"(?<![^\W_])(?:on|against|auf|vor|sur|sobre|contra)\s+(?:an?\s+|une?\s+|einem\s+)?(?:[^\W\d_]+\s+)?$"
)
_ENDS_IT = re.compile(
    r"(?:\s+(?!and\b|und\b|et\b|y\b)[^\W\d_]+)?\s*(?:[,.;]|$|(?:for|fur|pour|para)(?![^\W_]))"
)
"""A colour that things are on: "palm leaves on bright yellow"."""


class Owned(NamedTuple):
    """The colour of each part that has one, the text without their words, and the text without only
    those of what it draws in colours of its own.
    """

    colours: Mapping[str, str]
    rest: str
    shown: str


@cache
def _parts() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """For each family the parts that may have a colour of their own, with their words."""
    words = table("scenes")["parts_with_colours"]
    return {
        family: {part: words[part] for part in parts}
        for family, parts in table("scenes")["colours_by_part"].items()
    }


@cache
def _others() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """For each family the parts of a land whose colour is none of the picture's: of "green hills" by
    the sea nothing else is green.
    """
    words = table("scenes")["parts_with_colours"]
    return {
        family: {part: words[part] for part in parts if part not in _parts().get(family, {})}
        for family, parts in table("scenes")["colours_not_its_own"].items()
    }


def owned(text: str, family: str) -> Owned:
    """The colours that stand beside the parts of a scene; those of parts that it draws in colours of
    their own are cut out all the same.
    """
    others = _others().get(family, {})
    parts = {**_parts().get(family, {}), **others}
    things = sorted((*spot, part) for part, words in parts.items() for spot in find(text, words))
    colours = sorted(
        (*spot, name) for name, words in lists_of("colours").items() for spot in find(text, words)
    )
    # Of "sage green" the green is no colour beside it.
    colours = [
        c
        for c in colours
        if not any(o[:2] != c[:2] and o[0] <= c[0] and c[1] <= o[1] for o in colours)
    ]
    behind = table("scenes")["colour_after"]
    found: dict[str, str] = {}
    shown = text
    for start, end, part in things:
        before = [c for c in colours if c[1] <= start and _BEFORE.fullmatch(text[c[1] : start])]
        after = [c for c in colours if c[0] >= end and _AFTER.fullmatch(text[end : c[0]])]
        of_it = before[-1:] or (after[:1] if contains(text[start:end], behind) else [])
        if part == "veins" and after and contains(text[start:end], behind):
            of_it = after[:1]  # "marbre noir veines blanches": the stone is black
        for first, last, name in of_it:
            if any(first < other[1] and other[0] < last for other in things):
                continue  # a colour that is a part's own name
            if part in others:
                shown = blanked(shown, [(first, last)])
            else:
                found.setdefault(part, name)
            text = blanked(text, [(first, last)])
            colours = [c for c in colours if c[:2] != (first, last)]
    if "backdrop" in parts and "backdrop" not in found:
        for first, last, name in colours:
            if _ON_IT.search(text[:first]) and _ENDS_IT.match(text, last):
                found["backdrop"] = name
                text = blanked(text, [(first, last)])
                break
    if "plinth" in found and not any(find(text, words) for words in lists_of("colours").values()):
        return Owned({}, shown, shown)  # "a pink podium" alone stands on a pink stage
    return Owned(found, text, shown)
