"""Choose where words go on a photo and which part of it is shown, both at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

import numpy as np

from brandstudio.models.choices import Choices, SharedCrop
from brandstudio.render.brief import Side
from brandstudio.render.geometry import Canvas, union
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.aside import PLAIN, Manner
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.breathing import aired
from brandstudio.render.layout.cards import (
    BESIDE,
    CARD,
    SHOWN,
    covers_many,
    cuts_into,
    hides,
    slices,
)
from brandstudio.render.layout.crop import Crop, best_crop, judged
from brandstudio.render.layout.crop_weights import WEIGHTS
from brandstudio.render.layout.missing import missing_room
from brandstudio.render.layout.parting import parted
from brandstudio.render.layout.place import Place, crop_for, headline_size, smallness, things_under
from brandstudio.render.layout.sharing import kept_to

#: Words over more of the subject, or more on it, than this are not clear of it.
_COVERED: Final = 0.1
#: From here on the head of a subject that is cut off or covered is lost.
_HEADLESS: Final = 0.3
#: So much more of a face must be seen for words to stay on the photo's subject.
_SEEN: Final = 0.2
_OCCLUDED: Final = 0.1
#: From here on a backing panel is the lesser evil than words across the subject.
_MUCH: Final = 0.25
#: And from here on of two evils words over people are the greater one, where a photo beside them would
#: cut a face: a lower one may keep it (see `sparing`).
_WRITTEN_OVER: Final = 0.3
#: And in a frame beside the words as much of it as this is to be seen then.
_ALL: Final = 0.88
#: From here on so much of a subject lies under a fixed panel that it is lost.
_HIDDEN: Final = 0.22
#: A subject of which less than this is seen gives way to a field, if it is whole beside that.
_HALF: Final = 0.55
#: How much worse another place may be for a card that cuts through things at the best.
_ANOTHER: Final = 1.0
#: How much worse another way may be that a seed takes.
_WORSE: Final = 1.6
#: And where a crop that clears the words slices off more than this (see `Things.sliced`) that a field's does not.
_ENDS: Final = 0.7
#: More than this where the photo fills a phone's screen.
_ENDS_CLOSE: Final = 1.6
#: So much less of a subject may be seen beside a field than beside and behind such a panel.
_LESS: Final = 0.05
#: And so much less of a scene, where the panel lies on a part of it that is full of things: a tower under
#: it looks cut off, one beside the frame is not missed.
_LESS_CUT: Final = 0.3
#: The parts of a line that are looked at for a thing, the density of outlines from which on there is one,
#: that of a calm ground, and what all of a line costs that has one. Words with more of them are not clear.
_PARTS: Final = 16
_LONE: Final = 0.1
_CALM: Final = 0.02
_BRUSHED: Final = 6.0
_TOUCHED: Final = 0.04
#: What bare words on nothing but things of the photo cost.
_AMONG: Final = 1.5
#: From this share of things under bare words on a subject can't be told from them.
_CLUTTER: Final = 0.6
#: So much more of it must be seen beside the words.
_MORE: Final = 0.15
#: The tier of breaks from which on a line ends inside a word.
_SYLLABLES: Final = 2
#: How much of a subject that fills a photo may lie under a fixed panel, more than of a small one.
_WIDE: Final = 0.25
_VEILED: Final = "On the photo the words would need a scrim that hides it, so they stand beside it."
_PLATED: Final = (
    "On the photo the logo would need a plate, so the words stand beside it with the logo: a logo file "
    "made for such a ground, or a rule that allows it in one colour, may let them stand on it."
)

_SLICED: Final = (
    "A card on the photo would cut through what it shows, so the words stand beside it."
)
_SOME: Final = "The photo's subject leaves little room: some of it lies behind the words."
_KEPT: Final = (
    "The photo's subject leaves little room beside the template's own layers: some of it lies "
    "behind words."
)


@dataclass(frozen=True)
class NeedsExtension:
    """No crop keeps the subject clear of the words: the photo should go on beyond one side.

    The extended photo is ``width`` x ``height`` px of the photo's own scale, ``pixels`` more than
    the photo on ``side``; the original lies at (``x``, ``y``) of it. ``reason`` is for people.
    """

    side: Side
    pixels: int
    width: int
    height: int
    x: int
    y: int
    reason: str


def choose(
    options: Sequence[Arrangement],
    attention: Attention | None,
    canvas: Canvas,
    *,
    may_extend: bool,
    fixed: bool = False,
    choices: Choices,
    manner: Manner = PLAIN,
    shared: SharedCrop | None = None,
) -> Place | NeedsExtension:
    """The best pair of arrangement and crop; what is missing where every pair covers the subject
    and it may grow.

    A ``fixed`` layout gives way to faces alone. ``manner`` says how the words stand beside the photo
    where they leave it, and whether they do in any case. The part of the photo that a person chose
    is shown whatever lies behind the words. What is ``shared`` with other sizes of the job is kept
    to where that costs next to nothing and leaves the subject as clear.
    """
    part, seed = choices.crop, choices.seed
    if attention is None or all(option.hides_photo for option in options):
        return Place(_by_size(options)[seed % len(options)], None)
    options = _whole(options, fixed)
    tried = [(option, crop_for(option, attention, part)) for option in options]
    cost = _costs(options, attention)
    option, crop = _picked(tried, cost, attention, choices, shared)
    free = not fixed and not choices.seed and part is None
    if free and slices(option, crop, attention):
        option, crop = _unsliced(tried, cost, attention) or (option, crop)
    touched = _brushed(option, crop, attention) > _TOUCHED
    clear = _clear(crop, attention) and not touched
    on_it = attention.sure and option.hard_on_photo
    least = _least(option, crop, attention, canvas)
    cut = on_it and crop.sliced > least.ends
    lost = cut or (on_it and (crop.visible < least.shown or cuts_into(option, crop, attention)))
    sliced = (hides if fixed else slices)(option, crop, attention)
    if part is not None or (clear and not lost and not manner.wanted and not sliced):
        return Place(option, crop)
    grows = not clear or (cut and bool(attention.plain))
    if may_extend and grows and not manner.wanted:
        wanted = _extension(options, attention)
        if wanted is not None:
            return wanted
    if option.fixtures or not option.hard_on_photo:
        # Where the words don't lie on the photo at all, another place would not help.
        return Place(option, crop, notes=(_KEPT,) if option.hard_on_photo else ())
    if fixed and (over := _over_some(options, attention, sliced=sliced)) is not None:
        return over
    aside = parted(options, option, attention, canvas, manner, centred=not fixed, seed=seed)
    cluttered = touched or _cluttered(option, crop, attention)
    note = _why_parted(
        crop, aside, attention, least, fixed=fixed, manner=manner, sliced=sliced, cluttered=cluttered
    )  # fmt: skip
    if note:
        return replace(aside, notes=(note,))
    return Place(option, crop, notes=(_SOME,))


@dataclass(frozen=True)
class _Least:
    """What words leave their photo for: ends of its subject that the crop slices off, a part of it that is not
    seen, and how much less of that may be seen beside a field.
    """

    ends: float
    shown: float
    less: float


def _least(option: Arrangement, crop: Crop, attention: Attention, canvas: Canvas) -> _Least:
    # A photo that fills a phone's screen is cut closer: it leads, and what it is of need not be whole.
    nobody = not (attention.faces or attention.heads)
    close = bool(canvas.controls.bottom) and option.ground is None and nobody
    scene = not attention.faces and covers_many(option, crop, attention)
    less = _LESS_CUT if scene else _LESS
    return _Least(_ENDS_CLOSE, _HALF, less) if close else _Least(_ENDS, SHOWN, less)


def _picked(
    tried: list[tuple[Arrangement, Crop]],
    cost: Callable[[tuple[Arrangement, Crop]], float],
    attention: Attention,
    choices: Choices,
    shared: SharedCrop | None,
) -> tuple[Arrangement, Crop]:
    """The best of the pairs, a seed's own, or the one of the family; with air where no person chose the part
    of the photo.
    """
    option, crop = min(tried, key=cost)
    if choices.seed:
        option, crop = _seeded(sorted(tried, key=cost), cost, choices.seed)
    elif shared is not None and choices.crop is None:
        kin = kept_to(shared, (option, crop), tried, cost, attention)
        if _clear(kin[1], attention) or not _clear(crop, attention):
            option, crop = kin
    return option, crop if choices.crop is not None else aired(option, crop, attention)


def _unsliced(
    tried: list[tuple[Arrangement, Crop]],
    cost: Callable[[tuple[Arrangement, Crop]], float],
    attention: Attention,
) -> tuple[Arrangement, Crop] | None:
    """The best of the pairs whose card cuts through nothing, where that is nearly as good as the best of all. None
    where the subject is only a hint: a tower that nobody knows of might lie under it.
    """
    if not attention.sure:
        return None
    ranked = sorted(tried, key=cost)
    for option, crop in ranked:
        if cost((option, crop)) > cost(ranked[0]) + _ANOTHER:
            return None
        if _clear(crop, attention) and not slices(option, crop, attention):
            return option, aired(option, crop, attention)
    return None


def _by_size(options: Sequence[Arrangement]) -> Sequence[Arrangement]:
    """Cards without a photo to keep clear of, those first that are large enough for their words."""
    rule, largest = options[0].layout.ground, max(headline_size(o) for o in options)
    if rule is None or not rule.hug:
        return options
    return sorted(options, key=lambda o: o.preference + smallness(o, largest))


def _costs(
    options: Sequence[Arrangement], attention: Attention
) -> Callable[[tuple[Arrangement, Crop]], float]:
    """What a pair of arrangement and crop costs, among these."""
    largest = max(headline_size(o) for o in options)

    def cost(pair: tuple[Arrangement, Crop]) -> float:
        option, crop = pair
        own = option.preference + smallness(option, largest)
        own += _BRUSHED * _brushed(option, crop, attention)
        own += _AMONG * _among(option, crop, attention)
        return crop.cost + own + _unrest(option, attention)

    return cost


def _whole(options: Sequence[Arrangement], fixed: bool) -> Sequence[Arrangement]:
    """Of a fixed layout those for which no word has to be hyphenated, if there are any: no panel
    gets so narrow.
    """
    return [
        option
        for option in options
        if not fixed or all(block.paragraph.tier < _SYLLABLES for block in option.words.blocks)
    ] or options


def _cluttered(option: Arrangement, crop: Crop, attention: Attention) -> bool:
    """True of bare words that lie on some of the subject where the photo is full of things: neither
    can be seen for the other.
    """
    if option.ground is not None or not attention.sure:
        return False
    found = things_under(attention, option, crop, option.words.rect)
    on_it = crop.covered > _COVERED or crop.occlusion > _OCCLUDED
    return on_it and found is not None and found[1] > _CLUTTER


def _clear(crop: Crop, attention: Attention) -> bool:
    """True of words that are clear of faces, of heads and of the subject."""
    off = crop.covered <= _COVERED and crop.occlusion <= _OCCLUDED
    faces = crop.faces_covered or crop.faces_lost
    return not faces and crop.head_lost <= _HEADLESS and (not attention.sure or off)


def _over_some(
    options: Sequence[Arrangement], attention: Attention, *, sliced: bool
) -> Place | None:
    """A fixed panel over the part of a subject that it may hide, most of it seen beside: of a room
    or a hill a corner is worth less than the width that a field takes. None where too much is hidden
    or ``sliced``, and where there are faces.
    """
    largest = max(headline_size(o) for o in options)
    best: tuple[float, Place] | None = None
    for option in () if attention.faces or sliced else options:
        spot = () if option.logo_place is None else (option.logo_place,)
        free = best_crop(attention, option.photo, spot, option.logo_ground)
        crop = judged(attention, option.photo, option.hard, free.box)
        large = _area_of(crop, option) / option.photo.area
        hidden = crop.covered > _COVERED + _WIDE * min(large, 1.0) or crop.head_lost > _HEADLESS
        hidden = hidden or crop.visible < _HALF
        cost = crop.covered + option.preference + smallness(option, largest)
        if not hidden and (best is None or cost < best[0]):
            best = cost, Place(option, crop, notes=(_SOME,))
    return None if best is None else best[1]


def _area_of(crop: Crop, option: Arrangement) -> float:
    """How large the subject is that a panel lies over, in the banner's px."""
    under = sum(box.common(option.photo).area for box in option.hard)
    return crop.occlusion * under / crop.covered if crop.covered > 0 else 0.0


