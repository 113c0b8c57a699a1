"""A logo on the field of the words beside the photo: at its top, or in the corners of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from brandstudio.models.designs import PanelLayer
from brandstudio.render.brief import Brief, LogoFile
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout import logos
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.draft import Draft, Setting
from brandstudio.render.layout.template import SHIPPED

#: From this share of the canvas's height on a logo is tall for it, and may stand so close to the
#: words of its field (in its own heights).
_LOW: Final = 0.15
#: Words so near to the top of their field, of the banner's mean side, leave no row for the logo above them.
_NO_ROW: Final = 0.06
_CLOSE: Final = 0.3
#: The part of a strip's field that a button leaves at least where a logo has room beside it.
_FOOT: Final = 0.42
#: How far from words and button one on the button's line stands at least, of the same.
_LEVEL: Final = 0.5
_MELTED: Final = 0.55
#: The sizes of a logo on the words' field that are tried, in parts of its area.
_PARTS: Final = (1.0, 0.8, 0.6, 0.45)


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
    room = Rect(words.x, 0.0, words.width, ground.y)
    end = "middle-right" if arrangement.words.rtl else "middle-left"
    for part in _PARTS:
        share = arrangement.layout.logo.share * scale * part
        size = logos.logo_size(setting.brief.logos[0], canvas, share, setting.limits, room)
        box = logos.place(room, end, size)
        if not box.inset(-setting.limits.clear * box.height).meets(ground):
            break
    else:
        return None
    return logos.bare(files, box, draft.ground, setting.brief.look, setting.limits, setting.assets)


def beside_photo(arrangement: Arrangement, ground: Rect, canvas: Canvas) -> Rect:
    """The part of the words' field in whose corners the logo may stand: in line with the words."""
    own, words = ground.inset(canvas.margin).common(canvas.safe), arrangement.words.aligned
    x0, x1 = min(own.x, words.x), max(own.right, words.right)
    return Rect(x0, own.y, x1 - x0, own.height)


def first_beside(arrangement: Arrangement, ground: Rect, canvas: Canvas) -> Sequence[str]:
    """The corners of a field beside the photo, the first where the words begin; below a photo, above one where the
    words leave no row for it, and on a strip with room beside the button, the one across from them.
    """
    rtl = arrangement.words.rtl
    start, end = ("right", "left") if rtl else ("left", "right")
    below = ground.y > arrangement.photo.y + 1 and ground.width > arrangement.photo.width - 1
    top = ground.inset(canvas.margin).common(canvas.safe).y
    above = (
        ground.bottom < arrangement.photo.bottom - 1 and ground.width > arrangement.photo.width - 1
    )
    low = canvas.orientation == "strip" and _foot_of(ground, arrangement, canvas)
    if low or below or (above and arrangement.words.visible.y - top < _NO_ROW * canvas.mean):
        return f"bottom-{end}", f"top-{start}", f"top-{end}", f"bottom-{start}"
    return logos.corners(f"top-{start}")


def _foot_of(ground: Rect, arrangement: Arrangement, canvas: Canvas) -> bool:
    """True of a field at the photo's side whose button leaves a logo room beside it."""
    button, room = arrangement.words.button, ground.width - 2 * canvas.margin
    if button is None or arrangement.align != "start" or arrangement.fixtures:
        return False
    return room - button.width > _FOOT * room


def on_line(box: Rect, corner: str, arrangement: Arrangement, brief: Brief) -> Rect:
    """A logo at the foot of the words' field on the line of the button at the field's other side: a
    little below it the two look as if one had slipped. As it is in a template of one's own, farther
    from the button's line, or where the button is not beside it.
    """
    button, ground = arrangement.words.button, arrangement.ground
    if (
        "bottom" not in corner
        or button is None
        or ground is None
        or brief.template.name not in SHIPPED
    ):
        return box
    off = button.centre[1] - box.centre[1]
    room = _LEVEL * box.height
    beside = box.x > button.right + room or box.right < button.x - room
    near = abs(off) <= button.height + box.height and ground.holds(button, 1.0)
    return box.moved(0.0, round(off)) if beside and near and ground.holds(box, 1.0) else box


def on_its_card(draft: Draft, placed: logos.PlacedLogo) -> logos.PlacedLogo:
    """The logo without a plate in the colour of the card that it stands on, in line with the words: at the card's
    edge that would be a notch.
    """
    panels = (x for x in draft.layers if isinstance(x, PanelLayer))
    card = next((x for x in panels if x.purpose == "ground"), None)
    plate, box = placed.plate, placed.rect
    own = card is not None and plate is not None and plate.colour == card.colour
    if card is None or not own or not Rect(*card.box).holds(box, 1.0):
        return placed
    words = draft.place.arrangement.words.aligned
    off = words.x - box.x if abs(words.x - box.x) < box.height else words.right - box.right
    moved = box.moved(round(off), 0.0) if abs(off) < box.height else box
    return replace(placed, plate=None, layer=placed.layer.model_copy(update={"box": tuple(moved)}))


def on_own_field(arrangement: Arrangement, canvas: Canvas, box: Rect) -> bool:
    """True of a box on a field of the words' beside the photo, no card."""
    field, rule = arrangement.ground, arrangement.layout.ground
    on_card = rule is not None and rule.hug and not arrangement.aside
    return field is not None and not on_card and field.holds(box.common(canvas.whole), 1.0)


def over_words(box: Rect, arrangement: Arrangement) -> Rect:
    """A logo on the photo above or below words that begin in the middle of that: with the edge at which
    they do, so that the two share one. As it is elsewhere.
    """
    if arrangement.ground is not None or not arrangement.words.blocks:
        return box
    words = arrangement.words.rect
    across = box.x < words.right and words.x < box.right
    if not across or arrangement.align != "start":
        return box
    if arrangement.words.rtl:
        return box.moved(max(round(words.right - box.right), 0.0), 0.0)
    return box.moved(min(round(arrangement.words.aligned.x - box.x), 0.0), 0.0)


def _apart(box: Rect, canvas: Canvas) -> float:
    """How far from the words a logo on their field stands (px): its own height, less where that is a
    good part of the canvas and the way out is a plate on somebody's body.
    """
    return box.height if box.height < _LOW * canvas.height else _CLOSE * box.height


def stands_free(
    setting: Setting,
    arrangement: Arrangement,
    box: Rect,
    corner: str,
    words: Sequence[Rect],
    all_of_it: Sequence[Rect],
    *,
    level: bool = False,
) -> bool:
    """True where nothing reaches into the clear space of a logo: on the words' field none of the
    words, which it is to stand apart from and not in their line, elsewhere nothing at all. On the
    button's ``level`` it may stand a little closer to the words above both.
    """
    own, ground = corner.startswith("own-"), arrangement.ground
    clear = box.inset(-setting.limits.clear * box.height)
    fixed = arrangement.layout.logo.fixed and not setting.named_place
    named = own or bool(setting.limits.place and not fixed)
    within = named and ground is not None and ground.holds(clear, 1.0)
    within = within or arrangement.head is not None
    # On a photo that melted the way out is a plate in a corner of it.
    part = _MELTED if arrangement.joint == "melt" else _LEVEL if level else 1.0
    apart = box.inset(-_apart(box, setting.canvas) * part)
    return (
        not any(clear.meets(other) for other in (words if within else all_of_it))
        and not (own and any(apart.meets(w) for w in words))
        and setting.canvas.whole.holds(clear, 1.0)
    )
