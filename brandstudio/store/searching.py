"""Terms as match expressions of SQLite's FTS5; no syntax of its leaks in."""

from __future__ import annotations

from collections.abc import Iterable

from ..domain.search_query import Term


def quoted(words: str) -> str:
    """Words as a phrase."""
    return '"' + words.replace('"', '""') + '"'


def either(expressions: Iterable[str]) -> str:
    """Any of the expressions."""
    said = list(dict.fromkeys(expressions))
    return said[0] if len(said) == 1 else f"({' OR '.join(said)})"


def expression(term: Term, also: Iterable[str] = (), goes_on: Iterable[str] | None = None) -> str:
    """What a term asks for, and the words that may stand in its place; ``goes_on`` are all words
    that go on from a beginning, where they are known.

    >>> expression(Term("Häuser", "hauser", beginning=True), ["haus"])
    '("hauser"* OR "haus")'
    >>> expression(Term("Häuser", "hauser", beginning=True), ["haus"], ["hauserl"])
    '("hauser" OR "haus" OR "hauserl")'
    """
    open_ended = term.beginning and goes_on is None
    said = quoted(term.words) + ("*" if open_ended else "")
    return either([said, *map(quoted, also), *map(quoted, goes_on or ())])


def facts(tokens: Iterable[str]) -> str:
    """All of the facts.

    >>> facts(["w1", "kimage"])
    'facts:("w1" AND "kimage")'
    """
    return f"facts:({' AND '.join(map(quoted, tokens))})"


def any_fact(tokens: Iterable[str]) -> str:
    """One of the facts."""
    return f"facts:{either(map(quoted, tokens))}"
