"""What gives way before the photo's subject is sliced: smaller words in a narrower column, then the
height of a photo beside them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.aside import LEAST_FRAMED
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop import best_crop
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.parting import with_an_edge
from brandstudio.render.layout.place import Place, headline_size, smallness
from brandstudio.render.layout.placing import NeedsExtension
from brandstudio.render.layout.template import SHIPPED

#: From so much sliced on (see `Things.sliced`) words give way.
_SLICED: Final = 0.5
#: And of people, whose shoulders at both borders are no fault that is worth small words or a framed photo.
_SHOULDERS: Final = 1.5
#: The sizes of headline and column that are tried, of those that they have.
_TRIED: Final = (0.8, 0.66)
#: Whose face or head is no higher than this part of the photo is one of a crowd.
_LARGE: Final = 0.1
#: But for people, who are framed by half, and on a panel that has one place no headline gets smaller than this
#: part of the banner's mean side: small words in a narrow column are no headline.
_LEAST: Final = 0.055
#: So much better a photo must get by it than what it costs.
_WORTH: Final = 0.15
#: The heights that a photo framed by the words' field may have, of what there is room for.
_HEIGHTS: Final = (0.87, 0.76, 0.66)
#: What each part of the banner costs that such a photo takes less than this of it (`LEAST_FRAMED` at
#: the least): a stamp on a bare field is no picture of anything.
_ENOUGH: Final = 0.42
_STAMP: Final = 5.0

#: A photo so many times as wide as high would be a bar on a field: it is cropped to its subject, if so much of
#: that is seen then.
_WIDE: Final = 1.9
_SEEN: Final = 0.9
#: From so much of a subject's top on that is cut off words give way, too.
_HEAD: Final = 0.3
#: And from so much of somebody cut to a strip.
_STRIP: Final = 0.4
#: What each line costs that smaller print breaks into for it.
_ROW: Final = 0.15

_Found = tuple[Place, float]


def spared(
    draft: Draft,
    chosen: Place | NeedsExtension,
    again: Callable[[Draft], Place | NeedsExtension],
) -> Place | NeedsExtension:
    """The place ``chosen``, or one for smaller words or a lower photo where that one slices the subject or a
    face.
    ``again`` chooses for a draft with other nudges.
    """
    seen = draft.setting.attention
    of_people = seen is not None and _of_people(seen)
    most = _SHOULDERS if of_people else _SLICED
    if not isinstance(chosen, Place) or not (_slices(chosen, most) or _lost(chosen)):
        return chosen
    choices, nudges = draft.setting.brief.choices, draft.nudges
    if choices.seed or choices.crop is not None:
        return chosen
    largest, found = headline_size(chosen.arrangement), [(chosen, -_WORTH)]
    for part in _TRIED:
        smaller = replace(nudges, shrink=nudges.shrink * part, narrow=nudges.narrow * part)
        other = again(replace(draft, nudges=smaller, may_extend=False))
        # What does not melt with large words does not with smaller ones either.
        if isinstance(other, Place) and chosen.arrangement.aside:
            other = with_an_edge(other)
        if not isinstance(other, Place) or not _alike(chosen, other, draft.setting.canvas):
            continue
        size = headline_size(other.arrangement) / draft.setting.canvas.mean
        if size < _LEAST and (of_people or draft.setting.brief.template.fixed):
            continue
        if _slices(chosen, most) or _lost(other) < _lost(chosen):
            found.append((other, 0.0))
    whole = [*found]
    cropped = seen is not None and any(_is_cropped(place, seen) for place, _ in found)
    for place, more in found:
        if _slices(place, most) and not draft.nudges.head and not cropped:
            whole += [(lower, max(more, 0.0) + less) for lower, less in _lower(place, draft)]
    rows = _rows(chosen)
    return min(whole, key=lambda pair: _cost(pair[0], largest, rows) + pair[1])[0]


def _of_people(attention: Attention) -> bool:
    """True of a photo of somebody who is large in it: a crowd has ends, as a thing has."""
    heads = (t for t in attention.tops if any(h.holds(t, 1.0) for h in attention.heads))
    return any(box.height > _LARGE * attention.height for box in (*attention.faces, *heads))


def _alike(chosen: Place, other: Place, canvas: Canvas) -> bool:
    """True of a place that stays what the other is: words beside their photo don't go back onto it, nor
    from its side to its foot.
    """
    if other.crop is None or chosen.arrangement.hard_on_photo:
        return other.crop is not None
    kept = _at_side(chosen, canvas) == _at_side(other, canvas)
    return kept and not other.arrangement.hard_on_photo


def _at_side(place: Place, canvas: Canvas) -> bool:
    field = place.arrangement.ground
    return field is not None and field.height > canvas.height - 2


def _slices(place: Place, most: float) -> bool:
    # What melts has no edge that could slice anything.
    melts = place.arrangement.joint == "melt"
    return place.crop is not None and place.crop.sliced > most and not melts


def _lost(place: Place) -> int:
    """How many faces are cut; and one more each where a head without one is, or the top of what the photo is
    of, and where a strip of somebody is left.
    """
    crop = place.crop
    if crop is None:
        return 0
    return crop.faces_lost + (crop.head_lost > _HEAD) + (crop.strip > _STRIP)


def _cost(place: Place, largest: float, rows: int) -> float:
    """What a place costs beside one with so many lines of words."""
    assert place.crop is not None
    more = max(_rows(place) - rows, 0)
    return place.crop.cost + smallness(place.arrangement, largest) + _ROW * more


def _rows(place: Place) -> int:
    """The lines of all words but the headline's, which `smallness` reckons with."""
    blocks = place.arrangement.words.blocks
    return sum(len(block.paragraph.lines) for block in blocks if block.slot != "headline")


def _lower(place: Place, draft: Draft) -> Iterator[_Found]:
    """The same with a lower photo on the field of its words, in the middle of its height, and what that
    costs; nothing where the field is not beside the photo, or where this fills its side: a box afloat there,
    whose edges answer nothing, is liked less than a sliced view or thing.
    """
    option, canvas, attention = place.arrangement, draft.setting.canvas, draft.setting.attention
    if attention is None or not _beside(place, canvas):
        return
    if draft.setting.brief.template.name not in SHIPPED or option.joint != "frame":
        return
    room = option.photo
    least = LEAST_FRAMED * canvas.whole.area / max(room.area, 1.0)
    for part in (*(part for part in _HEIGHTS if part > least), least):
        tall = math.ceil(part * room.height)
        box = Rect(room.x, round(room.y + (room.height - tall) / 2), room.width, tall)
        share = box.area / canvas.whole.area
        if part > 1:
            return
        lower = replace(option, photo=box)
        less = _STAMP * max(_ENOUGH - share, 0.0)
        yield replace(place, arrangement=lower, crop=best_crop(attention, box, ())), less


def _is_cropped(place: Place, attention: Attention) -> bool:
    """True of a very wide photo whose subject a crop as high as the banner shows."""
    assert place.crop is not None
    return attention.width > _WIDE * attention.height and place.crop.visible > _SEEN


def _beside(place: Place, canvas: Canvas) -> bool:
    """True of a photo with the words' field at its side, both as high as the banner."""
    option = place.arrangement
    field, joints = option.ground, ("none", "edge", "frame")
    if field is None or option.fixtures or option.joint not in joints:
        return False
    at_side = _at_side(place, canvas) and field.width < canvas.width - 2
    return at_side and option.layout.flow != "row" and not field.meets(option.photo, -1.0)
