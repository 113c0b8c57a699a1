"""What of a photo a card with its words would cut into, hide or look laid over: from there on it stands better beside it."""

from __future__ import annotations

from typing import Final

import numpy as np

from brandstudio.pixels import colour
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop import Crop, judged
from brandstudio.render.layout.place import things_under

#: With less of it under a card a subject still looks cut off.
CARD: Final = 0.1
#: Of a thing that has ends next to nothing: a shoe's tongue or a screen's corner under it is cut off.
_ON_THING: Final = 0.012
#: A card whose edge runs through things by more than this (see `Borders.cut`), or by less and that
#: lies on many, stands better beside the photo; what things under it count, of such an edge.
_THROUGH: Final = 0.4
_LITTERED: Final = 0.8
_UNDER: Final = 0.3
#: And one that hides more than this of all that the frame shows, or of a view in which nothing stands out
#: more than that, or that leaves less than this of what the
#: photo does (on a photo that is no calmer than this, see `Borders.calm`: where there is little, little is
#: missed): a room's edges are no picture of it.
_MOST_HIDDEN: Final = 0.36
_MOST_OF_VIEW: Final = 0.42
_LEAST_LEFT: Final = 0.3
_FULL: Final = 0.4
#: A subject without faces that takes more of the photo than this is a scene, a hill or a street, which a
#: card may lie on; and so much of it.
_SCENE: Final = 0.35
_ON_SCENE: Final = 0.3
#: A fixed panel, which may not stand elsewhere on the photo, lies on it only where next to nothing of
#: what that shows is under it and where it can be told from the ground there (a ratio): on things it
#: looks laid over the picture, and on a ground of its own colour like a patch of it.
_STREWN: Final = 0.08
_TOLD: Final = 2.0
#: From this share of things under it on it covers a part of the picture, and no rim of it.
_ON_MANY: Final = 0.3
#: A subject of which less than this is seen is pushed out of the frame.
SHOWN: Final = 0.7
#: How far a card keeps off a subject, of the photo's mean side, and how much of it may be nearer: of one
#: that has a face, and of any other.
BESIDE: Final = 0.02
_GRAZED, _NEARER = 0.03, 0.1


def cuts_into(option: Arrangement, crop: Crop, attention: Attention) -> bool:
    """True of a subject that a card cuts into."""
    rule = option.layout.ground
    return rule is not None and rule.rounded and crop.covered > _most_under(attention)


def _most_under(attention: Attention) -> float:
    """How much of a subject may lie under a card."""
    if attention.things is not None and not attention.faces:
        return _ON_THING
    return _ON_SCENE if _scene(attention) else CARD


def _scene(attention: Attention) -> bool:
    """True of a subject that is a whole scene, and no person or thing in one."""
    large = attention.mask is not None and float(attention.mask.mean()) > _SCENE
    return large and not attention.faces


def slices(option: Arrangement, crop: Crop, attention: Attention) -> bool:
    """True of a card whose edge runs through things of the photo, that lies on many, or that hides most of
    what is shown.
    """
    rule, card = option.layout.ground, option.ground
    if rule is None or not rule.rounded or card is None:
        return False
    found = things_under(attention, option, crop, card)
    through, on = found if found is not None else (0.0, 0.0)
    cut = through > _THROUGH or through + _UNDER * on > _LITTERED
    cut = cut or _fills(option, crop, attention, card)
    cut = cut or (attention.things is not None and cuts_into(option, crop, attention))
    return cut or _touches(option, crop, attention, card)


def _fills(option: Arrangement, crop: Crop, attention: Attention, card: Rect) -> bool:
    """True of a card that leaves little to be seen of a photo that is full of things."""
    borders = attention.borders
    if borders is None or borders.calm > _FULL:
        return False
    scale = crop.box.width / option.photo.width
    x = crop.box.x + (card.x - option.photo.x) * scale
    y = crop.box.y + (card.y - option.photo.y) * scale
    under = (x, y, card.width * scale, card.height * scale)
    shown, hidden = (float(v) for v in borders.shown(np.array([tuple(crop.box), under])))
    most = _MOST_HIDDEN if attention.sure else _MOST_OF_VIEW
    return hidden > most * shown or shown - hidden < _LEAST_LEFT


def _touches(option: Arrangement, crop: Crop, attention: Attention, card: Rect) -> bool:
    """True of a card so close to a small subject that the two run into each other."""
    if not attention.sure or _scene(attention):
        return False
    near = card.inset(-BESIDE * option.photo.area**0.5)
    most = _GRAZED if attention.faces else _NEARER
    return judged(attention, option.photo, (near,), crop.box).covered > most


def hides(option: Arrangement, crop: Crop, attention: Attention) -> bool:
    """True of a fixed panel on things of the photo, on a ground that it can't be told from, or of one
    that pushes the subject out of the frame.
    """
    card = option.ground
    found = None if card is None else things_under(attention, option, crop, card)
    if found is None or card is None:
        return False
    pushed = attention.sure and crop.visible < SHOWN
    return pushed or found[1] > _STREWN or _blends(option, crop, card)


def covers_many(option: Arrangement, crop: Crop, attention: Attention) -> bool:
    """True of a panel on a part of the photo that is full of things."""
    card = option.ground
    found = None if card is None else things_under(attention, option, crop, card)
    return found is not None and found[1] > _ON_MANY


def _blends(option: Arrangement, crop: Crop, card: Rect) -> bool:
    """True of a panel of a colour that is nearly the one of the photo behind it."""
    ground, rule = option.logo_ground, option.layout.ground
    if ground is None or rule is None or not rule.colour.startswith("#"):
        return False
    own = colour.luminance_of(colour.parse_hex(rule.colour))
    behind = ground.light_under(card, option.photo, crop.box)
    return float(colour.contrast(own, behind)) < _TOLD
