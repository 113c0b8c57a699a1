"""A card on a field of the brand's colour: a panel that left its photo, where the logo reads on a pale ground
alone.

Such a panel would be a white box beside a photo, and no brand's. On a card the logo has its white, and the
field has the brand's first colour, which is seen round the card at the banner's edges.
"""

from __future__ import annotations

from typing import Final

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
#: How far the card keeps off the field's edges, and how far it reaches over the photo, in margins.
_INSET: Final = 0.42
_OVER: Final = 0.5
#: The most of what it takes of the photo that may be what this is about.
_OF_SUBJECT: Final = 0.02
#: From this chroma (OKLCH) on a colour is told for a brand's.
_HUE: Final = 0.05


def carded(draft: Draft, panel: PanelLayer) -> tuple[PanelLayer, PanelLayer] | None:
    """The field in the brand's first colour and the card on it, for a pale panel beside its photo; None for
    any other.
    """
    fill = _field(draft, panel)
    box = None if fill is None else _card(draft, Rect(*panel.box))
    if fill is None or box is None:
        return None
    field = panel.model_copy(update={"purpose": "mat", "colour": fill})
    radius = draft.setting.panel_radius
    return field, panel.model_copy(update={"box": box.snapped(), "radius": radius})


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


def _card(draft: Draft, field: Rect) -> Rect | None:
    """The card's box: inside the field at the banner's edges, up to the photo, and a little over it where nothing
    is that this is about. None where it would come too near to its words.
    """
    margin, arrangement = draft.setting.canvas.margin, draft.place.arrangement
    card = field.inset(_INSET * margin)
    wider = _towards(card, arrangement, (_INSET + _OVER) * margin)
    over = wider.common(arrangement.photo)
    heads = heads_on_canvas(draft.setting.attention, draft.place)
    free = on_subject(draft.setting.attention, draft.place, over) <= _OF_SUBJECT
    if not (over.area and free) or any(over.meets(head) for head in heads):
        # Up to the photo and no further: a box in a box is heavy.
        wider = _towards(card, arrangement, _INSET * margin)
    held = card.inset(_INSET * margin)
    return wider if held.holds(arrangement.words.visible, 2.0) else None


def _towards(card: Rect, arrangement: Arrangement, by: float) -> Rect:
    """A card made longer towards the photo."""
    photo, field = arrangement.photo, arrangement.ground
    assert field is not None
    if abs(field.height - photo.height) < 2:
        left = card.x - by if photo.x < field.x else card.x
        return Rect(left, card.y, card.width + by, card.height)
    top = card.y - by if photo.y < field.y else card.y
    return Rect(card.x, top, card.width, card.height + by)


def on_card(draft: Draft, panel: PanelLayer | None) -> Draft:
    """The draft with its panel, or with the field and the card that stand for it."""
    made = None if panel is None else carded(draft, panel)
    return draft.over(*made) if made is not None else draft.over(panel)
