"""What the sizes of one job share of their photo, so that they read as one family: the side that
words stand at, and the part that is shown.

The first size decides as it would alone; each of the others keeps to what those before it have
decided where that costs it next to nothing, and goes its own way where its own is clearly better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, cast

from brandstudio.models.choices import SharedCrop
from brandstudio.render.brief import Side
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop import Crop, alike_crop

Pair = tuple[Arrangement, Crop]
#: So much worse, in costs of a crop, may a size come out to have its words where the others have
#: them: a template likes its second place and a mirror less by about as much together.
_SIDE: Final = 0.35
#: So much worse may its crop be to show the part that the others show.
_PART: Final = 0.12
#: So much more of the subject may lie behind words, or be left out.
_MORE: Final = 0.03
_ACROSS, _DOWN = ("left", "right"), ("top", "bottom")


def kept_to(
    shared: SharedCrop,
    own: Pair,
    tried: Iterable[Pair],
    cost: Callable[[Pair], float],
    attention: Attention,
) -> Pair:
    """The way of the family where it is hardly worse than a size's own, else its own."""
    found = own
    if own[0].side and own[0].side not in shared.sides and _axis(own[0].side, shared.sides):
        alike = [pair for pair in tried if pair[0].side in shared.sides]
        best = min(alike, key=cost, default=own)
        if cost(best) <= cost(own) + _SIDE and _as_good(best[1], own[1]):
            found = best
    return found[0], _showing(shared, found, attention)


def _axis(side: str, sides: tuple[str, ...]) -> bool:
    """True if the others have their words at a side of the same axis."""
    return any(side in axis and other in axis for axis in (_ACROSS, _DOWN) for other in sides)


def _as_good(crop: Crop, own: Crop) -> bool:
    """True of a crop that does no more harm to the subject and its faces."""
    return (
        crop.faces_covered <= own.faces_covered
        and crop.faces_lost <= own.faces_lost
        and crop.face_seen >= own.face_seen - _MORE
        and crop.visible >= own.visible - _MORE
        and crop.covered <= own.covered + _MORE
        and crop.occlusion <= own.occlusion + _MORE
    )


def _showing(shared: SharedCrop, pair: Pair, attention: Attention) -> Crop:
    """The crop that shows what the others show, as far as that does no harm."""
    option, crop = pair
    if shared.part is None or attention.focal is not None:
        return crop
    x, y, width, height = shared.part
    across, down = attention.width, attention.height
    part = Rect(x * across, y * down, width * across, height * down)
    covers = (*option.hard, *option.solid) if attention.faces else option.hard
    alike = alike_crop(attention, option.photo, covers, part, _PART)
    return alike if _as_good(alike, crop) else crop


def agreed(
    shared: SharedCrop | None, side: str, crop: Crop | None, attention: Attention | None
) -> SharedCrop:
    """What is shared once another size has decided; what was decided first stays."""
    before = shared or SharedCrop()
    sides, part = before.sides, before.part
    if side and not _axis(side, sides):
        sides = (*sides, cast(Side, side))
    if crop is not None and attention is not None:
        across, down = attention.width, attention.height
        box = crop.box
        if part is not None:
            held = Rect(part[0] * across, part[1] * down, part[2] * across, part[3] * down)
            box = box.common(held)
        if box.area > 0:
            shares = (box.x / across, box.y / down, box.width / across, box.height / down)
            part = tuple(round(min(max(share, 0.0), 1.0), 4) for share in shares)  # type: ignore[assignment]
    return SharedCrop(sides=sides, part=part)
