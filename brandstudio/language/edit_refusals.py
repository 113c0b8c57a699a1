"""What is told of instructions that are not carried out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..models.owners import image_provider
from .edit_outcome import CONTRADICTORY
from .edits import parse

_A_FIGURE = re.compile(
    r"[-+]? ?\d+(?:[.,]\d+)?\s*(?:%|percent|per cent|prozent|pour cent|por ciento|degrees?|grad|degrés|grados|°)?",
    re.IGNORECASE,
)


def unsupported(not_understood: Iterable[str]) -> str:
    """The sentence for instructions that were not understood, or only in part."""
    wishes = tuple(not_understood)
    said = wishes[0] if wishes else ""
    if said == CONTRADICTORY:
        return (
            "The instruction holds two wishes that contradict each other (warmer and cooler, or a background "
            "that is changed and cut away), so nothing was changed. Say which one counts."
        )
    if _would_do_without_figure(said):
        return (
            f'The figure in "{said[:120]}" can\'t be carried out, so nothing was changed. A figure needs a '
            "direction and a unit (contrast +20 %, contrast to 120 %, +1 stop), and ends where the picture does: "
            "200 % for contrast and saturation, 100 % for all else, a whole turn."
        )
    quoted = " and ".join(f'"{wish[:120]}"' for wish in wishes[:3]) or "the instruction"
    return (
        f"The built-in engine does not understand {quoted}, so it changed nothing. It understands "
        f"light, colour, crop, blur, cut-out and space. {image_provider()}"
    )


def _would_do_without_figure(said: str) -> bool:
    """Whether the figure alone is what a stretch can't be carried out for."""
    bare, figures = _A_FIGURE.subn(" ", said[:120])
    if figures != 1:
        return False
    found = (parse(asked) for asked in (bare, f"more {bare}"))
    return any(parsed.edits and not parsed.not_understood for parsed in found)
