"""Words with the button beside them, for canvases that are too low for a stack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from brandstudio.models.designs import Slots
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.stacking import MORE_LINES, Setter
from brandstudio.render.layout.template import Element, HeadlineRule
from brandstudio.render.layout.words import Typography, Words
from brandstudio.render.type.paragraph import Align


def set_row(
    slots: Slots,
    order: Sequence[Element],
    rule: HeadlineRule,
    canvas: Canvas,
    area: Rect,
    voice: Typography,
    align: Align,
    *,
    shrink: float = 1.0,
    more_lines: int = MORE_LINES,
) -> Words:
    """The words in ``area`` with the button beside them at its end, each in the middle of the
    height: for canvases that are too low for a stack.
    """
    rest = tuple(e for e in order if e != "button")
    label = None
    whole = Setter(slots, order, rule, canvas, area, voice, align, shrink, more_lines)
    if "button" in order and slots.button_text:
        label = whole.row_label(slots.button_text)
    if label is None:
        if "button" in order and slots.button_text:
            rest = tuple(order)
        alone = Setter(slots, rest, rule, canvas, area, voice, align, shrink, more_lines)
        return _mid(alone.best(), area)
    button, block = label
    gap = 1.3 * canvas.body
    rtl = voice.direction == "rtl"
    left = button.right + gap if rtl else area.x
    column = Rect(left, area.y, area.width - button.width - gap, area.height)
    words = Setter(slots, rest, rule, canvas, column, voice, align, shrink, more_lines).best()
    words = _mid(words, column)
    return replace(words, blocks=(*words.blocks, block), button=button, area=area)


def _mid(words: Words, area: Rect) -> Words:
    seen = words.visible
    return words.moved(0.0, round(area.y + (area.height - seen.height) / 2 - seen.y))
