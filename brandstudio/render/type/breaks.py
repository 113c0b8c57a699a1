"""Where a line may end: UAX #14 through ICU, phrases for Japanese and Chinese, hyphens only when
nothing else helps.

All offsets count code points. Every opportunity carries a tier: 0 is a good place, 1 is permitted
and used only when a stretch between good places does not fit (inside a Japanese phrase or a Korean
word, at a soft hyphen), 2 is the last resort inside a word (``emergency_breaks``). Its ``cost``
says how much a balanced paragraph should avoid it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from icu4py.breakers import CharacterBreaker, LineBreaker, WordBreaker

from .binding_words import joins, leads, told_by, trails
from .characters import script_of

NEWLINES = frozenset("\n\r\v\f\x85\u2028\u2029")
SOFT_HYPHEN = "\u00ad"
_KANA = frozenset({"Hira", "Kana"})
_PHRASED = {"ja": "japanese", "zh-Hans": "simplified_chinese", "zh-Hant": "traditional_chinese"}
_TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo", "yue")
_AFTER_PUNCTUATION = frozenset(",;:.!?…—–·•|、。，；：！？،؛؟।")
_SIGNS = frozenset("-+±−–—\u2010\u2011")
_SIGNED_AFTER = frozenset("([{„“\"'«‹:€$£¥")
_JOINED = frozenset("-/\\_@.&=?\u2010")
#: The hyphens among them, and the letters of a part of a compound that no line ends or begins with alone.
_HYPHENS, _PART = frozenset("-\u2010"), 5
_LETTERS_BEFORE, _LETTERS_AFTER = re.compile(r"[^\W\d_]+\Z"), re.compile(r"[^\W\d_]+")
# : Letters that begin a syllable together; German, English and the Romance languages share most of
# them.
_ONSETS = (
    "schl", "schm", "schn", "schr", "schw", "sch", "chr", "phr", "thr", "ch", "ck", "ph", "sh", "th", "bl", "br", "cl",
    "cr", "dr", "fl", "fr", "gl", "gr", "kl", "kr", "pfl", "pl", "pr", "qu", "tr",
)  # fmt: skip
# : A compound's joint: the endings after which German puts a linking s (Versicherung-s-nehmer), and
# one element that : patterns part wrongly before a vowel (Rindfleisch-etikett).
_LINKED = re.compile(
    r"(?:ung|heit|keit|schaft|fahrt|ion|tät|ling|tum)s(?=\w{3})|fleisch(?=e[^nsr]\w)"
)
# : What points at the next word in Chinese and Japanese, so that no line ends with it: this, that,
# every, the n-th.
_POINTING = frozenset("本这那每各该此某两几第這該兩幾")
_POINTING_KANA = ("この", "その", "あの", "どの")
#: What it costs to part two words that belong together.
_CLINGS = 5.0
#: And a conjunction from what it joins on.
_JOINS = 3.0
#: And so much more where another such word stands before the first of them.
_CLUNG = 1.5
#: And a short one in a language whose typographers let none stand at a line's end.
_HANGS = 14.0
_STRICT = frozenset({"ar", "ru", "uk", "be", "bg", "sr", "pl", "cs", "sk"})
_SHORT = 2
#: A few words in quotation marks are read as one: what parting them costs.
_UNQUOTED = 20.0
_QUOTED = re.compile(r"[“„«»\"‘‚「『](?:[^\s“”„«»\"’」』]+\s){1,2}[^\s“”„«»\"’」』]+[”“»«\"’」』]")
#: And as many characters in scripts without spaces.
_QUOTED_SHORT = re.compile(r"「[^「」\s]{2,9}」|『[^『』\s]{2,9}』")
_VOWELS = frozenset("aeiouyæøœаеёиоуыэюяіїєαεηιουω")


@dataclass(frozen=True, slots=True)
class Break:
    """A line may end before ``offset``; ``hyphen`` means that a hyphen is then shown."""

    offset: int
    tier: int = 0
    cost: float = 0.0
    hyphen: bool = False


def uax14(text: str, language: str = "") -> list[int]:
    """The offsets before which a line may or must end, the end of the text included (UAX #14, ICU's
    tailoring).

    ICU breaks Thai, Lao, Khmer and Burmese by dictionary. ``language`` is BCP 47, with ICU keywords
    if need be.
    """
    offsets, at = [], 0
    for segment in LineBreaker(text, language or "und"):
        at += len(segment)
        offsets.append(at)
    return offsets


@lru_cache(maxsize=1024)
def graphemes(text: str) -> tuple[int, ...]:
    """The start of every extended grapheme cluster, and the end of the text (UAX #29)."""
    if text.isascii() and "\r" not in text:
        return tuple(range(len(text) + 1))
    offsets, at = [0], 0
    for cluster in CharacterBreaker(text, "und"):
        at += len(cluster)
        offsets.append(at)
    return tuple(offsets)


def hard_lines(text: str) -> list[tuple[int, int]]:
    """Start and end of each line that the writer asked for, without its newline; CRLF is one
    newline.
    """
    lines, start, i = [], 0, 0
    while i < len(text):
        if text[i] in NEWLINES:
            lines.append((start, i))
            i += 2 if text[i : i + 2] == "\r\n" else 1
            start = i
        else:
            i += 1
    lines.append((start, len(text)))
    return lines


def guess_language(text: str) -> str:
    """A language for what the characters alone can tell: ``ja``, ``ko``, ``zh`` and so on, ``""``
    if they can't.
    """
    scripts = {script_of(ord(c)) for c in text if not c.isascii()}
    if scripts & _KANA:
        return "ja"
    for script, language in _BY_SCRIPT:
        if script in scripts:
            return language
    return ""


_BY_SCRIPT = (
    ("Hang", "ko"), ("Hani", "zh-Hans"), ("Arab", "ar"), ("Hebr", "he"), ("Thai", "th"), ("Deva", "hi"),
    ("Khmr", "km"), ("Laoo", "lo"), ("Mymr", "my"),
)  # fmt: skip


@lru_cache(maxsize=512)
def line_breaks(text: str, language: str = "") -> tuple[Break, ...]:
    """Break opportunities inside one hard line (no newlines), in order; the two ends are not among
    them.
    """
    language = language or guess_language(text)
    bound = language or told_by(text)
    # UAX #14 would part a letter from an emoji modifier after it; what a reader sees as one is kept
    # as one.
    whole = set(graphemes(text))
    allowed = [
        offset
        for offset in uax14(text, _icu_locale(language))
        if 0 < offset < len(text) and offset in whole and not _signed(text, offset)
    ]
    if not allowed:
        return ()
    phrases = _phrase_ends(text, language)
    return tuple(
        _judge(text, offset, phrases, bound)
        for offset in allowed
        if phrases is None or not _in_katakana(text, offset)
    )


def _icu_locale(language: str) -> str:
    base = language.partition("-")[0].lower()
    return f"{base}@lb=strict" if base in {"ja", "zh", "ko"} else base


def _phrase_ends(text: str, language: str) -> frozenset[int] | None:
    """Ends of phrases where BudouX knows the language, else None."""
    lowered = language.lower()
    if lowered.startswith("ja"):
        name = "ja"
    elif lowered.startswith(_TRADITIONAL):
        name = "zh-Hant"
    elif lowered.startswith("zh"):
        name = "zh-Hans"
    else:
        return None
    ends = frozenset(accumulate(len(phrase) for phrase in _parser(name).parse(text)))
    if name == "ja":
        return ends
    # The Chinese models now and then cut a word; the dictionary has the last say.
    return ends & frozenset(accumulate(len(word) for word in WordBreaker(text, "zh")))


@lru_cache(maxsize=3)
def _parser(name: str) -> Any:
    import budoux

    return getattr(budoux, f"load_default_{_PHRASED[name]}_parser")()


def _in_quotes(text: str, offset: int) -> bool:
    """True inside two or three words in quotation marks that are a part of the text."""
    found = (m.span() for m in _QUOTED.finditer(text) if len(m[0]) < len(text.strip()))
    return any(start < offset < end for start, end in found)


def _judge(text: str, offset: int, phrases: frozenset[int] | None, language: str) -> Break:
    before, after = text[offset - 1], text[offset]
    if before == SOFT_HYPHEN:
        return Break(offset, tier=1, cost=4.0, hyphen=True)
    if before.isspace() or before == "\u200b":
        if _priced(text, offset) or _lone_sign(text, offset):
            return Break(
                offset, tier=1, cost=9.0
            )  # an emoji or a dash belongs to the word before it, € to its number
        cost = _cost_after_word(text, offset, language)
        return Break(offset, cost=max(cost, _UNQUOTED) if _in_quotes(text, offset) else cost)
    scripts = (script_of(ord(before)), script_of(ord(after)))
    if "Hang" in scripts and before not in _AFTER_PUNCTUATION:
        return Break(offset, tier=1, cost=4.0)  # Korean headlines keep words whole
    if phrases is not None:
        if before in _POINTING or text.endswith(_POINTING_KANA, 0, offset):
            return Break(offset, tier=1, cost=5.0)
        if scripts == ("Hira", "Kana") and before not in "おご":
            return Break(offset, cost=1.0)  # a borrowed word begins
        if offset in phrases and any(
            m.start() < offset < m.end() for m in _QUOTED_SHORT.finditer(text)
        ):
            return Break(offset, cost=_UNQUOTED)
        if offset in phrases or before in _AFTER_PUNCTUATION:
            return Break(offset, cost=-1.5 if before in _AFTER_PUNCTUATION else 0.0)
        return Break(offset, tier=1, cost=4.0)
    if before in _JOINED:
        if before in _HYPHENS and _is_short_part(text, offset):
            return Break(offset, tier=1, cost=5.0)  # e-mail, follow-up, well-made are one word
        return Break(offset, cost=3.0)
    return Break(offset, cost=0.5)


def _is_short_part(text: str, offset: int) -> bool:
    """True of a hyphen with so few letters before or after it that either part alone says nothing."""
    parts = (_LETTERS_BEFORE.search(text, 0, offset - 1), _LETTERS_AFTER.match(text, offset))
    return all(parts) and any(part is not None and len(part[0]) <= _PART for part in parts)


def _in_katakana(text: str, offset: int) -> bool:
    """True inside a borrowed word: cut there it can't be read, so that is a last resort like any
    other word's inside.
    """
    return all(c == "\u30fc" or script_of(ord(c)) == "Kana" for c in text[offset - 1 : offset + 1])


def _lone_sign(text: str, offset: int) -> bool:
    following = text[offset : offset + 24].split()
    return (
        bool(following)
        and not any(c.isalnum() for c in following[0])
        and not (len(following) > 1 and _is_currency(following[0]) and following[1][0].isdecimal())
        and bool(text[:offset].strip())
    )


def _signed(text: str, offset: int) -> bool:
    """True between a sign and its number (–28 %, +5): a dash that follows no word is a minus, which
    UAX #14 tells of the hyphen alone.
    """
    sign, number = text[offset - 1], text[offset]
    before = text[offset - 2] if offset > 1 else " "
    return sign in _SIGNS and number.isdecimal() and (before.isspace() or before in _SIGNED_AFTER)


def _priced(text: str, offset: int) -> bool:
    """True between a currency and the number after it (€ 5)."""
    before = text[:offset].rstrip()
    return before != "" and _is_currency(before[-1]) and text[offset].isdecimal()


def _is_currency(sign: str) -> bool:
    return all(unicodedata.category(character) == "Sc" for character in sign)


def _cost_after_word(text: str, offset: int, language: str) -> float:
    """What it costs to end a line after the word before ``offset``: numbers, articles and the like
    cling to what follows, where a language is not known every short word; some words cling to what
    is before them.
    """
    stripped = text[:offset].rstrip()
    if not stripped:
        return 3.0
    if stripped[-1] in _AFTER_PUNCTUATION:
        return -2.0
    word = stripped[max(0, len(stripped) - 12) :].split()[-1]
    following = text[offset : offset + 12].split()
    if word[-1].isdigit() and following and len(following[0].rstrip(".,;:!?")) <= 3:
        return 4.0  # 20 km, 5 Mio.
    if word[-1].isdigit() and following and following[0][0].isalpha():
        return 3.0  # 50 Kilometer
    if following and trails(following[0], language):
        return _CLINGS
    leading = leads(word, language)
    if leading and len(word) <= _SHORT and language.split("-")[0] in _STRICT:
        return _HANGS
    if leading is None:
        leading = len(word) <= 3 and word.isalpha() and word.isascii()
        return 1.5 if leading else 0.0
    if not leading:
        return 0.0
    if joins(word, language):
        return _JOINS
    # After "and a" a line ends worse than after "and".
    bare = stripped[: -len(word)].split()[-1:]
    return _CLINGS + _CLUNG * any(leads(one, language) for one in bare)


def emergency_breaks(text: str, start: int, end: int, language: str = "") -> list[Break]:
    """Breaks inside ``text[start:end]``, a stretch that fits no line whole: at syllables with a
    hyphen, a compound's joints before others, else anywhere between grapheme clusters.
    """
    bounds = [offset for offset in graphemes(text) if start < offset < end]
    hyphens = {start + offset for offset in hyphenation(text[start:end], language)}
    joints = {start + offset for offset in _joints(text[start:end].lower())} & hyphens
    return [
        Break(o, tier=2, cost=2.5 if o in joints else 6.0, hyphen=True)
        if o in hyphens
        else Break(o, tier=3, cost=12.0)
        for o in bounds
    ]


@lru_cache(maxsize=1024)
def hyphenation(word: str, language: str = "") -> tuple[int, ...]:
    """Places for a hyphen in a word of an alphabet with vowels (Latin, Greek, Cyrillic).

    By the patterns of the language where there are some, else by syllable shape; at least three
    letters stay on either side, and of two places beside a compound's joint the joint is meant. It
    serves a word that would otherwise leave the picture.
    """
    by_shape = _syllables(word)
    patterns = _patterns(language) if by_shape else None
    if patterns is None:
        return by_shape
    joints = _joints(word.lower()) if language.lower().startswith("de") else []
    letters = [*re.finditer(r"[^\W\d_]+", word)]
    found = {part.start() + at for part in letters for at in patterns.positions(part.group())}
    # Of two places a letter apart the later: the patterns know a linking s from either side.
    parted = {
        i
        for i in found
        if i + 1 not in found and not any(0 < abs(i - joint) <= 3 for joint in joints)
    }
    parted |= set(joints)
    inside = {i for part in letters for i in range(part.start() + 3, part.end() - 2)}
    return tuple(sorted(parted & inside))


@lru_cache(maxsize=16)
def _patterns(language: str) -> Any:
    """LibreOffice's hyphenation patterns of a language, or None where there are none."""
    import pyphen  # type: ignore[import-untyped]

    known = pyphen.language_fallback(language.replace("-", "_")) if language else None
    return pyphen.Pyphen(lang=known, left=3, right=3) if known is not None else None


def _syllables(word: str) -> tuple[int, ...]:
    """Places for a hyphen by syllable shape.

    A syllable takes one consonant with it, or those that begin a word together
    (``ver-öf-fent-li-chung``, ``dampf-schiff``), and a German linking s stays with what it links
    (``rungs-über``).
    """
    letters = unicodedata.normalize("NFC", word).lower()
    if len(letters) != len(word) or not all(
        script_of(ord(c)) in {"Latn", "Grek", "Cyrl", None} for c in word
    ):
        return ()
    vowel = [_is_vowel(c) for c in letters]
    joints = _joints(letters)
    out = set(joints)
    for i in range(1, len(letters)):
        if not vowel[i] or vowel[i - 1]:
            continue
        cluster = i  # where the consonants before this vowel begin
        while cluster and letters[cluster - 1].isalpha() and not vowel[cluster - 1]:
            cluster -= 1
        if not cluster or not vowel[cluster - 1]:
            continue
        before = letters[cluster:i]
        onset = next((o for o in _ONSETS if before.endswith(o)), before[-1])
        at = i - len(onset)
        if not any(abs(at - joint) <= 2 for joint in joints):
            out.add(at)
    words = [i for i in sorted(out) if all(c.isalpha() for c in letters[max(i - 3, 0) : i + 3])]
    return tuple(
        i for i in words if 3 <= i <= len(letters) - 3 and any(vowel[:i]) and any(vowel[i:])
    )


def _joints(letters: str) -> list[int]:
    return [found.end() for found in _LINKED.finditer(letters)]


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[0] in _VOWELS
