"""The language that a banner's words are set in: line ends, hyphens, capitals and the shapes of Han
characters depend on it.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from ..models.designs import Slots
from ..models.style import Voice
from ..render.type.characters import script_of

#: Slots whose words don't tell the banner's language.
_APART: Final = ("button_text", "author_role", "author_name")
#: What languages are written in, where it is not Latin.
_SCRIPTS: Final = {
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "kk", "ky", "mn", "tg"), "Cyrl"),
    **dict.fromkeys(("ar", "fa", "ur", "ps"), "Arab"),
    **dict.fromkeys(("hi", "mr", "ne", "sa"), "Deva"),
    **dict.fromkeys(("he", "yi"), "Hebr"),
    "el": "Grek", "hy": "Armn", "ka": "Geor", "th": "Thai", "lo": "Laoo", "km": "Khmr", "my": "Mymr",
    "bn": "Beng", "gu": "Gujr", "pa": "Guru", "ta": "Taml", "te": "Telu", "kn": "Knda", "ml": "Mlym",
    "si": "Sinh", "am": "Ethi", "ja": "Hira", "ko": "Hang", "zh": "Hani",
}  # fmt: skip
#: Languages that are written in two alphabets.
_IN_TWO: Final = frozenset(("sr", "bs", "az", "uz"))


def language_of(slots: Slots, voice: Voice | None = None) -> str | None:
    """The language that the words are set in: what the slots say, else the folder's voice, as far as
    it is written in the characters that are there; else what Han characters tell by their company.
    """
    said = slots.all_words.items()
    words = " ".join(words for name, words in said if name not in _APART)
    seen = _of_han(words)
    for told in (slots.language, voice.language if voice else None):
        if told is not None and _writes(told, words, seen):
            return seen if seen and told.lower() == "zh" else told
    return seen


def _writes(language: str, words: str, seen: str | None) -> bool:
    """True if a language may be that of the words, of which Han characters tell ``seen``."""
    base = language.partition("-")[0].lower()
    if seen is not None:
        return base == seen.partition("-")[0] or (seen.startswith("zh") and base in ("ja", "ko"))
    scripts = {script_of(ord(c)) for c in words if c.isalpha()} - {None}
    return base in _IN_TWO or not scripts or _SCRIPTS.get(base, "Latn") in scripts


def _of_han(words: str) -> str | None:
    """The language of Han characters by their company: kana is Japanese, hangul Korean, neither
    Chinese.

    Chinese is traditional where more of the characters are found in Taiwan's standard alone than in
    the mainland's alone.
    """
    if words.isascii():
        return None
    names = {unicodedata.name(character, "").partition(" ")[0] for character in words}
    if names & {"HIRAGANA", "KATAKANA"}:
        return "ja"
    if "HANGUL" in names:
        return "ko"
    if "CJK" not in names:
        return None
    traditional = sum(_within(c, "big5") and not _within(c, "gb2312") for c in words)
    simplified = sum(_within(c, "gb2312") and not _within(c, "big5") for c in words)
    return "zh-Hant" if traditional > simplified else "zh-Hans"


def _within(character: str, standard: str) -> bool:
    """True for a Han character of a national character set."""
    if not unicodedata.name(character, "").startswith("CJK UNIFIED"):
        return False
    try:
        character.encode(standard)
    except UnicodeEncodeError:
        return False
    return True
