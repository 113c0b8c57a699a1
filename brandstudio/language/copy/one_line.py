"""A line of so many characters out of a brief's own clauses: what a Google Ads headline (30) or an
e-mail's subject (60) can hold. Nothing is rephrased, and nothing is cut that would make it untrue:
only what happens to a thing, where, when and for how much, may go behind its name, and an article
before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from ..tables import either
from .targets import Target, length
from .vocabulary import BRIEFS

LONGEST = 60
"""Channels of at most so many characters take one line."""
_CLAUSE = re.compile(
    r"[,;](?!\d)\s+| [\u2013\u2014-] |(?<=[^\W\d_])[.!?]\s+|[\u3002\uff0c\uff1b\uff01\uff1f]"
)
_SENTENCE = re.compile(r"(?<=[^\W\d_][.!?])\s|[\u3002\uff01\uff1f]|\s\u2013\s|\n")
_KANA = re.compile("[\u3041-\u30fa\u30fc-\u30ff]")
_HAN = re.compile("[\u3400-\u9fff]")
_ASIDE = re.compile(rf"\s(?:{either('copy', 'place_or_time')})\s", re.IGNORECASE)
_TWISTED = re.compile(rf"(?<![^\W_])(?:{either('copy', 'conditions')})(?![^\W_])", re.IGNORECASE)
_ARTICLE = re.compile(rf"(?:{either('copy', 'articles')})\s+(?=\S+\s)", re.IGNORECASE)
_MOST_CLAUSES = 8
_LONGEST_CLAUSE = 400
_MOST_CUTS = 5
"""Ways of a clause that are tried, the longest."""
_SAYS_MORE = 12
"""Characters that a figure is worth; the clause that a text begins with twice as many."""
_FIGURE = re.compile(
    "\\d|[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u534a][\u6298\u5272\u4ef7\u50f9\u984d\u989d]"
)
"""In digits, or as Chinese and Japanese write discounts."""


def one_line(text: str, limit: Target) -> str | None:
    """The clauses of ``text`` that say most within ``limit``, in their order and with the first
    sentence among them; None where none fit.
    """
    most = limit.most or 0
    own = len(_clauses(_SENTENCE.split(text, maxsplit=1)[0]))
    join = "\u3001" if _KANA.search(text) else "\uff0c" if _HAN.search(text) else ", "
    best: tuple[int, str] | None = None
    for chosen in _choices(_clauses(text)[:_MOST_CLAUSES], own, limit):
        line = join.join(said for _, said in chosen)
        size = length(line, limit.unit)
        if size <= most:
            worth = size + _SAYS_MORE * sum(
                2 * (at == 0) + bool(_FIGURE.search(said)) for at, said in chosen
            )
            best = max(best or (0, ""), (worth, line), key=lambda each: each[0])
    return None if best is None else best[1][:1].upper() + best[1][1:]


def _clauses(text: str) -> list[str]:
    """What stands between stops; a mark between the members of a list in Chinese parts a clause in
    Japanese.
    """
    whole = text.replace("\u3001", "\u3002") if _KANA.search(text) else text
    parts = (" ".join(part.split()).strip(" .") for part in _CLAUSE.split(whole))
    return [part for part in parts if any(map(str.isalnum, part))]


def _choices(clauses: Sequence[str], own: int, limit: Target) -> Iterator[list[tuple[int, str]]]:
    """Up to three clauses, one of the first sentence's at least, each as it is or without its end."""
    said = []
    for at, clause in enumerate(clauses):
        fitting = (
            one for one in _shortened(clause) if length(one, limit.unit) <= (limit.most or 0)
        )
        said += [(at, one) for one in islice(fitting, _MOST_CUTS)]
    for count in (1, 2, 3):
        for chosen in combinations(said, count):
            places = [at for at, _ in chosen]
            if len(set(places)) == count and places[0] < own and _says(chosen):
                yield list(chosen)


def _says(chosen: Sequence[tuple[int, str]]) -> bool:
    """Whether it is more than a bare figure ("299 francs") of what the first clause names."""
    return chosen[0][0] == 0 or len(chosen[0][1].split()) > 2 or len(chosen) > 1


def _shortened(clause: str) -> Iterator[str]:
    """A clause, and what it names without what happens to it."""
    yield clause
    if len(clause) > _LONGEST_CLAUSE:
        return
    if not _TWISTED.search(clause):
        for match in reversed(list(_ASIDE.finditer(clause))):
            if len(clause[: match.start()].split()) > 1:
                yield from _bare(clause[: match.start()].rstrip(" ,"))
        yield from _bare(clause)
    for event in BRIEFS.read("event", clause):
        yield event["thing"].strip()


def _bare(said: str) -> Iterator[str]:
    """As it is, and without its article."""
    yield said
    if found := _ARTICLE.match(said):
        yield said[found.end() :]
