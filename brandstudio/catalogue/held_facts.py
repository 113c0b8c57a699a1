"""What items are, held in memory beside their vectors: whether each of a million lies in a scope is
told in a few milliseconds, where the rows would be asked one by one.

Facts are tokens (`domain.search_facts`) whose first letter says what they tell of. Each letter has
as many columns as items mostly hold tokens of it, of numbers that stand for the tokens; what has no
room in the columns stands in a list behind them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .search_scope import SearchScope

Numbers = NDArray[np.unsignedinteger]
"""Of as few bits as the tokens of a letter need."""
Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]

_COLUMNS: Final = {"s": 3, "t": 6, "c": 5}
"""Tokens of a letter that most items hold; of every other letter each holds one."""


class Names:
    """The numbers of tokens, by their letters; 0 is none."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, int]] = {}

    def of(self, letter: str) -> dict[str, int]:
        return self._of.setdefault(letter, {})

    def numbers(self, tokens: Iterable[str]) -> dict[str, list[int]]:
        """The numbers of those tokens that any item holds, by their letters."""
        found: dict[str, list[int]] = {}
        for token in tokens:
            number = self.of(token[:1]).get(token)
            if number is not None:
                found.setdefault(token[:1], []).append(number)
        return found


class _Letter(NamedTuple):
    """The tokens of one letter: ``columns`` by row, and those that have no room in them."""

    columns: tuple[Numbers, ...]
    rows: Rows
    more: Numbers

    @classmethod
    def of(cls, letter: str, rows: list[int], numbers: list[int], count: int) -> _Letter:
        at = np.array(rows, dtype=np.intp)
        held = np.array(numbers, dtype=np.min_scalar_type(max(numbers)))
        slots = np.arange(len(at)) - np.searchsorted(at, at)
        columns = []
        for slot in range(_COLUMNS.get(letter, 1)):
            column = np.zeros(count, dtype=held.dtype)
            column[at[slots == slot]] = held[slots == slot]
            columns.append(column)
        over = slots >= len(columns)
        return cls(tuple(columns), at[over], held[over])

    def at(self, rows: Rows, count: int) -> _Letter:
        places = np.full(count, -1, dtype=np.intp)
        places[rows] = np.arange(len(rows))
        moved = places[self.rows]
        stays = moved >= 0
        columns = tuple(column[rows] for column in self.columns)
        return _Letter(columns, moved[stays], self.more[stays])

    def holding(self, numbers: Sequence[int], known: int, count: int) -> Mask:
        """The rows that hold one of the numbers, of so many that are known."""
        if len(numbers) == 1:
            same = np.zeros(count, dtype=np.bool_)
            for column in self.columns:
                same |= column == numbers[0]
            same[self.rows[self.more == numbers[0]]] = True
            return same
        wanted = np.zeros(known + 1, dtype=np.bool_)
        wanted[numbers] = True
        # Every number is a place in the table: "clip" spares looking whether each is.
        found: Mask = np.take(wanted, self.columns[0], mode="clip")
        for column in self.columns[1:]:
            found |= np.take(wanted, column, mode="clip")
        found[self.rows[wanted[self.more]]] = True
        return found


@dataclass(frozen=True)
class HeldFacts:
    """What each of ``count`` rows is."""

    names: Names
    count: int = 0
    letters: Mapping[str, _Letter] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Names, items: Sequence[Collection[str]]) -> HeldFacts:
        rows: dict[str, list[int]] = {}
        numbers: dict[str, list[int]] = {}
        places: dict[str, tuple[list[int], list[int], int]] = {}
        for row, tokens in enumerate(items):
            for token in tokens:
                place = places.get(token)
                if place is None:
                    letter = token[:1]
                    known = names.of(letter)
                    number = known.setdefault(token, len(known) + 1)
                    place = rows.setdefault(letter, []), numbers.setdefault(letter, []), number
                    places[token] = place
                place[0].append(row)
                place[1].append(place[2])
        letters = {
            letter: _Letter.of(letter, rows[letter], numbers[letter], len(items)) for letter in rows
        }
        return cls(names, len(items), letters)

    def at(self, rows: Rows) -> HeldFacts:
        """Those rows, in that order, each once."""
        moved = {letter: held.at(rows, self.count) for letter, held in self.letters.items()}
        return HeldFacts(self.names, len(rows), moved)

    def and_then(self, other: HeldFacts) -> HeldFacts:
        """These rows, and those of ``other`` behind them."""
        letters = {}
        for letter in {*self.letters, *other.letters}:
            mine, its = self._letter(letter), other._letter(letter)
            pairs = zip(mine.columns, its.columns, strict=True)
            columns = tuple(np.concatenate(pair) for pair in pairs)
            rows = np.concatenate([mine.rows, its.rows + self.count])
            letters[letter] = _Letter(columns, rows, np.concatenate([mine.more, its.more]))
        return HeldFacts(self.names, self.count + other.count, letters)

    def _letter(self, letter: str) -> _Letter:
        none = np.zeros(0, dtype=np.uint8)
        empty = tuple(np.zeros(self.count, dtype=np.uint8) for _ in range(_COLUMNS.get(letter, 1)))
        return self.letters.get(letter, _Letter(empty, np.zeros(0, dtype=np.intp), none))

    def inside(self, scope: SearchScope) -> Mask:
        """The rows that lie in a scope."""
        found = np.ones(self.count, dtype=np.bool_)
        for tokens in scope.inside:
            found &= self._holding(tokens)
        if scope.outside:
            found &= ~self._holding(scope.outside)
        return found

    def _holding(self, tokens: Iterable[str]) -> Mask:
        found = np.zeros(self.count, dtype=np.bool_)
        for letter, numbers in self.names.numbers(tokens).items():
            if letter in self.letters:
                known = len(self.names.of(letter))
                found |= self.letters[letter].holding(numbers, known, self.count)
        return found
