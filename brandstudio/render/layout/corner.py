"""Which corner the logo stands in, and how large: the template's, or the next that is free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from brandstudio.models.designs import PanelLayer
from brandstudio.render.brief import LogoFile
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout import behind_logo, logos, scrims, silhouette
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.column import (
    beside_photo,
    first_beside,
    in_column,
    on_its_card,
    on_line,
    over_words,
    stands_free,
)
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.layers import heads_on_canvas, on_subject
from brandstudio.render.layout.logo_band import scale_of
from brandstudio.render.layout.logo_shapes import is_round
from brandstudio.render.layout.logo_weight import lighter
from brandstudio.render.layout.row import logo_places
from brandstudio.render.layout.tabs import Tab, as_disc, at_edge, in_corner, in_line
from brandstudio.render.layout.template import SHIPPED

#: The sizes that are tried, as shares of the template's.
_SCALES: Final = (1.0, 0.8, 0.62, 0.45)
#: What a plate behind the logo costs, in the terms of `_cost`.
_PLATED: Final = 1.5
#: What counts for a place in a corner of the photo where the logo belongs on the words' field: as
#: many corners further on.
ELSEWHERE: Final = 6
#: The least ratio of a logo on a photo that has one corner for it, across from a panel.
_STRONG: Final = 5.5
#: How far words keep off a logo that has another corner, in its heights.
_ROOMY: Final = 1.1
#: From this share of its box on a logo stands on the photo's subject, and what that costs: more than
#: a plate elsewhere.
_ON_SUBJECT: Final = 0.12
#: And from which on another corner is tried before.
_TIP: Final = 0.04
_ON_IT: Final = 2.4
#: How much of its size a logo gives up to stand on the button's line.
_ON_LINE: Final = 0.8
#: What it costs that words run close, and on the words' field of a strip.
_CROWDED, _CLOSE = 0.7, 0.3
#: What a size smaller costs for each whole one, and on such a field, where it is a speck soonest.
_SMALLER, _SPECK = 1.2, 2.2
#: What a place costs in the half that the words leave.
_APART: Final = 0.7


def fixed_place(draft: Draft) -> Rect | None:
    """Where the logo of a template with one corner for it stands on the photo; None elsewhere."""
    setting, brief = draft.setting, draft.setting.brief
    layout = brief.template.layout(setting.canvas)
    rule = layout.logo
    if not brief.logos or not rule.fixed or setting.named_place or rule.of == "ground":
        return None
    row, end = rule.corner.split("-")
    at_left = (end == "start") == (setting.voice.direction == "ltr")
    area = setting.canvas.safe
    size = logos.logo_size(
        brief.logos[0], setting.canvas, rule.share * scale_of(draft), setting.limits, area
    )
    return logos.place(area, f"{row}-{'left' if at_left else 'right'}", size)


def choose_logo(draft: Draft) -> logos.PlacedLogo | None:
    """The logo in the template's corner, or in the next one that is free of words, panel and faces;
    None if none is.
    """
    setting, brief = draft.setting, draft.setting.brief
    if not brief.logos:
        return None
    files = tuple(file for file in brief.logos if file.variant == _variant(draft)) or brief.logos
    on_card = draft.place.arrangement.logo_box
    if on_card is not None:
        placed = logos.bare(
            files, on_card, draft.ground, brief.look, setting.limits, setting.assets
        )
        if placed is not None:
            return placed
    free = sorted(_free(draft), key=lambda place: place[0])
    if not free:
        return None
    # A plate is a patch on the picture: a corner a little worse where the logo reads by itself is
    # the better one.
    fixed = _fixed(draft)
    # On the field that a photo melts into it hangs from the banner's edge.
    melts = draft.place.arrangement.joint == "melt"
    most = free[0][0] + (0.0 if fixed or melts else _PLATED)
    corners: dict[str, Rect] = {}
    for cost, corner, box in free:
        if cost <= most:
            corners.setdefault(corner, box)
    panel = _panel_beside(draft) if fixed else None
    tab = _off_words(draft, _tabs(draft, files, [box for _, _, box in free], panel))
    leaves = may_leave_corner(draft, tab.label)
    strong = panel is not None and (not leaves or _beside_field(draft))
    placed = None
    if _beside_field(draft) and draft.place.arrangement.words.rtl:
        # There the top right is the field's.
        placed = in_column(draft, files, scale_of(draft))
    placed = placed or _without_plate(draft, files, corners, fixed, tabbed=strong)
    if placed is None and leaves:
        placed = in_column(draft, files, scale_of(draft))
    placed = placed or _in_other_shape(draft)
    if placed is not None:
        return placed
    made = logos.plated(files, tab, setting.canvas, brief.look, setting.limits, setting.assets)
    return on_its_card(draft, made)


def _in_other_shape(draft: Draft) -> logos.PlacedLogo | None:
    """The logo in the first of its other shapes that reads without a plate, as large as its own; None
    where none does.
    """
    setting = draft.setting
    for files in setting.other_logos:
        brief = replace(setting.brief, logos=files)
        other = replace(draft, setting=replace(setting, brief=brief, other_logos=()))
        placed = choose_logo(other)
        if placed is not None and placed.plate is None:
            return placed
    return None


def may_leave_corner(draft: Draft, plate: Rect) -> bool:
    """True unless the template promises a corner, a plate there hides nothing that the photo is
    about, and the words have no field of their own. The contract has the article cover's logo at the
    top right; a plate on the photo beside a field whose top is empty looks stuck on.
    """
    setting, place = draft.setting, draft.place
    if _beside_field(draft):
        return True
    faces = heads_on_canvas(setting.attention, place)
    hides = any(plate.meets(face) for face in faces)
    hides = hides or on_subject(setting.attention, place, plate) > _ON_SUBJECT
    return hides or not place.arrangement.layout.logo.fixed


def _beside_field(draft: Draft) -> bool:
    return draft.place.arrangement.joint == "field"


def _tabs(
    draft: Draft, files: Sequence[LogoFile], boxes: list[Rect], panel: str | None
) -> list[Tab]:
    """Each box of a logo with its plate. Where the logo has one corner, across from a ``panel`` in
    the opposite one, the plate fills that corner and answers the panel: those that lie on no face,
    if any.
    """
    setting = draft.setting
    if _are_seals(draft, files):
        return [as_disc(box) for box in boxes]
    radius = 0.0 if panel else setting.panel_radius
    if panel is None or setting.canvas.controls.top:
        words = draft.place.arrangement.words.aligned
        return [at_edge(in_line(box, words), setting.canvas, radius, panel) for box in boxes]
    tabs = [in_corner(box, setting.canvas, setting.limits, panel) for box in boxes]
    faces = heads_on_canvas(setting.attention, draft.place)
    return [tab for tab in tabs if not any(tab.label.meets(face) for face in faces)] or tabs


def _without_plate(
    draft: Draft,
    files: Sequence[LogoFile],
    corners: dict[str, Rect],
    fixed: bool,
    *,
    tabbed: bool,
) -> logos.PlacedLogo | None:
    """The logo as it is, on a soft field, in a shade or in one colour, rather than where something of
    the picture runs through it; None where none of it reads. Where it could be ``tabbed`` in a corner
    that answers the words' panel, or stand on their field, only as it is and where it reads well.
    """
    setting, brief = draft.setting, draft.setting.brief
    crossed: logos.PlacedLogo | None = None
    for box in corners.values():
        placed = logos.bare(files, box, draft.ground, brief.look, setting.limits, setting.assets)
        faint = placed is None or (tabbed and placed.contrast < _STRONG)
        faint = faint or (_beside_field(draft) and not behind_logo.is_calm(draft.ground, box))
        if placed is not None and not fixed and _on_somebody(draft, box):
            placed = replace(placed, crossed=True)
        if placed is not None and not placed.crossed and not faint:
            return placed
        crossed = crossed or placed
    if tabbed or _are_seals(draft, files):
        return _in_one_colour(draft, files, list(corners.values()))
    on_photo = _soft_places(draft, corners)
    for box in on_photo:
        placed = logos.on_field(
            files, box, draft.ground, setting.canvas, brief.look, setting.limits, setting.assets
        )
        if placed is not None:
            return placed
    shaded = _in_shade(draft, files, on_photo) if fixed else None
    readable = shaded or _in_one_colour(draft, files, list(corners.values()))
    if fixed and _panel_beside(draft) is not None:
        return readable  # a tab that belongs to the panel is better than a logo run through
    return readable or crossed


def _are_seals(draft: Draft, files: Sequence[LogoFile]) -> bool:
    """True of a round logo: on a disc of its own it is a seal, which no field or shade is as good as."""
    return all(is_round(file, draft.setting.assets) for file in files)


def _on_somebody(draft: Draft, box: Rect) -> bool:
    """True of a logo on a person, however well it reads on their clothes."""
    attention = draft.setting.attention
    people = attention is not None and bool(attention.faces)
    return people and on_subject(attention, draft.place, box) > _ON_SUBJECT


def _in_shade(
    draft: Draft, files: Sequence[LogoFile], boxes: Sequence[Rect]
) -> logos.PlacedLogo | None:
    """The logo in a shade from the photo's top; None where that would lie on a face, or no logo
    reads in it.
    """
    setting, photo = draft.setting, draft.place.arrangement.photo
    if not boxes:
        return None
    shade = logos.shade(boxes[0], photo)
    dark = Rect(shade.x, shade.y, shade.width, 0.6 * shade.height)
    if any(dark.meets(face) for face in heads_on_canvas(setting.attention, draft.place)):
        return None
    return logos.on_shade(
        files, boxes[0], draft.ground, photo, setting.brief.look, setting.limits, setting.assets
    )


def _in_one_colour(
    draft: Draft, files: Sequence[LogoFile], boxes: Sequence[Rect]
) -> logos.PlacedLogo | None:
    """The logo in one of the brand's colours, in the first box where that reads; None where no rule
    allows it, or where it would be a blot.
    """
    setting = draft.setting
    if not setting.limits.one_colour:
        return None
    for box in boxes:
        derived = silhouette.one_colour(files, box, setting.assets)
        placed = derived and logos.bare(
            derived, box, draft.ground, setting.brief.look, setting.limits, setting.assets
        )
        if placed:
            return placed
    return None


def _panel_beside(draft: Draft) -> str | None:
    """The colour of a panel with square corners that the words stand on: a plate is to look as if
    it belonged to it. None without one.
    """
    rule = draft.place.arrangement.layout.ground
    panel = next(
        (x for x in draft.layers if isinstance(x, PanelLayer) and x.purpose == "ground"), None
    )
    return panel.colour if panel is not None and rule is not None and not rule.rounded else None


def _off_words(draft: Draft, tabs: list[Tab]) -> Tab:
    """The first plate that stands clear of the words; the first, where each comes near."""
    words = draft.place.arrangement.covered
    gap = 0.5 * draft.setting.canvas.margin
    clear = (tab for tab in tabs if not any(tab.label.inset(-gap).meets(w) for w in words))
    return next(clear, tabs[0])


def _soft_places(draft: Draft, corners: dict[str, Rect]) -> list[Rect]:
    """The boxes at which a soft field may lie behind the logo: on the photo, off its subject and
    off every panel.
    """
    setting, place = draft.setting, draft.place
    if not setting.limits.scrim or setting.photo is None:
        return []
    panels = [Rect(*layer.box) for layer in draft.layers if isinstance(layer, PanelLayer)]
    photo = place.arrangement.photo
    return [
        box
        for box in corners.values()
        if photo.holds(box, 1.0)
        and not any(_shade(box, setting.canvas).meets(panel) for panel in panels)
        and on_subject(setting.attention, place, box.inset(-box.height)) <= _ON_SUBJECT
    ]


def _shade(box: Rect, canvas: Canvas) -> Rect:
    """What a soft field behind a logo darkens or lightens enough to be seen."""
    core, feather = scrims.glow(box, canvas)
    return core.inset(-0.8 * feather)


def _variant(draft: Draft) -> str | None:
    logo = draft.setting.brief.choices.logo
    return None if logo is None else logo.variant


def _fixed(draft: Draft) -> bool:
    """Whether the template's own corner is the only one: unless a person names another."""
    return draft.place.arrangement.layout.logo.fixed and not draft.setting.named_place


