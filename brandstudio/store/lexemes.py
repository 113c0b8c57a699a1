"""The search index in PostgreSQL: what SQLite's FTS5 does with texts and match expressions, as
tsvectors and tsqueries.

Words are cut here, not by the server, so that both engines find the same: letters, numbers and
combining marks belong to a word. A fact stands in the same vector with ``=`` before it, which no
word has. Columns have weights, by which one of them alone can be asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

_WEIGHTS = {"title": "A", "tags": "B", "description": "C", "prompt": "D", "filename": "D"}
_FACT = "="
_NEVER = "'!'"
"""A lexeme that no item has."""
_GAP = 10
"""Positions between two columns: no phrase goes from one into the next."""
_LAST = 16383
"""PostgreSQL's last position: what comes after it is found, but in no phrase."""
_LONGEST = 2000
"""Bytes of a lexeme; PostgreSQL takes 2046."""
_ASCII_WORD = re.compile(rf"[a-z0-9]{{1,{_LONGEST}}}")
_TOKEN = re.compile(r'\s*(?:"((?:[^"]|"")*)"(\*?)|(AND|OR|NOT)\b|([():{}])|(\w+))')


def tsvector(columns: Sequence[str], said: Sequence[str], facts: str) -> str:
    """The lexemes of an item, as PostgreSQL reads them."""
    found: dict[str, list[str]] = {f"{_FACT}{fact}": [] for fact in facts.lower().split()}
    at = 1
    for column, text in zip(columns, said, strict=True):
        for word in words_of(text):
            places = found.setdefault(word, [])
            if len(places) < 255:
                places.append(f"{min(at, _LAST)}{_WEIGHTS[column]}")
            at += 1
        at += _GAP
    return " ".join(
        _quoted(lexeme) + (f":{','.join(places)}" if places else "")
        for lexeme, places in found.items()
    )


def tsquery(expression: str) -> str:
    """A match expression of `searching`, as PostgreSQL reads it."""
    tokens = _Tokens(expression)
    found = _any_of(tokens, None)
    if tokens.kind is not None:
        raise ValueError("a match expression goes on after its end")
    return found


class _Tokens:
    """The tokens of an expression, one at a time; ``kind`` of None is the end."""

    def __init__(self, expression: str) -> None:
        self._found: Iterator[re.Match[str]] = _TOKEN.finditer(expression)
        self.kind: str | None = None
        self.text = self.star = ""
        self.next()

    def next(self) -> None:
        match = next(self._found, None)
        if match is None:
            self.kind = None
            return
        phrase, star, operator, mark, name = match.groups()
        if phrase is not None:
            self.kind, self.text, self.star = "phrase", phrase.replace('""', '"'), star
        else:
            self.kind = self.text = operator or mark or "name"
            self.text = name or self.text

    def take(self, kind: str) -> str:
        if self.kind != kind:
            raise ValueError(f"a match expression lacks {kind}")
        text = self.text
        self.next()
        return text


def _any_of(tokens: _Tokens, columns: frozenset[str] | None) -> str:
    found = [_all_of(tokens, columns)]
    while tokens.kind == "OR":
        tokens.next()
        found.append(_all_of(tokens, columns))
    return found[0] if len(found) == 1 else f"({' | '.join(found)})"


def _all_of(tokens: _Tokens, columns: frozenset[str] | None) -> str:
    found = [_without(tokens, columns)]
    while tokens.kind == "AND":
        tokens.next()
        found.append(_without(tokens, columns))
    return found[0] if len(found) == 1 else f"({' & '.join(found)})"


def _without(tokens: _Tokens, columns: frozenset[str] | None) -> str:
    found = _one(tokens, columns)
    while tokens.kind == "NOT":
        tokens.next()
        found = f"({found} & !{_one(tokens, columns)})"
    return found


def _one(tokens: _Tokens, columns: frozenset[str] | None) -> str:
    if tokens.kind == "(":
        tokens.next()
        found = _any_of(tokens, columns)
        tokens.take(")")
        return found
    if tokens.kind == "phrase":
        text, star = tokens.text, bool(tokens.star)
        tokens.next()
        return _phrase(text, star, columns)
    if tokens.kind == "{":
        tokens.next()
        named = set()
        while tokens.kind == "name":
            named.add(tokens.take("name"))
        tokens.take("}")
    else:
        named = {tokens.take("name")}
    tokens.take(":")
    return _one(tokens, frozenset(named))


def _phrase(text: str, beginning: bool, columns: frozenset[str] | None) -> str:
    if columns == frozenset({"facts"}):
        facts = [_quoted(f"{_FACT}{fact}") for fact in text.lower().split()]
        return f"({' & '.join(facts)})" if facts else _NEVER
    words = list(words_of(text))
    if not words:
        return _NEVER
    weights = "".join(sorted({_WEIGHTS[name] for name in (columns or _WEIGHTS)}))
    label = "" if weights == "ABCD" else weights
    said = [_quoted(word) for word in words]
    ends = [f":{label}" if label else ""] * len(said)
    if beginning:
        ends[-1] = f":*{label}"
    return f"({' <-> '.join(word + end for word, end in zip(said, ends, strict=True))})"


def words_of(text: str) -> Iterator[str]:
    """The words of folded text, as FTS5's tokenizer cuts them."""
    if text.isascii():
        yield from _ASCII_WORD.findall(text.lower())
        return
    for word in "".join(one if is_of_word(one) else " " for one in text).split(" "):
        if word:
            yield word.lower().encode()[:_LONGEST].decode(errors="ignore")


@lru_cache(4096)
def is_of_word(character: str) -> bool:
    """Whether a character belongs to a word, as FTS5's tokenizer is told: what does not, parts words."""
    category = unicodedata.category(character)
    return category[0] in "LN" or category in ("Co", "Mn", "Mc")


def _quoted(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
