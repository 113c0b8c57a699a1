"""What the ground of a colour scheme gives way to where no file of the logo reads on it.

A strip or a tag of another colour behind a logo looks bolted on. Another of the brand's own colours
as the ground does not; and a scheme is asked for to have a banner in the brand's colours.
"""

from __future__ import annotations

import math
from typing import Final

from brandstudio.pixels import colour
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import colours, logos, silhouette
from brandstudio.render.layout.buttons import chosen_colour
from brandstudio.render.layout.draft import Draft

#: How much a difference in colourfulness counts beside one in lightness (OKLCH).
_VIVID: Final = 0.5
#: Where it is tried whether a logo may be drawn in one colour (px).
_TRIED: Final = Rect(0, 0, 220, 80)


def gives_way(draft: Draft) -> bool:
    """True where a person asked for a scheme on whose ground no file of the logo reads, and another
    ground of the brand's carries it.
    """
    setting, brief = draft.setting, draft.setting.brief
    rule = draft.place.arrangement.layout.ground
    asked = brief.choices.scheme is not None and brief.template.ground_for_logo
    if rule is None or not asked or not brief.logos or chosen_colour(draft, "ground") is not None:
        return False
    if rule.colour.startswith("#") or setting.named_place:
        return False
    fill = colours.readable_ground(brief.look.role(rule.colour), brief.look, _needed(draft))[0]
    if _carries(draft, fill):
        return False
    return any(_carries(draft, ground) for ground in in_place_of(draft, fill))


def in_place_of(draft: Draft, wanted: str) -> list[str]:
    """The brand's colours that bear words, the one most like ``wanted`` first: as deep, as vivid."""
    look = draft.setting.brief.look
    own = dict.fromkeys((*look.all_colours, look.role("background"), look.role("surface")))
    bearing = [c for c in own if colours.readable_ground(c, look, _needed(draft))[0] == c]
    # On a muddy one a dark logo sinks as the words do.
    order = ((colours.muddy(c), _unlike(c, wanted), c) for c in bearing if c != wanted)
    return [c for _, _, c in sorted(order)]


def _needed(draft: Draft) -> float:
    return draft.setting.limits.contrast


def _carries(draft: Draft, fill: str) -> bool:
    """True of a ground on which some file of the logo reads, in one colour where that is allowed."""
    setting, brief = draft.setting, draft.setting.brief
    if logos.reads_on(brief.logos, fill, brief.look, setting.assets):
        return True
    if not setting.limits.one_colour:
        return False
    derived = silhouette.one_colour(brief.logos, _TRIED, setting.assets)
    return bool(derived) and logos.reads_on(derived, fill, brief.look, setting.assets)


def _unlike(ground: str, wanted: str) -> float:
    """How far two grounds are apart: one as vivid in another hue stands in better than a grey."""
    one, other = colour.hex_to_oklch(ground), colour.hex_to_oklch(wanted)
    return math.hypot(one[0] - other[0], _VIVID * (one[1] - other[1]))