def _free(draft: Draft) -> list[tuple[float, str, Rect]]:
    """Every box that keeps off words, panel, faces and lines, with its cost and its corner."""
    setting, place = draft.setting, draft.place
    faces = heads_on_canvas(setting.attention, place)
    backed = draft.backing.panel if draft.backing is not None else None
    panels = [] if backed is None else [Rect(*backed.box)]
    keep_off = [*_keep_off(place.arrangement, setting.canvas), *panels]
    gap = setting.canvas.least_gap
    off = [*faces, *(line.inset(-gap) for line in place.arrangement.lines)]
    found: list[tuple[float, str, Rect]] = []
    # Out of its one corner the panel takes it in: in another it would be a second box beside that.
    held = _fixed(draft) and draft.may_hold_logo and not draft.nudges.crammed
    for scale, number, corner, box in boxes(draft, place.arrangement, panels):
        if not any(box.meets(other) for other in off) and not (number and held):
            cost = _cost(draft, box, scale, number, keep_off)
            found.append((round(cost, 6), corner, box))
    return found


def boxes(
    draft: Draft, arrangement: Arrangement, panels: list[Rect]
) -> Iterator[tuple[float, int, str, Rect]]:
    """Scale, place in the order of corners, corner and box of every logo that keeps off words."""
    setting, limits, rule = draft.setting, draft.setting.limits, arrangement.layout.logo
    allowed = () if rule.fixed and not setting.named_place else limits.place
    area = _area(draft, arrangement, bool(allowed))
    words = [*arrangement.covered, *arrangement.solid, *panels]
    all_of_it = [*words, *_keep_off(arrangement, setting.canvas)]
    ground = arrangement.ground
    corners = logos.corners(arrangement.logo_corner, allowed)
    if arrangement.head is not None:
        area = arrangement.head.inset(setting.canvas.margin, 0)
        column = arrangement.logo_corner.split("-")[1]
        corners = (f"middle-{'centre' if arrangement.align == 'center' else column}",)
    in_line = arrangement.layout.flow == "row" and bool(allowed)
    places = logo_places(corners, area, ground, in_line=in_line)
    field = arrangement.aside and arrangement.joint != "field"
    if field and ground is not None and not allowed:
        # A fixed corner is one of the field's, too, where the photo is no longer under it all.
        own = beside_photo(arrangement, ground, setting.canvas)
        kept = rule.fixed or rule.of == "ground"
        first = corners if kept else first_beside(arrangement, ground, setting.canvas)
        places = [(number, f"own-{corner}", own) for number, corner in enumerate(first)]
        # In the photo alone it stands apart from all else; on a strip, else, it would be tiny.
        far = ELSEWHERE if setting.canvas.orientation == "strip" else 2 * ELSEWHERE
        places += [(far, corner, area) for corner in corners]
    elif ground is not None and rule.of == "photo" and not allowed and not rule.fixed:
        # On the words' own field a logo reads that the photo would need a plate for.
        own = ground.inset(setting.canvas.margin).common(setting.canvas.safe)
        if arrangement.align == "center":
            corners = ("bottom-centre", "top-centre")
        places += [(2, f"own-{corner}", own) for corner in corners]
    if ground is not None and rule.of == "ground" and not allowed and not rule.fixed:
        if arrangement.align == "center" and arrangement.head is None:
            centred = [f"{row}-centre" for row in ("top", "bottom")]
            places = [(at, corner, area) for at, corner in enumerate((*centred, *corners))]
        beside = arrangement.photo.inset(setting.canvas.margin).common(setting.canvas.safe)
        places += [(2 * ELSEWHERE, corner, beside) for corner in corners]
    for scale in _SCALES:
        size = logos.logo_size(
            setting.brief.logos[0], setting.canvas, rule.share * scale * scale_of(draft), limits, area
        )  # fmt: skip
        sizes = lighter(size, arrangement, setting)
        for number, corner, within_area in places:
            inside = ground is not None and ground.holds(within_area, 1.0)
            name = corner.removeprefix("own-").removeprefix("field-")
            plain = [logos.place(within_area, name, one) for one in (sizes if inside else (size,))]
            if not (allowed or rule.fixed):
                plain = [over_words(box, arrangement) for box in plain]
            # On the button's line a little smaller, before it hangs below it.
            level = [on_line(box, corner, arrangement, setting.brief) for box in plain]
            level = [] if allowed or rule.fixed else [one for one in level if one not in plain]
            near = [one for one in level if one.height >= _ON_LINE * plain[0].height]
            for box in dict.fromkeys([*near, *plain, *level]):
                at = box in level
                if stands_free(setting, arrangement, box, corner, words, all_of_it, level=at):
                    yield scale, number, corner, box
                    break


