"""Rules that people write as sentences, read into checks that a machine can run.

``check_from("copy", 'Never say "cheap"')`` gives the check; None when the sentence is one for
people only, which is fine: it is still shown, and sent to a provider with the others. Only clear
forms are read; a guess would enforce what nobody said.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..domain.rules import ARROW
from ..models.rules import RuleCheck, RuleKind

_QUOTED = re.compile(
    r"[\"\u201c\u201d\u201e\u00ab\u00bb]([^\"\u201c\u201d\u201e\u00ab\u00bb]{1,"
    r"120})[\"\u201c\u201d\u201e\u00ab\u00bb]|(?<!\w)['\u2018\u201a]([^'\u2018\u2019\u201a]{1,"
    r"120})['\u2019\u2018](?!\w)"
)
_NUMBER_WORDS = {
    "no": 0,
    "zero": 0,
    "one": 1,
    "a": 1,
    "single": 1,
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
    "twenty-five": 25,
    "thirty": 30,
}
_NUMBER = (
    r"(\d{1,6}(?:[.,]\d{1,3})?|" + "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True)) + r")"
)
_MOST = (
    r"(?:at most|no more than|not more than|max(?:imum)?(?: of)?|up to|under|below|less than|fewer than"
    r"|within|shorter than"
    r"|limit(?:ed)? to|h\u00f6chstens|maximal)"
)
_LEAST = (
    r"(?:at least|no less than|not less than|min(?:imum)?(?: of)?|over|above|more than|mindestens)"
)
_STRICT = ("under", "below", "less than", "fewer than", "shorter than")

_VARIANTS = {
    "british": "en-GB",
    "uk": "en-GB",
    "en-gb": "en-GB",
    "american": "en-US",
    "us": "en-US",
    "en-us": "en-US",
    "canadian": "en-CA",
    "en-ca": "en-CA",
    "australian": "en-AU",
    "en-au": "en-AU",
    "indian": "en-IN",
    "en-in": "en-IN",
}


def check_from(kind: RuleKind, text: str) -> RuleCheck | None:
    """The check that a rule's sentence asks for, or None."""
    sentence = " ".join(text[:500].split()).strip()
    readers = (
        _COPY
        if kind == "copy"
        else _LOGO
        if kind == "logo"
        else _LAYOUT
        if kind == "layout"
        else _IMAGE
    )
    for reader in readers:
        check = reader(sentence)
        if check is not None:
            return check
    return None


def _terms(text: str) -> list[str]:
    """The words that a part of a sentence names: all quoted ones, else what commas, "or" and "and"
    part.
    """
    quoted = [(m.group(1) or m.group(2)).strip().rstrip(",.") for m in _QUOTED.finditer(text)]
    if quoted:
        return [term for term in quoted if term]
    text = re.sub(
        r"^(?:the )?(?:words?|terms?|phrases?|names?|expressions?)\s+",
        "",
        text.strip(" .;:!"),
        flags=re.IGNORECASE,
    )
    parts = re.split(r"\s*[,;]\s*(?:or |and |nor )?|\s+(?:or|nor|and|oder|und)\s+|\s*/\s*", text)
    return [part.strip(" .") for part in parts if part.strip(" .")]


def _short(terms: list[str], most: int = 4) -> bool:
    return bool(terms) and all(len(term.split()) <= most for term in terms)


def _check(measure: str, op: str, value: object) -> RuleCheck:
    return RuleCheck.model_validate({"measure": measure, "op": op, "value": value})


_NEVER = re.compile(
    r"^(?:please )?(?:we )?(?:(?:never|don['\u2019]?t|do not|must not|may not|avoid|stop)\s+(?:ever )?"
    r"(?:say(?:ing)?|us(?:e|ing)|writ(?:e|ing)|mention(?:ing)?|call(?:ing)? (?:it|us|them|anything))?\s*"
    r"|ban(?:ned)?:?\s+|no use of\s+"
    r"|(?:sag|schreib|verwende|benutze)\w*\s+(?:nie(?:mals)?|nicht)\s+|nie(?:mals)?\s+(?:sagen|schreiben"
    r"|verwenden)?:?\s*)(.+)$",
    re.IGNORECASE,
)
_INSTEAD = (
    re.compile(
        r"^(?:please )?(?:always )?(?:we )?(?:say|use|write|prefer|choose|call (?:it|them)|sag\w*"
        r"|schreib\w*)\s+(.{1,200}?),?\s+(?:instead of|rather than|in place of|over|not|never|and not"
        r"|statt|anstatt|anstelle von)\s+(.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:please )?(?:replace|swap|change)\s+(.{1,200}?)\s+(?:with|by|for|to)\s+(.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:instead of|rather than)\s+(.{1,200}?),?\s+(?:say|use|write|prefer)\s+(.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:don['\u2019]t|do not|never) (?:say|use|write)\s+(.{1,200}?)[,;:.\u2013\u2014-]*\s+(?:but|say"
        r"|use|write|prefer)(?: (?:say|use|write))?\s+(.+)$",
        re.IGNORECASE,
    ),
    re.compile(r"^(.{1,100}?),\s*(?:not|never)\s+(.{1,100})$", re.IGNORECASE),
)
_ALLOWED = re.compile(
    r"^(?:it(?:['\u2019]s| is) (?:fine|ok|okay|allowed) to (?:say|use|write)|(?:we|you) (?:may|can) (?:say"
    r"|use|write)|allow(?:ed)?:?(?: the words?)?)\s+(.+?)(?:\s+here)?\.?$",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"^(?:our )?(?:product|brand|company) names?(?: (?:are|is))?:?\s+(.+)$|^(?:always )?(?:write|spell"
    r"|capitali[sz]e)\s+(.+?)(?:\s+(?:exactly )?(?:like this|so|this way|as (?:is|written)))?\.?$",
    re.IGNORECASE,
)


