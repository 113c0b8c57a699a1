"""Proofreading: what is wrong with a text by the brand's rules and the language's, and where
exactly.

``proofread`` is pure and linear in the text. Offsets and lengths are code points of the text as it
was sent. ``applied`` are mechanical changes (a name's spelling, quotes, spaces) and are in
``corrected``; ``advisories`` are for a person. Where the text is Markdown its machinery stays
untouched, so ``markdown`` is the same as ``corrected``: the text in the form it came in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence

from ...domain import rules as brand_rules
from ...models.rules import Rule
from ...models.style import Voice
from ...models.texts import Correction, Proofread
from ..segments import count_words
from ..segments import sentences as _split
from . import dates, figures, offence, sentences, spaces, typography, wording
from .language import UNDETERMINED, tell
from .lexicon import Lexicon, lexicon
from .markdown import Document
from .marks import Marks, Token, tokens
from .unchecked import unchecked

Grammar = Callable[[str], list[Correction]]

#: The checks that are always made, in the order in which they may change a place.
CHECKS = (
    "brandTerm",
    "preferredWord",
    "bannedWord",
    "spelling",
    "misspelling",
    "repeatedWord",
    "quotes",
    "ellipsis",
    "dash",
    "spaces",
    "unit",
    "currency",
    "number",
    "date",
    "headlineCase",
    "sentenceLength",
    "inclusiveLanguage",
    "offensiveLanguage",
    "claim",
    "exclamation",
    "capitals",
)

__all__ = ["CHECKS", "Document", "Grammar", "Lexicon", "lexicon", "measure", "proofread"]


def proofread(
    text: str,
    *,
    voice: Voice | None = None,
    rules: Sequence[Rule] = (),
    language: str | None = None,
    grammar: Grammar | None = None,
    keep: Collection[str] = (),
) -> Proofread:
    """Check ``text`` against a folder's voice and resolved rules, and against its language's
    customs.

    ``language`` is a tag (``en-GB``, ``de``); left out, it is the voice's, else it is told from the
    text, and where that is too short to be sure nothing is applied that depends on a language.
    English is in the voice's spelling. Kinds in ``keep`` (``number``, ``currency``) are advised on and never applied.
    ``grammar`` is a checker whose findings join the advisories (harper; English texts only).
    """
    document = Document(text)
    marks = Marks(document, frozenset(keep))
    words = tokens(document)
    known = lexicon(voice, rules)
    language = _variant(language or _told(words, voice, known), known)
    english = language.split("-")[0] == "en"
    manners = typography.manners(language)
    spans = sentences.sentence_spans(marks)

    foreign = _Foreign(text, spans)
    _wording(marks, words, known, language, spans, foreign)
    sentences.headings(marks, words, known)
    if manners is not None:
        typography.quotes(marks, manners)
        typography.dashes(marks)
        figures.money(marks, language)
        figures.units(marks, manners, language)
        spaces.space_after(marks)
    sentences.shouting(marks, words, known)
    spaces.spaces(marks, manners)
    if manners is not None:
        figures.numbers(marks, language)
        dates.dates(marks, language)
    sentences.long_sentences(marks, spans, known)
    if english:
        _english(marks, words, known, spans)
    offence.offence(marks, words, language)
    if known.claims is not True:
        wording.claims(marks, words, known.claims_rule)
    _whole_text(marks, known)
    if grammar is not None and english:
        _grammar(marks, grammar(text), foreign)
    corrected = marks.corrected()
    return Proofread(
        corrected=corrected,
        markdown=corrected,
        applied=sorted(marks.applied, key=lambda c: c.offset),
        advisories=sorted(marks.advisories, key=lambda c: (c.offset, c.length)),
        rules_checked=_checks(known, grammar is not None and english),
        notes=unchecked(text, language, grammar=grammar is not None),
    )


def _checks(known: Lexicon, grammar: bool) -> int:
    return len(CHECKS) + known.rules_used + known.phrases.count + grammar


def _english(
    marks: Marks, words: list[Token], known: Lexicon, spans: Sequence[tuple[int, int]]
) -> None:
    """Customs that only English has."""
    wording.inclusive(marks, words, known)
    sentences.oxford(marks, known, spans)
    sentences.contractions(marks, known)


def _wording(
    marks: Marks,
    words: list[Token],
    known: Lexicon,
    language: str,
    spans: Sequence[tuple[int, int]],
    foreign: _Foreign,
) -> None:
    """The brand's words, and the spelling of English ones."""
    english = language.split("-")[0] == "en"
    wording.brand_words(marks, words, known, english)
    wording.disguised(marks, known)
    wording.split_names(marks, words, known)
    if english:
        starts = {_first_word(marks.document.masked, start) for start, _ in spans}
        wording.spelling(marks, words, known, known.spelling or language, starts, foreign)
        wording.misspelt(marks, words, known, starts, foreign)
    wording.repeated(marks, words, english)


