"""What a prompt forbids ("no sun, no clouds", "ohne Mond", "a moonless night"), wherever it says so.

A word that forbids reaches the thing behind it and those that its list goes on with. The words
stand in ``assets/words/scenes.toml`` under ``negations``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from .tables import table
from .words import find

_TOKEN = re.compile(r"(?<![^\W_])(?:l|d|qu)'|[^\W_]+(?:'[^\W_]+)?")
_NO_GAP = re.compile(r"[\s-]*")
_CJK = r"[\u30a0-\u30ff\u3400-\u9fff]{1,4}?"
_CJK_BEHIND = re.compile(rf"({_CJK})(?:が|は|の|も)?(?:ない|なし|無し|抜き)の?")
_CJK_BEFORE = re.compile(r"(?:没有|沒有|不要|不带|无)([\u3400-\u9fff]{1,2})")


@cache
def _one_of(key: str) -> str:
    return "(?:" + "|".join(sorted(table("scenes")["negations"][key], key=len, reverse=True)) + ")"


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_]){_one_of(key)}(?:(?<=')|(?![^\W_]))")


@cache
def _things() -> tuple[str, ...]:
    sections = ("families", "motifs", "undrawable", "parts", "things")
    return tuple(e for s in sections for some in table("scenes")[s].values() for e in some)


@cache
def _hues() -> tuple[str, ...]:
    return tuple(e for some in table("scenes")["colours"].values() for e in some)


def parted(text: str) -> tuple[str, tuple[str, ...]]:
    """A plain text without what it forbids, and what that is, as it says it."""
    refused: list[str] = []
    text = _grown(text, refused)
    for pattern in (_CJK_BEHIND, _CJK_BEFORE):
        text = pattern.sub(lambda m: _cut(m, refused), text)
    text = _forbidden_behind(text, refused)
    at, out = 0, []
    spans, hues = find(text, _things()), find(text, _hues())
    for match in _pattern("before").finditer(text):
        if match.start() < at:
            continue
        # A colour that is forbidden first goes on with colours; behind a thing it is another wish.
        end, said = _list(text, match, [*spans, *hues] if _first_is(text, match, hues) else spans)
        if said:
            refused += said
            out.append(text[at : match.start()])
            at = end
    return " ".join((*out, text[at:])), tuple(refused)


def _cut(match: re.Match[str], refused: list[str]) -> str:
    if not find(match[1], _things()):
        return match[0]
    refused.append(match[1])
    return " "


def _grown(text: str, refused: list[str]) -> str:
    """The text without words like "moonless" and "wolkenfrei"; a moonless hour is still a night."""

    def cut(match: re.Match[str]) -> str:
        stem = match[1]
        if not any(span == (0, len(stem)) for span in find(stem, _things())):
            return match[0]
        refused.append(stem)
        return " night " if find(stem, table("scenes")["motifs"]["moon"]) else " "

    return re.sub(rf"\b([^\W\d_]{{3,}}?){_one_of('endings')}(?![^\W_])", cut, text)


def _forbidden_behind(text: str, refused: list[str]) -> str:
    """The text without things that it forbids after them: "the moon is not visible"."""
    for match in reversed(list(_pattern("behind").finditer(text))):
        before = text[: match.start()].rstrip()
        ending = [span for span in find(before, _things()) if span[1] == len(before)]
        if ending:
            start = min(ending)[0]
            refused.append(before[start:])
            text = text[:start] + " " + text[match.end() :]
    return text


def _list(text: str, word: re.Match[str], spans: list[tuple[int, int]]) -> tuple[int, list[str]]:
    """Where what a word forbids ends, and each thing of it."""
    noun_first = _pattern("apart").fullmatch(word[0]) is not None
    reaches = "both" if _pattern("list").fullmatch(word[0]) else ""
    if _pattern("only").match(text, _after(text, word.end())):
        return word.end(), []
    said: list[str] = []
    end, at, bare = word.end(), word.end(), False
    while True:
        item = _item(text, at, spans, noun_first=noun_first, bare=bare)
        if item is None:
            return end, said
        said.append(text[item[0] : item[1]])
        end = item[1]
        goes_on = _joined(text, end, reaches, spans)
        if goes_on is None:
            return end, said
        at, bare = goes_on


def _first_is(text: str, word: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    first = list(_words(text, word.end()))[:2]
    return any(_thing(each, spans) is not None for each in first)


def _after(text: str, at: int) -> int:
    gap = _NO_GAP.match(text, at)
    return gap.end() if gap else at


def _joined(
    text: str, at: int, reaches: str, spans: list[tuple[int, int]]
) -> tuple[int, bool] | None:
    """Where a list goes on, and whether only a bare thing goes on with it; None where it ends."""
    match = re.compile(rf"\s*,?\s*{_one_of('either')}\s+").match(text, at)
    if match:
        return match.end(), False
    both = re.compile(rf"\s*(?:,?\s*{_one_of('both')}\s+|&\s*|/\s*)").match(text, at)
    if both:
        return both.end(), True
    comma = re.compile(r"\s*,\s*").match(text, at)
    if comma is None:
        return None
    # A comma goes on only where a joining word closes the list of bare things.
    item = _item(text, comma.end(), spans, noun_first=False, bare=True)
    if item is None:
        return None
    then = _joined(text, item[1], reaches, spans)
    if then is None or (then[1] and not reaches):
        return None
    return comma.end(), True


def _item(
    text: str, at: int, spans: list[tuple[int, int]], *, noun_first: bool, bare: bool
) -> tuple[int, int] | None:
    """One forbidden thing: from its first word to the end of what it names; a ``bare`` one begins
    with it.
    """
    words = list(_words(text, at))
    for position, word in enumerate(words[:3]):
        end = _thing(word, spans)
        if end is None:
            if bare:
                return None
            continue
        for more in () if noun_first else words[position + 1 :]:
            further = _thing(more, spans)
            if further is None:
                break
            end = max(end, further)
        return words[0].start(), max(end, word.end())
    return words[0].span() if words and not bare else None


def _words(text: str, at: int) -> Iterator[re.Match[str]]:
    """The words that follow directly, without articles, up to a stop."""
    begun = False
    while True:
        match = _TOKEN.match(text, _after(text, at))
        if match is None:
            return
        at = match.end()
        if not begun and _pattern("articles").fullmatch(match[0]):
            continue
        if _pattern("stops").fullmatch(match[0]):
            return
        begun = True
        yield match


def _thing(word: re.Match[str], spans: list[tuple[int, int]]) -> int | None:
    ends = [b for a, b in spans if a < word.end() and word.start() < b]
    return max(ends) if ends else None