def _area(draft: Draft, arrangement: Arrangement, named: bool) -> Rect:
    """The area in whose corners the logo may stand: the canvas's own where corners are named."""
    canvas, limits = draft.setting.canvas, draft.setting.limits
    rule = arrangement.layout.logo
    if rule.of == "photo" and not named:
        return arrangement.photo.inset(canvas.margin).common(canvas.safe)
    if rule.of == "ground" and arrangement.ground is not None and not named:
        return arrangement.ground.inset(canvas.margin).common(canvas.safe)
    if arrangement.layout.flow == "row":
        # Margins of low canvases are narrower than a logo's clear space.
        pad = max(canvas.margin, limits.clear * limits.least)
        return canvas.whole.inset(pad, min(pad, max((canvas.height - limits.least) / 2, 0.0)))
    return canvas.safe


def _keep_off(arrangement: Arrangement, canvas: Canvas) -> list[Rect]:
    """What the logo's clear space must not reach into."""
    found = list(arrangement.covered)
    ground = arrangement.ground
    of_ground = arrangement.layout.logo.of == "ground"
    # A field over the whole canvas leaves no place beside it: there the logo stands on it.
    beside = ground is not None and not ground.holds(canvas.whole, 1.0)
    if ground is not None and beside and not of_ground and not arrangement.aside:
        found.append(ground)
    return found


