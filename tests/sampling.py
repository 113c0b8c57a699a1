"""Which of many like cases the quick suite tries: some at once, the others under the slow marker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_of(every: int, values: Iterable[Any]) -> list[Any]:
    """Cases for ``parametrize``: the first of every so many as it is, the others marked as slow."""
    return [
        value if not at % every else pytest.param(value, marks=pytest.mark.slow)
        for at, value in enumerate(values)
    ]


def one_row_of(every: int, rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """The same for several names at once: of a product, the first of every so many combinations."""
    return [
        pytest.param(*row, marks=[pytest.mark.slow] if at % every else [])
        for at, row in enumerate(rows)
    ]
