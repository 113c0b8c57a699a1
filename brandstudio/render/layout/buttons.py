"""The button: the brand's accent where it can be told from what is around it, and a label that reads
on it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from brandstudio.models.choices import ColouredPart
from brandstudio.models.designs import ButtonLayer, PanelLayer
from brandstudio.pixels import colour
from brandstudio.render import contrast
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import colours
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.template import SHIPPED

#: What a fill in another colour than the accent reaches against what is around it: the one that
#: strikes.
_SHAPE: Final = 3.0 * contrast.MARGIN
#: What the accent must reach there at least, without a rim; and a vivid one on a plain field, where it is
#: told by its hue as well and a deeper tone would be mustard.
_SEEN: Final = 1.5 * contrast.MARGIN
_SEEN_VIVID: Final = contrast.BUTTON * contrast.MARGIN
#: What a fill with a rim must reach at least: in its ground's own colour it would be an outline.
_TOLD: Final = 1.2
#: What the accent must reach there in a deeper tone, where else a black or a white would stand for it; in what
#: steps of lightness (OKLCH) that is looked for, and in how many.
_DEEP: Final = 2.0 * contrast.MARGIN
#: And what another vivid colour of the brand must.
_OWN: Final = 1.75 * contrast.MARGIN
_STEP, _DEEPEST = 0.02, 16
#: The hues (degrees, OKLCH) whose deep tones have another name: an amber gets brown, a yellow olive.
_YELLOWS: Final = (72.0, 125.0)
#: A tone deeper than the accent by more than this (OKLCH) stands for it where it strikes.
_NUDGED: Final = 0.06
#: From this chroma on (OKLCH) a colour is vivid, and up to this one it is a grey.
_COLOURFUL: Final = 0.12
_GREY: Final = 0.03
#: From this lightness (OKLCH) on a fill is pale.
_PALE: Final = 0.9
#: Two colours no further apart than this in hue and chroma (OKLab) are tones of one.
_HUE: Final = 0.05


def chosen_colour(draft: Draft, role: ColouredPart) -> str | None:
    """The colour ``#rrggbb`` that a person chose for a role; None where none was."""
    brief = draft.setting.brief
    name = (brief.choices.colours or {}).get(role)
    return None if name is None else brief.look.role(name)


def set_button(draft: Draft) -> Draft:
    """The button's shape and its label's colour: the accent as it is, a tone beside it or with a
    rim, else the most striking brand colour that stands out 3:1 from around it. A label always has
    its own ratio on the fill.
    """
    box = draft.place.arrangement.words.button
    if box is None:
        return replace(draft, label=draft.text)
    look, required = draft.setting.brief.look, _required(draft)
    fill, border, rim = None, None, 0.0
    if draft.setting.brief.choices.button == "outline":
        fill, border = _behind_button(draft), draft.text
        rim = max(2.0, round(box.height / 22))
    else:
        fill, border = _in_role(draft, box) if _wanted_fills(draft) else _accented(draft, box)
        rim = max(2.0, round(box.height / 26)) if border else 0.0
    if fill is None:
        around = _around(draft, box)
        fills = [*_wanted_fills(draft), *colours.button_fills(look, required), draft.text]
        fill = next((f for f in fills if contrast.reaches(around, f, _SHAPE)), None)
        asked = fill in _wanted_fills(draft)
        if (fill is None or _is_grey(fill)) and not asked and not _accents_label(draft, fill):
            fill = _of_the_brand(draft, around) or _deepened(draft, around) or fill
        if fill is None:
            # No fill stands out everywhere round it: the outline in the words' colour does, or
            # comes nearest.
            fill, border, rim = fills[0], draft.text, max(2.0, round(box.height / 22))
    label = colours.text_on(fill, look, required) or colours.readable_ground(fill, look)[1]
    vivid = _vivid(draft)
    if border is None and _accents_label(draft, fill):
        label = look.role("accent")
    if vivid is not None and _is_grey(fill) and colours.bears(fill, vivid, required):
        label = vivid
    own = draft.setting.voice.rule("button_text").colour
    chosen = chosen_colour(draft, "label") or (look.role(own) if own is not None else None)
    if chosen is not None and colours.bears(fill, chosen, required):
        label = chosen
    # Where a brand says nothing of its corners a pill is told for a button at once.
    part = {"square": 0.0, "soft": 0.2, "round": 0.5}[look.corners if look.formed else "round"]
    radius = part * box.height
    shape = ButtonLayer(
        box=box, colour=fill, radius=round(radius, 2), border=border, border_width=rim
    )
    return replace(draft.over(shape), label=label)


def _accents_label(draft: Draft, fill: str | None) -> bool:
    """True of a pale fill on a panel that bears a label in the brand's vivid accent: with it the button is the
    brand's, where the accent itself can't be told from the field.
    """
    look, box = draft.setting.brief.look, draft.place.arrangement.words.button
    accent = look.role("accent")
    light, chroma, _ = colour.hex_to_oklch(accent)
    pale = fill is not None and colour.hex_to_oklch(fill)[0] >= _PALE
    vivid = chroma >= _COLOURFUL and light <= _PALE
    if fill is None or box is None or not pale or not vivid or not _on_panel(draft, box):
        return False
    return colours.bears(fill, accent, _required(draft))


def _of_the_brand(draft: Draft, around: contrast.U8) -> str | None:
    """The first of the brand's own vivid colours that can be told from its ground, if by less than a black:
    it is the brand's, as no tone made for it is. None where the brand has no such colour.
    """
    look, required = draft.setting.brief.look, _required(draft)
    vivid = (c for c in look.all_colours if colour.hex_to_oklch(c)[1] >= _COLOURFUL)
    bearing = (c for c in vivid if colours.text_on(c, look, required) is not None)
    return next((c for c in bearing if contrast.reaches(around, c, _OWN)), None)


