"""Layouts for canvases over whose foot an app lays its controls: the photo goes on below them, where a
field of words would lie bare, and the words stand above it.
"""

from __future__ import annotations

from typing import Final

from brandstudio.render.layout.grid import GridArea
from brandstudio.render.layout.layer_rules import LayerRule
from brandstudio.render.layout.template import Layout

#: The rows of the field above the photo at least: words and the row that the logo has above them.
_FIELD: Final = 6.9
#: The first row of the words inside it.
_BELOW_LOGO: Final = 3.7


def turned(layout: Layout, *, button: bool) -> Layout:
    """The layout with the photo below its field of words, and the logo above them unless it stands at
    their foot, beside a ``button``; as it is where it has no such field below a photo.
    """
    ground, photo = layout.ground, layout.photo
    if ground is None or ground.hug or not layout.words:
        return layout
    frame = ground.frame
    across = frame.columns == photo.columns == (1, 12)
    stacked = photo.rows[0] == 1 and frame.rows[1] == 12 and frame.rows[0] > photo.rows[1]
    if not across or not stacked or photo.of != "canvas" or frame.of != "canvas":
        return layout
    foot = button and layout.logo.corner.startswith("bottom")
    ends = _down(frame).rows[1] if foot else max(_down(frame).rows[1], _FIELD)
    shift = ends - _down(frame).rows[1]
    field = frame.model_copy(update={"rows": (1, ends)})
    lower = photo.model_copy(update={"rows": (ends + 1, 12)})
    words = [
        zone.model_copy(update={"frame": _turned(zone.frame, foot=foot)}) for zone in layout.words
    ]
    corner = layout.logo.corner if foot else "top-start"
    return layout.model_copy(
        update={
            "photo": lower,
            "ground": ground.model_copy(update={"frame": field}),
            "words": tuple(words),
            "logo": layout.logo.model_copy(update={"corner": corner, "of": "ground"}),
            "layers": tuple(_layer(rule, shift, foot=foot) for rule in layout.layers),
        }
    )


def _down(area: GridArea) -> GridArea:
    """A part of an area, seen in a mirror that lies below it."""
    first, last = area.rows
    return area.model_copy(update={"rows": (13 - last, 13 - first)})


def _turned(area: GridArea, *, foot: bool) -> GridArea:
    """A part on its own side of the line; in the field below the logo, unless that stands at its foot."""
    if area.of != "ground":
        return _down(area)
    if foot:
        return area
    first, last = area.rows
    return area.model_copy(update={"rows": (min(max(first, _BELOW_LOGO), last), last)})


def _layer(rule: LayerRule, shift: float, *, foot: bool) -> LayerRule:
    """A layer on its own side of the line between field and photo."""
    if rule.frame.of == "photo":
        return rule
    if rule.frame.of == "ground":
        return rule.model_copy(update={"frame": _turned(rule.frame, foot=foot)})
    first, last = _down(rule.frame).rows
    rows = (min(first + shift, 12), min(last + shift, 12))
    anchor = {"top": "bottom", "bottom": "top"}.get(rule.anchor, rule.anchor)
    frame = rule.frame.model_copy(update={"rows": rows})
    return rule.model_copy(update={"frame": frame, "anchor": anchor})