def _why_parted(
    crop: Crop,
    aside: Place,
    attention: Attention,
    least: _Least,
    *,
    fixed: bool,
    manner: Manner,
    sliced: bool = False,
    cluttered: bool = False,
) -> str:
    """Why the words leave the photo for a field beside it; empty where they don't."""
    shown = aside.crop
    assert shown is not None
    faces = bool(crop.faces_covered or crop.faces_lost)
    cut = attention.sure and crop.visible < least.shown and shown.visible > crop.visible + _MORE
    framed = aside.arrangement.joint == "frame" and shown.visible > _ALL
    most = CARD if framed and attention.sure else _MUCH
    much = cut or crop.covered > most or crop.occlusion > most
    headless = crop.head_lost > max(_HEADLESS, shown.head_lost + _MORE)
    whole = attention.sure and crop.sliced > max(least.ends, shown.sliced + least.ends)
    much = much or headless or cluttered or whole
    free = not crop.faces_covered and max(crop.covered, crop.occlusion) <= _WRITTEN_OVER
    if free and shown.face_seen < crop.face_seen - _SEEN:
        return ""  # the smaller photo would cut the faces that this one keeps
    if fixed:
        # A field takes width from the photo: that is worth a head, not a hill.
        more = attention.sure and crop.visible < _HALF and shown.visible > crop.visible + 2 * _MORE
        seen = shown.visible - shown.covered >= crop.visible - crop.covered - least.less
        free = shown.covered <= _HIDDEN and aside.arrangement.joint == "field"
        much = free and (headless or more or crop.covered > _HIDDEN)
        sliced = free and sliced and (seen or not attention.sure)
    if faces or much:
        what = "face" if faces else "subject"
        return f"No crop of the photo leaves room for the words beside the {what}, so they stand on a panel next to it."
    if sliced and not manner.wanted:
        return _SLICED
    if not manner.wanted:
        return ""
    return _PLATED if manner.for_logo else _VEILED


