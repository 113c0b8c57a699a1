"""The preview of saved copy: its first lines, set on a card."""

from __future__ import annotations

from PIL import Image

from ..pixels import encode
from ..render.type.fonts import bundled_stack, missing
from ..render.type.paint import paint
from ..render.type.paragraph import TextStyle, layout

WIDTH, HEIGHT = 512, 384
_MARGIN = 40
_PAPER, _INK, _FAINT, _RULE = (255, 255, 255), (22, 24, 29), (91, 96, 105), (222, 219, 212)
_SHOWN = 700


def draw_card(text: str) -> bytes:
    """A PNG of 512 x 384 pixels. Characters that no font has are left out: a preview never shows
    boxes.
    """
    stack = bundled_stack()
    shown = text[:_SHOWN]
    lacking = {glyph.character for glyph in missing(shown, stack)}
    lines = [
        " ".join("".join(" " if character in lacking else character for character in line).split())
        for line in shown.splitlines()
    ]
    lines = [line for line in lines if line]
    card = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    card.paste(_RULE, (_MARGIN, HEIGHT - _MARGIN, WIDTH - _MARGIN, HEIGHT - _MARGIN + 1))
    y: float = _MARGIN
    room = HEIGHT - 1.6 * _MARGIN
    for index, line in enumerate(lines[:12]):
        head = index == 0
        style = TextStyle(stack, 25 if head else 16, weight=650 if head else 400)
        paragraph = layout(line, style, WIDTH - 2 * _MARGIN, max_lines=3 if head else 8)
        if y + paragraph.height > room:
            break
        paint(card, paragraph, _MARGIN, y, _INK if head else _FAINT)
        y += paragraph.height + (14 if head else 8)
    return encode.png(card)
