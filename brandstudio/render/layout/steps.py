"""The steps that decide a layout, each from one frozen draft to the next.

What a step decides it decides on numbers and on what the layers before it show; no step paints the
banner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from PIL import Image

from brandstudio.models.choices import ScrimChoice
from brandstudio.models.designs import PanelLayer
from brandstudio.render import contrast
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import backing, colours, field_tones, logos, shading
from brandstudio.render.layout.arrangement import Wishes
from brandstudio.render.layout.aside import Manner, under_head
from brandstudio.render.layout.badges import settled
from brandstudio.render.layout.behind import Behind
from brandstudio.render.layout.buttons import chosen_colour, set_button
from brandstudio.render.layout.closing import closed, opened, tightened
from brandstudio.render.layout.corner import choose_logo, fixed_place
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.footing import at_foot
from brandstudio.render.layout.furnishing import lay_behind, lay_beside
from brandstudio.render.layout.ground_layers import panel_layer, picture_layer
from brandstudio.render.layout.joints import form_joint, with_space
from brandstudio.render.layout.layers import faces_on_canvas
from brandstudio.render.layout.limits import Limits
from brandstudio.render.layout.logo_band import band_colour, band_height, scale_of
from brandstudio.render.layout.logo_ground import LogoGround
from brandstudio.render.layout.logo_room import ways, with_room
from brandstudio.render.layout.melting import goes_on, melting, melting_fill
from brandstudio.render.layout.parting import merged, with_an_edge
from brandstudio.render.layout.place import Place
from brandstudio.render.layout.placing import NeedsExtension, choose
from brandstudio.render.layout.sparing import spared
from brandstudio.render.layout.standing import goes_above, stands_beside
from brandstudio.render.layout.staying import kept_on
from brandstudio.render.type.paint import mask
from brandstudio.render.type.paragraph import Align

Step = Callable[[Draft], Draft]
#: The area of a logo on the words' card, of the one that it has in a corner.
_SMALLER: Final = 0.72
#: How thick the rule is at the top of a panel that is as high as its field, of the banner's mean side.
_RULE: Final = 0.016


def fit_text(draft: Draft) -> Draft:
    """The words set into every place that the template has for them."""
    setting, brief = draft.setting, draft.setting.brief
    limits = setting.limits
    far = "left" if setting.voice.direction == "rtl" else "right"
    at_end = brief.template.layout(setting.canvas).logo.corner.endswith("-end")
    if limits.place:
        at_end = all(place.endswith(far) for place in limits.place)
    wishes = Wishes(
        shrink=draft.nudges.shrink,
        most_lines=limits.lines,
        align=_aligned(limits, setting.voice.direction),
        seed=brief.choices.seed,
        flips=bool(limits.place),
        reserve=_reserved(draft),
        reserve_at_end=at_end,
        tall=stands_beside(setting.photo, setting.attention),
        photo_above=goes_above(setting.attention, setting.canvas),
        inside=_inside(draft),
        crammed=draft.nudges.crammed,
        narrow=draft.nudges.narrow,
    )
    options = ways(draft, wishes)
    known = setting.attention is not None and setting.attention.borders is not None
    if known and not draft.nudges.head and not brief.choices.seed:
        smaller = [made for option in options for made in closed(option, setting.canvas)]
        larger = [made for option in options for made in opened(option, setting.canvas)]
        options += [*smaller, *larger]
        if setting.attention is not None and setting.attention.faces:
            options += [made for o in options for made in tightened(o, setting.canvas)]
    spot = None if draft.nudges.inside else fixed_place(draft)
    if draft.nudges.head:
        tall = band_height(draft)
        headed = [under_head(option, setting.canvas, tall) for option in options]
        options = [option for option in headed if option is not None] or options
    elif spot is not None:
        ground = _logo_ground(draft, spot)
        options = [replace(option, logo_place=spot, logo_ground=ground) for option in options]
    return replace(draft, options=tuple(with_room(draft, options)))


def _logo_ground(draft: Draft, spot: Rect) -> LogoGround | None:
    """Where in the photo a logo reads that has one place."""
    setting = draft.setting
    if setting.photo is None or not setting.photo.data:
        return None
    return LogoGround.of(spot, setting.photo, setting.brief.logos, setting.assets)


def _aligned(limits: Limits, direction: str) -> Align | None:
    """A rule's left and right as start and end of the words' direction."""
    if limits.align in ("left", "right"):
        return "start" if (limits.align == "left") == (direction == "ltr") else "end"
    return limits.align  # type: ignore[return-value]


def _reserved(draft: Draft) -> float:
    """The room that a row keeps for the logo and its clear space (px)."""
    setting, brief = draft.setting, draft.setting.brief
    layout = brief.template.layout(setting.canvas)
    if layout.flow != "row" or not brief.logos:
        return 0.0
    width, height = logos.logo_size(
        brief.logos[0], setting.canvas, layout.logo.share * scale_of(draft), setting.limits,
        setting.canvas.safe,
    )  # fmt: skip
    clear = setting.limits.clear * height
    return width + max(clear, setting.canvas.body) + max(clear - setting.canvas.margin, 0.0) + 2


def _inside(draft: Draft) -> tuple[int, int] | None:
    """The size of the logo on the words' card, where it is to stand there."""
    setting, brief = draft.setting, draft.setting.brief
    if not draft.nudges.inside or not brief.logos:
        return None
    share = brief.template.layout(setting.canvas).logo.share * scale_of(draft) * _SMALLER
    room = setting.canvas.safe
    return logos.logo_size(brief.logos[0], setting.canvas, share, setting.limits, room)


