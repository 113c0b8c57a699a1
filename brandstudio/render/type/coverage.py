"""Characters that no font of a stack has, said before anything is charged or drawn."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from brandstudio.assets.fonts import EXTRA, KNOWN_FONTS

from .breaks import NEWLINES, graphemes
from .characters import SCRIPT_NAMES, is_emoji, script_of
from .faces import FontStack, face_of

_NAMED = 8  # characters that a message names one by one
#: Scripts whose Noto family is not called after them.
_FAMILIES = {"Brai": "Noto Sans Symbols 2", "Orya": "Noto Sans Oriya", "Tibt": "Noto Serif Tibetan"}
# : Ranges of symbols that have families of their own: music, and the mathematical letters that
# posts are "bold" with.
_SYMBOLS = (
    (0x1D000, 0x1D24F, "Noto Music"),
    (0x1D400, 0x1D7FF, "Noto Sans Math"),
    (0x1EE00, 0x1EEFF, "Noto Sans Math"),
)


@dataclass(frozen=True, slots=True)
class MissingGlyph:
    """One character that can't be drawn. ``script`` is its name for people, ``suggested_font`` a
    family that has it, or empty.
    """

    character: str
    codepoint: int
    script: str
    suggested_font: str
    in_extra: bool
    """True if the extra ``fonts`` would bring that family."""


def missing(text: str, stack: FontStack, weight: float = 400) -> list[MissingGlyph]:
    """Every character of ``text`` that no font of ``stack`` has, once each, in order of
    appearance.
    """
    found: dict[str, MissingGlyph] = {}
    lone = [
        c for c in text if 0xD800 <= ord(c) <= 0xDFFF
    ]  # half a character: no font has it, ICU does not take it
    for character in lone:
        found.setdefault(character, _missing(character, character))
    drawable = "".join(c for c in text if c not in found) if lone else text
    clusters = (drawable[start:end] for start, end in pairwise(graphemes(drawable)))
    for cluster in dict.fromkeys(clusters):
        if (
            any(c in NEWLINES or c == "\t" for c in cluster)
            or stack.spec_for(cluster, weight) is not None
        ):
            continue
        nearest = face_of(stack.nearest(cluster, weight))
        lacking = nearest.lacks(cluster) or tuple(cluster)
        for character in lacking:
            found.setdefault(character, _missing(character, cluster))
    return list(found.values())


def describe_missing(lacking: Sequence[MissingGlyph], folder: str) -> str:
    """The sentence for people: which characters, and what to do.

    >>> describe_missing([MissingGlyph("ग", 0x917, "Devanagari", "Noto Sans Devanagari", True)],
    "acme")
    'no font of acme has ग (Devanagari). Install brandstudio[fonts], or add one: brandstudio fonts
    add acme FILE.'
    """
    by_script: dict[str, list[str]] = {}
    for glyph in lacking[:_NAMED]:
        by_script.setdefault(glyph.script, []).append(_shown(glyph))
    named = "; ".join(
        f"{', '.join(characters)} ({script})" for script, characters in by_script.items()
    )
    more = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
    add = f"brandstudio fonts add {folder} FILE"
    if any(glyph.in_extra for glyph in lacking):
        advice = f"Install {EXTRA}, or add one: {add}."
    else:
        families = dict.fromkeys(glyph.suggested_font for glyph in lacking if glyph.suggested_font)
        advice = f"Add a font that has them, such as {', '.join(list(families)[:3])}: {add}."
        if not families:
            advice = f"Leave them out, or add a font of yours that has them: {add}."
    return f"no font of {folder} has {named}{more}. {advice}"


def font_packages() -> dict[str, str]:
    """For every script of the core and the extra (ISO 15924), the package whose font has it."""
    packages: dict[str, str] = {}
    for known in KNOWN_FONTS:
        for script in known.scripts:
            packages.setdefault(script, known.package)
    return packages


def _missing(character: str, cluster: str) -> MissingGlyph:
    codepoint = ord(character)
    emoji = is_emoji(cluster)
    script = "Zsye" if emoji else script_of(codepoint) or _script_in(cluster) or "Zyyy"
    name = SCRIPT_NAMES.get(script, script)
    known = next((font for font in KNOWN_FONTS if script in font.scripts), None)
    if known is not None:
        extra = known.package not in {"brandstudio", "fontpkg-inter", "fontpkg-noto-sans"}
        return MissingGlyph(character, codepoint, name, known.family, extra)
    return MissingGlyph(character, codepoint, name, _family(character, script, name), False)


def _family(character: str, script: str, name: str) -> str:
    """The Noto family that has a character of a script outside the core and the extra; empty if
    none can.
    """
    if unicodedata.category(character) in {"Cn", "Co", "Cs"}:
        return ""  # not a character, or one of private use that means something in one font only
    if script == "Zyyy":
        return next(
            (family for first, last, family in _SYMBOLS if first <= ord(character) <= last),
            "Noto Sans Symbols 2",
        )
    return _FAMILIES.get(script, f"Noto Sans {name}")


def _script_in(cluster: str) -> str | None:
    return next((script for script in (script_of(ord(c)) for c in cluster) if script), None)


def _shown(glyph: MissingGlyph) -> str:
    """The character where it can stand in a sentence, else its number."""
    return glyph.character if glyph.character.isprintable() else f"U+{glyph.codepoint:04X}"
