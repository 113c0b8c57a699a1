"""The steps that decide a layout, each from one frozen draft to the next.

What a step decides it decides on numbers and on what the layers before it show; no step paints the
banner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from brandstudio.models.designs import ButtonLayer, Layer, PanelLayer, PhotoLayer
from brandstudio.render import background, contrast
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import backing, colours
from brandstudio.render.layout.arrangement import arrangements
from brandstudio.render.layout.corner import choose_logo
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.layers import asset_of, faces_on_canvas
from brandstudio.render.layout.placing import NeedsExtension, choose
from brandstudio.render.type.paint import mask

Step = Callable[[Draft], Draft]


def fit_text(draft: Draft) -> Draft:
    """The words set into every place that the template has for them."""
    setting, brief = draft.setting, draft.setting.brief
    options = arrangements(
        brief.template,
        setting.canvas,
        brief.slots,
        setting.voice,
        draft.nudges.shrink,
        setting.limits.lines,
    )
    return replace(draft, options=tuple(options))


def crop(draft: Draft) -> Draft:
    """The place for the words and the part of the photo, chosen together; or what the photo
    lacks.
    """
    setting = draft.setting
    chosen = choose(
        draft.options,
        setting.attention,
        setting.canvas,
        may_extend=draft.may_extend,
        fixed=setting.brief.template.fixed,
    )
    if isinstance(chosen, NeedsExtension):
        return replace(draft, needs=chosen)
    return replace(draft, chosen=chosen)


def lay_ground(draft: Draft) -> Draft:
    """The photo or a brand background, the template's panel on it, and what the words will cover."""
    behind = draft.over(_picture(draft))
    masks = tuple(mask(b.paragraph, b.x, b.y) for b in draft.place.arrangement.words.blocks)
    covers = tuple(contrast.widened(painted) for painted in masks)
    return replace(behind.over(_panel(behind)), masks=masks, covers=covers)


def back_busy_text(draft: Draft) -> Draft:
    """The words' colour, and a scrim or a panel behind them where they need one."""
    brief, setting, arrangement = draft.setting.brief, draft.setting, draft.place.arrangement
    words, required = arrangement.words, setting.limits.contrast
    ground = next((layer for layer in draft.layers if isinstance(layer, PanelLayer)), None)
    if ground is not None and Rect(*ground.box).holds(words.rect, 3.0):
        return replace(draft, text=colours.readable_ground(ground.colour, brief.look, required)[1])
    under = [
        contrast.under_text(draft.ground, cover)
        for block, cover in zip(words.blocks, draft.covers, strict=True)
        if block.slot != "button_text"
    ]
    if words.button is not None:
        under.append(contrast.ring(draft.ground, words.button, contrast.ring_width(words.button)))
    all_under = np.concatenate(under)
    if draft.nudges.panel:
        fill, text = backing.panel_colours(brief.look, all_under, required)
        layer = backing.panel(words.rect, setting.canvas, fill, setting.panel_radius)
        backed = backing.Backing(text, panel=layer, repair="panel")
    else:
        backed = backing.back_words(
            draft.ground,
            all_under,
            words.rect,
            words.area,
            setting.canvas,
            brief.look,
            allowed=brief.template.backing,
            scrim_shape=arrangement.layout.scrim,
            frame=arrangement.photo,
            panel_radius=setting.panel_radius,
            faces=faces_on_canvas(setting.attention, draft.place),
            denser=draft.nudges.denser,
            required=required,
        )
    return replace(draft.over(backed.scrim, backed.panel), backing=backed, text=backed.text)


def set_button(draft: Draft) -> Draft:
    """The button's shape and its label's colour: the most striking brand colour that stands out 3:1
    from around it.
    """
    box = draft.place.arrangement.words.button
    if box is None:
        return replace(draft, label=draft.text)
    look, required = draft.setting.brief.look, draft.setting.limits.contrast
    around = contrast.crucial(contrast.ring(draft.ground, box, contrast.ring_width(box)))
    fills = [*colours.button_fills(look, required), draft.text]
    needed = 3.0 * contrast.MARGIN
    fill = next((f for f in fills if contrast.worst(around, f) >= needed), None)
    radius = {"square": 0.0, "soft": 0.2 * box.height, "round": box.height / 2}[look.corners]
    border, rim = None, 0.0
    if fill is None:
        # No fill stands out everywhere round it: the outline in the words' colour does, or comes
        # nearest.
        fill, border, rim = fills[0], draft.text, max(2.0, round(box.height / 22))
    label = colours.text_on(fill, look, required) or colours.readable_ground(fill, look)[1]
    shape = ButtonLayer(
        box=box, colour=fill, radius=round(radius, 2), border=border, border_width=rim
    )
    return replace(draft.over(shape), label=label)


def place_logo(draft: Draft) -> Draft:
    """The logo, with a plate behind it where it reads nowhere without one."""
    placed = choose_logo(draft)
    if placed is None:
        return draft
    return replace(draft.over(placed.plate, placed.layer), logo=placed)


ARRANGE: Final[tuple[Step, ...]] = (fit_text, crop)
"""The steps that say where words stand and what is shown of the photo."""
FURNISH: Final[tuple[Step, ...]] = (lay_ground, back_busy_text, set_button, place_logo)
"""The steps that say what else is laid on it, each measured on what lies below."""


def _picture(draft: Draft) -> Layer:
    """The photo, or a brand background where there is none."""
    setting, place = draft.setting, draft.place
    brief, frame = setting.brief, place.arrangement.photo.snapped()
    if setting.photo is None or place.crop is None:
        ground, panel = place.arrangement.layout.ground, place.arrangement.ground
        beside = None
        if ground is not None and panel is not None and not panel.meets(frame):
            wanted = brief.look.role(ground.colour)
            beside = colours.readable_ground(wanted, brief.look, setting.limits.contrast)[0]
        mirrored = setting.voice.direction == "rtl"
        return background.layer_for(brief.look, frame, brief.seed, mirrored=mirrored, beside=beside)
    return PhotoLayer(
        asset=asset_of(setting.photo),
        crop=place.crop.box.rounded(),
        box=frame,
        background=brief.look.role("surface"),
        extended=setting.extension.side if setting.extension is not None else None,
    )


def _panel(draft: Draft) -> PanelLayer | None:
    """The panel that the template gives the words, in a colour that bears them and stands out from
    the photo.
    """
    setting, look, arrangement = (
        draft.setting,
        draft.setting.brief.look,
        draft.place.arrangement,
    )
    if arrangement.ground is None:
        return None
    box, rule = arrangement.ground.snapped(), arrangement.layout.ground
    wanted = look.role(rule.colour if rule is not None else "primary")
    needed = setting.limits.contrast
    fill, _ = colours.readable_ground(wanted, look, needed)
    card = rule is not None and rule.rounded and setting.canvas.whole.inset(2).holds(box)
    if card and rule is not None and not rule.colour.startswith("#"):
        # A white card on a white photo is no card: take the first brand ground that can be told
        # from what it lies on.
        around = contrast.ring(draft.ground, box, 8.0)
        grounds = [
            colours.readable_ground(look.role(r), look, needed)[0]
            for r in (rule.colour, "primary", "accent")
        ]
        fill = max(
            grounds, key=lambda g: (min(contrast.typical(around, g), 1.35), -grounds.index(g))
        )
    radius = setting.panel_radius if card else 0.0
    return PanelLayer(purpose="ground", box=box, colour=fill, opacity=1.0, radius=radius)
