"""The few glyphs of a face that a text needs, as a font file of their own, for documents that carry
their fonts.

Axes are pinned to the instance that was set, layout tables are kept, so a shaper comes to the same
glyphs and advances.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import uharfbuzz as hb  # type: ignore[import-untyped]

from .apart import ApartFace
from .bounded import Bounded
from .faces import FontFace, Variations

#: OS/2 fsType bits: restricted licence, no subsetting, bitmaps only (OpenType 1.9, OS/2).
_FORBIDDEN = 0x0002 | 0x0100 | 0x0200
#: Pictures that are not drawn here, but that a browser might prefer to the outlines that are.
_OTHER_PICTURES = ("SVG ", "CBDT", "CBLC", "sbix", "EBDT", "EBLC", "EBSC")
#: A font may claim a closure of any size; what a banner's words need is far below this.
_MOST_BYTES = 4 << 20
# : Vowels that a shaper always takes apart (Thai and Lao sara am); Unicode calls it a compatibility
# decomposition.
_PARTED = {"\u0e33": "\u0e4d\u0e32", "\u0eb3": "\u0ecd\u0eb2"}
#: Copyright, names, trademark, licence and its address: who made the letters stays said.
_NAMES = (0, 1, 2, 3, 4, 5, 6, 7, 13, 14)


@dataclass(frozen=True, slots=True)
class Subset:
    """A font file (TrueType or OpenType) that holds the asked characters only."""

    data: bytes
    format: str
    """``truetype`` or ``opentype``, as CSS Fonts 4 calls it."""
    colour: int | None
    """The version of its colour glyphs (COLR 0 or 1); None for a face of outlines."""


_SUBSETS: Bounded[tuple[object, ...], Subset] = Bounded(
    16 << 20, lambda subset: len(subset.data) + 256
)


def may_embed(face: FontFace) -> bool:
    """False if the face's own licence bits forbid putting a part of it into a document."""
    return not face.embedding & _FORBIDDEN


def subset(
    face: FontFace, variations: Variations, text: str, features: frozenset[str] = frozenset()
) -> Subset | None:
    """The glyphs that any shaping of ``text`` can need, at these axis settings (other axes at their
    defaults), and with these features besides those that are always on.

    None where the face forbids it, where HarfBuzz can't take it apart, where the result would be
    over 4 MB, or where browsers would not set it as we do: they refuse a font without names, and
    take spaces that it lacks from another.
    """
    wanted = _closure(text) & face.coverage
    key = (face.key, variations, frozenset(wanted), features)
    held = _SUBSETS.get(key)
    if held is not None:
        return held
    if not may_embed(face) or (" " in text and 0x20 not in face.coverage):
        return None
    if isinstance(face, ApartFace):
        data = face.cut(variations, wanted, features)
    else:
        data = cut(face, variations, wanted, features)
    if data is None:
        return None
    colour = _colour_version(data) if face.is_colour else None
    return _SUBSETS.put(
        key, Subset(data, "opentype" if data[:4] == b"OTTO" else "truetype", colour)
    )


def cut(
    face: FontFace, variations: Variations, wanted: Iterable[int], features: Iterable[str]
) -> bytes | None:
    """The font file that holds these code points; None where there is none that can be used."""
    whole = face.font().face
    asked = hb.SubsetInput()
    # A copy of a CFF2 instance as CFF is read by more programs, at the same size.
    asked.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.DOWNGRADE_CFF2
    asked.unicode_set.update(sorted(wanted))
    asked.name_id_set.update(_NAMES)
    asked.layout_feature_tag_set.update(_tag(name) for name in features)
    asked.drop_table_tag_set.update(_tag(name) for name in _OTHER_PICTURES)
    set_to = dict(variations)
    if not all(
        asked.pin_axis_location(whole, a.tag, set_to.get(a.tag, a.default)) for a in face.axes
    ):
        return None
    try:
        data: bytes = hb.subset(whole, asked).blob.data
    except (RuntimeError, ValueError, MemoryError):
        return None
    usable = 0 < len(data) <= _MOST_BYTES and len(hb.Face(data).reference_table("name").data) > 0
    return data if usable else None


def _tag(name: str) -> int:
    return int.from_bytes(name.encode("ascii"), "big")


def _colour_version(data: bytes) -> int:
    """The version that its table of colour glyphs says, found without opening the font: it may be
    of somebody else's.
    """
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        if data[at : at + 4] == b"COLR":
            start = int.from_bytes(data[at + 8 : at + 12], "big")
            return 1 if data[start : start + 2] == b"\0\1" else 0
    return 0


def _closure(text: str) -> set[int]:
    """The text's code points and those that a shaper may put in their place: composed, decomposed,
    substitutes.
    """
    found: set[str] = {" "}
    waiting = {*text, *unicodedata.normalize("NFC", text), *unicodedata.normalize("NFD", text)}
    while waiting:
        character = waiting.pop()
        if character in found:
            continue
        found.add(character)
        waiting.update(_PARTED.get(character, ""))
        steps = unicodedata.decomposition(character)
        if steps and not steps.startswith("<"):
            waiting.update(chr(int(step, 16)) for step in steps.split())
    if "\u2011" in found:
        found.add("\u2010")
    if any(unicodedata.category(c).startswith("M") for c in found):
        found.add("\u25cc")  # what a mark without a letter stands on
    return {ord(c) for c in found}
