"""Words at the foot of a field beside the photo that has the logo at its head: the two keep the same
distance from the banner's edges, and what the field has left lies between them. On a strip, where the logo
stands beside the button, they stand in the middle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from brandstudio.render.geometry import Rect
from brandstudio.render.layout import logos
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.draft import Setting
from brandstudio.render.layout.place import Place
from brandstudio.render.layout.template import SHIPPED

#: The most that lies between logo and words, of the banner's height: with more they fall apart.
_APART: Final = 0.34
#: What lies between them at least, of the logo's height: words with less stay in the middle.
_ROW: Final = 1.0
#: What lies between a button and the logo beside it at least, of the logo's height.
_ROOM: Final = 0.8
#: How much lower words have to stand for it, of the banner's height.
_WORTH: Final = 0.015


def at_foot(place: Place, setting: Setting) -> Place:
    """The place with its words lower on their field, where the logo is to stand at the top of that, or amid
    a strip's; as it is on other fields, and for templates of one's own.
    """
    option, canvas, field = place.arrangement, setting.canvas, place.arrangement.ground
    if field is None or not _in_column(option, field, setting):
        return place
    share = option.layout.logo.share
    wide, mark = logos.logo_size(setting.brief.logos[0], canvas, share, setting.limits, canvas.safe)
    room, seen = field.inset(canvas.margin).common(canvas.safe), option.words.visible
    if canvas.orientation == "strip":
        button = option.words.button
        beside = button is not None and button.width + wide + _ROOM * mark <= room.width
        middle = round(field.y + (field.height - seen.height) / 2) - seen.y
        return _moved(place, middle) if beside and option.align == "start" else place
    head = room.y + mark
    top = round(min(room.bottom - seen.height, head + _APART * canvas.height))
    down = top - seen.y
    if top < head + _ROW * mark or down < _WORTH * canvas.height:
        return place
    return _moved(place, down)


def _moved(place: Place, down: float) -> Place:
    words = place.arrangement.words.moved(0.0, down)
    return replace(place, arrangement=replace(place.arrangement, words=words))


def _in_column(option: Arrangement, field: Rect, setting: Setting) -> bool:
    """True of bare words on a field as high as the banner, beside a photo as high, with the logo above them."""
    canvas, rule = setting.canvas, option.layout.ground
    on_card = rule is not None and rule.hug and not option.aside
    if on_card or not option.words.blocks or option.fixtures:
        return False
    high = field.height >= canvas.height - 1 and option.photo.height >= canvas.height - 1
    top = option.aside or option.logo_corner.startswith("top")
    beside = (
        high and top and not field.meets(option.photo, -1.0) and option.joint in ("none", "edge")
    )
    placed = setting.named_place or setting.limits.place or option.head or option.logo_box
    ours = setting.brief.template.name in SHIPPED and option.layout.flow == "stack"
    return beside and ours and bool(setting.brief.logos) and not placed
