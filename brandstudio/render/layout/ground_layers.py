"""The two layers that a layout begins with: the picture, and the panel that a template gives the words."""

from __future__ import annotations

from brandstudio.models.designs import Layer, PanelLayer, PhotoLayer
from brandstudio.render import background, contrast
from brandstudio.render.geometry import union
from brandstudio.render.layout import colours, field_tones, going_on, logos
from brandstudio.render.layout.buttons import chosen_colour
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.field_colours import asked_ground, field_colour
from brandstudio.render.layout.layers import asset_of
from brandstudio.render.layout.rims import within_rim


def picture_layer(draft: Draft) -> Layer:
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
    asset = asset_of(setting.photo)
    return PhotoLayer(
        asset=asset,
        crop=within_rim(place.crop.box, frame, asset, setting.assets).rounded(),
        box=frame,
        background=brief.look.role("surface"),
        extended=setting.extension.side if setting.extension is not None else None,
        beyond="plain" if going_on.edges_left(place.crop.box, setting.photo) else None,
    )


def panel_layer(draft: Draft) -> PanelLayer | None:
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
    own = chosen_colour(draft, "ground")
    wanted = own or look.role(rule.colour if rule is not None else "primary")
    needed = setting.limits.contrast
    fill, _ = colours.readable_ground(wanted, look, needed)
    role = rule.colour if rule is not None else "primary"
    if own is None:
        fill = field_colour(draft, role)
    card = rule is not None and rule.rounded and setting.canvas.whole.inset(2).holds(box)
    free = own is None and asked_ground(draft) is None
    if card and rule is not None and free and not rule.colour.startswith("#"):
        # A white card on a white photo is no card: take the first brand ground that can be told
        # from what it lies on.
        around = contrast.ring(draft.ground, box, 8.0)
        named = (look.role(r) for r in (rule.colour, "primary", "accent"))
        wished = (*field_tones.card(draft), *named)
        grounds = [colours.readable_ground(c, look, needed)[0] for c in wished]
        if arrangement.logo_box is not None:
            files = setting.brief.logos
            if look.has("text") or not look.palette:  # a charcoal card is nobody's
                grounds.append(colours.readable_ground(look.role("text"), look, needed)[0])
            read = [g for g in grounds if logos.reads_on(files, g, look, setting.assets)]
            grounds = read or grounds
        fill = max(
            grounds, key=lambda g: (min(contrast.typical(around, g), 1.35), -grounds.index(g))
        )
    if card:
        # Marks below a line that come near the edge of a small card are read against what is beyond it.
        inked = arrangement.words.rect.inset(-contrast.WIDEN - 1)
        box = union([box, inked.common(setting.canvas.whole)]).snapped()
    radius = setting.panel_radius if card else 0.0
    opacity = 1.0 if rule is None else rule.opacity
    return PanelLayer(purpose="ground", box=box, colour=fill, opacity=opacity, radius=radius)
