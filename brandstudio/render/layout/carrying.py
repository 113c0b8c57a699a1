"""Whether a size can carry words so that they can be read where it is shown."""

from __future__ import annotations

from typing import Final

from brandstudio.render.brief import Brief
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.draft import Draft, Setting
from brandstudio.render.layout.steps import fit_text

#: Words smaller than this (px) can't be read on a banner that is shown pixel by pixel.
LEGIBLE: Final = 9.0

#: How far a sign may hang over the edge that it stands at, in parts of its size: a quotation mark
#: stands outside of it, an A a little.
_HANGING: Final = 0.6
_OVERSHOOT: Final = 0.04


def smallest_type(brief: Brief, *, whole: bool = False) -> float:
    """The size of the smallest words (px) in the place of a template that gives them most room;
    with ``whole`` in one that cuts no word between its letters.
    """
    try:
        options = fit_text(Draft(Setting.of(brief, None))).options
    except ValueError:
        return 0.0
    found, canvas = 0.0, Rect(0, 0, brief.width, brief.height)
    for option in options:
        sizes = [block.paragraph.size for block in option.blocks] or [LEGIBLE]
        seen = option.words.visible
        cut = any(block.paragraph.tier >= 3 for block in option.words.blocks)
        if whole and cut:
            continue
        if canvas.holds(seen) and _room(option.words.area, max(sizes)).holds(seen):
            found = max(found, min(sizes))
    return found


def _room(area: Rect, size: float) -> Rect:
    """The place of words with what letters of that size may hang over it."""
    beside, above = 3.0 + _HANGING * size, 3.0 + _OVERSHOOT * size
    return Rect(area.x - beside, area.y - above, area.width + 2 * beside, area.height + 2 * above)


def carries(brief: Brief) -> bool:
    """True if every word can be set whole, and large enough to be read at the size's real pixels."""
    return smallest_type(brief, whole=True) >= LEGIBLE
