"""A field of words beside the photo, closed round its words: what it does not need the photo gets; opened for words
that it sets small; or made lower, with smaller words, for a face.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.place import headline_size

#: How much of its room a field gives away, and what bare room costs with each whole
#: side of the banner.
_STEPS: Final = (0.5, 1.0)
_GIVEN: Final = -0.9
#: The least part of the banner's side that a field keeps.
_LEAST: Final = 0.36
#: How much of the banner's side a field gets more, what it costs with each whole one, and how much
#: larger words must be for it.
_MORE: Final = (0.05, 0.1)
_TAKEN: Final = 0.8
_LARGER: Final = 1.12
#: The least part of it that the photo keeps then.
_SEEN: Final = 0.38
#: For somebody's face a field gives up so much of its words' height, down to this part of the banner's; its headline
#: keeps this part of its size, and what that costs at least is less than a face.
_TIGHT: Final = (0.82, 0.66)
_LEAST_TIGHT: Final = 0.28
_KEPT: Final = 0.68
_SMALLER: Final = 1.2
#: Where words stand in their area's height: a little above the middle, which the eye takes for too low.
_ANCHORED: Final = {"top": 0.0, "middle": 0.48, "bottom": 1.0}
#: Less than this share of a side is not worth another proportion.
_WORTH: Final = 0.03


def closed(option: Arrangement, canvas: Canvas) -> Iterator[Arrangement]:
    """The same words on a smaller field, with a larger photo; nothing where words and photo are not
    on two sides of one line, or where layers of the template stand on them that don't move with their edge.
    """
    field, photo = option.ground, option.photo
    rule = option.layout.ground
    if field is None or rule is None or rule.hug or option.layout.flow == "row":
        return
    across = abs(field.height - canvas.height) < 2 and abs(photo.height - canvas.height) < 2
    down = abs(field.width - canvas.width) < 2 and abs(photo.width - canvas.width) < 2
    if across == down or field.common(photo).area > 0:
        return
    if option.fixtures and not (down and _hang(option)):
        return
    area, seen = option.words.area, option.words.visible
    side, whole = (canvas.width, field.width) if across else (canvas.height, field.height)
    room = area.width - seen.width if across else area.height - seen.height
    room = min(
        [room, whole - _LEAST * side, *(area.bottom - f.box.bottom for f in option.fixtures)]
    )
    if room < _WORTH * side:
        return
    for part in _STEPS:
        given = round(part * room)
        made = _across(option, canvas, given) if across else _down(option, given)
        less = option.preference + _GIVEN * given / side
        yield replace(made, preference=less)


def opened(option: Arrangement, canvas: Canvas) -> Iterator[Arrangement]:
    """The same words larger on a larger field, with a smaller photo; nothing where the two are not on two
    sides of one line, where the words are no larger for it, or where a template's own layers stand on them.
    """
    field, photo, setter = option.ground, option.photo, option.setter
    rule = option.layout.ground
    if field is None or rule is None or rule.hug or setter is None or option.fixtures:
        return
    across = abs(field.height - canvas.height) < 2 and abs(photo.height - canvas.height) < 2
    down = abs(field.width - canvas.width) < 2 and abs(photo.width - canvas.width) < 2
    if across == down or option.layout.flow == "row" or field.common(photo).area > 0:
        return
    side, whole = (canvas.width, photo.width) if across else (canvas.height, photo.height)
    least = _LARGER * headline_size(option)
    for part in _MORE:
        given = round(part * side)
        if whole - given < _SEEN * side:
            return
        larger = _larger(option, given, across=across)
        if not larger.words.relaxed and headline_size(larger) >= least:
            yield replace(larger, preference=option.preference + _TAKEN * given / side)


def tightened(option: Arrangement, canvas: Canvas) -> Iterator[Arrangement]:
    """Smaller words on a lower field above or below the photo, which has more height for the people that it is of;
    nothing where the words would be small.
    """
    field, photo, setter = option.ground, option.photo, option.setter
    rule = option.layout.ground
    if field is None or rule is None or rule.hug or setter is None or option.fixtures:
        return
    down = abs(field.width - canvas.width) < 2 and abs(photo.width - canvas.width) < 2
    if not down or option.layout.flow == "row" or field.common(photo).area > 0:
        return
    for part in _TIGHT:
        given = round((1 - part) * option.words.area.height)
        if field.height - given < _LEAST_TIGHT * canvas.height:
            return
        made = _larger(option, -given, across=False)
        if headline_size(made) < _KEPT * headline_size(option):
            return
        yield replace(made, preference=option.preference + _SMALLER, closed=True)


def _larger(option: Arrangement, given: float, *, across: bool) -> Arrangement:
    """The line between field and photo moved into the photo, and the words set anew."""
    field, photo, area = option.ground, option.photo, option.words.area
    assert field is not None
    assert option.setter is not None
    before = field.x < photo.x if across else field.y < photo.y
    wide, tall = (given, 0.0) if across else (0.0, given)
    back = 0.0 if before else given  # a field at the right or the foot begins so much earlier

    def grown(box: Rect) -> Rect:
        x, y = (box.x - back, box.y) if across else (box.x, box.y - back)
        return Rect(x, y, box.width + wide, box.height + tall)

    def less(box: Rect) -> Rect:
        x, y = (box.x + given - back, box.y) if across else (box.x, box.y + given - back)
        return Rect(x, y, box.width - wide, box.height - tall)

    words = replace(option.setter, area=grown(area)).best()
    seen = words.visible
    spare = words.area.height - seen.height
    words = words.moved(0.0, round(words.area.y + _ANCHORED[option.anchor] * spare - seen.y))
    return replace(option, ground=grown(field), photo=less(photo), words=words)


def _across(option: Arrangement, canvas: Canvas, given: float) -> Arrangement:
    """The line between the two moved into a field at a side."""
    field, photo, area = option.ground, option.photo, option.words.area
    assert field is not None
    at_left = field.x < photo.x
    if at_left:
        field = Rect(field.x, field.y, field.width - given, field.height)
        photo = Rect(photo.x - given, photo.y, photo.width + given, photo.height)
        area = Rect(area.x, area.y, area.width - given, area.height)
    else:
        field = Rect(field.x + given, field.y, field.width - given, field.height)
        photo = Rect(photo.x, photo.y, photo.width + given, photo.height)
        area = Rect(area.x + given, area.y, area.width - given, area.height)
    rtl = option.words.rtl
    starts_left = (option.align == "start") != rtl
    dx = 0.0 if at_left == starts_left else (-given if at_left else given)
    if option.align == "center":
        dx = -given / 2 if at_left else given / 2
    # Words that reach out to the margin already (`words_to_edge`) have given their room away.
    seen, safe = option.words.rect, canvas.safe
    spare = max(seen.x - safe.x if at_left else safe.right - seen.right, 0.0)
    kept = max(dx, -spare) if at_left else min(dx, spare)
    words = replace(option.words.moved(kept, 0.0), area=area.moved(kept - dx, 0.0))
    return replace(option, ground=field, photo=photo, words=words, closed=True)


def _down(option: Arrangement, given: float) -> Arrangement:
    """The line between the two moved into a field above or below the photo."""
    field, photo, area = option.ground, option.photo, option.words.area
    assert field is not None
    below = field.y > photo.y
    if below:
        field = Rect(field.x, field.y + given, field.width, field.height - given)
        photo = Rect(photo.x, photo.y, photo.width, photo.height + given)
        area = Rect(area.x, area.y + given, area.width, area.height - given)
    else:
        field = Rect(field.x, field.y, field.width, field.height - given)
        photo = Rect(photo.x, photo.y - given, photo.width, photo.height + given)
        area = Rect(area.x, area.y, area.width, area.height - given)
    seen, spare = option.words.visible, area.height - option.words.visible.height
    down = round(area.y + _ANCHORED[option.anchor] * spare - seen.y)
    words = replace(option.words.moved(0.0, down), area=area)
    fixtures = tuple(fixture.moved(0.0, given) for fixture in option.fixtures)
    return replace(option, ground=field, photo=photo, words=words, fixtures=fixtures, closed=True)


def _hang(option: Arrangement) -> bool:
    """True of a template's own layers that hang from the top of a field below the photo, as the words do:
    all move with its edge.
    """
    field, frames = option.ground, [rule.frame for rule in option.layout.layers]
    assert field is not None
    inside = all(field.holds(fixture.box, 1.0) for fixture in option.fixtures)
    top = all(rule.anchor == "top" for rule in option.layout.layers) and option.anchor == "top"
    own = all(frame.of == "ground" and frame.rows == (1, 12) for frame in frames)
    return inside and top and own and field.y > option.photo.y
