"""Which of a folder's fonts leads, which only fills gaps, and what is said when none has the
letters.

Fonts for one script (Noto Sans Tamil, Heebo) bring a plain Latin along, so that addresses and
numbers do not fall out of line. That Latin is no choice of the brand: such a font must not replace
the brand's own face because it was added later.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from ..domain.inheritance import Resolved
from ..models.designs import Slots
from ..models.style import FontSummary
from ..render.type.breaks import graphemes
from ..render.type.characters import SCRIPT_NAMES, is_emoji, script_of
from ..render.type.fonts import FontStack
from ..store.style import FontRow

# : Scripts that fonts for general use have side by side; having one of them says nothing about what
# a font was made for.
_EUROPEAN = frozenset({"Latin", "Greek", "Cyrillic"})
_NAMED = 8  # letters that a sentence names one by one


def words_of(slots: Slots) -> str:
    """All words of a banner, the headline first."""
    return " ".join(slots.all_words.values())


def main_script(words: str) -> str:
    """The name of the script that most letters are of, the first of equals; Latin where there are
    no letters.
    """
    counts: dict[str, int] = {}
    for character in "" if words.isascii() else words:
        script = script_of(ord(character)) if character.isalpha() else None
        if script is not None:
            counts[script] = counts.get(script, 0) + 1
    found = max(counts, key=lambda script: counts[script], default="Latn")
    return SCRIPT_NAMES.get(found, found)


def fills_gaps(scripts: Sequence[str], script: str) -> bool:
    """True for a font made for other scripts than this one. ``scripts`` are what it has, most
    characters first.

    >>> fills_gaps(["Latin", "Tamil"], "Latin"), fills_gaps(["Latin", "Tamil"], "Tamil")
    (True, False)
    >>> fills_gaps(["Latin", "Cyrillic", "Greek", "Devanagari"], "Latin")
    False
    """
    others = set(scripts) - _EUROPEAN
    if not others or script in others:
        return False
    # A font for general use has Greek or Cyrillic too, and more of them than of any script that it
    # adds.
    return scripts[0] not in _EUROPEAN or not {"Greek", "Cyrillic"}.intersection(scripts)


def arrange(
    found: Resolved, rows: Iterable[FontRow], words: str
) -> tuple[list[FontRow], FontSummary | None, FontSummary | None]:
    """The fonts in the order of trying, and those of the headline and of the body, for these words.

    The nearest font of a role wins, as ever. Only one that was added for no role and made for
    another script than the words' steps behind the nearest brand font that has their script; naming
    its role makes it a choice that stands.
    """
    by_id = {row.public_id: row for row in rows}
    fonts = [font for font in found.fonts if font.font_id in by_id]
    ordered = [by_id[font.font_id] for font in fonts]
    script = main_script(words)
    scripts: dict[str, list[str]] = {row.public_id: json.loads(row.scripts) for row in ordered}
    behind = {
        font.font_id
        for font in fonts
        if font.role == "any" and fills_gaps(scripts[font.font_id], script)
    }
    able = [
        font for font in fonts if font.font_id not in behind and script in scripts[font.font_id]
    ]
    if not behind or not able:
        return ordered, found.headline_font, found.body_font

    def lead(font: FontSummary | None, role: Literal["headline", "body"]) -> FontSummary | None:
        if font is None or font.font_id not in behind:
            return font
        return min(
            able, key=lambda f: (f.role not in (role, "any"), -f.folder.count("/"), f.role != role)
        )

    headline, body = lead(found.headline_font, "headline"), lead(found.body_font, "body")
    playing = [font.font_id for font in (headline, body) if font is not None]

    def place(row: FontRow) -> int:
        if row.public_id in playing:
            return playing.index(row.public_id)
        return len(playing) + (row.public_id in behind)

    return sorted(ordered, key=place), headline, body


def borrowed(words: str, fonts: FontStack, brand: Sequence[FontRow]) -> list[str]:
    """A sentence for every script of which the words have letters that no font of the brand has.

    ``brand`` are the folder's fonts, the leading one first. Emoji, signs and digits are no letters.
    """
    if not brand:
        return []
    own = {(row.sha256, row.face_index) for row in brand}
    lacking: dict[tuple[str, str], list[str]] = {}
    for start, end in pairwise(graphemes(words)):
        cluster = words[start:end]
        script = script_of(ord(cluster[0])) if cluster[0].isalpha() else None
        spec = None if script is None or is_emoji(cluster) else fonts.spec_for(cluster)
        if script is not None and spec is not None and (spec.sha256, spec.index) not in own:
            lacking.setdefault((SCRIPT_NAMES.get(script, script), spec.family), []).append(cluster)
    known = {script for row in brand for script in json.loads(row.scripts)}
    said = []
    for (script, family), clusters in lacking.items():
        if script in known:
            few = ", ".join(dict.fromkeys(clusters[:_NAMED]))
            said.append(f"{brand[0].family} does not have {few}, set in {family} instead.")
        else:
            said.append(
                f"{brand[0].family} has no {script} letters; those words are set in {family}."
            )
    return said
