"""Words in a box: headline, subhead, button and byline at sizes that make a hierarchy, stacked on
the rhythm.

Nothing here knows of the photo or of colours. Heights are measured between what an eye sees (the
top of the capitals, the last baseline), so that margins look as wide as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from brandstudio.models.designs import Slots
from brandstudio.render.brief import Look
from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout.template import Element, HeadlineRule
from brandstudio.render.type.bidi import base_level
from brandstudio.render.type.fit import fit
from brandstudio.render.type.fonts import FontStack
from brandstudio.render.type.paragraph import Align, Direction, Paragraph, TextStyle, layout

SlotName = Literal["headline", "subhead", "button_text", "author_role", "author_name"]

#: Below this size words are set only where nothing else helps, and a warning says so (px).
SMALL = 13.0
_TINIEST = 2.0
#: Between the ink of two blocks, px: more than twice what the contrast proof widens glyphs by.
_APART = 6.0
# : Subhead sizes that are tried, as multiples of the body size, each with the headline that is left
# room for; the first : ``_READABLE`` of them read well.
_SUBHEADS = (1.12, 1.0, 0.9, 0.8, 0.72, 0.64, 0.56, 0.5)
_READABLE = 5
# : How many lines a headline may take beyond the template's, and how many times the subhead's size
# it must be.
_MORE_LINES = 2
_ABOVE = 1.5
# : A headline that needs more lines than planned gets no larger than this many times the words
# below it.
_MOST_ABOVE = 2.2
# : White below a headline beyond the usual gap, em of the headline above ``_EVEN`` bodies: large
# type needs more air.
_AIR = 0.3
_EVEN = 1.4


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
        return self.y + _visible_top(self.paragraph)

    @property
    def bottom(self) -> float:
        """The last baseline, or lower ink where a script hangs from its line."""
        return self.y + _visible_bottom(self.paragraph)

    @property
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

    @property
    def rect(self) -> Rect:
        """The rectangle of all ink and the button."""
        return union([b.rect for b in self.blocks] + ([self.button] if self.button else []))

    @property
    def visible(self) -> Rect:
        """As `rect`, its height as an eye measures it: from the first capitals to the last baseline
        or button.
        """
        whole = self.rect
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

    def block(self, slot: SlotName) -> Block | None:
        return next((b for b in self.blocks if b.slot == slot), None)


@dataclass(frozen=True)
class Voice:
    """What sets the words: stacks for headings and body, weights, language, and the direction of
    the layout.
    """

    heading: FontStack
    body: FontStack
    heading_weight: int
    body_weight: int
    language: str | None
    direction: Direction

    @classmethod
    def of(cls, fonts: FontStack, look: Look, language: str | None, direction: Direction) -> Voice:
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
    return FontStack((*first, *(f for f in fonts.faces if f.family != family))) if first else fonts


def _visible_top(paragraph: Paragraph) -> float:
    ink = paragraph.ink
    return (
        paragraph.cap_top
        if ink.is_empty
        else min(paragraph.cap_top, ink.top + 0.1 * paragraph.size)
    )


def _visible_bottom(paragraph: Paragraph) -> float:
    last = paragraph.lines[-1]
    low = 0.0 if last.ink.is_empty else last.ink.bottom - last.baseline
    # Latin descenders hang below the line that the eye sees; deeper ink belongs to the block.
    return last.baseline + max(0.0, low - 0.3 * paragraph.size)


def _tidy(size: float) -> float:
    """A size in half pixels."""
    return round(size * 2) / 2


def set_words(
    slots: Slots,
    order: Sequence[Element],
    rule: HeadlineRule,
    canvas: Canvas,
    area: Rect,
    voice: Voice,
    align: Align,
    *,
    shrink: float = 1.0,
    more_lines: int = _MORE_LINES,
) -> Words:
    """All words of the slots in ``order``, set into ``area`` from its top; they always fit.

    ``shrink`` scales the largest size allowed; ``more_lines`` says how many lines a headline may
    take beyond the template's before the words beside it get small. The result is at the area's
    top: anchoring is the caller's.
    """
    setter = _Setter(slots, order, rule, canvas, area, voice, align, shrink, more_lines)
    return setter.best()


class _Setter:
    def __init__(
        self,
        slots: Slots,
        order: Sequence[Element],
        rule: HeadlineRule,
        canvas: Canvas,
        area: Rect,
        voice: Voice,
        align: Align,
        shrink: float,
        more_lines: int,
    ) -> None:
        self.more_lines = more_lines
        self.slots, self.order, self.rule, self.canvas = slots, order, rule, canvas
        self.area, self.voice, self.align, self.shrink = area, voice, align, shrink

    def best(self) -> Words:
        """The largest subhead whose headline keeps well above it; failing that, the best contrast
        of the two.

        A line more than planned is taken before subhead and button get small: small print under a
        large headline is what nobody reads.
        """
        held: tuple[float, Words] | None = None
        for multiples in (_SUBHEADS[:_READABLE], _SUBHEADS[_READABLE:]):
            for more in range(self.more_lines + 1):
                for multiple in multiples:
                    size = _tidy(multiple * self.canvas.body)
                    made = self._with(
                        size, self.rule.smallest * self.canvas.body, self.rule.lines + more
                    )
                    if made is None:
                        continue
                    made = replace(made, relaxed=more > 0)
                    head = made.blocks[
                        [b.slot for b in made.blocks].index("headline")
                    ].paragraph.size
                    if (
                        not self.slots.subhead
                        or "subhead" not in self.order
                        or head >= _ABOVE * size
                    ):
                        return made
                    if held is None or head / size > held[0] * 1.06:
                        held = (head / size, made)
        if held is not None:
            return held[1]
        # Beyond the template's limits: more lines and smaller letters, but never cut off.
        for size in (
            0.6 * self.canvas.body,
            0.45 * self.canvas.body,
            0.3 * self.canvas.body,
            3.0,
            _TINIEST,
        ):
            made = self._with(size, min(size, SMALL), None)
            if made is not None:
                return replace(made, relaxed=True)
        made = self._with(_TINIEST, _TINIEST / 2, None, tight=True)
        if made is None:
            raise ValueError(f"no words fit into {self.area.width:.0f} x {self.area.height:.0f} px")
        return replace(made, relaxed=True)

    def _style(self, slot: SlotName, size: float, text: str) -> TextStyle:
        voice = self.voice
        heading = slot in ("headline", "button_text", "author_name")
        weight = (
            voice.heading_weight if slot == "headline" else 600 if heading else voice.body_weight
        )
        align: Align = "start" if slot == "button_text" else self.align
        if align == "start" and self._direction(text) != voice.direction:
            # an English subhead in an Arabic banner reads its own way but keeps to the banner's
            # edge
            align = "end"
        return TextStyle(
            voice.heading if slot == "headline" else voice.body,
            size,
            weight,
            align=align,
            language=voice.language,
        )

    def _direction(self, text: str) -> Direction:
        return "rtl" if base_level(text, int(self.voice.direction == "rtl")) else "ltr"

    def _with(
        self, body: float, smallest: float, lines: int | None, tight: bool = False
    ) -> Words | None:
        """The stack with a body size; None if a part of it does not fit."""
        width = self.area.width
        parts: list[tuple[Element, list[tuple[SlotName, Paragraph]]]] = []
        for element in self.order:
            made = (
                []
                if element == "headline"
                else self._small_print(element, body, width, lines is None)
            )
            if made is None:
                return None
            if made or element == "headline":
                parts.append((element, made))
        used = 0.0
        for at, (element, made) in enumerate(parts):
            if at:
                used += self._gap(parts[at - 1][0], element, body, tight)
            if element == "button":
                used += self._button_height(made[0][1])
            elif element != "headline":
                used += self._stack_height([p for _, p in made], body)
        largest = round(
            max(self.rule.largest * self.canvas.body * self.shrink * self._boldness(), smallest)
        )
        if lines is None or lines > self.rule.lines:
            largest = round(max(min(largest, _MOST_ABOVE * body), smallest))
        # Room is counted between capitals and baseline: what stands out above and below is added
        # for the fit.
        style = self._style("headline", largest, self.slots.headline)
        room = self.area.height - used
        if room <= 0:
            return None
        below = parts[-1][0] != "headline" and not tight
        head = self._headline(
            style, width, room, smallest, largest, lines, self._air if below else None
        )
        if head is None:
            return None
        filled = [(e, [("headline", head)] if e == "headline" else m) for e, m in parts]
        return self._stacked(filled, body, tight)  # type: ignore[arg-type]

    def _boldness(self) -> float:
        """A word or two may stand larger than a sentence: half again at six letters, as planned
        from 24 on.
        """
        letters = len("".join(self.slots.headline.split()))
        return 1.0 + 0.45 * min(max((24 - letters) / 18, 0.0), 1.0)

    def _air(self, head: float) -> float:
        """White below a headline of ``head`` px beyond the gap that the body's size gives (px)."""
        return max(_AIR * (head - _EVEN * self.canvas.body), 0.0)

    def _headline(
        self,
        style: TextStyle,
        width: float,
        room: float,
        smallest: float,
        largest: float,
        lines: int | None,
        air: Callable[[float], float] | None,
    ) -> Paragraph | None:
        """The largest headline whose visible height and the air below it fit the room."""
        # a box is this much higher than one line's capitals; narrowed until the visible part fits
        slack = 1.32
        for _ in range(6):
            found = fit(
                self.slots.headline,
                style,
                width,
                room + (slack - 1) * largest * 0.35,
                min_size=smallest,
                max_size=largest,
                max_lines=lines,
                direction=self._direction(self.slots.headline),
            )
            if found is None:
                return None
            tall = (
                _visible_bottom(found)
                - _visible_top(found)
                + (air(found.size) if air is not None else 0.0)
            )
            if tall <= room + 0.01:
                return found
            if found.size <= smallest:
                return None
            largest = max(found.size * min(max(room / tall, 0.94), 0.985), smallest)
            slack = 1.0
        return None

    def _small_print(
        self, element: Element, body: float, width: float, relaxed: bool
    ) -> list[tuple[SlotName, Paragraph]] | None:
        """The paragraphs of subhead, button or byline; empty if there are no words for it, None if
        they don't fit.
        """
        slots, made = self.slots, []
        if element == "subhead" and slots.subhead:
            measure = min(width, 30 * body) if self.align == "start" else width
            paragraph = layout(
                slots.subhead,
                self._style("subhead", body, slots.subhead),
                measure,
                direction=self._direction(slots.subhead),
            )
            if paragraph.overflows:
                return None
            made = [("subhead", paragraph)]
        elif element == "button" and slots.button_text:
            found = self._label(slots.button_text, body, width, relaxed)
            if found is None:
                return None
            made = [("button_text", found)]
        elif element == "byline":
            names: list[tuple[SlotName, str | None, float]] = [
                ("author_name", slots.author_name, 0.92),
                ("author_role", slots.author_role, 0.8),
            ]
            for slot, text, scale in names:
                if text:
                    paragraph = layout(
                        text,
                        self._style(slot, body * scale, text),
                        width,
                        direction=self._direction(text),
                    )
                    if paragraph.overflows:
                        return None
                    made.append((slot, paragraph))
        return made  # type: ignore[return-value]

    def _label(self, text: str, body: float, width: float, relaxed: bool) -> Paragraph | None:
        # A button stays a button however many words the headline has.
        size = _tidy(max(0.86 * body, 0.6 * self.canvas.body))
        while size >= 0.45 * self.canvas.body:
            paragraph = layout(
                text,
                self._style("button_text", size, text),
                width - 2.4 * size,
                direction=self._direction(text),
            )
            if len(paragraph.lines) == 1 + text.strip().count("\n") and not paragraph.overflows:
                return paragraph
            size *= 0.93
        if not relaxed:
            return None
        room = max(width - 2.4 * size, size)
        return layout(
            text, self._style("button_text", size, text), room, direction=self._direction(text)
        )

    def _button_height(self, label: Paragraph) -> float:
        extra = label.lines[-1].baseline - label.lines[0].baseline
        return self.canvas.rhythm(2.35 * label.size) + extra

    def _stack_height(self, paragraphs: list[Paragraph], body: float) -> float:
        heights = [_visible_bottom(p) - _visible_top(p) for p in paragraphs]
        return sum(heights) + 0.62 * body * (len(heights) - 1)

    def _gap(self, above: Element, below: Element, body: float, tight: bool) -> float:
        """The white between two elements, from baseline to capitals (px)."""
        if tight:
            return 0.8 * body
        gap = {
            ("headline", "subhead"): 1.2,
            ("subhead", "button"): 1.35,
            ("headline", "button"): 1.45,
            ("byline", "headline"): 1.15,
            ("headline", "byline"): 1.25,
        }.get((above, below), 1.1)
        return gap * body

    def _stacked(
        self,
        parts: list[tuple[Element, list[tuple[SlotName, Paragraph]]]],
        body: float,
        tight: bool,
    ) -> Words | None:
        """The blocks one below the other from the area's top; None if they stand out below."""
        area, rtl = self.area, self.voice.direction == "rtl"
        y, blocks, button = area.y, list[Block](), None
        for at, (element, made) in enumerate(parts):
            if at:
                y += self._gap(parts[at - 1][0], element, body, tight)
                if parts[at - 1][0] == "headline" and not tight:
                    y += self._air(blocks[-1].paragraph.size)
            for number, (slot, paragraph) in enumerate(made):
                if number:
                    y += 0.62 * body
                if blocks:
                    # Deep descenders and high accents of neighbours never come near enough to
                    # touch.
                    above, ink = blocks[-1].rect.bottom, paragraph.ink
                    lift = 0.0 if slot == "button_text" else _visible_top(paragraph) - ink.top
                    y = max(y, above + lift + (_APART if not tight else 1.0))
                if slot == "button_text":
                    height = self._button_height(paragraph)
                    button = self._button_box(paragraph, height, y, rtl)
                    blocks.append(_centred(slot, paragraph, button))
                    y += height
                    continue
                x = area.right - paragraph.max_width if rtl and self.align == "start" else area.x
                top = _visible_top(paragraph)
                blocks.append(Block(slot, paragraph, x, y - top))
                y += _visible_bottom(paragraph) - top
        if y > area.bottom + 0.5:
            return None
        return Words(tuple(blocks), button, area)

    def _button_box(self, label: Paragraph, height: float, y: float, rtl: bool) -> Rect:
        ink = label.ink
        width = min(ink.right - ink.left + 2.3 * label.size, self.area.width)
        width = max(width, min(1.6 * height, self.area.width))
        if self.align == "center":
            x = self.area.x + (self.area.width - width) / 2
        else:
            x = self.area.right - width if rtl else self.area.x
        return Rect(x, y, width, height).snapped()


def _centred(slot: SlotName, label: Paragraph, box: Rect) -> Block:
    """The label in its button: across by its ink, down by its capitals, or by its ink where a
    script has none.
    """
    ink = label.ink
    cased = any(c.isupper() or c.islower() or c.isdigit() for c in label.text)
    top = label.cap_top if cased else ink.top
    bottom = label.lines[-1].baseline if cased else ink.bottom
    x = box.x + (box.width - (ink.right - ink.left)) / 2 - ink.left
    return Block(slot, label, x, box.y + (box.height - (bottom - top)) / 2 - top)
