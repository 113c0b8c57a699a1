"""A plate behind the logo that nothing speaks against: one that hangs from the edge of a dark photo, and a
tab on the words' own field.
"""

from __future__ import annotations

from typing import Final

from brandstudio.render.geometry import Rect
from brandstudio.render.layout import colours, logos
from brandstudio.render.layout.column import on_own_field
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.field_tones import may_have_tab
from brandstudio.render.layout.layers import heads_on_canvas, on_subject

#: How much of a plate may lie on the subject, and how far it keeps off the words, in margins.
TIP: Final = 0.04
_OFF_WORDS: Final = 0.7


def hung(draft: Draft) -> bool:
    """True of a plate that hangs from the edge of a dark photo, clear of what that is about: a field as pale as
    the logo needs it would take more of the photo, and its mood. A logo that reads on a shade has a deep
    field to stand on.
    """
    plate = draft.logo.plate if draft.logo is not None else None
    backed, canvas = draft.backing, draft.setting.canvas
    if plate is None or backed is None or canvas.whole.holds(Rect(*plate.box)):
        return False
    brief, assets = draft.setting.brief, draft.setting.assets
    if backed.text != colours.light_text(brief.look):
        return False
    deep = colours.dark_scrim(brief.look)
    if backed.shade and logos.reads_on(brief.logos, deep, brief.look, assets):
        return False
    box = Rect(*plate.box).common(canvas.whole)
    near = box.inset(-_OFF_WORDS * canvas.margin)
    heads = heads_on_canvas(draft.setting.attention, draft.place)
    clear = not any(near.meets(other) for other in (*draft.place.arrangement.covered, *heads))
    return clear and on_subject(draft.setting.attention, draft.place, box) <= TIP


def tabbed(draft: Draft) -> bool:
    """True of a plate that is a tab on a field whose colour may be chosen for one."""
    plate = draft.logo.plate if draft.logo is not None else None
    arrangement, canvas = draft.place.arrangement, draft.setting.canvas
    on_field = plate is not None and on_own_field(arrangement, canvas, Rect(*plate.box))
    return on_field and may_have_tab(draft)
