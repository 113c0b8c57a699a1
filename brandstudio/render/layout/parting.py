"""Words parted from their photo: which of the ways to stand beside it, and its crop there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.aside import (
    LOGO_ROW,
    Manner,
    beside,
    dissolving,
    fading,
    heightened,
    over_field,
)
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop import Crop, best_crop, lies_on
from brandstudio.render.layout.place import Place, crop_for, headline_size, smallness
from brandstudio.render.layout.standing import goes_above
from brandstudio.render.layout.words import Words

#: What the photo beside a field is liked less for each whole width that the field takes.
_SMALLER: Final = 1.6
#: And for each beyond this part of it: the rest of so wide a field is blank.
_BLANK: Final = 6.0
_WIDEST: Final = 0.4
#: A headline in more lines than these breaks into stubs beside a photo; what each costs, and each that a
#: wider panel would not need.
_LINES: Final = 3
_STUB: Final = 0.3
#: A headline smaller than this part of the banner's mean side is lost beside a photo as high as the banner,
#: and what that costs that is no larger than nothing.
_LITTLE: Final = 0.07
_LOST: Final = 3.0
#: And what more lines cost than the template promises, where a wider field holds fewer.
_RELAXED: Final = 2.0
#: A headline so much higher than wide (from this share of its width on) is a tower of single words;
#: what a tower costs that is once more as high.
_TOWER: Final = 0.62
_TALL: Final = 1.4
#: The part of their width that bare words have on a field at a photo's side.
_SLIM: Final = 0.86
#: And a card's words there.
_FULL: Final = 1.22
#: The most of a banner's width that they take then.
_BROAD: Final = 0.4
#: The least part of its size that a broad line keeps that goes into two for it.
_KEPT_SIZE: Final = 0.9
#: The widths that are tried for it, of that: in the wider it may be one smaller line.
_TWO: Final = (1.0, 0.78)
#: Words narrower than this part of a square may stand beside a photo as high as it.
_HALF_WIDE: Final = 0.46
#: What the part of a photo costs that a way to stand beside it leaves out.
_UNSEEN_PART: Final = 9.0
#: If they are no smaller than this beside the same words above or below it.
_AS_LARGE: Final = 0.72

#: From so much of a subject on in what melts it would dissolve, and from so much of its head.
_DISSOLVED: Final = 0.05
_HEAD: Final = 0.3
#: How much more of one that fills the photo: of a hill or a room, of a thing that has ends, and of people.
_SCENE: Final = 0.45
_THING: Final = 0.12
_PEOPLE: Final = 0.2
#: A subject that takes more of the photo than this fills it.
_FILLS: Final = 0.62
#: How much of it may lie under words or so near to them, of the photo's shorter side.
_WRITTEN: Final = 0.012
_OFF_WORDS: Final = 0.03
#: And in a shade, which leaves a person's clothes or a part of a room under it to be guessed at: of what
#: fills less of the photo than this, of people, and of things that don't fill it.
_SHADY, _CLOTHES, _SOME = 0.4, 0.35, 0.18
#: And how much of their lines may lie on what fades there, of a scene and of clothes; of a thing no more
#: than where it melts.
_ON_SCENE, _ON_CLOTHES = 0.3, 0.06
#: Banners with a shorter side (px) have no room for it.
_LEAST_SIDE: Final = 250
#: An area for words that is broader than this part of the banner is no column.
_COLUMN: Final = 0.7
#: How much less of it may be seen than beside an edge, and how much more sliced off.
_UNSEEN: Final = 0.12
_ENDS: Final = 0.5
#: The ways of a melting photo that are tried, of the banner's side.
_WAYS: Final = (0.5, 0.4, 0.26)
#: How much of the banner a template's field keeps for the logo.
_LEAST_FIELD: Final = 0.22
#: What the field at the photo's other side is liked less.
_OTHER_SIDE: Final = 0.15


def parted(
    options: Sequence[Arrangement],
    option: Arrangement,
    attention: Attention,
    canvas: Canvas,
    manner: Manner,
    *,
    centred: bool,
    seed: int,
) -> Place:
    """The words on a field of their own, next to the photo. Other seeds give the photo an edge, let a
    card's words stand as high as they stood on it, and have the field of bare ones at its other side.
    """
    panel = option.layout.ground
    if not centred and panel is not None and panel.hug and canvas.width > canvas.height * 1.1:
        return beside_field(options, attention, canvas)
    # Above or below the photo the field is as wide as the banner: the widest of the template's
    # columns fills it.
    widest = max(options, key=lambda o: (round(o.words.area.width), -o.preference))
    wide = canvas.width > canvas.height * 1.1
    framed = option.ground is not None
    moved = bool(seed % 2 if framed else seed & 2)
    told = option if wide or moved else widest
    if wide and panel is None:
        told = _columned(told, options, canvas)
    if wide:
        told = _slimmer(told, canvas) if panel is None else _fuller(told, canvas)
    across = centred is not (moved and framed)
    if wide and moved and not framed:
        manner = replace(manner, mirrored=not manner.mirrored)
    # On a phone's screen: melting it stays below, as an app's controls lie over the foot.
    edge = replace(manner, above=goes_above(attention, canvas) is not (moved and not framed))
    ways = [beside(told, canvas, edge, centred=across)]
    tall_one = canvas.orientation == "portrait" and not canvas.controls.bottom
    upright = canvas.orientation == "square" or (tall_one and bool(attention.faces))
    if upright and attention.borders is not None and not seed:
        least = _AS_LARGE * headline_size(told)
        halves = [o for o in options if o.words.rect.width < _HALF_WIDE * canvas.width]
        large = [half for half in halves if headline_size(half) >= least]
        ways += [beside(half, canvas, manner, upright=True) for half in large[:1]]
    made = [_joined(aside, attention) for aside in ways]
    largest = max(headline_size(place.arrangement) for place in made)
    edged = min(made, key=lambda place: _way_cost(place, largest, attention, canvas))
    # A panel stays a field with an edge: melting is what becomes of an overlay, its sister.
    if panel is not None or seed % 2 or _low(told, canvas):
        return edged
    melting = _melting(told, edged, attention, canvas, manner, centred=across)
    return edged if melting is None else melting


def _columned(told: Arrangement, options: Sequence[Arrangement], canvas: Canvas) -> Arrangement:
    """Bare words set across their photo as they stand in the template's first column instead: a field as broad
    as they are would leave the photo little.
    """
    if told.words.area.width <= _COLUMN * canvas.width:
        return told
    columns = [o for o in options if o.words.area.width <= _COLUMN * canvas.width]
    return min(columns, key=lambda o: o.preference, default=told)


def _slimmer(told: Arrangement, canvas: Canvas) -> Arrangement:
    """Bare words set into a narrower column for a field at a photo's side, which takes what the photo has
    less; as they are where they would break into two lines more or inside words for it.
    """
    slim = _SLIM * told.words.area.width
    return _in_two(told, canvas, slim) or _anew(told, slim, 1.0, lines=1)


def _fuller(told: Arrangement, canvas: Canvas) -> Arrangement:
    """A card's words set larger for a field that is as wide as the card and its margins: what was the
    card's padding is theirs. As they are where they would break into more lines for it, or be so broad that
    the photo got narrow.
    """
    made = told if told.ground is None else _anew(told, told.ground.width, _FULL, lines=0)
    if made.words.rect.width <= _BROAD * canvas.width:
        return made
    return _in_two(told, canvas, told.words.area.width) or told


def _in_two(told: Arrangement, canvas: Canvas, most: float) -> Arrangement | None:
    """Words of which a line is too broad for a field at a photo's side, set into one more; None where none
    is, or where they would lose their size for it.
    """
    broad = _BROAD * canvas.width
    if told.words.rect.width <= broad:
        return None
    # A field is as high as the banner, but for the logo's row.
    tall = (1 - LOGO_ROW) * (canvas.height - 2 * canvas.margin)
    for part in _TWO:
        made = _anew(told, min(most, part * broad), 1.0, lines=1, tall=tall)
        if made is not told and headline_size(made) >= _KEPT_SIZE * headline_size(told):
            return made
    return None


def _anew(
    told: Arrangement, width: float, part: float, *, lines: int, tall: float = 0.0
) -> Arrangement:
    """Words set anew in another width (px) and at least so ``tall``, at a part of their largest size; as they are where they would
    have more lines than so many more, or break inside words.
    """
    setter, words = told.setter, told.words
    if setter is None or told.fixtures or not words.blocks:
        return told
    area = Rect(words.area.x, words.area.y, width, max(words.area.height, tall))
    made = replace(setter, area=area, shrink=part * setter.shrink).best()
    if made.relaxed or _lines(made) > _lines(words) + lines or _breaks(made) > _breaks(words):
        return told
    seen, held = made.visible, words.visible
    down = round(held.y + (held.height - seen.height) / 2 - seen.y)
    across = words.rect.right - made.rect.right if words.rtl else words.rect.x - made.rect.x
    return replace(told, words=made.moved(across, down), setter=None)


def _lines(words: Words) -> int:
    """The lines of a headline."""
    headline = words.block("headline")
    return 0 if headline is None else len(headline.paragraph.lines)


def _breaks(words: Words) -> int:
    """How gravely lines break inside words, at the worst."""
    return max(block.paragraph.tier for block in words.blocks)


def _low(arrangement: Arrangement, canvas: Canvas) -> bool:
    """True of a strip that has no room for more than words."""
    return arrangement.words.blocks[0].paragraph.size * 3 > canvas.height


def _way_cost(place: Place, largest: float, attention: Attention, canvas: Canvas) -> float:
    """What a way to stand beside the photo costs. On a portrait a part of somebody's photo that is left out is
    missed: bent over a desk, a head alone is no picture.
    """
    assert place.crop is not None
    unseen = 0.0
    if attention.faces and canvas.orientation == "portrait":
        unseen = 1 - place.crop.box.area / (attention.width * attention.height)
    return place.crop.cost + smallness(place.arrangement, largest) + _UNSEEN_PART * max(unseen, 0.0)


def _joined(aside: Arrangement, attention: Attention) -> Place:
    """Words beside the photo and its crop."""
    return Place(aside, best_crop(attention, aside.photo, ()))


def _melting(
    told: Arrangement,
    edged: Place,
    attention: Attention,
    canvas: Canvas,
    manner: Manner,
    *,
    centred: bool,
) -> Place | None:
    """The words with the photo melting into their field, at whichever side it keeps more of what it
    shows; None where nothing keeps its subject out of what melts, or as whole as beside an edge.
    """
    assert edged.crop is not None
    tall = canvas.width <= canvas.height * 1.1
    other = replace(manner, hung=True) if tall else replace(manner, mirrored=not manner.mirrored)
    sides: tuple[tuple[float, Manner], ...] = ((0.0, manner), (_OTHER_SIDE, other))
    if manner.mirrored:
        sides = sides[:1]
    elif tall and canvas.controls.bottom:
        sides = sides[1:]  # over the foot an app lays its controls
    shady: list[tuple[float, Place]] = []
    for way in _WAYS:
        found = []
        for less, how in sides:
            moved = beside(told, canvas, how, centred=centred)
            faded = fading(moved, canvas, way)
            if faded is None:
                continue
            crop = best_crop(attention, faded.photo, (dissolving(faded),))
            made = crop.cost + less, Place(faded, crop, otherwise=edged)
            if _stays_whole(crop, edged.crop, attention) and _unwritten(faded, crop, attention):
                found.append(made)
            elif _keeps_heads(crop, edged.crop, attention) and _unwritten(
                faded, crop, attention, _borne(attention)
            ):
                shady.append(made)
        if found:
            return min(found, key=lambda pair: pair[0])[1]
    if not shady or min(canvas.width, canvas.height) < _LEAST_SIDE:
        return None
    return min(shady, key=lambda pair: pair[0])[1]


def _keeps_heads(crop: Crop, edged: Crop, attention: Attention) -> bool:
    """True of a photo of which no face and no head lies in the shade, and of its subject only what a
    viewer can do without.
    """
    if crop.faces_covered or crop.faces_lost > edged.faces_lost:
        return False
    if crop.head_lost > max(_HEAD, edged.head_lost):
        return False
    most = _CLOTHES if attention.faces else _SOME
    return not attention.sure or _fills(attention) or crop.covered <= most


def _borne(attention: Attention) -> float:
    """How much of their lines words may have on what fades in a shade."""
    if attention.faces:
        return _ON_CLOTHES
    return _ON_SCENE if _fills(attention) else _WRITTEN


def _fills(attention: Attention) -> bool:
    """True of a subject that nobody is and that fills most of its photo: a pattern, a hill, a room."""
    large = 0.0 if attention.mask is None else float(attention.mask.mean())
    return not attention.faces and large > _SHADY


def merged(place: Place, attention: Attention, canvas: Canvas) -> Place | None:
    """The place of words on a field that a template has beside the photo, with the photo melting into it;
    None where that dissolves its subject, or cuts off more of it.
    """
    assert place.crop is not None
    for way in _WAYS:
        faded = fading(place.arrangement, canvas, way)
        if faded is None or _narrow(faded, canvas):
            continue
        crop = best_crop(attention, faded.photo, (dissolving(faded),))
        if _stays_whole(crop, place.crop, attention) and _unwritten(faded, crop, attention):
            return Place(faded, crop, place.notes, otherwise=place)
    return None


def _narrow(faded: Arrangement, canvas: Canvas) -> bool:
    """True of a field that has no room for a logo above its words."""
    return faded.ground is None or faded.ground.area < _LEAST_FIELD * canvas.whole.area


def _stays_whole(crop: Crop, edged: Crop, attention: Attention) -> bool:
    """True of a photo of which no face, no head and next to nothing of its subject melts."""
    if crop.faces_covered or crop.faces_lost > edged.faces_lost:
        return False
    if crop.head_lost > max(_HEAD, edged.head_lost):
        return False
    seen = crop.visible >= edged.visible - _UNSEEN and crop.sliced <= edged.sliced + _ENDS
    large = 0.0 if attention.mask is None else min(float(attention.mask.mean()), 1.0)
    if large > _FILLS:
        large = 0.0  # whichever part of it melts is a part of it
    scene = _SCENE if attention.things is None else _THING
    most = _DISSOLVED + (_PEOPLE if attention.faces else scene) * large
    return not attention.sure or (crop.covered <= most and seen)


def _unwritten(
    faded: Arrangement, crop: Crop, attention: Attention, most: float = _WRITTEN
) -> bool:
    """True of words whose ends lie on nothing of the subject: a hand that fades away under a line looks
    like a slip, where one that fades beside it does not.
    """
    photo = faded.photo
    apart = _OFF_WORDS * min(photo.width, photo.height)
    near = [box.inset(-apart).common(photo) for box in faded.covered]
    under = [box for box in near if box.area > 0]
    if not under or not attention.sure:
        return True
    return lies_on(attention, photo, under, crop.box)[0] <= most


def with_an_edge(place: Place) -> Place:
    """The same place without a photo that melts into the field: what melts it is a scrim, which
    people and rules may forbid.
    """
    return place if place.otherwise is None else replace(place.otherwise, notes=place.notes)


def beside_field(options: Sequence[Arrangement], attention: Attention, canvas: Canvas) -> Place:
    """A fixed panel at the foot of a field of its colour, as wide as it, with the photo beside both."""
    made = [heightened(option, canvas) for option in options]
    largest = max(headline_size(o) for o in made)
    fewest = min(_lines(o.words) for o in made)
    best: tuple[float, Place] | None = None
    for option in made:
        if option.ground is None:
            continue
        part = _panels_part(option.ground, canvas)
        laid = over_field(option, canvas, part)
        crop = crop_for(laid, attention, None)
        cost = crop.cost + option.preference + smallness(option, largest) + _SMALLER * part
        cost += _BLANK * max(part - _WIDEST, 0.0) + _STUB * _stubs(option) + _tower(option)
        cost += _RELAXED * option.words.relaxed + _STUB * (_lines(option.words) - fewest)
        cost += _LOST * max(1 - headline_size(option) / (_LITTLE * canvas.mean), 0.0)
        if best is None or cost < best[0]:
            best = cost, Place(laid, crop)
    assert best is not None
    return best[1]


def _stubs(option: Arrangement) -> int:
    """The lines of a headline beyond those that read at a glance."""
    headline = option.words.block("headline")
    return 0 if headline is None else max(len(headline.paragraph.lines) - _LINES, 0)


def _tower(option: Arrangement) -> float:
    """What a headline costs that stands in a column narrower than it is high."""
    headline = option.words.block("headline")
    if headline is None or len(headline.paragraph.lines) < _LINES:
        return 0.0
    ink = headline.paragraph.ink
    part = (ink.bottom - ink.top) / max(ink.right - ink.left, 1.0)
    return _TALL * max(part - _TOWER, 0.0)


def _panels_part(panel: Rect, canvas: Canvas) -> float:
    """The part of a banner's width from the panel's side to the end of the panel."""
    at_right = panel.centre[0] > canvas.width / 2
    return ((canvas.width - panel.x) if at_right else panel.right) / canvas.width