def _seeded(
    ranked: list[tuple[Arrangement, Crop]],
    cost: Callable[[tuple[Arrangement, Crop]], float],
    seed: int,
) -> tuple[Arrangement, Crop]:
    """The seed's own among the ways that differ and are not much worse than the best, which is the
    one of seed 0.
    """
    seen: dict[tuple[int, ...], tuple[Arrangement, Crop]] = {}
    for pair in ranked:
        if cost(pair) <= cost(ranked[0]) + _WORSE:
            boxes = (*pair[0].words.rect, *pair[0].photo)
            seen.setdefault(tuple(round(v / 8) for v in boxes), pair)
    ways = list(seen.values())
    return ways[seed % len(ways)]


def _unrest(option: Arrangement, attention: Attention) -> float:
    """The cost of standing where the photo is not calm; nothing where words have a ground of their
    own.
    """
    if option.ground is not None or not attention.calm:
        return 0.0
    return 0.0 if option.side in attention.calm or not option.side else 0.22


def _among(option: Arrangement, crop: Crop, attention: Attention) -> float:
    """How much of what lies under bare words things of the photo are (0 to 1)."""
    if option.ground is not None or not option.hard_on_photo:
        return 0.0
    found = things_under(attention, option, crop, option.words.rect)
    return 0.0 if found is None else found[1]


