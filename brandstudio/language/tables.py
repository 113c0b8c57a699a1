"""The word tables of this room: TOML files under ``assets/words``, read once.

A list of words is a set or a sequence (`word_set`, `word_list`); a list of alternatives that a
pattern tries in turn is given as a part of a regular expression (`either`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, cast


@cache
def table(name: str) -> Mapping[str, Any]:
    """The table ``name`` as it stands in its file; its schema lies beside it."""
    path = files("brandstudio.assets") / "words" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def word_list(name: str, key: str) -> tuple[str, ...]:
    """The words under ``key`` of the table ``name``, in their order."""
    return tuple(table(name)[key])


def word_set(name: str, key: str) -> frozenset[str]:
    """The words under ``key`` of the table ``name``, to look words up in."""
    return frozenset(table(name)[key])


def either(name: str, key: str) -> str:
    """The alternatives under ``key`` as a regular expression writes them; the caller puts them in
    a group.
    """
    return "|".join(table(name)[key])


def lists_of(section: str) -> Mapping[str, Sequence[str]]:
    """The words of a section of the table, by what they mean."""
    return cast(Mapping[str, Sequence[str]], table("scenes")[section])
