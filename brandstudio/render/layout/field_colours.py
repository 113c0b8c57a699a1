"""The colour of the field that words stand on: what a template asks for, what suits the photo, and on
what the logo reads.
"""

from __future__ import annotations

from brandstudio.render.layout import colours, logos
from brandstudio.render.layout.buttons import chosen_colour
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.field_tones import (
    as_a_panel,
    as_a_split,
    bold_field,
    is_panel,
    suited,
    taken,
)
from brandstudio.render.layout.melting import beside_field, near
from brandstudio.render.layout.scheme_ground import gives_way, in_place_of
from brandstudio.render.layout.template import SHIPPED


def field_colour(draft: Draft, role: str) -> str:
    """The colour of a field of words that is to have a role's: its own, or the brand's on which
    the logo that stands there reads.
    """
    look, needed = draft.setting.brief.look, draft.setting.limits.contrast
    bearing = None if role.startswith("#") or asked_ground(draft) else _bearing_logo(draft, role)
    return bearing or colours.readable_ground(look.role(role), look, needed)[0]


def asked_ground(draft: Draft) -> str | None:
    """The colour that a template asks of its own ground whatever the logo would rather have; None
    where it leaves that open, or has no ground.
    """
    setting, rule = draft.setting, draft.place.arrangement.layout.ground
    template = setting.brief.template
    free = template.ground_for_logo and setting.brief.choices.scheme is None
    if rule is None or free or template.layout(setting.canvas).ground is None or gives_way(draft):
        return None
    return setting.brief.look.role(rule.colour)


def overruled_ground(draft: Draft) -> tuple[str, ...]:
    """What is to be said where no words, or no file of the logo, read on the colour that a template
    asks of its ground.
    """
    if gives_way(draft):
        return (_gave_way(draft),)
    wanted, ground = asked_ground(draft), draft.place.arrangement.ground
    if wanted is None or ground is None or chosen_colour(draft, "ground") is not None:
        return ()
    needed = draft.setting.limits.contrast
    fill, _ = colours.readable_ground(wanted, draft.setting.brief.look, needed)
    if fill == wanted:
        return ()
    return (
        f"The template asks for a ground in {wanted}, on which no words reach {needed:g} : 1; "
        f"it is drawn in {fill}.",
    )


def _gave_way(draft: Draft) -> str:
    brief, rule = draft.setting.brief, draft.place.arrangement.layout.ground
    assert rule is not None
    asked, made = brief.look.role(rule.colour), field_colour(draft, rule.colour)
    return (
        f"No file of the logo reads on {asked}, the ground of the scheme {brief.choices.scheme}, so "
        f"the ground is {made}: a logo file for such a ground, or a rule that allows it in one "
        "colour, keeps the scheme's own."
    )


def _bearing_logo(draft: Draft, role: str) -> str | None:
    """The first of the brand's grounds, a template's own before others, on which the logo that
    stands there reads as it is; None where none does or the logo stands elsewhere.
    """
    setting, arrangement = draft.setting, draft.place.arrangement
    look, files = setting.brief.look, setting.brief.logos
    rule = arrangement.layout.ground
    field = arrangement.ground if rule is not None and not rule.hug else None
    beside = field is not None and not arrangement.photo.meets(field)
    on_card = arrangement.logo_box is not None
    of_ground = arrangement.layout.logo.of == "ground" or on_card
    on_field = arrangement.aside and arrangement.joint != "field"
    if not files and (on_field or beside):
        return next((_bearing(draft, tone) for tone in suited(draft, role)), None)
    if not files or not (of_ground or on_field or beside):
        return None
    # Words that left their photo take another ground than a split has, where there is one.
    own = ("text", role) if arrangement.joint == "edge" else (role,)
    roles = (*own, "surface", "background", "primary", "accent", "text")
    if not look.has("text") and look.has("primary"):
        roles = tuple(r for r in roles if r != "text")
    suiting = suited(draft, role)
    bold = bold_field(draft, suiting)
    if bold is not None:
        return bold
    fills = [_bearing(draft, c) for c in (*suiting, *(look.role(r) for r in roles))]
    if setting.brief.choices.scheme is not None:
        fills = [look.role(role), *in_place_of(draft, look.role(role)), *fills]
    part, first = beside_field(draft), len(suiting) or 4
    if part is not None and not is_panel(draft):
        # The one nearest to the photo: on a bright one a pale field, on a dark one a deep.
        fills[:first] = sorted(
            fills[:first],
            key=lambda fill: (as_a_split(draft, fill), as_a_panel(draft, fill), near(part, fill)),
        )
    # Better two banners in one colour than a logo that can't be read.
    found: tuple[int, str] | None = None
    for fill in dict.fromkeys(fills):
        if logos.reads_on(files, fill, look, setting.assets):
            whole = logos.reads_on(files, fill, look, setting.assets, whole=True)
            rank = 2 * taken(draft, fill) + (not whole)
            if not rank:
                return fill
            if found is None or rank < found[0]:
                found = rank, fill
    if found:
        return found[1]
    # Of a pale logo no colour of the brand's is the ground: a deep one in its hue is, before a black box.
    free = setting.brief.template.name in SHIPPED and setting.brief.choices.scheme is None
    deep = colours.deep_fields(look) if free else ()
    return next((c for c in deep if logos.reads_on(files, c, look, setting.assets)), None)


def _bearing(draft: Draft, wanted: str) -> str:
    """The colour nearest to one that bears words."""
    setting = draft.setting
    return colours.readable_ground(wanted, setting.brief.look, setting.limits.contrast)[0]
