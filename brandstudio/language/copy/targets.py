"""Lengths as people say them: "50 words", "half", "under 280 characters", "a tweet"."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from ...errors import ValidationError
from ..segments import count_words, paragraphs, sentences

Unit = Literal["words", "characters", "sentences", "paragraphs"]

# : Limits of channels, the longest name first where one holds another; characters, as the channels
# publish them.
CHANNELS: tuple[tuple[str, Unit, int], ...] = (
    (r"linkedin headline|linkedin profile headline", "characters", 220),
    (r"linkedin (?:ad )?intro(?:ductory text)?|linkedin ad(?: text)?", "characters", 150),
    (r"linkedin comment", "characters", 1250),
    (r"linkedin", "characters", 3000),
    (r"instagram bio", "characters", 150),
    (r"instagram(?: caption| post)?", "characters", 2200),
    (r"facebook ad(?: text)?", "characters", 125),
    (r"facebook(?: post)?", "characters", 63206),
    (r"threads(?: post)?", "characters", 500),
    (r"bluesky(?: post)?", "characters", 300),
    (r"mastodon(?: post)?|toot", "characters", 500),
    (r"tiktok(?: caption)?", "characters", 2200),
    (r"pinterest(?: description| pin)?", "characters", 500),
    (r"youtube title", "characters", 100),
    (r"youtube(?: description)?", "characters", 5000),
    (r"tweet|twitter(?: post)?|x post|x\.com|^x$|\bon x\b|\bfor x\b", "characters", 280),
    (r"google ads? headline|ad headline|rsa headline", "characters", 30),
    (r"google ads? description|google ads?|ad description", "characters", 90),
    (r"meta description|seo description", "characters", 155),
    (r"meta title|seo title|page title|title tag", "characters", 60),
    (r"e-?mail subject(?: line)?|subject line|^subject$", "characters", 60),
    (r"pre-?header|preview text", "characters", 100),
    (r"push (?:notification )?title", "characters", 50),
    (r"push(?: notification)?(?: text| body)?", "characters", 150),
    (r"sms|text message", "characters", 160),
    (r"whatsapp(?: message)?", "characters", 1024),
    (r"app store subtitle", "characters", 30),
    (r"play store short description", "characters", 80),
    (r"banner headline", "characters", 140),
    (r"alt text", "characters", 125),
)

_UNITS: dict[str, Unit] = {
    "word": "words",
    "words": "words",
    "wörter": "words",
    "worte": "words",
    "mots": "words",
    "palabras": "words",
    "wort": "words",
    "mot": "words",
    "palabra": "words",
    "character": "characters",
    "characters": "characters",
    "chars": "characters",
    "char": "characters",
    "zeichen": "characters",
    "caractères": "characters",
    "caracteres": "characters",
    "letters": "characters",
    "sentence": "sentences",
    "sentences": "sentences",
    "satz": "sentences",
    "sätze": "sentences",
    "phrases": "sentences",
    "phrase": "sentences",
    "frases": "sentences",
    "frase": "sentences",
    "oraciones": "sentences",
    "line": "sentences",
    "lines": "sentences",
    "paragraph": "paragraphs",
    "paragraphs": "paragraphs",
    "absatz": "paragraphs",
    "absätze": "paragraphs",
    "paragraphes": "paragraphs",
    "paragraphe": "paragraphs",
    "párrafos": "paragraphs",
    "párrafo": "paragraphs",
}
_WORDED = {
    "a single": 1,
    "single": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "hundred": 100,
    "a hundred": 100,
    "an": 1,
    "a": 1,
    "ein": 1,
    "einen": 1,
    "eine": 1,
    "zwei": 2,
    "drei": 3,
    "un": 1,
    "une": 1,
    "deux": 2,
    "trois": 3,
    "una": 1,
    "dos": 2,
    "tres": 3,
    "couple of": 2,
    "few": 3,
}
_NUMBER = (
    r"(\d{1,3}(?:[,.\u00a0 ]\d{3})+|\d{1,7}|"
    + "|".join(sorted(_WORDED, key=len, reverse=True))
    + r")"
)
_UNIT = r"(" + "|".join(sorted(_UNITS, key=len, reverse=True)) + r")"
_BETWEEN = re.compile(
    rf"(?:between )?\b{_NUMBER}\s*(?:{_UNIT}\s*)?(?:and|to|-|\u2013|bis|à|a|y)\s*{_NUMBER}[\s-]*{_UNIT}?(?!\w)",
    re.IGNORECASE,
)
_PLAIN = re.compile(rf"\b{_NUMBER}[\s-]*{_UNIT}\b", re.IGNORECASE)
_BARE = re.compile(r"^\W*(\d{1,6})\W*$")
_UNDER = re.compile(
    r"\b(?:under|below|less than|fewer than|shorter than|unter|weniger als|moins de|menos de)\b|<(?!=)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|approx|circa|ca|some|etwa|ungefähr|environ|unos|unas)\b|~",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"\b(?:at least|no less than|minimum|min|more than|over|mindestens|au moins|al menos)\b|>",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(\d{1,4}(?:\.\d+)?)\s*(?:%|per ?cent|prozent|pour ?cent|por ciento)", re.IGNORECASE
)
_BY = re.compile(
    r"\bby\b|\bum\b|\bde(?:l)?\b|\ben un\b|shorter|kürzer|less|fewer|cut|reduce|shorten|trim|plus court|más corto",
    re.IGNORECASE,
)
_LONGER = re.compile(
    r"\b(?:longer|expand|twice|double|extend|lengthen|länger|plus long|más largo)\b", re.IGNORECASE
)
_SHORTER = re.compile(
    r"\b(?:shorter|shorten|condense|tighten|trim|brief(?:er)?|concise|cut(?: it)? down|kürzer|kürzen|plus "
    r"court\w*|raccourci\w*|más cort\w*|acorta\w*)\b",
    re.IGNORECASE,
)
_FRACTIONS = (
    (re.compile(r"\b(?:three[- ]quarters|3/4)\b", re.IGNORECASE), 0.75),
    (re.compile(r"\b(?:two[- ]thirds|2/3)\b", re.IGNORECASE), 2 / 3),
    (re.compile(r"\b(?:a third|one third|1/3)\b", re.IGNORECASE), 1 / 3),
    (re.compile(r"\b(?:a quarter|one quarter|1/4)\b", re.IGNORECASE), 0.25),
    (re.compile(r"\b(?:half|halve|1/2|hälfte|halb|moitié|mitad)\b", re.IGNORECASE), 0.5),
)

UNDERSTOOD = (
    "a number of words, characters, sentences or paragraphs (at most, under, about, between a and b), a share "
    "(half, 50 %, 20 % shorter), \u201cshorter\u201d, or a channel (tweet, LinkedIn post, Instagram "
    "caption, SMS, meta description, "
    "Google Ads headline, e-mail subject, push title)"
)


@dataclass(frozen=True, slots=True)
class Target:
    """A length: at most ``most`` and, where asked, at least ``least`` of ``unit``. ``longer`` wants
    more than there is.
    """

    unit: Unit
    most: int | None
    least: int | None = None
    channel: str | None = None
    longer: bool = False

    def said(self) -> str:
        """The target in words."""
        if self.most is None:
            return f"at least {counted(self.least or 0, self.unit)}"
        if self.least is not None:
            return f"{self.least} to {counted(self.most, self.unit)}"
        return f"at most {counted(self.most, self.unit)}"


def counted(number: int, unit: Unit) -> str:
    """``1 word``, ``2 words``."""
    return f"{number} {unit[:-1] if number == 1 else unit}"


def length(text: str, unit: Unit) -> int:
    """How long ``text`` is; characters are code points, words as ``segments.count_words``
    counts.
    """
    if unit == "words":
        return count_words(text)
    if unit == "characters":
        return len(text)
    return len(sentences(text)) if unit == "sentences" else len(paragraphs(text))


def parse(target: str, draft: str) -> Target:
    """The length that ``target`` asks for, of this draft. Raises ``errors.ValidationError`` when it
    names none.
    """
    said = " ".join(target[:400].split())
    found = _counted_abroad(said) or _counted(said) or _share(said, draft) or channel(said)
    if found is None and (bare := _BARE.match(said)):
        found = Target("words", int(bare.group(1)))
    if found is None and _LONGER.search(said):
        found = Target("words", None, count_words(draft) + 1, longer=True)
    if found is None and _SHORTER.search(said):
        found = Target("words", max(1, math.floor(count_words(draft) * 0.7)))
    if found is None:
        raise ValidationError.of(
            "target", f"no length in it; understood are {UNDERSTOOD}", value=target
        )
    if found.most is not None and found.most < 1:
        raise ValidationError.of("target", "the length must be at least 1", value=target)
    return found


def channel(said: str) -> Target | None:
    """The limit of the channel that is named, if any."""
    for pattern, unit, most in CHANNELS:
        match = re.search(
            rf"(?<![\w]){pattern}(?!\w)" if not pattern.endswith("$") else pattern,
            said,
            re.IGNORECASE,
        )
        if match:
            return Target(unit, most, channel=match.group().strip())
    return None


def _figure(word: str) -> int:
    return _WORDED.get(word.lower()) or int(re.sub(r"\D", "", word) or 0)


def _counted(said: str) -> Target | None:
    between = _BETWEEN.search(said)
    if between and (
        between.group(2) or between.group(4) or between.group().lower().startswith("between")
    ):
        low, high = sorted((_figure(between.group(1)), _figure(between.group(3))))
        word = (between.group(4) or between.group(2) or "words").lower()
        return Target(_UNITS[word], high, low)
    plain = _PLAIN.search(said)
    if not plain:
        return None
    number, unit = _figure(plain.group(1)), _UNITS[plain.group(2).lower()]
    before = said[: plain.start()]
    if _UNDER.search(before):
        return Target(unit, number - 1)
    if _LEAST.search(before):
        return Target(unit, None, number, longer=True)
    if _ABOUT.search(before):
        return Target(unit, number, math.ceil(number * 0.8))
    return Target(unit, number)


_UNITS_ABROAD: tuple[tuple[Unit, str], ...] = (
    (
        "characters",
        r"文字|字符|字元|字|글자|자|حرفا|حرفًا|حرف|أحرف|תווים|אותיות|अक्षर|वर्ण|ตัวอักษร|символ\w*|знак\w*",
    ),
    ("words", r"単語|단어|كلمة|كلمات|מילים|शब्द\w*|คำ|слов\w*"),
    ("sentences", r"文(?!字)|句|문장|جمل|משפטים|वाक्य\w*|ประโยค|предложени\w*"),
)
_ABROAD = tuple(
    (unit, re.compile(rf"(\d{{1,6}})\s*(?:{names})", re.IGNORECASE))
    for unit, names in _UNITS_ABROAD
)
_UNDER_ABROAD = re.compile(r"未満|未满|未滿|미만|أقل من|פחות מ|से कम|น้อยกว่า|менее|меньше")
_LEAST_ABROAD = re.compile(r"以上|이상|على الأقل|לפחות|कम से कम|อย่างน้อย|не менее|не меньше|минимум")


def _counted_abroad(said: str) -> Target | None:
    """A number of units as Japanese, Chinese, Korean, Arabic, Hebrew, Hindi, Thai and Russian say
    it: ``50文字以内``.
    """
    for unit, pattern in _ABROAD:
        if match := pattern.search(said):
            number = int(match.group(1))
            if _LEAST_ABROAD.search(said):
                return Target(unit, None, number, longer=True)
            return Target(unit, number - 1 if _UNDER_ABROAD.search(said) else number)
    return None


def _share(said: str, draft: str) -> Target | None:
    total = count_words(draft)
    unit: Unit = "characters" if re.search(r"(?i)charact|zeichen", said) or total < 2 else "words"
    total = length(draft, unit)
    percent = _PERCENT.search(said)
    share: float | None = None
    if percent:
        share = float(percent.group(1)) / 100
        if _BY.search(said) and not re.search(r"(?i)\bto\b|\bauf\b|\bof\b", said):
            share = 1 + share if _LONGER.search(said) else 1 - share
    else:
        share = next((value for pattern, value in _FRACTIONS if pattern.search(said)), None)
        if share is not None and re.search(r"(?i)\bby a (?:third|quarter)\b", said):
            share = 1 - share
    if share is None:
        return None
    if share > 1:
        return Target(unit, None, math.ceil(total * share), longer=True)
    return Target(unit, max(1, math.floor(total * share + 1e-9)))
