"""Where a look's badge stands: off what its photo is of, and over the edge of the words' field by a
clear part or well clear of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot
from typing import Final

import numpy as np

from brandstudio.render.geometry import Rect
from brandstudio.render.layout import logos
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.draft import Setting
from brandstudio.render.layout.layer_rules import BadgeRule
from brandstudio.render.layout.layers import faces_on_canvas, on_subject
from brandstudio.render.layout.pieces import Fixture
from brandstudio.render.layout.place import Place, things_under
from brandstudio.render.layout.template import SHIPPED

#: How much of a badge lies over the edge of the words' field, and what it keeps of air to words there
#: and to the headline that it stands beside, in sizes of running text.
_OVER: Final = 0.3
_TO_WORDS: Final = 1.0
_APART: Final = 1.6
#: How far from the headline, in its own widths, it may stand in line with the logo.
_FAR: Final = 1.2
#: The places that are tried along the field's edge and from there over the photo.
_ACROSS: Final = 9
_UP: Final = 7
#: What it costs to lie on the subject, on a face or a head, on other things, to stand away from where the
#: template has it, across and up, and off the words' field.
_SUBJECT: Final = 5.0
_FACE: Final = 4.0
#: And to touch it at all, by so much of the badge: a corner on a headlight looks like a slip.
_TOUCHED: Final = (0.5, 0.004)
#: And to have the subject so near, in its own heights.
_NEAR: Final = 2.0
_AROUND: Final = 0.4
_THINGS: Final = 1.5
_MOVED: Final = 0.35
_RAISED: Final = 0.6
_OFF: Final = 0.12


@dataclass(frozen=True)
class _Spot:
    """A place for a badge, and what it costs apart from what lies below."""

    box: Rect
    cost: float


def settled(place: Place, setting: Setting) -> Place:
    """A place with the badges of a look of ours where they hide least; as it is for other templates,
    whose designers chose their places.
    """
    arrangement = place.arrangement
    if setting.brief.template.name not in SHIPPED or arrangement.ground is None:
        return place
    fixtures = tuple(
        _moved(fixture, place, setting) if _badge(fixture) is not None else fixture
        for fixture in arrangement.fixtures
    )
    return replace(place, arrangement=replace(arrangement, fixtures=fixtures))


def _badge(fixture: Fixture) -> BadgeRule | None:
    """The rule of a layer that is one badge off the words' field; else None."""
    rule = fixture.forms[0].rule if len(fixture.forms) == 1 else None
    return rule if isinstance(rule, BadgeRule) and rule.frame.of != "ground" else None


def _moved(fixture: Fixture, place: Place, setting: Setting) -> Fixture:
    box = fixture.forms[0].box
    spots = list(_spots(box, place.arrangement, setting))
    if not spots:
        return fixture
    best = min(spots, key=lambda spot: spot.cost + _hidden(spot.box, place, setting)).box
    return fixture.moved(round(best.x - box.x), round(best.y - box.y))


def _hidden(box: Rect, place: Place, setting: Setting) -> float:
    """What a badge costs by what it lies on."""
    seen = box.common(place.arrangement.photo)
    part = seen.area / box.area
    if part <= 0 or place.crop is None:
        return 0.0
    on_it, (touched, least) = on_subject(setting.attention, place, box), _TOUCHED
    cost = _SUBJECT * on_it + touched * (on_it > least)
    # Right above a glass it stands on the straws that no outline has.
    cost += _NEAR * on_subject(setting.attention, place, box.inset(-_AROUND * box.height))
    cost += _FACE * any(box.meets(head) for head in _heads(place, setting))
    under = things_under(setting.attention, place.arrangement, place.crop, seen)
    return cost + (_THINGS * part * (under[0] + under[1]) if under is not None else 0.0)


def _heads(place: Place, setting: Setting) -> list[Rect]:
    """Where faces and heads appear, and the top of what else the photo is of: a cat's ears."""
    known = setting.attention
    if known is None:
        return []
    everybody = (*known.faces, *known.heads, *known.tops)
    return faces_on_canvas(replace(known, faces=everybody), place)


