"""Finishes ("vintage", "dramatic") and the ordinary edits that each is made of."""

from __future__ import annotations

from .edit_values import Edit
from .tables import table

LOOKS: tuple[str, ...] = tuple(table("edits")["look"])


def steps_of(look: str) -> tuple[Edit, ...]:
    """The ordinary edits that a finish is made of."""
    return tuple(Edit(**step) for step in table("edits")["look"][look])


__all__ = ["LOOKS", "steps_of"]
