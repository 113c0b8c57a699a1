"""Colours that belong to a part of a scene: of "green hills, a clear blue sky" the hills are green
and the sky is blue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from .tables import either, table
from .undrawn import lists_of
from .words import contains, find

_ADJECTIVE = rf"(?:(?!(?:{either('scenes', 'between')})\s)[^\W\d_]+\s+)?"
_BEFORE = re.compile(rf"(?:い|の|色の|色|的|色的)?\s*{_ADJECTIVE}")
"""Between a colour and what it is of: "green rolling hills"."""
_AFTER = re.compile(rf"\s+{_ADJECTIVE}")
"""Between a thing and its colour: "collines vertes", "mer calme bleue"."""


class Owned(NamedTuple):
    """The colour of each part that has one, and the text without their words."""

    colours: Mapping[str, str]
    rest: str


@cache
def _parts() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """For each family the parts that may have a colour of their own, with their words."""
    words = table("scenes")["parts_with_colours"]
    return {
        family: {part: words[part] for part in parts}
        for family, parts in table("scenes")["colours_by_part"].items()
    }


def owned(text: str, family: str) -> Owned:
    """The colours that stand beside the parts of a scene."""
    parts = _parts().get(family, {})
    things = sorted((*spot, part) for part, words in parts.items() for spot in find(text, words))
    colours = sorted(
        (*spot, name) for name, words in lists_of("colours").items() for spot in find(text, words)
    )
    behind = table("scenes")["colour_after"]
    found: dict[str, str] = {}
    for start, end, part in things:
        before = [c for c in colours if c[1] <= start and _BEFORE.fullmatch(text[c[1] : start])]
        after = [c for c in colours if c[0] >= end and _AFTER.fullmatch(text[end : c[0]])]
        of_it = before[-1:] or (after[:1] if contains(text[start:end], behind) else [])
        for first, last, name in of_it:
            if any(first < other[1] and other[0] < last for other in things):
                continue  # a colour that is a part's own name
            found.setdefault(part, name)
            text = text[:first] + " " * (last - first) + text[last:]
            colours = [c for c in colours if c[:2] != (first, last)]
    return Owned(found, text)