def _instead(sentence: str) -> RuleCheck | None:
    for number, form in enumerate(_INSTEAD):
        match = form.match(sentence)
        if not match:
            continue
        first, second = _terms(match.group(1)), _terms(match.group(2))
        if not (_short(first) and _short(second)):
            continue
        # "Write A, not B" has the wanted word first; "replace A with B" and "instead of A, say B"
        # have it last.
        wanted, unwanted = (second, first) if number in (1, 2, 3) else (first, second)
        if number == 4 and not (_QUOTED.search(sentence) or wanted[0][:1].isupper()):
            continue
        if len(wanted) == 1 or len(wanted) == len(unwanted):
            pairs = zip(
                unwanted, wanted * len(unwanted) if len(wanted) == 1 else wanted, strict=False
            )
            entries = [
                f"{old} {ARROW} {new}"
                for old, new in pairs
                if old != new and ARROW not in old + new
            ]
            if entries:
                return _check("preferred_words", "is", entries)
    return None


def _banned(sentence: str) -> RuleCheck | None:
    match = _NEVER.match(sentence)
    if not match:
        return None
    terms = _terms(match.group(1))
    named = bool(_QUOTED.search(match.group(1)))
    verb = re.match(
        r"(?i)(?:please )?(?:we )?(?:never|don.?t|do not|must not|may not|avoid|stop|nie)\S*\s+(?:ever "
        r")?(say|writ|mention|call|us(?:e|ing)\b|sag|schreib)",
        sentence,
    )
    listed = re.search(r"(?i)\b(?:words?|terms?|phrases?)\b", sentence)
    ban = re.match(r"(?i)ban", sentence)
    if not (
        named or ban or listed or (verb and verb.group(1).lower() in ("say", "mention"))
    ) or not _short(terms, 6):
        return None
    return _check("banned_words", "not_in", terms)


def _allowed(sentence: str) -> RuleCheck | None:
    match = _ALLOWED.match(sentence)
    terms = _terms(match.group(1)) if match else []
    return (
        _check("banned_words", "in", terms)
        if _short(terms) and match and _QUOTED.search(match.group(1))
        else None
    )


def _product_names(sentence: str) -> RuleCheck | None:
    match = _NAMES.match(sentence)
    if not match:
        return None
    terms = _terms(match.group(1) or match.group(2))
    named = match.group(1) or _QUOTED.search(sentence)
    if not _short(terms, 5) or not all(
        any(c.isupper() or c.isdigit() for c in term) for term in terms
    ):
        return None
    return (
        _check("product_names", "in", terms)
        if named or all(re.search(r"[a-z][A-Z]|\d", t) for t in terms)
        else None
    )


def _figure(word: str) -> float:
    word = word.lower()
    return float(_NUMBER_WORDS[word]) if word in _NUMBER_WORDS else float(word.replace(",", "."))


