"""Conditions of a template: ``when = "slots.subhead and not photo"``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from brandstudio.models.own_slots import OWN_NAME

_TERM: Final = re.compile(r"(not )?(slots\.[a-z][a-z0-9_]{0,39}|photo|logo)")


def _readable(said: str) -> str:
    terms(said)
    return said


Condition = Annotated[str, Field(max_length=200), AfterValidator(_readable)]
"""``slots.NAME``, ``photo`` or ``logo``, each with ``not`` before it or without, joined by ``and``
or by ``or``.
"""


def terms(condition: str) -> tuple[str, list[tuple[bool, str]]]:
    """The word that joins a condition's terms, and of each whether it must hold, and its name.
    Raises ValueError for what is no condition.

    >>> terms("slots.date and not photo")
    ('and', [(True, 'slots.date'), (False, 'photo')])
    """
    said = " ".join(condition.split())
    joint = "or" if " or " in said else "and"
    found = []
    for part in said.split(f" {joint} "):
        term = _TERM.fullmatch(part)
        if term is None:
            name = part.removeprefix("not ")
            near = f"; did you mean 'slots.{name}'?" if OWN_NAME.fullmatch(name) else ""
            raise ValueError(
                f"{part[:60]!r} is no condition; say slots.NAME, photo or logo, each with not before "
                f"it or without, joined by and, or by or{near}"
            )
        found.append((term.group(1) is None, term.group(2)))
    return joint, found


def slots_in(condition: str) -> frozenset[str]:
    """The slots that a condition asks about."""
    named = [name for _, name in terms(condition)[1]]
    return frozenset(n.removeprefix("slots.") for n in named if n.startswith("slots."))


def holds(condition: str | None, there: Callable[[str], bool]) -> bool:
    """Whether a condition holds. ``there`` answers for ``slots.NAME``, ``photo`` and ``logo``."""
    if condition is None:
        return True
    joint, found = terms(condition)
    met = [there(name) == wanted for wanted, name in found]
    return any(met) if joint == "or" else all(met)
