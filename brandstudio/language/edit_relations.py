"""What is told by another thing and is none of it: what lies around it ("um die Sonne"), and what is to be more so than it
("plus clair que les cheveux").

Neither is a place or a measure that an edit could have. A word that is idle elsewhere must not let the other thing be
taken for where the change is.
"""

from __future__ import annotations

from collections.abc import Sequence

from .edit_found import value_of
from .senses import Sense, Token
from .tables import table

_FIGURES = ("share", "percent", "number", "signed", "points", "degrees", "amount")
_FRAMED = ("crop", "space", "border", "cutout", "extend", "frame", "rotate", "turn")
#: Whom something lies around.
_WHOM = frozenset(("sie", "ihn", "ihre", "ihr", "sein", "seinen"))
_MORE_OR_LESS = frozenset(("plus", "moins", "mas", "menos"))


def round_it(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """German "um die Sonne", "um das Gesicht herum" is what lies around it, which is no place that can be found; of
    a share it says by how much ("um die Hälfte").
    """
    if tokens[at].text != "um" or at + 1 >= end:
        return None
    behind, clause = tokens[at + 1 : at + 3], tokens[begin:end]
    if any(t.has(part) for t in behind for part in _FIGURES):
        return None
    aims = any(t.text.startswith("zu ") or t.text == "zu" for t in tokens[at + 1 : end])
    if aims or any(t.has(part) for t in clause for part in _FRAMED):
        return None
    articled = behind[0].text in table("edits")["turns"]["the"] or behind[0].text in _WHOM
    return Token("um", (Sense("around"),)) if articled else None


def than_another(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """French and Spanish *que* behind a comparison and before a thing: than that ("más clara que el pelo")."""
    if tokens[at].text != "que" or at == begin:
        return None
    before = tokens[max(begin, at - 2) : at]
    compares = any(not _MORE_OR_LESS.isdisjoint(t.text.split()) for t in before)
    behind = next((t for t in tokens[at + 1 : min(end, at + 3)] if not t.has("filler")), None)
    other = behind is not None and (behind.has("region") or bool(value_of(behind.text)))
    return Token("que", ()) if compares and other else None


__all__ = ["round_it", "than_another"]
