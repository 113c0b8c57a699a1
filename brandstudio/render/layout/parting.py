"""Words parted from their photo: which of the ways to stand beside it, and its crop there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.aside import Manner, beside, melted, over_field
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop import Crop, best_crop, judged
from brandstudio.render.layout.place import Place, crop_for, headline_size, smallness

#: What the photo beside a field is liked less for each whole width that the field takes.
_SMALLER: Final = 1.6
#: And for each beyond this part of it: the rest of so wide a field is blank.
_BLANK: Final = 6.0
_WIDEST: Final = 0.4
#: A headline in more lines than these breaks into stubs beside a photo; what each costs.
_LINES: Final = 3
_STUB: Final = 0.12
#: A headline so much higher than wide (from this share of its width on) is a tower of single words;
#: what a tower costs that is once more as high.
_TOWER: Final = 0.62
_TALL: Final = 0.9
#: Words narrower than this part of a square may stand beside a photo as high as it.
_HALF_WIDE: Final = 0.46
#: If they are no smaller than this beside the same words above or below it.
_AS_LARGE: Final = 0.72


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
    """The words on a field of their own, next to the photo. Other seeds let the words stand as high
    as they stood on the photo, and give the photo an edge.
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
    across = centred is not moved
    ways = [beside(told, canvas, manner, centred=across)]
    if canvas.orientation == "square" and attention.borders is not None and not seed:
        least = _AS_LARGE * headline_size(told)
        halves = [o for o in options if o.words.rect.width < _HALF_WIDE * canvas.width]
        large = [half for half in halves if headline_size(half) >= least]
        ways += [beside(half, canvas, manner, upright=True) for half in large[:1]]
    made = [_joined_if_it_may(aside, attention) for aside in ways]
    largest = max(headline_size(place.arrangement) for place in made)
    parted = min(made, key=lambda place: _way_cost(place, largest))
    return with_an_edge(parted, attention) if seed % 2 else parted


def _way_cost(place: Place, largest: float) -> float:
    """What a way to stand beside the photo costs."""
    assert place.crop is not None
    return place.crop.cost + smallness(place.arrangement, largest)


def _joined_if_it_may(aside: Arrangement, attention: Attention) -> Place:
    """Words beside the photo, which does not melt where a face would with it."""
    if aside.joint == "melt" and _melts_a_face(aside, attention):
        aside = replace(aside, joint="edge")
    return Place(*_joined(aside, attention))


def _melts_a_face(aside: Arrangement, attention: Attention) -> bool:
    """True where the part of the photo that melts would take a face with it in every crop."""
    shown = best_crop(attention, aside.photo, (melted(aside),))
    return bool(shown.faces_covered or shown.faces_lost)


def _joined(aside: Arrangement, attention: Attention) -> tuple[Arrangement, Crop]:
    """Words beside the photo and its crop."""
    whole = best_crop(attention, aside.photo, ())
    if aside.joint == "melt" and attention.faces:
        # Rather a body melts than that the face above it leaves its place.
        melts = (melted(aside),)
        if judged(attention, aside.photo, melts, whole.box).faces_covered:
            # The ground does not go on for a body that only melts.
            return aside, best_crop(replace(attention, plain=()), aside.photo, melts)
    return aside, whole


def with_an_edge(place: Place, attention: Attention) -> Place:
    """The same place without a photo that melts into the field: what melts it is a scrim, which
    people and rules may forbid.
    """
    crop, arrangement = place.crop, place.arrangement
    if arrangement.joint != "melt" or crop is None:
        return place
    edged = replace(arrangement, joint="edge")
    return replace(
        place, arrangement=edged, crop=judged(attention, edged.photo, edged.hard, crop.box)
    )


def beside_field(options: Sequence[Arrangement], attention: Attention, canvas: Canvas) -> Place:
    """A fixed panel at the foot of a field of its colour, as wide as it, with the photo beside both."""
    largest = max(headline_size(o) for o in options)
    best: tuple[float, Place] | None = None
    for option in options:
        if option.ground is None:
            continue
        part = _panels_part(option.ground, canvas)
        made = over_field(option, canvas, part)
        crop = crop_for(made, attention, None)
        cost = crop.cost + option.preference + smallness(option, largest) + _SMALLER * part
        cost += _BLANK * max(part - _WIDEST, 0.0) + _STUB * _stubs(option) + _tower(option)
        if best is None or cost < best[0]:
            best = cost, Place(made, crop)
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
