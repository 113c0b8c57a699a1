"""What is to be known of the rows of a batch, said once for all rows that it holds for."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_PLACE = re.compile(r"^(\w+), \d+ to \d+(?=: )")
_MOST_RANGES = 8


class Notes:
    """Sentences by what they say: where they differ in figures alone, the first stands for all."""

    def __init__(self) -> None:
        self._rows: dict[str, list[int]] = {}
        self._said: dict[str, list[str]] = {}

    def add(self, row: int, words: str) -> None:
        """A sentence about a row."""
        kind = _FIGURES.sub("#", _PLACE.sub(r"\1", words))
        rows, said = self._rows.setdefault(kind, []), self._said.setdefault(kind, [])
        if not rows or rows[-1] != row:
            rows.append(row)
        if words not in said[:2]:
            said.append(words) if len(said) < 2 else None

    def lines(self) -> list[str]:
        """A line for each kind, what holds for most rows first."""
        kinds = sorted(self._rows, key=lambda kind: -len(self._rows[kind]))
        return [f"{_rows(self._rows[kind])}: {_said(self._said[kind])}" for kind in kinds]


def _rows(rows: Sequence[int]) -> str:
    """``row 3``, ``4 rows (1-3, 7)``."""
    rows = sorted(set(rows))
    if len(rows) == 1:
        return f"row {rows[0]}"
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    more = ", ..." if len(told) > _MOST_RANGES else ""
    return f"{len(rows)} rows ({', '.join(told[:_MOST_RANGES])}{more})"


def _said(said: Sequence[str]) -> str:
    if len(said) == 1:
        return said[0]
    without = {_PLACE.sub(r"\1", words) for words in said}
    return without.pop() if len(without) == 1 else f"{said[0]} (figures differ)"
