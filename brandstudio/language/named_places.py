"""Places with names ("Lisbon", "la Patagonia"): a scene stands for any such place, and the look of its
own that it has is not drawn.
"""

from __future__ import annotations

import re
from functools import cache

from .prompt_subject import has_german
from .tables import either, table
from .words import contains, find, plain

_WORD = re.compile(r"[^\W\d_]+")
_BEFORE = re.compile(
    rf"(?<![^\W_])(?:{either('scenes', 'before_places')})\s*(?:(?:the|la|las|los|el|le|les|l')\s*)?$"
)


@cache
def _known() -> tuple[str, ...]:
    return tuple(name for names in table("scenes")["named_places"].values() for name in names)


@cache
def _of_a_town() -> re.Pattern[str]:
    """A town's adjective before its noun ("Hamburger Hafen"); alone it may be what one eats."""
    towns = "|".join(re.escape(name) for name in table("scenes")["named_places"]["city"])
    others = either("scenes", "placing") + "|" + either("scenes", "between")
    return re.compile(rf"(?<![^\W_])((?:{towns})er) (?!(?:{others})(?![^\W_]))[^\W\d_]{{3,}}")


def places_of(prompt: str, rest: str) -> tuple[tuple[int, int], ...]:
    """Where the plain text ``rest`` of a prompt names places: those that are known, and outside
    German, where every noun has a capital, what has one behind "in" or "of".
    """
    found = find(rest, _known())
    if has_german(rest):
        found += [match.span(1) for match in _of_a_town().finditer(rest)]
    else:
        capitals = {plain(word) for word in _WORD.findall(prompt) if word[:1].isupper()}
        small = {plain(word) for word in _WORD.findall(prompt) if word[:1].islower()}
        # A title has capitals everywhere, and they say nothing.
        if len(capitals) <= len(small):
            found += [
                match.span()
                for match in _WORD.finditer(rest)
                if match[0] in capitals - small
                and _BEFORE.search(rest[: match.start()])
                and not contains(match[0], table("scenes")["motifs"]["festive"])  # "marché de Noël"
            ]
    return tuple(sorted(set(found)))


def known_for(rest: str) -> str | None:
    """The scene that a place in a text is known for; None where it has none."""
    for family, names in table("scenes")["named_places"].items():
        if family != "other" and contains(rest, names):
            return str(family)
    return None