def _manner(draft: Draft) -> Manner:
    setting, nudges, high = draft.setting, draft.nudges, 0.0
    if nudges.row and setting.brief.logos:
        share = setting.brief.template.layout(setting.canvas).logo.share * scale_of(draft)
        mark, room = setting.brief.logos[0], setting.canvas.safe
        high = logos.logo_size(mark, setting.canvas, share, setting.limits, room)[1]
    return Manner(nudges.aside, nudges.for_logo, nudges.row, nudges.mirrored, high=high)


def crop(draft: Draft) -> Draft:
    """The place for the words and the part of the photo, chosen together; or what the photo
    lacks.
    """
    setting = draft.setting
    chosen = spared(draft, _chosen(draft), lambda other: _chosen(fit_text(other)))
    chosen = kept_on(draft, chosen, lambda other: _chosen(fit_text(other)))
    if isinstance(chosen, NeedsExtension):
        return replace(draft, needs=chosen)
    scrim = setting.brief.choices.scrim
    if setting.attention is not None and (
        not setting.limits.scrim or (scrim is not None and scrim.kind == "none")
    ):
        chosen = with_an_edge(chosen)
    return replace(draft, chosen=settled(with_space(chosen, setting), setting))


def _chosen(draft: Draft) -> Place | NeedsExtension:
    setting = draft.setting
    return choose(
        draft.options,
        setting.attention,
        setting.canvas,
        may_extend=draft.may_extend and setting.brief.choices.crop is None,
        fixed=setting.brief.template.fixed,
        choices=setting.brief.choices,
        manner=_manner(draft),
        shared=setting.shared,
    )


def lay_ground(draft: Draft) -> Draft:
    """The photo or a brand background, the template's panel on it, and what the words will cover."""
    behind = _behind_words(draft)
    return _painted(replace(behind, chosen=at_foot(behind.place, draft.setting)))


def _painted(draft: Draft) -> Draft:
    """The draft with what its words cover where they stand now."""
    masks = tuple(mask(b.paragraph, b.x, b.y) for b in draft.place.arrangement.words.blocks)
    return replace(draft, masks=masks, covers=tuple(contrast.widened(m) for m in masks))


def _behind_words(draft: Draft) -> Draft:
    framed = draft.place.arrangement.joint in ("frame", "field")
    return _framed(draft) if framed else _grounded(draft)


def _grounded(draft: Draft) -> Draft:
    """The photo with the panel on it, and what joins the two."""
    if draft.place.arrangement.hides_photo:
        return _headed(draft.over(panel_layer(draft)))
    behind = draft.over(picture_layer(draft))
    if draft.place.arrangement.joint != "melt":
        panel = panel_layer(behind)
        seamless = None if panel is None else _merged(behind, panel)
        made = None if seamless is None else _dissolved(replace(draft, chosen=seamless))
        return made or _headed(behind.over(panel))
    return _dissolved(draft) or _behind_words(replace(draft, chosen=_edged(draft)))