def _counted(measure: str, noun: str) -> Callable[[str], RuleCheck | None]:
    """A reader of "at most 20 NOUN", "no NOUN", "NOUN: max 20", "never use NOUN"."""
    most = re.compile(rf"({_MOST})\s+{_NUMBER}\s*(?:{noun})\b", re.IGNORECASE)
    least = re.compile(rf"({_LEAST})\s+{_NUMBER}\s*(?:{noun})\b", re.IGNORECASE)
    after = re.compile(rf"\b(?:{noun})\b[^.]{{0,40}}?\b({_MOST})\s+{_NUMBER}\b", re.IGNORECASE)
    none = re.compile(
        rf"(?:^|\b)(?:no|never (?:use|write|add)|don['\u2019]?t use|do not use|avoid|without"
        rf"|keine?)\s+(?:any )?(?:{noun})\b",
        re.IGNORECASE,
    )

    def read(sentence: str) -> RuleCheck | None:
        match = most.search(sentence) or after.search(sentence)
        if match:
            limit = _figure(match.group(2)) - (1 if match.group(1).lower() in _STRICT else 0)
            return _check(measure, "<=", limit)
        match = least.search(sentence)
        if match:
            return _check(measure, ">=", _figure(match.group(2)))
        return _check(measure, "<=", 0.0) if none.search(sentence) and measure in _COUNTS else None

    return read


_COUNTS = ("exclamation_marks", "question_marks", "emoji", "hashtags", "links")


def _sentence_words(sentence: str) -> RuleCheck | None:
    if not re.search(r"(?i)\bsentences?\b|\bsätze?\b", sentence):
        return None
    match = re.search(
        rf"({_MOST})\s+{_NUMBER}\s*(?:words?|wörter)", sentence, re.IGNORECASE
    ) or re.search(
        rf"()\b{_NUMBER}[- ]words?\b[^.]*\b(?:max|most|limit|longest|sentence)",
        sentence,
        re.IGNORECASE,
    )
    if not match:
        return None
    limit = _figure(match.group(2)) - (1 if match.group(1).lower() in _STRICT else 0)
    return _check("sentence_words", "<=", limit) if 1 <= limit <= 1000 else None


def _spelling(sentence: str) -> RuleCheck | None:
    match = re.search(
        r"(?i)\b(british|uk|american|us|canadian|australian|indian|en-(?:gb|us|ca|au|in))\b(?: "
        r"english)?(?: (?:spellings?|english|variant))?",
        sentence,
    )
    if not match or not re.search(r"(?i)spell|english|\ben-", sentence):
        return None
    opposite = {"en-GB": "en-US", "en-US": "en-GB"}
    variant = _VARIANTS[match.group(1).lower()]
    others = {
        _VARIANTS[w.lower()]
        for w in re.findall(
            r"(?i)\b(british|uk|american|us|canadian|australian|indian)\b", sentence
        )
    }
    if re.match(r"(?i)\s*(?:no|not|never|avoid|don.?t)\b", sentence):
        return (
            _check("spelling", "is", opposite[variant])
            if variant in opposite and len(others) < 2
            else None
        )
    return _check("spelling", "is", variant)


def _headline_case(sentence: str) -> RuleCheck | None:
    if not re.search(r"(?i)\b(?:headlines?|headings?|titles?|subject lines?)\b", sentence):
        return None
    match = re.search(r"(?i)\b(sentence|title)[- ]case\b", sentence)
    if not match:
        return None
    case = match.group(1).lower()
    if re.search(r"(?i)\b(?:not?|never|avoid)\s+(?:use |in )?" + case, sentence):
        case = "title" if case == "sentence" else "sentence"
    return _check("headline_case", "is", case)


def _flag(measure: str, noun: str) -> Callable[[str], RuleCheck | None]:
    against = re.compile(
        rf"(?:\b(?:no|never|don['\u2019]?t|do not|avoid|without)\b[^.]{{0,25}}|^)\b(?:{noun})\b(?:\s+(?:are"
        rf"|is)\s+(?:not|never|banned))?",
        re.IGNORECASE,
    )
    favour = re.compile(
        rf"^(?:always |please |we )?(?:use|write|with|prefer|allow)\b[^.]{{0,25}}\b(?:{noun})\b|^(?:{noun})$",
        re.IGNORECASE,
    )

    def read(sentence: str) -> RuleCheck | None:
        sentence = sentence.rstrip(". ")
        if favour.search(sentence):
            return _check(measure, "is", True)
        match = against.search(sentence)
        negative = match and re.search(
            r"(?i)\b(?:no|not|never|don.?t|avoid|without|banned)\b", match.group()
        )
        return _check(measure, "is", False) if negative else None

    return read


def _number_rule(
    measure: str, noun: str, unit: str = "", scale: float = 1.0
) -> Callable[[str], RuleCheck | None]:
    """A reader of "NOUN at least 4.5", "at least 40 % NOUN" with an optional unit."""
    number = rf"{_NUMBER}\s*(?:{unit})" if unit else _NUMBER
    forms = (
        re.compile(rf"\b(?:{noun})\b[^.\d]{{0,40}}?\b({_MOST}|{_LEAST})\s+{number}", re.IGNORECASE),
        re.compile(
            rf"\b({_MOST}|{_LEAST})\s+{number}\s*(?:of )?(?:the )?(?:{noun})\b", re.IGNORECASE
        ),
    )

    def read(sentence: str) -> RuleCheck | None:
        for form in forms:
            match = form.search(sentence)
            if match:
                op = ">=" if re.fullmatch(_LEAST, match.group(1), re.IGNORECASE) else "<="
                return _check(measure, op, _figure(match.group(2)) * scale)
        return None

    return read


