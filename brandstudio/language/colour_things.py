"""Colour words that are none: lemons and mint on a table are things. And nouns that only liken a
colour: no forest stands in "forest green".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from .tables import either, table
from .words import blanked, contains, find

Span = tuple[int, int]
_WORD = re.compile(r"[^\W\d_]+")
#: A noun in the plural, whose colour in French and Spanish stands behind it; no number and no article.
_PLURAL_NOUN = re.compile(
    rf"(?<![^\W_])(?!(?:{either('wishes', 'before_plurals')})$)[^\W\d_]{{3,}}[sx]$"
)
#: The same with what it is of: "coups de pinceau roses".
_PLURAL_OF = re.compile(r"(?<![^\W_])[^\W\d_]{3,}[sx] d(?:e |')[^\W\d_]{3,}$")
_ROSES = re.compile(r"(?<![^\W_])roses(?![^\W_])")


def _one_of(words: Sequence[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


@cache
def _fruit(key: str) -> str:
    return _one_of(table("wishes")["fruit"][key])


@cache
def _likened(key: str) -> str:
    return _one_of(table("wishes")["likened"][key])


@cache
def _sometimes() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_]){_fruit('sometimes')}(?![^\W_])")


@lru_cache(maxsize=64)
def things(rest: str) -> tuple[Span, ...]:
    """Where colour words of a plain text name things."""
    found = {*find(rest, table("wishes")["fruit"]["always"])}
    for match in _sometimes().finditer(rest):
        if not any(a <= match.start() < b for a, b in found) and _thing(rest, match):
            found.add(match.span())
    return tuple(sorted(found))


def _thing(rest: str, word: re.Match[str]) -> bool:
    before, after = rest[: word.start()].rstrip(), rest[word.end() :]
    if re.match(rf"\s+{_fruit('grounds')}(?![^\W_])", after):
        return False
    if re.search(rf"(?<![^\W_]){_fruit('as_colour')}$", before):
        return False
    if re.fullmatch(_fruit("plural"), word[0]) and _PLURAL_NOUN.search(before):
        return False  # "petits points roses"
    fresh = rf"(?<![^\W_]){_fruit('fresh')}(?![^\W_])"
    if re.search(rf"{fresh}$", before) or re.match(rf"\s+{fresh}", after):
        return True
    if re.match(rf"\s+{_fruit('parts')}(?![^\W_])", after):
        return True
    if not before and re.fullmatch(_fruit("plural"), word[0]):
        return True
    return _beside_a_thing(before, after)


def _beside_a_thing(before: str, after: str) -> bool:
    """Whether a list joins a word with a thing that no picture shows: "strawberries and mint"."""
    joined = re.search(
        rf"([^\W\d_]+)(?:\s+{_fruit('fresh')})?\s*(?:,|\s{_fruit('joins')})$", before
    )
    if joined is not None and _no_scene(joined[1]):
        return True
    joined = re.match(rf"\s*(?:,|{_fruit('joins')})\s+(?:{_fruit('fresh')}\s+)?([^\W\d_]+)", after)
    return joined is not None and _no_scene(joined[1])


def _no_scene(word: str) -> bool:
    """Whether a word is a known thing that is not drawn."""
    things = table("scenes")["undrawable"]
    kinds = [e for kind in ("food", "objects", "animals") for e in things[kind]]
    return contains(word, (*kinds, *table("wishes")["fruit"]["always"]))


def freshness(rest: str, others: Sequence[str]) -> tuple[Span, ...]:
    """Where "fresh" is said of things that are not drawn: it is no mood of the picture."""
    said = [
        *(re.escape(word) for word in others if word),
        *(re.escape(rest[a:b]) for a, b in things(rest)),
    ]
    if not said:
        return ()
    fresh, of = _fruit("fresh"), _one_of(said)
    ahead = re.finditer(rf"(?<![^\W_])({fresh})(?= {of}(?![^\W_]))", rest)
    behind = re.finditer(rf"(?<![^\W_]){of} ({fresh})(?![^\W_])", rest)
    return tuple(match.span(1) for match in (*ahead, *behind))


def unlikened(text: str) -> str:
    """A plain text without the nouns that only liken a colour: "vert sapin" is a green, and "points
    roses" are pink.
    """
    text = re.sub(
        rf"(?<![^\W_]){_likened('german')}(?={_likened('german_colours')}(?:e[mnrs]?)?(?![^\W_]))",
        lambda m: m[0] if _is_colour(text, m) else " " * len(m[0]),
        text,
    )
    spans = [
        m.span(1)
        for m in re.finditer(
            rf"(?<![^\W_])({_likened('before')})[ -]{_likened('colours_behind')}(?![^\W_])", text
        )
    ]
    spans += [
        m.span(1)
        for m in re.finditer(
            rf"(?<![^\W_]){_likened('colours_before')} ({_likened('behind')})(?![^\W_])", text
        )
    ]
    text = blanked(text, (s for s in spans if not _in_a_name(text, s)))

    def pink(match: re.Match[str]) -> str:
        before = text[: match.start()].rstrip()
        plural = _PLURAL_NOUN.search(before) or _PLURAL_OF.search(before)
        return "rose " if plural else match[0]

    return _ROSES.sub(pink, text)


@lru_cache(maxsize=64)
def names(text: str) -> tuple[Span, ...]:
    """Where colours stand whose names are several words ("vert sapin")."""
    words = [e for some in table("scenes")["colours"].values() for e in some if " " in e]
    return tuple(find(text, words))


def without_night_blues(rest: str) -> str:
    """The text without colours that are called after the night: no hour is "bleu nuit"."""
    night = table("scenes")["times"]["night"]
    return blanked(rest, [(a, b) for a, b in names(rest) if contains(rest[a:b], night)])


def _in_a_name(text: str, span: Span) -> bool:
    """Whether a word is part of a colour's own name ("bleu nuit")."""
    return any(a <= span[0] and span[1] <= b for a, b in names(text))


def _is_colour(text: str, match: re.Match[str]) -> bool:
    """Whether a German word is a colour's own name as it is ("himmelblau")."""
    word = _WORD.match(text, match.start())
    own = [e for some in table("scenes")["colours"].values() for e in some if e[0] != "*"]
    return word is not None and contains(word[0], own)