def _told(words: Sequence[Token], voice: Voice | None, known: Lexicon) -> str:
    """The voice's language, else the one that the words are surely in."""
    if voice is not None and voice.language is not None:
        return voice.language
    return tell(" ".join(word.text for word in words[:600]), "en" if known.spelling else None)


def _variant(language: str, known: Lexicon) -> str:
    return known.spelling if known.spelling and language.split("-")[0] == "en" else language


class _Foreign:
    """Tells places that stand in a sentence of another language than English."""

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        self._text, self._spans = text, spans
        self._starts = [start for start, _ in spans]
        self._known: dict[int, bool] = {}

    def __call__(self, at: int) -> bool:
        place = bisect_right(self._starts, at) - 1
        if place < 0 or at >= self._spans[place][1]:
            return False
        if place not in self._known:
            told = tell(self._text[slice(*self._spans[place])])
            self._known[place] = told not in ("en", UNDETERMINED)
        return self._known[place]


def _first_word(text: str, at: int) -> int:
    """Where a sentence's first letter stands, past quotes, brackets and emphasis."""
    end = min(len(text), at + 12)
    while at < end and not text[at].isalnum():
        at += 1
    return at


def measure(text: str) -> dict[str, brand_rules.Value]:
    """The figures of a text that copy rules test, under the names of ``rules.MEASURES``."""
    document = Document(text)
    spans = [
        span
        for block in document.blocks
        for span in _split(document.masked, block.start, block.end)
    ]
    plain = [document.plain(start, end) for start, end in spans]
    heads = [document.plain(b.start, b.end) for b in document.blocks if b.kind == "heading"]
    return {
        **_of_heads(heads),
        "sentence_words": float(max((count_words(s) for s in plain), default=0)),
        "text_words": float(count_words(text)),
        "text_characters": float(len(text)),
        "exclamation_marks": float(document.masked.count("!")),
        "question_marks": float(document.masked.count("?")),
        "emoji": float(
            len(
                re.findall(
                    r"[\u2600-\u27bf\U0001f300-\U0001faff](?>(?:\ufe0f|\u200d[\u2600-\U0001faff])*)",
                    text,
                )
            )
        ),
        "hashtags": float(len(re.findall(r"(?<![\w&#])#[^\W\d_]\w*+", text))),
        "links": float(len(re.findall(r"https?://|(?<!\w)www\.|\]\(", text, re.IGNORECASE))),
    }


def _of_heads(heads: Sequence[str]) -> dict[str, brand_rules.Value]:
    """The figures of headings, none where a text has none: no headline is not one of no words."""
    if not heads:
        return {}
    return {
        "headline_words": float(max(map(count_words, heads))),
        "headline_characters": float(max(len(head.strip()) for head in heads)),
    }


def _whole_text(marks: Marks, known: Lexicon) -> None:
    """Rules on the text as a whole: an advisory at its start with no length."""
    if not known.checks:
        return
    taken = measure(marks.document.text)
    for rule, check in known.checks:
        finding = brand_rules.test(check, taken, rule=rule)
        if finding:
            marks.advise(rule.rule_id, check.measure, finding.message, 0, 0)


def _grammar(marks: Marks, found: list[Correction], foreign: _Foreign) -> None:
    """A grammar checker's findings, where they lie in English words and nothing else was said about
    the place.
    """
    length = len(marks.document.text)
    for item in found:
        end = item.offset + item.length
        if not item.length:
            marks.advisories.append(item)  # it left something out, which is always said
            continue
        if not 0 <= item.offset < end <= length or marks.changed(item.offset, end):
            continue
        if foreign(item.offset):
            continue  # the checker knows English only
        marks.advise(
            item.rule_id, item.kind, item.message, item.offset, end, item.replacement, item.severity
        )
