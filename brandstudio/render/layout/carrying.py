"""Whether a size can carry words so that they can be read where it is shown."""

from __future__ import annotations

from typing import Final

from brandstudio.render.brief import Brief
from brandstudio.render.layout.draft import Draft, Setting
from brandstudio.render.layout.steps import fit_text

#: Words smaller than this (px) can't be read on a banner that is shown pixel by pixel.
LEGIBLE: Final = 9.0


def smallest_type(brief: Brief) -> float:
    """The size of the smallest words (px) in the place of a template that gives them most room."""
    try:
        options = fit_text(Draft(Setting.of(brief, None))).options
    except ValueError:
        return 0.0
    sizes = [
        min(block.paragraph.size for block in option.words.blocks)
        for option in options
        if option.words.area.inset(-2.0).holds(option.words.visible, 1.0)
    ]
    return max(sizes, default=0.0)


def carries(brief: Brief) -> bool:
    """True if every word can be set large enough to be read at the size's real pixels."""
    return smallest_type(brief) >= LEGIBLE
