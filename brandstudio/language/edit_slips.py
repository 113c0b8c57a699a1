"""A slip is mended within the language of its sentence: the German "Redner" is no English "redder".

What a word is a slip of is found among the words of four languages. A sentence has one of them, so a word of
another is what nobody meant; and a German word with a capital in the middle of a sentence is a noun, and is
no slip of a word that is none. Such a word stays unknown, and is named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from .senses import LANGUAGES, Sense, Token, apart
from .tables import table
from .words import plain

#: So many words that only one language has tell that a sentence is of it.
_TOLD_BY = 2
#: A word with a capital that begins no sentence and no line.
_CAPITAL = re.compile(
    r"(?<=[^\W_])[,)\]\"\u201c\u201d\u00bb]*[^\S\n]+([A-Z\u00c4\u00d6\u00dc][^\W\d_]+)"
)
#: The pronoun at the end of a Spanish order.
_LEANS = re.compile(r"[aei](?:la|lo|las|los|le|les)$")
#: A shorter word is near too many.
_SHORTEST = 6
#: What is said with an adjective or a verb, and with no noun.
_NO_NOUN = frozenset({"change", "quality", "colour", "tinged", "amount", "as-it-is", "make"})


def within_its_language(tokens: Sequence[Token], text: str) -> list[Token]:
    """The tokens of a text, without the slips that would be words of another language."""
    alike = frozenset(table("edits")["plainer"]["false_friends"])
    if not any(token.read_as or token.text in alike for token in tokens):
        return list(tokens)
    spoken = _language(tokens)
    nouns = {plain(word) for word in _CAPITAL.findall(text)} if spoken == "de" else set()
    return [
        _kept(token, spoken, nouns) if token.read_as or _is_foreign(token, spoken, alike) else token
        for token in tokens
    ]


def _is_foreign(token: Token, spoken: str, alike: frozenset[str]) -> bool:
    """Whether a word is one of another language, and a noun of this one ("plate" is flat in French)."""
    known = frozenset().union(*token.tongues)
    return spoken == "en" and token.text in alike and bool(known) and spoken not in known


def beside_a_figure(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with an unknown word beside a slider's figure ("contrats -10") as the measure that it is a slip of,
    though it may be a word of its own elsewhere.
    """
    out = list(tokens)
    for at, token in enumerate(out):
        near = [out[i] for i in (at - 1, at + 1) if 0 <= i < len(out)]
        sliding = any(t.has("signed") for t in near)
        if not sliding or token.senses or not token.text.isalpha() or len(token.text) < _SHORTEST:
            continue
        meant = [w for w in _measures() if w[0] == token.text[0] and apart(token.text, w, 1) == 1]
        kinds = {_measures()[word].get("kind") for word in meant}
        if len(kinds) == 1:
            out[at] = Token(token.text, (_measures()[meant[0]],), meant[0])
    return out


@cache
def _measures() -> dict[str, Sense]:
    """The words of one word for what a slider moves."""
    rows = [row for row in table("edits")["sense"] if row["is"] == "dimension"]
    return {
        plain(word): Sense("dimension", {"kind": row["kind"]})
        for row in rows
        for of in LANGUAGES
        for word in row.get(of, ())
        if word.isalpha()
    }


def _kept(token: Token, spoken: str, nouns: set[str]) -> Token:
    known = frozenset().union(*token.tongues)
    foreign = bool(spoken and known) and spoken not in known
    leans = _LEANS.search(token.text)  # "apágalo" orders, and "apagado" tells
    foreign = foreign or (bool(leans) and known == {"es"} and not _LEANS.search(token.read_as))
    other = token.text in nouns and all(s.part in _NO_NOUN for s in token.senses)
    return replace(token, senses=(), read_as="", tongues=()) if foreign or other else token


def _language(tokens: Sequence[Token]) -> str:
    """The language that most words are of which only one has; "" where that can't be told."""
    told: Counter[str] = Counter()
    for token in tokens:
        known = frozenset().union(*token.tongues)
        if not token.read_as and len(known) == 1:
            told.update(known)
    first = told.most_common(2)
    if not first or first[0][1] < _TOLD_BY:
        return ""
    return first[0][0] if len(first) == 1 or first[0][1] > first[1][1] else ""


__all__ = ["beside_a_figure", "within_its_language"]
