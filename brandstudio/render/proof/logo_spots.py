"""Spots on the photo that a logo is better off: on what this is about, and on the rim of a framed one."""

from __future__ import annotations

from typing import Final

from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.layers import on_subject

#: How much of what a photo is about may lie near a logo, and how far that is, in the logo's heights.
_TIP: Final = 0.04
_CLOSE: Final = 0.4


def on_it(draft: Draft) -> bool:
    """True of a logo on the photo that stands on what this is about, or touches it: on the words' card it
    would hide nothing.
    """
    logo, card = draft.logo, draft.place.arrangement.ground
    if logo is None or card is None or card.meets(logo.rect):
        return False
    if not draft.place.arrangement.photo.holds(logo.rect, 1.0):
        return False
    near = logo.rect.inset(-_CLOSE * logo.rect.height)
    return on_subject(draft.setting.attention, draft.place, near) > _TIP


def on_rim(draft: Draft) -> bool:
    """True of a logo on the edge of a framed photo, or so near to it that it seems to slip off."""
    arrangement, logo = draft.place.arrangement, draft.logo
    if logo is None or arrangement.joint != "frame" or not logo.rect.meets(arrangement.photo):
        return False
    return not arrangement.photo.inset(draft.setting.canvas.least_gap).holds(logo.rect)
