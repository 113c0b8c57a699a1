"""The colour that a search asks for, as tokens of the index.

A plain name ("red", "brown") means its whole family: what pictures are tagged with
(`pixels.palette.colour_name`). ``dark`` or ``light`` before it means a part of the family; a finer name
("maroon") and a code what lies near one colour.
"""

from __future__ import annotations

import math
import unicodedata
from functools import cache

from ..domain import search_facts as facts
from ..errors import ValidationError
from ..language.colour_names import NAMES
from ..pixels.colour import hex_to_oklab
from ..pixels.palette import colour_name

_DARK = ("dark", "deep", "dunkel", "fonce", "oscuro")
_LIGHT = ("light", "pale", "hell", "clair", "claro")
_DARK_TO, _LIGHT_FROM = 0.5, 0.68
"""The lightness in OKLab that dark ends at and light begins at: CSS's darkgreen has 0.43, its lightblue
0.86, its red 0.63.
"""


def tokens(said: str) -> list[str]:
    """The tokens of all that a colour stands for. Raises `errors.ValidationError` for a name that
    is not known.
    """
    code = _code(said)
    if code is not None:
        return facts.colours_near(hex_to_oklab(code))
    word = _folded(said)
    name, shade = _named(word), None
    if name is None:
        shade = _shade(word)
        name = None if shade is None else _named(word.replace(shade, "", 1).strip(" -"))
    if name is None:
        raise ValidationError.of(
            "colour",
            f"is the name of a colour ({', '.join(_families())}, or a finer one such as maroon) or "
            "#rrggbb; this name is not known",
            value=said,
        )
    family = _families().get(name)
    if family is None:
        return facts.colours_near(hex_to_oklab(NAMES[name][0]))
    if shade is None:
        return [facts.tag(name)]
    least, most = (0.0, _DARK_TO) if shade in _DARK else (_LIGHT_FROM, 1.0)
    return [token for lightness, token in family if least <= lightness <= most]


@cache
def _families() -> dict[str, list[tuple[float, str]]]:
    """The cells of each name that pictures are tagged with, each with its lightness."""
    found: dict[str, list[tuple[float, str]]] = {}
    for (lightness, red, yellow), token in facts.cells():
        turn = math.degrees(math.atan2(yellow, red)) % 360
        name = colour_name((lightness, math.hypot(red, yellow), turn))
        found.setdefault(name, []).append((lightness, token))
    return {name: found[name] for name in sorted(found)}


def _code(said: str) -> str | None:
    digits = said.removeprefix("#").lower()
    if said.startswith("#") or (
        len(digits) in (3, 6) and all(sign in "0123456789abcdef" for sign in digits)
    ):
        return "#" + (digits if len(digits) == 6 else "".join(sign * 2 for sign in digits))
    return None


def _folded(said: str) -> str:
    apart = unicodedata.normalize("NFKD", said.casefold().strip())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _shade(word: str) -> str | None:
    return next(
        (one for one in (*_DARK, *_LIGHT) if word.startswith(one) or word.endswith(one)), None
    )


def _named(word: str) -> str | None:
    """The name of the table that a word stands for; ``ue`` may be written for ``ü``."""
    spellings = {word, word.replace("ue", "u").replace("ae", "a").replace("oe", "o")}
    for name, (_, words) in NAMES.items():
        for each in words:
            if name in spellings or each in spellings or any(_begins(w, each) for w in spellings):
                return name
    return None


def _begins(word: str, pattern: str) -> bool:
    """A word of the table with ``*`` stands for its endings of up to three letters."""
    stem = pattern.removesuffix("*")
    return pattern.endswith("*") and word.startswith(stem) and len(word) - len(stem) <= 3
