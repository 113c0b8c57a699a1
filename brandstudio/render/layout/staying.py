"""Smaller words that stay on their photo where larger ones would leave it for a field: the whole of a
picture with words in its free part is worth more than their size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from brandstudio.pixels import colour
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.buttons import chosen_colour
from brandstudio.render.layout.crop import lies_on
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.ground_layers import picture_layer
from brandstudio.render.layout.melting import melting_fill
from brandstudio.render.layout.place import Place, things_under
from brandstudio.render.layout.placing import NeedsExtension

#: The sizes of headline and column that are tried, of those that they have.
_SMALLER: Final = (0.82, 0.7)
#: How far smaller words keep off the subject, of the photo's mean side, and how much of it may be nearer:
#: what is made smaller for a free place is to have one.
_APART: Final = 0.022
_NEARER: Final = 0.02
#: The share of things of the photo under words from which on they don't stand on its ground.
_THINGS: Final = 0.14
#: A ground from this lightness on (OKLab) is pale.
_PALE: Final = 0.6
#: How much of a subject's top may be cut off there, how much less of it all be seen than beside a field,
#: and how much be sliced that is not sliced there.
_HEAD: Final = 0.25
_UNSEEN: Final = 0.1
_ENDS: Final = 0.4


def kept_on(
    draft: Draft,
    chosen: Place | NeedsExtension,
    again: Callable[[Draft], Place | NeedsExtension],
) -> Place | NeedsExtension:
    """The place ``chosen``, or one for smaller words on the photo's free ground where that one has them
    beside it. ``again`` chooses for a draft with other nudges.
    """
    setting, nudges = draft.setting, draft.nudges
    if not isinstance(chosen, Place) or setting.attention is None or not _left(draft, chosen):
        return chosen
    for part in _SMALLER:
        smaller = replace(nudges, shrink=nudges.shrink * part, narrow=nudges.narrow * part)
        other = again(replace(draft, nudges=smaller, may_extend=False))
        if isinstance(other, Place) and _stands_clear(other, chosen, setting.attention):
            return other
    return chosen


def _left(draft: Draft, chosen: Place) -> bool:
    """True of bare words that left their photo for want of room alone."""
    template, nudges = draft.setting.brief.template, draft.nudges
    bare = chosen.arrangement.layout.ground is None and not template.fixed
    asked = nudges.aside or nudges.head or draft.setting.brief.choices.crop is not None
    return bare and chosen.arrangement.aside and not asked and not _goes_on(draft, chosen)


def _goes_on(draft: Draft, chosen: Place) -> bool:
    """True of a photo whose own pale ground goes on below the words, which so stand on it anyway."""
    if chosen.arrangement.joint != "melt":
        return False
    placed = replace(draft, chosen=chosen)
    fill = melting_fill(placed.over(picture_layer(placed)), chosen_colour(draft, "ground"))
    return fill is not None and colour.hex_to_oklab(fill)[0] >= _PALE


def _stands_clear(place: Place, beside: Place, attention: Attention) -> bool:
    """True of words on a part of the photo that nothing is in, and a crop that keeps what the one beside a
    field does.
    """
    option, crop, shown = place.arrangement, place.crop, beside.crop
    if crop is None or shown is None or option.aside or option.ground is not None:
        return False
    if crop.faces_covered or crop.faces_lost > shown.faces_lost or crop.head_lost > _HEAD:
        return False
    if crop.visible < shown.visible - _UNSEEN or crop.sliced > max(_ENDS, shown.sliced):
        return False
    apart = _APART * option.photo.area**0.5
    near = [box.inset(-apart).common(option.photo) for box in option.covered]
    on, faces, _ = lies_on(attention, option.photo, near, crop.box)
    things = things_under(attention, option, crop, option.words.rect)
    return not faces and on <= _NEARER and (things is None or things[1] <= _THINGS)
