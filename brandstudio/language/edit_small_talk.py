"""What people write around an order and mean nothing by: "Hi Tom,", "don't ask", "kriegst du das hin?", "my boss
wants ...", "porfa".

Only whole clauses of the table go, a greeting with the name behind it, and the words by which somebody passes on what
another wants; what remains is read as if it had stood alone.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from .edit_nouns import is_person
from .tables import table
from .words import plain

_CLAUSE = re.compile(r"[^.,;:!?()\n\u2013\u2014\u2026]+")
_EDGE = re.compile(r"^[\s.,;:!?]+")
_SMILE = re.compile(r"(?<!\w)[:;][-']?[)(DPp](?!\w)|[\u2600-\u27bf\U0001f300-\U0001faff]")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")


@cache
def _whole() -> frozenset[str]:
    return frozenset(" ".join(_WORD.findall(plain(p))) for p in table("edits")["talk"]["whole"])


def _any_of(key: str) -> str:
    """The phrases of the table as alternatives of a pattern, the longest first, without accents."""
    said = sorted((_bare(p) for p in table("edits")["talk"][key]), key=len, reverse=True)
    return "|".join(re.escape(p).replace("'", "['\u2019]") for p in said)


@cache
def _greets() -> re.Pattern[str]:
    """A greeting with a name of at most two words behind it, up to the mark."""
    return re.compile(
        rf"\s*(?:{_any_of('greets')})(?:\s+[^\W\d_][\w'-]*){{0,2}}\s*(?=[,!:;\n\u2013]|\.\s|$)"
    )


@cache
def _passes_on() -> re.Pattern[str]:
    """Words by which a wish of somebody is passed on, at the beginning of a clause."""
    who = r"(?P<who>[^\W\d_]+(?:\s+[^\W\d_]+)?)"
    return re.compile(
        rf"(?:^|(?<=[.,;:!?\n\u2013\u2014]))\s*(?:{_any_of('whose')})\s+{who}\s+(?:{_any_of('wants')})(?=\s+\S)"
    )


@cache
def _wishes() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{_any_of('wishing')})(?=\s)")


def _bare(text: str) -> str:
    """A text in lower case and without accents, as long as it was."""
    return "".join(
        low[0] if len(low := unicodedata.normalize("NFD", c.lower())) else c for c in text
    )


def without_small_talk(text: str) -> str:
    """A text without what only goes around an order."""
    text = _SMILE.sub(" ", text)
    bare = _bare(text)
    greeting = _greets().match(bare)
    spans = []
    if (
        greeting is not None
        and _is_name(text[: greeting.end()])
        and _WORD.search(bare, greeting.end())
    ):
        spans.append(greeting.span())
    spans += [m.span() for m in _passes_on().finditer(bare) if _is_somebody(m["who"])]
    spans += [m.span() for m in _wishes().finditer(bare)]
    for begin, end in sorted(spans, reverse=True):
        text = f"{text[:begin].rstrip()}, {text[end:]}"  # what it is for stands before it
    kept = _EDGE.sub("", _CLAUSE.sub(lambda m: "" if _says_nothing(m[0]) else m[0], text))
    return kept if _WORD.search(kept) else text


def _is_name(greeting: str) -> bool:
    """Whether what stands behind a greeting is written as a name is ("Hi Tom"), or nothing does."""
    words = _WORD.findall(greeting)
    known = frozenset(_bare(word) for p in table("edits")["talk"]["greets"] for word in p.split())
    return all(_bare(word) in known or word[:1].isupper() or is_person(word) for word in words)


def _says_nothing(clause: str) -> bool:
    words = " ".join(_WORD.findall(plain(clause)))
    return bool(words) and words in _whole() and not any(c.isdigit() for c in clause)


def _is_somebody(who: str) -> bool:
    return is_person(who.split()[-1]) or " ".join(who.split()) in table("edits")["talk"]["others"]


__all__ = ["without_small_talk"]
