"""What is told of instructions that are not carried out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..models.owners import image_provider
from .edit_outcome import CONTRADICTORY
from .edit_words import vocabulary
from .edits import parse
from .words import plain

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
    thing = _unknown_thing(said)
    hint = f' It knows no "{thing[0]}" on a picture: say "{thing[1]}", or a side.' if thing else ""
    return (
        f"The built-in engine does not understand {quoted}, so it changed nothing.{hint} It understands "
        f"light, colour, crop, blur, cut-out and space. {image_provider()}"
    )


def _unknown_thing(said: str) -> tuple[str, str] | None:
    """The one unknown word, with the word for the subject that would be understood in its place."""
    unknown = [token.text for token in vocabulary().tokens(said[:120]) if not token.senses]
    if len(unknown) != 1 or not unknown[0].isalpha():
        return None
    word = re.compile(rf"\b{re.escape(unknown[0])}\b")
    for subject in ("subject", "Motiv", "sujet", "sujeto"):
        other, found = word.subn(subject, plain(said[:120]))
        if found == 1 and not parse(f"4:5, {other}").not_understood:
            return unknown[0], subject
    return None


def _would_do_without_figure(said: str) -> bool:
    """Whether the figure alone is what a stretch can't be carried out for."""
    bare, figures = _A_FIGURE.subn(" ", said[:120])
    if figures != 1:
        return False
    found = (parse(asked) for asked in (bare, f"more {bare}"))
    return any(parsed.edits and not parsed.not_understood for parsed in found)
