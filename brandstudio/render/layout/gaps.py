"""The white between the elements of a stack of words."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from brandstudio.render.layout.words import Typography

#: Between two elements, in sizes of running text; between others so much.
_BETWEEN: Final = MappingProxyType(
    {
        ("headline", "subhead"): 1.2,
        ("subhead", "button"): 1.35,
        ("headline", "button"): 1.45,
        ("byline", "headline"): 1.15,
        ("headline", "byline"): 1.25,
    }
)
_USUAL: Final = 1.1
#: White above a struck price and between it and what it gave way to.
_ABOVE_STRUCK: Final = 1.5
_BELOW_STRUCK: Final = 0.72
#: From this size (bodies) other words than a headline need more white round them, and how much.
_LARGE: Final = 2.0
_ROUND_LARGE: Final = 1.55


def gap(above: str, below: str, body: float, voice: Typography, *, tight: bool) -> float:
    """The white between two elements, from baseline to capitals (px); ``tight`` where nothing else
    holds the words.
    """
    if tight:
        return 0.8 * body
    first, second = voice.rule(above), voice.rule(below)
    if first.strike or second.strike:
        # A struck price belongs to the one below it.
        return (_BELOW_STRUCK if first.strike else _ABOVE_STRUCK) * body
    if max(first.size or 0.0, second.size or 0.0) >= _LARGE:
        return _ROUND_LARGE * body
    return _BETWEEN.get((above, below), _USUAL) * body
