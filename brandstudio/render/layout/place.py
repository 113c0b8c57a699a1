"""Where words stand and what is shown of the photo, and what a place costs beside its crop."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from brandstudio.render.geometry import Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop import Crop, best_crop, chosen_crop, judged
from brandstudio.render.type.fit import nonsense
from brandstudio.render.type.paragraph import Paragraph

#: How far a fixed panel keeps off what it leaves to be seen, of the photo's height.
APART: Final = 0.025
#: A headline under this part of the size that it has elsewhere costs so much more.
_SMALL: Final = 0.8
_MUCH_SMALLER: Final = 3.5
#: What an end of a line costs that costs 1 in sense (`nonsense`).
_NONSENSE: Final = 0.04
#: What a headline of so many lines costs that are a word each, all but two, and on a card each from so many on.
_TOWER: Final = 1.2
_STACKED: Final = 1.0
#: So much worse a crop may be that keeps the subject off the logo's only corner: for a face, or for the rest
#: of a group, the words' panel takes the logo in.
_MOVED_LOGO: Final = 3.0
_MANY: Final = 4


@dataclass(frozen=True)
class Place:
    """The arrangement taken, the crop (None without a photo), and what a person should know of
    it.
    """

    arrangement: Arrangement
    crop: Crop | None
    notes: tuple[str, ...] = ()
    otherwise: Place | None = None
    """The same with the photo ending at an edge, where it would melt into the field beside it."""


def crop_for(
    option: Arrangement, attention: Attention, wanted: tuple[float, float, float, float] | None
) -> Crop:
    """The crop for an arrangement, with what lies over the photo; the part that a person wants, if
    one is given.
    """
    # A template's own layers may lie on a subject, as their designer has them, but on no face.
    covers = (*option.hard, *option.solid) if attention.faces else option.hard
    if wanted is not None:
        return chosen_crop(attention, option.photo, covers, wanted)
    if option.logo_place is None:
        return best_crop(attention, option.photo, covers)
    # A panel that stops at someone's elbow looks as if it hid the rest: it keeps a little off.
    apart = [cover.inset(-APART * option.photo.height) for cover in covers]
    best = best_crop(attention, option.photo, (*apart, option.logo_place), option.logo_ground)
    free = best_crop(attention, option.photo, apart)
    if best.cost > free.cost + _MOVED_LOGO:
        best = free
    return replace(judged(attention, option.photo, covers, best.box), cost=best.cost)


def headline_size(option: Arrangement) -> float:
    """The size of the largest words (px)."""
    return max((block.paragraph.size for block in option.words.blocks), default=1.0)


def smallness(option: Arrangement, largest: float) -> float:
    """The cost of a headline smaller than elsewhere, of one that needs more lines than planned, and
    of lines that end against their sense.
    """
    headline = option.words.block("headline")
    broken = nonsense(headline.paragraph) if headline is not None else 0.0
    part = headline_size(option) / largest
    small = 1.0 - part + _MUCH_SMALLER * max(_SMALL - part, 0.0)
    towers = _TOWER if headline is not None and _tower(headline.paragraph) else 0.0
    rule = option.layout.ground
    if headline is not None and rule is not None and rule.hug:
        towers += _STACKED * max(len(headline.paragraph.lines) + 1 - _MANY, 0)
    return small + (0.6 if option.words.relaxed else 0.0) + _NONSENSE * min(broken, 6.0) + towers


def _tower(paragraph: Paragraph) -> bool:
    """True of words of which most stand one a line."""
    single = [" " not in line.text.strip() for line in paragraph.lines]
    return len(single) >= _MANY and sum(single) >= len(single) - 2


def things_under(
    attention: Attention | None, option: Arrangement, crop: Crop | None, box: Rect
) -> tuple[float, float] | None:
    """How much the edge of a box on the canvas runs through things of the photo, and how much of what
    lies under it they are (see `Borders.around`); None where that is not known.
    """
    if attention is None or attention.borders is None or crop is None:
        return None
    scale = crop.box.width / option.photo.width
    x = crop.box.x + (box.x - option.photo.x) * scale
    y = crop.box.y + (box.y - option.photo.y) * scale
    return attention.borders.around(Rect(x, y, box.width * scale, box.height * scale))
