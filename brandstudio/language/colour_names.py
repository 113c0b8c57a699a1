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


#: Towards what a deep or a light shade of a named colour goes, and how far.
_SHADES: Mapping[str, tuple[int, float]] = MappingProxyType(
    {"deep": (0, 0.36), "light": (255, 0.42)}
)


def hex_of(name: str) -> str | None:
    """The colour that a name means, as #rrggbb; None for a name that is not known. "deep" or "light"
    before it is a shade of it.
    """
    entry = NAMES.get(name)
    if entry is not None:
        return entry[0]
    shade, _, of = name.partition(" ")
    return _shaded(NAMES[of][0], *_SHADES[shade]) if shade in _SHADES and of in NAMES else None


def _shaded(code: str, end: int, share: float) -> str:
    channels = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(c + (end - c) * share):02x}" for c in channels)
