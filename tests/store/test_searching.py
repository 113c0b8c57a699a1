"""What people type, as queries that a real index answers."""

from __future__ import annotations

import sqlite3

import pytest

from brandstudio.domain.search_query import parse
from brandstudio.domain.search_words import spaced
from brandstudio.store.searching import either, expression, quoted

TEXTS = {
    1: "Blue open sea with a boat",
    2: "Open blue sea at dusk",
    3: "Hauptstraße im Regen",
    4: "Hauptstrasse bei Nacht",
    5: "春の市 in Bern",
    6: "A T-shirt, 12 francs",
    7: "Messe, Maße, Gießkanne und Schlüssel",
}


@pytest.fixture
def index() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute(
        "create virtual table words using fts5 (said, tokenize = 'unicode61 remove_diacritics 2')"
    )
    connection.executemany(
        "insert into words (rowid, said) values (?, ?)",
        [(rowid, spaced(text)) for rowid, text in TEXTS.items()],
    )
    return connection


def found(index: sqlite3.Connection, typed: str) -> set[int]:
    terms = parse(typed)
    wanted = [expression(term) for term in terms if not term.unwanted]
    unwanted = [quoted(term.words) for term in terms if term.unwanted]

    def matching(expression: str) -> set[int]:
        rows = index.execute("select rowid from words where words match ?", (expression,))
        return {rowid for (rowid,) in rows}

    kept = matching(" AND ".join(wanted)) if wanted else set(TEXTS)
    return kept - (matching(either(unwanted)) if unwanted else set())


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        ("sea blue", {1, 2}),
        ("se", {1, 2}),  # the last one may be a beginning
        ('"open sea"', {1}),
        ("“open sea”", {1}),
        ('"open sea', {1}),  # a quote that nobody closed
        ("sea -boat", {2}),
        ('sea -"open sea"', {2}),
        ("-sea", {3, 4, 5, 6, 7}),
        ("hauptstraße", {3, 4}),
        ("hauptstrasse", {3, 4}),
        ("Hauptstras", {3, 4}),
        ("giesskanne schlussel", {7}),
        ("masse", {7}),
        ("市", {5}),
        ("t-shirt", {6}),
        ("nothing", set()),
    ],
)
def test_words_phrases_and_what_is_kept_out(
    index: sqlite3.Connection, typed: str, rows: set[int]
) -> None:
    assert found(index, typed) == rows


@pytest.mark.parametrize(
    "typed",
    ['"', '""', "-", "--", "a OR b", "NEAR(a b)", "a AND", "(", "*", "a*", "said:a", 'x"y', "-\"", "^a", "ß" * 60,
     "ss ß " * 50, "a\0b", "'; drop table words; --", "-a " * 200],
)  # fmt: skip
def test_no_syntax_leaks_in(index: sqlite3.Connection, typed: str) -> None:
    assert found(index, typed) <= set(TEXTS)
