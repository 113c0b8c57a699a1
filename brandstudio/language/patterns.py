"""The matcher over tables of patterns: what a stretch of words asks for, by the rows of a table.

A row says what it answers (``of``), which words it takes, whole (``says``), and what it makes of
them (``makes``). Words in braces stand for a list of the same table: ``{part}`` is any of its
parts. Where words have an order of parts of speech instead, ``forms`` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from .tables import table

_NAMED = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Reading:
    """Words as a row read them: ``makes`` names what is to be done, ``said`` is all of them."""

    makes: str
    said: str
    parts: Mapping[str, str]

    def __getitem__(self, part: str) -> str:
        """A named part of what was said, or what the row gives for it; empty where it is left
        out.
        """
        return self.parts.get(part, "")


@dataclass(frozen=True, slots=True)
class _Row:
    says: re.Pattern[str]
    makes: str
    gives: Mapping[str, str]
    unless: Mapping[str, re.Pattern[str]]

    def reads(self, said: str) -> Reading | None:
        match = self.says.fullmatch(said)
        if match is None:
            return None
        named = {part: words for part, words in match.groupdict().items() if words is not None}
        return Reading(self.makes, said, MappingProxyType({**self.gives, **named}))

    def excepts(self, reading: Reading) -> bool:
        """Whether a part says what the row doesn't mean."""
        return any(word.fullmatch(reading[part].strip()) for part, word in self.unless.items())


class Patterns:
    """The rows of one table, under ``pattern``, in their order."""

    def __init__(self, name: str) -> None:
        spell = partial(_spelled, name)
        rows: dict[str, list[_Row]] = {}
        for row in table(name)["pattern"]:
            rows.setdefault(row["of"], []).append(
                _Row(
                    spell(row["says"]),
                    row["makes"],
                    row.get("gives", {}),
                    {part: spell(words) for part, words in row.get("unless", {}).items()},
                )
            )
        self._rows = {of: tuple(some) for of, some in rows.items()}

    def read(self, of: str, said: str) -> Iterator[Reading]:
        """Every reading of ``said``, the likeliest first. What is excepted from one row is read by
        no other that makes the same.
        """
        excepted: set[str] = set()
        for row in self._rows[of]:
            reading = None if row.makes in excepted else row.reads(said)
            if reading is not None and row.excepts(reading):
                excepted.add(row.makes)
            elif reading is not None:
                yield reading

    def makes(self) -> set[tuple[str, str]]:
        """What the rows make: (what they answer, what they make)."""
        return {(of, row.makes) for of, rows in self._rows.items() for row in rows}


def _spelled(name: str, pattern: str) -> re.Pattern[str]:
    return re.compile(_with_lists(name, pattern), re.IGNORECASE)


def signs(name: str, key: str) -> Mapping[str, re.Pattern[str]]:
    """What is searched for in a text, by its name: the patterns under ``key``, in the case that
    they are written in.
    """
    return {named: re.compile(_with_lists(name, sign)) for named, sign in table(name)[key].items()}


def any_of(name: str, key: str) -> str:
    """The list ``key`` of the table ``name`` as a group of a regular expression; of words with a
    meaning, the longest is tried first.
    """
    some = table(name)[key]
    if isinstance(some, Mapping):
        return f"(?:{'|'.join(map(re.escape, sorted(some, key=len, reverse=True)))})"
    return f"(?:{'|'.join(some)})"


def _with_lists(name: str, pattern: str) -> str:
    return _NAMED.sub(lambda named: any_of(name, named[1]), pattern)