def _spots(box: Rect, arrangement: Arrangement, setting: Setting) -> Iterator[_Spot]:
    """The places for a badge, the template's side first: in the field beside the headline, over the
    field's edge, and on the photo.
    """
    field, photo = arrangement.ground, arrangement.photo
    assert field is not None
    if field.meets(photo, -1.0):
        return
    if field.y >= photo.bottom - 1 or field.bottom <= photo.y + 1:
        yield from _along(box, arrangement, setting)
    elif field.x >= photo.right - 1 or field.right <= photo.x + 1:
        yield from _beside(box, arrangement, setting)


def _along(box: Rect, arrangement: Arrangement, setting: Setting) -> Iterator[_Spot]:
    """Of a photo above or below the words' field."""
    canvas, field, photo = setting.canvas, arrangement.ground, arrangement.photo
    assert field is not None
    free, side, air = canvas.safe, box.height, canvas.margin
    if field.y > photo.y:
        over, clear = field.y - (1 - _OVER) * side, field.y - air - side
        far = max(free.y, photo.y + canvas.margin)
    else:
        over, clear = field.bottom - _OVER * side, field.bottom + air
        far = min(free.bottom, photo.bottom - canvas.margin) - side
    room = (clear - far) * (field.y - photo.y) >= 0
    away = [float(y) for y in np.linspace(clear, far, _UP)] if room else []
    for x in (float(x) for x in np.linspace(free.x, free.right - side, _ACROSS)):
        moved = _MOVED * abs(x - box.x) / free.width
        crossing = Rect(x, over, side, side)
        if free.holds(crossing) and not _near_words(crossing, arrangement, canvas.body):
            yield _Spot(crossing, moved)
        for y in away:
            raised = _RAISED * abs(clear - y) / photo.height
            yield _Spot(Rect(x, y, side, side), _OFF + moved + raised)


def _beside(box: Rect, arrangement: Arrangement, setting: Setting) -> Iterator[_Spot]:
    """Of a photo beside the words' field: over the edge between the two, or with the headline."""
    canvas, field = setting.canvas, arrangement.ground
    assert field is not None
    free, side = canvas.safe, box.height
    for y in np.linspace(free.y, free.bottom - side, _ACROSS):
        crossing = Rect(box.x, float(y), side, side)
        if not _near_words(crossing, arrangement, canvas.body):
            yield _Spot(crossing, _OFF + _MOVED * abs(y - box.y) / free.height)
    with_words = _with_headline(box, arrangement, setting)
    if with_words is not None:
        yield _Spot(with_words, 0.0)


def _with_headline(box: Rect, arrangement: Arrangement, setting: Setting) -> Rect | None:
    """The place in the field behind the end of the headline's lines; None where words or the logo's
    corner leave it no room.
    """
    canvas, field, brief = setting.canvas, arrangement.ground, setting.brief
    headline = arrangement.words.block("headline")
    if field is None or headline is None:
        return None
    words, side, apart = headline.rect, box.height, _APART * canvas.body
    at_right = field.x <= arrangement.photo.x
    room = field.inset(canvas.margin, 0.0)
    # On one line with the logo at the field's other side, unless that is far from the headline.
    beside = words.right + apart if at_right else words.x - apart - side
    at_end = room.right - side if at_right else room.x
    away = at_end - beside if at_right else beside - at_end
    x = at_end if 0 <= away <= _FAR * side else beside
    y = min(max(words.centre[1] - side / 2, canvas.safe.y), canvas.safe.bottom - side)
    found = Rect(x, y, side, side)
    if not room.holds(found) or _near_words(found, arrangement, canvas.body):
        return None
    if brief.logos and found.meets(_logo_corner(arrangement, setting)):
        return None
    return found


def _logo_corner(arrangement: Arrangement, setting: Setting) -> Rect:
    """Where on the words' field the logo is to stand, with its clear space."""
    brief, canvas, field = setting.brief, setting.canvas, arrangement.ground
    assert field is not None
    area = field.inset(canvas.margin).common(canvas.safe)
    share = arrangement.layout.logo.share
    size = logos.logo_size(brief.logos[0], canvas, share, setting.limits, area)
    spot = logos.place(area, arrangement.logo_corner, size)
    return spot.inset(-setting.limits.clear * spot.height)


def _near_words(disc: Rect, arrangement: Arrangement, body: float) -> bool:
    """True of a disc too near to words or button."""
    x, y = disc.centre
    for box in arrangement.covered:
        out = hypot(max(box.x - x, x - box.right, 0.0), max(box.y - y, y - box.bottom, 0.0))
        if out < disc.width / 2 + _TO_WORDS * body:
            return True
    return False
