"""How people say it among themselves, put as the wish that it is: "can u", "how would the house look in dark red",
"half of what you'd normally dare", "as if through a dirty window", *„Meer egal"*, *para mí*.

Each row of the table is a turn that stands for one wish and no other, in one language, with its place in the clause;
what says nothing that a picture could show goes. The rest is read as if it had been typed so.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from .tables import table

#: Where in a clause a turn stands.
_BEGIN = (
    r"(?:^|(?<=[.,;:!?\n\u2013\u2014\u2026])\s*"
    + "".join(
        rf"|(?<=\b{word})\s+" for word in ("and", "und", "et", "y", "but", "aber", "mais", "pero")
    )
    + ")"
)
_END = r"(?=\s*(?:[.,;:!?\n\u2013\u2014\u2026]|$))"
_PLACES = {
    "": r"(?<![^\W_])(?:{})(?![^\W_])",
    "begin": _BEGIN + r"(?:{})(?=\s)",
    "end": r"(?<=[^\W_])\s+(?:{})" + _END,
    "asked": r"(?<=[^\W_]),?\s+(?:{})(?=\s*\?)",
    "part": _BEGIN
    + r"(?:{})(?=\s*(?:[.,;:!?\n\u2013\u2014\u2026]|$)|\s+(?:and|und|et|y|but|aber|mais|pero)\s)",
    "whole": _BEGIN + r"(?:{})" + _END,
}
_GROUP = re.compile(r"\{(\d)\}")
_EMPTY = re.compile(r"^[\s,;:.!?\u2026]+|(?<=[,;:.!?\u2026])(?:\s*,)+")
_WORD = re.compile(r"[^\W\d_]")
#: A longer text is no chat.
_LONGEST = 600


@cache
def _turns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(_PLACES[row.get("at", "")].replace("{}", row["says"])), row["means"])
        for row in table("edits")["heard_as"]
    )


def as_said(text: str) -> str:
    """A text with what is only said among people put plainly."""
    if len(text) > _LONGEST:
        return text
    told = text
    for says, means in _turns():
        told = _put(told, says, means)
    told = _EMPTY.sub("", told) if told != text else text
    return told if _WORD.search(told) else text


def _put(text: str, says: re.Pattern[str], means: str) -> str:
    """A text with one turn put plainly; what the turn names stays as it was written."""
    bare = _bare(text)
    out, at = [], 0
    for found in says.finditer(bare):
        told = _GROUP.sub(lambda m, found=found: text[slice(*found.span(int(m[1])))], means)  # type: ignore[misc]
        space = " " if found[0][:1].isspace() and told else ""
        out += [text[at : found.start()], space + told]
        at = found.end()
    return "".join((*out, text[at:]))


def _bare(text: str) -> str:
    """A text in lower case and without accents, as long as it was."""
    return "".join(
        low[0] if len(low := unicodedata.normalize("NFD", c.lower())) else c
        for c in text.replace("\u2019", "'")
    )


__all__ = ["as_said"]
