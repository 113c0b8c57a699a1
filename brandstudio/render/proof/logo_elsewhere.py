"""Where the logo stands elsewhere than a template of one's own has it."""

from __future__ import annotations

from math import hypot
from typing import Final

from brandstudio.render.geometry import Rect
from brandstudio.render.layout import logos
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.template import SHIPPED

#: As far from the template's place as this, in parts of the canvas's shorter side, is another place.
_ELSEWHERE: Final = 0.2


def logo_elsewhere(draft: Draft) -> tuple[str, ...]:
    """What is to be said of it. Templates that come with the package promise no corner unless they
    have a fixed one, and where a rule or a person names one, the template's does not count.
    """
    setting, arrangement, placed = draft.setting, draft.place.arrangement, draft.logo
    template, rule = setting.brief.template, arrangement.layout.logo
    promised = rule.fixed or template.name not in SHIPPED
    if (
        placed is None
        or not promised
        or setting.named_place
        or (setting.limits.place and not rule.fixed)
    ):
        return ()
    row, end = rule.corner.split("-")
    at_left = (end == "start") == (setting.voice.direction == "ltr")
    wanted = f"{row}-{'left' if at_left else 'right'}"
    stands, beside = place_of(placed.rect, setting.canvas.whole), ""
    if rule.of == "photo" and not arrangement.photo.meets(placed.rect):
        beside = " beside it"
    of = "" if rule.of == "safe" else f" of the {rule.of}"
    asked = f"The template has the logo {wanted.replace('-', ' ')}{of}"
    if arrangement.logo_corner != wanted and arrangement.layout.flow != "row":
        return (f"{asked}; the layout is mirrored here, and the logo stands {stands}.",)
    areas = {"photo": arrangement.photo, "ground": arrangement.ground}
    area = areas.get(rule.of) or setting.canvas.whole
    inner = area.inset(setting.canvas.margin).common(setting.canvas.safe)
    size = round(placed.rect.width), round(placed.rect.height)
    usual = logos.place(inner, wanted, size).centre
    x, y = placed.rect.centre
    short = min(setting.canvas.width, setting.canvas.height)
    if rule.fixed and _with_words(draft, placed.rect):
        return (
            f"{asked}; there it would need a plate on the photo, so it stands with the words: a logo "
            "file made for such a ground keeps it in its corner.",
        )
    near = hypot(x - usual[0], y - usual[1]) <= _ELSEWHERE * short
    if near or (stands == wanted.replace("-", " ") and not beside):
        return ()
    return (
        f"{asked}; it stands {stands}{beside}, clear of words and faces and where it can be read.",
    )


def _with_words(draft: Draft, logo: Rect) -> bool:
    """True of a logo on the words' card, or on the field that this stands at the foot of."""
    arrangement = draft.place.arrangement
    card = arrangement.logo_box is not None
    return card or (arrangement.joint == "field" and not arrangement.photo.meets(logo))


def place_of(box: Rect, canvas: Rect) -> str:
    """Where on the banner a box lies, in words."""
    across = box.centre[0] / canvas.width
    down = box.centre[1] / canvas.height
    column = "left" if across < 0.4 else "right" if across > 0.6 else "centre"
    row = "top" if down < 0.4 else "bottom" if down > 0.6 else "middle"
    return f"{row} {column}"