def _dissolved(draft: Draft) -> Draft | None:
    """The photo that goes over into the words' field; None where no colour of that suits it."""
    behind, arrangement = draft.over(picture_layer(draft)), draft.place.arrangement
    fill = melting_fill(behind, chosen_colour(draft, "ground"))
    if fill is None or arrangement.ground is None:
        return None
    box = arrangement.ground.snapped()
    field = PanelLayer(purpose="ground", box=box, colour=fill, opacity=1.0, radius=0.0)
    return behind.over(field, melting(behind, fill))


def _merged(draft: Draft, panel: PanelLayer) -> Place | None:
    """The place with the photo's own ground below words that have a field beside it; None where the field
    stays: in other templates, which are about their field, and where a person or a rule says how it is to be.
    """
    setting, place = draft.setting, draft.place
    option, choices = place.arrangement, setting.brief.choices
    rule = option.layout.ground
    own = setting.brief.template.name != "split" or option.fixtures
    beside = option.joint == "none" and rule is not None and not rule.hug
    if own or not beside or option.layout.flow == "row" or setting.attention is None:
        return None
    if option.layout.logo.corner.startswith("bottom") and option.photo.y > 0:
        return None  # the logo at the foot of the words would stand in what melts below them
    asked = choices.seed or choices.crop is not None or choices.scheme is not None
    bare = not setting.limits.scrim or (choices.scrim is not None and choices.scrim.kind == "none")
    kept = asked or bare or chosen_colour(draft, "ground") is not None
    if kept or option.ground is None or option.ground.meets(option.photo, -1.0):
        return None
    if not goes_on(draft, panel.colour):
        return None
    return merged(place, setting.attention, setting.canvas)


def _edged(draft: Draft) -> Place:
    """The place with an edge in place of a melt that found no ground; smaller words or a lower photo
    where that edge slices the subject.
    """
    edged = with_an_edge(draft.place)
    spare = spared(draft, edged, lambda other: _chosen(fit_text(other)))
    return spare if isinstance(spare, Place) else edged


def _framed(draft: Draft) -> Draft:
    """The photo on a mat of the colour that the words' field beside it has."""
    picture = picture_layer(draft)
    field = panel_layer(draft.over(picture))
    assert field is not None
    above = (
        field_tones.above(draft, field.colour) if draft.place.arrangement.joint == "field" else None
    )
    whole, fill = draft.setting.canvas.whole, above or field.colour
    mat = field.model_copy(update={"box": whole, "purpose": "mat", "colour": fill})
    return _headed(draft.over(mat, picture, field))


def _headed(draft: Draft) -> Draft:
    """The draft with the band above everything that the logo stands in, if it does."""
    box = draft.place.arrangement.head
    fill = band_colour(draft) if box is not None else None
    if box is None or fill is None:
        return draft
    return draft.over(PanelLayer(purpose="mat", box=box, colour=fill, opacity=1.0, radius=0.0))


def back_busy_text(draft: Draft) -> Draft:
    """The words' colour, and a scrim or a panel behind them where they need one."""
    brief, setting, words = draft.setting.brief, draft.setting, draft.place.arrangement.words
    required, text = setting.limits.contrast, chosen_colour(draft, "text")
    if not words.blocks:
        return replace(draft, text=text or colours.light_text(brief.look))
    panels = (layer for layer in draft.layers if isinstance(layer, PanelLayer))
    ground = next((panel for panel in panels if panel.purpose == "ground"), None)
    covered = draft.place.arrangement.covered
    plain = not any(f.box.meets(box) for f in draft.place.arrangement.fixtures for box in covered)
    if (
        plain
        and ground is not None
        and ground.opacity >= 1
        and (draft.place.arrangement.joint == "melt" or Rect(*ground.box).holds(words.rect, 3.0))
    ):
        own = colours.readable_ground(ground.colour, brief.look, required)[1]
        if text is not None and colours.bears(ground.colour, text, required):
            own = text
        return replace(draft, text=own)
    scrim = brief.choices.scrim or ScrimChoice()
    if draft.nudges.panel or scrim.kind == "panel":
        wanted = chosen_colour(draft, "ground")
        under = _touched(draft, draft.ground)
        fill, text = backing.panel_colours(brief.look, under, required, text)
        if wanted is not None:
            fill, text = colours.readable_ground(wanted, brief.look, required)
        layer = backing.panel(words.rect, setting.canvas, fill, setting.panel_radius)
        backed = backing.Backing(text, panel=layer, repair="panel")
    else:
        behind = _behind(draft, scrim)
        shade = shading.shaded(behind, draft.nudges.denser) if draft.nudges.shade else None
        backed = replace(shade or backing.back_words(behind), light=behind.light)
    return replace(draft.over(backed.scrim, backed.panel), backing=backed, text=backed.text)