def _cost(draft: Draft, box: Rect, scale: float, number: int, keep_off: list[Rect]) -> float:
    """How little a place is liked. The template's corner even a size smaller, unless the subject
    stands there and another one is free of it; on a strip and on the photo also unless words run close.
    """
    setting, place = draft.setting, draft.place
    if _fixed(draft):
        return 10.0 * number + (1 - scale)
    low = setting.canvas.orientation == "strip"
    strip = low and place.arrangement.ground is not None
    # Amid its words it stays in their axis; a phone's screen has height for it.
    speck = (strip and place.arrangement.align != "center") or setting.canvas.controls.top
    cost = (_SPECK if speck else _SMALLER) * (1 - scale) + (0.5 + 0.1 * number if number else 0.0)
    cost += _ON_IT * (on_subject(setting.attention, place, box) > _TIP)
    ours = setting.brief.template.name in SHIPPED
    if not low and (place.arrangement.ground is not None or not ours):
        return cost
    cost += _APART * _apart(box, place.arrangement, setting.canvas)
    near = box.inset(-(setting.limits.clear + 0.5 if low else _ROOMY) * box.height)
    # On a strip's field all is near: a logo half as large would be a speck there.
    return cost + (_CLOSE if strip else _CROWDED) * any(near.meets(other) for other in keep_off)


def _apart(box: Rect, arrangement: Arrangement, canvas: Canvas) -> bool:
    """True of a logo in the half of a wide photo that its words leave: they are one message."""
    words, middle = arrangement.words.visible, canvas.width / 2
    if arrangement.ground is not None or canvas.width <= 1.1 * canvas.height:
        return False
    at_left, at_right = words.right <= 1.1 * middle, words.x >= 0.9 * middle
    return (at_left and box.x >= middle) or (at_right and box.right <= middle)