def _brushed(option: Arrangement, crop: Crop, attention: Attention) -> float:
    """The part of bare words on a calm ground at which a thing is that no mask of the subject has, as the
    pale bow of a ship in fog (0 to 1); 0 where most of the ground is lively.
    """
    if option.ground is not None or attention.borders is None:
        return 0.0
    photo, box = option.photo, crop.box
    scale, apart = box.width / photo.width, BESIDE * photo.area**0.5
    near = [b.inset(-apart).common(photo) for b in option.covered]
    found = []
    for b in near:
        wide = b.width / _PARTS
        for number in range(_PARTS):
            x = box.x + (b.x + wide * number - photo.x) * scale
            y = box.y + (b.y - photo.y) * scale
            found.append((x, y, wide * scale, b.height * scale))
    if not found:
        return 0.0
    there = attention.borders.density(np.array(found))
    return float((there > _LONE).mean()) if np.median(there) < _CALM else 0.0


def _extension(options: Sequence[Arrangement], attention: Attention) -> NeedsExtension | None:
    """The smallest extension that some arrangement could do with."""
    found: list[tuple[float, NeedsExtension]] = []
    for option in options:
        covers = [c.common(option.photo) for c in option.hard if c.common(option.photo).area > 0]
        if not covers or option.side not in attention.edges or option.layout.flow == "row":
            continue
        room = missing_room(attention, option.photo, union(covers), option.side)
        if room is None:
            continue
        across = room.side in ("left", "right")
        pixels = _in_steps(room.pixels, attention.width if across else attention.height)
        found.append(
            (
                room.pixels
                + option.preference * 0.2 * (attention.width if across else attention.height),
                NeedsExtension(
                    cast(Side, room.side),
                    pixels,
                    attention.width + (pixels if across else 0),
                    attention.height + (0 if across else pixels),
                    pixels if room.side == "left" else 0,
                    pixels if room.side == "top" else 0,
                    f"No crop keeps the subject clear of the words; {pixels} px more on the {room.side} would.",
                ),
            )
        )
    return min(found, key=lambda f: f[0])[1] if found else None


def _in_steps(pixels: int, side: int) -> int:
    """An extension rounded up to an eighth of the side that it makes longer, so that words of about
    one length share one: to continue a photo costs more than to draw five banners.
    """
    step = max(side // 8, 1)
    return min(-(-pixels // step) * step, max(pixels, int(WEIGHTS.farthest * side)))
