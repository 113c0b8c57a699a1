"""Words of a stack that stand on one baseline: the price before behind the price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brandstudio.render.layout.words import Block, SlotName, Typography
from brandstudio.render.type.paragraph import Align, Paragraph

Parts = Sequence[tuple[str, list[tuple[SlotName, Paragraph]]]]
"""The elements of a stack, each with its paragraphs."""
#: The white between the two, in sizes of running text.
_APART: Final = 0.6


class Row(list[tuple[SlotName, Paragraph]]):
    """Paragraphs that stand behind each other, the first and largest at the stack's edge."""

    @staticmethod
    def behind(first: Block, slot: SlotName, paragraph: Paragraph, body: float) -> Block:
        """The second where it stands behind the first, in whose direction the stack runs."""
        seen, mine = first.rect, paragraph.ink
        at_left = mine.left > paragraph.max_width - mine.right
        x = seen.x - _APART * body - mine.right
        if not at_left:
            x = seen.right + _APART * body - mine.left
        y = first.y + first.paragraph.lines[-1].baseline - paragraph.lines[0].baseline
        return Block(slot, paragraph, x, y)


def in_rows(
    parts: Parts, voice: Typography, width: float, body: float, align: Align
) -> list[tuple[str, list[tuple[SlotName, Paragraph]]]]:
    """The elements with those in one row that a template has beside the one before, where both are
    one line, the second no larger, and the width holds them (px). Centred words stay below each
    other.
    """
    found: list[tuple[str, list[tuple[SlotName, Paragraph]]]] = []
    for element, made in parts:
        if found and made and voice.rule(element).beside and align != "center":
            name, before = found[-1]
            if _fits(before, made, width, body):
                found[-1] = name, Row((*before, *made))
                continue
        found.append((element, made))
    return found


def _fits(
    before: list[tuple[SlotName, Paragraph]],
    made: list[tuple[SlotName, Paragraph]],
    width: float,
    body: float,
) -> bool:
    """True where two elements have a place on one line."""
    if len(before) != 1 or len(made) != 1:
        return False
    one, other = before[0][1], made[0][1]
    single = len(one.lines) == 1 and len(other.lines) == 1 and other.size <= one.size
    return single and one.width + _APART * body + other.width <= width
