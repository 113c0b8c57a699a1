"""Bars of words and signs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from rich.text import Text

from ..symbols import Symbols
from ..themes import Pens
from ..views import amount
from .wording import fit

Sums = Sequence[tuple[str, float]]
DAYS = 30
LOW, HIGH = 6, 14
"""Lines of the chart by day, in a usual terminal and in one that has the room."""


def usage_charts(
    by_day: Sums,
    charts: Sequence[tuple[str, Sums]],
    pens: Pens,
    symbols: Symbols,
    width: int,
    height: int = LOW,
) -> Text:
    """The days as columns, then one chart below the other; every bar has its figure."""
    text = Text()
    text.append("By day\n", pens.accent)
    _columns(text, by_day, pens, symbols, width, height)
    for title, rows in charts:
        text.append(f"{title}\n", pens.accent)
        if not rows:
            text.append("nothing yet\n\n", pens.quiet)
            continue
        most = max(value for _, value in rows) or 1.0
        names = min(28, max(len(name) for name, _ in rows) + 1)
        room = max(8, min(120, width - names - 12))
        for name, value in rows:
            filled = max(1, round(room * value / most)) if value else 0
            text.append(fit(name, names), pens.quiet)
            text.append(symbols.bar * filled, pens.second)
            text.append(f" {amount(value)}\n", pens.text)
        text.append("\n")
    return text


def last_days(rows: Sums, days: int) -> list[tuple[str, float]]:
    """As many days up to the last one that has anything, those without too."""
    if not rows:
        return []
    found = dict(rows)
    last = max(date.fromisoformat(day) for day in found)
    names = [(last - timedelta(days=back)).isoformat() for back in range(days - 1, -1, -1)]
    return [(name, found.get(name, 0.0)) for name in names]


def _columns(text: Text, rows: Sums, pens: Pens, symbols: Symbols, width: int, height: int) -> None:
    """A column a day, the scale at the left, the first and the last day below."""
    if not rows:
        text.append("nothing yet\n\n", pens.quiet)
        return
    wide = max(1, min(7, (width - 10) // DAYS))
    days = last_days(rows, max(7, min(DAYS, (width - 10) // wide)))
    most = max(value for _, value in days) or 1.0
    steps = len(symbols.levels)
    for line in range(height, 0, -1):
        scale = {height: amount(most), 1: "0"}.get(line, "")
        text.append(f"{scale:>8} ", pens.quiet)
        for _, value in days:
            filled = round(value / most * height * steps) - (line - 1) * steps
            if value and line == 1:
                filled = max(1, filled)
            sign = symbols.levels[min(steps, filled) - 1] if filled > 0 else " "
            gap = " " if wide > 1 else ""
            text.append(sign * (wide - len(gap)) + gap, pens.second)
        text.append("\n")
    first, last = days[0][0], days[-1][0]
    text.append(f"{'':9}{first}{last:>{max(0, len(days) * wide - len(first))}}\n\n", pens.quiet)
