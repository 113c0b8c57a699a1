"""A card on a field of the brand's colour: a panel that left its photo, where the logo reads on a pale ground
alone.

Such a panel would be a white box beside a photo, and no brand's. On a card the logo has its white, and the
field has the brand's first colour, which is seen round the card at the banner's edges.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from brandstudio.models.designs import PanelLayer
from brandstudio.pixels import colour
from brandstudio.render import contrast
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import colours
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.buttons import chosen_colour
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.field_tones import is_panel
from brandstudio.render.layout.layers import heads_on_canvas, on_subject

#: From this lightness (OKLCH) on a field is pale.
_PALE: Final = 0.9
#: The ratio from which on a card is told from the field that it lies on.
_TOLD: Final = 1.5
#: How far the card keeps off the field's edges, how far words keep off its own, and how far it reaches over
#: the photo beside, above or below it, in margins.
_INSET: Final = 0.42
_AIR: Final = 0.55
_OVER: Final = 1.25
_OVER_BELOW: Final = 0.9
#: And how far words move for that at most above and below a photo: the logo is to stand on their button's line.
_MOVED: Final = 0.5
#: Words that are farther than this from their column's edge (px) have been moved before.
_SET: Final = 3.0
#: The most of what it takes of the photo that may be what this is about.
_OF_SUBJECT: Final = 0.12
#: The ratio from which on a card's edge is seen in the photo, for all but this part of it.
_EDGE, _MOSTLY = 1.3, 0.25
#: From this chroma (OKLCH) on a colour is told for a brand's.
_HUE: Final = 0.05


def on_card(draft: Draft, panel: PanelLayer | None) -> Draft:
    """The draft with its panel; or with the field in the brand's first colour and the card on it that stand for
    a pale panel beside its photo.
    """
    fill = None if panel is None else _field(draft, panel)
    card = None if panel is None or fill is None else _card(draft, panel)
    if panel is None or card is None:
        return draft.over(panel)
    field = panel.model_copy(update={"purpose": "mat", "colour": fill})
    look = {"box": card.snapped(), "radius": draft.setting.panel_radius}
    return _amid(draft, card).over(field, panel.model_copy(update=look))


def _amid(draft: Draft, card: Rect) -> Draft:
    """The draft with its words as far from the card's edge over the photo as from the one across."""
    arrangement = draft.place.arrangement
    words, field = arrangement.words, arrangement.ground
    assert field is not None
    if _at_side(arrangement):
        # The column that the field has for words stands in the middle of the card.
        across = round((card.x + card.right - field.x - field.right) / 2)
        column, edge = field.inset(draft.setting.canvas.margin), words.aligned
        off = edge.right - column.right if words.rtl else edge.x - column.x
        moved = words.moved(across, 0) if abs(off) < _SET else words
    else:
        shown, most = words.visible, _MOVED * draft.setting.canvas.margin
        down = ((card.bottom - shown.bottom) - (shown.y - card.y)) / 2
        moved = words.moved(0, round(min(max(down, -most), most)))
    place = replace(draft.place, arrangement=replace(arrangement, words=moved))
    return replace(draft, chosen=place)


def _at_side(arrangement: Arrangement) -> bool:
    assert arrangement.ground is not None
    return abs(arrangement.ground.height - arrangement.photo.height) < 2


def _field(draft: Draft, panel: PanelLayer) -> str | None:
    """The brand's first colour where a panel may lie on a field of it."""
    setting, arrangement = draft.setting, draft.place.arrangement
    brief, canvas = setting.brief, setting.canvas
    asked = brief.choices.scheme is not None or chosen_colour(draft, "ground") is not None
    beside = arrangement.aside and arrangement.joint == "edge" and arrangement.head is None
    plain = arrangement.layout.flow != "row" and not arrangement.fixtures
    if not is_panel(draft) or brief.template.fixed or asked or not beside or not plain:
        return None
    if canvas.controls.top or canvas.controls.bottom or setting.photo is None:
        return None
    first = brief.look.role("primary")
    hue = brief.look.has("primary") and colour.hex_to_oklch(first)[1] >= _HUE
    pale = colour.hex_to_oklch(panel.colour)[0] >= _PALE
    told = contrast.pair_ratio(first, panel.colour) >= _TOLD
    return first if hue and pale and told and not colours.muddy(first) else None


def _card(draft: Draft, panel: PanelLayer) -> Rect | None:
    """The card's box: inside the field at the banner's edges, and clearly over the photo: one that ends where its
    photo begins looks unfinished, and one a sliver further like a slip. None where this hides a head or much of what the photo is about, where its
    edge can't be told from the photo, or where the card would come too near to its words.
    """
    margin, arrangement = draft.setting.canvas.margin, draft.place.arrangement
    attention = draft.setting.attention
    card = Rect(*panel.box).inset(_INSET * margin)
    over = _OVER if _at_side(arrangement) else _OVER_BELOW
    wider = _towards(card, arrangement, (_INSET + over) * margin)
    part = wider.common(arrangement.photo)
    heads = heads_on_canvas(attention, draft.place)
    if not part.area or any(part.meets(head) for head in heads):
        return None
    if on_subject(attention, draft.place, part) > _OF_SUBJECT:
        return None
    held = card.inset(_AIR * margin).holds(arrangement.words.visible, 2.0)
    return wider if held and _ends_in(draft, wider, panel.colour) else None


def _ends_in(draft: Draft, card: Rect, fill: str) -> bool:
    """True of a card that can be told from the photo that it ends in: a pale one on snow has no edge."""
    photo = draft.place.arrangement.photo
    seam = card.inset(-_AIR * draft.setting.canvas.margin).common(photo)
    part = np.asarray(draft.ground.crop(seam.pixels(*draft.ground.size)))
    light = colour.luminance(part)
    ratios = colour.contrast(light, colour.luminance(np.array([colour.parse_hex(fill)], np.uint8)))
    return float(np.quantile(ratios, _MOSTLY)) >= _EDGE


def _towards(card: Rect, arrangement: Arrangement, by: float) -> Rect:
    """A card made longer towards the photo."""
    photo, field = arrangement.photo, arrangement.ground
    assert field is not None
    if _at_side(arrangement):
        left = card.x - by if photo.x < field.x else card.x
        return Rect(left, card.y, card.width + by, card.height)
    top = card.y - by if photo.y < field.y else card.y
    return Rect(card.x, top, card.width, card.height + by)
