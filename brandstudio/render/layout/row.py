"""Words with the button beside them, for canvases that are too low for a stack, and the logo in line
with both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from brandstudio.render.geometry import Rect
from brandstudio.render.layout.stacking import Setter
from brandstudio.render.layout.template import Element
from brandstudio.render.layout.words import Words

#: What counts for a place of the logo on the words' field, at whose end a face stands: as many
#: corners further on.
_ON_FIELD: Final = 6


def set_row(whole: Setter) -> Words:
    """The words in the setter's area with the button beside them at its end, each in the middle of
    the height: for canvases that are too low for a stack.
    """
    area, canvas = whole.area, whole.canvas
    text = whole.slots.button_text if "button" in whole.order else None
    label = whole.row_label(text) if text else None
    if label is None:
        # Without a word on it the button is none; one that fits no row stands in the stack.
        order = whole.order if text else _without_button(whole.order)
        return _mid(replace(whole, order=order).best(), area)
    button, block = label
    gap = 1.3 * canvas.body
    rtl = whole.voice.direction == "rtl"
    left = button.right + gap if rtl else area.x
    column = Rect(left, area.y, area.width - button.width - gap, area.height)
    words = replace(whole, order=_without_button(whole.order), area=column).best()
    words = _mid(words, column)
    return replace(words, blocks=(*words.blocks, block), button=button, area=area)


def logo_places(
    corners: Sequence[str], area: Rect, field: Rect | None, *, in_line: bool
) -> list[tuple[int, str, Rect]]:
    """The corners of an area for a logo, numbered in their order.

    ``in_line``, a logo whose corners were named stands in a row with words and button, a pixel
    towards the edge that was named: at the row's end or, where a face has that, on the words'
    ``field``; else in the corners themselves.
    """
    if not in_line:
        return [(number, corner, area) for number, corner in enumerate(corners)]
    found: list[tuple[int, str, Rect]] = []
    for number, corner in enumerate(corners):
        edge, column = corner.split("-")
        line = area.moved(0.0, -1.0 if edge == "top" else 0.5)
        found.append((number, f"middle-{column}", line))
        if field is not None:
            own = line.common(field.inset(area.x, 0.0))
            found.append((_ON_FIELD + number, f"field-middle-{column}", own))
        found.append((_ON_FIELD + len(corners) + number, corner, area))
    return found


def _without_button(order: Sequence[Element]) -> tuple[Element, ...]:
    return tuple(e for e in order if e != "button")


def _mid(words: Words, area: Rect) -> Words:
    seen = words.visible
    return words.moved(0.0, round(area.y + (area.height - seen.height) / 2 - seen.y))
