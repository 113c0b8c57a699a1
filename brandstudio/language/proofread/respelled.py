"""Words spelled so that a search passes them by: letters set apart (``c h e a p``, ``c.h.e.a.p``),
and figures or signs in place of letters (``ch3ap``, ``che@p``).

A respelled word is read as the letters it stands for, and nothing is said of it here: whoever looks
for a word asks whether that is one, whole. So a figure beside letters (``mp3``, ``B2B``) matters
only where the letters make the very word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ..segments import WORD
from ..tables import table
from .disguise import in_latin
from .marks import Token, fold

_STANDS_FOR: dict[str, str] = table("proofread")["stands_for"]
_ALONE = frozenset(table("proofread")["words_of_one_letter"])
_SIGNS = "".join(re.escape(sign) for sign in _STANDS_FOR if not sign.isalnum())
_LETTER = r"[^\W_]"
_ONE = rf"(?:{_LETTER}|[{_SIGNS}])(?!{_LETTER}|[{_SIGNS.replace('!', '')}])"
_GAP = r"[ \u00a0]?[.\-_*/|\u00b7\u2022~+]?[ \u00a0]?"
#: Single letters with the same gap between them: what a wider gap parts are two words.
_APART = re.compile(
    rf"(?<![^\W_])(?<![{_SIGNS}]){_ONE}(?=(?P<gap>{_GAP}))(?P=gap){_ONE}(?:(?P=gap){_ONE})+"
)
#: No part of a name that a program gives (``ENABLE_STAT3``).
_MIXED = re.compile(rf"(?<![^\W_]_)(?>(?:{_LETTER}|[{_SIGNS}])+)(?!_[^\W_])")
_NUMBER = re.compile(r"[0-9a-fA-F]*\d[0-9a-fA-F]*\d[0-9a-fA-F]*")
_FEWEST_MIXED = 4
"""Letters of a word with figures in it that is read so: short ones are clean too often (``4s``)."""
_READINGS = ("i", "l")
"""What the signs that stand for two letters are read as, one after the other."""


def respelled(text: str) -> Iterator[tuple[list[Token], set[int]]]:
    """The words of a text with those that are respelled read as the letters they stand for, in each
    way that may be meant, and where these begin. Nothing where no word is respelled.
    """
    apart = [match.span() for match in _APART.finditer(text) if _spells(match.group())]
    mixed = [span for span in map(_trimmed, _MIXED.finditer(text)) if _is_mixed(text, *span)]
    if not apart and not mixed:
        return
    plain = [match.span() for match in WORD.finditer(text)]
    for either in _READINGS:
        seen: set[tuple[tuple[int, int], ...]] = set()
        for cut in _CUTS if apart else _CUTS[:1]:
            spans = (*(cut(text, span) for span in apart), *mixed)
            if spans not in seen:
                seen.add(spans)
                yield _tokens(text, plain, sorted(set(spans)), either)
        if not any(sign in text[a:b] for a, b in (*apart, *mixed) for sign in _TWO):
            return


def _tokens(
    text: str, plain: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]], either: str
) -> tuple[list[Token], set[int]]:
    """The words, those that a respelled one lies over left out."""
    found, furthest = [], 0
    starts: set[int] = set()
    for start, end in spans:
        if start >= furthest:
            read = _read(text[start:end], either)
            found.append(Token(start, end, text[start:end], fold(read)))
            starts.add(start)
            furthest = end
    covered = sorted((token.start, token.end) for token in found)
    at = 0
    for start, end in plain:
        while at < len(covered) and covered[at][1] <= start:
            at += 1
        if at == len(covered) or end <= covered[at][0]:
            found.append(Token(start, end, text[start:end], fold(text[start:end])))
    return sorted(found, key=lambda token: token.start), starts


def _read(said: str, either: str) -> str:
    """The letters that a respelled word stands for."""
    kept = in_latin("".join(filter(_is_letter, said)))
    letters = (_STANDS_FOR.get(one, one) for one in kept)
    return "".join(either if letter == _EITHER else letter for letter in letters)


def _spells(said: str) -> bool:
    """Whether letters set apart are that, and no row of figures."""
    letters = sum(map(str.isalpha, said))
    return letters > 1 and letters * 2 >= sum(map(_is_letter, said))


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    """A word without the exclamation mark behind it, and without the bars of a table around it."""
    said = match.group()
    start = match.start() + len(said) - len(said.lstrip("|!"))
    return start, max(start, match.end() - (len(said) - len(said.rstrip("|!"))))


def _is_mixed(text: str, start: int, end: int) -> bool:
    """Whether a word is letters with figures or signs among them, no more of these. A single ``5`` or
    ``$`` behind letters is a number or a prompt, no ``s``; figures of base 16 are a number.
    """
    said = text[start:end]
    letters = sum(map(str.isalpha, said))
    if len(said) < _FEWEST_MIXED or letters * 2 < len(said) or letters == len(said):
        return False
    if any(one.isdigit() and one not in _STANDS_FOR for one in said) or _NUMBER.fullmatch(said):
        return False
    return not (said.endswith(("5", "$")) and letters == len(said) - 1)


def _whole(text: str, span: tuple[int, int]) -> tuple[int, int]:
    return span


def _without_first(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Letters set apart without a word of one letter before them ("a c h e a p deal")."""
    start, end = span
    if text[start].casefold() not in _ALONE:
        return span
    return next((at for at in range(start + 1, end) if _is_letter(text[at])), start), end


def _without_last(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The same with such a word behind them."""
    start, end = span
    if text[end - 1].casefold() not in _ALONE:
        return span
    return start, next((at + 1 for at in range(end - 2, start, -1) if _is_letter(text[at])), end)


def _is_letter(one: str) -> bool:
    return one.isalnum() or one in _STANDS_FOR


_CUTS: tuple[Callable[[str, tuple[int, int]], tuple[int, int]], ...] = (
    _whole,
    _without_first,
    _without_last,
)
_EITHER = "il"
_TWO = tuple(sign for sign, letter in _STANDS_FOR.items() if letter == _EITHER)
