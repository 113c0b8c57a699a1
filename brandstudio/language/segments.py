"""Words, sentences and paragraphs of a text in any script, as half-open spans of code points.

Words follow UAX #29: a hyphen parts them, an apostrophe or a decimal point inside does not,
punctuation is none. Scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are cut
with ICU's dictionaries. Every function is linear in the length of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from .tables import either, word_set

Span = tuple[int, int]

# ``\w`` of ``re`` leaves out combining marks, which belong to the word they stand in.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
    "\u0981-\u0983\u09bc-\u09d7\u0a01-\u0a51\u0a81-\u0acd\u0b01-\u0b57\u0b82-\u0bd7\u0c00-\u0c56\u0c81-\u0cd6"
    "\u0d00-\u0d03\u0d3b-\u0d57\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f"
)
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_CHAR = rf"(?:[^\W_]|[{_MARKS}])"
_JOIN = r"['\u2019.\u00b7_]"
WORD = re.compile(rf"{_CHAR}++(?>(?:{_JOIN}{_CHAR}++)*)")
_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_WORDLIKE = re.compile(_CHAR)
_SURROGATE = re.compile("[\ud800-\udfff]")


_ABBREVIATIONS = word_set("sentences", "abbreviations")
_MAY_END = word_set("sentences", "may_end")
# "no" and "fig" end sentences too ("Just say no."); as abbreviations they stand before a figure.
_BEFORE_FIGURE = word_set("sentences", "before_figure")
_STOP = re.compile(
    r"[.!?\u2026]+[\"'\u201d\u2019\u00bb)\]*_]*+(?=\s|$)"
    r"|[\u3002\uff01\uff1f][\u300d\u300f\u201d\u2019\uff09]*+|[\u0964\u061f\u06d4]"
)
_BLANK_LINE = re.compile(r"\n[ \t\r]*+\n[ \t\r\n]*+")


def words(text: str) -> list[Span]:
    """The words of ``text``, in order."""
    if not _HAS_UNSPACED.search(text):
        return [match.span() for match in WORD.finditer(text)]
    from icu4py.breakers import WordBreaker

    found, at = [], 0
    # Lone surrogates can't pass to ICU; a stand-in of the same length keeps the offsets.
    for piece in WordBreaker(_SURROGATE.sub("\ufffd", text), "en"):
        if _WORDLIKE.search(piece):
            found.append((at, at + len(piece)))
        at += len(piece)
    return found


def count_words(text: str) -> int:
    """How many words a reader would count at most: by UAX #29 or by spaces, whichever is more."""
    return max(len(words(text)), len(text.split()))


def is_unspaced(text: str) -> bool:
    """Whether ``text`` holds a script that is written without spaces between words."""
    return _HAS_UNSPACED.search(text) is not None


def _ends_sentence(text: str, stop: re.Match[str], end: int) -> bool:
    mark = stop.group()
    if mark[0] != "." or mark.startswith(".."):
        # A question inside quotes goes on: "Really?" he said.
        return not (
            mark[-1] not in ".!?\u2026" and text[stop.end() : stop.end() + 2].strip()[:1].islower()
        )
    start = stop.start()
    before = text[max(0, start - 12) : start]
    last = re.search(r"[^\s(\[\"'\u201c\u2018*]*$", before)
    word = last.group().lower() if last else ""
    rest = text[stop.end() : stop.end() + 40].lstrip()
    following = rest[:1]
    if word in _BEFORE_FIGURE:
        return not following.isdigit()
    if word in _ABBREVIATIONS and not (following.isupper() and word in _MAY_END):
        return stop.end() >= end
    if len(word) == 1 and word.isalpha() and before[-1:].isupper():  # an initial: "J. Smith"
        return not following.isupper() or word == "i"
    if (
        word.isdigit()
        and len(word) <= 2
        and following
        and (following.islower() or _DAY_MONTH.match(rest))
    ):
        return False  # an ordinal as German writes it: "am 3. Oktober"
    return not following.islower()


_DAY_MONTH = re.compile(rf"(?:{either('sentences', 'months_after_ordinal')})\b")


def sentences(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """The sentences of ``text[start:end]`` without the spaces around them. A blank line always ends
    one.
    """
    end = len(text) if end is None else end
    found: list[Span] = []
    for block_start, block_end in paragraphs(text, start, end):
        at = block_start
        for stop in _STOP.finditer(text, block_start, block_end):
            if stop.end() <= at or not _ends_sentence(text, stop, block_end):
                continue
            found.append(_trim(text, at, stop.end()))
            at = stop.end()
        last = _trim(text, at, block_end)
        if last[0] < last[1]:
            found.append(last)
    return found


def paragraphs(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """The stretches of ``text[start:end]`` between blank lines, without the spaces around them."""
    end = len(text) if end is None else end
    found, at = [], start
    for gap in _BLANK_LINE.finditer(text, start, end):
        found.append(_trim(text, at, gap.start()))
        at = gap.end()
    found.append(_trim(text, at, end))
    return [span for span in found if span[0] < span[1]]


def lines(text: str) -> Iterator[tuple[int, int, int]]:
    """Each line as (start, end without its line break, start of the next). CRLF, LF and CR all end
    one.
    """
    at = 0
    for match in re.finditer(r"\r\n|\n|\r", text):
        yield at, match.start(), match.end()
        at = match.end()
    if at < len(text):
        yield at, len(text), len(text)


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def overlaps(spans: list[Span], start: int, end: int) -> bool:
    """Whether a sorted list of non-overlapping spans touches ``start:end`` (an empty stretch counts
    as one place).
    """
    at = bisect_left(spans, (max(start, end - 1) + 1,)) - 1
    return at >= 0 and spans[at][1] > start
