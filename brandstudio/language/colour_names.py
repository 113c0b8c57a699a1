"""Colour names that people use, with the words for them and the colour that is meant.

The table is ``assets/words/colours.toml``: names of English, German, French and Spanish.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .tables import table


def _read() -> dict[str, tuple[str, tuple[str, ...]]]:
    return {row["name"]: (row["hex"], tuple(row["words"])) for row in table("colours")["colour"]}


#: name: (colour, words). Entries as in ``language.words``: ``*`` ends a beginning, a space makes a
#: phrase.
NAMES: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(_read())
#: Names without a hue: a picture isn't moved towards them, a background may have them.
NEUTRAL: frozenset[str] = frozenset(
    row["name"] for row in table("colours")["colour"] if row.get("neutral")
)

#: The bounds of a hue in OKLCH degrees, where a name stands for a whole range ("the greens").
HUES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {r["name"]: (r["hues"][0], r["hues"][1]) for r in table("colours")["colour"] if "hues" in r}
)


def hex_of(name: str) -> str | None:
    """The colour that a name means, as #rrggbb; None for a name that is not known."""
    entry = NAMES.get(name)
    return None if entry is None else entry[0]
