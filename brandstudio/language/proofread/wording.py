"""Words: the brand's own, those it shuns, spelling variants, inclusive language, and claims that
need proof.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from ..tables import either, table, word_list, word_set
from .disguise import unmasked
from .lexicon import Entry, Lexicon, Phrases
from .marks import Marks, Token, fold, tokens_of
from .respelled import respelled
from .spelling import like, questions, replacements

_VOWEL_SOUND = re.compile(
    r"(?:[aeio]|u(?!ni(?:[^nm]|$)|s[aeiu]|t[ei]|r[aeiou]|k))|(?:hour|honest|honou?r|heir)",
    re.IGNORECASE,
)
_NOT_VOWEL = re.compile(rf"(?:{either('proofread', 'not_vowel')})", re.IGNORECASE)


def _vowel(word: str) -> bool:
    return bool(_VOWEL_SOUND.match(word)) and not _NOT_VOWEL.match(word)


def brand_words(marks: Marks, words: Sequence[Token], lexicon: Lexicon, english: bool) -> None:
    """Names as the brand spells them, preferred words in place of others, and words it never
    says.
    """
    text = marks.document.text
    for first, after, entry in lexicon.phrases.find(words, text):
        start, end = words[first].start, words[after - 1].end
        if entry.kind == "name":
            _name(marks, words, first, after, entry)
            continue
        if words[after - 1].key.endswith("'s") and not fold(entry.phrase).endswith("'s"):
            end -= 2
        said = text[start:end]
        if entry.kind == "banned":
            marks.advise(
                entry.rule_id,
                "bannedWord",
                f"The brand never says \u201c{entry.phrase}\u201d.",
                start,
                end,
                None,
                "error",
            )
        elif entry.wanted:
            wanted = entry.wanted if entry.exact else _cased(said, entry.wanted)
            if said == wanted:
                continue
            begin = start
            if (
                english
                and first
                and words[first - 1].key in ("a", "an")
                and words[first - 1].end == start - 1
            ):
                article = "an" if _vowel(wanted) else "a"
                if article != words[first - 1].key:
                    begin = words[first - 1].start
                    wanted = (
                        like(words[first - 1].text, article)
                        + text[words[first - 1].end : start]
                        + wanted
                    )
            marks.apply(
                entry.rule_id,
                "preferredWord",
                f"The brand says \u201c{entry.wanted}\u201d, not \u201c{entry.phrase}\u201d.",
                begin,
                end,
                wanted,
                "error",
            )


def disguised(marks: Marks, lexicon: Lexicon) -> None:
    """Banned words that are hidden from a search: look-alike letters, soft hyphens, full width,
    letters set apart, figures in place of letters.
    """
    bare = unmasked(marks.document.masked)
    text, places = bare or (marks.document.masked, range(len(marks.document.masked)))
    names = {part for name in lexicon.names for part in fold(name).split()}
    readings = list(respelled(text))
    if bare is not None:
        words = tokens_of(text)
        readings.append((words, {word.start for word in words}))
    for words, hidden in readings:
        for first, after, entry in lexicon.phrases.find(words, text):
            found = [word for word in words[first:after] if word.start in hidden]
            if entry.kind == "banned" and any(fold(word.text) not in names for word in found):
                marks.advise(
                    entry.rule_id,
                    "bannedWord",
                    f"The brand never says \u201c{entry.phrase}\u201d.",
                    places[words[first].start],
                    places[words[after - 1].end - 1] + 1,
                    None,
                    "error",
                )


def _cased(said: str, wanted: str) -> str:
    letters = [c for c in said if c.isalpha()]
    if len(letters) > 3 and all(c.isupper() for c in letters):
        return wanted.upper()
    return wanted[:1].upper() + wanted[1:] if said[:1].isupper() else wanted


def _name(marks: Marks, words: Sequence[Token], first: int, after: int, entry: Entry) -> None:
    text, wanted = marks.document.text, entry.wanted or entry.phrase
    start, end = words[first].start, words[after - 1].end
    said = text[start:end]
    if said.endswith(("'s", "\u2019s")) and not fold(wanted).endswith("'s"):
        end, said = end - 2, said[:-2]
    core = _core(wanted)
    spaced = re.sub(r"[\s\u00a0]+", " ", said)
    if spaced == core or (said.isupper() and _shouting(words, first, after)):
        return
    if fold(spaced) != fold(core):
        marks.advise(
            entry.rule_id, "brandTerm", f"The name is \u201c{wanted}\u201d.", start, end, core
        )
        return
    message = f"The name is spelled \u201c{wanted}\u201d."
    if core[:1].isupper() and core[1:].islower() and core.isalpha() and said.islower():
        # "notes" may be notes and not the product Notes; a person knows.
        message += " Is it meant here?"
        marks.advise(entry.rule_id, "brandTerm", message, start, end, core, "hint")
        return
    marks.apply(entry.rule_id, "brandTerm", message, start, end, core, "error")


def _core(name: str) -> str:
    """A name from its first letter or figure to its last (``Yahoo!`` without the mark, as words are
    found).
    """
    match = re.search(r"[^\W_](?:.*[^\W_])?", name)
    return match.group() if match else name


def _shouting(words: Sequence[Token], first: int, after: int) -> bool:
    """Whether the neighbours stand in capitals too, so that the line is set so."""
    near = [*words[max(0, first - 2) : first], *words[after : after + 2]]
    letters = [w for w in near if len(w.text) > 1]
    return bool(letters) and all(w.text.isupper() for w in letters)


def split_names(marks: Marks, words: Sequence[Token], lexicon: Lexicon) -> None:
    """``Brand Studio`` where the name is ``BrandStudio``, and as a hint ``brand-studio``: they may be
    plain words.
    """
    joined = {
        fold(name): name
        for name in lexicon.names
        if " " not in name and len(name) > 4 and re.search(r"[a-z][A-Z]", name)
    }
    if not joined:
        return
    rule_ids = {entry.phrase: entry.rule_id for entry in lexicon.phrases.names()}
    text = marks.document.text
    for left, right in pairwise(words):
        possessive = right.key.endswith("'s")
        name = joined.get(left.key + (right.key[:-2] if possessive else right.key))
        if name and text[left.end : right.start] in (" ", "-", "\u00a0"):
            end = right.end - 2 * possessive
            same = text[left.start : left.end] + text[right.start : end] == name
            marks.advise(
                rule_ids.get(name, "voice.productNames"),
                "brandTerm",
                f"The name is \u201c{name}\u201d, in one word.",
                left.start,
                end,
                name,
                "warning" if same else "hint",
            )


def spelling(
    marks: Marks,
    words: Sequence[Token],
    lexicon: Lexicon,
    variant: str,
    starts: set[int],
    foreign: Callable[[int], bool],
) -> None:
    """The spelling variant. A capitalised word inside a sentence may be a name (Rockefeller
    Center): advice only. Sentences in another language (``foreign``) are left alone.
    """
    table, ask = replacements(variant), questions(variant)
    names = {part for name in lexicon.names for part in fold(name).split()}
    message = f"Spelled so in {_VARIANT_NAMES.get(variant, variant)}."
    for word in words:
        key = word.key
        base, tail = (key[:-2], word.text[-2:]) if key.endswith("'s") else (key, "")
        other = table.get(base)
        if other is None:
            if base in ask and base not in names and word.text.islower():
                marks.advise(
                    lexicon.spelling_rule,
                    "spelling",
                    f"{ask[base]}?",
                    word.start,
                    word.end - len(tail),
                    None,
                    "hint",
                )
            continue
        if base in names or foreign(word.start):
            continue
        end = word.end - len(tail)
        said = marks.document.text[word.start : end]
        wanted = like(said, other)
        if said[:1].isupper() and not said.isupper() and word.start not in starts:
            marks.advise(
                lexicon.spelling_rule,
                "spelling",
                message + " A name stays as it is.",
                word.start,
                end,
                wanted,
                "hint",
            )
        else:
            marks.apply(lexicon.spelling_rule, "spelling", message, word.start, end, wanted)


_MISSPELT: Mapping[str, str] = dict(pair.split() for pair in word_list("misspelt", "pairs"))


def misspelt(
    marks: Marks,
    words: Sequence[Token],
    lexicon: Lexicon,
    starts: set[int],
    foreign: Callable[[int], bool],
) -> None:
    """Slips that are no word in any variant of English, mended; a name is left alone, and all other
    typing errors are a checker's to report.
    """
    names = {part for name in lexicon.names for part in fold(name).split()}
    for word in words:
        meant = _MISSPELT.get(word.key)
        if meant is None or word.key in names or foreign(word.start):
            continue
        if word.text.islower() or (word.start in starts and word.text[1:].islower()):
            marks.apply(
                "spelling.sure",
                "misspelling",
                "A slip of the pen: no word is spelled so.",
                word.start,
                word.end,
                like(word.text, meant),
            )


_VARIANT_NAMES: Mapping[str, str] = table("proofread")["variant_names"]

_DOUBLED = word_set("proofread", "doubled")
_MAY_DOUBLE = word_set("proofread", "may_double")


def repeated(marks: Marks, words: Sequence[Token], english: bool) -> None:
    """A word said twice in a row: mended where it is never right, otherwise shown."""
    text = marks.document.masked
    for left, right in pairwise(words):
        if left.key != right.key or not left.key.isalpha():
            continue
        gap = text[left.end : right.start]
        if not gap.isspace() or gap.count("\n") > 1:
            continue
        message = f"\u201c{right.text}\u201d stands here twice."
        if (
            left.key in _DOUBLED
            and left.key not in _MAY_DOUBLE
            and not (left.text.isupper() and left.key != "a")
        ):
            if right.text == left.text or right.text.islower():
                marks.apply("words.repeated", "repeatedWord", message, left.end, right.end, "")
        elif left.key not in _MAY_DOUBLE and not (
            left.text[:1].isupper() and right.text[:1].isupper()
        ):
            marks.advise("words.repeated", "repeatedWord", message, left.end, right.end, "")


_INCLUSIVE = word_list("proofread", "inclusive")

_CLAIMS = word_list("proofread", "claims")
_NO_CLAIM = word_list("proofread", "no_claim")


def _phrases() -> tuple[Phrases, Phrases]:
    inclusive, claims = Phrases(), Phrases()
    for entry in _INCLUSIVE:
        said, _, wanted = entry.partition(" > ")
        inclusive.add(Entry("inclusive", "words.inclusive", said, wanted))
    for said in _CLAIMS:
        claims.add(Entry("claim", "words.claims", said))
    for said in _NO_CLAIM:
        claims.add(Entry("allowed", "words.claims", said))
    return inclusive, claims


_INCLUSIVE_PHRASES, _CLAIM_PHRASES = _phrases()
_HUNDRED = re.compile(r"(?<![\d.,])100[ \u00a0\u202f]?%|(?<![\w#])#1(?![\w.])")


def inclusive(marks: Marks, words: Sequence[Token], lexicon: Lexicon) -> None:
    """Words that leave people out, with one that doesn't. What fits the sentence a person knows."""
    text = marks.document.text
    names = {fold(name) for name in lexicon.names}
    for first, after, entry in _INCLUSIVE_PHRASES.find(words, text):
        start, end = words[first].start, words[after - 1].end
        said = text[start:end]
        if entry.wanted and fold(said) not in names:
            marks.advise(
                "words.inclusive",
                "inclusiveLanguage",
                f"\u201c{said}\u201d leaves people out or hurts some; \u201c{entry.wanted}\u201d does not.",
                start,
                end,
                like(said, entry.wanted),
                "hint",
            )


def claims(marks: Marks, words: Sequence[Token], rule: str) -> None:
    """Claims that an advertiser must be able to prove."""
    text = marks.document.text
    for first, after, entry in _CLAIM_PHRASES.find(words, text):
        if entry.kind == "claim":
            start, end = words[first].start, words[after - 1].end
            marks.advise(
                rule,
                "claim",
                f"\u201c{text[start:end]}\u201d is a claim: say what proves it, or say less.",
                start,
                end,
            )
    for match in _HUNDRED.finditer(marks.document.masked):
        marks.advise(
            rule,
            "claim",
            f"\u201c{match.group()}\u201d is a claim: say what proves it, or say less.",
            *match.span(),
        )