def _deepened(draft: Draft, around: contrast.U8) -> str | None:
    """The accent so much deeper that a light label reads on it and it can be told from its ground: a black
    or a white button is nobody's. None of a grey accent and of a yellow, whose deep tone is an olive, and where no tone of it is
    deep enough.
    """
    look, required = draft.setting.brief.look, _required(draft)
    light, chroma, hue = colour.hex_to_oklch(look.role("accent"))
    if _YELLOWS[0] <= hue % 360 <= _YELLOWS[1]:
        return None
    label, least = colours.light_text(look), max(required, colours.TARGET)
    for step in range(1, _DEEPEST + 1):
        tone = colour.oklch_to_hex(max(light - step * _STEP, 0.0), chroma, hue)
        if _is_grey(tone):
            return None
        if colours.bears(tone, label, least) and contrast.reaches(around, tone, _DEEP):
            return tone
    return None


def _vivid(draft: Draft) -> str | None:
    """The first colour of a brand whose accent is a black or a grey, where that is vivid: else such a
    brand has no colour on a photo. None in a template of one's own.
    """
    look = draft.setting.brief.look
    own = look.role("primary")
    shipped = draft.setting.brief.template.name in SHIPPED
    vivid = colour.hex_to_oklch(own)[1] >= _COLOURFUL and _is_grey(look.role("accent"))
    return own if shipped and vivid else None


def _is_grey(fill: str) -> bool:
    return colour.hex_to_oklch(fill)[1] <= _GREY


def _required(draft: Draft) -> float:
    """The ratio that the label needs: of large words 3:1, unless a rule asks for more of all."""
    block, limits = draft.place.arrangement.words.block("button_text"), draft.setting.limits
    return limits.contrast if block is None else limits.needed(block)


def _around(draft: Draft, box: Rect) -> contrast.U8:
    return contrast.crucial(contrast.ring(draft.ground, box, contrast.ring_width(box)))


def _accented(draft: Draft, box: Rect) -> tuple[str | None, str | None]:
    """The accent in a tone near its own that can be told from what is around it; on a photo, where none does, the accent
    as it is and the colour of a rim round it.
    """
    tones = colours.accents(draft.setting.brief.look, _required(draft))
    around = _around(draft, box)
    own = colour.hex_to_oklch(draft.setting.brief.look.role("accent"))[0]
    for tone in tones:
        light, chroma, _ = colour.hex_to_oklch(tone)
        seen = _SEEN_VIVID if chroma >= _COLOURFUL and _on_panel(draft, box) else _SEEN
        weak = own - light > _NUDGED or _in_its_hue(around, tone)
        if contrast.reaches(around, tone, _SHAPE if weak else seen):
            return tone, None
    vivid = _vivid(draft)
    if vivid is not None and contrast.reaches(around, vivid, _SHAPE):
        return vivid, None
    rimmed = tones and not _on_panel(draft, box) and contrast.reaches(around, draft.text, _SHAPE)
    return (tones[0], draft.text) if rimmed else (None, None)


def _in_its_hue(around: contrast.U8, tone: str) -> bool:
    """True of a coloured fill on a ground of its own hue: an olive on an olive is told by its lightness alone."""
    own = np.array(colour.hex_to_oklab(tone))
    ground = colour.u8_to_oklab(around.reshape(-1, 1, 3)).reshape(-1, 3).mean(axis=0)
    apart = np.hypot(*(own - ground)[1:])
    return bool(np.hypot(*own[1:]) > _GREY and np.hypot(*ground[1:]) > _GREY and apart < _HUE)


def _in_role(draft: Draft, box: Rect) -> tuple[str | None, str | None]:
    """The colour that a rule, or a person's style of button, has buttons in, and the colour of a rim
    round it where it does not stand out by itself: another fill would break the rule. Nothing where a
    colour was chosen for this button.
    """
    wanted = draft.setting.limits.button
    fill = draft.setting.brief.look.role(wanted) if wanted else None
    if fill is None or _wanted_fills(draft) != [fill]:
        return None, None
    around = _around(draft, box)
    if contrast.reaches(around, fill, _SEEN):
        return fill, None
    rimmed = contrast.reaches(around, fill, _TOLD) and contrast.reaches(around, draft.text, _SHAPE)
    return (fill, draft.text) if rimmed else (None, None)


def _on_panel(draft: Draft, box: Rect) -> bool:
    return any(
        isinstance(layer, PanelLayer) and Rect(*layer.box).holds(box, 1.0) for layer in draft.layers
    )


def _wanted_fills(draft: Draft) -> list[str]:
    """The fills that a person or a rule asks for, where they bear a label."""
    look, limits = draft.setting.brief.look, draft.setting.limits
    asked = [chosen_colour(draft, "button"), limits.button and look.role(limits.button)]
    required = _required(draft)
    return [f for f in asked if f and colours.text_on(f, look, required) is not None]


def _behind_button(draft: Draft) -> str:
    """The flat colour that an outlined button is filled with: that of what it stands on."""
    look, required = draft.setting.brief.look, draft.setting.limits.contrast
    box = draft.place.arrangement.words.button
    for layer in reversed(draft.layers):
        if isinstance(layer, PanelLayer) and box is not None and Rect(*layer.box).holds(box, 1.0):
            return layer.colour
    fills = (colours.dark_scrim(look), colours.light_scrim(look))
    return next((f for f in fills if colours.bears(f, draft.text, required)), fills[0])
