"""How heavy a logo on the words' field may be beside its headline."""

from __future__ import annotations

from typing import Final

from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.draft import Setting
from brandstudio.render.layout.logo_shapes import stackedness
from brandstudio.render.layout.template import SHIPPED

#: How high a logo on the words' field is at most, of its headline's size: a name in one line, and a round
#: or a stacked one, whose letters are a small part of it; and how much smaller it gets for that at most.
_OF_HEADLINE: Final = (0.85, 1.5)
_STEPS: Final = (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)
_LIGHTEST: Final = 0.7


def lighter(
    size: tuple[int, int], arrangement: Arrangement, setting: Setting
) -> list[tuple[int, int]]:
    """The sizes of a logo on the words' field: no heavier than the headline there, a round one larger where it
    has room. As it is in a template of one's own, and where somebody asked for a size.
    """
    brief, headline = setting.brief, arrangement.words.block("headline")
    asked = brief.choices.logo is not None and brief.choices.logo.size is not None
    if headline is None or asked or brief.template.name not in SHIPPED:
        return [size]
    low, high = _OF_HEADLINE
    high = low + (high - low) * stackedness(size[0] / max(size[1], 1))
    of_size = headline.paragraph.size / size[1]
    least, most = (min(max(part * of_size, _LIGHTEST), 1.0) for part in (low, high))
    floor = min(setting.limits.least / size[1], 1.0)
    parts = (max(least + (most - least) * step, floor) for step in _STEPS)
    sizes = ((round(part * size[0]), round(part * size[1])) for part in parts)
    return list(dict.fromkeys(sizes))
