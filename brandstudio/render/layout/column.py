"""A logo at the top of the field at whose foot the words' panel stands."""

from __future__ import annotations

from collections.abc import Sequence

from brandstudio.render.brief import LogoFile
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import logos
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.template import SHIPPED


def in_column(draft: Draft, files: Sequence[LogoFile], scale: float) -> logos.PlacedLogo | None:
    """The logo at the top of the field at whose foot the words' panel stands, in line with the words:
    that is empty, and a plate would lie on what the photo shows. ``scale`` is how much larger in area
    a person wants it. None without such a field, or where the logo does not read on it.
    """
    setting, arrangement = draft.setting, draft.place.arrangement
    canvas, ground = setting.canvas, arrangement.ground
    kept = setting.named_place or setting.brief.template.name not in SHIPPED
    if arrangement.joint != "field" or ground is None or kept:
        return None
    words = arrangement.words.rect
    room = Rect(words.x, canvas.safe.y, words.width, ground.y - canvas.safe.y)
    share = arrangement.layout.logo.share * scale
    size = logos.logo_size(setting.brief.logos[0], canvas, share, setting.limits, room)
    rtl = arrangement.words.blocks[0].paragraph.direction == "rtl"
    box = logos.place(room, "top-right" if rtl else "top-left", size)
    if box.inset(-setting.limits.clear * box.height).meets(ground):
        return None
    return logos.bare(files, box, draft.ground, setting.brief.look, setting.limits, setting.assets)
