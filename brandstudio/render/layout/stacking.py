"""Words in a box: headline, subhead, button and byline at sizes that make a hierarchy, stacked on
the rhythm.

Nothing here knows of the photo or of colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brandstudio.models.designs import Slots
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.gaps import gap
from brandstudio.render.layout.place_rules import HeadlineRule
from brandstudio.render.layout.side_by_side import Parts, Row, in_rows
from brandstudio.render.layout.sizes import boldness, headline_of, tidy
from brandstudio.render.layout.template import Element
from brandstudio.render.layout.words import (
    SMALL,
    Block,
    SlotName,
    Typography,
    Words,
    centred_in,
    visible_bottom,
    visible_top,
)
from brandstudio.render.type.bidi import base_level
from brandstudio.render.type.fit import fit, nonsense, smaller
from brandstudio.render.type.paragraph import Align, Direction, Paragraph, TextStyle, layout
from brandstudio.render.type.setting import measured_for
from brandstudio.render.type.spacing import auto_tracking

_TINIEST = 2.0
#: From this size (px) bold words are large words.
_LARGE_BOLD = 18.66
#: Between the ink of two blocks, px: more than twice what the contrast proof widens glyphs by.
_APART = 6.0
#: Subhead sizes that are tried, as multiples of the body size, each with the headline that is left
#: room for; the first ``_READABLE`` of them read well.
_SUBHEADS = (1.12, 1.0, 0.9, 0.8, 0.72, 0.64, 0.56, 0.5)
_READABLE = 5
#: Sizes of words that stand without a headline.
_ALONE = (2.2, 2.05, 1.9, 1.75, 1.6, 1.5, 1.4, 1.25)
#: What part of their size they may lose so that their lines are even.
_EVENED = 0.7
#: How many times the subhead's size a headline must be.
_ABOVE = 1.5
#: A headline that needs more lines than planned gets no larger than this many times the words
#: below it.
_MOST_ABOVE = 2.2
#: How far a quote may hang outside the words' place, in parts of the banner's margin.
_MOST_OUTSIDE = 0.6
#: White below a headline beyond the usual gap, em of the headline above ``_EVEN`` bodies: large
#: type needs more air.
_AIR = 0.3
_EVEN = 1.4
#: And the part of it above one that other words stand above: a kicker on its signs looks slipped.
_AIR_ABOVE = 0.45
_AIR_SMALL = 1.6

#: Headlines that may grow to so many bodies are the picture, and give up no size for a line less.
_DISPLAY = 5.0


#: From this multiple on the words below a headline are full-sized. Where they had to be smaller a line more is taken
#: that makes the headline so many times larger: small words on an empty field are no layout.
_FULL, _WORTH_A_LINE = 0.9, 1.15


@dataclass(frozen=True)
class Setter:
    """Words of the slots in ``order``, the area that they are set into, and how.

    ``shrink`` scales the largest size allowed; ``more_lines`` says how many lines a headline may
    take beyond the template's before the words beside it get small.
    """

    slots: Slots
    order: Sequence[Element]
    rule: HeadlineRule
    canvas: Canvas
    area: Rect
    voice: Typography
    align: Align
    shrink: float = 1.0
    more_lines: int = 2

    @property
    def _order(self) -> list[Element]:
        """What is set: no headline where there is none."""
        return [e for e in self.order if e != "headline" or self.slots.headline]

    def best(self) -> Words:
        """The words at the area's top, where they always fit; anchoring is the caller's.

        The largest subhead whose headline keeps well above it; failing that, the best contrast of
        the two.

        A line more than planned is taken before subhead and button get small: small print under a
        large headline is what nobody reads.
        """
        if "headline" not in self._order:
            return self._without_headline()
        held: tuple[float, Words] | None = None
        for multiples in (_SUBHEADS[:_READABLE], _SUBHEADS[_READABLE:]):
            full: Words | None = None
            for more in range(self.more_lines + 1):
                made, multiple, held = self._above_words(multiples, more, held)
                if made is None:
                    continue
                if full is None or headline_of(made) >= _WORTH_A_LINE**more * headline_of(full):
                    full = made
                if multiple >= _FULL:
                    break
            if full is not None:
                return full
        if held is not None:
            return held[1]
        # Beyond the template's limits: more lines and smaller letters, but never cut off.
        for size in (*(part * self.canvas.body for part in (0.6, 0.45, 0.3)), 3.0, _TINIEST):
            made = self._with(size, min(size, SMALL), None)
            if made is not None:
                return replace(made, relaxed=True)
        made = self._with(_TINIEST, _TINIEST / 2, None, tight=True)
        if made is None:
            raise ValueError(f"no words fit into {self.area.width:.0f} x {self.area.height:.0f} px")
        return replace(made, relaxed=True)

    def _above_words(
        self, multiples: Sequence[float], more: int, held: tuple[float, Words] | None
    ) -> tuple[Words | None, float, tuple[float, Words] | None]:
        """The words with so many lines ``more`` and the largest of these subheads that their headline keeps well
        above, with its multiple; and what comes nearest to that of all that was tried (``held`` so far).
        """
        without = not self.slots.subhead or "subhead" not in self._order
        for multiple in multiples:
            size = tidy(multiple * self.canvas.body)
            least = self.rule.smallest * self.canvas.body
            made = self._with(size, least, self.rule.lines + more)
            if made is None:
                continue
            made = replace(made, relaxed=more > 0)
            head = headline_of(made)
            if without or head >= _ABOVE * size:
                return made, multiple, held
            if held is None or head / size > held[0] * 1.06:
                held = (head / size, made)
        return None, 0.0, held

    def _without_headline(self) -> Words:
        """The other words alone, as large as they fit, or a little smaller where their lines are even
        then; nothing where there are none.
        """
        largest, tried = 0.0, list[tuple[float, Words]]()
        for multiple in (*_ALONE, *_SUBHEADS, 0.4, 0.3, 0.2):
            if multiple < _EVENED * largest:
                break
            size = max(tidy(multiple * self.canvas.body), _TINIEST)
            made = self._with(size, size, None if multiple <= _SUBHEADS[-1] else 1)
            if made is not None:
                largest = largest or multiple
                made = replace(made, relaxed=multiple < _SUBHEADS[_READABLE - 1])
                said = sum(nonsense(b.paragraph) for b in made.blocks if b.slot == "subhead")
                tried.append((said + smaller(multiple / largest), made))
        if tried:
            return min(tried, key=lambda one: one[0])[1]
        raise ValueError(f"no words fit into {self.area.width:.0f} x {self.area.height:.0f} px")

    def _style(self, slot: SlotName, size: float, text: str) -> TextStyle:
        voice, rule = self.voice, self.voice.rule(slot)
        heading = voice.headline_weight(self.canvas)
        usual = {"headline": heading, "button_text": 600, "author_name": 600}
        weight = rule.weight or usual.get(slot, voice.body_weight)
        if slot == "button_text" and size >= _LARGE_BOLD:
            weight = 700  # large words in the meaning of WCAG: a vivid button may bear them
        # A headline is display type, set as close as in a font without a cut of its own for that.
        display = round(auto_tracking(size, has_optical=False), 4) if slot == "headline" else None
        tracking = display if rule.tracking is None else rule.tracking
        leads = rule.font == "heading" if rule.font is not None else slot == "headline"
        align: Align = "start" if slot == "button_text" else self.align
        if align != "center" and self._direction(text) != voice.direction:
            # an English subhead in an Arabic banner reads its own way but keeps to the banner's
            # edge
            align = "end" if align == "start" else "start"
        style = TextStyle(
            voice.heading if leads else voice.body,
            size,
            weight,
            tracking=tracking,
            align=align,
            language=voice.language,
            features=rule.all_features,
            runs=voice.runs.get((slot, text), ()),
            calm=slot != "headline" or self.rule.largest < _DISPLAY,
        )
        if tracking is None or tracking >= 0.0:
            return style
        closest = measured_for(text, style, self._direction(text)).closest
        return replace(style, tracking=max(tracking, round(closest, 4)))

    def _direction(self, text: str) -> Direction:
        return "rtl" if base_level(text, int(self.voice.direction == "rtl")) else "ltr"

    def _with(
        self, body: float, smallest: float, lines: int | None, tight: bool = False
    ) -> Words | None:
        """The stack with a body size; None if a part of it does not fit."""
        width = self.area.width
        parts: list[tuple[Element, list[tuple[SlotName, Paragraph]]]] = []
        for element in self._order:
            made = (
                []
                if element == "headline"
                else self._small_print(element, body, width, lines is None)
            )
            if made is None:
                return None
            if made or element == "headline":
                parts.append((element, made))
        parts = in_rows(parts, self.voice, width, body, self.align)
        if "headline" not in self._order:
            return self._stacked(parts, body, tight)
        used = 0.0
        for at, (element, made) in enumerate(parts):
            if at:
                used += gap(parts[at - 1][0], element, body, self.voice, tight=tight)
            if element == "button":
                used += self._button_height(made[0][1])
            elif element != "headline":
                used += self._stack_height(made, body)
        bold = boldness(self.slots.headline, alone=len(parts) == 1)
        largest = round(max(self.rule.largest * self.canvas.body * self.shrink * bold, smallest))
        if lines is None or lines > self.rule.lines:
            largest = round(max(min(largest, _MOST_ABOVE * body), smallest))
        # Room is counted between capitals and baseline: what stands out above and below is added
        # for the fit.
        style = self._style("headline", largest, self.slots.headline)
        room = self.area.height - used
        if room <= 0:
            return None
        around = 0.0 if tight else (parts[-1][0] != "headline") + _AIR_ABOVE * self._under(parts)
        head = self._headline(style, width, room, smallest, largest, lines, around)
        if head is None:
            return None
        filled = [(e, [("headline", head)] if e == "headline" else m) for e, m in parts]
        return self._stacked(filled, body, tight)

    def _air(self, head: float) -> float:
        """White below a headline of ``head`` px beyond the gap that the body's size gives (px)."""
        return max(_AIR * (head - _EVEN * self.canvas.body), 0.0)

    def _under(self, parts: Parts) -> bool:
        """True of a headline below small words; a large figure or a mark keeps its own distance."""
        above = [element for element, _ in parts]
        at = above.index("headline")
        return at > 0 and (self.voice.rule(above[at - 1]).size or 1.0) < _AIR_SMALL

    def _headline(
        self,
        style: TextStyle,
        width: float,
        room: float,
        smallest: float,
        largest: float,
        lines: int | None,
        air: float,
    ) -> Paragraph | None:
        """The largest headline whose visible height and the ``air`` round it fit the room (in airs as
        below one), and whose hanging quotes stay on the banner.
        """
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
            tall = visible_bottom(found) - visible_top(found) + air * self._air(found.size)
            outside = max(line.hang for line in found.lines) / (_MOST_OUTSIDE * self.canvas.margin)
            if tall <= room + 0.01 and outside <= 1.0:
                return found
            if found.size <= smallest:
                return None
            step = max(room / tall, 0.94) if outside <= 1.0 else 1.0 / outside
            largest = max(found.size * min(step, 0.985), smallest)
            slack = 1.0
        return None

    def _small_print(
        self, element: Element, body: float, width: float, relaxed: bool
    ) -> list[tuple[SlotName, Paragraph]] | None:
        """The paragraphs of subhead, button or byline; empty if there are no words for it, None if
        they don't fit.
        """
        slots, made = self.slots, list[tuple[SlotName, Paragraph]]()
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
        elif element not in ("subhead", "button"):
            for slot, text, scale in self._lines_of(element):
                paragraph = layout(
                    text,
                    self._style(slot, body * scale, text),
                    width,
                    direction=self._direction(text),
                )
                if paragraph.overflows:
                    return None
                made.append((slot, paragraph))
        return made

    def _lines_of(self, element: Element) -> list[tuple[SlotName, str, float]]:
        """The slots of a byline, or the one of a template's own: words, and their size in
        running text's.
        """
        if element == "byline":
            names = [("author_name", 0.92), ("author_role", 0.8)]
        else:
            names = [(element, self.voice.rule(element).size or 0.86)]
        found = [(slot, self.slots.words(slot), scale) for slot, scale in names]
        return [entry for entry in found if entry[1]]

    def _label(self, text: str, body: float, width: float, relaxed: bool) -> Paragraph | None:
        # A button stays a button however many words the headline has.
        size = tidy(max(0.86 * body, 0.6 * self.canvas.body))
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

    def row_label(self, text: str) -> tuple[Rect, Block] | None:
        """The button at the end of a row with its label; None if it takes more than half of it."""
        size = tidy(max(self.canvas.body, 12.0))
        while size >= 10.0:
            style = self._style("button_text", size, text)
            label = layout(text, style, self.area.width, direction=self._direction(text))
            ink = label.ink
            width = max(ink.right - ink.left + 2.0 * size, 4.0 * size)
            height = min(max(round(2.3 * size), round(0.56 * self.area.height)), self.area.height)
            one = len(label.lines) == 1 and not label.overflows
            if one and width <= 0.58 * self.area.width and height >= 1.5 * size:
                rtl = self.voice.direction == "rtl"
                x = self.area.x if rtl else self.area.right - width
                y = self.area.y + (self.area.height - height) / 2
                box = Rect(x, y, width, height).snapped()
                return box, centred_in("button_text", label, box)
            size -= 0.5
        return None

    def _button_height(self, label: Paragraph) -> float:
        extra = label.lines[-1].baseline - label.lines[0].baseline
        return self.canvas.rhythm(2.35 * label.size) + extra

    def _stack_height(self, made: list[tuple[SlotName, Paragraph]], body: float) -> float:
        below = made[:1] if isinstance(made, Row) else made
        heights = [visible_bottom(p) - visible_top(p) for _, p in below]
        return sum(heights) + 0.62 * body * (len(heights) - 1)

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
                y += gap(parts[at - 1][0], element, body, self.voice, tight=tight)
                if parts[at - 1][0] == "headline" and not tight:
                    y += self._air(blocks[-1].paragraph.size)
                if element == "headline" and not tight:
                    y += _AIR_ABOVE * self._under(parts) * self._air(made[0][1].size)
            for number, (slot, paragraph) in enumerate(made):
                if number and isinstance(made, Row):
                    blocks.append(made.behind(blocks[-1], slot, paragraph, body))
                    continue
                if number:
                    y += 0.62 * body
                if blocks:
                    # Deep descenders and high accents of neighbours never come near enough to
                    # touch.
                    above, ink = blocks[-1].rect.bottom, paragraph.ink
                    lift = 0.0 if slot == "button_text" else visible_top(paragraph) - ink.top
                    y = max(y, above + lift + (_APART if not tight else 1.0))
                if slot == "button_text":
                    height = self._button_height(paragraph)
                    button = self._button_box(paragraph, height, y, rtl)
                    blocks.append(centred_in(slot, paragraph, button))
                    y += height
                    continue
                at_right = self.align != "center" and rtl == (self.align == "start")
                x = area.right - paragraph.max_width if at_right else area.x
                top = visible_top(paragraph)
                blocks.append(Block(slot, paragraph, x, y - top))
                y += visible_bottom(paragraph) - top
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
            # "start" is the right edge of words that run from right to left, "end" of the others.
            at_right = rtl == (self.align == "start")
            x = self.area.right - width if at_right else self.area.x
        return Rect(x, y, width, height).snapped()
