"""Words at their places: blocks, the button's box, and what sets them.

Heights are measured between what an eye sees (the top of the capitals, the last baseline), so that
margins look as wide as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from brandstudio.models.markup import Runs
from brandstudio.render.brief import Look
from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout.slot_rules import TypeRule
from brandstudio.render.type.fonts import FontStack
from brandstudio.render.type.paragraph import Direction, Paragraph

SlotName = str
"""One of the contract's text slots, or one that the template declares."""

_PLAIN = TypeRule()
#: Under this mean side (px) a banner is a small one.
_SMALL: Final = 400.0
#: Below this size words are set only where nothing else helps, and a warning says so (px).
SMALL = 13.0


@dataclass(frozen=True)
class Block:
    """A paragraph at its place: ``x``, ``y`` is the top left corner of its box on the canvas
    (px).
    """

    slot: SlotName
    paragraph: Paragraph
    x: float
    y: float

    @property
    def top(self) -> float:
        """Where an eye sees it begin: the capitals' height, or higher ink (accents, tall
        scripts).
        """
        return self.y + visible_top(self.paragraph)

    @property
    def bottom(self) -> float:
        """The last baseline, or lower ink where a script hangs from its line."""
        return self.y + visible_bottom(self.paragraph)

    @cached_property
    def rect(self) -> Rect:
        """The rectangle of all ink."""
        ink = self.paragraph.ink
        if ink.is_empty:
            return Rect(self.x, self.top, 0, self.bottom - self.top)
        return Rect(self.x + ink.left, self.y + ink.top, ink.right - ink.left, ink.bottom - ink.top)

    def moved(self, dx: float, dy: float) -> Block:
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True)
class Words:
    """All blocks of a banner in reading order, and the button's box if there is one."""

    blocks: tuple[Block, ...]
    button: Rect | None
    area: Rect
    """The box that they were set into."""
    relaxed: bool = False
    """True if they fit only beyond the template's limits (more lines, smaller letters)."""

    @cached_property
    def rect(self) -> Rect:
        """The rectangle of all ink and the button."""
        boxes = [b.rect for b in self.blocks] + ([self.button] if self.button else [])
        return union(boxes) if boxes else Rect(self.area.x, self.area.y, 0.0, 0.0)

    @cached_property
    def aligned(self) -> Rect:
        """As `rect`, from the edge that the lines share: an opening quote hangs outside of it."""
        whole, plain = self.rect, [self.button] if self.button else []
        plain += [b.rect for b in self.blocks if not any(x.hang for x in b.paragraph.lines)]
        if not plain or len(plain) == len(self.blocks) + bool(self.button):
            return whole
        inner = union(plain)
        if self.rtl:
            return Rect(whole.x, whole.y, inner.right - whole.x, whole.height)
        return Rect(inner.x, whole.y, whole.right - inner.x, whole.height)

    @cached_property
    def visible(self) -> Rect:
        """As `rect`, its height as an eye measures it: from the first capitals to the last baseline
        or button.
        """
        whole = self.rect
        if not self.blocks:
            return whole
        top = min([b.top for b in self.blocks] + ([self.button.y] if self.button else []))
        bottom = max(
            [b.bottom for b in self.blocks] + ([self.button.bottom] if self.button else [])
        )
        return Rect(whole.x, top, whole.width, bottom - top)

    def moved(self, dx: float, dy: float) -> Words:
        return replace(
            self,
            blocks=tuple(b.moved(dx, dy) for b in self.blocks),
            button=self.button.moved(dx, dy) if self.button else None,
        )

    @property
    def rtl(self) -> bool:
        """True where they run from right to left: as their headline does, whatever stands above it."""
        return (self.block("headline") or self.blocks[0]).paragraph.direction == "rtl"

    def block(self, slot: SlotName) -> Block | None:
        return next((b for b in self.blocks if b.slot == slot), None)


@dataclass(frozen=True)
class Typography:
    """What sets the words: stacks for headings and body, weights, language, and the direction of
    the layout.
    """

    heading: FontStack
    body: FontStack
    heading_weight: int
    body_weight: int
    language: str | None
    direction: Direction
    rules: Mapping[str, TypeRule] = field(default_factory=dict)
    """How the template has its slots set, by slot."""
    runs: Mapping[tuple[SlotName, str], Runs] = field(default_factory=dict)
    """The runs of rich words, by slot and plain words."""

    def rule(self, slot: SlotName) -> TypeRule:
        return self.rules.get(slot) or _PLAIN

    def headline_weight(self, canvas: Canvas) -> int:
        """The weight of a headline: on a small banner no more than bold, as its width would be paid for by the
        running text's size.
        """
        return min(self.heading_weight, 700) if canvas.mean < _SMALL else self.heading_weight

    @classmethod
    def of(
        cls, fonts: FontStack, look: Look, language: str | None, direction: Direction
    ) -> Typography:
        return cls(
            _led_by(fonts, look.heading),
            _led_by(fonts, look.body),
            look.heading_weight,
            look.body_weight,
            language,
            direction,
        )


def _led_by(fonts: FontStack, family: str | None) -> FontStack:
    """The stack with one family's faces first."""
    if family is None or not fonts.faces or fonts.faces[0].family == family:
        return fonts
    first = tuple(f for f in fonts.faces if f.family == family)
    if not first:
        return fonts
    return replace(fonts, faces=(*first, *(f for f in fonts.faces if f.family != family)))


def lacking(above: Sequence[Block], below: Sequence[Block], gap: float) -> float:
    """How far blocks must go down so that their ink keeps a gap to that of the blocks above: signs
    of some scripts stand out of their lines, those of others fill them (px).
    """
    pairs = [(a.rect, b.rect) for a in above for b in below]
    meets = [a.bottom + gap - b.y for a, b in pairs if a.x < b.right and b.x < a.right]
    return max([0.0, *meets])


def visible_top(paragraph: Paragraph) -> float:
    ink = paragraph.ink
    return (
        paragraph.cap_top
        if ink.is_empty
        else min(paragraph.cap_top, ink.top + 0.1 * paragraph.size)
    )


def visible_bottom(paragraph: Paragraph) -> float:
    last = paragraph.lines[-1]
    if not last.ink.is_empty and not any(c.isalnum() for c in paragraph.text):
        return last.ink.bottom  # a quotation mark stands high above its line
    low = 0.0 if last.ink.is_empty else last.ink.bottom - last.baseline
    # Latin descenders hang below the line that the eye sees; deeper ink belongs to the block.
    return last.baseline + max(0.0, low - 0.3 * paragraph.size)


def centred_in(slot: SlotName, label: Paragraph, box: Rect) -> Block:
    """The label in its button: across by its ink, down by its capitals, or by its ink where a
    script has none.
    """
    ink = label.ink
    cased = any(c.isupper() or c.islower() or c.isdigit() for c in label.text)
    top = label.cap_top if cased else ink.top
    bottom = label.lines[-1].baseline if cased else ink.bottom
    x = box.x + (box.width - (ink.right - ink.left)) / 2 - ink.left
    return Block(slot, label, x, box.y + (box.height - (bottom - top)) / 2 - top)
