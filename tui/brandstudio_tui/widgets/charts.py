"""Bars of words and signs."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..symbols import Symbols
from ..themes import Pens
from ..views import amount
from .wording import fit


def usage_charts(
    charts: Sequence[tuple[str, Sequence[tuple[str, float]]]],
    pens: Pens,
    symbols: Symbols,
    width: int,
) -> Text:
    """One chart below the other; every bar has its figure."""
    text = Text()
    for title, rows in charts:
        text.append(f"{title}\n", pens.accent)
        if not rows:
            text.append("nothing yet\n\n", pens.quiet)
            continue
        most = max(value for _, value in rows) or 1.0
        names = min(28, max(len(name) for name, _ in rows) + 1)
        room = max(8, min(60, width - names - 12))
        for name, value in rows:
            filled = max(0, round(room * value / most))
            text.append(fit(name, names), pens.quiet)
            text.append(symbols.bar * filled, pens.second)
            text.append(f" {amount(value)}\n", pens.text)
        text.append("\n")
    return text
