"""A template's layers measured and placed: pure geometry and set words, without colours.

Every layer is measured at a width and a scale, as a node with its parts; groups put nodes below or
beside each other. A layer that is too large for its frame is measured again, smaller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from brandstudio.models.designs import Slots
from brandstudio.models.markup import RichWords, Runs, part_of
from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.condition import holds
from brandstudio.render.layout.layer_rules import (
    BadgeRule,
    GroupRule,
    ImageRule,
    LayerRule,
    PriceRule,
    ShapeRule,
    TextRule,
)
from brandstudio.render.layout.pieces import Fixture, Form, Lettering, Node, joined, shrunk
from brandstudio.render.layout.slot_rules import TypeRule, cased
from brandstudio.render.layout.words import Block, Typography, lacking, visible_bottom, visible_top
from brandstudio.render.type.bidi import label_level
from brandstudio.render.type.paragraph import Align, Direction, Paragraph, TextStyle, layout
from brandstudio.render.type.setting import measured_for

#: The scales that are tried, until a layer fits its frame.
_SCALES: Final = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52, 0.46, 0.4, 0.34)
#: How much of a badge's shape its words may take, across and down.
_ROOM: Final = {"circle": (0.76, 0.62), "pill": (0.8, 0.64), "rect": (0.84, 0.76), "burst": (0.66, 0.54)}  # fmt: skip
#: The sizes of its words that are tried on a round badge, of the template's.
_FILLS: Final = (1.0, 0.9, 0.8, 0.72, 0.64)
_HANGS: Final = 0.3  # so far may large figures reach below a frame, in sizes of running text
_SIZES: Final = {"text": 1.0, "badge": 1.25, "price": 2.6}
_PRICE: Final = re.compile(r"(\D*)(\d[\d\s.,'’]*?)([.,]\d{2}(?!\d)|[.,][-–—]+)?([^\d]*)")


@dataclass(frozen=True)
class Furnisher:
    """What layers are measured with."""

    canvas: Canvas
    slots: Slots
    voice: Typography
    photos: Mapping[str, Photo] = field(default_factory=dict)
    there: Callable[[str], bool] = lambda name: False
    item: str | None = None
    """The entry of a list that is being repeated."""
    item_runs: Runs = ()
    repeated: str = ""  # the slot of that list

    def placed(self, rule: LayerRule, frame: Rect) -> Fixture | None:
        """A layer in its frame; None where it has nothing to draw."""
        made: Node | None = None
        for scale in _SCALES:
            made = self._measured(rule, frame.width, frame.height, scale)
            if made is None:
                return None
            if made.fits and made.height <= frame.height + 0.5:
                break
        assert made is not None
        crowded = not made.fits or made.height > frame.height + 0.5
        x = frame.x + self._aside(rule.align, frame.width - made.width)
        spare = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[rule.anchor]
        made = made.moved(x, frame.y + spare * max(frame.height - made.height, 0.0))
        if not made.forms and not made.letters:
            return None
        return Fixture(made.forms, made.letters, crowded)

    def _aside(self, align: Align, room: float) -> float:
        """How far from the left what is aligned stands in so much room."""
        part = {"start": 0.0, "center": 0.5, "end": 1.0}[align]
        return room * (1.0 - part if self.voice.direction == "rtl" else part)

    def _measured(
        self, rule: LayerRule, width: float, height: float | None, scale: float
    ) -> Node | None:
        """A layer at a width; None where its condition does not hold or it has no content."""
        if not holds(rule.when, self.there):
            return None
        unit = self.canvas.body * scale
        if rule.width is not None:
            width = min(rule.width * unit, width)
        if rule.height is not None:
            height = rule.height * unit if height is None else min(rule.height * unit, height)
        if isinstance(rule, GroupRule):
            return self._group(rule, width, scale)
        if isinstance(rule, ShapeRule):
            return self._shape(rule, width, height if height is not None else unit)
        if isinstance(rule, ImageRule):
            return self._image(rule, width, height if height is not None else width)
        if isinstance(rule, BadgeRule):
            return self._badge(rule, width, height, unit)
        words = self._words(rule.slot, rule.type)
        if not words.text:
            return None
        if isinstance(rule, PriceRule):
            return self._price(rule, words.text, width, unit)
        return self._text(rule, words, width, unit)

    def _shows(self, rule: LayerRule) -> bool:
        """Whether a layer has anything to draw, told without measuring it."""
        if not holds(rule.when, self.there):
            return False
        if isinstance(rule, GroupRule):
            return any(made._shows(child) for made, child in self._children(rule))
        if isinstance(rule, ImageRule):
            cut = rule.cutout and f"{rule.slot}/cutout" in self.photos
            return cut or rule.slot in self.photos
        return isinstance(rule, ShapeRule) or bool(self._words(rule.slot, rule.type).text)

    def _words(self, slot: str, own: TypeRule | None) -> RichWords:
        if slot == "item":
            words = RichWords(self.item or "", self.item_runs)
        else:
            said = self.slots.words(slot)
            words = RichWords(said, self.voice.runs.get((slot, said), ()))
        if own is None:
            return words
        return words.mapped(lambda part: cased(part, own, self.voice.language))

    def _rule(self, slot: str, own: TypeRule | None) -> TypeRule:
        usual = self.voice.rule(self.repeated if slot == "item" else slot)
        return usual if own is None else own.over(usual)

    def _style(self, rule: TypeRule, size: float, align: Align, words: RichWords) -> TextStyle:
        voice, text = self.voice, words.text
        heading = rule.font == "heading"
        weight = rule.weight or (voice.heading_weight if heading else voice.body_weight)
        if align != "center" and self._direction(text) != voice.direction:
            align = "end" if align == "start" else "start"
        return TextStyle(
            voice.heading if heading else voice.body,
            max(round(size * 2) / 2, 1.0),
            weight,
            tracking=rule.tracking,
            align=align,
            language=voice.language,
            features=rule.all_features,
            runs=words.runs,
        )

    def _direction(self, text: str) -> Direction:
        return "rtl" if label_level(text, int(self.voice.direction == "rtl")) else "ltr"

    def _set(
        self, slot: str, words: RichWords, rule: TypeRule, size: float, width: float, align: Align
    ) -> tuple[Paragraph, Lettering, float, float]:
        """Words at a size from the top of a box: the paragraph, its lettering, height and ink's
        width.
        """
        style = self._style(rule, size, align, words)
        said = words.text
        set_ = layout(said, style, max(width, 1.0), direction=self._direction(said))
        top = visible_top(set_)
        lettering = Lettering(Block(slot, set_, 0.0, -top), rule)
        low = max(visible_bottom(set_), set_.ink.bottom - _HANGS * self.canvas.body)
        return set_, lettering, low - top, set_.ink.right - set_.ink.left

    def _alone(
        self, slot: str, words: str, rule: TypeRule, size: float
    ) -> tuple[Paragraph, Lettering, float, float]:
        """Words on one line, as wide as they are."""
        wide, *_ = self._set(slot, RichWords(words), rule, size, 1e4, "start")
        return self._set(slot, RichWords(words), rule, size, wide.width + size, "start")

    def _text(self, rule: TextRule, words: RichWords, width: float, unit: float) -> Node:
        type_rule = self._rule(rule.slot, rule.type)
        size = (type_rule.size or _SIZES["text"]) * unit
        if unit > _SCALES[-1] * self.canvas.body and self._hopeless(
            rule, words, type_rule, size, width
        ):
            return Node(width, 1e6, fits=False)
        set_, lettering, height, _ = self._set(rule.slot, words, type_rule, size, width, rule.align)
        fits = _whole(set_) and len(set_.lines) <= max(rule.lines, 1 + words.text.count("\n"))
        return Node(width, height, (), (lettering,), fits)

    def _hopeless(
        self, rule: TextRule, words: RichWords, type_rule: TypeRule, size: float, width: float
    ) -> bool:
        """True of words that need more lines than they may take, however they are broken."""
        style = self._style(type_rule, size, rule.align, words)
        measured = measured_for(words.text, style, self._direction(words.text))
        ems = sum(line.advance[-1] for line in measured.lines)
        return ems * style.size * 0.8 / max(width, 1.0) > max(
            rule.lines, 1 + words.text.count("\n")
        )

    def _price(self, rule: PriceRule, words: str, width: float, unit: float) -> Node:
        type_rule = self._rule(rule.slot, rule.type)
        if type_rule.font is None:
            type_rule = type_rule.model_copy(update={"font": "heading"})
        size = (type_rule.size or _SIZES["price"]) * unit
        said = _PRICE.fullmatch(" ".join(words.split()))
        parts = [(part.strip(), at == 1) for at, part in enumerate(said.groups() if said else ()) if part and part.strip()]  # fmt: skip
        if self._direction(words) == "rtl" or not parts:
            parts = [(words, True)]
        made = [
            (*self._alone(rule.slot, part, type_rule, size if large else rule.small * size), large)
            for part, large in parts
        ]  # fmt: skip
        tall = max(height for *_, height, _, _ in made)
        x, letters = 0.0, []
        for set_, lettering, height, wide, large in made:
            down = 0.0 if rule.raised or large else tall - height
            letters.append(replace(lettering, block=lettering.block.moved(x - set_.ink.left, down)))
            x += wide + 0.09 * size
        across = x - 0.09 * size
        start = self._aside(rule.align, width - across)
        return Node(width, tall, (), tuple(letters), across <= width + 0.5).moved(start, 0.0)

    def _badge(
        self, rule: BadgeRule, width: float, height: float | None, unit: float
    ) -> Node | None:
        """A badge with its words, smaller on one of a size of its own before that gets smaller."""
        words = self._words(rule.slot, rule.type)
        if not words.text:
            return None
        sizes = _FILLS if rule.shape in ("circle", "burst") else _FILLS[:1]
        made = (self._badge_with(words, rule, width, height, unit * part) for part in sizes)
        first = next(made)
        return first if first.fits else next((node for node in made if node.fits), first)

    def _badge_with(
        self, words: RichWords, rule: BadgeRule, width: float, height: float | None, unit: float
    ) -> Node:
        type_rule = self._rule(rule.slot, rule.type)
        across, down = _ROOM[rule.shape]
        size = (type_rule.size or _SIZES["badge"]) * unit
        square = rule.shape in ("circle", "burst")
        if square:
            width = height = min(width, height if height is not None else width)
        set_, lettering, tall, wide = self._set(
            rule.slot, words, type_rule, size, width * across, "center"
        )
        if not square and rule.width is None:
            # A label is as wide as its words ask for.
            width = min(wide + 1.7 * size, width)
            set_, lettering, tall, wide = self._set(
                rule.slot, words, type_rule, size, max(width - 1.2 * size, 1.0), "center"
            )
        if height is None or (not square and rule.height is None):
            wanted = tall + 1.25 * size
            height = wanted if height is None else min(wanted, height)
        signs = any(not any(c.isalnum() for c in line.text) for line in set_.lines)
        fits = (
            _whole(set_)
            and not (signs and len(set_.lines) > 1)  # a percent sign belongs to its number
            and len(set_.lines) <= rule.lines
            and tall <= height * (down if square else 0.8)
        )
        block = lettering.block
        ink = set_.ink
        x = (width - (ink.right - ink.left)) / 2 - ink.left
        lettering = replace(
            lettering,
            block=replace(block, x=x, y=block.y + (height - tall) / 2),
            ground=rule.colour,
        )
        form = Form(rule, Rect(0.0, 0.0, width, height))
        return Node(width, height, (form,), (lettering,), fits)

    def _shape(self, rule: ShapeRule, width: float, height: float) -> Node:
        if rule.shape == "circle":
            width = height = min(width, height)
        elif rule.shape == "line":
            thin = max(round(0.09 * self.canvas.body), 1)
            width, height = (width, thin) if width >= height else (thin, height)
        return Node(width, height, (Form(rule, Rect(0.0, 0.0, width, height)),))

    def _image(self, rule: ImageRule, width: float, height: float) -> Node | None:
        cut = self.photos.get(f"{rule.slot}/cutout") if rule.cutout else None
        photo = cut or self.photos.get(rule.slot)
        if photo is None:
            return None
        if rule.fit == "contain" or rule.cutout:
            scale = min(width / photo.width, height / photo.height)
            width, height = photo.width * scale, photo.height * scale
        elif rule.shape == "circle":
            width = height = min(width, height)
        return Node(width, height, (Form(rule, Rect(0.0, 0.0, width, height), photo),))

    def _group(self, rule: GroupRule, width: float, scale: float) -> Node | None:
        gap = rule.gap * self.canvas.body * scale
        children = self._children(rule)
        if rule.direction == "column":
            found = [made._measured(child, width, None, scale) for made, child in children]
            return self._column([n for n in found if n is not None], rule, width, gap)
        return self._row(rule, children, width, gap, scale)

    def _children(self, rule: GroupRule) -> list[tuple[Furnisher, LayerRule]]:
        if rule.each is None:
            return [(self, child) for child in rule.layers]
        said, at, found = self.slots.words(rule.each), 0, list[tuple[Furnisher, LayerRule]]()
        runs = self.voice.runs.get((rule.each, said), ())
        for line in said.splitlines(keepends=True):
            entry, start = line.rstrip("\r\n"), at
            at += len(line)
            if entry.strip():
                own = part_of(runs, start, start + len(entry))
                made = replace(self, item=entry, item_runs=own, repeated=rule.each)
                found.append((made, rule.layers[0]))
        return found

    def _column(self, nodes: list[Node], rule: GroupRule, width: float, gap: float) -> Node | None:
        if not nodes:
            return None
        y, placed = 0.0, list[Node]()
        for node in nodes:
            put = node.moved(self._aside(rule.align, width - node.width), y)
            above = [w.block for n in placed for w in n.letters]
            down = lacking(above, [w.block for w in put.letters], self.canvas.least_gap)
            placed.append(put.moved(0.0, down))
            y += down + node.height + gap
        return joined(placed, width, y - gap)

    def _row(
        self,
        rule: GroupRule,
        children: list[tuple[Furnisher, LayerRule]],
        width: float,
        gap: float,
        scale: float,
    ) -> Node | None:
        there = [(made, child) for made, child in children if made._shows(child)]
        if not there:
            return None
        room = max(width - gap * (len(there) - 1), 1.0)
        nodes: list[Node] = []
        left = room
        for made, child in there:
            share = room / len(there) if rule.spread else max(left, 1.0)
            node = made._measured(child, share, None, scale)
            assert node is not None
            if not rule.spread:
                node = shrunk(node)
                left -= node.width
            nodes.append(node)
        tall = max(node.height for node in nodes)
        taken = sum(node.width for node in nodes) + gap * (len(nodes) - 1)
        across = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[rule.across]
        x, placed = self._aside(rule.align, width - taken) if not rule.spread else 0.0, []
        for node in reversed(nodes) if self.voice.direction == "rtl" else nodes:
            placed.append(node.moved(x, across * (tall - node.height)))
            x += node.width + gap
        row = joined(placed, width, tall)
        return replace(row, fits=row.fits and taken <= width + 0.5)


def _whole(paragraph: Paragraph) -> bool:
    """True if every line fits and no word was cut between letters."""
    return not paragraph.overflows and paragraph.tier < 3
