"""Sentences and headings: their length and case, marks that shout, commas in lists,
contractions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from ..segments import count_words, is_unspaced, sentences
from ..tables import either, table, word_set
from .lexicon import Lexicon
from .marks import Marks, Token, fold

#: Beyond this a sentence is hard to follow, whatever the brand says.
LONG = 40

_SMALL = word_set("proofread", "small_words")
_TELLING = word_set("proofread", "telling")
_PROPER = word_set("proofread", "proper_names")


def sentence_spans(marks: Marks) -> list[tuple[int, int]]:
    """The sentences of every block, in order."""
    document = marks.document
    return [
        span
        for block in document.blocks
        if block.kind != "row"
        for span in sentences(document.masked, block.start, block.end)
    ]


def long_sentences(marks: Marks, spans: Sequence[tuple[int, int]], lexicon: Lexicon) -> None:
    """Sentences longer than the voice allows, or longer than anybody follows."""
    limit = lexicon.max_sentence_words or LONG
    text = marks.document.text
    for start, end in spans:
        if end - start < limit * 2 and not is_unspaced(text[start:end]):
            continue  # too short to hold that many words
        plain = marks.document.plain(start, end)
        length = count_words(plain)
        if length > limit:
            ruled = lexicon.max_sentence_words is not None
            trimmed_start, trimmed_end = _words_only(marks, start, end)
            marks.advise(
                lexicon.sentence_rule if ruled else "style.sentenceLength",
                "sentenceLength",
                f"This sentence has {length} words; {limit} are the limit."
                if ruled
                else f"This sentence has {length} words. Could it be two?",
                trimmed_start,
                trimmed_end,
                None,
                "warning" if ruled else "hint",
            )


def _words_only(marks: Marks, start: int, end: int) -> tuple[int, int]:
    """The start of the sentence up to the first thing that is no word: a place that can be
    shown.
    """
    masked = marks.document.masked
    while start < end and masked[start] == "\ufffc":
        start += 1
    stop = masked.find("\ufffc", start, end)
    return start, end if stop < 0 else stop


def headings(marks: Marks, words: Sequence[Token], lexicon: Lexicon) -> None:
    """The case of headings. Title case only raises letters and is applied; sentence case would
    lower names, so it is advice.
    """
    if lexicon.headline_case is None:
        return
    starts = [word.start for word in words]
    names = {part for name in lexicon.names for part in fold(name).split()}
    inside = {w.key for w in words if w.text[:1].isupper() and _mid_sentence(marks, w)}
    for block in marks.document.blocks:
        if block.kind != "heading":
            continue
        own = words[bisect_left(starts, block.start) : bisect_left(starts, block.end)]
        own = [w for w in own if w.end <= block.end]
        if len(own) < 2 or all(w.text.isupper() for w in own):
            continue
        if lexicon.headline_case == "title":
            _title(marks, own, lexicon, names)
        else:
            _sentence(marks, own, lexicon, names, inside)


def _mid_sentence(marks: Marks, word: Token) -> bool:
    """Whether a word stands inside a paragraph's sentence, where a capital means a name."""
    text = marks.document.text
    before = text[max(0, word.start - 2) : word.start]
    if not (len(before) == 2 and before[1] == " " and before[0].isalpha() and before[0].islower()):
        return False
    index = bisect_left([b.start for b in marks.document.blocks], word.start + 1) - 1
    return index >= 0 and marks.document.blocks[index].kind != "heading"


def _title(marks: Marks, own: Sequence[Token], lexicon: Lexicon, names: set[str]) -> None:
    text = marks.document.text
    for place, word in enumerate(own):
        if word.key in names or not word.text[:1].islower() or any(c.isupper() for c in word.text):
            continue
        edge = place in (0, len(own) - 1) or text[own[place - 1].end : word.start].strip() in (
            ":",
            "\u2013",
            "\u2014",
            ".",
            "?",
            "!",
        )
        if word.key in _SMALL and not edge:
            continue
        marks.apply(
            lexicon.headline_rule,
            "headlineCase",
            "Headings are in title case.",
            word.start,
            word.start + 1,
            word.text[0].upper() if len(word.text[0].upper()) == 1 else word.text[0],
            "hint",
        )


def _sentence(
    marks: Marks, own: Sequence[Token], lexicon: Lexicon, names: set[str], inside: set[str]
) -> None:
    text = marks.document.text
    lower: list[Token] = []
    majors = 0
    for place, word in enumerate(own):
        after_stop = place == 0 or any(
            c in ":.?!\u2013\u2014" for c in text[own[place - 1].end : word.start]
        )
        if after_stop:
            continue
        if word.text[:1].islower():
            majors += len(word.text) > 3 and word.key not in _SMALL
        elif not word.text[:1].isupper() or any(c.isupper() or c.isdigit() for c in word.text[1:]):
            continue
        elif word.key == "a" or (len(word.text) > 1 and word.key not in names | _PROPER | inside):
            lower.append(word)
    telling = any(word.key in _TELLING for word in lower)
    if not lower or (majors and not telling) or (len(lower) < 2 and not telling):
        return
    chars = list(text[own[0].start : own[-1].end])
    for word in lower:
        chars[word.start - own[0].start] = (
            word.text[0].lower() if len(word.text[0].lower()) == 1 else word.text[0]
        )
    marks.advise(
        lexicon.headline_rule,
        "headlineCase",
        "Headings are in sentence case; names keep their capitals.",
        own[0].start,
        own[-1].end,
        "".join(chars),
        "warning",
    )