def _logo_place(sentence: str) -> RuleCheck | None:
    match = re.search(r"(?i)\b(top|bottom|upper|lower)[- ](left|right)\b", sentence)
    if match:
        row = {"upper": "top", "lower": "bottom"}.get(
            match.group(1).lower(), match.group(1).lower()
        )
        negative = re.search(r"(?i)\b(?:never|not)\b", sentence)
        place = f"{row}-{match.group(2).lower()}"
        return (
            _check("logo_place", "not_in", [place])
            if negative
            else _check("logo_place", "is", place)
        )
    return (
        _check("logo_place", "is", "centre")
        if re.search(r"(?i)\bcent(?:re|er)(?:ed)?\b", sentence)
        else None
    )


def _alignment(sentence: str) -> RuleCheck | None:
    match = re.search(
        r"(?i)\b(left|right|cent(?:re|er))(?:ed)?[- ]?(?:aligned|alignment)?\b", sentence
    )
    if (
        not match
        or not re.search(r"(?i)\balign|\bcent(?:re|er)ed\b", sentence)
        or re.search(r"(?i)\b(?:never|not|no)\b", sentence)
    ):
        return None
    word = match.group(1).lower()
    return _check("alignment", "is", "centre" if word.startswith("cent") else word)


def _button_colour(sentence: str) -> RuleCheck | None:
    match = re.search(
        r"(?i)\b(accent|primary|secondary)\b[^.]*\bbuttons?\b|\bbuttons?\b[^.]*\b(accent|primary|secondary)\b",
        sentence,
    )
    if not match or re.search(r"(?i)\b(?:never|not|no)\b", sentence):
        return None
    return _check("button_colour", "is", (match.group(1) or match.group(2)).lower())


_EXCLAIM = r"exclamation (?:marks?|points?)|ausrufezeichen"
_COPY: tuple[Callable[[str], RuleCheck | None], ...] = (
    _counted("exclamation_marks", _EXCLAIM),
    _counted("question_marks", "question marks?"),
    _counted("emoji", "emojis?"),
    _counted("hashtags", "hashtags?"),
    _counted("links", "links?|urls?"),
    _sentence_words,
    _headline_case,
    _spelling,
    _flag("oxford_comma", "oxford commas?|serial commas?"),
    _flag("contractions", "contractions?"),
    _flag("all_caps", "all[- ]caps|all capitals|capitals|shouting|uppercase words?"),
    _flag("claims", "(?:unproven |unsupported )?claims(?: without proof)?|superlatives"),
    _counted("text_words", "words?|wörter"),
    _counted("text_characters", "characters?|zeichen"),
    _instead,
    _allowed,
    _banned,
    _product_names,
)
_PERCENT, _PIXELS = "%|per ?cent", "px|pixels?"
_LOGO: tuple[Callable[[str], RuleCheck | None], ...] = (
    _number_rule("logo_height", "high|tall|height|logo height|logo", _PIXELS),
    _number_rule("logo_width_share", "wide|width|logo", _PERCENT, 0.01),
    _number_rule("logo_contrast", "contrast", r"(?::\s?1)?"),
    _number_rule(
        "logo_clear_space", "clear space|free space|space", r"(?:logo |x-?)?(?:heights?)?"
    ),
    _logo_place,
)
_LAYOUT: tuple[Callable[[str], RuleCheck | None], ...] = (
    _number_rule("text_contrast", "contrast", r"(?::\s?1)?"),
    _number_rule("whitespace", "white ?space|free space|empty space", _PERCENT, 0.01),
    _number_rule("margin", "margins?", _PERCENT, 0.01),
    _number_rule("headline_lines", "headlines?", "lines?"),
    _counted("font_families", "fonts?|typefaces?|font families"),
    _counted("colours", "colou?rs?"),
    _counted("text_lines", "lines? of text|lines?"),
    _flag("scrim", "scrims?|gradients? behind (?:the )?words|veils?"),
    _button_colour,
    _alignment,
)
_IMAGE: tuple[Callable[[str], RuleCheck | None], ...] = (
    _number_rule("negative_space", "negative space|calm space|free space|space", _PERCENT, 0.01),
    _number_rule("saturation", "saturation|chroma"),
    _number_rule("contrast", "contrast"),
    _number_rule("grain", "grain|noise"),
    _counted("faces", "faces?|people"),
)
