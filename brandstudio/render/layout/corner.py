"""Which corner the logo stands in, and how large: the template's, or the next that is free."""

from __future__ import annotations

from typing import Final

from brandstudio.render.geometry import Rect
from brandstudio.render.layout import logos
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.layers import faces_on_canvas, on_subject

#: The sizes that are tried, as shares of the template's.
_SCALES: Final = (1.0, 0.8, 0.62, 0.45)
#: What a plate behind the logo costs, in the terms of `_cost`.
_PLATED: Final = 0.75


def choose_logo(draft: Draft) -> logos.PlacedLogo | None:
    """The logo in the template's corner, or in the next one that is free of words, panel and faces;
    None if none is.
    """
    setting, brief = draft.setting, draft.setting.brief
    if not brief.logos:
        return None
    free = sorted(_free(draft), key=lambda place: place[0])
    if not free:
        return None
    # A plate is a patch on the picture: a corner a little worse where the logo reads by itself is
    # the better one.
    fixed = draft.place.arrangement.layout.logo.fixed
    most = free[0][0] + (0.0 if fixed else _PLATED)
    corners: dict[str, Rect] = {}
    for cost, corner, box in free:
        if cost <= most:
            corners.setdefault(corner, box)
    for box in corners.values():
        placed = logos.bare(
            brief.logos, box, draft.ground, brief.look, setting.limits, setting.assets
        )
        if placed is not None:
            return placed
    return logos.plated(
        brief.logos,
        free[0][2],
        setting.canvas,
        brief.look,
        setting.limits,
        setting.assets,
        setting.panel_radius,
    )


def _free(draft: Draft) -> list[tuple[float, str, Rect]]:
    """Every box that keeps off words, panel and faces, with its cost and its corner."""
    setting, place, limits = draft.setting, draft.place, draft.setting.limits
    rule, area, keep_off = place.arrangement.layout.logo, _area(draft), _keep_off(draft)
    faces = faces_on_canvas(setting.attention, place)
    allowed = () if rule.fixed else limits.place
    found: list[tuple[float, str, Rect]] = []
    for scale in _SCALES:
        size = logos.logo_size(
            setting.brief.logos[0], setting.canvas, rule.share * scale, limits, area
        )
        for number, corner in enumerate(logos.corners(place.arrangement.logo_corner, allowed)):
            box = logos.place(area, corner, size)
            clear = box.inset(-limits.clear * box.height)
            if any(clear.meets(other) for other in keep_off):
                continue
            if any(box.meets(face) for face in faces):
                continue
            if setting.canvas.whole.holds(clear, 1.0):
                cost = _cost(draft, box, scale, number, keep_off)
                found.append((round(cost, 6), corner, box))
    return found


def _area(draft: Draft) -> Rect:
    """The area in whose corners the logo may stand."""
    canvas, arrangement = draft.setting.canvas, draft.place.arrangement
    rule = arrangement.layout.logo
    if rule.of == "photo":
        return arrangement.photo.inset(canvas.margin).common(canvas.safe)
    if rule.of == "ground" and arrangement.ground is not None:
        return arrangement.ground.inset(canvas.margin).common(canvas.safe)
    return canvas.safe


def _keep_off(draft: Draft) -> list[Rect]:
    """What the logo's clear space must not reach into."""
    arrangement = draft.place.arrangement
    found = list(arrangement.covered)
    ground = arrangement.ground
    if ground is not None and arrangement.layout.logo.of != "ground" and not arrangement.aside:
        found.append(ground)
    if draft.backing is not None and draft.backing.panel is not None:
        found.append(Rect(*draft.backing.panel.box))
    return found


def _cost(draft: Draft, box: Rect, scale: float, number: int, keep_off: list[Rect]) -> float:
    """How little a place is liked. The template's corner even a size smaller, unless the subject
    stands there and another one is free of it; on a strip also unless words run close below it.
    """
    setting, place = draft.setting, draft.place
    if place.arrangement.layout.logo.fixed:
        return 10.0 * number + (1 - scale)
    cost = 1.2 * (1 - scale) + (0.5 + 0.1 * number if number else 0.0)
    cost += 0.9 * (on_subject(setting.attention, place, box) > 0.12)
    if setting.canvas.orientation == "strip":
        near = box.inset(-(setting.limits.clear + 0.5) * box.height)
        cost += 0.7 * any(near.meets(other) for other in keep_off)
    return cost