def _behind(draft: Draft, scrim: ScrimChoice) -> Behind:
    setting, brief, arrangement = draft.setting, draft.setting.brief, draft.place.arrangement
    allowed, shape = brief.template.backing, arrangement.layout.scrim
    if scrim.kind == "none" or not setting.limits.scrim:
        shape = "none"
    elif scrim.kind in ("linear", "even"):
        shape, allowed = scrim.kind, (*allowed, "scrim")
    default = 0.3 if scrim.kind in ("linear", "even") else 0.0
    least = default if scrim.strength is None else scrim.strength * 0.9
    return Behind(
        draft.ground,
        partial(_touched, draft),
        arrangement.words.rect,
        arrangement.words.area,
        setting.canvas,
        brief.look,
        allowed,
        shape,
        arrangement.photo,
        setting.panel_radius,
        faces_on_canvas(setting.attention, draft.place),
        draft.nudges.denser,
        setting.limits.contrast,
        chosen_colour(draft, "text"),
        chosen_colour(draft, "scrim"),
        least if shape != "none" else 0.0,
    )


def _touched(draft: Draft, canvas: Image.Image) -> backing.U8:
    """The pixels (n, 3) of a canvas that the words touch, and those round the button."""
    words = draft.place.arrangement.words
    under = [
        contrast.under_text(canvas, cover)
        for block, cover in zip(words.blocks, draft.covers, strict=True)
        if block.slot != "button_text"
    ]
    if words.button is not None:
        under.append(contrast.ring(canvas, words.button, contrast.ring_width(words.button)))
    return np.concatenate(under)


def place_logo(draft: Draft) -> Draft:
    """The logo, with a plate behind it where it reads nowhere without one."""
    placed = choose_logo(draft)
    if placed is None:
        return _without_crown(draft, None)
    draft = _without_crown(draft, Rect(*placed.layer.box))
    return replace(draft.over(placed.field, placed.plate, placed.layer), logo=placed)


def _without_crown(draft: Draft, logo: Rect | None) -> Draft:
    """The words' panel as high as its field but for a rule of the brand's colour, and they in the middle of
    it, where no logo stands in the part of that above it: a block without anything on it looks forgotten.
    """
    arrangement, canvas = draft.place.arrangement, draft.setting.canvas
    field = next(
        (x for x in draft.layers if isinstance(x, PanelLayer) and x.purpose == "ground"), None
    )
    if arrangement.joint != "field" or field is None:
        return draft
    box = Rect(*field.box)
    crown = Rect(box.x, 0.0, box.width, box.y)
    if (logo is not None and crown.meets(logo)) or box.bottom < canvas.height - 1:
        return draft
    seen = arrangement.words.visible
    words = arrangement.words.moved(0.0, round((canvas.height - seen.height) / 2 - seen.y))
    place = replace(draft.place, arrangement=replace(arrangement, words=words))
    painted = _painted(replace(draft, chosen=place))
    rule = round(_RULE * canvas.mean)
    lower = (crown.x, rule, crown.width, crown.height - rule)
    return painted.over(field.model_copy(update={"box": lower, "purpose": "mat"}))


ARRANGE: Final[tuple[Step, ...]] = (fit_text, crop)
"""The steps that say where words stand and what is shown of the photo."""
FURNISH: Final[tuple[Step, ...]] = (
    lay_ground,
    lay_behind,
    back_busy_text,
    set_button,
    lay_beside,
    place_logo,
    form_joint,
)
"""The steps that say what else is laid on it, each measured on what lies below."""
