"""What typesetting asks about characters beyond ``unicodedata``: script, emoji, invisibility,
brackets.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import uharfbuzz as hb  # type: ignore[import-untyped]

VS15, VS16, ZWJ, KEYCAP = 0xFE0E, 0xFE0F, 0x200D, 0x20E3

# Emoji_Presentation=Yes, from emoji-data.txt of Unicode 15.0; later emoji lie in the blocks of
# _PICTOGRAPHS.
_EMOJI_PRESENTATION = (
    "231A-231B 23E9-23EC 23F0 23F3 25FD-25FE 2614-2615 2648-2653 267F 2693 26A1 26AA-26AB 26BD-26BE 26C4-26C5 26CE "
    "26D4 26EA 26F2-26F3 26F5 26FA 26FD 2705 270A-270B 2728 274C 274E 2753-2755 2757 2795-2797 27B0 27BF 2B1B-2B1C "
    "2B50 2B55 1F004 1F0CF 1F18E 1F191-1F19A 1F1E6-1F1FF 1F201 1F21A 1F22F 1F232-1F236 1F238-1F23A 1F250-1F251 "
    "1F300-1F320 1F32D-1F335 1F337-1F37C 1F37E-1F393 1F3A0-1F3CA 1F3CF-1F3D3 1F3E0-1F3F0 1F3F4 1F3F8-1F43E 1F440 "
    "1F442-1F4FC 1F4FF-1F53D 1F54B-1F54E 1F550-1F567 1F57A 1F595-1F596 1F5A4 1F5FB-1F64F 1F680-1F6C5 1F6CC "
    "1F6D0-1F6D2 1F6D5-1F6D7 1F6DC-1F6DF 1F6EB-1F6EC 1F6F4-1F6FC 1F7E0-1F7EB 1F7F0 1F90C-1F93A 1F93C-1F945 "
    "1F947-1F9FF 1FA70-1FAFF"
)

# Default_Ignorable_Code_Point (DerivedCoreProperties.txt): they shape the text and need no glyph of
# their own.
_IGNORABLE = (
    "00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFF8 "
    "1BCA0-1BCA3 1D173-1D17A E0000-E0FFF"
)


def _ranges(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (part.partition("-") for part in text.split())
    return tuple((int(first, 16), int(last or first, 16)) for first, _, last in pairs)


_EMOJI = frozenset(
    cp for first, last in _ranges(_EMOJI_PRESENTATION) for cp in range(first, last + 1)
)
_IGNORABLE_RANGES = _ranges(_IGNORABLE)

# : Names for people of the scripts that a message is likely to speak of; others are named by their
# ISO 15924 code.
SCRIPT_NAMES = {
    "Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Bopo": "Bopomofo", "Cher": "Cherokee",
    "Cyrl": "Cyrillic", "Deva": "Devanagari", "Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek",
    "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul", "Hani": "Han", "Hebr": "Hebrew", "Hira": "Hiragana",
    "Kana": "Katakana", "Khmr": "Khmer", "Knda": "Kannada", "Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam",
    "Mong": "Mongolian", "Mymr": "Myanmar", "Orya": "Odia", "Sinh": "Sinhala", "Syrc": "Syriac", "Taml": "Tamil",
    "Telu": "Telugu", "Thaa": "Thaana", "Thai": "Thai", "Tibt": "Tibetan", "Zsye": "Emoji", "Zyyy": "symbols",
    "Adlm": "Adlam", "Bali": "Balinese", "Brai": "Braille", "Cakm": "Chakma", "Cans": "Canadian Aboriginal",
    "Copt": "Coptic", "Egyp": "Egyptian Hieroglyphs", "Goth": "Gothic", "Java": "Javanese", "Linb": "Linear B",
    "Mtei": "Meetei Mayek", "Nkoo": "NKo", "Ogam": "Ogham", "Olck": "Ol Chiki", "Runr": "Runic", "Sund": "Sundanese",
    "Tfng": "Tifinagh", "Vaii": "Vai", "Xsux": "Cuneiform", "Yiii": "Yi",
}  # fmt: skip


@lru_cache(maxsize=8192)
def script_of(codepoint: int) -> str | None:
    """The ISO 15924 code of the character's script; None for what takes its neighbour's (Common,
    Inherited).
    """
    buffer = hb.Buffer()
    buffer.add_codepoints([codepoint])
    buffer.guess_segment_properties()
    script: str | None = buffer.script
    return script


def is_ignorable(codepoint: int) -> bool:
    """True for characters that are drawn by their effect on others (joiners, selectors, direction
    marks).
    """
    return any(first <= codepoint <= last for first, last in _IGNORABLE_RANGES)


@lru_cache(maxsize=8192)
def needs_glyph(codepoint: int) -> bool:
    """True if a font must have the character: HarfBuzz makes spaces from the font's own space."""
    return not is_ignorable(codepoint) and unicodedata.category(chr(codepoint)) not in {
        "Zs",
        "Zl",
        "Zp",
        "Cc",
    }


@lru_cache(maxsize=8192)
def is_emoji(cluster: str) -> bool:
    """True if a grapheme cluster asks for a colour picture (UTS 51: presentation, selectors,
    sequences).
    """
    codepoints = [ord(character) for character in cluster]
    if VS15 in codepoints:
        return False
    if VS16 in codepoints or KEYCAP in codepoints:
        return True
    return any(cp in _EMOJI or 0x1F3FB <= cp <= 0x1F3FF for cp in codepoints)
