"""Layouts for canvases over whose foot an app lays its controls: the photo goes on below them, where a
field of words would lie bare, and the words stand above it.
"""

from __future__ import annotations

from typing import Final

from brandstudio.render.layout.grid import GridArea
from brandstudio.render.layout.layer_rules import LayerRule
from brandstudio.render.layout.place_rules import Zone
from brandstudio.render.layout.template import Layout

#: The rows of the field above the photo at least: words and the row that the logo has above them.
_FIELD: Final = 6.9
#: The first row of the words inside it.
_BELOW_LOGO: Final = 3.7


def turned(layout: Layout) -> Layout:
    """The layout with the photo below its field of words and the logo above them; as it is where it
    has no such field below a photo.
    """
    ground, photo = layout.ground, layout.photo
    if ground is None or ground.hug or not layout.words:
        return layout
    frame = ground.frame
    across = frame.columns == photo.columns == (1, 12)
    stacked = photo.rows[0] == 1 and frame.rows[1] == 12 and frame.rows[0] > photo.rows[1]
    if not across or not stacked or photo.of != "canvas" or frame.of != "canvas":
        return layout
    ends = max(_down(frame).rows[1], _FIELD)
    shift = ends - _down(frame).rows[1]
    field = frame.model_copy(update={"rows": (1, ends)})
    lower = photo.model_copy(update={"rows": (ends + 1, 12)})
    foot = layout.logo.corner.startswith("bottom")
    words = [_freed(zone) if foot else zone for zone in layout.words]
    words = [zone.model_copy(update={"frame": _below_logo(zone.frame)}) for zone in words]
    return layout.model_copy(
        update={
            "photo": lower,
            "ground": ground.model_copy(update={"frame": field}),
            "words": tuple(words),
            "logo": layout.logo.model_copy(update={"corner": "top-start", "of": "ground"}),
            "layers": tuple(_layer(rule, shift) for rule in layout.layers),
        }
    )


def _freed(zone: Zone) -> Zone:
    """A zone down to the foot of its field, which the logo leaves."""
    frame = zone.frame
    if frame.of != "ground":
        return zone
    return zone.model_copy(update={"frame": frame.model_copy(update={"rows": (frame.rows[0], 12)})})


def _down(area: GridArea) -> GridArea:
    """A part of an area, seen in a mirror that lies below it."""
    first, last = area.rows
    return area.model_copy(update={"rows": (13 - last, 13 - first)})


def _below_logo(area: GridArea) -> GridArea:
    if area.of != "ground":
        return _down(area)
    first, last = area.rows
    return area.model_copy(update={"rows": (min(max(first, _BELOW_LOGO), last), last)})


def _layer(rule: LayerRule, shift: float) -> LayerRule:
    """A layer on its own side of the line between field and photo."""
    if rule.frame.of == "photo":
        return rule
    if rule.frame.of == "ground":
        return rule.model_copy(update={"frame": _below_logo(rule.frame)})
    first, last = _down(rule.frame).rows
    rows = (min(first + shift, 12), min(last + shift, 12))
    anchor = {"top": "bottom", "bottom": "top"}.get(rule.anchor, rule.anchor)
    frame = rule.frame.model_copy(update={"rows": rows})
    return rule.model_copy(update={"frame": frame, "anchor": anchor})
