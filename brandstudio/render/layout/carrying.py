"""Whether a size can carry words so that they can be read where it is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from brandstudio.models.designs import TEXT_SLOTS
from brandstudio.render.brief import Brief
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.arranging import fitted

#: Words smaller than this (px) can't be read on a banner that is shown pixel by pixel.
LEGIBLE: Final = 9.0

#: Of too many words, the parts of which it is tried whether they fit.
_SHARES: Final = (0.8, 0.7, 0.6, 0.5, 0.4, 0.3)

#: How far a sign may hang over the edge that it stands at, in parts of its size: a quotation mark
#: stands outside of it, an A a little.
_HANGING: Final = 0.6
_OVERSHOOT: Final = 0.04


def smallest_type(brief: Brief, *, whole: bool = False) -> float:
    """The size of the smallest words (px) in the place of a template that gives them most room;
    with ``whole`` in one that cuts no word between its letters.
    """
    try:
        options = fitted(brief)
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


@dataclass(frozen=True)
class Shortfall:
    """The words that a size can't carry: their slot, how large they would be, and how many
    characters of them it carries.
    """

    slot: str
    size: float
    """In px; where that is enough, they would leave their place or be cut between letters."""
    most: int
    """How many characters of that slot fit beside the words of the others; 0 if none do."""
    share: float = 0.0
    """Then: how much of the words of every slot fits; 0 if so few fit that it is no advice."""

    def __str__(self) -> str:
        small = f"{self.slot} would be {round(self.size, 1):g} px, under {LEGIBLE:.0f}"
        said = small if self.size < LEGIBLE else f"{self.slot} does not fit whole"
        if self.most:
            return f"{said}; up to {self.most} characters of it fit"
        if self.share:
            return f"{said}; about {self.share:.0%} of the words of every slot fit"
        return f"{said}, with fewer words too; it needs more room, or a larger size of type"


def shortfall(brief: Brief) -> Shortfall:
    """What keeps a size from carrying the words, for a brief that it does not carry."""
    try:
        options = fitted(brief)
    except ValueError:
        return Shortfall("headline", LEGIBLE, 0)
    found = [
        min(option.blocks, key=lambda block: block.paragraph.size)
        for option in options
        if option.blocks
    ]
    block = max(found, key=lambda block: block.paragraph.size)
    slot, size = block.slot, block.paragraph.size
    if size >= LEGIBLE:  # then some words leave their place: the longest are the first to be cut
        cut = [b.slot for o in options for b in o.words.blocks if b.paragraph.tier >= 3]
        every = cut or [b.slot for o in options for b in o.blocks]
        slot = max(every, key=lambda name: len(_said(brief, name)))
    said = _said(brief, slot)
    low, high = 0, len(said)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if carries(_cut(brief, slot, middle)) else (low, middle)
    if low > 1:
        return Shortfall(slot, size, low)
    share = next((part for part in _SHARES if carries(_shortened(brief, part))), 0.0)
    return Shortfall(slot, size, 0, share)


def _shortened(brief: Brief, share: float) -> Brief:
    """The brief with so much of the words of every slot; a list's entries stay."""
    for slot in sorted(brief.template.drawn):
        lists = brief.template.kind_of(slot) in ("list", "image")
        if not lists and slot not in ("item", "photo") and (said := _said(brief, slot)):
            brief = _cut(brief, slot, max(round(share * len(said)), 1))
    return brief


def _said(brief: Brief, slot: str) -> str:
    rule = brief.template.slots.get(slot)
    return brief.slots.words(slot) or (rule.default if rule and rule.default else "")


def _cut(brief: Brief, slot: str, most: int) -> Brief:
    """The brief with no more than so many characters in a slot, no word of them cut."""
    said = _said(brief, slot)
    words = said[: most + 1].rpartition(" ")[0] or said[:most]
    slots = brief.slots
    update = {slot: words} if slot in TEXT_SLOTS else {"own": {**slots.own, slot: words}}
    return replace(brief, slots=slots.model_copy(update=update))
