"""Which industry words speak of, and to whom."""

from __future__ import annotations

from .tables import table
from .words import weigh


def industry(text: str) -> str | None:
    """The industry that most words of a plain text (see `words.plain`) speak of."""
    return _strongest(text, "industries")


def audience(text: str) -> str | None:
    """The people whom most words of a plain text speak to."""
    return _strongest(text, "audiences")


def _strongest(text: str, kind: str) -> str | None:
    found = weigh(text, table("topics")[kind])
    return max(found, key=found.__getitem__) if found else None