_MANY_MARKS = re.compile(r"!{2,}(?![\])])|\?{2,}")


def shouting(marks: Marks, words: Sequence[Token], lexicon: Lexicon) -> None:
    """Rows of marks, more exclamation marks than the brand allows, and words in capitals."""
    text = marks.document.masked
    for match in _MANY_MARKS.finditer(text):
        marks.apply(
            "style.exclamation",
            "exclamation",
            "One mark is enough.",
            *match.span(),
            match.group()[0],
            "hint",
        )
    limit = lexicon.exclamation_marks
    if limit is not None:
        for found, match in enumerate(re.finditer(r"!+(?!\[)", text), 1):
            following = text[match.end() : match.end() + 1]
            if (
                found > limit
                and text[match.start() - 1 : match.start()] not in ("", "\ufffc")
                and not following.isalnum()
            ):
                said = (
                    "no exclamation marks"
                    if limit == 0
                    else f"at most {limit} exclamation mark{'s' * (limit > 1)}"
                )
                marks.advise(
                    lexicon.exclamation_rule,
                    "exclamation",
                    f"The brand uses {said}.",
                    *match.span(),
                    ".",
                )
    if lexicon.all_caps is True:
        return
    names = {part for name in lexicon.names for part in fold(name).split()}
    run: list[Token] = []
    for word in [*words, None]:
        loud = (
            word is not None and len(word.text) >= 2 and word.text.isupper() and word.text.isalpha()
        )
        if loud and word is not None and (not run or text[run[-1].end : word.start].isspace()):
            run.append(word)
            continue
        if run:
            _loud(marks, run, names, lexicon)
        run = [word] if loud and word is not None else []


def _loud(marks: Marks, run: list[Token], names: set[str], lexicon: Lexicon) -> None:
    longest = max((len(word.text) for word in run if word.key not in names), default=0)
    vowels = any(c in "AEIOUYÄÖÜÉÈ" for word in run for c in word.text)
    if (
        (len(run) >= 2 and longest >= 4)
        or longest >= 7
        or (lexicon.all_caps is False and longest >= 5)
    ):
        if not vowels:
            return
        marks.advise(
            lexicon.caps_rule,
            "capitals",
            "Capitals shout, and screen readers may spell them out.",
            run[0].start,
            run[-1].end,
            None,
            "hint",
        )


_LIST_COMMA = re.compile(
    r"(?<=[^\W\d_]),(?: [^\W_][\w'\u2019-]{0,30}){1,3}(,?) (and|or) (?=[^\W_])"
)


def oxford(marks: Marks, lexicon: Lexicon, spans: Sequence[tuple[int, int]]) -> None:
    """The comma before the last of a list. Whether it is a list, a person sees better: advice."""
    if lexicon.oxford_comma is None:
        return
    text = marks.document.masked
    for match in _LIST_COMMA.finditer(text):
        place = match.start(1)
        if lexicon.oxford_comma and not match.group(1):
            marks.advise(
                lexicon.oxford_rule,
                "oxfordComma",
                "The brand puts a comma before the last of a list.",
                place - 1,
                place,
                text[place - 1] + ",",
                "hint",
            )
        elif not lexicon.oxford_comma and match.group(1):
            marks.advise(
                lexicon.oxford_rule,
                "oxfordComma",
                "The brand puts no comma before the last of a list.",
                place,
                place + 1,
                "",
                "hint",
            )


_CONTRACTED = re.compile(
    rf"\b(?:[a-z]+n['\u2019]t|(?:{either('proofread', 'contracted_with_verb')})['\u2019](?:m|"
    rf"re|ve|ll|d)|(?:{either('proofread', 'contracted_with_is')})['\u2019]s)\b",
    re.IGNORECASE,
)
_LONG_FORMS: Mapping[str, str] = table("proofread")["long_forms"]


def contractions(marks: Marks, lexicon: Lexicon) -> None:
    """Contractions where the brand writes none."""
    if lexicon.contractions is not False:
        return
    for match in _CONTRACTED.finditer(marks.document.masked):
        key = fold(match.group())
        full = _LONG_FORMS.get(key)
        if full is None and key.endswith("n't"):
            full = key[:-3] + " not"
        elif full is None:
            ending = {"'re": " are", "'ve": " have", "'ll": " will"}.get(key[-3:])
            full = key[:-3] + ending if ending else None
        if full and match.group()[:1].isupper():
            full = full[:1].upper() + full[1:]
        marks.advise(
            lexicon.contractions_rule,
            "contraction",
            "The brand writes no contractions.",
            *match.span(),
            full,
            "warning",
        )
